//! The arguments of the program, with patterns of file names expanded.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use glob::{MatchOptions, glob_with};

/// Returns the arguments of the program. Under Windows, whose shells do not expand patterns, an
/// argument with `*` or `?`, which no file name has there, stands for the files that it matches, if
/// there are any.
pub fn arguments() -> impl Iterator<Item = OsString> {
    env::args_os().flat_map(expanded)
}

fn expanded(argument: OsString) -> Vec<OsString> {
    let pattern = argument.to_str().filter(|text| cfg!(windows) && text.contains(['*', '?']));
    let files = pattern.map(matching).unwrap_or_default();
    if files.is_empty() { vec![argument] } else { files }
}

/// Returns the files that match a pattern, in which brackets stand for themselves: PowerShell
/// passes names without quotation marks, and browsers save files as `games[1].pgn`.
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
