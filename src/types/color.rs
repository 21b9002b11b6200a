//! The two sides.

use std::fmt;
use std::ops::Not;

use super::{Direction, Rank};

/// The colour of a man, or the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// Both colours, in index order.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour that a letter's case stands for: upper for White, lower for Black.
    pub const fn of_letter(letter: char) -> Self {
        if letter.is_ascii_uppercase() { Self::White } else { Self::Black }
    }

    /// `letter` in the case that stands for this colour.
    pub const fn cased(self, letter: char) -> char {
        match self {
            Self::White => letter.to_ascii_uppercase(),
            Self::Black => letter.to_ascii_lowercase(),
        }
    }

    /// The direction in which the pawns of this colour advance.
    #[inline]
    pub const fn forward(self) -> Direction {
        match self {
            Self::White => Direction::North,
            Self::Black => Direction::South,
        }
    }

    /// The rank on which the king and the rooks of this colour begin.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        Rank::First.relative_to(self)
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "w",
            Self::Black => "b",
        })
    }
}

/// A colour known at compile time, so that one generic body serves both sides without a branch.
pub trait Side {
    /// The other side.
    type Opponent: Side<Opponent = Self>;
    /// The colour of this side.
    const COLOR: Color;
}

/// [`Color::White`] at compile time.
pub struct White;

/// [`Color::Black`] at compile time.
pub struct Black;

impl Side for White {
    type Opponent = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Opponent = White;
    const COLOR: Color = Color::Black;
}
