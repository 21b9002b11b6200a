//! Quiescence search: captures and promotions, at first with checks, and in check all evasions,
//! until the position is quiet, since a static evaluation means little while pieces can be taken.

use super::history::PieceTo;
use super::move_picker::{MovePicker, Scope};
use super::node::{Evals, Window};
use super::worker::{Searched, Worker, tt_key};
use crate::board::Board;
use crate::params;
use crate::tt::{Bound, Entry};
use crate::types::{Bitboard, Move, Score};

impl Worker<'_> {
    /// Returns the score of the current node, `board`, in a quiescence search that began at the ply
    /// `horizon`. The side to move may stand pat on the static eval, or play captures and
    /// promotions to a queen that lose no material in the exchange, an underpromotion that is the
    /// TT move, and in the first ply quiet checks; deep in quiescence only recaptures, so that it
    /// ends. In check there is no standing pat, and all evasions are searched: if only one quiet
    /// evasion were, a check would seem to win material.
    ///
    /// # Errors
    /// [`Stopped`](super::worker::Stopped) if the search was stopped.
    pub(super) fn quiescence<const IS_PV: bool>(
        &mut self,
        board: &Board,
        mut window: Window,
        horizon: usize,
    ) -> Searched {
        let ply = self.keys.ply();
        // 1. Draws, exact endgames, and maximum ply.
        if IS_PV {
            self.data.stack.lines[ply].clear();
        }
        if let Some(score) = self.terminal_score(board, IS_PV) {
            return Ok(score);
        }

        // 2. TT cutoff: every entry is deep enough. The TT in quiescence gains +36 ± 24 Elo. The
        // position is evaluated while its entry is still on the way from memory: 2 % more nodes per
        // second, although the entry may hold the result.
        let raw = (!board.in_check()).then(|| self.evaluate(board));
        let entry = self.context.tt.probe(tt_key(board));
        if let Some(score) = entry.and_then(|entry| window.cutoff_by(&entry, ply))
            && !IS_PV
        {
            return Ok(score);
        }

        // 3. Stand pat: no capture is forced, so the score is at least the static eval.
        let was_pv = IS_PV || entry.is_some_and(|entry| entry.was_pv);
        let evals = self.evals(board, entry.as_ref(), raw, was_pv);
        let unsearched = Entry::unsearched(evals.map(|evals| evals.raw), was_pv);
        let result = |mv, score, bound| Entry { mv, score, bound: Some(bound), ..unsearched };
        if let Some(Evals { refined, .. }) = evals {
            if refined >= window.beta {
                if entry.is_none_or(|entry| entry.bound.is_none()) {
                    self.store(board, result(Move::NONE, refined, Bound::Lower));
                }
                return Ok(refined);
            }
            window.alpha = window.alpha.max(refined);
        }

        // 4. Search the moves. If none has a score, the side to move is checkmated.
        let (best_move, score) =
            self.search_quiescence_moves::<IS_PV>(board, window, horizon, evals, entry)?;
        if score == -Score::INFINITE {
            return Ok(Score::mated_in(ply));
        }
        let bound = if score >= window.beta { Bound::Lower } else { Bound::Upper };
        // If only recaptures were searched, others may score higher, and a fail low is no bound. In
        // check it would be one.
        if bound == Bound::Lower || is_early(ply, horizon) {
            self.store(board, result(best_move, score, bound));
        }
        Ok(score)
    }

    /// Searches the moves of a quiescence node, only recaptures unless it is early or the side to
    /// move is in check. Returns the best move, [`Move::NONE`] for standing pat, and its score.
    fn search_quiescence_moves<const IS_PV: bool>(
        &mut self,
        board: &Board,
        mut window: Window,
        horizon: usize,
        evals: Option<Evals>,
        entry: Option<Entry>,
    ) -> Searched<(Move, Score)> {
        let ply = self.keys.ply();
        let mut best_score = evals.map_or(-Score::INFINITE, |evals| evals.refined);
        let mut best_move = Move::NONE;
        // Futility pruning: even the captured piece does not bring the eval up to alpha. It is off
        // with a bare king, for which one move may be the only draw, and against few pieces, since
        // a capture can then leave a dead draw. +14 ± 19 Elo, with a limit of evasions that is
        // gone; with the weight of the captured piece at 120 %, +10 ± 11.
        let pieces = board.color(!board.side_to_move()).count() as i32;
        let may_be_futile = !board.has_bare_king(board.side_to_move())
            && pieces >= params::quiescence_futility_pieces();
        let futility_base = best_score + params::quiescence_futility();
        // Quiet checks are tried in the first ply only: mates are found much sooner. Together with
        // the exemption of checks from futility pruning in the main search, +23 ± 35 Elo.
        let is_first = ply == horizon;
        let scope = if is_first { Scope::TacticalAndChecks } else { Scope::Tactical(0) };
        let tt_move = entry.map_or(Move::NONE, |entry| entry.mv);
        self.data.stack.frames[ply].threats = if board.in_check() || is_first {
            board.attacked_squares(!board.side_to_move())
        } else {
            Bitboard::EMPTY
        };
        let context = self.data.stack.context(ply);
        let last_to = context.previous[0].map(PieceTo::to);
        let mut picker = MovePicker::new(board, tt_move, context, scope);
        while let Some(mv) = self.next_move(&mut picker, board) {
            if !board.in_check() {
                if !is_early(ply, horizon) && Some(mv.to()) != last_to {
                    continue;
                }
                let gain = board.capture_value(mv) * params::quiescence_capture_weight() / 100;
                if may_be_futile && board.is_tactical(mv) && futility_base + gain <= window.alpha {
                    best_score = best_score.max(futility_base + gain);
                    continue;
                }
            }
            let next = board.make(mv);
            self.enter(board, mv, &next)?;
            let score = -self.quiescence::<IS_PV>(&next, window.flipped(), horizon)?;
            self.leave();
            if score > best_score {
                best_score = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = mv;
                    if IS_PV {
                        self.data.stack.set_pv(ply, mv);
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

/// Whether every capture that loses no material is tried at `ply`, not only recaptures.
fn is_early(ply: usize, horizon: usize) -> bool {
    ply - horizon < params::quiescence_full_plies() as usize
}
