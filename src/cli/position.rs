//! Positions on the command line.

use nunatak::board::{Board, FenError};
use nunatak::text::{Printable, unquoted};

/// The position that a command is about.
#[derive(clap::Args)]
pub(super) struct PositionArguments {
    /// Position as a FEN, quoted or not, or `startpos` [default: start position]
    #[arg(value_name = "FEN")]
    words: Vec<String>,
    /// Position as a FEN, quoted or not, as an option
    #[arg(long, value_name = "FEN", conflicts_with = "words")]
    fen: Option<String>,
}

impl PositionArguments {
    /// Returns the position, and reports the corrections of its FEN.
    pub(super) fn board(&self) -> Result<Board, FenError> {
        let text = match &self.fen {
            Some(fen) => fen.clone(),
            None if self.words.is_empty() => return Ok(Board::start()),
            None => self.words.join(" "),
        };
        // Not every shell strips every kind of quotation marks.
        let (board, corrections) = Board::read_fen(&unquoted(&text))?;
        for correction in &corrections {
            eprintln!("note: {}", Printable(correction));
        }
        Ok(board)
    }
}
