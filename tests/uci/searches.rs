//! Searches: reports, limits, pondering and strength.

use std::time::{Duration, Instant};

use nunatak::board::Board;

use crate::common::engine::Engine;
use crate::common::word_after;

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
