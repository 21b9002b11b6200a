//! Parses text as FEN and searches the position.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nunatak::board::Board;
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak_fuzz::check_board;

/// The half-move clock at which the game is drawn.
const FIFTY_MOVES: u8 = 100;

/// The node limit of the search, enough for the first iterations.
const NODES: u64 = 100;

fuzz_target!(|text: &str| {
    let Ok((board, _)) = Board::read_fen(text) else { return };
    check_board(&board);
    // A corrected position needs no correction but that of a clock beyond fifty moves.
    let (_, corrections) = Board::read_fen(&board.to_string()).expect("a legal position");
    assert!(corrections.is_empty() || board.halfmove_clock() > FIFTY_MOVES, "{board}");
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut searcher = Searcher::new(1).expect("a megabyte");
    let result = searcher.search(&board, &[], &limits, &SearchControl::default(), &mut Silent);
    assert_eq!(result.best.is_some(), board.has_legal_move());
    result.report.pv.into_iter().fold(board, |board, mv| {
        assert!(board.is_legal(mv), "{mv:?} in {board}");
        board.make(mv)
    });
});
