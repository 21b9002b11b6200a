//! Errors in FENs.

use std::fmt;

use thiserror::Error;

use crate::board::setup::SetupError;

/// The error for text that is not the FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field} '{value}': {reason}")]
pub struct FenError {
    /// The field with the error.
    pub field: FenField,
    /// The text of the field.
    pub value: String,
    /// The reason why the field is wrong.
    pub reason: FenErrorReason,
}

/// A field that contradicts the rules or other fields of a FEN, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error}; {remedy}")]
pub struct FenCorrection {
    /// The field, its text, and the reason why it is wrong.
    pub error: FenError,
    /// The reading of the field.
    pub remedy: FenRemedy,
}

/// The reading of a wrong field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenRemedy {
    /// The castling right, the en passant square or the text after the FEN is ignored.
    Dropped,
    /// The counter has this value instead.
    ReadAs(u16),
    /// The missing fields are read as in `w - - 0 1`.
    Completed,
}

impl fmt::Display for FenRemedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dropped => f.write_str("dropped"),
            Self::ReadAs(number) => write!(f, "read as {number}"),
            Self::Completed => f.write_str("missing fields are read as in 'w - - 0 1'"),
        }
    }
}

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FenField {
    WholeText,
    PiecePlacement,
    SideToMove,
    Castling,
    EnPassant,
    HalfmoveClock,
    FullmoveNumber,
    /// The text after the last field.
    Rest,
}

impl FenField {
    /// Returns the field responsible for an illegal position.
    pub(super) fn of(error: &SetupError) -> Self {
        match error {
            SetupError::KingCount { .. }
            | SetupError::TooManyPieces { .. }
            | SetupError::TooManyPawns { .. }
            | SetupError::PawnOnLastRank(_) => Self::PiecePlacement,
            SetupError::OpponentInCheck => Self::SideToMove,
            SetupError::EnPassant(_) => Self::EnPassant,
        }
    }
}

impl fmt::Display for FenField {
    /// Writes the English name of the field.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WholeText => "FEN",
            Self::PiecePlacement => "piece placement",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "half-move clock",
            Self::FullmoveNumber => "full-move number",
            Self::Rest => "text after the FEN",
        })
    }
}

/// The reason why a field of a FEN is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum FenErrorReason {
    #[error("expected 6 fields, or 4 without the counters, found {0}")]
    FieldCount(usize),
    #[error("a FEN has at most 6 fields")]
    Rest,
    #[error("expected 8 ranks, found {0}")]
    RankCount(usize),
    #[error("rank '{0}' does not have 8 squares")]
    RankLength(String),
    #[error("'{0}' is neither a piece letter nor a digit from 1 to 8")]
    PieceLetter(char),
    #[error("expected 'w' or 'b'")]
    SideToMove,
    #[error("'{0}' is neither one of KQkq nor a file from a to h")]
    CastlingLetter(char),
    #[error("'{0}' requires a king and a matching rook on the back rank of that side")]
    CastlingPieces(char),
    #[error("'{0}' repeats a castling right")]
    CastlingTwice(char),
    #[error("expected '-' or a square")]
    EnPassantSquare,
    #[error("expected a number from {min} to {max}")]
    Number { min: u16, max: u16 },
    #[error("expected at most {0}, where the fifty-move rule draws the game")]
    FiftyMoves(u8),
    #[error(transparent)]
    Illegal(#[from] SetupError),
}
