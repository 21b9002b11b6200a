//! The log of the engine.

use std::fs;
use std::path::Path;

use chrono::NaiveDateTime;

use crate::common::Folder;
use crate::common::engine::Engine;

fn option(path: &Path) -> String {
    format!("setoption name debug log FILE value {}", path.display())
}

/// Returns the lines of a log with this mark of their direction, without mark and time.
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
fn input_and_output_are_logged() {
    let folder = Folder::new();
    let path = folder.path("a log.txt");
    let mut engine = Engine::start();
    // In one write, so that the engine is busy when the later lines are read.
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
    let mut received = engine.until("bestmove");
    received.extend(engine.until("bestmove"));
    received.extend(engine.until("info depth 3"));
    engine.send("  quit ");
    received.extend(engine.finish());
    assert!(received.last().is_some_and(|line| line.starts_with("bestmove")));
    assert_eq!(logged(&path, "<<"), received);
    assert_eq!(logged(&path, ">>"), [&sent[..], &["  quit "]].concat());
}

#[test]
fn an_existing_file_is_appended_to_until_it_is_closed() {
    let folder = Folder::new();
    let path = folder.path("log");
    let mut expected = Vec::new();
    for end in ["<empty>", "<EMPTY>", ""] {
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
    // Whether an answer is logged depends on whether the file has been closed meanwhile.
    assert!(logged(&path, "<<").iter().all(|line| line == "readyok"));
}

#[test]
fn other_files_are_not_written_to() {
    let folder = Folder::new();
    let mut engine = Engine::start();
    for (name, text) in [
        ("games.pgn", "[Event \"x\"]\n\n1. e4 *\n"),
        ("main.rs", "fn main() {}\n"),
        ("blank.txt", "\n"),
        ("dates.txt", "2026-11-22T10:00:00.000Z nothing\n"),
        ("other.log", ">> uci\n<< uciok\n"),
    ] {
        folder.write(name, text);
        let path = folder.path(name);
        engine.assert_answer(&option(&path), "info string option Debug Log File: ");
        engine.send("isready");
        assert_eq!(engine.line(), "readyok");
        assert_eq!(folder.read_text(name), text);
    }
    folder.write("empty.log", "");
    for name in ["empty.log", "empty.log", "new.log"] {
        engine.send(&option(&folder.path(name)));
        engine.ready();
    }
    engine.finish();
    assert_eq!(
        logged(&folder.path("empty.log"), ">>").iter().filter(|it| *it == "isready").count(),
        2
    );
}

#[test]
fn a_file_that_cannot_be_written_is_reported() {
    let folder = Folder::new();
    let [good, bad] = ["log", "no folder/log"].map(|name| folder.path(name));
    for bad in [&*bad, Path::new("-"), Path::new("\"-\"")] {
        let mut engine = Engine::start();
        engine.send(&option(&good));
        engine.send(&option(bad));
        let line = engine.line();
        assert!(line.starts_with("info string option Debug Log File: "), "{line}");
        assert!(line.contains(&bad.display().to_string()), "{line}");
        // The log is off, and the engine works on.
        engine.send("isready");
        assert_eq!(engine.line(), "readyok");
        engine.search("go depth 2");
        engine.finish();
    }
    assert_eq!(logged(&good, ">>"), [option(&good), option(&good), option(&good)]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_switches_the_log_off() {
    let mut engine = Engine::start();
    engine.send(&option(Path::new("/dev/full")));
    let line = engine.line();
    assert!(line.starts_with("info string Debug Log File: "), "{line}");
    engine.search("go depth 2");
    engine.finish();
}
