//! Names of openings.

use esca::Position;
use esca::openings::{Opening, lookup};
use nunatak::board::Board;

use crate::pgn::PgnGame;

/// Returns the last position of a game that has a name in lichess's list of openings.
///
/// Positions are compared, so transpositions are recognised.
pub(super) fn opening(game: &PgnGame) -> Option<Opening> {
    let mut board = game.start;
    let mut last = named(&board);
    for &mv in &game.moves {
        board = board.make(mv);
        last = named(&board).or(last);
    }
    last
}

fn named(board: &Board) -> Option<Opening> {
    lookup(&Position::from_fen(&board.to_string()).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::PgnReader;

    #[test]
    fn openings_are_recognised_by_their_positions() {
        let chess960 = "[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]";
        let after_e4 = "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]";
        let endgame = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
        for (tags, moves, expected) in [
            ("", "1. e4 e5 2. Nf3 Nc6 3. Bb5", Some(("C60", "Ruy Lopez"))),
            ("", "1. Nf3 Nc6 2. e4 e5 3. Bb5", Some(("C60", "Ruy Lopez"))),
            ("", "1. e4 e5 2. Nf3 Nc6 3. Bb5 h5 4. Ba4 h4", Some(("C60", "Ruy Lopez"))),
            ("", "1. d4 d5 2. c4 c6", Some(("D10", "Slav Defense"))),
            ("", "1. e4 d5", Some(("B01", "Scandinavian Defense"))),
            (after_e4, "1... c5", Some(("B20", "Sicilian Defense"))),
            (after_e4, "", Some(("B00", "King's Pawn Game"))),
            (endgame, "1. e4", None),
            (chess960, "1. e4 e5", None),
            ("", "", None),
        ] {
            let text = format!("[Event \"x\"]\n{tags}\n\n{moves} *");
            let game = PgnReader::annotated(text.as_bytes()).next().unwrap().unwrap();
            let found = opening(&game).map(|opening| (opening.eco, opening.name));
            assert_eq!(found, expected, "{text}");
        }
    }
}
