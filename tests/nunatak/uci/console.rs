//! Commands for the console besides those of the protocol: `d`, `flip`, `compiler` and `export`.

use nunatak::board::Board;
use nunatak::book::BookEntry;

use crate::common::engine::Engine;
use crate::common::positions::{KIWIPETE, POLYGLOT};
use crate::common::{Folder, word_after};

#[test]
fn flip_exchanges_the_sides() {
    let mut engine = Engine::start();
    engine.send(&format!("position fen {KIWIPETE}\nflip"));
    let flipped = "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1";
    assert_eq!(engine.shown_fen(), flipped);
    engine.assert_answer("perft 3", "97862 nodes");
    engine.send("flip");
    assert_eq!(engine.shown_fen(), KIWIPETE);
    // The search is for the new side, and there is nothing to flip without a position.
    engine.send("position startpos moves e2e4 e7e5\nflip");
    let best = engine.best_move("go depth 2");
    assert!(best.contains(['5', '6', '7', '8']), "{best}");
    engine.send("position fen 8/8 w\nflip");
    for _ in 0..2 {
        assert!(engine.line().starts_with("info string"));
    }
    engine.finish();
}

#[test]
fn d_shows_the_board_and_the_legal_moves() {
    let mut engine = Engine::start();
    for (fen, row, checkers, moves) in [
        ("4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1", "1 | R |   |   |   | K |", "e2", "e1d1 e1e2 e1f1"),
        ("8/8/8/8/8/5n2/8/k1K4r w - - 0 1", "1 | k |   | K |   |   |", "h1", "c1c2"),
        ("k7/8/8/8/8/8/p7/K7 w - - 0 1", "2 | p |   |   |   |   |", "", "a1a2 a1b2"),
    ] {
        let board: Board = fen.parse().expect("a legal position");
        engine.send(&format!("position fen {fen}\nd"));
        let lines = engine.until("Legal moves: ");
        let [rows @ .., shown_fen, key, shown_checkers, shown_moves] = &lines[..] else {
            panic!("{lines:?}")
        };
        assert!(rows.iter().any(|line| line.starts_with(row)), "{lines:?}");
        assert!(rows[1].starts_with("8 ") && rows.last().is_some_and(|row| row.contains("a   b")));
        assert_eq!(*shown_fen, format!("FEN: {fen}"));
        assert_eq!(*key, format!("Key: {:016x}", board.key()));
        assert_eq!(*shown_checkers, format!("Checkers: {checkers}"));
        assert_eq!(*shown_moves, format!("Legal moves: {moves}"));
    }
    engine.send("position startpos\nd");
    let lines = engine.until("Legal moves: ");
    let moves: Vec<_> = lines.last().expect("a line").split(' ').skip(2).collect();
    assert!(moves.len() == 20 && moves.is_sorted(), "{moves:?}");
    engine.finish();
}

#[test]
fn compiler_shows_how_the_program_was_built() {
    let mut engine = Engine::start();
    engine.send("compiler");
    assert!(engine.line().starts_with("Compiled by: rustc 1."));
    let target = engine.line();
    assert!(target.starts_with("Target: ") && target.contains(std::env::consts::ARCH), "{target}");
    let features = engine.line();
    let has = |name: &str| features.split(' ').any(|feature| feature == name);
    assert!(features.starts_with("Target features: "), "{features}");
    assert_eq!(has("popcnt"), cfg!(target_feature = "popcnt"));
    assert_eq!(has("avx2"), cfg!(target_feature = "avx2"));
    let level = engine.line();
    assert!(word_after(&level, "level:").len() == 1, "{level}");
    engine.finish();
}

/// Returns the answer to an `export`.
fn export(engine: &mut Engine, arguments: &str) -> String {
    engine.send(&format!("export {arguments}"));
    engine.line()
}

#[test]
fn exported_options_can_be_fed_back() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name).display().to_string();
    let mut engine = Engine::start();
    engine.send("uci");
    let declared = engine.until("uciok");
    for (name, value) in [("hash", "3"), ("Move Overhead", "77"), ("UCI_Chess960", "true")] {
        engine.set_option(name, value);
    }
    engine.set_option("UCI_Opponent", "GM 2800 human Gary Kasparov");
    engine.set_option("Contempt", -5);
    // Refused, so that the last value stays.
    engine.set_option("Contempt", 101);
    assert!(engine.line().contains("'101'"));
    engine.set_option("SyzygyPath", path("no folder"));
    engine.send("isready");
    assert!(engine.until("readyok").iter().any(|line| line.contains("SyzygyPath: ")));
    engine.set_option("Debug Log File", path("no folder/log"));
    assert!(engine.line().ends_with("; the log is off"));
    let first = path("the settings ü.txt");
    let answer = export(&mut engine, &format!("\"{first}\""));
    assert_eq!(answer, format!("info string options written to {first}"));
    engine.finish();

    let text = folder.read_text("the settings ü.txt");
    let lines: Vec<&str> = text.lines().collect();
    for (name, value) in [
        ("Hash", "3"),
        ("Threads", "1"),
        ("Move Overhead", "77"),
        ("UCI_Chess960", "true"),
        ("UCI_Opponent", "GM 2800 human Gary Kasparov"),
        ("Contempt", "-5"),
        ("Debug Log File", "<empty>"),
        ("EvalFile", "<internal>"),
        ("BookFile", "<empty>"),
        ("SyzygyPath", "<empty>"),
    ] {
        let line = format!("setoption name {name} value {value}");
        assert!(lines.contains(&&*line), "{line} in {text}");
    }
    let has_value = |line: &&String| {
        line.contains(" type ") && !line.contains("button") && !line.contains("UCI_EngineAbout")
    };
    assert_eq!(lines.len(), declared.iter().filter(has_value).count());

    // Another engine accepts all lines without an answer, and exports the same.
    let mut engine = Engine::start();
    engine.assert_answer(&format!("{text}isready"), "readyok");
    export(&mut engine, &path("again"));
    assert_eq!(folder.read_text("again"), text);
    engine.finish();
}

#[test]
fn export_replaces_files_by_force_only() {
    let folder = Folder::new();
    folder.write("old", "precious");
    let path = |name: &str| folder.path(name).display().to_string();
    let mut engine = Engine::start();
    let answer = export(&mut engine, &path("old"));
    assert!(answer.starts_with("info string export: ") && answer.contains("--force"), "{answer}");
    assert_eq!(folder.read_text("old"), "precious");
    assert!(export(&mut engine, &path("no folder/new")).contains("export: "));
    assert!(export(&mut engine, "").contains("missing file name"));
    for option in ["-", "-h", "--help"] {
        let answer = export(&mut engine, option);
        assert!(answer.contains(&format!("'{option}'")), "{answer}");
    }
    assert!(export(&mut engine, &format!("{} --force", path("old"))).contains("written"));
    assert!(folder.read_text("old").starts_with("setoption name Hash value "));
    assert_eq!(folder.names(), ["old"]);
    // A part that was left by a program that was killed, and the mark at the other end.
    folder.write(".old.0.tmp", "a part");
    assert!(export(&mut engine, &format!("--force {}", path("old"))).contains("written"));
    assert_eq!(folder.names(), [".old.0.tmp", "old"]);
    assert_eq!(folder.read_text(".old.0.tmp"), "a part");
    folder.write("protected", "precious");
    let mut permissions = std::fs::metadata(path("protected")).expect("a file").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(path("protected"), permissions).expect("permissions");
    let answer = export(&mut engine, &format!("{} --force", path("protected")));
    assert!(answer.ends_with("write-protected"), "{answer}");
    assert_eq!(folder.read_text("protected"), "precious");
    assert!(export(&mut engine, &path("new")).contains("written"));
    assert_eq!(folder.read_text("new"), folder.read_text("old"));
    assert_eq!(folder.names(), [".old.0.tmp", "new", "old", "protected"]);
    engine.finish();
}

#[cfg(unix)]
#[test]
fn export_by_force_keeps_links_and_permissions() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new();
    folder.write("old", "precious");
    fs::set_permissions(folder.path("old"), Permissions::from_mode(0o640)).expect("permissions");
    for (target, link) in [("old", "link"), ("missing", "broken")] {
        symlink(folder.path(target), folder.path(link)).expect("a link");
    }
    let path = |name: &str| folder.path(name).display().to_string();
    let mut engine = Engine::start();
    assert!(export(&mut engine, &format!("{} --force", path("link"))).contains("written"));
    assert!(folder.read_text("old").starts_with("setoption name Hash value "));
    assert!(folder.path("link").is_symlink());
    let mode = fs::metadata(folder.path("old")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    let answer = export(&mut engine, &format!("{} --force", path("broken")));
    assert!(answer.ends_with("a symbolic link to a missing file"), "{answer}");
    assert!(!folder.path("missing").exists());
    engine.finish();
}

#[test]
fn files_in_use_are_not_replaced() {
    const IN_USE: &str = "the engine uses the file or has logged to it";
    let folder = Folder::new();
    let path = |name: &str| folder.path(name).display().to_string();
    let [(key, mv, weight), ..] = POLYGLOT;
    folder.write("book.bin", BookEntry { key, mv, weight }.to_bytes());
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy/KQvK.rtbw");
    std::fs::copy(table, folder.path("KQvK.rtbw")).expect("a copy");
    let mut engine = Engine::start();
    for (option, value, file) in [
        ("BookFile", "book.bin", "book.bin"),
        ("SyzygyPath", "", "KQvK.rtbw"),
        ("Debug Log File", "log", "log"),
    ] {
        engine.set_option(option, path(value));
        engine.ready();
        let answer = export(&mut engine, &format!("{} --force", path(file)));
        assert_eq!(answer, format!("info string export: {}: {IN_USE}", path(file)));
    }
    // The log is opened at once, while the export waits for the end of the search.
    engine.send("go infinite");
    engine.send(&format!("export {} --force", path("late")));
    engine.send(&format!("setoption name Debug Log File value {}", path("late")));
    engine.send("stop");
    engine.until("bestmove");
    let answer = engine.until("info string");
    assert!(answer.last().is_some_and(|line| line.ends_with(IN_USE)), "{answer:?}");
    // The log is closed at once, too, and the first one long ago.
    engine.send("go infinite");
    engine.send(&format!("export {} --force", path("late")));
    engine.send(&format!("export {} --force", path("log")));
    engine.send("setoption name Debug Log File value <empty>");
    engine.send("stop");
    engine.until("bestmove");
    for _ in 0..2 {
        assert!(engine.line().ends_with(IN_USE));
    }
    engine.finish();
}
