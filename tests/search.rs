//! The search through the library: mates, draws, limits, determinism.

use std::time::{Duration, Instant};

use nunatak::board::Board;
use nunatak::limits::{Clock, Limits};
use nunatak::search::{
    SearchControl, SearchObserver, SearchReport, SearchResult, Searcher, Silent,
};
use nunatak::tt::Bound;
use nunatak::types::{Move, Score, ScoreKind};

fn depth(depth: usize) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn board(fen: &str) -> Board {
    fen.parse().expect("a legal position")
}

/// Keeps all reports, and checks what must hold for each.
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
    assert_eq!(last.pv.first().copied(), result.best, "the last line begins with the move");
    (result, recorder.reports)
}

#[test]
fn mates_are_found_at_their_distance_and_played_out() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        let start = board(fen);
        let (result, _) = search(&start, &depth(2 * moves));
        let score = result.report.score;
        assert_eq!(score.kind(), ScoreKind::Mate(moves as i32), "{fen}");
        assert_eq!(result.report.pv.len(), 2 * moves - 1, "{fen}");
        let end = result.report.pv.iter().fold(start, |board, &mv| board.make(mv));
        assert!(end.in_check() && !end.has_legal_move(), "{fen}");

        // The defender sees it one ply later and one move nearer.
        let defender = start.make(result.report.pv[0]);
        if defender.has_legal_move() {
            let (result, _) = search(&defender, &depth(2 * moves));
            assert_eq!(result.report.score.kind(), ScoreKind::Mate(1 - moves as i32), "{fen}");
        }
    }
}

#[test]
fn mate_limit_ends_with_the_mate_or_without() {
    let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    for (mate, expected) in [(1, false), (2, true), (3, true)] {
        let limits = Limits { mate: Some(mate), ..Limits::default() };
        let (result, _) = search(&board(fen), &limits);
        assert_eq!(result.report.score.kind() == ScoreKind::Mate(2), expected, "mate {mate}");
    }
}

#[test]
fn without_a_legal_move_there_is_no_best_move() {
    for (fen, score) in [
        ("R6k/6pp/8/8/8/8/8/K7 b - - 0 1", Score::mated_in(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
    ] {
        let (result, reports) = search(&board(fen), &depth(5));
        assert_eq!((result.best, result.ponder), (None, None));
        assert_eq!(reports.len(), 1);
        assert_eq!(reports[0].score, score);
    }
}

#[test]
fn a_lost_side_finds_the_draw() {
    for (fen, saving_move) in [
        // The queen checks on e8 and h5 without end.
        ("6k1/6p1/8/7Q/8/1q6/1r6/7K w - - 0 1", "h5e8"),
        // The queen gives itself up: once it is taken, White is stalemated.
        ("8/7k/5Q2/2r5/8/8/2q5/K7 w - - 0 1", "f6g7"),
    ] {
        let start = board(fen);
        let (result, _) = search(&start, &depth(6));
        assert_eq!(result.report.score, Score::DRAW, "{fen}");
        assert_eq!(result.best, start.parse_move(saving_move).ok(), "{fen}");
    }
}

#[test]
fn the_third_occurrence_in_the_game_is_a_draw() {
    // White is a queen up, but both sides have shuffled: Kh1 would repeat for the third time.
    let start = board("7k/8/8/8/8/8/8/1Q5K w - - 0 1");
    let (mut position, mut keys) = (start, Vec::new());
    for text in ["h1g1", "h8g8", "g1h1", "g8h8", "h1g1", "h8g8", "g1h1"] {
        keys.push(position.key());
        position = position.make(position.parse_move(text).expect("legal"));
    }
    let mut searcher = Searcher::new(4).expect("memory");
    let control = SearchControl::default();
    // Black, to move, repeats the start for the third time and so escapes.
    let result = searcher.search(&position, &keys, &depth(1), &control, &mut Silent);
    assert_eq!(result.best, position.parse_move("g8h8").ok());
    assert_eq!(result.report.score, Score::DRAW);
    // The same position without its past is lost.
    searcher.new_game();
    let result = searcher.search(&position, &[], &depth(1), &control, &mut Silent);
    assert!(result.report.score < Score(-500));
}

#[test]
fn the_fifty_move_rule_draws_and_mate_precedes_it() {
    let (result, _) = search(&board("7k/8/8/8/8/8/8/1QQ4K w - - 99 90"), &depth(3));
    assert_eq!(result.report.score, Score::DRAW);
    let (result, _) = search(&board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 90"), &depth(3));
    assert_eq!(result.report.score, Score::mate_in(1));
    // A root beyond the rule still has a move.
    let (result, _) = search(&board("7k/8/8/8/8/8/8/1QQ4K w - - 120 90"), &depth(3));
    assert!(result.best.is_some());
}

#[test]
fn contempt_is_the_price_of_a_draw() {
    let position = board("8/8/8/4k3/8/8/8/4K2n w - - 0 1");
    let mut searcher = Searcher::new(1).expect("memory");
    for contempt in [0, 25, -40] {
        searcher.new_game();
        searcher.set_contempt(contempt);
        let control = SearchControl::default();
        let result = searcher.search(&position, &[], &depth(5), &control, &mut Silent);
        assert_eq!(result.report.score, Score(-contempt));
    }
}

#[test]
fn a_new_game_repeats_the_search_exactly() {
    let positions = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    let mut searcher = Searcher::new(4).expect("memory");
    let mut run = || {
        searcher.new_game();
        positions.map(|fen| {
            let control = SearchControl::default();
            let result = searcher.search(&board(fen), &[], &depth(5), &control, &mut Silent);
            (result.report.nodes, result.report.score, result.report.pv)
        })
    };
    assert_eq!(run(), run());
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
fn only_the_moves_asked_for_are_played() {
    let start = Board::start();
    let wanted = ["a2a3", "h2h4"].map(|text| start.parse_move(text).expect("legal"));
    let limits = Limits { search_moves: wanted.to_vec(), ..depth(5) };
    let (result, _) = search(&start, &limits);
    assert!(wanted.contains(&result.best.expect("a move")));
}

#[test]
fn reports_deepen_and_bounds_enclose() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let (result, reports) = search(&board(fen), &depth(7));
    assert_eq!(result.report.depth, 7);
    assert!(result.ponder.is_some());
    let exact: Vec<_> = reports.iter().filter(|report| report.bound == Bound::Exact).collect();
    assert_eq!(exact.iter().map(|report| report.depth).max(), Some(7));
    assert!(exact.is_sorted_by_key(|report| (report.depth, report.nodes)));
    for report in &exact {
        assert!(report.selective_depth >= report.depth && report.pv.len() >= report.depth.min(4));
    }
}

#[test]
fn a_stop_and_a_clock_end_the_search() {
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

/// More moves than any game can have, and the longest forcing lines.
#[test]
fn extreme_positions_are_searched() {
    for fen in [
        "k1q1q1q1/q1q1q1q1/q1q1q1q1/q2q1q1q/Q2Q1Q1Q/Q1Q1Q1Q1/Q1Q1Q1Q1/K1Q1Q1Q1 w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "k7/8/8/8/8/8/8/K7 w - - 0 1",
    ] {
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        assert!(search(&board(fen), &limits).0.best.is_some(), "{fen}");
    }
}
