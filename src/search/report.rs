//! Reports of a search to its caller.

use std::fmt;
use std::time::Duration;

use crate::board::Board;
use crate::text::counted;
use crate::tt::Bound;
use crate::types::{Move, Score};
use crate::wdl::Chances;

/// One line of an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// Depth of the iteration in plies, finished or not; 0 if no move was searched.
    pub depth: usize,
    /// Largest distance of a node from the root, or length of the line if that is longer, in plies.
    pub selective_depth: usize,
    /// Number of the line in a MultiPV search, from 1 for the best.
    pub number: usize,
    /// Score from the view of the side to move at the root.
    pub score: Score,
    /// Whether the first move of the line, or the position if there is none, draws by rule or by
    /// the endgame tables, whatever follows.
    pub is_drawn: bool,
    /// Exact, or a bound after a fail low or high or in an aborted iteration.
    pub bound: Bound,
    /// Nodes searched so far by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Fill of the transposition table, in permille.
    pub hashfull: u32,
    /// Successful probes of Syzygy tables so far, by all threads.
    pub syzygy_hits: u64,
    /// The line, each move legal after those before it; empty if the root has no legal move.
    pub pv: Vec<Move>,
}

impl SearchReport {
    /// Returns the win, draw and loss chances of the side to move in `board`, the root.
    pub fn chances(&self, board: &Board) -> Chances {
        if self.is_drawn {
            return Chances::DRAW;
        }
        Chances::new(self.score, board, board.side_to_move())
    }

    /// Returns this report with the totals of `other`: nodes, time, fill of the table and probes of
    /// the Syzygy tables.
    pub(super) fn with_totals_of(self, other: &Self) -> Self {
        let Self { nodes, elapsed, hashfull, syzygy_hits, .. } = *other;
        Self { nodes, elapsed, hashfull, syzygy_hits, ..self }
    }

    /// Returns the nodes searched so far and the time that they took.
    pub fn throughput(&self) -> Throughput {
        Throughput { nodes: self.nodes, elapsed: self.elapsed }
    }
}

/// The last report of each line, to recognise those that a finished search repeats.
#[derive(Clone, Debug, Default)]
pub struct LastReports(Vec<SearchReport>);

impl LastReports {
    /// Keeps `report` as the last of its line if it differs from the one before in more than the
    /// time and the fill of the table. Returns whether it does.
    pub fn update(&mut self, report: &SearchReport) -> bool {
        let Some(last) = self.0.iter_mut().find(|last| last.number == report.number) else {
            self.0.push(report.clone());
            return true;
        };
        let SearchReport { elapsed, hashfull, .. } = *last;
        let is_news = SearchReport { elapsed, hashfull, ..report.clone() } != *last;
        if is_news {
            last.clone_from(report);
        }
        is_news
    }

    /// Returns the last report of each line, best first, as the lines were first reported.
    pub fn lines(&self) -> &[SearchReport] {
        &self.0
    }
}

impl SearchObserver for LastReports {
    fn report(&mut self, report: &SearchReport) {
        self.update(report);
    }
}

/// A node count and the time taken, displayed as `N nodes M nps`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Throughput {
    /// The number of nodes visited.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

impl Throughput {
    /// Returns the number of nodes per second. No time counts as a millisecond, the step of some
    /// browsers' clocks.
    pub fn nodes_per_second(&self) -> u64 {
        let elapsed = if self.elapsed.is_zero() { Duration::from_millis(1) } else { self.elapsed };
        let rate = u128::from(self.nodes) * Duration::from_secs(1).as_nanos() / elapsed.as_nanos();
        u64::try_from(rate).unwrap_or(u64::MAX)
    }

    /// Formats the throughput as `N nodes T ms M nps`.
    pub fn with_time(&self) -> String {
        let Self { nodes, elapsed } = *self;
        let nodes = counted(nodes, "node");
        format!("{nodes} {} ms {} nps", elapsed.as_millis(), self.nodes_per_second())
    }
}

impl fmt::Display for Throughput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

/// A receiver of the reports of a running search.
pub trait SearchObserver {
    /// Receives a line of a finished iteration, best first, or a bound after a fail low or high; at
    /// the end of the search, the lines of its result.
    fn report(&mut self, _report: &SearchReport) {}

    /// Receives the root move about to be searched for the first line to a depth in plies, its
    /// number from 1, and the time since the search began.
    fn root_move(&mut self, _depth: usize, _mv: Move, _number: usize, _elapsed: Duration) {}

    /// Is called before each check of the stop signal, so that an observer on the only thread can
    /// look for it.
    fn poll(&mut self) {}

    /// Receives the result of a mate search: there is no mate in `moves` or fewer. If it
    /// `is_partial`, that holds for the root moves that the limits allow, not for the position.
    fn mate_ruled_out(&mut self, _moves: usize, _is_partial: bool) {}
}

/// An observer that ignores all reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl SearchObserver for Silent {}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best move; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply, if one is known.
    pub ponder: Option<Move>,
    /// The line of the best move.
    pub report: SearchReport,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speed_is_nodes_over_time() {
        let speed = |nodes, elapsed| Throughput { nodes, elapsed };
        let text = speed(3_000, Duration::from_millis(500)).to_string();
        assert_eq!(text, "3000 nodes 6000 nps");
        assert_eq!(speed(12, Duration::ZERO).with_time(), "12 nodes 0 ms 12000 nps");
    }

    #[test]
    fn a_repeated_line_keeps_its_first_report() {
        let first = SearchReport {
            depth: 5,
            selective_depth: 9,
            number: 1,
            score: Score::from_eval(20),
            is_drawn: false,
            bound: Bound::Exact,
            nodes: 1_000,
            elapsed: Duration::from_millis(6),
            hashfull: 3,
            syzygy_hits: 0,
            pv: Vec::new(),
        };
        let second_line = SearchReport { number: 2, ..first.clone() };
        let repeated =
            SearchReport { elapsed: Duration::from_millis(7), hashfull: 4, ..first.clone() };
        let deeper = SearchReport { depth: 6, ..repeated.clone() };

        let mut last = LastReports::default();
        assert!(last.update(&first) && last.update(&second_line));
        assert!(!last.update(&repeated));
        assert_eq!(last.lines(), [first, second_line.clone()]);
        assert!(last.update(&deeper));
        assert_eq!(last.lines(), [deeper, second_line]);
    }
}
