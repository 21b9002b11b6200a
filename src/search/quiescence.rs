//! Quiescence: captures and promotions until the position is quiet.

use super::movepick::MovePicker;
use super::node::{NodeType, Window};
use super::params;
use super::worker::{Searched, Worker};
use crate::board::Board;
use crate::tt::Bound;
use crate::types::{Bitboard, MAX_PLY, Move, Score};

impl Worker<'_> {
    /// As [`Worker::negamax`], but the side to move may stand pat on the static evaluation, and
    /// only captures and promotions that lose nothing are tried, of these the ones that go to
    /// `targets`. In check it may not stand pat, and all moves are tried.
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        board: &Board,
        window: Window,
        targets: Bitboard,
    ) -> Searched {
        let ply = self.keys.ply();
        // 1. Draws, and the end of the stack.
        if N::PV {
            self.stack.clear_pv(ply);
        }
        if self.is_draw(board) {
            return Ok(self.draw_score(board));
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.evaluator.evaluate(board));
        }

        // 2. What the transposition table knows: every entry is deep enough.
        let known = self.table.probe(board.key());
        if let Some(score) = known.and_then(|entry| window.decided_by(&entry, ply))
            && !N::PV
        {
            return Ok(score);
        }

        // 3. Stand pat.
        let Window { mut alpha, beta } = window;
        let judged = self.judge(board, known.as_ref(), ply);
        let mut best_score = judged.map_or(-Score::INFINITE, |judged| judged.estimate);
        if best_score >= beta {
            if known.is_none() {
                self.remember(
                    board,
                    Move::NONE,
                    best_score,
                    judged.map(|j| j.raw),
                    0,
                    Bound::Lower,
                );
            }
            return Ok(best_score);
        }
        alpha = alpha.max(best_score);
        let futile = best_score + params::quiescence_futility();

        // 4. Try the moves.
        let hints = self.hints(ply);
        let table_move = known.map_or(Move::NONE, |entry| entry.mv);
        let mut picker = MovePicker::tactical(board, table_move, hints, 0);
        let mut best_move = Move::NONE;
        while let Some(mv) = picker.next(board, self.histories) {
            if !board.in_check() {
                if !targets.contains(mv.to()) {
                    continue;
                }
                let reach = futile + board.capture_value(mv);
                if reach <= alpha {
                    best_score = best_score.max(reach);
                    continue;
                }
            } else if best_score > -Score::MATE_BOUND && !board.is_tactical(mv) {
                // One way out is known: only a capture could be a better one.
                continue;
            }
            let next = board.make(mv);
            self.enter(board, mv, &next)?;
            let targets = match ply + 1 - self.horizon < params::quiescence_full_plies() as usize {
                true => Bitboard::ALL,
                false => mv.to().into(),
            };
            let score =
                -self.quiescence::<N::Line>(&next, Window { alpha, beta }.flipped(), targets)?;
            self.leave();
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    best_move = mv;
                    if N::PV {
                        self.stack.set_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }

        // 5. Only in check does no score mean no move.
        if best_score == -Score::INFINITE {
            return Ok(Score::mated_in(ply));
        }
        let bound = if best_score >= beta { Bound::Lower } else { Bound::Upper };
        self.remember(board, best_move, best_score, judged.map(|judged| judged.raw), 0, bound);
        Ok(best_score)
    }
}
