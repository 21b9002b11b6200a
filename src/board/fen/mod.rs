//! Forsyth-Edwards Notation with its extensions for Chess960.
//!
//! X-FEN writes castling rights as `KQkq` for the outermost rooks and as the rook's file for
//! others; Shredder-FEN always writes the file. Both are read. [`Board`](super::Board) displays as
//! X-FEN, or as Shredder-FEN in the alternate form `{:#}`.

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::{FenCorrection, FenError, FenErrorReason, FenField, FenRemedy};
