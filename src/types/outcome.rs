//! The outcome of a game.

use super::Color;

/// The outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// A win for Black.
    BlackWins,
    /// A draw.
    Draw,
    /// A win for White.
    WhiteWins,
}

impl Outcome {
    /// All outcomes, indexed by White's half points (0, 1 or 2), which are also the discriminants.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// Returns the outcome of a game won by `winner`.
    pub fn win_of(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns White's points: 0, ½ or 1.
    pub fn points(self) -> f64 {
        f64::from(self as u8) / 2.0
    }

    /// Returns the result as written in PGN.
    pub fn text(self) -> &'static str {
        match self {
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::WhiteWins => "1-0",
        }
    }
}
