//! Invariants that hold for every position and game, and conversations with the engine.

pub mod script;
pub mod session;

use cozy_chess as cozy;
use nunatak::board::{Board, perft};
use nunatak::eval::evaluate_uncached;
use nunatak::types::{Color, Score};
use nunatak_tools::pgn::{PgnGame, PgnReader};
use nunatak_workshop::dataset::{pack, unpack};

/// Checks that a game with annotations is written and read back unchanged.
pub fn check_text(game: &PgnGame) {
    let text = game.to_string();
    let again: Vec<_> = PgnReader::annotated(text.as_bytes()).flatten().collect();
    assert_eq!(again, std::slice::from_ref(game), "{text}");
}

/// Checks FEN, packed form, moves and evaluation of `board`, and the FEN after each move.
pub fn check_board(board: &Board) {
    check_fen(board);
    assert_eq!(unpack(&pack(board)), Ok(*board));
    for color in Color::ALL {
        assert_eq!(board.diagram(color).to_string().lines().count(), 18);
    }
    let moves = board.legal_moves();
    assert_eq!(moves.len() as u64, perft(board, 1));
    assert_eq!(moves.is_empty(), !board.has_legal_move());
    for &mv in &moves {
        assert!(board.is_legal(mv));
        assert_eq!(board.parse_san(&board.san(mv)), Ok(mv));
        for chess960 in [false, true] {
            assert_eq!(board.parse_move(&board.move_text(mv, chess960)), Ok(mv));
        }
        let wins =
            [-10_000, -100, 0, 100, 10_000].map(|threshold| board.see_at_least(mv, threshold));
        assert!(wins.is_sorted_by(|lower, higher| lower >= higher), "{wins:?}");
        check_fen(&board.make(mv));
    }
    if !board.in_check() {
        check_fen(&board.make_null());
    }
    assert!(evaluate_uncached(board).0.abs() <= Score::MAX_EVAL.0);
    check_moves(board);
}

/// Checks that incrementally updated state equals that of a board parsed from its FEN.
fn check_fen(board: &Board) {
    assert_eq!(board.to_string().parse(), Ok(*board));
    assert_eq!(format!("{board:#}").parse(), Ok(*board));
}

/// Checks that the moves equal those of an independent library, if it accepts the position.
fn check_moves(board: &Board) {
    let Ok(theirs) = cozy::Board::from_fen(&format!("{board:#}"), true) else { return };
    let mut their_moves = Vec::new();
    theirs.generate_moves(|group| {
        their_moves.extend(group.into_iter().map(|mv| mv.to_string()));
        false
    });
    let moves = board.legal_moves();
    let mut our_moves: Vec<_> = moves.iter().map(|&mv| board.move_text(mv, true)).collect();
    their_moves.sort();
    our_moves.sort();
    assert_eq!(our_moves, their_moves, "{board}");
}
