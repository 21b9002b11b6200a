//! Reads bytes as recorded self-play games.

#![no_main]

use libfuzzer_sys::fuzz_target;
use nunatak_fuzz::check_board;
use nunatak_workshop::dataset::{Filter, GameReader, Summary};

/// The size of a game's header in bytes, some of which are unused and not compared.
const HEADER_BYTES: usize = 32;

fuzz_target!(|input: &[u8]| {
    let mut summary = Summary::new(Filter::default());
    let mut reader = GameReader::new(input);
    let (mut written, mut games) = (Vec::<u8>::new(), Vec::new());
    while let Some(Ok(game)) = reader.next() {
        check_board(&game.start);
        summary.add(&game);
        let moves = written.len() + HEADER_BYTES;
        game.write_to(&mut written).expect("memory can be written");
        assert_eq!(written[moves..], input[moves..written.len()]);
        games.push(game);
    }
    assert_eq!(reader.offset(), written.len() as u64);
    assert!(!summary.to_string().is_empty());
    let again: Vec<_> = GameReader::new(&*written).map(|game| game.expect("a game")).collect();
    assert_eq!(again, games);
});
