//! Reported scores.

use nunatak::board::Board;
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::types::{Score, ScoreKind};
use nunatak::wdl::{Chances, normalised};

use crate::common::engine::Engine;
use crate::common::positions::{KIWIPETE, MATE_IN_ONE, STALEMATE, START};
use crate::common::{last_with, word_after};

const DEPTH: usize = 7;

/// Equal and unequal positions of all phases, and two mates.
const FENS: [&str; 7] = [
    START,
    "r1bqkb1r/pppp1ppp/2n5/4p3/2B1P1n1/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
    "8/1p3pk1/p5p1/P3P2p/1P1P3P/5KP1/8/8 b - - 0 1",
    "4r1k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 30",
    "8/8/4k3/8/8/2BNK3/8/8 b - - 0 60",
    MATE_IN_ONE,
    "6k1/5ppp/8/8/8/7q/5P2/6KR b - - 0 1",
];

/// Returns the win, draw and loss chances of a line, in permille.
fn wdl(line: &str) -> Option<[u32; 3]> {
    let words = line.split(" wdl ").nth(1)?.split(' ').take(3);
    let numbers: Vec<u32> = words.map(|word| word.parse().expect("a number")).collect();
    Some(numbers.try_into().expect("three numbers"))
}

/// Returns the score that the search reports to the protocol.
fn score(board: &Board) -> Score {
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let mut searcher = Searcher::new(16).expect("memory");
    searcher.search(board, &[], &limits, &SearchControl::default(), &mut Silent).report.score
}

#[test]
fn scores_are_normalised_and_chances_are_optional() {
    let mut engine = Engine::start();
    for is_on in [false, true] {
        engine.set_option("UCI_ShowWDL", is_on);
        for fen in FENS {
            let board: Board = fen.parse().expect("legal");
            let score = score(&board);
            engine.send("ucinewgame");
            let lines = engine.search_position(fen, &format!("go depth {DEPTH}"));
            let scored: Vec<&String> =
                lines.iter().filter(|line| line.contains(" score ")).collect();
            let last = scored.last().expect("a line");
            assert!(last.contains(&format!(" score {} ", normalised(score, &board))), "{last}");
            let Chances { win, draw, loss } = Chances::new(score, &board, board.side_to_move());
            assert_eq!(wdl(last), is_on.then_some([win, draw, loss]), "{last}");
            for line in scored {
                assert_eq!(wdl(line).map(|wdl| wdl.iter().sum()), is_on.then_some(1_000), "{line}");
                if let ScoreKind::Mate(moves) = score.kind()
                    && line.contains(" score mate ")
                {
                    let certain = if moves > 0 { [1_000, 0, 0] } else { [0, 0, 1_000] };
                    assert!(!is_on || wdl(line) == Some(certain), "{line}");
                }
            }
        }
    }
    engine.finish();
}

#[test]
fn bounds_are_reported_with_chances() {
    let mut engine = Engine::start();
    engine.set_option("UCI_ShowWDL", true);
    engine.send(&format!("position fen {KIWIPETE}"));
    let lines = engine.search("go depth 11");
    let bounds: Vec<_> = lines.iter().filter(|line| line.contains("bound ")).collect();
    assert!(!bounds.is_empty(), "{lines:?}");
    for line in bounds {
        assert_eq!(wdl(line).map(|wdl| wdl.iter().sum()), Some(1_000), "{line}");
        assert!(line.contains(" pv "), "{line}");
    }
    let depth = |line: &&String| word_after(line, "depth").parse::<usize>().expect("a number");
    let depths: Vec<_> =
        lines.iter().filter(|line| line.contains(" pv ")).map(|it| depth(&it)).collect();
    assert!(depths.is_sorted(), "{lines:?}");
    engine.finish();
}

#[test]
fn a_stalemate_is_a_draw_at_depth_1_too() {
    let mut engine = Engine::start();
    engine.set_option("UCI_ShowWDL", true);
    engine.send("position fen 8/8/8/5N2/8/3K4/5R1N/4kN2 w - - 0 1");
    // Nothing else is searched.
    let lines = engine.search("go depth 30 searchmoves f2d2");
    let last = last_with(&lines, " pv ");
    assert!(last.contains(" depth 1 ") && last.contains(" score cp 0 wdl 0 1000 0 "), "{last}");
    engine.finish();
}

#[test]
fn a_short_mate_is_found_without_time() {
    let mut engine = Engine::start();
    // At depth 1, a capture that stalemates looked best.
    engine.send("position fen 8/5N2/8/8/2Q5/3K4/B1b2QP1/k7 w - - 0 1");
    for limits in ["movetime 1", "wtime 1 btime 1", "wtime 10 btime 1000 winc 100 binc 100"] {
        engine.send("setoption name Clear Hash");
        let lines = engine.search(&format!("go {limits}"));
        assert!(last_with(&lines, " pv ").contains(" score mate 2 "), "{limits}: {lines:?}");
    }
    engine.finish();
}

#[test]
fn contempt_does_not_apply_to_analysis() {
    let mut engine = Engine::start();
    // The only move to search repeats the position for the third time.
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let mut draw = |options: &str| {
        engine.send(&format!("{options}\nposition startpos moves {moves}"));
        let lines = engine.search("go depth 4 searchmoves f6g8");
        word_after(last_with(&lines, " pv "), "cp").parse::<i32>().expect("centipawns")
    };
    let disliked = normalised(Score(-50), &Board::start()).0;
    assert!(disliked < 0);
    assert_eq!(draw("setoption name Contempt value 50"), disliked);
    assert_eq!(draw("setoption name UCI_AnalyseMode value true"), 0);
    assert_eq!(draw("setoption name Contempt value 50"), 0);
    assert_eq!(draw("setoption name UCI_AnalyseMode value false"), disliked);
    engine.finish();
}

/// The table is emptied when the option is set, not on the clock of the next search.
#[test]
fn only_another_contempt_empties_the_table_and_at_once() {
    let mut engine = Engine::start();
    let mut nodes = |options: &[(&str, &str)]| {
        options.iter().for_each(|(name, value)| engine.set_option(name, value));
        engine.send("position startpos");
        let lines = engine.search("go depth 9");
        word_after(last_with(&lines, " pv "), "nodes").parse::<u64>().expect("a count")
    };
    let cold = nodes(&[]);
    assert!(3 * nodes(&[("Contempt", "0"), ("UCI_AnalyseMode", "true")]) < cold);
    assert!(3 * nodes(&[("Contempt", "9"), ("UCI_AnalyseMode", "false")]) > cold);
    assert!(3 * nodes(&[("UCI_AnalyseMode", "true"), ("UCI_AnalyseMode", "false")]) > cold);
    engine.finish();
}

#[test]
fn certain_draws_have_no_other_chances() {
    let mut engine = Engine::start();
    engine.set_option("UCI_ShowWDL", true);
    for position in [
        // Bare kings, a lone bishop, bishops on squares of one colour.
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KB3/8/8 b - - 0 1",
        "8/8/2b1k3/8/8/3K4/4B3/8 w - - 0 1",
        STALEMATE,
        // The endgame tables.
        "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1",
        // Every move completes the fifty moves.
        "8/4k3/8/8/8/3KR3/8/8 b - - 99 100",
        "8/4k3/8/8/8/3KR3/8/8 b - - 120 100",
        // The only capture leaves bare kings.
        "8/8/8/8/8/8/1k5q/7K w - - 0 1",
    ] {
        engine.send(&format!("position fen {position}\ngo depth 20"));
        let lines = engine.until("bestmove");
        let scored: Vec<_> = lines.iter().filter(|line| line.contains(" score ")).collect();
        assert!((1..=2).contains(&scored.len()), "{scored:?}");
        for line in scored {
            assert!(line.contains(" score cp 0 wdl 0 1000 0 "), "{position}: {line}");
        }
    }
    // A repetition for the third time, chosen among other moves.
    engine.send("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let lines = engine.search("go depth 4 searchmoves f6g8");
    assert_eq!(wdl(last_with(&lines, " pv ")), Some([0, 1_000, 0]));
    // Perpetual check, but the first move repeats a position only for the second time.
    let perpetual = "6k1/6p1/8/7Q/8/1q6/1r6/7K w - - 0 1 moves h5e8 g8h7 e8h5 h7g8";
    let lines = engine.search_position(perpetual, "go depth 8 searchmoves h5e8");
    let line = last_with(&lines, " pv ");
    assert!(line.contains(" cp 0 wdl ") && wdl(line) != Some([0, 1_000, 0]), "{line}");
    // An even score is not a draw.
    let lines = engine.search_position("8/4k3/8/4r3/3R4/3K4/8/8 w - - 0 1", "go depth 4");
    let line = last_with(&lines, " pv ");
    assert!(line.contains(" cp 0 wdl ") && wdl(line) != Some([0, 1_000, 0]), "{line}");
    engine.finish();
}
