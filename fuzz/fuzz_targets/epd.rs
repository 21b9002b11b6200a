//! Parses text as a line of EPD.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nunatak::game::GameLine;
use nunatak_fuzz::check_board;
use nunatak_tools::epd::{EpdRecord, Points};

fuzz_target!(|text: &str| {
    let Ok(record) = text.parse::<EpdRecord>() else { return };
    let moves = || record.best_moves.iter().chain(&record.avoid_moves);
    assert!(moves().all(|&mv| record.board().is_legal(mv)));
    assert!(record.direct_mate.is_none_or(|moves| moves >= 1));
    check_board(record.board());
    // A displayed record is parsed back with the same tests.
    let shown = format!("{} {};", record.board(), record.tests());
    let again: EpdRecord = shown.parse().expect("a line of EPD");
    let corrections = again.corrections.clone();
    let game = GameLine::new(*record.board());
    let expected = EpdRecord { game, id: None, corrections, points: Points::default(), ..record };
    assert_eq!(expected, again);
});
