//! The node: principal variation search.

use arrayvec::ArrayVec;

use super::Worker;
use super::movepick::{MovePicker, is_tactical};
use super::node::{NodeType, NonPv};
use crate::board::Board;
use crate::tt::{Bound, Entry};
use crate::types::{Bitboard, MAX_PLY, Move, Score};

/// How many quiet moves of a node are remembered to be punished for a cutoff by another.
const MAX_TRIED: usize = 64;

impl Worker<'_> {
    /// The score of `board`, `ply` plies from the root, from the view of the side to move, searched
    /// `depth` plies deep. A score of `alpha` or less is an upper bound, of `beta` or more a lower.
    /// `None` if the search was broken off.
    pub(super) fn negamax<N: NodeType>(
        &mut self,
        board: &Board,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        // 1. Extend checks; quiescence at the horizon.
        let remaining = depth + i32::from(board.in_check());
        if remaining <= 0 {
            self.horizon = ply;
            return self.quiescence::<N>(board, alpha, beta, ply, Bitboard::ALL);
        }

        // 2. Draws, and the end of the stack.
        if N::PV {
            self.stack.clear_pv(ply);
        }
        if !N::ROOT {
            if self.is_draw(board) {
                return Some(self.draw_score(board));
            }
            if ply >= MAX_PLY - 1 {
                return Some(self.evaluator.evaluate(board));
            }
        }

        // 3. What the transposition table knows.
        let known = self.table.probe(board.key());
        if let Some(entry) = known.filter(|entry| !N::PV && i32::from(entry.depth) >= remaining) {
            let score = entry.score.relative_to_root(ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if decides {
                return Some(score);
            }
        }

        // 4. Try the moves, the first with the open window, the others only to be refuted.
        let mut picker = MovePicker::all(board, known.map_or(Move::NONE, |entry| entry.mv));
        let killers = self.stack.killers(ply);
        let mut best_score = -Score::INFINITE;
        let mut best_move = Move::NONE;
        let mut bound = Bound::Upper;
        let mut move_count = 0;
        let mut tried = ArrayVec::<Move, MAX_TRIED>::new();
        while let Some(mv) = picker.next(board, &killers, self.history) {
            if N::ROOT && !self.root_moves.contains(&mv) {
                continue;
            }
            move_count += 1;
            if N::ROOT {
                self.observer.root_move(depth as usize, mv, move_count, self.time.elapsed());
            }
            let next = board.make(mv);
            if remaining > 1 {
                self.table.prefetch(next.key());
            }
            self.enter(&next, ply + 1)?;
            let mut score = Score::INFINITE;
            if move_count > 1 {
                score =
                    -self.negamax::<NonPv>(&next, -(alpha + 1), -alpha, remaining - 1, ply + 1)?;
            }
            if move_count == 1 || N::PV && score > alpha {
                score = -self.negamax::<N::Line>(&next, -beta, -alpha, remaining - 1, ply + 1)?;
            }
            self.leave();

            // 5. Keep the best; a score of beta or more ends the node.
            if score > best_score {
                best_score = score;
                if score > alpha {
                    alpha = score;
                    best_move = mv;
                    bound = Bound::Exact;
                    if N::PV {
                        self.stack.set_pv(ply, mv);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        if !is_tactical(board, mv) {
                            self.stack.add_killer(ply, mv);
                            self.history.cutoff(board.side_to_move(), mv, &tried, remaining);
                        }
                        break;
                    }
                }
            }
            if !is_tactical(board, mv) {
                let _ = tried.try_push(mv);
            }
        }

        // 6. Without a move it is mate or stalemate.
        if move_count == 0 {
            let mated = board.in_check();
            return Some(if mated { Score::mated_in(ply) } else { self.draw_score(board) });
        }

        // 7. Remember what was found, unless it holds only for the moves that were asked for.
        if !(N::ROOT && self.is_root_restricted) {
            let entry = Entry {
                mv: best_move,
                score: best_score.relative_to_node(ply),
                // Nothing here asks for a static evaluation yet.
                static_eval: None,
                depth: remaining.min(i32::from(u8::MAX)) as u8,
                bound,
            };
            self.table.store(board.key(), entry);
        }
        Some(best_score)
    }
}
