//! Many threads: short searches with changes of settings between them, and a limit of nodes.

use std::thread;
use std::time::Duration;

use nunatak::board::Board;
use nunatak::limits::Limits;
use nunatak::search::{
    SearchControl, SearchObserver, SearchReport, SearchResult, Searcher, Silent,
};
use nunatak::types::Move;

use crate::common::positions::{
    CHESS960, KIWIPETE, MANY_MOVES, MATE_IN_ONE, ROOK_ENDGAME, STALEMATE, START,
};

/// Passes through all positions for each number of threads.
const ROUNDS: usize = 10;

/// Positions of all phases, with many moves, few and none.
const POSITIONS: [&str; 7] =
    [START, KIWIPETE, CHESS960, ROOK_ENDGAME, MATE_IN_ONE, MANY_MOVES, STALEMATE];

/// An observer that checks that all reported lines are legal.
struct LegalLines<'a>(&'a Board);

impl LegalLines<'_> {
    fn check(&self, line: &[Move]) {
        line.iter().fold(*self.0, |board, &mv| {
            assert!(board.is_legal(mv), "{mv:?} of {line:?} in {board}");
            board.make(mv)
        });
    }
}

impl SearchObserver for LegalLines<'_> {
    fn report(&mut self, report: &SearchReport) {
        self.check(&report.pv);
    }

    fn root_move(&mut self, _: usize, mv: Move, _: usize, _: Duration) {
        self.check(&[mv]);
    }
}

fn search(searcher: &mut Searcher, board: &Board, limits: &Limits, control: &SearchControl) {
    let mut lines = LegalLines(board);
    let SearchResult { best, ponder, .. } =
        searcher.search(board, &[], limits, control, &mut lines);
    assert_eq!(best.is_some(), board.has_legal_move(), "{board}");
    let line: Vec<Move> = best.into_iter().chain(ponder).collect();
    lines.check(&line);
}

/// Changes a setting of the searcher, chosen by the `number` of the next search.
fn disturb(searcher: &mut Searcher, number: usize) {
    match number % 5 {
        0 => searcher.resize_tt(1 + number % 3).expect("a few megabytes"),
        1 => searcher.set_contempt(1 + number as i32 % 3),
        2 => searcher.new_game(),
        3 => searcher.multi_pv = 1 + number % 2,
        _ => {}
    }
}

/// Calls `task` with each position and a running number, for several numbers of threads.
fn with_many_threads(task: impl Fn(&mut Searcher, usize, &Board)) {
    let boards = POSITIONS.map(|fen| fen.parse::<Board>().expect("a legal position"));
    let mut searcher = Searcher::new(1).expect("memory");
    for threads in [2, 4, 16] {
        searcher.set_threads(threads);
        for (number, board) in boards.iter().cycle().take(ROUNDS * boards.len()).enumerate() {
            task(&mut searcher, number, board);
        }
    }
}

#[test]
fn short_searches_with_many_threads_play_legal_moves() {
    with_many_threads(|searcher, number, board| {
        disturb(searcher, number);
        let nodes = Limits { nodes: Some(500 << (number % 4)), ..Limits::default() };
        search(searcher, board, &nodes, &SearchControl::default());
    });
}

#[test]
fn searches_with_many_threads_can_be_stopped_at_any_time() {
    with_many_threads(|searcher, number, board| {
        let control = SearchControl::default();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_micros(number as u64 * 997 % 5_000));
                control.stop();
            });
            search(searcher, board, &Limits::default(), &control);
        });
    });
}

/// An observer that checks that the lines of an iteration are reported with the same totals.
#[derive(Default)]
struct EqualTotals(Option<SearchReport>);

impl SearchObserver for EqualTotals {
    fn report(&mut self, report: &SearchReport) {
        if report.number == 1 {
            self.0 = Some(report.clone());
        } else {
            let first = self.0.as_ref().expect("a first line");
            assert_eq!(report.throughput(), first.throughput(), "line {}", report.number);
        }
    }
}

#[test]
fn lines_reported_together_have_the_same_totals() {
    let mut searcher = Searcher::new(1).expect("memory");
    searcher.set_threads(4);
    searcher.multi_pv = 256;
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let board = Board::start();
    for _ in 0..20 {
        searcher.new_game();
        let mut totals = EqualTotals::default();
        searcher.search(&board, &[], &limits, &SearchControl::default(), &mut totals);
        assert!(totals.0.is_some());
    }
}

#[test]
fn a_wanted_depth_is_reached_by_the_line_of_the_result() {
    let mut searcher = Searcher::new(1).expect("memory");
    searcher.set_threads(2);
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let board: Board = KIWIPETE.parse().expect("a legal position");
    for _ in 0..30 {
        searcher.new_game();
        let result = searcher.search(&board, &[], &limits, &SearchControl::default(), &mut Silent);
        assert_eq!(result.report.depth, 8);
    }
}

#[test]
fn threads_share_the_limit_of_nodes() {
    const NODES: u64 = 10_000;
    let mut searcher = Searcher::new(1).expect("memory");
    let threads = searcher.set_threads(64);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let board: Board = KIWIPETE.parse().expect("a legal position");
    let control = SearchControl::default();
    let nodes = searcher.search(&board, &[], &limits, &control, &mut Silent).report.nodes;
    // At worst each thread has as much left as when it last looked at the others.
    assert!((NODES..=2 * NODES).contains(&nodes), "{threads} threads: {nodes}");
}
