//! The static evaluation of a node: corrected by history, refined by the TT, compared with earlier
//! plies.

use super::node::{Evals, Node};
use super::worker::Worker;
use crate::board::Board;
use crate::tt::{Bound, Entry};
use crate::types::{Move, Score};

impl Worker<'_> {
    /// Returns the static evaluation of `board`, without corrections. Limited strength adds its
    /// errors.
    #[inline]
    pub(super) fn evaluate(&mut self, board: &Board) -> Score {
        let score = self.data.evaluator.evaluate(board);
        match &self.context.skill {
            Some(skill) => Score::from_eval(score.0 + skill.eval_error(board)),
            None => score,
        }
    }

    /// Evaluates the node at `ply` and keeps the result on the stack and, if there is no TT
    /// `entry`, in the TT. Returns `None` in check, where a static evaluation means little.
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
                    self.context.tt.store(board.key(), Entry::of_eval(raw, was_pv));
                }
                raw
            });
            let correction = self.data.correction_history.correction(board);
            let corrected = Score::from_eval(raw.0 + correction);
            let refined = entry.map_or(corrected, |entry| entry.refine(corrected));
            Evals { raw, corrected, refined }
        });
        self.data.stack.frame_mut(ply).static_eval = evals.map(|evals| evals.corrected);
        evals
    }

    /// Whether the static eval at `ply` is higher than two plies earlier, or four if the side was
    /// in check then; also if there is no earlier one. False in check. An improving side is more
    /// likely to fail high, so margins are smaller and late moves are searched deeper.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let static_eval = |distance| self.data.stack.earlier(ply, distance)?.static_eval;
        let earlier = static_eval(2).or_else(|| static_eval(4));
        static_eval(0).is_some_and(|now| earlier.is_none_or(|earlier| now > earlier))
    }

    /// Returns by how much the move played at `ply` raised its player's static eval; `None` if the
    /// side to move is in check before or after it.
    #[inline]
    pub(super) fn eval_gain(&self, ply: usize) -> Option<i32> {
        let static_eval = |ply| self.data.stack.earlier(ply, 0)?.static_eval;
        Some(-static_eval(ply + 1)?.0 - static_eval(ply)?.0)
    }

    /// Updates correction history by the difference between the score of the `result`, searched to
    /// `depth`, and the static eval, if the best move is quiet and the bound proves the sign of the
    /// difference. After a capture the difference is mostly the captured piece.
    #[inline]
    pub(super) fn update_correction_history(
        &mut self,
        board: &Board,
        node: &Node,
        result: &Entry,
        depth: i32,
    ) {
        let Some(Evals { corrected, .. }) = node.evals else { return };
        let Entry { mv, score, bound, .. } = *result;
        let is_quiet = mv == Move::NONE || !board.is_tactical(mv);
        let is_conclusive = match bound {
            None => false,
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => score > corrected,
            Some(Bound::Upper) => score < corrected,
        };
        if is_quiet && is_conclusive && !score.is_decisive() {
            self.data.correction_history.update(board, score, corrected, depth);
        }
    }
}
