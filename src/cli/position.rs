//! Positions on the command line.

use nunatak::board::{Board, MoveError};
use nunatak::game::GameLine;
use nunatak::pgn::parse_move;
use nunatak::text::{Printable, unquoted};

use super::error::CliError;

/// The word that separates the moves from a position, as in UCI.
const MOVES: &str = "moves";

/// The position that a command is about.
#[derive(clap::Args)]
pub(super) struct PositionArguments {
    /// Position as a FEN, quoted or not, or `startpos`; `moves` and moves may follow [default: start
    /// position]
    #[arg(value_name = "FEN")]
    words: Vec<String>,
    /// Position as a FEN, quoted or not, as an option
    #[arg(long, value_name = "FEN", conflicts_with = "words")]
    fen: Option<String>,
}

impl PositionArguments {
    /// Returns the position, and reports the corrections of its FEN.
    pub(super) fn board(&self) -> Result<Board, CliError> {
        Ok(*self.line()?.board())
    }

    /// Returns the position with the moves that lead to it, and reports the corrections of its FEN.
    pub(super) fn line(&self) -> Result<GameLine, CliError> {
        let text = match &self.fen {
            Some(fen) => fen.clone(),
            None if self.words.first().is_none_or(|word| word == MOVES) => {
                format!("startpos {}", self.words.join(" "))
            }
            None => self.words.join(" "),
        };
        // Not every shell strips every kind of quotation marks.
        let text = unquoted(&text);
        let mut words = text.split(' ');
        let fen: Vec<&str> = words.by_ref().take_while(|&word| word != MOVES).collect();
        let (board, corrections) = Board::read_fen(&fen.join(" "))?;
        for correction in &corrections {
            eprintln!("note: {}", Printable(correction));
        }
        let mut game = GameLine::new(board);
        play_moves(&mut game, words)?;
        Ok(game)
    }
}

/// Plays moves in algebraic or coordinate notation; move numbers are ignored.
pub(super) fn play_moves<'a>(
    game: &mut GameLine,
    words: impl Iterator<Item = &'a str>,
) -> Result<(), MoveError> {
    for word in words {
        // A move number, as in `12.` and `12...Nf6`, ends with a full stop.
        let text = word.rsplit('.').next().unwrap_or(word);
        if !text.is_empty() {
            game.play(parse_move(game.board(), text)?);
        }
    }
    Ok(())
}
