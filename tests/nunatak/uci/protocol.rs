//! The effect of each command.

use std::io::Write;

use crate::common::engine::{Engine, spawn, wait};
use crate::common::{last_with, word_after};
#[cfg(unix)]
use crate::common::{program, stdout};

/// Returns the line that declares the option in a row of the README's table.
fn declaration(row: &str) -> String {
    let about = concat!("Nunatak ", env!("CARGO_PKG_VERSION"), " by the Nunatak team, MIT licence");
    let row = row.replace('`', "").replace('−', "-").replace("version, licence", about);
    let cells: Vec<&str> = row.split('|').collect();
    let [_, name, values, default, ..] = cells[..] else { panic!("{row}") };
    let kind = match values {
        "button" => "button".to_owned(),
        "true, false" => format!("check default {default}"),
        "text" | "file" | "folders" => format!("string default {default}"),
        range => {
            let range = range.trim_end_matches([' ', 'M', 'B', 'm', 's']);
            let (min, max) = range.split_once(" to ").expect("a range");
            format!("spin default {default} min {min} max {max}")
        }
    };
    format!("option name {name} type {kind}")
}

#[test]
fn uci_shows_identity_and_options() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines.iter().any(|line| line.starts_with("id name Nunatak")));
    assert!(lines.iter().any(|line| line.starts_with("id author")));
    let declared: Vec<_> = lines.iter().filter(|line| line.starts_with("option name ")).collect();
    let readme = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"));
    let table = readme.lines().skip_while(|&line| line != "|option|values|default|effect|");
    let rows: Vec<_> = table.skip(2).take_while(|line| line.starts_with('|')).collect();
    for row in &rows {
        let line = declaration(row);
        assert!(declared.contains(&&line), "{line} in {declared:?}");
    }
    assert!(declared.len() == rows.len() || cfg!(feature = "tune"), "{declared:?}");
    engine.finish();
}

#[test]
fn setting_the_declared_defaults_changes_no_search() {
    let mut engine = Engine::start();
    let nodes = |engine: &mut Engine| {
        engine.send("ucinewgame");
        let lines = engine.search("go depth 8");
        word_after(last_with(&lines, " nodes "), "nodes").to_owned()
    };
    let fresh = nodes(&mut engine);
    engine.send("uci");
    for line in engine.until("uciok") {
        let Some((declared, default)) = line.split_once(" default ") else { continue };
        let (option, _) = declared.split_once(" type ").expect("a type");
        let default = default.split(" min ").next().unwrap_or_default();
        engine.send(&format!("set{option} value {default}"));
        assert_eq!(nodes(&mut engine), fresh, "{line}");
    }
    engine.finish();
}

#[test]
fn the_xboard_protocol_is_not_answered() {
    let mut engine = Engine::start();
    // Some interfaces probe for the protocol of an engine like this.
    engine.assert_unanswered("xboard\nprotover 2");
    engine.assert_answer("register later\nregister name X code 1\nisready", "readyok");
    engine.assert_answer("xboard\nuci", "id name ");
    engine.until("uciok");
    engine.finish();
}

#[test]
fn the_opponent_is_shown_in_debug_mode() {
    let mut engine = Engine::start();
    engine.set_option("UCI_EngineAbout", "something else");
    engine.set_option("UCI_Opponent", "GM 2800 human Gary Kasparov");
    let opponents = |engine: &mut Engine| {
        let lines = engine.search("go depth 1");
        let shown = lines.into_iter().filter(|line| line.contains("opponent"));
        shown.collect::<Vec<String>>()
    };
    assert_eq!(opponents(&mut engine), [""; 0]);
    engine.send("debug on");
    let kasparov = "info string opponent: GM 2800 human Gary Kasparov";
    assert_eq!(opponents(&mut engine), [kasparov]);
    engine.send("debug off");
    assert_eq!(opponents(&mut engine), [""; 0]);
    engine.send("debug on");
    engine.set_option("UCI_Opponent", "<empty>");
    assert_eq!(opponents(&mut engine), [""; 0]);
    engine.finish();
}

#[test]
fn unusual_input_is_handled() {
    for input in [
        b"isready\r\n".as_slice(),
        b"\n\n \t isready \t\r\n",
        b"isready",
        b"what is this isready\n",
        b"\xff\xfe\x80\nisready\n",
        &[&b"x".repeat(200_000), b"\nisready\n".as_slice()].concat(),
        &[&b"position startpos moves".repeat(9_000), b"\nisready\n".as_slice()].concat(),
    ] {
        let mut engine = Engine::start();
        engine.send_bytes(input);
        let lines = engine.finish();
        assert_eq!(lines.last().map(String::as_str), Some("readyok"));
        assert!(lines.iter().all(|line| line == "readyok" || line.starts_with("info string")));
    }
}

#[test]
fn commands_during_a_search_are_executed_in_order() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("position startpos moves e2e4");
    engine.send("go depth 1");
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    engine.send("d");
    engine.ready();
    engine.end_search("stop");
    let second = engine.until("bestmove");
    let black_moves = word_after(second.last().expect("a line"), "bestmove");
    assert!(black_moves.contains(['7', '8']), "{black_moves}");
    let shown = engine.until("Legal moves");
    assert!(shown.iter().any(|line| line == "FEN: 4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "{shown:?}");
    engine.finish();
}

#[test]
fn every_go_in_one_write_is_answered() {
    let mut engine = Engine::start();
    const ROUNDS: usize = 50;
    engine.send(&"go infinite\nstop\n".repeat(ROUNDS));
    for _ in 0..ROUNDS {
        engine.until("bestmove");
    }
    engine.send("stop\nponderhit\nisready");
    assert_eq!(engine.line(), "readyok");
    engine.end_search("go movetime 20");
    engine.finish();
}

#[test]
fn readyok_follows_the_options_set_after_stop() {
    let mut engine = Engine::start();
    for _ in 0..50 {
        engine.send("go infinite\nstop\nsetoption name Contempt value 999\nisready");
        engine.until("bestmove");
        assert!(engine.line().starts_with("info string option Contempt: "));
        assert_eq!(engine.line(), "readyok");
    }
    engine.finish();
}

#[test]
fn readyok_follows_all_earlier_answers() {
    let mut engine = Engine::start();
    for _ in 0..100 {
        engine.end_search("go nodes 50");
        engine.assert_answer("setoption name Contempt value 999\nisready", "info string");
        assert_eq!(engine.line(), "readyok");
    }
    engine.finish();
}

#[test]
fn stop_does_not_affect_waiting_commands() {
    let mut engine = Engine::start();
    engine.end_search("go infinite\nperft 3\nstop");
    assert!(engine.line().starts_with("8902 nodes"));
    engine.finish();
}

#[test]
fn stop_ends_a_count_without_a_result() {
    let mut engine = Engine::start();
    engine.assert_answer("perft 2", "400 nodes");
    for command in ["perft 9", "go perft 9", "divide 9", "bench 30"] {
        engine.send(&format!("{command}\nstop\nisready"));
        assert_eq!(engine.line(), "readyok", "{command}");
    }
    engine.finish();
}

#[test]
fn the_end_of_input_ends_the_engine() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.until("info");
    let lines = engine.finish();
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove")));

    // Searches with limits of their own are finished, and those that wait for a command are not.
    let mut engine = Engine::start();
    engine
        .send("go infinite\ngo depth 3\ngo ponder depth 9\nponderhit\ngo ponder depth 3\nperft 3");
    let lines = engine.finish();
    assert!(lines.last().is_some_and(|line| line.starts_with("8902 nodes")), "{lines:?}");
    let searches: Vec<_> = lines.split(|line| line.starts_with("bestmove")).collect();
    let has_depth = |search: &[String], depth: usize| {
        search.iter().any(|line| line.starts_with(&format!("info depth {depth} ")))
    };
    assert_eq!(searches.len(), 5, "{lines:?}");
    assert!(has_depth(searches[1], 3) && has_depth(searches[2], 9), "{lines:?}");

    let mut engine = Engine::start();
    engine.send("go infinite\nperft 9\nbench 30\nquit");
    engine.finish();
}

#[test]
fn a_closed_output_ends_the_engine_without_an_error() {
    for input in [&b"go infinite\n"[..], b"go infinite depth 1\nisready\n"] {
        close_output_after(input);
    }
}

fn close_output_after(text: &[u8]) {
    let mut child = spawn();
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(text).expect("the program reads");
    wait(&mut child);
    let output = child.wait_with_output().expect("an exit code");
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    drop(input);
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_is_reported() {
    let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).expect("a folder");
    let output = program(&[]).stdin(folder).output().expect("the program starts");
    assert!(stdout(&output).starts_with("info string the input: "), "{output:?}");
}

#[test]
fn invalid_input_is_reported_and_changes_nothing() {
    let mut engine = Engine::start();
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    engine.send(&format!("position fen {fen}"));
    for (line, part) in [
        ("setoption name Hash value 0", "'0'"),
        ("setoption name Hash value 99999999999", "'99999999999'"),
        ("setoption name Hash value 134217728", "134217728 MB"),
        ("setoption name UCI_Elo value 999", "1000 to 2850"),
        ("setoption name UCI_Elo value 2851", "'2851'"),
        ("setoption name Skill Level value 21", "0 to 20"),
        ("setoption name UCI_LimitStrength value yes", "'yes'"),
        ("setoption name Nonesuch value 1", "'Nonesuch'"),
        ("setoption name UCI_Chess960 value perhaps", "'perhaps'"),
        ("perft much", "'much'"),
        ("perft 99999", "'99999'"),
        ("xyzzy", "'xyzzy'"),
    ] {
        engine.send(line);
        let answer = engine.line();
        assert!(answer.starts_with("info string") && answer.contains(part), "{line}: {answer}");
    }
    engine.send("d");
    assert!(engine.until("FEN").last().expect("a line").ends_with(fen));
    engine.until("Legal moves");
    engine.search("go depth 2");
    engine.send("go depth much");
    assert!(engine.line().contains("'much'"));
    engine.until("bestmove");
    engine.send("go searchmoves e1g1 a1a8 depth 2");
    let lines = engine.until("bestmove e1g1");
    assert!(lines.iter().any(|line| line.starts_with("info string") && line.contains("'a1a8'")));
    engine.finish();
}

#[test]
fn no_option_changes_the_signature() {
    let mut engine = Engine::start();
    let signature = |engine: &mut Engine| {
        engine.send("bench 2");
        engine.line().split_once(" nodes ").expect("nodes").0.to_owned()
    };
    let default = signature(&mut engine);
    for (name, value) in [
        ("Threads", "2"),
        ("Use NNUE", "false"),
        ("Contempt", "50"),
        ("MultiPV", "3"),
        ("UCI_LimitStrength", "true"),
    ] {
        engine.set_option(name, value);
        assert_eq!(signature(&mut engine), default, "{name}");
    }
    engine.finish();
}

#[test]
fn console_commands_are_answered() {
    let mut engine = Engine::start();
    engine.assert_answer("perft 4", "197281 nodes");
    engine.assert_answer("divide 0", "Total: 1");
    engine.assert_answer("perft 0", "1 node ");
    engine.send("divide 2");
    let lines = engine.until("Total: 400");
    assert_eq!(lines.len(), 21);
    assert!(lines[..20].is_sorted() && lines[0] == "a2a3: 20");
    engine.send("bench 2");
    let bench = engine.line();
    assert!(bench.contains(" nodes ") && bench.ends_with(" nps"));
    engine.send("eval");
    engine.until("Total:");
    assert!(engine.line().starts_with("Shown: cp "));
    engine.send("setoption name Use NNUE value false");
    engine.search("go depth 4");
    engine.send("eval");
    engine.until("Shown: cp ");
    engine.send("help");
    engine.until("export_net");
    engine.send("debug on");
    let lines = engine.search("go wtime 100 btime 100");
    assert!(lines.iter().any(|line| line.contains("time limits")));
    engine.finish();
}

#[test]
fn the_last_lines_of_a_search_are_not_repeated() {
    let mut engine = Engine::start();
    for multi_pv in [1, 3] {
        engine.send(&format!("setoption name MultiPV value {multi_pv}"));
        for go in ["go depth 1", "go depth 5", "go nodes 3000"] {
            let lines = engine.search(go);
            let contents =
                |line: &String| line.split(" nps ").next().unwrap_or_default().to_owned();
            let mut lines: Vec<String> = lines.iter().map(contents).collect();
            let count = lines.len();
            lines.sort();
            lines.dedup();
            assert_eq!(lines.len(), count, "{multi_pv} {go}: {lines:?}");
        }
    }
    engine.finish();
}

#[test]
fn a_position_in_a_line_that_is_too_long_is_refused() {
    let mut engine = Engine::start();
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(60_000);
    for (line, has_move) in [(format!("position startpos moves {moves}"), false), (moves, true)] {
        engine.send(&format!("position startpos moves e2e4\n{line}"));
        engine.send("go depth 3");
        let last = engine.until("bestmove").pop().unwrap();
        assert_eq!(last != "bestmove (none)", has_move, "{last}");
    }
    engine.finish();
}

#[test]
fn exit_ends_the_program_like_quit() {
    let mut engine = Engine::start();
    engine.send("exit\nuci");
    assert_eq!(engine.finish(), [""; 0]);
}
