//! Proof or refutation of a mate within a number of moves (`go mate`): a full-width search that
//! looks for nothing but mates, so that nothing is missed.

use super::root_moves::RootLine;
use super::worker::{Searched, Stopped, Worker};
use crate::board::Board;
use crate::tablebase;
use crate::tt::Bound;
use crate::types::{MoveList, Score, ScoreKind};

/// Additional depth, in plies, of the regular iterations beyond two for each move of the mate.
pub(super) const EXTRA_DEPTH: usize = 4;

impl Worker<'_> {
    /// Searches for a mate within `moves` and the limit of depth, unless the iterations have found
    /// one, and reports it, or that there is none; nothing if the search is aborted.
    pub(super) fn prove_mate(&mut self, moves: usize) {
        let board = self.context.board;
        let last = self.root_moves.best().map_or(RootLine::UNKNOWN, |best| best.line.clone());
        if is_mate_within(last.score, moves) || self.id > 0 {
            return;
        }
        let is_partial = self.root_moves.is_partial();
        // The result of the position need not be that of some of its moves.
        let known = if is_partial { None } else { self.tablebase_score(board) };
        if last.pv.is_empty() || known.is_some_and(|score| !is_mate_within(score, moves)) {
            return self.observer.mate_ruled_out(moves, is_partial);
        }
        let (score, pv) = if let Some(score) = known {
            // With several lines, its move may rank lower in the Syzygy tables.
            (score, tablebase::best_line(board).collect())
        } else {
            // A mate in n moves takes 2n − 1 plies. A depth of 0 counts as 1.
            let most = self.context.limits.depth.map_or(moves, |depth| depth.max(1).div_ceil(2));
            let moves = moves.min(most);
            let attack = |moves| self.attack(board, 2 * moves - 1).transpose();
            match (1..=moves).find_map(attack) {
                None => return self.observer.mate_ruled_out(moves, is_partial),
                Some(Ok(plies)) => (Score::mate_in(plies), self.data.stack.lines[0].to_vec()),
                Some(Err(Stopped)) => return self.keys.return_to_root(),
            }
        };
        self.root_moves.set_best(RootLine { score, bound: Bound::Exact, pv, ..last });
        self.send_reports();
    }

    /// Searches the current node, `board`, for a mate by the side to move within `plies`. Returns
    /// the number of plies of a mate, whose line becomes the PV.
    fn attack(&mut self, board: &Board, plies: usize) -> Searched<Option<usize>> {
        let ply = self.keys.ply();
        if ply > 0 && (self.is_refuted(board, plies) || self.is_drawn_in_proof(board)) {
            return Ok(None);
        }
        for mv in self.attacking_moves(board, plies) {
            let next = board.make(mv);
            self.enter(board, mv, &next)?;
            let mated = self.defend(&next, plies - 1)?;
            self.leave();
            if let Some(mated) = mated {
                self.data.stack.set_pv(ply, mv);
                return Ok(Some(mated + 1));
            }
        }
        // The key ignores the half-move clock, so what a draw by the fifty-move rule prevents here
        // may be possible elsewhere.
        if board.allows_mate_within(plies)
            && ply > 0
            && let Some(slot) = self.refuted.slot_mut(board.key())
        {
            *slot = (board.key(), plies);
        }
        Ok(None)
    }

    /// Returns the moves of the attacker in the order of the search: checks first, then those that
    /// leave the fewest replies. If a single ply is left, it must be a check.
    fn attacking_moves(&self, board: &Board, plies: usize) -> MoveList {
        let is_root = self.keys.ply() == 0;
        let mut moves = board.legal_moves();
        moves.retain(|&mut mv| {
            let may_mate = plies > 1 || board.make(mv).in_check();
            // The mate may begin with a move of lower rank in the Syzygy tables.
            may_mate && (!is_root || self.root_moves.get(mv).is_some())
        });
        moves.sort_by_cached_key(|&mv| {
            let next = board.make(mv);
            (!next.in_check(), next.legal_moves().len())
        });
        moves
    }

    /// Searches the current node, `board`, for a defence against mate within `plies`. Returns
    /// `None` if there is one, otherwise the number of plies until the side to move is mated.
    fn defend(&mut self, board: &Board, plies: usize) -> Searched<Option<usize>> {
        let ply = self.keys.ply();
        self.data.stack.lines[ply].clear();
        let mut moves = board.legal_moves();
        if moves.is_empty() {
            return Ok(board.in_check().then_some(0));
        }
        if plies == 0 || self.is_drawn_in_proof(board) {
            return Ok(None);
        }
        moves.iter().for_each(|&mv| self.refuted.prefetch(board.predicted_key(mv)));
        if moves.iter().any(|&mv| self.is_refuted(&board.make(mv), plies - 1)) {
            return Ok(None);
        }
        // What refuted a neighbouring attack probably refutes this one; captures are next.
        let killers = self.data.stack.frames[ply].killers;
        moves.sort_by_key(|&mv| (!killers.contains(&mv), !board.is_tactical(mv)));
        let mut longest = 0;
        for mv in moves {
            let next = board.make(mv);
            self.enter(board, mv, &next)?;
            let mate = self.attack(&next, plies - 1)?;
            self.leave();
            let Some(mate) = mate else {
                self.data.stack.frames[ply].add_killer(mv);
                return Ok(None);
            };
            if mate >= longest {
                longest = mate;
                self.data.stack.set_pv(ply, mv);
            }
        }
        Ok(Some(longest + 1))
    }

    /// Whether the attacker is known not to mate within `plies` in `board`.
    fn is_refuted(&self, board: &Board, plies: usize) -> bool {
        self.refuted.get(board.key()).is_some_and(|refuted| refuted >= plies)
    }

    /// Whether the current node is drawn by rule. Repetitions in the tree do not count: a mate
    /// without the detour is shorter.
    fn is_drawn_in_proof(&self, board: &Board) -> bool {
        board.is_drawn_by_rule() || self.keys.is_threefold_in_game(board.halfmove_clock())
    }
}

/// Whether `score` is a mate by the side to move in at most `limit` moves.
pub(super) fn is_mate_within(score: Score, limit: usize) -> bool {
    matches!(score.kind(), ScoreKind::Mate(moves) if moves > 0 && moves as usize <= limit)
}
