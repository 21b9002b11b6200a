//! Reads bytes as games in PGN.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nunatak::pgn::{PgnError, PgnGame, PgnReader};

fuzz_target!(|input: &[u8]| {
    for max_plies in [usize::MAX, 2] {
        for game in PgnReader::new(input, max_plies) {
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

/// Checks that a game with annotations is written without loss. Only control characters in tags become
/// blanks.
fn check_text(game: &PgnGame) {
    let text = game.to_string();
    let mut expected = game.clone();
    let annotations = expected.annotations.as_mut().expect("the reader keeps annotations");
    for (_, value) in &mut annotations.tags {
        *value = value.replace(char::is_control, " ");
    }
    let again: Vec<_> = PgnReader::annotated(text.as_bytes()).flatten().collect();
    assert_eq!(again, [expected], "{text}");
}
