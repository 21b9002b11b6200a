//! The arguments of `position`, and the game they describe.

use thiserror::Error;

use super::tokens::{CommandError, Words};
use crate::board::{Board, FenCorrection, FenError, MoveError, is_start_word};
use crate::game::GameLine;
use crate::text::unquoted;
use crate::types::Move;

/// The arguments of `position`, not yet validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionArguments {
    /// The start position, as a FEN or `startpos`.
    fen: String,
    moves: Vec<String>,
}

/// Reasons why a position cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum PositionError {
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error("'{text}' is not in coordinate notation, which would be '{expected}'")]
    Notation { text: String, expected: String },
}

impl PositionArguments {
    /// Parses the words after `position`. A pasted FEN may have quotation marks around it.
    pub(super) fn parse(words: &mut Words) -> Result<Self, CommandError> {
        let text = unquoted(words.rest());
        let words = &mut Words::new(&text);
        let error = |word, expected| CommandError::unexpected("position", word, expected);
        let fen = match words.next() {
            Some(word) if is_start_word(word) => word.to_owned(),
            Some("fen") => words.before("moves").join(" "),
            word => return Err(error(word, "'startpos' or 'fen'")),
        };
        match words.next() {
            None | Some("moves") => Ok(Self { fen, moves: words.map(str::to_owned).collect() }),
            word => Err(error(word, "'moves'")),
        }
    }

    /// Plays the moves from the start position. Returns the game and the corrections of the FEN.
    pub(super) fn resolve(&self) -> Result<(GameLine, Vec<FenCorrection>), PositionError> {
        let (start, corrections) = Board::read_fen(&self.fen)?;
        let mut game = GameLine::new(start);
        for text in &self.moves {
            game.play(parse_move(game.board(), text)?);
        }
        Ok((game, corrections))
    }
}

/// Parses a move in coordinate notation. The error of a legal move in another notation names the
/// right one.
pub(super) fn parse_move(board: &Board, text: &str) -> Result<Move, PositionError> {
    board.parse_move(text).map_err(|_| match board.read_move(text) {
        Ok(mv) => {
            let expected = board.move_text(mv, false);
            PositionError::Notation { text: text.to_owned(), expected }
        }
        // Other notation may also be ambiguous.
        Err(error) => error.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(arguments: &str) -> Result<GameLine, PositionError> {
        let arguments = PositionArguments::parse(&mut Words::new(arguments))?;
        arguments.resolve().map(|(game, _)| game)
    }

    #[test]
    fn moves_are_played_from_the_first_position() {
        let game = resolve("startpos moves e2e4 e7e5 g1f3").unwrap();
        assert_eq!((game.start(), game.ply()), (&Board::start(), 3));
        assert_eq!(game.earlier().first(), Some(&Board::start()));
        let fen = game.board().to_string();
        assert_eq!(fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
        for text in [format!("fen {fen}"), format!("fen \"{fen}\""), format!("\"fen {fen} moves\"")]
        {
            assert_eq!(resolve(&text).unwrap().board(), game.board(), "{text}");
        }
    }

    #[test]
    fn invalid_positions_and_moves_are_errors() {
        assert!(matches!(resolve("startpos moves e2e4 e2e4"), Err(PositionError::Move(_))));
        assert!(matches!(resolve("fen 8/8 w - -"), Err(PositionError::Fen(_))));
        let error = resolve("startpos moves e2e4 e7e5 Nf3").unwrap_err().to_string();
        assert_eq!(error, "'Nf3' is not in coordinate notation, which would be 'g1f3'");
        let error = resolve("fen 4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1 moves Ne4").unwrap_err();
        assert!(error.to_string().starts_with("'Ne4' is ambiguous"), "{error}");
        for (arguments, part) in [
            ("", "'startpos' or 'fen'"),
            ("nowhere", "'nowhere'"),
            ("startpos e2e4", "'e2e4'"),
            ("startpos move e2e4", "'move'"),
        ] {
            let error = resolve(arguments).unwrap_err();
            assert!(matches!(error, PositionError::Command(_)), "{arguments}: {error}");
            assert!(error.to_string().contains(part), "{arguments}: {error}");
        }
    }
}
