//! Reads bytes as games in PGN.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nunatak_fuzz::check_text;
use nunatak_tools::pgn::{PgnError, PgnReader};

fuzz_target!(|input: &[u8]| {
    for max_plies in [usize::MAX, 2] {
        for game in PgnReader::new(input).up_to(max_plies) {
            match game {
                Ok(game) => {
                    assert!(game.moves.len() <= max_plies);
                    game.moves.into_iter().fold(game.start, |board, mv| {
                        assert!(board.is_legal(mv));
                        board.make(mv)
                    });
                }
                Err(error @ PgnError::Game { .. }) => assert!(!error.to_string().is_empty()),
                Err(PgnError::Io { .. }) => unreachable!("memory can be read"),
            }
        }
    }
    let mut games = PgnReader::annotated(input);
    for game in games.by_ref() {
        match game {
            Ok(game) => check_text(&game),
            Err(PgnError::Game { text, .. }) => assert!(!text.is_empty()),
            Err(PgnError::Io { .. }) => unreachable!("memory can be read"),
        }
    }
    games.text_after();
});
