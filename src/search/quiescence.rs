//! Quiescence: captures and promotions until the position is quiet.

use super::Worker;
use super::movepick::MovePicker;
use super::node::NodeType;
use super::params::QUIESCENCE_FULL_PLIES;
use crate::board::Board;
use crate::types::{Bitboard, MAX_PLY, Move, Score};

impl Worker<'_> {
    /// As [`Worker::negamax`], but the side to move may stand pat on the static evaluation, and
    /// only tactical moves are tried, and of these the ones that go to `targets`. In check it may
    /// not, and all moves are tried.
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        board: &Board,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        targets: Bitboard,
    ) -> Option<Score> {
        if N::PV {
            self.stack.clear_pv(ply);
        }
        if self.is_draw(board) {
            return Some(self.draw_score(board));
        }
        if ply >= MAX_PLY - 1 {
            return Some(self.evaluator.evaluate(board));
        }

        let mut best_score = -Score::INFINITE;
        let mut picker = if board.in_check() {
            MovePicker::all(board, Move::NONE)
        } else {
            best_score = self.evaluator.evaluate(board);
            if best_score >= beta {
                return Some(best_score);
            }
            alpha = alpha.max(best_score);
            MovePicker::tactical(board)
        };

        let killers = self.stack.killers(ply);
        let next_ply = ply + 1;
        while let Some(mv) = picker.next(board, &killers, self.history) {
            if !board.in_check() && !targets.contains(mv.to()) {
                continue;
            }
            let next_targets = match next_ply - self.horizon < QUIESCENCE_FULL_PLIES {
                true => Bitboard::ALL,
                false => mv.to().into(),
            };
            let next = board.make(mv);
            self.enter(&next, next_ply)?;
            let line = self.quiescence::<N::Line>(&next, -beta, -alpha, next_ply, next_targets);
            let score = -line?;
            self.leave();
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    if N::PV {
                        self.stack.set_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        // Only in check does no score mean no move.
        if best_score == -Score::INFINITE {
            best_score = Score::mated_in(ply);
        }
        Some(best_score)
    }
}
