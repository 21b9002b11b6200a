//! Bytes as the input of the engine, each of whose searches is stopped at its beginning.

#![no_main]

use libfuzzer_sys::fuzz_target;

/// Options whose high values are only slow.
const COSTLY: [&str; 2] = ["hash", "threads"];
/// The option that writes to a file.
const WRITING: &str = "log";

fuzz_target!(|input: &[u8]| {
    let is_harmless = |line: &&[u8]| {
        let line = String::from_utf8_lossy(line).to_lowercase();
        let has_one_digit = line.split_whitespace().last().is_some_and(|word| word.len() == 1);
        let is_costly = COSTLY.iter().any(|name| line.contains(name)) && !has_one_digit;
        !is_costly && !line.contains(WRITING)
    };
    let lines: Vec<_> = input.split(|&byte| byte == b'\n').filter(is_harmless).collect();
    nunatak::uci::fuzz(&lines.join(&b'\n'));
});
