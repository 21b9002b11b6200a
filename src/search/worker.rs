//! One thread's search: the state and the operations that every node uses.

use std::sync::atomic::Ordering;

use super::history::MoveContext;
use super::movepick::{Hints, MovePicker};
use super::node::Evals;
use super::piece_to::PieceTo;
use super::repetition::KeyStack;
use super::report::SearchObserver;
use super::root_moves::RootMoves;
use super::shared::Shared;
use super::thread_data::ThreadData;
use crate::board::Board;
use crate::time::TimeManager;
use crate::tt::Entry;
use crate::types::{Bitboard, Move, Score};

/// Nodes between checks of the clock and the stop signal.
const POLL_INTERVAL: u64 = 1_024;

/// The error of a stopped search; the result of the current node is unknown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The result of searching a node, unless the search was stopped.
pub(super) type Searched<T = Score> = Result<T, Stopped>;

/// One thread's search of one position.
pub(super) struct Worker<'a> {
    /// 0 for the main thread, which watches the clock and reports.
    id: usize,
    pub(super) shared: &'a Shared<'a>,
    pub(super) data: &'a mut ThreadData,
    pub(super) observer: &'a mut dyn SearchObserver,
    pub(super) time: TimeManager,
    pub(super) keys: KeyStack,
    pub(super) root_moves: RootMoves,
    /// Nodes searched by this thread.
    pub(super) nodes: u64,
    node_limit: u64,
    /// Node count at the next check of clock, stop signal and node limit.
    next_poll: u64,
    /// Best score above alpha in the current search of the root; its line is on the stack.
    pub(super) root_score: Option<Score>,
    /// Depth of the current iteration.
    pub(super) root_depth: usize,
    /// Largest ply reached in the current iteration.
    pub(super) selective_depth: usize,
    /// Ply at which the current quiescence search began.
    pub(super) horizon: usize,
    /// First ply at which null moves are allowed.
    pub(super) null_moves_from: usize,
    /// Whether pruning and reductions are off, to prove or rule out a mate.
    pub(super) is_mate_proof: bool,
    /// Whether the search ends as soon as the engine is no longer pondering.
    pub(super) ends_at_ponder_hit: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        id: usize,
        shared: &'a Shared<'a>,
        data: &'a mut ThreadData,
        observer: &'a mut dyn SearchObserver,
    ) -> Self {
        let node_limit = shared.limits.nodes.unwrap_or(u64::MAX);
        Self {
            id,
            shared,
            data,
            observer,
            time: if id == 0 { shared.time } else { shared.time.unlimited() },
            keys: KeyStack::new(shared.earlier_keys, shared.board.key()),
            root_moves: shared.root_moves.clone(),
            nodes: 0,
            node_limit,
            // Even a search that is stopped at once visits a few nodes first.
            next_poll: POLL_INTERVAL.min(node_limit),
            root_score: None,
            root_depth: 0,
            selective_depth: 0,
            horizon: 0,
            null_moves_from: 0,
            is_mate_proof: false,
            ends_at_ponder_hit: false,
        }
    }

    /// Whether this is not the main thread.
    pub(super) fn is_helper(&self) -> bool {
        self.id > 0
    }

    /// Returns the static evaluation of `board`, without corrections.
    #[inline]
    pub(super) fn evaluate(&mut self, board: &Board) -> Score {
        let score = self.data.evaluator.evaluate(board);
        match &self.shared.weakness {
            Some(weakness) => Score::from_eval(score.0 + weakness.eval_error(board)),
            None => score,
        }
    }

    /// Evaluates the node at `ply` and keeps the result on the stack and, if there is no TT
    /// `entry`, in the TT. Returns `None` in check.
    #[inline]
    pub(super) fn evals(
        &mut self,
        board: &Board,
        entry: Option<&Entry>,
        ply: usize,
        was_pv: bool,
    ) -> Option<Evals> {
        let evals = (!board.in_check()).then(|| {
            let raw = entry.and_then(|entry| entry.static_eval).unwrap_or_else(|| {
                let raw = self.evaluate(board);
                if entry.is_none() {
                    self.shared.tt.store(board.key(), Entry::of_eval(raw, was_pv));
                }
                raw
            });
            let corrected = Score::from_eval(raw.0 + self.data.corrections.correction(board));
            let refined = entry.map_or(corrected, |entry| entry.refine(corrected));
            Evals { raw, corrected, refined }
        });
        self.data.stack.frame(ply).static_eval = evals.map(|evals| evals.corrected);
        evals
    }

    /// Whether the static eval at `ply` is higher than two plies earlier, or four if the side was
    /// in check then; also if there is no earlier one. False in check.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let static_eval = |distance| self.data.stack.earlier(ply, distance)?.static_eval;
        let earlier = static_eval(2).or_else(|| static_eval(4));
        static_eval(0).is_some_and(|now| earlier.is_none_or(|earlier| now > earlier))
    }

    /// Returns the ordering hints for the quiet moves of the node at `ply`, where the opponent
    /// attacks the squares `threats`.
    #[inline]
    pub(super) fn hints(&mut self, ply: usize, threats: Bitboard) -> Hints {
        let context = self.context(ply, threats);
        Hints::new(self.data.stack.frame(ply).killers, &self.data.histories, context)
    }

    /// Returns the context of the moves of the node at `ply`, where the opponent attacks the
    /// squares `threats`.
    #[inline]
    pub(super) fn context(&mut self, ply: usize, threats: Bitboard) -> MoveContext {
        self.data.stack.frame(ply).threats = threats;
        self.data.stack.context(ply)
    }

    /// Returns the next move of `picker`, skipping moves that limited strength overlooks.
    #[inline]
    pub(super) fn next_move(&self, picker: &mut MovePicker, board: &Board) -> Option<Move> {
        loop {
            let mv = picker.next(board, &self.data.histories)?;
            if self.shared.weakness.is_none() || !self.is_overlooked(board, mv) {
                return Some(mv);
            }
        }
    }

    #[cold]
    fn is_overlooked(&self, board: &Board, mv: Move) -> bool {
        let ply = self.keys.ply();
        let Some(weakness) = &self.shared.weakness else { return false };
        let last = self.data.stack.earlier(ply, 1).and_then(|frame| frame.played);
        let last_to = last.map_or(Bitboard::EMPTY, |last| last.to().into());
        // At the root the list of moves already excludes the overlooked ones.
        ply > 0 && weakness.overlooks(board, mv, ply, last_to)
    }

    /// Stores the result of the current node, `board`, in the TT. The score of `entry` counts mates
    /// from the root.
    #[inline]
    pub(super) fn store(&self, board: &Board, entry: Entry) {
        let score = entry.score.relative_to_node(self.keys.ply());
        self.shared.tt.store(board.key(), Entry { score, ..entry });
    }

    /// Prefetches the TT entry of the position that the move `mv` of `board` probably leads to.
    #[inline]
    pub(super) fn prefetch(&self, board: &Board, mv: Move) {
        self.shared.tt.prefetch(board.predicted_key(mv));
    }

    /// Enters the node `next`, which the move `mv` of `board` leads to.
    #[inline]
    pub(super) fn enter(&mut self, board: &Board, mv: Move, next: &Board) -> Searched<()> {
        self.advance(Some(PieceTo::new(board, mv)))?;
        self.keys.push(next.key());
        self.data.corrections.prefetch(next);
        Ok(())
    }

    /// Enters the node `next`, which a null move leads to.
    #[inline]
    pub(super) fn enter_null(&mut self, next: &Board) -> Searched<()> {
        self.advance(None)?;
        self.keys.push_null(next.key());
        Ok(())
    }

    #[inline]
    fn advance(&mut self, played: Option<PieceTo>) -> Searched<()> {
        self.count_node()?;
        let ply = self.keys.ply();
        self.data.stack.advance(ply, played);
        self.selective_depth = self.selective_depth.max(ply + 1);
        Ok(())
    }

    /// Counts a node, unless the search is to stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> Searched<()> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Leaves the current node for its parent.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.keys.pop();
    }

    /// Stops the search if a limit is reached or a stop was requested.
    #[cold]
    fn poll(&mut self) -> Searched<()> {
        self.publish_nodes();
        if self.all_nodes() >= self.node_limit
            || self.is_stopped()
            || self.time.hard_limit_reached()
        {
            return Err(Stopped);
        }
        self.next_poll = (self.nodes + POLL_INTERVAL).min(self.node_limit);
        Ok(())
    }

    /// Publishes this thread's node count to the others.
    pub(super) fn publish_nodes(&self) {
        self.shared.node_counts[self.id].publish(self.nodes);
    }

    /// Returns the node count of all threads, for the others as last published.
    pub(super) fn all_nodes(&self) -> u64 {
        let counts = self.shared.node_counts.iter().enumerate();
        let others = counts.filter(|&(id, _)| id != self.id);
        self.nodes + others.map(|(_, count)| count.published()).sum::<u64>()
    }

    /// Starts the clock after a ponder hit. Returns whether the search was stopped or is over.
    pub(super) fn is_stopped(&mut self) -> bool {
        if self.time.is_pondering() && !self.shared.control.is_pondering() {
            self.time.start_clock();
        }
        self.shared.control.is_stopped()
            || self.shared.is_over.load(Ordering::Relaxed)
            || self.ends_at_ponder_hit && !self.time.is_pondering()
    }
}
