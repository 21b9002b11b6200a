//! Tests of the search through the library: mates, draws, limits, determinism.

mod mates;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use nunatak::board::Board;
use nunatak::limits::{Clock, Limits};
use nunatak::search::{
    SearchControl, SearchObserver, SearchReport, SearchResult, Searcher, Silent, SyzygySettings,
};
use nunatak::tt::Bound;
use nunatak::types::{Move, Score};

use crate::common::play;
use crate::common::positions::{CHECKMATE, KIWIPETE, MANY_MOVES, ROOK_ENDGAME, STALEMATE, START};

fn depth(depth: usize) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn mate(moves: usize) -> Limits {
    Limits { mate: Some(moves), ..Limits::default() }
}

fn board(fen: &str) -> Board {
    fen.parse().expect("a legal position")
}

/// Returns the positions of a game in which `repeated` has occurred twice.
fn game_with_repetition(repeated: Board) -> [Board; 7] {
    let other = Board::start();
    [repeated, other, other, other, repeated, other, other]
}

/// An observer that keeps all reports and checks their lines.
struct Recorder {
    board: Board,
    reports: Vec<SearchReport>,
}

impl SearchObserver for Recorder {
    fn report(&mut self, report: &SearchReport) {
        let mut board = self.board;
        for &mv in &report.pv {
            assert!(board.is_legal(mv), "{mv:?} of {:?} in {board}", report.pv);
            board = board.make(mv);
        }
        assert!(report.hashfull <= 1_000);
        self.reports.push(report.clone());
    }

    fn root_move(&mut self, _: usize, mv: Move, _: usize, _: Duration) {
        assert!(self.board.is_legal(mv));
    }
}

fn search(board: &Board, limits: &Limits) -> (SearchResult, Vec<SearchReport>) {
    let mut recorder = Recorder { board: *board, reports: Vec::new() };
    let mut searcher = Searcher::new(4).expect("memory");
    let control = SearchControl::default();
    let result = searcher.search(board, &[], limits, &control, &mut recorder);
    let last = recorder.reports.last().expect("a report");
    assert_eq!(last.pv.first().copied(), result.best, "the last line begins with the best move");
    (result, recorder.reports)
}

#[test]
fn no_legal_move_means_no_best_move() {
    for (fen, score) in [(CHECKMATE, Score::mated_in(0)), (STALEMATE, Score::DRAW)] {
        let (result, reports) = search(&board(fen), &depth(5));
        assert_eq!((result.best, result.ponder), (None, None));
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0].score, score);
    }
}

#[test]
fn losing_side_finds_the_draw() {
    for (fen, saving_move) in [
        // Perpetual check on e8 and h5.
        ("6k1/6p1/8/7Q/8/1q6/1r6/7K w - - 0 1", "h5e8"),
        // A queen sacrifice for stalemate.
        ("8/7k/5Q2/2r5/8/8/2q5/K7 w - - 0 1", "f6g7"),
    ] {
        let start = board(fen);
        let (result, _) = search(&start, &depth(8));
        assert_eq!(result.report.score, Score::DRAW, "{fen}");
        assert_eq!(result.best, start.parse_move(saving_move).ok(), "{fen}");
    }
}

#[test]
fn known_draws_score_near_zero() {
    for fen in [
        // A bishop that does not control the promotion square of its rook pawns.
        "k7/8/8/P7/8/2K5/5B2/8 w - - 0 1",
        "8/1k6/8/P2K4/8/8/5B2/8 w - - 0 1",
        "k7/8/PK6/8/8/8/5B2/8 b - - 0 1",
        "8/k7/8/P7/P7/2K5/8/4B3 w - - 0 1",
        // Bishops of opposite colours; two knights; a rook against a minor piece.
        "8/4k3/4P3/8/3B4/5b2/8/4K3 w - - 0 1",
        "8/3k4/8/3K4/8/8/2NN4/8 b - - 0 1",
        "8/8/8/3k4/3b4/8/8/KR6 w - - 0 1",
        "8/8/8/3nk3/8/8/8/KR6 w - - 0 1",
    ] {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let score = search(&board(fen), &limits).0.report.score;
        assert!(score.0.abs() <= 30, "{fen}: {score}");
    }
}

#[test]
fn a_check_wins_nothing_on_paper() {
    // Qh5+ wins no piece, since g6 is an answer, nor does Ra8+ win the rook.
    for fen in [
        "r2nk2r/pppqb1pp/4b2n/1PPp1p2/3Pp3/P1N1P1P1/3N1PBP/R1BQK2R w KQkq - 3 10",
        "5k2/8/8/R7/8/2r5/5PK1/8 w - - 78 89",
    ] {
        for plies in 1..=3 {
            let score = search(&board(fen), &depth(plies)).0.report.score;
            assert!(score.0 <= 150, "{fen} at depth {plies}: {score}");
        }
    }
}

#[test]
fn a_threat_that_a_late_quiet_move_meets_wins_nothing() {
    // A piece is attacked, usually the queen. The way out is none of the first quiet moves.
    for fen in [
        "r3r1k1/5pp1/2p4p/P7/2qpP3/Q7/5PPP/R3R1K1 w - - 0 1",
        "1rb2rk1/2qpbppp/2p1pn2/p1p5/Q7/N1PP2P1/P3PPBP/R1B2RK1 w - - 0 1",
        "6rk/prp5/2p1p2p/2Q1P3/P7/5q2/PBP5/K1R5 w - - 0 1",
        "8/1kp1r2p/p1r5/p4q2/2P2B1P/4P1P1/4Q2K/8 w - - 0 1",
        "3r1rk1/ppn1n1pp/2p2p2/3pp3/2PP2qP/1PN1P1Pb/P1Q1NPB1/3R1RK1 w - - 0 1",
        "2r5/2r2pk1/p2b1qp1/1p1bN3/3P4/P1pQR3/2B2PP1/R5K1 w - - 0 1",
    ] {
        let (_, reports) = search(&board(fen), &depth(6));
        for report in reports {
            assert!(report.score < Score(150), "{fen}: {} at depth {}", report.score, report.depth);
        }
    }
}

#[test]
fn third_occurrence_in_the_game_is_a_draw() {
    // White is a queen up, but both sides have shuffled their kings.
    let start = board("7k/8/8/8/8/8/8/1Q5K w - - 0 1");
    let moves = ["h1g1", "h8g8", "g1h1", "g8h8", "h1g1", "h8g8", "g1h1"];
    let (position, earlier) = play(start, &moves);
    let mut searcher = Searcher::new(4).expect("memory");
    let control = SearchControl::default();
    // Black repeats the first position for the third time.
    let result = searcher.search(&position, &earlier, &depth(1), &control, &mut Silent);
    assert_eq!(result.best, position.parse_move("g8h8").ok());
    assert_eq!(result.report.score, Score::DRAW);
    // Without the game's history the position is lost.
    searcher.new_game();
    let result = searcher.search(&position, &[], &depth(1), &control, &mut Silent);
    assert!(result.report.score < Score(-500));
}

#[test]
fn fifty_move_rule_draws_unless_the_last_move_mates() {
    let (result, _) = search(&board("7k/8/8/8/8/8/8/1QQ4K w - - 99 90"), &depth(3));
    assert_eq!(result.report.score, Score::DRAW);
    let (result, _) = search(&board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 90"), &depth(3));
    assert_eq!(result.report.score, Score::mate_in(1));
    // A root past the fifty-move rule still gets a move.
    let (result, _) = search(&board("7k/8/8/8/8/8/8/1QQ4K w - - 120 90"), &depth(3));
    assert!(result.best.is_some());
}

#[test]
fn contempt_fades_towards_the_endgame() {
    // The only move searched repeats a position for the third time.
    let score = |(fen, repeating): (&str, &str), contempt: i32| {
        let root = board(fen);
        let repeating = root.parse_move(repeating).expect("legal");
        let earlier = game_with_repetition(root.make(repeating));
        let limits = Limits { search_moves: vec![repeating], ..depth(5) };
        let mut searcher = Searcher::new(1).expect("memory");
        searcher.set_contempt(contempt);
        let control = SearchControl::default();
        searcher.search(&root, &earlier, &limits, &control, &mut Silent).report.score
    };
    let opening = ("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPBPPP/RNBQK1NR w KQkq - 20 20", "b1c3");
    let middlegame = ("3rr1k1/pp3ppp/2nb4/8/8/2NB4/PP3PPP/3RR1K1 w - - 20 20", "e1f1");
    let endgame = ("2n3k1/pp3ppp/8/8/8/2N5/PP3PPP/6K1 w - - 20 20", "g1f1");
    for contempt in [0, 24, -60] {
        assert_eq!(score(opening, contempt), Score(-contempt));
        assert_eq!(score(middlegame, contempt), Score(-contempt / 3));
        assert_eq!(score(endgame, contempt), Score::DRAW);
    }
}

#[test]
fn scores_of_other_settings_are_forgotten() {
    let mut searcher = Searcher::new(1).expect("memory");
    let mut nodes = |change: &dyn Fn(&mut Searcher)| {
        change(&mut searcher);
        let control = SearchControl::default();
        searcher.search(&Board::start(), &[], &depth(9), &control, &mut Silent).report.nodes
    };
    let [cold, warm] = [nodes(&|_| {}), nodes(&|_| {})];
    assert!(3 * warm < cold, "{cold} {warm}");
    let contempt = nodes(&|searcher| [20, 0].iter().for_each(|&it| searcher.set_contempt(it)));
    let fifty_move_rule = nodes(&|searcher| {
        let settings = SyzygySettings { fifty_move_rule: false, ..SyzygySettings::default() };
        searcher.set_syzygy(settings);
    });
    for nodes in [contempt, fifty_move_rule] {
        assert!(cold < 3 * nodes, "{cold} {contempt} {fifty_move_rule}");
    }
}

#[test]
fn search_is_reproducible_after_new_game() {
    let mut searcher = Searcher::new(4).expect("memory");
    let mut run = || {
        searcher.new_game();
        [KIWIPETE, ROOK_ENDGAME].map(|fen| {
            let control = SearchControl::default();
            let result = searcher.search(&board(fen), &[], &depth(5), &control, &mut Silent);
            (result.report.nodes, result.report.score, result.report.pv)
        })
    };
    assert_eq!(run(), run());
}

#[test]
fn threads_search_together_and_stop_together() {
    let position = board(KIWIPETE);
    let mut searcher = Searcher::new(4).expect("memory");
    for threads in [2, 4, 16, 1, 3] {
        searcher.set_threads(threads);
        for limits in [
            depth(9),
            depth(1),
            Limits { nodes: Some(30_000), ..Limits::default() },
            Limits { move_time: Some(Duration::from_millis(20)), ..Limits::default() },
            mate(1),
        ] {
            let mut recorder = Recorder { board: position, reports: Vec::new() };
            let control = SearchControl::default();
            let result = searcher.search(&position, &[], &limits, &control, &mut recorder);
            let last = recorder.reports.last().expect("a report");
            assert_eq!(last.pv.first().copied(), result.best, "{threads} threads, {limits:?}");
            assert!(result.best.is_some());
            assert!(recorder.reports.is_sorted_by_key(|report| report.nodes), "{threads} threads");
            let is_met =
                |limit| (limit..=limit + 1_024 * threads as u64).contains(&result.report.nodes);
            assert!(limits.nodes.is_none_or(is_met), "{threads} threads: {:?}", result.report);
        }
    }
}

#[test]
fn one_thread_is_deterministic_after_a_search_with_many() {
    let position =
        board("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10");
    let mut searcher = Searcher::new(4).expect("memory");
    let mut nodes = |threads| {
        searcher.set_threads(threads);
        searcher.new_game();
        let control = SearchControl::default();
        searcher.search(&position, &[], &depth(8), &control, &mut Silent).report.nodes
    };
    let alone = nodes(1);
    nodes(4);
    assert_eq!(nodes(1), alone);
}

#[test]
fn node_limits_are_exact() {
    let start = Board::start();
    for nodes in [0, 1, 2, 100, 1_023, 1_024, 1_025, 54_321] {
        let (result, _) = search(&start, &Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(result.report.nodes, nodes);
        assert!(result.best.is_some());
    }
}

#[test]
fn no_iteration_starts_after_the_soft_limit_of_nodes() {
    let limits = Limits { soft_nodes: Some(2_000), nodes: Some(100_000), ..Limits::default() };
    let nodes = search(&Board::start(), &limits).0.report.nodes;
    assert!((2_000..100_000).contains(&nodes), "{nodes}");
}

/// Searches with MultiPV and returns the lines of each depth.
fn search_lines(board: &Board, lines: usize, limits: &Limits) -> Vec<Vec<SearchReport>> {
    let mut searcher = Searcher::new(4).expect("memory");
    searcher.multi_pv = lines;
    let mut recorder = Recorder { board: *board, reports: Vec::new() };
    let control = SearchControl::default();
    let result = searcher.search(board, &[], limits, &control, &mut recorder);
    let depths: Vec<Vec<_>> =
        recorder.reports.chunk_by(|a, b| a.number < b.number).map(<[_]>::to_vec).collect();
    let last = depths.last().expect("a depth");
    assert_eq!(last[0].pv.first().copied(), result.best);
    assert_eq!(last[0].score, result.report.score);
    depths
}

#[test]
fn lines_of_a_depth_are_reported_together_and_sorted() {
    for (fen, searched, lines, expected) in [
        ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3", "", 4, 4),
        // Fewer legal or allowed moves than lines.
        ("k7/7p/8/8/8/8/1q6/K7 w - - 0 1", "", 256, 1),
        ("7k/7p/8/8/8/8/P7/K7 w - - 0 1", "", 256, 4),
        (START, "e2e4 d2d4 g1f3", 5, 3),
        (MANY_MOVES, "", 256, 218),
    ] {
        let board = board(fen);
        let moves = |text: &str| -> Vec<Move> {
            text.split(' ').filter_map(|text| board.parse_move(text).ok()).collect()
        };
        let limits = Limits { search_moves: moves(searched), ..depth(4) };
        let depths = search_lines(&board, lines, &limits);
        for lines in &depths {
            assert_eq!(lines.len(), expected, "{fen}");
            assert!(lines.iter().map(|line| line.number).eq(1..=expected));
            assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{fen}");
            assert!(lines.iter().all(|line| line.depth == lines[0].depth));
            let firsts: HashSet<_> = lines.iter().map(|line| line.pv[0]).collect();
            assert_eq!(firsts.len(), expected, "{fen}");
            let is_allowed =
                |mv| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
            assert!(firsts.iter().all(is_allowed));
        }
        assert_eq!(depths.last().map(|lines| lines[0].depth), Some(4));
    }
}

/// An observer that counts the root moves reported.
struct RootMoveCounter(usize);

impl SearchObserver for RootMoveCounter {
    fn root_move(&mut self, _: usize, _: Move, _: usize, _: Duration) {
        self.0 += 1;
    }
}

#[test]
fn root_moves_are_reported_for_the_first_line_only() {
    let mut searcher = Searcher::new(1).expect("memory");
    searcher.multi_pv = 5;
    let mut counter = RootMoveCounter(0);
    let control = SearchControl::default();
    searcher.search(&Board::start(), &[], &depth(2), &control, &mut counter);
    assert_eq!(counter.0, 2 * 20, "20 moves at each depth");
}

#[test]
fn each_line_has_its_own_score() {
    // One move mates; the others take longer.
    let lines = search_lines(&board("7k/R7/1R6/8/8/8/8/K7 w - - 0 1"), 3, &depth(5));
    let last = lines.last().expect("a depth");
    assert_eq!(last[0].score, Score::mate_in(1));
    assert!(last[1].score < last[0].score && last[1].score >= Score::MATE_BOUND);
    // Seven of the moves lose the queen.
    let lines = search_lines(&board("4k3/8/8/2p5/1q6/2P5/8/4K3 b - - 0 1"), 30, &depth(6));
    let last = lines.last().expect("a depth");
    assert!(last[0].score > last[last.len() - 1].score + 600);
}

#[test]
fn reports_increase_in_depth_and_nodes() {
    let (result, reports) = search(&board(KIWIPETE), &depth(7));
    assert_eq!(result.report.depth, 7);
    assert!(result.ponder.is_some());
    let exact: Vec<_> = reports.iter().filter(|report| report.bound == Bound::Exact).collect();
    assert_eq!(exact.iter().map(|report| report.depth).max(), Some(7));
    assert!(exact.is_sorted_by_key(|report| (report.depth, report.nodes)));
    for report in &exact {
        // Reductions and quiescence may shorten the line.
        let min_length = report.depth.div_ceil(2);
        assert!(report.selective_depth >= report.depth && report.pv.len() >= min_length);
    }
}

#[test]
fn a_line_of_one_move_has_a_reply_from_the_table() {
    let start = Board::start();
    let mut searcher = Searcher::new(4).expect("memory");
    let mut search = |limits: &Limits| {
        searcher.search(&start, &[], limits, &SearchControl::default(), &mut Silent)
    };
    let none = Limits { nodes: Some(0), ..Limits::default() };
    let result = search(&none);
    assert_eq!((result.report.pv.len(), result.ponder), (1, None));
    search(&depth(6));
    let result = search(&none);
    let next = start.make(result.report.pv[0]);
    assert_eq!(result.report.pv.len(), 1);
    assert!(result.ponder.is_some_and(|reply| next.is_legal(reply)), "{result:?}");
}

#[test]
fn stop_and_clock_end_the_search() {
    let mut searcher = Searcher::new(4).expect("memory");
    let control = SearchControl::default();
    control.stop();
    let result = searcher.search(&Board::start(), &[], &Limits::default(), &control, &mut Silent);
    assert!(result.best.is_some(), "a move even when stopped before the first iteration");

    let clock = Clock { time_left: Duration::from_millis(500), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let started = Instant::now();
    let control = SearchControl::default();
    let result = searcher.search(&Board::start(), &[], &limits, &control, &mut Silent);
    assert!(result.best.is_some() && started.elapsed() < Duration::from_millis(500));
}

#[test]
fn an_only_move_is_played_soon_with_an_honest_score() {
    // After Kxg7 a discovered check wins the queen.
    let position = board("r1b2rk1/2p1qnQp/p1pp2p1/5p2/2P1P3/1PN2N1P/PB3PP1/3R1RK1 b - - 0 1");
    assert_eq!(position.legal_moves().len(), 1);
    let clock = Clock { time_left: Duration::from_secs(3_600), ..Clock::default() };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let report = search(&position, &limits).0.report;
    assert!(report.nodes < 100_000 && report.score < Score(-100), "{report:?}");
    assert_eq!(search(&position, &depth(12)).0.report.depth, 12, "without a clock");
}

/// Positions with extremely many legal moves and captures, and bare kings.
#[test]
fn extreme_positions_are_searched() {
    for fen in [
        "k1q1q1q1/q1q1q1q1/q1q1q1q1/q2q1q1q/Q2Q1Q1Q/Q1Q1Q1Q1/Q1Q1Q1Q1/K1Q1Q1Q1 w - - 0 1",
        MANY_MOVES,
        "k7/8/8/8/8/8/8/K7 w - - 0 1",
    ] {
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        assert!(search(&board(fen), &limits).0.best.is_some(), "{fen}");
    }
}

#[test]
fn aborted_iteration_keeps_the_move_that_failed_high() {
    /// The number of aborted iterations that are enough.
    const ENOUGH: usize = 6;
    let mut aborted = 0;
    for nodes in (500..60_000).step_by(500) {
        for fen in [
            KIWIPETE,
            "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
            "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 4 9",
        ] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (result, reports) = search(&board(fen), &limits);
            // The last report repeats the final line.
            let [.., last, _] = &reports[..] else { continue };
            if last.bound == Bound::Lower {
                aborted += 1;
                assert_eq!(result.best, last.pv.first().copied(), "{fen} {nodes}");
                match result.report.bound {
                    Bound::Lower => assert_eq!(result.report.depth, last.depth, "{fen} {nodes}"),
                    // The iteration before has found the same move and score.
                    _ => assert_eq!(result.report.score, last.score, "{fen} {nodes}"),
                }
            }
        }
        if aborted >= ENOUGH {
            return;
        }
    }
    panic!("{aborted} iterations aborted after a fail high");
}
