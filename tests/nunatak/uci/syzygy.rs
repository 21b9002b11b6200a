//! The options of the Syzygy tables.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use nunatak::board::Board;

use crate::common::engine::Engine;
use crate::common::{Folder, last_with, play_pv, word_after};

/// The folder of the tables.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");

/// The answer to the path of the tables.
const FOUND: &str = "info string SyzygyPath: 7 WDL and 6 DTZ tables found, up to 4 pieces";

/// Rook against rook: White wins with one move only, in 7 plies.
const ONLY_MOVE: &str = "r7/k7/8/K7/8/7R/8/8 w - - 0 1";

/// Rook against rook, a draw by most moves.
const DRAWN: &str = "8/8/4k3/8/8/2K5/7r/R7 w - - 0 1";

/// Two rooks against rook and bishop: an exchange on e5 leads to the tables.
const OUTSIDE: &str = "8/8/4k3/4b3/8/2K5/7r/R3R3 w - - 0 1";

/// The win of a table without the distance to the mate.
const TABLE_WIN: i32 = 31_279;

/// Starts an engine with the tables.
fn engine() -> Engine {
    let mut engine = Engine::start();
    engine.set_option("SyzygyPath", TABLES);
    assert_eq!(engine.line(), FOUND);
    engine
}

/// Returns the number after `word` in the last line with a principal variation.
fn number(lines: &[String], word: &str) -> i64 {
    let line = last_with(lines, " multipv 1 ");
    word_after(line, word).parse().unwrap_or_else(|_| panic!("no {word} in {line}"))
}

fn hits(engine: &mut Engine, fen: &str, go: &str) -> i64 {
    number(&engine.search_position(fen, go), "tbhits")
}

fn copy_tables(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    for entry in fs::read_dir(TABLES).expect("a folder").map(|entry| entry.expect("an entry")) {
        fs::copy(entry.path(), folder.join(entry.file_name())).expect("a copy");
    }
}

#[test]
fn only_the_best_moves_of_the_root_are_searched() {
    let mut engine = engine();
    for fen in [ONLY_MOVE, "8/8/6R1/8/k7/r7/1K6/8 w - - 0 1"] {
        let lines = engine.search_position(fen, "go nodes 1");
        let best = word_after(lines.last().expect("a line"), "bestmove").to_owned();
        let board: Board = fen.parse().expect("a legal position");
        let moves = board.legal_moves().len() as i64;
        assert_eq!((number(&lines, "cp"), number(&lines, "tbhits")), (TABLE_WIN.into(), moves));
        // The other side agrees that it is lost.
        engine.send(&format!("position fen {fen} moves {best}"));
        assert_eq!(number(&engine.search("go nodes 1"), "cp"), i64::from(-TABLE_WIN));
    }
    engine.set_option("UCI_ShowWDL", true);
    let lines = engine.search_position(ONLY_MOVE, "go nodes 1");
    assert!(last_with(&lines, " pv ").contains(" wdl 1000 0 0 "));
    let lines = engine.search_position(DRAWN, "go depth 8");
    let line = last_with(&lines, " pv ");
    assert!(line.contains(" score cp 0 wdl 0 1000 0 "), "{line}");
    engine.finish();
}

#[test]
fn go_mate_finds_mates_by_moves_of_lower_rank() {
    let mut engine = engine();
    // After a repetition, the capture of the rook ranks first, but another move mates.
    let fen = "8/8/k1K5/8/8/6r1/6R1/8 w - - 0 1 moves g2g1 g3h3 g1g2 h3g3";
    let best = |lines: &[String]| word_after(last_with(lines, "bestmove"), "bestmove").to_owned();
    assert_eq!(best(&engine.search_position(fen, "go depth 1")), "g2g3");
    let lines = engine.search_position(fen, "go mate 2");
    assert_eq!((best(&lines).as_str(), number(&lines, "mate")), ("g2a2", 2));
    // With several lines the moves are ranked, the promotion first, although the exact tables know
    // a mate by another move.
    engine.set_option("MultiPV", 2);
    let fen = "8/8/8/6k1/8/8/p6K/8 b - - 0 1 moves g5h4 h2h1 h4g5 h1h2";
    let lines = engine.search_position(fen, "go mate 5");
    assert_eq!((best(&lines).as_str(), number(&lines, "mate")), ("g5f4", 5));
    engine.set_option("MultiPV", 1);
    // Without such a mate, the result is kept.
    assert_eq!(best(&engine.search_position(ONLY_MOVE, "go mate 4 nodes 1")), "h3h7");
    engine.finish();
}

#[test]
fn root_moves_without_distances_are_ranked_by_outcome() {
    let folder = Folder::new();
    copy_tables(&folder.path(""));
    fs::remove_file(folder.path("KRvKR.rtbz")).expect("a table");
    let mut engine = Engine::start();
    engine.set_option("SyzygyPath", folder.path("").display());
    engine.until("info string SyzygyPath: ");
    let lines = engine.search_position(ONLY_MOVE, "go nodes 1");
    assert_eq!(word_after(last_with(&lines, "bestmove"), "bestmove"), "h3h7");
    assert_eq!(number(&lines, "cp"), i64::from(TABLE_WIN));
    // The move completes the fifty moves.
    let lines = engine.search_position(&ONLY_MOVE.replace(" 0 1", " 99 90"), "go nodes 1");
    assert_eq!(number(&lines, "cp"), 0);
    // It counts for nothing without the rule, and before it a win is uncertain.
    for (rule, clock, is_certain) in [(false, 99, true), (true, 50, false), (true, 0, true)] {
        engine.set_option("Syzygy50MoveRule", rule);
        for fen in [ONLY_MOVE, "r7/k6R/8/K7/8/8/8/8 b - - 0 1"] {
            let fen = fen.replace(" 0 1", &format!(" {clock} 90"));
            let score = number(&engine.search_position(&fen, "go nodes 1"), "cp").abs();
            assert_eq!(score == i64::from(TABLE_WIN), is_certain, "{fen} {rule}: {score}");
        }
    }
    engine.finish();
}

#[test]
fn the_root_is_ranked_where_a_repetition_or_fifty_moves_may_spoil_the_mate_of_the_exact_tables() {
    let mut engine = engine();
    // White mates within 27 plies, also after the position has come again.
    let mut game = "8/8/8/3k4/8/8/R7/1K6 w - - 0 1".to_owned();
    assert_eq!(hits(&mut engine, &game, "go nodes 1"), 0);
    game += " moves a2a3 d5d4 a3a2 d4d5";
    assert_eq!(hits(&mut engine, &game, "go nodes 1"), 0);
    // Now within 29 plies, on which it may come for the third time.
    game += " b1a1 d5d4";
    let ranked = "8/8/8/8/3k4/8/R7/K7 w - - 6 4";
    let moves = ranked.parse::<Board>().expect("a legal position").legal_moves().len();
    assert_eq!(hits(&mut engine, &game, "go nodes 1"), moves as i64);
    // The mate after 31 plies may come after the fifty moves.
    let rook = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1";
    for (clock, is_ranked) in [(69, false), (70, true)] {
        let late = rook.replace(" 0 1", &format!(" {clock} 90"));
        assert_eq!(hits(&mut engine, &late, "go nodes 1") > 0, is_ranked, "{clock}");
    }
    engine.finish();
}

#[test]
fn further_lines_are_ranked_by_the_tables() {
    let mut engine = engine();
    engine.set_option("MultiPV", 3);
    let lines = engine.search_position(ONLY_MOVE, "go depth 1");
    let score = |number: u32| {
        let line = last_with(&lines, &format!(" multipv {number} "));
        word_after(line, "cp").parse::<i32>().ok()
    };
    assert_eq!([1, 2, 3].map(score), [Some(TABLE_WIN), Some(0), Some(0)], "{lines:?}");
    // The moves that are asked for are searched, whatever they lead to.
    engine.set_option("MultiPV", 1);
    let best = word_after(last_with(&lines, " multipv 2 "), "pv").to_owned();
    let lines = engine.search(&format!("go depth 5 searchmoves {best}"));
    assert!(lines.last().expect("a line").starts_with(&format!("bestmove {best}")));
    assert_eq!(number(&lines, "cp"), 0);
    engine.finish();
}

#[test]
fn a_mate_is_shown_when_the_search_finds_it() {
    let mut engine = engine();
    let fen = "k7/7R/1K6/8/8/8/8/r7 w - - 0 1";
    let lines = engine.search_position(fen, "go depth 6");
    let line = last_with(&lines, " pv ");
    assert!(line.contains(" score mate 1 "), "{line}");
    assert!(play_pv(line, fen).1.in_check());
    // Every other score of a won root is that of the tables.
    for line in engine.search_position(ONLY_MOVE, "go depth 12") {
        if line.contains(" cp ") {
            assert_eq!(word_after(&line, "cp"), TABLE_WIN.to_string(), "{line}");
        }
    }
    engine.finish();
}

#[test]
fn further_lines_of_a_solved_position_have_the_results_of_the_tables() {
    // Three moves mate with the hundredth half-move, two lose the rook, the others are too slow.
    let mut engine = engine();
    engine.set_option("MultiPV", 256);
    let lines = engine.search_position("8/8/8/8/4k3/8/3RK3/8 w - - 75 80", "go depth 5");
    let rank = |number| last_with(&lines, &format!(" multipv {number} "));
    assert!((1..=3).all(|number| rank(number).contains(" score mate 13 ")), "{lines:?}");
    assert!((4..=14).all(|number| rank(number).contains(" score cp 0 ")), "{lines:?}");
    engine.finish();
}

#[test]
fn a_lost_side_resists_and_shows_as_many_lines_as_are_asked_for() {
    let mut engine = engine();
    for (fen, moves) in
        [("7k/8/8/8/8/8/3p3K/8 w - - 90 60", 5), ("8/8/8/8/8/1k6/3q4/K7 w - - 92 80", 1)]
    {
        for count in [1, 3] {
            engine.set_option("MultiPV", count);
            let lines = engine.search_position(fen, "go depth 8");
            for number in 1..=count.min(moves) {
                let line = last_with(&lines, &format!(" multipv {number} "));
                assert!(line.contains(" score mate -"), "{line}");
                play_pv(line, fen);
            }
        }
    }
    engine.finish();
}

#[test]
fn wins_are_converted_before_the_fifty_move_rule() {
    let mut engine = engine();
    // The pawn moves after 15, 13 and 9 plies with best play; the last win needs the tables.
    for (fen, clock) in
        [("1k6/8/8/8/8/K5P1/8/8", 84), ("8/8/8/5k2/8/8/3P1K2/8", 86), ("4k3/8/8/8/8/8/1P6/1K6", 91)]
    {
        let start = format!("{fen} w - - {clock} 90");
        let mut board: Board = start.parse().expect("a legal position");
        let mut moves = String::new();
        while board.has_legal_move() {
            assert!(!board.is_drawn_by_rule(), "{moves}");
            engine.send(&format!("position fen {start} moves{moves}"));
            let best = engine.best_move("go nodes 200");
            board = board.make(board.parse_move(&best).expect("a legal move"));
            moves += &format!(" {best}");
        }
        assert!(board.in_check(), "{moves}");
    }
    engine.finish();
}

#[test]
fn the_fifty_move_rule_can_be_switched_off() {
    let mut engine = engine();
    let fen = "8/8/8/8/5k2/8/8/KQ6 w - - 92 90";
    let mut score = |rule: bool| {
        engine.set_option("Syzygy50MoveRule", rule);
        number(&engine.search_position(fen, "go nodes 1"), "cp")
    };
    assert_eq!([score(true), score(false), score(true)], [0, TABLE_WIN.into(), 0]);
    engine.finish();
}

#[test]
fn positions_inside_the_tree_are_probed() {
    let mut engine = engine();
    assert!(hits(&mut engine, OUTSIDE, "go depth 8") > 0);
    engine.set_option("Threads", 3);
    engine.send("ucinewgame");
    assert!(hits(&mut engine, OUTSIDE, "go depth 12") > 0);
    engine.set_option("Threads", 1);
    for (option, value, is_probed) in [
        ("SyzygyProbeDepth", 90, false),
        ("SyzygyProbeDepth", 1, true),
        ("SyzygyProbeLimit", 3, false),
        ("SyzygyProbeLimit", 0, false),
        ("SyzygyProbeLimit", 4, true),
    ] {
        engine.set_option(option, value);
        engine.send("ucinewgame");
        let hits = hits(&mut engine, OUTSIDE, "go depth 6");
        assert_eq!(hits > 0, is_probed, "{option} {value}: {hits}");
    }
    // Without tables of the root, its moves are not ranked either.
    engine.set_option("SyzygyProbeLimit", 0);
    assert_eq!(hits(&mut engine, ONLY_MOVE, "go depth 3"), 0);
    engine.set_option("SyzygyProbeLimit", 7);
    engine.set_option("UCI_LimitStrength", true);
    assert_eq!(hits(&mut engine, ONLY_MOVE, "go depth 3"), 0);
    engine.finish();
}

#[test]
fn outcomes_inside_the_tree_decide_the_best_move() {
    let mut engine = engine();
    // The bishop takes the pawn, and then bishop and knight mate.
    let lines = engine.search_position("8/8/8/3k2p1/8/8/8/1NB1K3 w - - 0 1", "go depth 6");
    assert_eq!(word_after(last_with(&lines, "bestmove"), "bestmove"), "c1g5");
    assert!(number(&lines, "cp") > 31_000, "{lines:?}");
    engine.finish();
}

#[test]
fn the_path_can_change_between_searches() {
    let mut engine = engine();
    let folder = Folder::new();
    let named = folder.path("Endspiele für alle");
    copy_tables(&named);
    for _ in 0..2 {
        assert!(hits(&mut engine, ONLY_MOVE, "go depth 3") > 0);
        engine.set_option("SyzygyPath", "<empty>");
        assert_eq!(hits(&mut engine, ONLY_MOVE, "go depth 3"), 0);
        engine.set_option("SyzygyPath", named.display());
        assert_eq!(engine.line(), FOUND);
        // The same path again leaves the tables as they are.
        engine.set_option("SyzygyPath", named.display());
        engine.assert_answer("isready", "readyok");
        engine.set_option("SyzygyPath", folder.path("missing").display());
        let refused = engine.until("info string option SyzygyPath");
        assert!(refused.last().is_some_and(|line| line.ends_with("the old tables are kept")));
        engine.send(&format!("export {} --force", folder.path("options").display()));
        engine.until("info string options written");
        let path = format!("setoption name SyzygyPath value {}\n", named.display());
        assert!(folder.read_text("options").contains(&path));
    }
    engine.finish();
}

#[test]
fn tables_are_found_in_several_folders() {
    let separator = if cfg!(windows) { ';' } else { ':' };
    let folder = Folder::new();
    fs::create_dir(folder.path("pawn")).expect("a folder");
    copy_tables(&folder.path("others"));
    for name in ["KPvK.rtbw", "KPvK.rtbz"] {
        let [from, to] = ["others", "pawn"].map(|part| folder.path(part).join(name));
        fs::rename(from, to).expect("a moved file");
    }
    let mut engine = Engine::start();
    let [others, pawn] = ["others", "pawn"].map(|part| folder.path(part).display().to_string());
    let path = [&others, "", &pawn, ""].join(&separator.to_string());
    engine.set_option("SyzygyPath", path);
    assert_eq!(engine.line(), FOUND);
    assert!(hits(&mut engine, "8/8/8/5k2/8/8/3P1K2/8 w - - 90 90", "go depth 3") > 0);
    engine.finish();
}

#[test]
fn folders_without_tables_are_reported() {
    let mut engine = Engine::start();
    let folder = Folder::new();
    let missing = folder.path("missing").display().to_string();
    engine.set_option("SyzygyPath", &missing);
    let refused = |path: &str| {
        format!("info string option SyzygyPath: '{path}': no usable tables; no tables are used")
    };
    assert!(engine.line().starts_with(&format!("info string SyzygyPath: {missing}: ")));
    assert_eq!(engine.line(), refused(&missing));
    // Each of the first few folders is named.
    let separator = if cfg!(windows) { ";" } else { ":" };
    let path = [&*missing; 7].join(separator);
    engine.set_option("SyzygyPath", &path);
    for _ in 0..5 {
        assert!(engine.line().starts_with(&format!("info string SyzygyPath: {missing}: ")));
    }
    assert_eq!(engine.line(), "info string SyzygyPath: 2 more that cannot be used");
    assert!(engine.line().ends_with("no usable tables; no tables are used"));
    let empty = folder.path("").display().to_string();
    engine.set_option("SyzygyPath", &empty);
    assert_eq!(engine.line(), refused(&empty));
    assert_eq!(hits(&mut engine, ONLY_MOVE, "go depth 3"), 0);
    engine.finish();
}

#[test]
fn broken_tables_are_reported_and_not_read() {
    let table = |name: &str| fs::read(Path::new(TABLES).join(name)).expect("a table");
    let [rooks, pawn] = [table("KRvKR.rtbw"), table("KPvK.rtbw")];
    let random = |bytes: &[u8], from: usize| {
        let noise = (from..bytes.len() - from).map(|index| ((index * index) >> 3) as u8);
        [&bytes[..from], &noise.collect::<Vec<_>>(), &bytes[bytes.len() - from..]].concat()
    };
    let broken: [(&str, Vec<u8>, &str); 8] = [
        ("KRvKR.rtbw", rooks[..80].to_vec(), "checksum"),
        ("KRvKR.rtbw", rooks[..rooks.len() - 1].to_vec(), "length"),
        ("KRvKR.rtbw", Vec::new(), "length of 0 bytes"),
        ("KRvKR.rtbw", random(&rooks, 4), "checksum"),
        ("KRvKR.rtbw", random(&rooks, 64), "checksum"),
        ("KRvKR.rtbw", pawn, "do not match the file name"),
        ("KRvKR.rtbz", random(&table("KRvKR.rtbz"), 64), "checksum"),
        ("KRvK.rtbw", [&[1][..], &table("KRvK.rtbw")[1..]].concat(), "checksum"),
    ];
    for (name, bytes, reason) in broken {
        let folder = Folder::new();
        copy_tables(&folder.path(""));
        folder.write(name, bytes);
        let mut engine = Engine::start();
        engine.set_option("SyzygyPath", folder.path("").display());
        let found = engine.line();
        let is_dtz = name.ends_with(".rtbz");
        let count = if is_dtz { "7 WDL and 5 DTZ" } else { "6 WDL and 6 DTZ" };
        assert!(found.contains(&format!(" {count} tables found, up to ")), "{found}");
        let problem = engine.line();
        assert!(problem.contains(name) && problem.contains(reason), "{problem}");
        assert_eq!(hits(&mut engine, ONLY_MOVE, "go depth 6") > 0, is_dtz, "{name}");
        engine.search_position("8/8/8/5k2/8/8/3P1K2/8 w - - 90 90", "go depth 3");
        engine.ready();
    }
    let folder = Folder::new();
    copy_tables(&folder.path(""));
    fs::remove_file(folder.path("KRvKR.rtbw")).expect("a file");
    fs::create_dir(folder.path("KRvKR.rtbw")).expect("a folder");
    let mut engine = Engine::start();
    engine.set_option("SyzygyPath", folder.path("").display());
    let found = engine.until("info string SyzygyPath: ").pop().expect("a line");
    assert!(found.contains(" 6 WDL and 6 DTZ tables found, up to 4 pieces"));
    assert!(engine.line().contains("not a regular file"));
    assert_eq!(hits(&mut engine, ONLY_MOVE, "go depth 6"), 0);
    engine.ready();
}

#[cfg(unix)]
#[test]
fn named_pipes_are_refused() {
    let folder = Folder::new();
    copy_tables(&folder.path("tables"));
    fs::remove_file(folder.path("tables/KQvK.rtbw")).expect("a table");
    for name in ["pipe", "tables/KQvK.rtbw"] {
        let made = Command::new("mkfifo").arg(folder.path(name)).status();
        assert!(made.is_ok_and(|status| status.success()), "{name}");
    }
    let mut engine = Engine::start();
    for (option, name, answer) in [
        ("SyzygyPath", "tables", "not a regular file"),
        ("EvalFile", "pipe", "option EvalFile: "),
        ("BookFile", "pipe", "option BookFile: "),
        ("Debug Log File", "pipe", "option Debug Log File: "),
    ] {
        engine.set_option(option, folder.path(name).display());
        engine.send("isready");
        let lines = engine.until("readyok");
        assert!(lines.iter().any(|line| line.contains(answer)), "{lines:?}");
    }
    engine.finish();
}
