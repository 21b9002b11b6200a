//! The search in endgames that the tables know and in positions that lead to them.

use nunatak::board::Board;
use nunatak::limits::Limits;
use nunatak::search::{
    SearchControl, SearchObserver, SearchReport, SearchResult, Searcher, Silent,
};
use nunatak::tablebase::{self, ProbeResult};
use nunatak::tt::Bound;
use nunatak::types::{Score, ScoreKind};

use crate::common::{ends_in_mate, play};

/// A node limit too small for a search to find the results tested here.
const NODES: u64 = 200;

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn board(fen: &str) -> Board {
    fen.parse().expect("a legal position")
}

fn search(board: &Board, earlier: &[Board], limits: &Limits) -> SearchResult {
    let mut searcher = Searcher::new(1).expect("memory");
    let control = SearchControl::default();
    let mut observer = MateChecker { board: *board, mates: 0 };
    searcher.search(board, earlier, limits, &control, &mut observer)
}

/// Asserts that the line of every announced mate ends in mate, and counts these lines.
struct MateChecker {
    board: Board,
    mates: usize,
}

impl SearchObserver for MateChecker {
    fn report(&mut self, report: &SearchReport) {
        let plies = match report.score.kind() {
            ScoreKind::Mate(moves) if moves > 0 => 2 * moves as usize - 1,
            ScoreKind::Mate(moves) => 2 * moves.unsigned_abs() as usize,
            ScoreKind::Centipawns(_) => return,
        };
        if report.bound == Bound::Exact && report.depth > 0 {
            assert_eq!(report.pv.len(), plies, "{}: {report:?}", self.board);
            assert!(ends_in_mate(&self.board, &report.pv), "{}: {report:?}", self.board);
            self.mates += 1;
        }
    }
}

/// The longest mates in moves, some with the colours swapped.
const LONGEST: [(&str, i32); 13] = [
    ("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", 10),
    ("8/8/8/8/4k3/8/1Q6/K7 b - - 0 1", -10),
    ("8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 16),
    ("8/8/8/8/8/8/1Rk5/K7 b - - 0 1", -16),
    ("8/8/8/1k6/8/8/K5P1/8 w - - 0 1", 28),
    ("8/8/8/k7/8/K7/6P1/8 b - - 0 1", -28),
    ("k7/1r6/2K5/8/8/8/8/8 b - - 0 1", 16),
    ("8/k5p1/8/8/1K6/8/8/8 b - - 0 1", 28),
    ("8/8/7N/8/8/8/8/K1k1B3 w - - 0 1", 33),
    ("k1K1b3/8/8/8/8/8/7n/8 b - - 0 1", 33),
    ("8/8/8/8/7B/8/3k4/K2B4 w - - 0 1", 19),
    ("8/8/8/8/2r5/8/2k5/K6Q w - - 0 1", 35),
    ("8/2r5/8/8/7K/3k4/8/4N3 b - - 0 1", 40),
];

#[test]
fn the_longest_mates_are_announced_at_depth_one() {
    for (fen, moves) in LONGEST {
        let result = search(&board(fen), &[], &nodes(NODES));
        assert_eq!(result.report.score.kind(), ScoreKind::Mate(moves), "{fen}");
        assert_eq!(result.report.depth, 1, "no deeper iteration is needed");
    }
}

/// Without pawns and pieces to capture, nothing puts off the draw.
#[test]
fn a_mate_that_comes_after_fifty_moves_is_hardly_better_than_a_draw() {
    let mut checked = 0;
    for (fen, moves) in LONGEST {
        let position = board(fen);
        let is_certain = position.has_any_bare_king() && !fen.contains(['p', 'P']);
        let plies = 2 * moves.abs() - i32::from(moves > 0);
        for late in [0, 1, 20] {
            let position = board(&fen.replace(" 0 1", &format!(" {} 60", 100 - plies + late)));
            let limits = Limits { depth: Some(7), ..Limits::default() };
            let Score(score) = search(&position, &[], &limits).report.score;
            if late == 0 {
                assert_eq!(Score(score).kind(), ScoreKind::Mate(moves), "{position}");
            } else if is_certain {
                checked += 1;
                assert!((0..=20).contains(&(score * moves.signum())), "{position}: {score}");
                // Nor does a line go on after the draw, not even one that no search has replaced.
                assert_eq!(search(&position, &[], &nodes(1)).report.pv.len(), 1, "{position}");
            }
        }
    }
    assert!(checked >= 10, "{checked}");
}

/// Checkmate comes before the draw: the root is searched although fifty moves have been made.
#[test]
fn a_mate_in_one_after_fifty_moves_is_found() {
    for (fen, mates) in [
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 99 150", true),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 100 150", true),
        ("8/8/8/8/8/6k1/5q2/7K b - - 149 150", true),
        ("k7/8/1K6/8/8/8/8/7R w - - 102 100", true),
        // Mate in two.
        ("k7/8/2K5/8/8/8/8/7R w - - 98 1", false),
        ("k7/8/2K5/8/8/8/8/7R w - - 100 1", false),
    ] {
        let position = board(fen);
        for mate in [None, Some(1)] {
            let limits = Limits { mate, depth: Some(5), ..Limits::default() };
            let score = search(&position, &[], &limits).report.score;
            assert_eq!(score == Score::mate_in(1), mates, "{fen}: {score}");
            assert_eq!(score.is_mate(), mates, "{fen}: {score}");
        }
    }
}

/// With a piece, the weaker side can draw or win in some lines, which the tables do not know.
#[test]
fn unknown_lines_of_a_multi_pv_search_are_searched() {
    for (fen, depth) in [
        ("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", 1),
        ("k7/8/8/8/8/2K5/8/3BN3 w - - 0 1", 1),
        ("8/2r5/8/8/7K/3k4/8/4N3 b - - 0 1", 5),
    ] {
        let mut searcher = Searcher::new(1).expect("memory");
        searcher.multi_pv = 256;
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let control = SearchControl::default();
        let result = searcher.search(&board(fen), &[], &limits, &control, &mut Silent);
        assert_eq!(result.report.depth, depth, "{fen}");
    }
}

/// The search plays the strong side against the longest defence.
#[test]
fn won_games_end_in_mate_on_the_announced_move() {
    let others = [
        "7k/8/8/8/8/8/8/KQ6 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "8/8/8/k7/8/8/3KP3/8 w - - 0 1",
        "8/8/1k6/8/8/8/p6K/8 b - - 0 1",
        // The wrong corner, for a light and for a dark bishop.
        "7k/8/5K2/8/8/8/8/3BN3 w - - 0 1",
        "3bn3/8/8/8/8/5k2/8/7K b - - 0 1",
    ];
    for fen in LONGEST.map(|(fen, _)| fen).into_iter().chain(others) {
        let mut position = board(fen);
        let Some(ProbeResult::Win(plies) | ProbeResult::Loss(plies)) = tablebase::probe(&position)
        else {
            panic!("{fen} is not won")
        };
        let mut earlier = Vec::new();
        let mut searcher = Searcher::new(1).expect("memory");
        for left in (1..=plies).rev() {
            let control = SearchControl::default();
            let limits = nodes(NODES);
            let result = searcher.search(&position, &earlier, &limits, &control, &mut Silent);
            let is_attacking = left % 2 == 1;
            let score = if is_attacking { Score::mate_in(left) } else { Score::mated_in(left) };
            assert_eq!(result.report.score, score, "{position}");
            // Without any memory of the game, a single node is enough.
            let single = search(&position, &earlier, &nodes(1));
            let next = position.make(single.best.expect("a move"));
            let is_best = match tablebase::probe(&next) {
                Some(ProbeResult::Loss(plies)) => is_attacking && plies == left - 1,
                Some(ProbeResult::Win(plies)) => !is_attacking && plies == left - 1,
                _ => false,
            };
            assert!(is_best && single.report.score == score, "{position}: {next}");
            let mv = if is_attacking { result.best } else { tablebase::best_move(&position) };
            earlier.push(position);
            position = position.make(mv.expect("a move"));
        }
        assert!(position.in_check() && !position.has_legal_move(), "{fen}: {position}");
    }
}

#[test]
fn drawn_positions_score_as_draws() {
    for fen in [
        // Opposition, rook's pawns, stalemate, a lost rook and a lost queen.
        "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1",
        "8/8/8/8/8/1k6/p7/K7 w - - 0 1",
        "7k/7P/8/6K1/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/1Rk5/7K b - - 0 1",
        "8/8/8/8/8/5k2/1q6/K7 w - - 0 1",
        // Bishop and knight are both attacked.
        "8/8/3N4/3k4/3B4/8/8/6K1 b - - 0 1",
        // Only the move straight back draws.
        "8/3k4/3P4/3K4/8/8/8/8 b - - 0 1",
    ] {
        let position = board(fen);
        assert_eq!(search(&position, &[], &nodes(NODES)).report.score, Score::DRAW, "{fen}");
        // A single node is enough to keep the draw, unless it is stalemate.
        let Some(best) = search(&position, &[], &nodes(1)).best else { continue };
        let next = position.make(best);
        let is_drawn = next.is_drawn_by_rule() || next.is_stalemate();
        assert!(is_drawn || tablebase::probe(&next) == Some(ProbeResult::Draw), "{fen}");
    }
}

/// Where a mate is not certain, the score of a lost move may be that of a draw at first.
#[test]
fn a_known_draw_is_searched_until_its_move_is_known_to_draw() {
    for (fen, moves) in [
        ("8/4k3/8/K7/P7/8/8/8 b - - 0 60", &["e7e8", "a5b5", "e8e7", "b5a5"][..]),
        ("8/4k3/8/K7/P7/8/8/8 b - - 81 130", &[]),
    ] {
        let (position, earlier) = play(board(fen), moves);
        let best = search(&position, &earlier, &nodes(100_000)).best.expect("a move");
        let next = position.make(best);
        assert_eq!(tablebase::probe(&next), Some(ProbeResult::Draw), "{best:?}");
    }
}

#[test]
fn mates_beyond_the_fifty_move_rule_are_not_announced() {
    // Mate in 31 plies.
    for (clock, is_certain) in [(0, true), (69, true), (70, false), (99, false)] {
        let position = board(&format!("8/8/8/8/8/2k5/1R6/K7 w - - {clock} 90"));
        let score = search(&position, &[], &nodes(NODES)).report.score;
        assert_eq!(score == Score::mate_in(31), is_certain, "{clock}: {score}");
    }
    // Mate on the hundredth half-move counts; one half-move later the game is drawn.
    let score = |fen| search(&board(fen), &[], &nodes(NODES)).report.score;
    assert_eq!(score("k7/8/1K6/8/8/8/8/7R w - - 99 90"), Score::mate_in(1));
    assert_eq!(score("k7/8/1K6/8/8/8/8/7R b - - 98 90"), Score::mated_in(2));
    assert_eq!(score("k7/8/1K6/8/8/8/8/7R b - - 99 90"), Score::DRAW);
    // A pawn move resets the clock.
    assert!(score("8/8/8/1k6/8/6K1/6P1/8 w - - 95 90") > Score::DRAW);
}

#[test]
fn mates_are_not_announced_if_a_threefold_repetition_may_come_first() {
    // Mate in 25 plies, in a position that occurs twice; then White moves away from it.
    let start = board("1R6/8/8/8/2k5/8/8/K7 w - - 0 1");
    let moves = ["b8b7", "c4c5", "b7b8", "c5c4", "b8b2", "c4c3"];
    let (position, earlier) = play(start, &moves);
    // The tables cannot exclude that the line to mate passes the repeated position.
    let score = search(&position, &earlier, &nodes(NODES)).report.score;
    assert!(!score.is_mate() && score > Score::DRAW, "{score}");
    assert_eq!(search(&position, &earlier[1..], &nodes(NODES)).report.score, Score::mate_in(31));
}

#[test]
fn mates_are_announced_in_a_repeated_position() {
    for (fen, moves, score) in [
        ("1R6/8/8/8/2k5/8/8/K7 w - - 0 1", ["b8b7", "c4c5", "b7b8", "c5c4"], Score::mate_in(25)),
        ("8/8/8/2k5/8/8/1R6/K7 b - - 0 1", ["c5c4", "b2b1", "c4c5", "b1b2"], Score::mated_in(32)),
        ("8/N7/8/7k/6r1/8/7K/8 b - - 0 1", ["h5g5", "a7c8", "g5h5", "c8a7"], Score::mate_in(53)),
    ] {
        let (position, earlier) = play(board(fen), &moves);
        assert_eq!(search(&position, &earlier, &nodes(NODES)).report.score, score, "{fen}");
    }
}

#[test]
fn each_root_move_has_its_own_distance_to_mate() {
    let position = board("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    let mut scores = Vec::new();
    for mv in position.legal_moves() {
        let limits = Limits { search_moves: vec![mv], ..nodes(NODES) };
        let result = search(&position, &[], &limits);
        assert_eq!(result.best, Some(mv));
        let expected = match tablebase::probe(&position.make(mv)) {
            Some(ProbeResult::Loss(plies)) => Score::mate_in(plies + 1),
            outcome => {
                assert_eq!(outcome.unwrap_or(ProbeResult::Draw), ProbeResult::Draw);
                Score::DRAW
            }
        };
        assert_eq!(result.report.score, expected, "{mv:?}");
        scores.push(expected);
    }
    assert!(scores.contains(&Score::DRAW) && scores.contains(&Score::mate_in(31)));
}

#[test]
fn mate_searches_prove_and_refute_mates() {
    for (fen, moves) in LONGEST.into_iter().filter(|&(_, moves)| moves > 0) {
        let mate = |moves| Limits { mate: Some(moves), ..Limits::default() };
        let moves = moves as usize;
        let found = search(&board(fen), &[], &mate(moves)).report;
        assert_eq!(found.score, Score::mate_in(2 * moves - 1), "{fen}");
        let refuted = search(&board(fen), &[], &mate(moves - 1)).report;
        assert!(refuted.score < Score::mate_in(2 * moves - 3), "{fen}");
    }
}

/// Captures and promotions lead to the tables; [`MateChecker`] requires complete lines.
#[test]
fn lines_continue_into_the_tables() {
    for fen in [
        "8/8/8/8/1k6/8/1p5R/1K6 w - - 0 1",
        "8/1k6/8/8/8/3K4/p6R/8 w - - 0 1",
        "8/8/8/8/8/1k6/8/b3Q1K1 w - - 0 1",
        "8/8/8/3k4/8/8/3K4/b6R w - - 0 1",
        "8/5k2/8/4K3/4P3/4p3/8/8 w - - 0 1",
        "2K5/k7/7P/8/7p/8/8/8 w - - 0 1",
    ] {
        let mut position = board(fen);
        let mut searcher = Searcher::new(1).expect("memory");
        // First for the side that mates, then for the side that is mated.
        for _ in 0..2 {
            let mut observer = MateChecker { board: position, mates: 0 };
            let control = SearchControl::default();
            let limits = nodes(200_000);
            let result = searcher.search(&position, &[], &limits, &control, &mut observer);
            assert!(observer.mates > 0, "{position}: {:?}", result.report);
            position = position.make(result.best.expect("a move"));
        }
    }
}

/// Castling rights never delay a mate.
#[test]
fn positions_with_castling_rights_are_searched() {
    let with = search(&board("8/8/8/8/8/4k3/8/4K2R w K - 0 1"), &[], &nodes(50_000)).report;
    let without = search(&board("8/8/8/8/8/4k3/8/4K2R w - - 0 1"), &[], &nodes(50_000)).report;
    assert!(with.score >= without.score && without.score.is_mate(), "{with:?}");
}
