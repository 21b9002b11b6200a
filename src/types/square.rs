//! Squares, files, ranks and the directions between squares.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Color;

/// A file of the board, a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files from a to h.
    pub const ALL: [Self; 8] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// 0 for the a-file to 7 for the h-file.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file of a letter a to h, in lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|file| file.letter() == letter)
    }

    /// The letter a to h, in lower case.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

/// A rank of the board, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks from the first to the eighth.
    pub const ALL: [Self; 8] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
    ];

    /// 0 for the first rank to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// This rank as `color` counts it: the first rank of Black is the eighth.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self.index()],
        }
    }

    /// The rank of a digit 1 to 8.
    pub fn from_digit(digit: char) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.digit() == digit)
    }

    /// The digit 1 to 8.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }
}

/// A step from a square to a neighbour, seen from White's side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i8)]
#[allow(missing_docs)]
pub enum Direction {
    North = 8,
    South = -8,
    East = 1,
    West = -1,
    NorthEast = 9,
    NorthWest = 7,
    SouthEast = -7,
    SouthWest = -9,
}

impl Direction {
    /// What the step adds to a square's index.
    #[inline]
    pub const fn offset(self) -> i8 {
        self as i8
    }

    /// This vertical direction and one file to the east: North becomes North-East.
    #[inline]
    pub const fn and_east(self) -> Self {
        debug_assert!(matches!(self, Self::North | Self::South));
        if self.offset() > 0 { Self::NorthEast } else { Self::SouthEast }
    }

    /// This vertical direction and one file to the west: South becomes South-West.
    #[inline]
    pub const fn and_west(self) -> Self {
        debug_assert!(matches!(self, Self::North | Self::South));
        if self.offset() > 0 { Self::NorthWest } else { Self::SouthWest }
    }
}

/// A square, numbered 0 (a1), 1 (b1) … 63 (h8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 64;

    /// The square where `file` and `rank` cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self((rank as u8) << 3 | file as u8)
    }

    /// The square of an index; only the low six bits of `index` count.
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// The index, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler the range, which removes the bounds checks of 64-entry tables.
        (self.0 & 63) as usize
    }

    /// The file of this square.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[self.index() & 7]
    }

    /// The rank of this square.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() >> 3]
    }

    /// The square `offset` further in index order, which the caller knows to be on the board.
    #[inline]
    pub const fn offset(self, offset: i8) -> Self {
        Self::from_index(self.0.wrapping_add_signed(offset))
    }

    /// The neighbour in `direction`, which the caller knows to be on the board.
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        self.offset(direction.offset())
    }

    /// The square mirrored to the other side of the board: a1 becomes a8.
    #[inline]
    pub const fn flip_rank(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// The square as `color` sees it: itself for White, mirrored for Black.
    #[inline]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a square")]
pub struct SquareError(String);

impl FromStr for Square {
    type Err = SquareError;

    /// Reads a name such as `e4`.
    fn from_str(text: &str) -> Result<Self, SquareError> {
        let mut letters = text.chars();
        let file = letters.next().and_then(File::from_letter);
        let rank = letters.next().and_then(Rank::from_digit);
        match (file, rank, letters.next()) {
            (Some(file), Some(rank), None) => Ok(Self::new(file, rank)),
            _ => Err(SquareError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_squares_are_one_to_one() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
        }
        for text in ["", "e", "e9", "i1", "e44", "E4", "é4"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn black_counts_ranks_from_the_other_side() {
        assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
        let e2: Square = "e2".parse().unwrap();
        assert_eq!(e2.relative_to(Color::Black).to_string(), "e7");
        assert_eq!(e2.relative_to(Color::White), e2);
    }
}
