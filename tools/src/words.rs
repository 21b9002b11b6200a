//! The words of the command line.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use glob::{MatchOptions, glob_with};

/// Returns the words of the command line. Under Windows, whose shells leave that to the programs, a
/// word with `*` or `?`, which no name has there, stands for the files that it matches, if any.
pub fn words() -> impl Iterator<Item = OsString> {
    env::args_os().flat_map(expanded)
}

fn expanded(word: OsString) -> Vec<OsString> {
    let pattern = word.to_str().filter(|text| cfg!(windows) && text.contains(['*', '?']));
    let files = pattern.map(matching).unwrap_or_default();
    if files.is_empty() { vec![word] } else { files }
}

/// Returns the files that match a pattern, in which brackets stand for themselves: PowerShell passes
/// names without quotation marks, and browsers save files as `games[1].pgn`.
fn matching(pattern: &str) -> Vec<OsString> {
    let options = MatchOptions { case_sensitive: false, ..MatchOptions::new() };
    let files = glob_with(&pattern.replace('[', "[[]"), options).into_iter().flatten().flatten();
    files.map(PathBuf::into_os_string).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn brackets_are_part_of_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).into_os_string();
        for name in ["games1.pgn", "games[1].pgn", "games[2].PGN", "other.pgn"] {
            fs::write(path(name), "").unwrap();
        }
        let find = |pattern: &str| matching(path(pattern).to_str().unwrap());
        assert_eq!(find("games[1].pgn"), [path("games[1].pgn")]);
        assert_eq!(find("games[?].pgn"), ["games[1].pgn", "games[2].PGN"].map(path));
        assert_eq!(find("none*").len(), 0);
        assert_eq!(expanded(path("games[1].pgn")), [path("games[1].pgn")]);
    }
}
