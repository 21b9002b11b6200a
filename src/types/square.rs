//! Squares, files, ranks and directions.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::color::Color;

/// A file, a to h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// All files, a to h.
    pub const ALL: [Self; 8] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// Returns the index, 0 (a-file) to 7 (h-file).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the distance from the nearer edge in files, 0 to 3.
    pub const fn edge_distance(self) -> usize {
        let index = self.index();
        if index < 4 { index } else { 7 - index }
    }

    /// Returns the file with this lower-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|file| file.letter() == letter)
    }

    /// Returns the lower-case letter, a to h.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

/// A rank, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// All ranks, first to eighth.
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

    /// Returns the index, 0 (first rank) to 7 (eighth rank).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the rank as seen by `color`: unchanged for White, mirrored for Black.
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self.index()],
        }
    }

    /// Returns the rank with this digit.
    pub fn from_digit(digit: char) -> Option<Self> {
        Self::ALL.into_iter().find(|rank| rank.digit() == digit)
    }

    /// Returns the digit, 1 to 8.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }
}

/// A step to an adjacent square, from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Returns the change of square index that the step makes.
    pub const fn offset(self) -> i8 {
        self as i8
    }

    /// Returns the diagonal direction to the east of north or south.
    pub const fn and_east(self) -> Self {
        debug_assert!(matches!(self, Self::North | Self::South));
        if self.offset() > 0 { Self::NorthEast } else { Self::SouthEast }
    }

    /// Returns the diagonal direction to the west of north or south.
    pub const fn and_west(self) -> Self {
        debug_assert!(matches!(self, Self::North | Self::South));
        if self.offset() > 0 { Self::NorthWest } else { Self::SouthWest }
    }
}

/// A square, with index 0 (a1), 1 (b1), …, 63 (h8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 64;

    /// Returns the square on `file` and `rank`.
    pub const fn new(file: File, rank: Rank) -> Self {
        Self((rank as u8) << 3 | file as u8)
    }

    /// Returns the square with this index; only the low six bits are used.
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// Iterates over all squares, a1 to h8.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// Returns the index, 0 to 63.
    pub const fn index(self) -> usize {
        // The mask lets the compiler drop bounds checks on 64-entry tables.
        (self.0 & 63) as usize
    }

    /// Returns the file.
    pub const fn file(self) -> File {
        File::ALL[self.index() & 7]
    }

    /// Returns the rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.index() >> 3]
    }

    /// Returns the square with index `self + offset`, which must be on the board.
    pub const fn offset(self, offset: i8) -> Self {
        Self::from_index(self.0.wrapping_add_signed(offset))
    }

    /// Returns the adjacent square in `direction`, which must be on the board.
    pub const fn step(self, direction: Direction) -> Self {
        self.offset(direction.offset())
    }

    /// Returns the square mirrored vertically: a1 becomes a8.
    pub const fn flip_rank(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// Returns the square mirrored horizontally: a1 becomes h1.
    pub const fn flip_file(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// Returns the square as seen by `color`: unchanged for White, mirrored vertically for Black.
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }

    /// Returns the number of files from this square to `other`, 0 to 7.
    pub const fn file_distance(self, other: Self) -> i32 {
        (self.file() as i32 - other.file() as i32).abs()
    }

    /// Returns the number of ranks from this square to `other`, 0 to 7.
    pub const fn rank_distance(self, other: Self) -> i32 {
        (self.rank() as i32 - other.rank() as i32).abs()
    }

    /// Returns the number of king moves from this square to `other` on an empty board, 0 to 7.
    pub const fn distance(self, other: Self) -> i32 {
        let (files, ranks) = (self.file_distance(other), self.rank_distance(other));
        if files > ranks { files } else { ranks }
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

/// The error for text that is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a square from a1 to h8")]
pub struct SquareError(String);

impl FromStr for Square {
    type Err = SquareError;

    /// Parses a name such as `e4`.
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

impl Color {
    /// Returns the direction in which the pawns of this colour advance.
    pub const fn forward(self) -> Direction {
        match self {
            Self::White => Direction::North,
            Self::Black => Direction::South,
        }
    }

    /// Returns the rank on which the king and rooks of this colour start.
    pub const fn back_rank(self) -> Rank {
        Rank::First.relative_to(self)
    }
}

#[cfg(test)]
impl Square {
    /// Iterates over all ordered pairs of squares.
    pub(crate) fn pairs() -> impl Iterator<Item = (Self, Self)> {
        Self::all().flat_map(|from| Self::all().map(move |to| (from, to)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn square_names_round_trip() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
        }
        for text in ["", "e", "e9", "i1", "e44", "E4", "é4"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn ranks_and_squares_are_mirrored_for_black() {
        assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
        let e2: Square = "e2".parse().unwrap();
        assert_eq!(e2.relative_to(Color::Black).to_string(), "e7");
        assert_eq!(e2.relative_to(Color::White), e2);
    }

    #[test]
    fn distances_count_files_ranks_and_king_moves() {
        for (a, b, files, ranks, king_moves) in [
            ("e4", "e4", 0, 0, 0),
            ("a1", "c8", 2, 7, 7),
            ("f3", "c4", 3, 1, 3),
            ("h8", "a1", 7, 7, 7),
        ] {
            let (a, b): (Square, Square) = (a.parse().unwrap(), b.parse().unwrap());
            let distances = (a.file_distance(b), a.rank_distance(b), a.distance(b));
            assert_eq!(distances, (files, ranks, king_moves), "{a} {b}");
        }
        assert_eq!(File::ALL.map(File::edge_distance), [0, 1, 2, 3, 3, 2, 1, 0]);
    }
}
