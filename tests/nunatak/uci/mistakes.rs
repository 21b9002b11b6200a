//! Mistakes of interfaces and users, and positions in which the game is over.

use std::time::Duration;

use crate::common::engine::Engine;
use crate::common::positions::{CHECKMATE, STALEMATE, START};

/// Positions that are refused, and a part of the reason.
const REFUSED: [(&str, &str); 9] = [
    ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "0 kings"),
    ("position fen 4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "in check"),
    ("position fen 4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "h8"),
    ("position fen rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "17 pieces"),
    ("position startpos moves e2e4 e2e4", "'e2e4'"),
    ("position fen", "FEN"),
    ("position", "'startpos' or 'fen'"),
    ("position startpos e2e4", "'e2e4'"),
    ("position startpos moves e4", "which would be 'e2e4'"),
];

#[test]
fn a_refused_position_leaves_none() {
    let mut engine = Engine::start();
    for (position, part) in REFUSED {
        engine.send(position);
        let answer = engine.line();
        assert!(answer.starts_with("info string") && answer.contains(part), "{position}: {answer}");
        for command in ["d", "eval", "perft 2", "divide 2", "go perft 2"] {
            engine.assert_answer(command, "info string no position");
        }
        for go in ["go depth 3", "ucinewgame\ngo wtime 1000 btime 1000", "go infinite\nstop"] {
            engine.assert_answer(go, "info string no position");
            assert_eq!(engine.line(), "bestmove (none)", "{position} {go}");
        }
        // As for any other search, the best move waits for the end of pondering.
        engine.assert_answer("go ponder wtime 1000 btime 1000", "info string no position");
        engine.assert_no_best_move(Duration::from_millis(100));
        engine.end_search("ponderhit");
        engine.send("position startpos");
        engine.search("go depth 2");
    }
    engine.finish();
}

#[test]
fn sloppy_positions_are_accepted_with_a_message() {
    let mut engine = Engine::start();
    for (position, shown, parts) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w KQkq e3 0 0",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            &["'Q'", "'k'", "'q'", "full-move number '0'", "en passant 'e3'"][..],
        ),
        ("4k3/8/8/8/8/8/8/4K2R w K - 400 9", "4k3/8/8/8/8/8/8/4K2R w K - 150 9", &["'400'"]),
        ("4k3/8/8/8/8/8/8/4K2R b", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", &["found 2"]),
        ("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", &["found 1"]),
        ("startpos", START, &[]),
        ("\"4k3/8/8/8/8/8/8/4K2R w K - 3 9\"", "4k3/8/8/8/8/8/8/4K2R w K - 3 9", &[]),
        ("'4k3/8/8/8/8/8/8/4K2R w K -' moves e1e2", "4k3/8/8/8/8/8/4K3/7R b - - 1 1", &[]),
        (
            "“startpos moves e2e4 g8f6 g1f3 f6g8 f3g1”",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 4 3",
            &[],
        ),
    ] {
        engine.send(&format!("position fen {position}"));
        for part in parts {
            let line = engine.line();
            assert!(line.starts_with("info string") && line.contains(part), "{position}: {line}");
        }
        engine.send("d");
        assert_eq!(engine.until("FEN").last(), Some(&format!("FEN: {shown}")));
        engine.until("Legal moves");
        engine.search("go depth 2");
    }
    engine.finish();
}

#[test]
fn mistakes_in_go_are_reported_and_the_search_runs() {
    let mut engine = Engine::start();
    for (go, parts) in [
        ("go depth 2 dept 3", &["'dept', '3'"][..]),
        ("go depth 2 searchmoves e2e4 e2e5", &["'e2e5' is not a legal move"]),
        (
            "go depth 2 searchmoves \u{1b}[31m e9",
            &["'\\u{1b}[31m' is not", "'e9' is not", "no legal move in coordinate notation"],
        ),
        ("go searchmoves depth 2", &["searchmoves: missing"]),
        ("go nodes -3", &["nodes: '-3'"]),
        ("go movetime soon", &["movetime: 'soon'"]),
        ("go mate 1000 nodes 100", &["mate: only mates in up to 119 are searched"]),
    ] {
        let lines = engine.search(go);
        let messages: Vec<_> = lines.iter().filter(|line| line.contains("info string")).collect();
        assert_eq!(messages.len(), parts.len(), "{go}: {messages:?}");
        for (message, part) in messages.iter().zip(parts) {
            assert!(message.contains(part), "{go}: {message}");
        }
    }
    engine.finish();
}

#[test]
fn mates_that_do_not_exist_are_ruled_out() {
    const MATE_IN_TWO: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let mut engine = Engine::start();
    for (fen, go, expected) in [
        (MATE_IN_TWO, "go mate 1", Some("info string no mate in 1: ruled out")),
        (MATE_IN_TWO, "go mate 2", None),
        (
            MATE_IN_TWO,
            "go mate 2 searchmoves a1a2",
            Some("info string no mate in 2 by the searchmoves: ruled out"),
        ),
        (START, "go mate 2", Some("info string no mate in 2: ruled out")),
        // Known from the endgame tables: the shortest mate takes 16 moves.
        (
            "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
            "go mate 15",
            Some("info string no mate in 15: ruled out"),
        ),
        // The table of the position says nothing about some of its moves.
        (
            "7k/8/8/4K3/6Q1/8/8/8 w - - 0 1",
            "go mate 2 searchmoves g4g5",
            Some("info string no mate in 2 by the searchmoves: ruled out"),
        ),
        (START, "go mate 0", None),
        // The depth allows for one move only.
        (START, "go mate 12 depth 2", Some("info string no mate in 1: ruled out")),
        (MATE_IN_TWO, "go mate 12 depth 3", None),
        // Stopped before the proof is complete.
        (START, "go mate 9 nodes 5000", None),
    ] {
        let lines = engine.search_position(fen, go);
        let found = lines.iter().find(|line| line.contains("info string"));
        assert_eq!(found.map(String::as_str), expected, "{fen} {go}");
    }
    engine.send(&format!("position fen {STALEMATE}\ngo mate 3"));
    assert!(engine.until("bestmove").iter().any(|line| line.contains("no mate in 3")));
    engine.finish();
}

#[test]
fn the_evaluation_of_a_finished_game_is_its_result() {
    let mut engine = Engine::start();
    for (position, end, shown) in [
        (CHECKMATE, "checkmate, 1-0", "mate 0; White wins 1000, draws 0, loses 0 of 1000"),
        (
            STALEMATE,
            "draw by stalemate, 1/2-1/2",
            "cp 0; White wins 0, draws 1000, loses 0 of 1000",
        ),
        (
            "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
            "draw by insufficient material, 1/2-1/2",
            "cp 0; White wins 0, draws 1000, ",
        ),
        (
            "4k3/8/8/8/8/8/8/4KR2 w - - 0 1 moves f1f2 e8e7 f2f1 e7e8 f1f2 e8e7 f2f1 e7e8",
            "draw by threefold repetition, 1/2-1/2",
            "cp 0; White wins 0, draws 1000, ",
        ),
        (
            "4k3/8/8/8/8/8/8/4KR2 w - - 99 90 moves f1f2",
            "draw by fifty-move rule, 1/2-1/2",
            "cp 0; White wins 0, draws 1000, ",
        ),
    ] {
        engine.send(&format!("position fen {position}\neval"));
        assert_eq!(engine.line(), format!("The game is over: {end}"));
        let line = engine.line();
        assert!(line.starts_with(&format!("Shown: {shown}")), "{line}");
    }
    engine.finish();
}
