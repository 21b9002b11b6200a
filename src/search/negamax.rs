//! Principal variation search of a node, in numbered steps. Source: T. A. Marsland and M. Campbell,
//! "Parallel search of strongly ordered game trees", 1982.

use std::ops::ControlFlow;

use super::history::{MoveContext, Tried, eval_gain_bonus, fail_low_bonus};
use super::move_picker::{MovePicker, Scope};
use super::node::{Candidate, Evals, Frame, NON_PV, Node, Window};
use super::reductions;
use super::worker::{Searched, Worker, tt_key};
use crate::board::Board;
use crate::params;
use crate::tt::{Bound, Entry};
use crate::types::{Move, Score};

impl Worker<'_> {
    /// Returns the score of `board` from the view of the side to move, searched to `depth` plies:
    /// an upper bound if it is at most alpha, a lower bound if it is at least beta. `is_cut` is
    /// whether the node is expected to fail high.
    ///
    /// # Errors
    /// [`Stopped`](super::worker::Stopped) if the search was stopped.
    pub(super) fn negamax<const IS_PV: bool>(
        &mut self,
        board: &Board,
        mut window: Window,
        mut depth: i32,
        is_cut: bool,
    ) -> Searched {
        let ply = self.keys.ply();
        let is_root = IS_PV && ply == 0;
        // 1. Quiescence at the horizon.
        if depth <= 0 {
            return self.quiescence::<IS_PV>(board, window, ply);
        }

        // 2. Draws, exact endgames, maximum ply, and mate distance pruning. If the side to move can
        // repeat a position, it has a draw at least: seen one move early, +22 ± 19 Elo.
        if IS_PV {
            self.data.stack.lines[ply].clear();
        }
        if !is_root {
            if let Some(score) = self.terminal_score(board, IS_PV) {
                return Ok(score);
            }
            // The possible scores: from mated here to mate by the next move.
            window.alpha = window.alpha.max(Score::mated_in(ply));
            window.beta = window.beta.min(Score::mate_in(ply + 1));
            let draw = self.draw_score(board);
            if window.alpha < draw && self.keys.can_repeat(board) {
                window.alpha = draw;
            }
            if window.alpha >= window.beta {
                return Ok(window.alpha);
            }
        }

        // 3. TT cutoff. TT scores know only the tens of the half-move clock, so there is none close
        // to a draw by the fifty-move rule; and a singular search looks at the other moves only.
        let excluded = self.data.stack.frames[ply].excluded;
        let is_singular_search = excluded != Move::NONE;
        let entry = self.context.tt.probe(tt_key(board)).filter(|_| !is_singular_search);
        let was_pv = IS_PV || entry.is_some_and(|entry| entry.was_pv);
        if let Some(entry) = &entry
            && !IS_PV
            && entry.depth >= depth
            && i32::from(board.halfmove_clock()) < params::tt_cutoff_end_clock()
            && let Some(score) = window.cutoff_by(entry, ply)
        {
            return Ok(score);
        }

        // 4. Syzygy tables: an exact draw, or a bound of the score.
        let mut best_score = -Score::INFINITE;
        let mut max_score = Score::INFINITE;
        let mut syzygy_win = None;
        if !is_root
            && !is_singular_search
            && self.context.syzygy.covers(board)
            && let Some(found) = self.context.syzygy.entry(board, depth, self.draw_score(board))
        {
            if let Some(score) = window.cutoff_by(&found, ply) {
                self.context.tt.store(tt_key(board), Entry { was_pv, ..found });
                return Ok(score);
            }
            if IS_PV {
                let score = found.score.relative_to_root(ply);
                if found.bound == Some(Bound::Lower) {
                    syzygy_win = Some(score);
                    best_score = score;
                    window.alpha = window.alpha.max(score);
                } else {
                    max_score = score;
                }
            }
        }

        // 5. Static evaluation. It also updates the history of the previous move and, if that move
        // was reduced, the depth of this node.
        let evals = if is_singular_search {
            let corrected = self.data.stack.frames[ply].corrected_eval;
            corrected.map(|eval| Evals { raw: eval, corrected: eval, refined: eval })
        } else {
            let raw = entry.and_then(|entry| entry.static_eval);
            self.evals(board, entry.as_ref(), raw, was_pv)
        };
        if !is_singular_search
            && let Some(parent) = ply.checked_sub(1)
            && let Some(gain) = self.eval_gain(parent)
        {
            let Frame { threats, reduction, .. } = self.data.stack.frames[parent];
            // Without earlier moves, that changes the butterfly score alone.
            let context = MoveContext { threats, ..MoveContext::default() };
            self.reward_played(parent, &context, eval_gain_bonus(gain));
            depth = (depth + reductions::hindsight(reduction, gain)).max(1);
        }
        let improving = self.is_improving(ply);
        self.data.stack.frames[ply + 2].killers = [Move::NONE; 2];
        // With several lines or `searchmoves`, the TT move may not be among the moves: the best one
        // of the last iteration takes its place.
        let tt_move = if is_root && self.root_moves.is_partial() {
            self.root_moves.expected_move()
        } else {
            entry.map_or(Move::NONE, |entry| entry.mv)
        };
        let is_tt_tactical = tt_move != Move::NONE && board.is_tactical(tt_move);
        let is_pv = IS_PV;
        let node =
            Node { ply, depth, is_pv, is_cut, improving, evals, entry, tt_move, is_tt_tactical };

        // 6. Pruning of the whole node.
        if !IS_PV
            && !is_singular_search
            && let Some(score) = self.prune_node(board, &node, window)?
        {
            return Ok(score);
        }

        // 7. Internal iterative reduction.
        depth -= reductions::internal_iterative_reduction(&node);

        // The child's entry is prefetched now: the work before the move is made hides the load.
        if node.tt_move != Move::NONE {
            self.prefetch(board, node.tt_move);
        }
        self.data.stack.frames[ply].threats = board.attacked_squares(!board.side_to_move());
        let mut context = self.data.stack.context(ply);
        self.data.histories.add_counter(&mut context);
        let mut picker = MovePicker::new(board, node.tt_move, context, Scope::All);
        let mut tried = Tried::default();
        let mut best_move = Move::NONE;
        let mut move_count = 0;
        // Later moves lose plies after a raised alpha.
        let full_depth = depth;
        while let Some(mv) = self.next_move(&mut picker, board) {
            if mv == excluded || is_root && !self.root_moves.is_candidate(mv) {
                continue;
            }
            move_count += 1;
            let is_tactical = board.is_tactical(mv);
            let history = if is_tactical {
                self.data.histories.capture_score(board, mv)
            } else {
                self.data.histories.quiet_score(board, mv, &context)
            };
            let is_refutation = context.is_refutation(mv);
            let candidate =
                Candidate { mv, window, depth, move_count, is_tactical, is_refutation, history };

            // 8. Pruning of the move.
            if !is_root && self.prune_move(board, &node, candidate, best_score, &mut picker) {
                continue;
            }

            // 9. Singular extension of the TT move.
            let mut extension = 0;
            if !is_root && mv == node.tt_move {
                match self.extension(board, &node, candidate)? {
                    ControlFlow::Continue(plies) => extension = plies,
                    ControlFlow::Break(score) => return Ok(score),
                }
            }

            // 10. Search the move.
            let next = board.make(mv);
            let nodes_before = self.nodes;
            if is_root && self.root_moves.is_first_line() {
                self.observer.root_move(self.root_depth, mv, move_count, self.time.elapsed());
            }
            self.enter(board, mv, &next)?;
            self.data.stack.frames[ply].quiet = (!is_tactical).then_some(mv);
            self.data.stack.frames[ply + 1].double_extensions += i32::from(extension > 1);
            let score = self.search_move::<IS_PV>(&next, &node, candidate, extension)?;
            self.leave();
            if is_root {
                self.root_moves.add_nodes(mv, self.nodes - nodes_before);
            }

            // 11. Update the best score and alpha; beta cutoff. Once alpha was raised, the rest of
            // a PV node may be searched one ply shallower.
            if score > best_score {
                best_score = score;
                if score > window.alpha {
                    best_move = mv;
                    if IS_PV {
                        self.data.stack.set_pv(ply, mv);
                    }
                    if is_root {
                        self.root_score = Some(score);
                    }
                    if score >= window.beta {
                        break;
                    }
                    window.alpha = score;
                    depth -= reductions::alpha_raise_reduction(&node, depth, score);
                }
            }
            // Moves beyond the capacity get no malus.
            let _ = tried[usize::from(is_tactical)].try_push(mv);
        }

        // 12. Checkmate and stalemate.
        if move_count == 0 {
            if is_singular_search {
                return Ok(window.alpha);
            }
            return Ok(self.score_without_moves(board, &node, window.alpha));
        }

        // 13. Update histories, correction history and TT.
        if best_score >= window.beta {
            if !board.is_tactical(best_move) {
                self.data.stack.frames[ply].add_killer(best_move);
            }
            self.data.histories.update(board, best_move, &tried, &context, depth);
        } else if best_move == Move::NONE
            && !is_singular_search
            && syzygy_win.is_none()
            && let Some(parent) = ply.checked_sub(1)
        {
            let context = self.data.stack.context(parent);
            self.reward_played(parent, &context, fail_low_bonus(depth));
        }
        best_score = best_score.min(max_score);
        let is_partial = is_singular_search || is_root && self.root_moves.is_partial();
        if !is_partial {
            let bound = match best_move {
                // No move was better than the win of the tables.
                Move::NONE if syzygy_win == Some(best_score) => Bound::Lower,
                Move::NONE => Bound::Upper,
                _ if best_score >= window.beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let result = Entry {
                mv: best_move,
                score: best_score,
                depth: full_depth,
                bound: Some(bound),
                ..Entry::unsearched(evals.map(|evals| evals.raw), was_pv)
            };
            self.data.correction_history.learn(board, &node, &result, depth);
            self.store(board, result);
        }
        Ok(best_score)
    }

    /// Searches the child `next` of `node`, extended by `extension` plies. All moves but the first
    /// of a PV node are searched with a zero window, and late ones to a reduced depth; a fail high
    /// is searched again at full depth, then in a PV node with the open window.
    fn search_move<const IS_PV: bool>(
        &mut self,
        next: &Board,
        node: &Node,
        candidate: Candidate,
        extension: i32,
    ) -> Searched {
        let Candidate { window, depth, .. } = candidate;
        let is_first = candidate.move_count == 1;
        let mut full = depth - 1 + extension;
        let zero_window = Window::zero_below(-window.alpha);
        let mut score = Score::INFINITE;
        if let Some(reduction) = self.context.reductions.reduction(next, node, candidate) {
            // At least one ply remains.
            let reduction = reduction.min(full - 1);
            let reduced = full - reduction;
            self.data.stack.frames[node.ply].reduction = reduction;
            score = -self.negamax::<NON_PV>(next, zero_window, reduced, true)?;
            self.data.stack.frames[node.ply].reduction = 0;
            if score > window.alpha && reduction > 0 {
                // A move that is much better than alpha is searched deeper than its full depth.
                let is_better = score > window.alpha + params::deeper_margin();
                full += i32::from(is_better && reduction > 1);
                score = -self.negamax::<NON_PV>(next, zero_window, full, !node.is_cut)?;
            }
        } else if !is_first || !IS_PV {
            score = -self.negamax::<NON_PV>(next, zero_window, full, !node.is_cut)?;
        }
        if IS_PV && (is_first || score > window.alpha) {
            score = -self.negamax::<IS_PV>(next, window.flipped(), full, false)?;
        }
        Ok(score)
    }

    /// Changes the scores in `context` of the move played at `ply`, if it is quiet.
    fn reward_played(&mut self, ply: usize, context: &MoveContext, change: i32) {
        let Frame { quiet, played, .. } = self.data.stack.frames[ply];
        if let (Some(mv), Some(piece_to)) = (quiet, played) {
            self.data.histories.add_quiet(mv, piece_to, context, change);
        }
    }
}
