//! The file to which the engine logs what it reads and writes.

use std::fs;
use std::path::Path;

use chrono::NaiveDateTime;
use tempfile::TempDir;

use crate::engine::Engine;

fn option(path: &Path) -> String {
    format!("setoption name debug log FILE value {}", path.display())
}

/// The lines of a log that went in the direction of `mark`, without the time.
fn logged(path: &Path, mark: &str) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a log");
    let without_time = text.lines().map(|line| {
        let (time, rest) = line.split_once(' ').expect("a time");
        NaiveDateTime::parse_from_str(time, "%Y-%m-%dT%H:%M:%S%.3fZ").expect("a time");
        rest
    });
    without_time
        .filter_map(|line| line.strip_prefix(&format!("{mark} ")))
        .map(str::to_owned)
        .collect()
}

#[test]
fn everything_is_logged_in_both_directions() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("a log.txt");
    let mut engine = Engine::start();
    // In one write: the engine is busy with the first while the others are read.
    let sent = [
        &option(&path),
        "uci",
        "what is \u{265e}",
        "d",
        "go infinite",
        "isready",
        "stop",
        "go depth 3",
        "go infinite",
    ];
    engine.send(&sent.join("\n"));
    let mut heard = engine.until("bestmove");
    heard.extend(engine.until("bestmove"));
    heard.extend(engine.until("info depth 3"));
    engine.send("  quit ");
    heard.extend(engine.finish());
    assert!(heard.last().is_some_and(|line| line.starts_with("bestmove")));
    assert_eq!(logged(&path, "<<"), heard);
    assert_eq!(logged(&path, ">>"), [&sent[..], &["  quit "]].concat());
}

#[test]
fn a_log_goes_on_in_its_file_until_it_is_closed() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("log");
    let mut expected = Vec::new();
    for end in ["<empty>", ""] {
        let mut engine = Engine::start();
        engine.send("isready");
        engine.send(&option(&path));
        engine.send("debug on");
        engine.send(&format!("setoption name Debug Log File value {end}"));
        engine.send("isready\nxyzzy");
        engine.finish();
        expected.extend([option(&path), "debug on".to_owned()]);
    }
    assert_eq!(logged(&path, ">>"), expected);
    // What was written depends on when the engine came to write it: after the file was closed.
    assert!(logged(&path, "<<").iter().all(|line| line == "readyok"));
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = TempDir::new().expect("a folder");
    let [good, bad] = ["log", "no folder/log"].map(|name| folder.path().join(name));
    let mut engine = Engine::start();
    engine.send(&option(&good));
    engine.send(&option(&bad));
    let line = engine.line();
    assert!(line.starts_with("info string option Debug Log File: "), "{line}");
    assert!(line.contains(&bad.display().to_string()), "{line}");
    // Nothing is logged any more, and all else goes on.
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
    engine.search("go depth 2");
    engine.finish();
    assert_eq!(logged(&good, ">>"), [option(&good)]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_log_and_not_the_game() {
    let mut engine = Engine::start();
    engine.send(&option(Path::new("/dev/full")));
    let line = engine.line();
    assert!(line.starts_with("info string Debug Log File: "), "{line}");
    engine.search("go depth 2");
    engine.finish();
}
