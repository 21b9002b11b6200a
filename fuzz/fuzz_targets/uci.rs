//! Feeds bytes to the engine as UCI input; searches that are running at its end are stopped.

#![no_main]

use std::io::{self, Cursor};

use libfuzzer_sys::fuzz_target;
use nunatak::text::read_line;

/// Options whose high values only make the engine slow.
const COSTLY: [&str; 2] = ["hash", "threads"];
/// The option and the command that make the engine write to a file.
const WRITING: [&str; 2] = ["log", "export"];

fuzz_target!(|input: &[u8]| {
    let is_harmless = |line: &&[u8]| {
        let line = read_line(&mut { *line }).expect("memory can be read");
        let line = line.unwrap_or_default().to_lowercase();
        let is_low = line.split_whitespace().last().is_some_and(|word| word.len() == 1);
        let is_button = line.trim_end().ends_with("clear hash");
        let is_costly = COSTLY.iter().any(|name| line.contains(name)) && !is_low && !is_button;
        !is_costly && !WRITING.iter().any(|name| line.contains(name))
    };
    let lines = input.split(|&byte| byte == b'\n').filter(is_harmless);
    let lines: Vec<_> = [&b"setoption name Hash value 1"[..]].into_iter().chain(lines).collect();
    // `quit` stops long commands, too.
    let text = [&lines.join(&b'\n'), &b"\nquit\n"[..]].concat();
    nunatak::uci::serve(Cursor::new(text), io::sink()).expect("memory and an output");
});
