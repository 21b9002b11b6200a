//! Proof or refutation of a mate within a number of moves (`go mate`): a full-width search that
//! looks for nothing but mates, so that nothing is missed.

use super::node::NonPv;
use super::root_moves::RootLine;
use super::worker::{Searched, Stopped, Worker};
use crate::board::Board;
use crate::memory::prefetch;
use crate::tablebase;
use crate::tt::Bound;
use crate::types::{Move, Score, ScoreKind};

/// Additional depth, in plies, of the regular iterations beyond two for each move of the mate.
pub(super) const EXTRA_DEPTH: usize = 4;

/// The number of slots of [`Refuted`]: 8 MB.
const SLOTS: usize = 1 << 19;

/// The positions in which the attacker is known not to mate within a number of plies; none if there
/// is no memory for them.
struct Refuted(Vec<(u64, usize)>);

impl Refuted {
    fn new() -> Self {
        let mut slots = Vec::new();
        if slots.try_reserve_exact(SLOTS).is_ok() {
            slots.resize(SLOTS, (0, 0));
        }
        Self(slots)
    }

    fn contains(&self, key: u64, plies: usize) -> bool {
        let slot = self.0.get(key as usize % SLOTS);
        slot.is_some_and(|&(stored, refuted)| stored == key && refuted >= plies)
    }

    fn prefetch(&self, key: u64) {
        self.0.get(key as usize % SLOTS).inspect(|slot| prefetch(*slot));
    }

    fn add(&mut self, key: u64, plies: usize) {
        if let Some(slot) = self.0.get_mut(key as usize % SLOTS) {
            *slot = (key, plies);
        }
    }
}

impl Worker<'_> {
    /// Searches for a mate within `moves` and the limit of depth, unless the iterations have found
    /// one, and reports it, or that there is none; nothing if the search is aborted.
    pub(super) fn prove_mate(&mut self, moves: usize) {
        let board = self.context.board;
        let last = self.root_moves.best().map_or(RootLine::UNKNOWN, |best| best.line.clone());
        if is_mate_within(last.score, moves) || self.is_helper() {
            return;
        }
        let is_partial = self.root_moves.is_partial();
        // The result of the position need not be that of some of its moves.
        let known = if is_partial { None } else { self.tablebase_score::<NonPv>(board) };
        if last.pv.is_empty() || known.is_some_and(|score| !is_mate_within(score, moves)) {
            return self.observer.mate_ruled_out(moves, is_partial);
        }
        if let Some(score) = known {
            // With several lines, its move may rank lower in the Syzygy tables.
            let pv = tablebase::best_line(board).collect();
            self.root_moves.set_best(RootLine { score, bound: Bound::Exact, pv, ..last });
            self.send_reports();
            return;
        }
        // A mate in n moves takes 2n − 1 plies. A depth of 0 counts as 1.
        let max_moves = self.context.limits.depth.map_or(moves, |depth| depth.max(1).div_ceil(2));
        let moves = moves.min(max_moves);
        let mut proof = MateProof { worker: self, refuted: Refuted::new() };
        match (1..=moves).find_map(|moves| proof.attack(board, 2 * moves - 1).transpose()) {
            None => self.observer.mate_ruled_out(moves, is_partial),
            Some(Ok(plies)) => {
                let pv = self.data.stack.pv(0).to_vec();
                let score = Score::mate_in(plies);
                self.root_moves.set_best(RootLine { score, bound: Bound::Exact, pv, ..last });
                self.send_reports();
            }
            Some(Err(Stopped)) => self.keys.return_to_root(),
        }
    }
}

/// The search of a worker for a mate.
struct MateProof<'w, 'a> {
    worker: &'w mut Worker<'a>,
    refuted: Refuted,
}

impl MateProof<'_, '_> {
    /// Searches the current node, `board`, for a mate by the side to move within `plies`. Returns
    /// the number of plies of a mate, whose line becomes the PV.
    fn attack(&mut self, board: &Board, plies: usize) -> Searched<Option<usize>> {
        let ply = self.worker.keys.ply();
        if ply > 0 && (self.refuted.contains(board.key(), plies) || self.is_drawn_in_proof(board)) {
            return Ok(None);
        }
        for mv in self.attacking_moves(board, plies) {
            let next = board.make(mv);
            self.worker.enter(board, mv, &next)?;
            let mated = self.defend(&next, plies - 1)?;
            self.worker.leave();
            if let Some(mated) = mated {
                self.worker.data.stack.set_pv(ply, mv);
                return Ok(Some(mated + 1));
            }
        }
        // The key ignores the half-move clock, so what a draw by the fifty-move rule prevents here
        // may be possible elsewhere.
        if board.allows_mate_within(plies) && ply > 0 {
            self.refuted.add(board.key(), plies);
        }
        Ok(None)
    }

    /// Returns the moves of the attacker in the order of the search: checks first, then those that
    /// leave the fewest replies. If a single ply is left, it must be a check.
    fn attacking_moves(&self, board: &Board, plies: usize) -> Vec<Move> {
        let is_root = self.worker.keys.ply() == 0;
        let mut moves = Vec::new();
        for &mv in &board.legal_moves() {
            let next = board.make(mv);
            let may_mate = next.in_check() || plies > 1;
            // The mate may begin with a move of lower rank in the Syzygy tables.
            if may_mate && (!is_root || self.worker.root_moves.get(mv).is_some()) {
                moves.push((!next.in_check(), next.legal_moves().len(), mv));
            }
        }
        moves.sort_by_key(|&(is_quiet, replies, _)| (is_quiet, replies));
        moves.into_iter().map(|(_, _, mv)| mv).collect()
    }

    /// Searches the current node, `board`, for a defence against mate within `plies`. Returns
    /// `None` if there is one, otherwise the number of plies until the side to move is mated.
    fn defend(&mut self, board: &Board, plies: usize) -> Searched<Option<usize>> {
        let ply = self.worker.keys.ply();
        self.worker.data.stack.clear_pv(ply);
        let mut moves = board.legal_moves();
        if moves.is_empty() {
            return Ok(board.in_check().then_some(0));
        }
        if plies == 0 || self.is_drawn_in_proof(board) {
            return Ok(None);
        }
        moves.iter().for_each(|&mv| self.refuted.prefetch(board.predicted_key(mv)));
        if moves.iter().any(|&mv| self.refuted.contains(board.make(mv).key(), plies - 1)) {
            return Ok(None);
        }
        // What refuted a neighbouring attack probably refutes this one; captures are next.
        let killers = self.worker.data.stack.frame(ply).killers.0;
        moves.sort_by_key(|&mv| (!killers.contains(&mv), !board.is_tactical(mv)));
        let mut longest = 0;
        for mv in moves {
            let next = board.make(mv);
            self.worker.enter(board, mv, &next)?;
            let mate = self.attack(&next, plies - 1)?;
            self.worker.leave();
            let Some(mate) = mate else {
                self.worker.data.stack.frame_mut(ply).killers.add(mv);
                return Ok(None);
            };
            if mate >= longest {
                longest = mate;
                self.worker.data.stack.set_pv(ply, mv);
            }
        }
        Ok(Some(longest + 1))
    }

    /// Whether the current node is drawn by rule. Repetitions in the tree do not count: a mate
    /// without the detour is shorter.
    fn is_drawn_in_proof(&self, board: &Board) -> bool {
        board.is_drawn_by_rule() || self.worker.keys.is_threefold_in_game(board.halfmove_clock())
    }
}

/// Whether `score` is a mate by the side to move in at most `limit` moves.
pub(super) fn is_mate_within(score: Score, limit: usize) -> bool {
    matches!(score.kind(), ScoreKind::Mate(moves) if moves > 0 && moves as usize <= limit)
}
