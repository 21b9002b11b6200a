//! Searches: reports, limits, pondering and strength.

use std::time::{Duration, Instant};

use crate::common::engine::Engine;
use crate::common::positions::{CHECKMATE, KINGS_PAWNS, MATE_IN_ONE, STALEMATE, START};
use crate::common::{last_with, play_pv, word_after};

/// Positions whose quiescence searches are large.
const MANY_QUEENS: [&str; 2] = [
    "1Q1QKQ1q/qQ1QQQ2/Q2q4/1q1q1Q2/2Q1q1q1/qQq1Q1QQ/qqq2q1q/Q4q1k b - - 0 100",
    "NQ2qn1Q/q3Q3/1B2PBQ1/Pq1kbK1P/N3rb2/1NrPq3/2pBr1q1/1N5q w - - 5 5000",
];

/// Limits that end a search soon, some of them out of range.
const SHORT_LIMITS: [&str; 21] = [
    "wtime 0 btime 0",
    "wtime 1 btime 1",
    "wtime -100 btime -100 winc 0 binc 0",
    "wtime -500 btime -500 winc 0 binc 0",
    "btime 100",
    "movestogo 1 wtime 50 btime 50",
    "wtime 1 btime 1 movestogo 1",
    "wtime 1000 btime 1000 movestogo 0",
    "wtime 20 btime 20 movestogo -3",
    "wtime 300 btime 300 winc 10 binc 10",
    "winc 99999999999999999999999 wtime 1 btime 1",
    "wtime 99999999999999999999999 btime 99999999999999999999999 depth 2",
    "movetime 50",
    "movetime 0",
    "movetime -5",
    "mate 0",
    "mate 1",
    "depth 0",
    "depth -1",
    "depth 340282366920938463463374607431768211456 nodes 2000",
    "nodes 0",
];

/// Ponders for `time`, without a best move; returns the time from `ponderhit` to the best move.
fn ponder(engine: &mut Engine, limits: &str, time: Duration) -> Duration {
    engine.send(&format!("go ponder {limits}"));
    engine.assert_no_best_move(time);
    let started = Instant::now();
    engine.end_search("ponderhit");
    started.elapsed()
}

#[test]
fn ponderhit_starts_normal_timing() {
    let mut engine = Engine::start();
    for limits in ["wtime 2000 btime 2000", "movetime 100", "depth 2"] {
        let time = ponder(&mut engine, limits, Duration::from_millis(300));
        assert!(time < Duration::from_secs(5), "{limits}");
    }
    // Longer than the time on the clock.
    ponder(&mut engine, "wtime 1000 btime 1000", Duration::from_millis(1_200));
    // The time does not run while pondering.
    engine.send("go ponder movetime 1");
    engine.until("info depth 12 ");
    engine.end_search("ponderhit");
    // The move time is used up, however long the engine has pondered.
    for pondered in [0, 1_000] {
        let time = ponder(&mut engine, "movetime 400", Duration::from_millis(pondered));
        assert!(time >= Duration::from_millis(380), "{time:?}");
    }
    engine.finish();
}

#[test]
fn a_forced_move_is_played_at_once_after_a_ponder_hit() {
    let mut engine = Engine::start();
    // Only Nf8 is legal.
    engine.send("position fen 4R1k1/pp1n1ppp/2p2q2/8/2P2Q2/1P6/P4PPP/6K1 b - - 0 1");
    let time = ponder(&mut engine, "wtime 600000 btime 600000", Duration::from_millis(1_000));
    // The iteration would go on for longer.
    assert!(time < Duration::from_secs(1), "{time:?}");
    engine.finish();
}

#[test]
fn a_search_reports_its_progress_and_one_best_move() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 e7e5");
    let lines = engine.search("go depth 5");
    let info = last_with(&lines, " pv ");
    for word in ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time"] {
        assert!(!word_after(info, word).is_empty(), "{word} in {info}");
    }
    play_pv(info, KINGS_PAWNS);
    // An iteration that is not finished leaves the last line as it was found, and a mate of the
    // endgame tables is longer than the search was deep.
    let mut reports = engine.search("go nodes 700");
    reports.extend(engine.search_position("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", "go depth 1"));
    for line in reports.iter().filter(|line| line.contains(" pv ")) {
        let number = |word| word_after(line, word).parse::<usize>().expect("a number");
        let moves = line.split(" pv ").nth(1).map_or(0, |pv| pv.split(' ').count());
        assert!(number("seldepth") >= number("depth").max(moves), "{line}");
    }
    assert!(!word_after(lines.last().expect("a line"), "ponder").is_empty());
    engine.assert_silent(Duration::from_millis(100));
    engine.finish();
}

#[test]
fn infinite_and_ponder_searches_wait_for_a_signal() {
    let mut engine = Engine::start();
    for (fen, go) in [
        (START, "go infinite depth 2"),
        (START, "go"),
        (START, "go ponder depth 1"),
        (START, "go ponder movetime 1"),
        (START, "go infinite wtime 1 btime 1"),
        // One legal move.
        ("7k/8/8/8/8/8/2r5/K7 w - - 0 1", "go infinite"),
        (MATE_IN_ONE, "go infinite"),
        (CHECKMATE, "go infinite"),
        (STALEMATE, "go ponder wtime 1 btime 1"),
        // Bare kings.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "go infinite"),
    ] {
        engine.send(&format!("position fen {fen}\n{go}"));
        engine.assert_no_best_move(Duration::from_millis(150));
        engine.ready();
        engine.end_search("stop");
    }
    engine.finish();
}

#[test]
fn without_a_legal_move_there_is_no_best_move() {
    let mut engine = Engine::start();
    for (fen, score) in [(CHECKMATE, " score mate 0 "), (STALEMATE, " score cp 0 ")] {
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
    for fen in MANY_QUEENS {
        let started = Instant::now();
        engine.search_position(fen, "go depth 1");
        assert!(started.elapsed() < Duration::from_secs(5), "{fen}");
    }
    engine.finish();
}

/// Returns the node count of a search in a new game.
fn nodes_of(engine: &mut Engine, go: &str) -> u64 {
    engine.send("ucinewgame");
    let lines = engine.search(go);
    word_after(last_with(&lines, " nodes "), "nodes").parse().expect("a number")
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
        engine.set_option("UCI_AnalyseMode", true);
        assert_eq!(nodes_of(&mut engine, "go depth 9"), full, "{limit}");
        engine.set_option("UCI_AnalyseMode", false);
        engine.send("ucinewgame\ngo infinite depth 9");
        engine.until("info depth 9 ");
        engine.end_search("stop");
        engine.set_option("UCI_LimitStrength", false);
        engine.set_option("Skill Level", 20);
        assert_eq!(nodes_of(&mut engine, "go depth 9"), full, "{limit}");
    }
    engine.finish();
}

#[test]
fn higher_elo_searches_more_nodes() {
    let mut engine = Engine::start();
    engine.set_option("UCI_LimitStrength", true);
    let [low, high] = [1_000, 2_850].map(|elo| {
        engine.set_option("UCI_Elo", elo);
        nodes_of(&mut engine, "go depth 12")
    });
    assert!(10 * low < high, "{low} {high}");
    engine.finish();
}

#[test]
fn pondering_works_at_limited_strength() {
    let mut engine = Engine::start();
    engine.set_option("UCI_LimitStrength", true);
    engine.send("position startpos moves e2e4 e7e5");
    ponder(&mut engine, "wtime 1000 btime 1000", Duration::from_millis(150));
    engine.finish();
}

#[test]
fn limits_on_time_and_nodes_are_observed() {
    let mut engine = Engine::start();
    for limits in SHORT_LIMITS {
        let started = Instant::now();
        engine.search(&format!("go {limits}"));
        assert!(started.elapsed() < Duration::from_secs(5), "{limits}");
    }
    let started = Instant::now();
    let lines = engine.search("go movetime 300");
    assert!(started.elapsed() > Duration::from_millis(200));
    let time: u64 = word_after(last_with(&lines, " pv "), "time").parse().expect("a number");
    assert!((200..=started.elapsed().as_millis() as u64).contains(&time), "{time}");
    for (limit, nodes) in [
        ("nodes 1", "1"),
        ("nodes 777", "777"),
        ("nodes 20000", "20000"),
        // No time is left after the overhead.
        ("movetime 5", "1024"),
        ("wtime 1 btime 1", "1024"),
    ] {
        let lines = engine.search(&format!("go {limit}"));
        assert_eq!(word_after(last_with(&lines, " nodes "), "nodes"), nodes, "{limit}");
    }
    engine.finish();
}

#[test]
fn clear_hash_forgets_earlier_searches() {
    let mut engine = Engine::start();
    let [cold, warm, cleared] = ["isready", "isready", "setoption name Clear Hash"].map(|before| {
        engine.send(before);
        let lines = engine.search("go depth 9");
        word_after(last_with(&lines, " nodes "), "nodes").parse::<u64>().expect("a number")
    });
    assert!(3 * warm < cold && cleared == cold, "{cold} {warm} {cleared}");
    engine.finish();
}

#[test]
fn a_table_that_does_not_fit_leaves_the_old_one() {
    let mut engine = Engine::start();
    let [cold, warm] = ["isready", "setoption name Hash value 134217728"].map(|before| {
        engine.send(before);
        let lines = engine.search("go depth 9");
        word_after(last_with(&lines, " nodes "), "nodes").parse::<u64>().expect("a number")
    });
    assert!(3 * warm < cold, "{cold} {warm}");
    engine.finish();
}

#[test]
fn the_fill_of_the_table_is_reported() {
    let mut engine = Engine::start();
    engine.set_option("Hash", 1);
    let mut hashfull = |go: &str| {
        let lines = engine.search(go);
        word_after(last_with(&lines, " pv "), "hashfull").parse::<u32>().expect("a number")
    };
    let [short, long] = ["go depth 1", "go nodes 30000"].map(&mut hashfull);
    assert!(short < 10 && (50..=1_000).contains(&long), "{short} {long}");
    engine.finish();
}

#[test]
fn the_move_overhead_shortens_the_time_of_a_move() {
    let mut engine = Engine::start();
    engine.send("debug on");
    let limits = "info string time limits: soft none, hard 200 ms";
    for overhead in [300, 5_000] {
        engine.set_option("Move Overhead", overhead);
        engine.assert_answer(&format!("go depth 1 movetime {}", overhead + 200), limits);
        engine.until("bestmove");
    }
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
    engine.end_search("stop");
    engine.finish();
}

#[test]
fn a_four_piece_table_that_no_search_waits_for_is_ready_later() {
    let mut engine = Engine::start();
    // Mate in 40.
    let fen = "8/2r5/8/8/7K/3k4/8/4N3 b - - 0 1";
    let mut announces_mate = || {
        let lines = engine.search_position(fen, "go movetime 15");
        lines.iter().any(|line| line.contains(" mate "))
    };
    assert!(!announces_mate(), "the search waited");
    assert!((0..2_000).any(|_| announces_mate()));
    engine.finish();
}
