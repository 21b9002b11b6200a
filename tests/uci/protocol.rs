//! The effect of each command.

use std::io::Write;
use std::time::{Duration, Instant};

use nunatak::board::Board;

use crate::common::engine::{Engine, spawn, wait};
use crate::common::word_after;

#[test]
fn uci_shows_identity_and_options() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines.iter().any(|line| line.starts_with("id name Nunatak")));
    assert!(lines.iter().any(|line| line.starts_with("id author")));
    for name in [
        "Hash",
        "Threads",
        "Clear Hash",
        "MultiPV",
        "Skill Level",
        "Ponder",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "UCI_Opponent",
        "UCI_EngineAbout",
        "Debug Log File",
        "Contempt",
        "OwnBook",
        "BookFile",
        "BookDepth",
        "Best Book Move",
    ] {
        let declared =
            lines.iter().filter(|line| line.starts_with(&format!("option name {name} type ")));
        assert_eq!(declared.count(), 1, "{name}");
    }
    for line in lines.iter().filter(|line| line.contains("type spin")) {
        let number = |word| word_after(line, word).parse::<i64>().expect("a number");
        assert!((number("min")..=number("max")).contains(&number("default")), "{line}");
    }
    engine.finish();
}

#[test]
fn the_xboard_protocol_is_not_answered() {
    let mut engine = Engine::start();
    // Arena probes for the protocol of an engine like this.
    engine.send("xboard\nprotover 2");
    engine.assert_silent(Duration::from_millis(200));
    engine.send("xboard\nuci");
    assert!(engine.line().starts_with("id name "));
    engine.until("uciok");
    engine.finish();
}

#[test]
fn the_opponent_is_shown_in_debug_mode() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_EngineAbout value something else");
    engine.send("setoption name UCI_Opponent value GM 2800 human Gary Kasparov");
    let opponents = |engine: &mut Engine| {
        let lines = engine.search("go depth 1");
        let shown = lines.into_iter().filter(|line| line.contains("opponent"));
        shown.collect::<Vec<String>>()
    };
    assert_eq!(opponents(&mut engine), [""; 0]);
    engine.send("debug on");
    let kasparov = "info string opponent: GM Gary Kasparov, human, rated 2800";
    assert_eq!(opponents(&mut engine), [kasparov]);
    engine.send("setoption name UCI_Opponent value GM strong human X");
    assert!(engine.line().contains("'GM strong human X'"));
    assert_eq!(opponents(&mut engine), [""; 0]);
    engine.send("setoption name UCI_Opponent value none none computer Y");
    assert_eq!(opponents(&mut engine), ["info string opponent: Y, computer"]);
    engine.send("setoption name UCI_Opponent value <empty>");
    assert_eq!(opponents(&mut engine), [""; 0]);
    engine.finish();
}

#[test]
fn ponderhit_starts_normal_timing() {
    let mut engine = Engine::start();
    // The time spent pondering counts, so that these searches end soon.
    for go in ["wtime 2000 btime 2000", "movetime 100", "depth 2"] {
        engine.send(&format!("go ponder {go}"));
        engine.assert_no_best_move(Duration::from_millis(300));
        let started = Instant::now();
        engine.send("ponderhit");
        engine.until("bestmove");
        assert!(started.elapsed() < Duration::from_secs(5), "{go}");
    }
    // The move time is used up.
    let started = Instant::now();
    engine.send("go ponder movetime 400\nponderhit");
    engine.until("bestmove");
    assert!(started.elapsed() >= Duration::from_millis(390));
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
fn a_search_reports_its_progress_and_one_best_move() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 e7e5");
    let lines = engine.search("go depth 5");
    let info = lines.iter().rev().find(|line| line.contains(" pv ")).expect("an info line");
    for word in ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time"] {
        assert!(!word_after(info, word).is_empty(), "{word} in {info}");
    }
    let mut board: Board =
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2".parse().expect("legal");
    for text in info.split(" pv ").nth(1).expect("a line").split(' ') {
        board = board.make(board.parse_move(text).expect("a legal line"));
    }
    assert!(!word_after(lines.last().expect("a line"), "ponder").is_empty());
    engine.assert_silent(Duration::from_millis(100));
    engine.finish();
}

#[test]
fn infinite_and_ponder_searches_wait_for_a_signal() {
    let mut engine = Engine::start();
    for (position, go) in [
        ("startpos", "go infinite depth 2"),
        ("startpos", "go"),
        ("startpos", "go ponder depth 1"),
        ("startpos", "go ponder movetime 1"),
        ("startpos", "go infinite wtime 1 btime 1"),
        // One legal move, mate in one, checkmate, stalemate, bare kings.
        ("fen 7k/8/8/8/8/8/2r5/K7 w - - 0 1", "go infinite"),
        ("fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go infinite"),
        ("fen R6k/6pp/8/8/8/8/8/K7 b - - 0 1", "go infinite"),
        ("fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go ponder wtime 1 btime 1"),
        ("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "go infinite"),
    ] {
        engine.send(&format!("position {position}"));
        engine.send(go);
        engine.assert_no_best_move(Duration::from_millis(150));
        engine.send("isready");
        engine.until("readyok");
        engine.send("stop");
        engine.until("bestmove");
    }
    engine.send("position startpos");
    engine.send("go ponder wtime 1000 btime 1000");
    engine.assert_no_best_move(Duration::from_millis(1_200));
    engine.send("ponderhit");
    engine.until("bestmove");
    engine.finish();
}

#[test]
fn without_a_legal_move_there_is_no_best_move() {
    let mut engine = Engine::start();
    for (fen, score) in [
        ("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", " score mate 0 "),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", " score cp 0 "),
    ] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 3");
        let lines = engine.until("bestmove");
        assert!(lines[0].contains(score), "{lines:?}");
        assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"));
    }
    engine.finish();
}

#[test]
fn commands_during_a_search_are_executed_in_order() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("position startpos moves e2e4");
    engine.send("go depth 1");
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    engine.send("d");
    engine.send("isready");
    engine.until("readyok");
    engine.send("stop");
    engine.until("bestmove");
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
    engine.send("go movetime 20");
    engine.until("bestmove");
    engine.finish();
}

#[test]
fn readyok_follows_all_earlier_answers() {
    let mut engine = Engine::start();
    for _ in 0..100 {
        engine.send("go nodes 50");
        engine.until("bestmove");
        engine.send("setoption name Contempt value 999\nisready");
        assert!(engine.line().starts_with("info string"));
        assert_eq!(engine.line(), "readyok");
    }
    engine.finish();
}

#[test]
fn stop_does_not_affect_waiting_commands() {
    let mut engine = Engine::start();
    engine.send("go infinite\nperft 3\nstop");
    engine.until("bestmove");
    assert!(engine.line().starts_with("8902 nodes"));
    engine.finish();
}

#[test]
fn positions_with_many_queens_are_searched_quickly() {
    let mut engine = Engine::start();
    for fen in [
        "1Q1QKQ1q/qQ1QQQ2/Q2q4/1q1q1Q2/2Q1q1q1/qQq1Q1QQ/qqq2q1q/Q4q1k b - - 0 100",
        "NQ2qn1Q/q3Q3/1B2PBQ1/Pq1kbK1P/N3rb2/1NrPq3/2pBr1q1/1N5q w - - 5 5000",
    ] {
        engine.send(&format!("position fen {fen}"));
        engine.search("go depth 1");
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

#[test]
fn invalid_input_is_reported_and_changes_nothing() {
    let mut engine = Engine::start();
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    engine.send(&format!("position fen {fen}"));
    for (line, part) in [
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "0 kings"),
        ("position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "'Q'"),
        ("position startpos moves e2e4 e2e4", "'e2e4'"),
        ("position fen", "FEN"),
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

/// Returns the node count of a search in a new game.
fn nodes_of(engine: &mut Engine, go: &str) -> u64 {
    engine.send("ucinewgame");
    let lines = engine.search(go);
    let last = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("an info line");
    word_after(last, "nodes").parse().expect("a number")
}

#[test]
fn limited_strength_applies_to_games_only() {
    let mut engine = Engine::start();
    let full = nodes_of(&mut engine, "go depth 9");
    for limit in [
        "setoption name UCI_LimitStrength value true",
        "setoption name Skill Level value 0",
        "setoption name UCI_Elo value 1000\nsetoption name UCI_LimitStrength value true",
    ] {
        engine.send(limit);
        assert!(nodes_of(&mut engine, "go depth 9") < full, "{limit}");
        assert!(nodes_of(&mut engine, "go wtime 60000 btime 60000") < full, "{limit}");
        // Neither analysis nor later games are limited.
        engine.send("ucinewgame\ngo infinite depth 9");
        engine.until("info depth 9 ");
        engine.send("stop");
        engine.until("bestmove");
        engine.send("setoption name UCI_LimitStrength value false");
        engine.send("setoption name Skill Level value 20");
        assert_eq!(nodes_of(&mut engine, "go depth 9"), full, "{limit}");
    }
    engine.finish();
}

#[test]
fn pondering_works_at_limited_strength() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_LimitStrength value true");
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("go ponder wtime 1000 btime 1000");
    engine.assert_no_best_move(Duration::from_millis(150));
    engine.send("ponderhit");
    engine.until("bestmove");
    engine.finish();
}

#[test]
fn castling_notation_follows_the_chess960_option() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let castling = |engine: &mut Engine, text: &str| {
        engine.send(&format!("go depth 1 searchmoves {text}"));
        let lines = engine.until("bestmove");
        word_after(lines.last().expect("a line"), "bestmove").to_owned()
    };
    assert_eq!(castling(&mut engine, "e1g1"), "e1g1");
    engine.send("setoption name uci_chess960 value TRUE");
    assert_eq!(castling(&mut engine, "e1h1"), "e1h1");
    engine.finish();
}

#[test]
fn limits_on_time_and_nodes_are_observed() {
    let mut engine = Engine::start();
    for go in [
        "go wtime 0 btime 0",
        "go wtime -100 btime -100 winc 0 binc 0",
        "go btime 100",
        "go movestogo 1 wtime 50 btime 50",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go movetime 50",
        "go movetime 0",
        "go mate 1",
        "go nodes 0",
    ] {
        let started = Instant::now();
        engine.search(go);
        assert!(started.elapsed() < Duration::from_secs(5), "{go}");
    }
    for nodes in ["1", "777", "20000"] {
        let lines = engine.search(&format!("go nodes {nodes}"));
        let info = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("a line");
        assert_eq!(word_after(info, "nodes"), nodes);
    }
    engine.finish();
}

#[test]
fn searches_in_new_games_are_reproducible() {
    let mut engine = Engine::start();
    let mut signature = || {
        engine.send("ucinewgame");
        let lines = engine.search("go depth 6");
        let info = lines.iter().rev().find(|line| line.contains(" pv ")).expect("a line");
        let pv = info.split(" pv ").nth(1).expect("a line").to_owned();
        (word_after(info, "nodes").to_owned(), pv)
    };
    let first = signature();
    assert_eq!(signature(), first);
    engine.finish();
}

#[test]
fn console_commands_are_answered() {
    let mut engine = Engine::start();
    engine.send("perft 4");
    assert!(engine.line().starts_with("197281 nodes"));
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
    assert!(engine.line().starts_with("Pawn cache: "));
    engine.send("help");
    engine.until("bench");
    engine.send("debug on");
    let lines = engine.search("go wtime 100 btime 100");
    assert!(lines.iter().any(|line| line.contains("time limits")));
    engine.finish();
}

#[test]
fn long_searches_report_the_current_root_move() {
    let mut engine = Engine::start();
    engine.send("position fen 8/1p3pk1/p5p1/P3P2p/1P1P3P/5KP1/8/8 w - - 0 1");
    let started = Instant::now();
    engine.send("go infinite");
    while !engine.line().contains(" currmove ") {}
    assert!(started.elapsed() >= Duration::from_secs(1), "too early");
    engine.send("stop");
    engine.until("bestmove");
    engine.finish();
}
