//! Finding the best move: iterative deepening over a principal variation search.

mod control;
mod history;
mod movepick;
mod negamax;
mod node;
mod params;
mod quiescence;
mod repetition;
mod report;
mod stack;

use std::time::Duration;

pub use control::SearchControl;
pub use report::{SearchObserver, SearchReport, SearchResult, Silent};

use self::history::History;
use self::node::Root;
use self::repetition::KeyLine;
use self::stack::{Line, Stack};
use crate::board::Board;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::time::{Budget, TimeManager};
use crate::tt::{AllocationError, Bound, TranspositionTable};
use crate::types::{Color, MAX_PLY, Move, Score, ScoreKind};

/// The default of [`Searcher::set_move_overhead`].
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(10);

/// Searches positions, and keeps what it learns from one search to the next.
pub struct Searcher {
    table: TranspositionTable,
    evaluator: Evaluator,
    history: History,
    stack: Stack,
    contempt: i32,
    move_overhead: Duration,
}

impl Searcher {
    /// A searcher with a transposition table of `megabytes`, at least 1.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not so much memory.
    pub fn new(megabytes: usize) -> Result<Self, AllocationError> {
        Ok(Self {
            table: TranspositionTable::new(megabytes)?,
            evaluator: Evaluator::new(),
            history: History::new(),
            stack: Stack::new(),
            contempt: 0,
            move_overhead: DEFAULT_MOVE_OVERHEAD,
        })
    }

    /// Forgets all earlier searches: the next one does not depend on them.
    pub fn new_game(&mut self) {
        self.clear_table();
        self.evaluator = Evaluator::new();
        self.history.clear();
        self.stack.clear();
    }

    /// Empties the transposition table.
    pub fn clear_table(&mut self) {
        self.table.clear();
    }

    /// Replaces the transposition table by an empty one of `megabytes`, at least 1.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not so much memory; the old table stays as it is.
    pub fn resize_table(&mut self, megabytes: usize) -> Result<(), AllocationError> {
        self.table = TranspositionTable::new(megabytes)?;
        Ok(())
    }

    /// Sets by how many centipawns the side to move in the root would rather not have a draw.
    /// Negative values seek it.
    pub fn set_contempt(&mut self, centipawns: i32) {
        self.contempt = centipawns;
    }

    /// Sets the time that each move loses between engine and interface.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.move_overhead = overhead;
    }

    /// The time that a search under `limits` may take.
    pub fn budget(&self, limits: &Limits) -> Budget {
        Budget::new(limits, self.move_overhead)
    }

    /// Searches `board` until a limit is reached or `control` stops it.
    ///
    /// `earlier_keys` are those of the game's positions before `board`, the oldest first. Moves of
    /// [`Limits::search_moves`] that are not legal are passed over.
    pub fn search(
        &mut self,
        board: &Board,
        earlier_keys: &[u64],
        limits: &Limits,
        control: &SearchControl,
        observer: &mut dyn SearchObserver,
    ) -> SearchResult {
        let time = TimeManager::start(self.budget(limits), control.is_pondering());
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        self.table.start_search();
        let root_moves = root_moves(board, limits);
        let mut worker = Worker {
            table: &self.table,
            evaluator: &mut self.evaluator,
            history: &mut self.history,
            stack: &mut self.stack,
            control,
            observer,
            time,
            keys: KeyLine::new(earlier_keys, board.key()),
            is_root_restricted: root_moves.len() < board.legal_moves().len(),
            root_moves,
            root_color: board.side_to_move(),
            contempt: self.contempt,
            nodes: 0,
            node_limit,
            // Even a search that is stopped at once looks at a few moves first.
            next_poll: params::POLL_INTERVAL.min(node_limit),
            selective_depth: 0,
            horizon: 0,
        };
        worker.deepen(board, limits)
    }
}

/// The legal moves that `limits` allows in the root; all if it allows none of them.
fn root_moves(board: &Board, limits: &Limits) -> Vec<Move> {
    let legal = board.legal_moves();
    let allowed: Vec<Move> =
        legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
    if allowed.is_empty() { legal.to_vec() } else { allowed }
}

/// One thread's search of one position.
struct Worker<'a> {
    table: &'a TranspositionTable,
    evaluator: &'a mut Evaluator,
    history: &'a mut History,
    stack: &'a mut Stack,
    control: &'a SearchControl,
    observer: &'a mut dyn SearchObserver,
    time: TimeManager,
    keys: KeyLine,
    root_moves: Vec<Move>,
    /// Whether some legal moves of the root are not to be looked at.
    is_root_restricted: bool,
    root_color: Color,
    contempt: i32,
    nodes: u64,
    node_limit: u64,
    /// The node count at which clock, signals and node limit are looked at next.
    next_poll: u64,
    selective_depth: usize,
    /// The ply at which the quiescence at hand began.
    horizon: usize,
}

impl Worker<'_> {
    /// Iterative deepening.
    fn deepen(&mut self, board: &Board, limits: &Limits) -> SearchResult {
        // Until an iteration is finished, the first move is as good as any.
        let line: Line = self.root_moves.first().copied().into_iter().collect();
        let score = match line.is_empty() {
            true if board.in_check() => Score::mated_in(0),
            true => self.draw_score(board),
            false => self.evaluator.evaluate(board),
        };
        let mut best = self.report(0, score, Bound::Exact, line.to_vec());
        if !line.is_empty() {
            for depth in 1..=depth_limit(limits) {
                let started = self.time.elapsed();
                self.selective_depth = 0;
                let Some(finished) = self.iterate(board, depth, &best) else { break };
                best = finished;
                self.observer.report(&best);
                let last_iteration = self.time.elapsed() - started;
                let found = limits.mate.is_some_and(|moves| is_mate_within(best.score, moves));
                if found || self.is_stopped() || self.time.is_spent(last_iteration) {
                    break;
                }
            }
        }
        // The last word is the line to which the move belongs, after whatever was broken off.
        if best.depth == 0 || self.nodes > best.nodes {
            let now = self.report(best.depth, best.score, Bound::Exact, Vec::new());
            best = SearchReport { pv: best.pv, selective_depth: best.selective_depth, ..now };
            self.observer.report(&best);
        }
        SearchResult {
            best: best.pv.first().copied(),
            ponder: best.pv.get(1).copied().or_else(|| self.expected_reply(board, &best.pv)),
            report: best,
        }
    }

    /// One iteration: aspiration windows around the score of the last one.
    fn iterate(
        &mut self,
        board: &Board,
        depth: usize,
        last: &SearchReport,
    ) -> Option<SearchReport> {
        let mut margin = params::ASPIRATION_MARGIN;
        let narrow = depth >= params::ASPIRATION_DEPTH && !last.score.is_mate();
        let mut alpha = if narrow { last.score - margin } else { -Score::INFINITE };
        let mut beta = if narrow { last.score + margin } else { Score::INFINITE };
        loop {
            let score = self.negamax::<Root>(board, alpha, beta, depth as i32, 0)?;
            margin *= params::ASPIRATION_GROWTH;
            let open = margin > params::ASPIRATION_MAX_MARGIN;
            let (bound, pv) = if score <= alpha {
                alpha = if open { -Score::INFINITE } else { score - margin };
                (Bound::Upper, last.pv.clone())
            } else if score >= beta {
                beta = if open { Score::INFINITE } else { score + margin };
                (Bound::Lower, self.stack.pv(0).to_vec())
            } else {
                return Some(self.report(depth, score, Bound::Exact, self.stack.pv(0).to_vec()));
            };
            let report = self.report(depth, score, bound, pv);
            self.observer.report(&report);
        }
    }

    fn report(&self, depth: usize, score: Score, bound: Bound, pv: Vec<Move>) -> SearchReport {
        SearchReport {
            depth,
            selective_depth: self.selective_depth,
            score,
            bound,
            nodes: self.nodes,
            elapsed: self.time.elapsed(),
            hashfull: self.table.hashfull(),
            pv,
        }
    }

    /// What the table holds to be the best reply to a line of one move.
    fn expected_reply(&self, board: &Board, pv: &[Move]) -> Option<Move> {
        let next = board.make(*pv.first()?);
        let reply = self.table.probe(next.key())?.mv;
        next.is_legal(reply).then_some(reply)
    }

    /// Enters the node of `next`, `ply` plies from the root. `None` if the search must be broken off.
    #[inline]
    fn enter(&mut self, next: &Board, ply: usize) -> Option<()> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.keys.push(next.key());
        Some(())
    }

    /// Leaves the node that was entered last.
    #[inline]
    fn leave(&mut self) {
        self.keys.pop();
    }

    /// Looks at signals, clock and node limit.
    #[cold]
    fn poll(&mut self) -> Option<()> {
        if self.nodes >= self.node_limit || self.is_stopped() || self.time.is_over() {
            return None;
        }
        self.next_poll = (self.nodes + params::POLL_INTERVAL).min(self.node_limit);
        Some(())
    }

    /// Whether the search was stopped; starts the clock after a ponder hit.
    fn is_stopped(&mut self) -> bool {
        if self.time.is_pondering() && !self.control.is_pondering() {
            self.time.start_clock();
        }
        self.control.is_stopped()
    }

    /// Whether the rules draw the game here: fifty moves, material, repetition.
    #[inline]
    fn is_draw(&self, board: &Board) -> bool {
        board.is_insufficient_material()
            || board.is_fifty_move_draw()
            || self.keys.is_repetition(board.halfmove_clock())
    }

    /// The score of a draw from the view of the side to move in `board`.
    #[inline]
    fn draw_score(&self, board: &Board) -> Score {
        let own = board.side_to_move() == self.root_color;
        Score::DRAW + if own { -self.contempt } else { self.contempt }
    }
}

/// The deepest iteration under `limits`.
fn depth_limit(limits: &Limits) -> usize {
    // A mate in n moves is seen by an iteration of 2n - 1 plies; one more is to be sure.
    let mate = limits.mate.map_or(MAX_PLY, |moves| moves.saturating_mul(2));
    limits.depth.unwrap_or(MAX_PLY).min(mate).clamp(1, MAX_PLY - 1)
}

fn is_mate_within(score: Score, limit: usize) -> bool {
    matches!(score.kind(), ScoreKind::Mate(moves) if moves > 0 && moves as usize <= limit)
}
