//! Principal variation search of a node, in numbered steps. Source: T. A. Marsland and M. Campbell,
//! "Parallel search of strongly ordered game trees", 1982.

use arrayvec::ArrayVec;

use super::extensions::Extension;
use super::history::{Killers, MoveContext};
use super::move_picker::MovePicker;
use super::node::{Candidate, Evals, Frame, Node, NodeType, NonPv, Window};
use super::prune_move::{Prune, prune_move};
use super::reductions;
use super::worker::{Searched, Worker, tt_key};
use crate::board::Board;
use crate::params;
use crate::tt::{Bound, Entry};
use crate::types::{Move, Score};

/// Maximum number of moves of each kind, quiet and tactical, that receive a malus at a node.
const MAX_TRIED: usize = 64;

/// The moves of a node that did not cause a cutoff, with their context.
struct Tried {
    context: MoveContext,
    quiet: ArrayVec<Move, MAX_TRIED>,
    tactical: ArrayVec<Move, MAX_TRIED>,
}

impl Tried {
    fn new(context: MoveContext) -> Self {
        Self { context, quiet: ArrayVec::new(), tactical: ArrayVec::new() }
    }

    fn add(&mut self, mv: Move, is_tactical: bool) {
        let moves = if is_tactical { &mut self.tactical } else { &mut self.quiet };
        // Moves beyond the capacity get no malus.
        let _ = moves.try_push(mv);
    }
}

impl Worker<'_> {
    /// Returns the score of `board` from the view of the side to move, searched to `depth` plies:
    /// an upper bound if it is at most alpha, a lower bound if it is at least beta. `is_cut` is
    /// whether the node is expected to fail high.
    ///
    /// # Errors
    /// [`Stopped`](super::worker::Stopped) if the search was stopped.
    pub(super) fn negamax<N: NodeType>(
        &mut self,
        board: &Board,
        mut window: Window,
        mut depth: i32,
        is_cut: bool,
    ) -> Searched {
        let ply = self.keys.ply();
        // 1. Quiescence at the horizon.
        if depth <= 0 {
            return self.quiescence::<N>(board, window);
        }

        // 2. Draws, exact endgames, maximum ply, and mate distance pruning. If the side to move can
        // repeat a position, it has a draw at least: seen one move early, +22 ± 19 Elo.
        if N::PV {
            self.data.stack.clear_pv(ply);
        }
        if !N::ROOT {
            if let Some(score) = self.terminal_score::<N>(board) {
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
        let excluded = self.data.stack.frame(ply).excluded;
        let is_singular_search = excluded != Move::NONE;
        let entry = self.context.tt.probe(tt_key(board)).filter(|_| !is_singular_search);
        if let Some(entry) = &entry
            && !N::PV
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
        if !N::ROOT
            && !is_singular_search
            && self.context.syzygy.covers(board)
            && let Some(found) = self.context.syzygy.entry(board, depth, self.draw_score(board))
        {
            if let Some(score) = window.cutoff_by(&found, ply) {
                self.context.tt.store(tt_key(board), Entry { was_pv: N::PV, ..found });
                return Ok(score);
            }
            if N::PV {
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
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);
        let evals = if is_singular_search {
            let corrected = self.data.stack.frame(ply).corrected_eval;
            corrected.map(|eval| Evals { raw: eval, corrected: eval, refined: eval })
        } else {
            let raw = entry.and_then(|entry| entry.static_eval);
            self.evals(board, entry.as_ref(), raw, ply, was_pv)
        };
        if !is_singular_search
            && let Some(parent) = ply.checked_sub(1)
            && let Some(gain) = self.eval_gain(parent)
        {
            self.reward_gain(parent, gain);
            let reduction = self.data.stack.frame(parent).reduction;
            depth = (depth + reductions::hindsight(reduction, gain)).max(1);
        }
        let improving = self.is_improving(ply);
        self.data.stack.frame_mut(ply + 2).killers = Killers::default();
        // With several lines or `searchmoves`, the TT move may not be among the moves: the best one
        // of the last iteration takes its place.
        let tt_move = if N::ROOT && self.root_moves.is_partial() {
            self.root_moves.expected_move()
        } else {
            entry.map_or(Move::NONE, |entry| entry.mv)
        };
        let is_tt_tactical = tt_move != Move::NONE && board.is_tactical(tt_move);
        let node = Node { ply, is_cut, improving, was_pv, evals, entry, tt_move, is_tt_tactical };

        // 6. Pruning of the whole node.
        if !N::PV
            && !is_singular_search
            && let Some(score) = self.prune_node(board, &node, window, depth)?
        {
            return Ok(score);
        }

        // 7. Internal iterative reduction.
        depth -= reductions::internal_iterative_reduction::<N>(&node, depth);

        // The child's entry is prefetched now: the work before the move is made hides the load.
        if node.tt_move != Move::NONE {
            self.prefetch(board, node.tt_move);
        }
        self.data.stack.frame_mut(ply).threats = board.attacked_squares(!board.side_to_move());
        let hints = self.hints(ply);
        let mut picker = MovePicker::all(board, node.tt_move, hints);
        let mut tried = Tried::new(hints.context);
        let mut best_move = Move::NONE;
        let mut move_count = 0;
        // The plies that later moves lose after a raised alpha.
        let mut raised_alpha_plies = 0;
        while let Some(mv) = self.next_move(&mut picker, board) {
            if mv == excluded || N::ROOT && !self.root_moves.is_candidate(mv) {
                continue;
            }
            move_count += 1;
            let is_tactical = board.is_tactical(mv);
            let history = if is_tactical {
                self.data.histories.capture_score(board, mv)
            } else {
                self.data.histories.quiet_score(board, mv, &hints.context)
            };
            let is_refutation = hints.is_refutation(mv);
            let candidate =
                Candidate { mv, window, depth, move_count, is_tactical, is_refutation, history };

            // 8. Pruning of the move.
            if !N::ROOT {
                match prune_move(board, &node, candidate, best_score, self.context.reductions) {
                    Prune::Nothing => {}
                    Prune::Move => continue,
                    Prune::Quiets => {
                        picker.skip_quiets();
                        continue;
                    }
                    Prune::QuietsWithoutCheck => {
                        picker.skip_quiets_without_check(board);
                        continue;
                    }
                }
            }

            // 9. Singular extension of the TT move.
            let mut extension = 0;
            if !N::ROOT && mv == node.tt_move {
                match self.extension::<N>(board, &node, window.beta, depth)? {
                    Extension::Plies(plies) => extension = plies,
                    Extension::Cutoff(score) => return Ok(score),
                }
            }

            // 10. Search the move.
            let next = board.make(mv);
            let nodes_before = self.nodes;
            if N::ROOT && self.root_moves.is_first_line() {
                self.observer.root_move(self.root_depth, mv, move_count, self.time.elapsed());
            }
            self.enter(board, mv, &next)?;
            self.data.stack.frame_mut(ply).quiet = (!is_tactical).then_some(mv);
            self.data.stack.frame_mut(ply + 1).double_extensions += i32::from(extension > 1);
            let score = self.search_move::<N>(&next, &node, candidate, extension)?;
            self.leave();
            if N::ROOT {
                self.root_moves.add_nodes(mv, self.nodes - nodes_before);
            }

            // 11. Update the best score and alpha; beta cutoff. Once alpha was raised, the rest of
            // a PV node may be searched one ply shallower.
            if score > best_score {
                best_score = score;
                if score > window.alpha {
                    best_move = mv;
                    if N::PV {
                        self.data.stack.set_pv(ply, mv);
                    }
                    if N::ROOT {
                        self.root_score = Some(score);
                    }
                    if score >= window.beta {
                        break;
                    }
                    window.alpha = score;
                    let lost = reductions::alpha_raise_reduction::<N>(depth, score);
                    depth -= lost;
                    raised_alpha_plies += lost;
                }
            }
            tried.add(mv, is_tactical);
        }

        // 12. Checkmate and stalemate.
        if move_count == 0 {
            return Ok(match is_singular_search {
                true => window.alpha,
                false => self.score_without_moves(board, &node, window),
            });
        }

        // 13. Update histories, correction history and TT.
        if best_score >= window.beta {
            self.update_histories(board, ply, best_move, &tried, depth);
        } else if best_move == Move::NONE && !is_singular_search && syzygy_win.is_none() {
            self.reward_previous(ply, depth);
        }
        best_score = best_score.min(max_score);
        let is_partial = is_singular_search || N::ROOT && self.root_moves.is_partial();
        if !is_partial {
            let bound = match best_move {
                // No move was better than the win of the tables.
                Move::NONE if syzygy_win == Some(best_score) => Bound::Lower,
                Move::NONE => Bound::Upper,
                _ if best_score >= window.beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let entry = Entry {
                mv: best_move,
                score: best_score,
                static_eval: evals.map(|evals| evals.raw),
                depth: depth + raised_alpha_plies,
                was_pv,
                bound: Some(bound),
            };
            self.data.correction_history.learn(board, &node, &entry, depth);
            self.store(board, entry);
        }
        Ok(best_score)
    }

    /// Searches the child `next` of `node`, extended by `extension` plies. All moves but the first
    /// of a PV node are searched with a zero window, and late ones to a reduced depth; a fail high
    /// is searched again at full depth, then in a PV node with the open window.
    fn search_move<N: NodeType>(
        &mut self,
        next: &Board,
        node: &Node,
        candidate: Candidate,
        extension: i32,
    ) -> Searched {
        let Candidate { window, move_count, .. } = candidate;
        let mut full = candidate.depth - 1 + extension;
        let zero_window = Window::zero_below(-window.alpha);
        let mut score = Score::INFINITE;
        let reduced = self.context.reductions.reduced_depth::<N>(next, node, candidate, full);
        if let Some(reduced) = reduced {
            let reduction = full - reduced;
            self.data.stack.frame_mut(node.ply).reduction = reduction;
            score = -self.negamax::<NonPv>(next, zero_window, reduced, true)?;
            self.data.stack.frame_mut(node.ply).reduction = 0;
            if score > window.alpha && reduced < full {
                full += reductions::deeper_research(score, window.alpha, reduction);
                score = -self.negamax::<NonPv>(next, zero_window, full, !node.is_cut)?;
            }
        } else if move_count > 1 || !N::PV {
            score = -self.negamax::<NonPv>(next, zero_window, full, !node.is_cut)?;
        }
        if N::PV && (move_count == 1 || score > window.alpha) {
            score = -self.negamax::<N::Child>(next, window.flipped(), full, false)?;
        }
        Ok(score)
    }

    /// Rewards the move `best` of the node at `ply`, which caused a cutoff at `depth`, and punishes
    /// those `tried` before it; quiet ones only if it is quiet too.
    fn update_histories(
        &mut self,
        board: &Board,
        ply: usize,
        best: Move,
        tried: &Tried,
        depth: i32,
    ) {
        let histories = &mut self.data.histories;
        if board.is_tactical(best) {
            histories.reward_tactical(board, best, depth);
        } else {
            self.data.stack.frame_mut(ply).killers.add(best);
            histories.reward_quiet(board, best, &tried.quiet, &tried.context, depth);
        }
        histories.punish_tactical(board, &tried.tactical, depth);
    }

    /// Rewards the opponent's move that led to the node at `ply`, which failed low at `depth`, if
    /// that move is quiet.
    fn reward_previous(&mut self, ply: usize, depth: i32) {
        let Some(parent) = ply.checked_sub(1) else { return };
        let frame = self.data.stack.frame(parent);
        if let (Some(mv), Some(played)) = (frame.quiet, frame.played) {
            let context = self.data.stack.context(parent);
            self.data.histories.reward_fail_low(mv, played, &context, depth);
        }
    }

    /// Updates the history of the move played at `ply`, if it is quiet, by its `gain` in static
    /// eval.
    fn reward_gain(&mut self, ply: usize, gain: i32) {
        let Frame { quiet, played, threats, .. } = *self.data.stack.frame(ply);
        if let (Some(mv), Some(piece_to)) = (quiet, played) {
            self.data.histories.add_eval_gain(mv, piece_to, threats, gain);
        }
    }
}
