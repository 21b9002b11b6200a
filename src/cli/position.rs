//! Positions on the command line.

use nunatak::board::{Board, FenError};

/// Parses a FEN, quoted or split into words; none is the start position.
pub(super) fn parse_position(fen: &[String]) -> Result<Board, FenError> {
    if fen.is_empty() { Ok(Board::start()) } else { fen.join(" ").parse() }
}
