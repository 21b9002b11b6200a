//! Behaviour that interfaces rely on, and commands at unusual moments.

use std::collections::HashSet;
use std::time::Duration;

use nunatak::board::Board;
use nunatak::types::Move;

use crate::common::engine::Engine;
use crate::common::positions::{KINGS_PAWNS, MANY_MOVES, MATE_IN_ONE, START};
use crate::common::{Folder, last_with, play_pv, word_after};

#[test]
fn a_position_between_two_searches_is_used_by_the_second() {
    let mut engine = Engine::start();
    engine.send("go infinite\nstop\nposition startpos moves e2e4 e7e5\ngo nodes 300");
    engine.until("bestmove");
    let lines = engine.until("bestmove");
    for line in lines.iter().filter(|line| line.contains(" pv ")) {
        play_pv(line, KINGS_PAWNS);
    }
    engine.finish();
}

#[test]
fn go_ponder_and_stop_in_one_write_are_answered_once() {
    let mut engine = Engine::start();
    for stop in ["stop", "ponderhit"] {
        engine.end_search(&format!("go ponder wtime 50 btime 50\n{stop}"));
        engine.assert_no_best_move(Duration::from_millis(50));
    }
    engine.finish();
}

#[test]
fn stop_and_ponderhit_without_a_search_are_not_answered() {
    let mut engine = Engine::start();
    engine.assert_unanswered("stop\nponderhit\nstop\nponderhit");
    engine.search("go depth 3");
    engine.assert_unanswered("ponderhit\nstop");
    engine.finish();
}

#[test]
fn thousands_of_stopped_searches_are_answered() {
    const PAIRS: usize = 3_000;
    let mut engine = Engine::start();
    for _ in 0..PAIRS {
        engine.end_search("go infinite\nstop");
    }
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
    engine.finish();
}

#[test]
fn commands_during_a_search_are_executed_after_it() {
    let mut engine = Engine::start();
    for command in [
        "setoption name Hash value 3",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "setoption name MultiPV value 2",
        "ucinewgame",
        "position startpos moves d2d4",
        "go infinite",
    ] {
        engine.send("go infinite");
        engine.until("info depth 3");
        engine.send(command);
        engine.end_search("stop");
    }
    engine.end_search("stop");
    assert!(engine.search("go depth 3").iter().any(|line| line.contains(" multipv 2 ")));
    assert!(engine.shown_fen().starts_with("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b "));
    let folder = Folder::new();
    engine.send(&format!("export {}", folder.path("options").display()));
    engine.until("info string options written");
    let options = folder.read_text("options");
    for (name, value) in [("Hash", 3), ("Threads", 2), ("MultiPV", 2)] {
        assert!(options.contains(&format!("setoption name {name} value {value}\n")), "{options}");
    }
    engine.finish();
}

#[test]
fn a_new_game_during_a_search_forgets_what_it_found() {
    let mut engine = Engine::start();
    let nodes = |engine: &mut Engine| {
        let lines = engine.search("go depth 8");
        word_after(last_with(&lines, " nodes "), "nodes").to_owned()
    };
    let fresh = nodes(&mut engine);
    assert_ne!(nodes(&mut engine), fresh);
    engine.send("go infinite");
    engine.until("info depth 9");
    engine.send("ucinewgame");
    engine.end_search("stop");
    assert_eq!(nodes(&mut engine), fresh);
    engine.finish();
}

#[test]
fn multi_pv_is_limited_by_the_number_of_moves() {
    let mut engine = Engine::start();
    engine.set_option("MultiPV", 256);
    for (fen, count) in [(START, 20), (MANY_MOVES, 218), ("k7/7p/8/8/8/8/1q6/K7 w - - 0 1", 1)] {
        let lines = engine.search_position(fen, "go depth 2");
        let last: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth 2 ")).collect();
        let firsts: HashSet<_> = last
            .iter()
            .filter(|line| line.contains(" pv "))
            .map(|line| play_pv(line, fen).0[0])
            .collect();
        assert_eq!(firsts.len(), count, "{fen}");
        let numbers: HashSet<_> = last.iter().map(|line| word_after(line, "multipv")).collect();
        assert!((1..=count).all(|number| numbers.contains(&*number.to_string())), "{fen}");
    }
    engine.send("position startpos");
    let lines = engine.search("go depth 3 searchmoves a2a3 h2h4");
    assert!(lines.iter().any(|line| line.contains("multipv 2")));
    assert!(!lines.iter().any(|line| line.contains("multipv 3")));
    engine.finish();
}

/// Returns a deterministic pseudorandom game that ends neither in mate nor in stalemate.
fn random_game(plies: usize) -> (Vec<String>, Board) {
    let mut board = Board::start();
    let mut moves = Vec::new();
    let mut state = 1_usize;
    while moves.len() < plies {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        let legal = board.legal_moves();
        let is_unwanted_capture = |mv: &Move| board.captured_by(*mv).is_some() && state >> 60 != 0;
        // Few captures, and none that ends the game, unless there is no other move.
        let mv = (0..legal.len())
            .map(|turn| legal[((state >> 32) + turn) % legal.len()])
            .find(|mv| !is_unwanted_capture(mv) && board.make(*mv).has_legal_move())
            .unwrap_or(legal[0]);
        moves.push(board.move_text(mv, false));
        board = board.make(mv);
    }
    (moves, board)
}

#[test]
fn long_games_are_handled() {
    const PLIES: usize = 1_000;
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let shuffled = shuffle.iter().cycle().take(PLIES).map(|&mv| mv.to_owned()).collect();
    let (random, last) = random_game(PLIES);
    let mut engine = Engine::start();
    for (moves, fen) in [
        (shuffled, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 150 501"),
        (random, &last.to_string()),
    ] {
        engine.send(&format!("position startpos moves {}\nd", moves.join(" ")));
        assert_eq!(engine.until("FEN").last(), Some(&format!("FEN: {fen}")));
        engine.until("Legal moves");
        let lines = engine.search("go depth 6");
        assert!(lines.iter().all(|line| !line.contains("string")), "{lines:?}");
    }
    engine.finish();
}

#[test]
fn principal_variations_end_at_mate_or_draw() {
    let mut engine = Engine::start();
    // Mate in one, stalemate, the fifty-move rule, perpetual check, three pieces, pawns that cannot
    // pass.
    for fen in [
        MATE_IN_ONE,
        "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
        "8/8/4k3/8/8/3RK3/8/8 w - - 98 120",
        "6k1/6p1/8/7Q/8/1q6/1r6/7K w - - 0 1",
        "8/8/8/1k6/8/8/K5P1/8 w - - 0 1",
        "3k4/3p4/8/8/8/8/3P4/3K4 w - - 0 1",
    ] {
        let lines = engine.search_position(fen, "go depth 8");
        for line in lines.iter().filter(|line| line.contains(" pv ")) {
            let (moves, last) = play_pv(line, fen);
            let mut position: Board = fen.parse().expect("a legal position");
            let mut seen = HashSet::new();
            for &mv in &moves {
                assert!(seen.insert(position.key()), "{position} is repeated in {line}");
                position = position.make(mv);
            }
            let Some(mate) = line.split(" mate ").nth(1) else { continue };
            if line.contains("bound") {
                continue;
            }
            let mate: i64 =
                mate.split(' ').next().and_then(|text| text.parse().ok()).expect("moves");
            let plies = if mate > 0 { 2 * mate - 1 } else { -2 * mate };
            assert_eq!(moves.len() as i64, plies, "{line}");
            assert!(!last.has_legal_move() && last.in_check(), "{line}");
        }
    }
    engine.finish();
}

#[test]
fn a_proved_mate_is_reported_with_the_other_lines() {
    const FEN: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let mut engine = Engine::start();
    engine.set_option("MultiPV", 3);
    let lines = engine.search_position(FEN, "go mate 2 depth 3");
    let last: Vec<_> = lines.iter().rev().filter(|line| line.contains(" pv ")).take(3).collect();
    assert!(last[2].contains(" multipv 1 ") && last[2].contains("score mate 2 "), "{lines:?}");
    let firsts: HashSet<_> = last.iter().map(|line| play_pv(line, FEN).0[0]).collect();
    assert_eq!(firsts.len(), 3, "{lines:?}");
    engine.finish();
}

#[test]
fn a_mate_search_reports_the_whole_mate() {
    let mut engine = Engine::start();
    for (fen, moves) in [
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 16),
    ] {
        let lines = engine.search_position(fen, &format!("go mate {moves}"));
        let last = last_with(&lines, " pv ");
        assert!(last.contains(&format!("score mate {moves} ")), "{last}");
        let (line, board) = play_pv(last, fen);
        assert_eq!(line.len(), 2 * moves - 1);
        assert!(board.in_check() && !board.has_legal_move());
    }
    engine.finish();
}
