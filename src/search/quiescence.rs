//! Quiescence: captures and promotions until the position is quiet.

use super::movepick::{MovePicker, Quiets};
use super::node::{NodeType, Window};
use super::params;
use super::worker::{Judgement, Searched, Worker};
use crate::board::Board;
use crate::tt::{Bound, Entry};
use crate::types::{Bitboard, MAX_PLY, Move, Score};

/// Of so few men, king included, a capture may leave too few to win: it is worth far more than the
/// man.
const FEW_MEN: u32 = 3;

/// What is known of a quiescence node when its moves are tried.
struct Leaf {
    window: Window,
    /// Where captures may go.
    targets: Bitboard,
    judged: Option<Judgement>,
    /// What the transposition table knows.
    entry: Option<Entry>,
}

impl Worker<'_> {
    /// As [`Worker::negamax`], but the side to move may stand pat on the static evaluation, and
    /// only captures and promotions that lose nothing are tried, of these the ones that go to
    /// `targets`, and in the first ply quiet checks. In check it may not stand pat, and all moves
    /// are tried.
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        board: &Board,
        mut window: Window,
        targets: Bitboard,
    ) -> Searched {
        let ply = self.keys.ply();
        // 1. Draws, known endings, and the end of the stack.
        if N::PV {
            self.stack.clear_pv(ply);
        }
        if self.is_draw(board) {
            return Ok(self.draw_score(board));
        }
        if let Some(score) = self.exact_score::<N>(board) {
            return Ok(score);
        }
        if ply >= MAX_PLY - 1 {
            return Ok(self.evaluate(board));
        }

        // 2. What the transposition table knows: every entry is deep enough.
        let entry = self.table.probe(board.key());
        if let Some(score) = entry.and_then(|entry| window.decided_by(&entry, ply))
            && !N::PV
        {
            return Ok(score);
        }

        // 3. Stand pat.
        let judged = self.judge(board, entry.as_ref(), ply);
        if let Some(Judgement { raw, estimate, .. }) = judged {
            if estimate >= window.beta {
                if entry.is_none() {
                    self.remember(board, Move::NONE, estimate, Some(raw), 0, Bound::Lower);
                }
                return Ok(estimate);
            }
            window.alpha = window.alpha.max(estimate);
        }

        // 4. Try the moves. Only in check does no score mean no move.
        let (best_move, score) =
            self.try_forcing::<N>(board, Leaf { window, targets, judged, entry })?;
        if score == -Score::INFINITE {
            return Ok(Score::mated_in(ply));
        }
        let bound = if score >= window.beta { Bound::Lower } else { Bound::Upper };
        self.remember(board, best_move, score, judged.map(|judged| judged.raw), 0, bound);
        Ok(score)
    }

    /// The best of the moves that quiescence tries and of standing pat, and its score.
    fn try_forcing<N: NodeType>(&mut self, board: &Board, leaf: Leaf) -> Searched<(Move, Score)> {
        let Leaf { mut window, targets, judged, entry } = leaf;
        let ply = self.keys.ply();
        let mut best_score = judged.map_or(-Score::INFINITE, |judged| judged.estimate);
        let mut best_move = Move::NONE;
        // With king and pawns alone, a move is often the only one that holds.
        let may_prune = board.has_non_pawn_material();
        let enemies = board.color(!board.side_to_move());
        let may_be_futile = may_prune && enemies.count() > FEW_MEN;
        let futile = best_score + params::quiescence_futility();
        let quiets = if ply == self.horizon { Quiets::Checks } else { Quiets::None };
        let table_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let mut picker = MovePicker::tactical(board, table_move, self.hints(ply), 0, quiets);
        while let Some(mv) = self.next_move(&mut picker, board) {
            let is_tactical = board.is_tactical(mv);
            if board.in_check() {
                // Once one way out is known, only a capture could be a better one.
                if may_prune && best_score > -Score::MATE_BOUND && !is_tactical {
                    continue;
                }
            } else if !targets.contains(mv.to()) {
                continue;
            } else if is_tactical
                && may_be_futile
                && futile + board.capture_value(mv) <= window.alpha
            {
                best_score = best_score.max(futile + board.capture_value(mv));
                continue;
            }
            let next = board.make(mv);
            self.enter(board, mv, &next)?;
            let is_early = ply + 1 - self.horizon < params::quiescence_full_plies() as usize;
            let next_targets = if is_early { Bitboard::ALL } else { mv.to().into() };
            let score = -self.quiescence::<N::Line>(&next, window.flipped(), next_targets)?;
            self.leave();
            if score > best_score {
                best_score = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = mv;
                    if N::PV {
                        self.stack.set_pv(ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        Ok((best_move, best_score))
    }
}
