//! Errors in FENs, and how they are corrected.

use thiserror::Error;

use crate::board::setup::SetupError;

/// The error for text that is not the FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field} '{value}': {reason}")]
pub struct FenError {
    /// The name of the field with the error.
    pub field: &'static str,
    /// The text of the field.
    pub value: String,
    /// The reason why the field is wrong.
    pub reason: FenErrorReason,
}

/// A field that contradicts the rules or other fields of a FEN, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenCorrection {
    /// The castling right, the en passant square or the text after the FEN is ignored.
    #[error("{0}; dropped")]
    Dropped(FenError),
    /// The counter has this value instead.
    #[error("{0}; read as {1}")]
    ReadAs(FenError, u16),
    /// The missing fields are read as in `w - - 0 1`.
    #[error("{0}; missing fields are read as in 'w - - 0 1'")]
    Completed(FenError),
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
    #[error("the fifty-move rule draws the game from {0} on")]
    FiftyMoves(u8),
    #[error(transparent)]
    Illegal(#[from] SetupError),
}
