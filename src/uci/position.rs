//! The arguments of `position`, and the game they describe.

use super::tokens::{CommandError, Words, unexpected};
use crate::board::{Board, FenCorrection, is_start_word};
use crate::game::GameLine;
use crate::text::unquoted;
use crate::types::Move;

/// Sets up the game that the `text` after `position` describes, which may be pasted with quotation
/// marks. Returns the game and the corrections of the FEN.
pub(super) fn read_game(text: &str) -> Result<(GameLine, Vec<FenCorrection>), CommandError> {
    let text = unquoted(text);
    let mut words = Words::new(&text);
    let fen = match words.next() {
        Some(word) if is_start_word(word) => word.to_owned(),
        Some("fen") => words.before("moves").join(" "),
        word => return Err(unexpected("start position", word, "'startpos' or 'fen'")),
    };
    match words.next() {
        None | Some("moves") => {}
        word => return Err(unexpected("list of moves", word, "'moves'")),
    }
    let (start, corrections) = Board::read_fen(&fen)?;
    let mut game = GameLine::new(start);
    for text in words {
        game.play(parse_move(game.board(), text)?);
    }
    Ok((game, corrections))
}

/// Parses a move in coordinate notation. The error of a legal move in another notation names the
/// right one.
pub(super) fn parse_move(board: &Board, text: &str) -> Result<Move, CommandError> {
    board.parse_move(text).map_err(|_| match board.read_move(text) {
        Ok(mv) => {
            let expected = board.move_text(mv, false);
            CommandError::Notation { text: text.to_owned(), expected }
        }
        // Other notation may also be ambiguous.
        Err(error) => error.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(arguments: &str) -> Result<GameLine, CommandError> {
        read_game(arguments).map(|(game, _)| game)
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
        for (arguments, expected) in [
            ("startpos moves e2e4 e2e4", "'e2e4' is not a legal move"),
            ("fen 8/8 w - -", "piece placement '8/8'"),
            (
                "startpos moves e2e4 e7e5 Nf3",
                "'Nf3' is not in coordinate notation, which would be 'g1f3'",
            ),
            ("fen 4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1 moves Ne4", "'Ne4' is ambiguous"),
            ("", "start position: missing 'startpos' or 'fen'"),
            ("nowhere", "start position: 'nowhere' is not 'startpos' or 'fen'"),
            ("startpos e2e4", "list of moves: 'e2e4' is not 'moves'"),
            ("startpos move e2e4", "list of moves: 'move' is not 'moves'"),
        ] {
            let error = resolve(arguments).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{arguments}: {error}");
        }
    }
}
