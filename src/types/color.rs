//! Colours, at run time and at compile time.

use std::fmt;
use std::ops::Not;

/// The colour of a piece or a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// Both colours, in index order.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the index: 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the colour given by a letter's case: upper for White, lower for Black.
    pub const fn of_letter(letter: char) -> Self {
        if letter.is_ascii_uppercase() { Self::White } else { Self::Black }
    }

    /// Returns `letter` in this colour's case: upper for White, lower for Black.
    pub const fn cased(self, letter: char) -> char {
        match self {
            Self::White => letter.to_ascii_uppercase(),
            Self::Black => letter.to_ascii_lowercase(),
        }
    }

    /// Returns the English name, with a capital letter.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// Returns the colour as seen by `color`: unchanged for White, exchanged for Black.
    pub fn relative_to(self, color: Self) -> Self {
        if color == Self::White { self } else { !self }
    }

    /// Returns the one of the values for White and for Black that belongs to this colour.
    pub fn pick<T>(self, [white, black]: [T; 2]) -> T {
        if self == Self::White { white } else { black }
    }

    /// Returns 1 for White and −1 for Black: the factor between a score from White's view and the
    /// same score from this colour's view.
    pub const fn sign(self) -> i32 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    /// Writes the colour as FEN does: `w` or `b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "w",
            Self::Black => "b",
        })
    }
}

/// A colour as a type, so that generic code is compiled for each side without branches on colour.
pub trait Side {
    /// The opponent.
    type Opponent: Side<Opponent = Self>;
    /// The colour of the side.
    const COLOR: Color;
}

/// [`Color::White`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// [`Color::Black`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    type Opponent = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Opponent = White;
    const COLOR: Color = Color::Black;
}

/// Evaluates an expression with `$side` bound to the [`Side`] type of a [`Color`].
macro_rules! with_side {
    ($color:expr, $side:ident => $body:expr) => {
        match $color {
            $crate::types::color::Color::White => {
                type $side = $crate::types::color::White;
                $body
            }
            $crate::types::color::Color::Black => {
                type $side = $crate::types::color::Black;
                $body
            }
        }
    };
}
pub(crate) use with_side;
