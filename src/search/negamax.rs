//! Principal variation search of a node, in numbered steps. Source: T. A. Marsland and M. Campbell,
//! "Parallel search of strongly ordered game trees", 1982.

use arrayvec::ArrayVec;

use super::history::MoveContext;
use super::movepick::MovePicker;
use super::node::{Candidate, Evals, Extension, Node, NodeType, NonPv, Prune, Window};
use super::pruning;
use super::stack::{Frame, Killers};
use super::worker::{Searched, Worker};
use crate::board::Board;
use crate::params;
use crate::tt::{Bound, Entry};
use crate::types::{Bitboard, Move, Score};

/// Maximum number of moves of each kind, quiet and tactical, that receive a malus at a node.
const MAX_TRIED: usize = 64;

/// The moves of a node that did not cause a cutoff.
#[derive(Default)]
struct Tried {
    quiet: ArrayVec<Move, MAX_TRIED>,
    tactical: ArrayVec<Move, MAX_TRIED>,
}

impl Tried {
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
            self.horizon = ply;
            return self.quiescence::<N>(board, window, Bitboard::ALL);
        }

        // 2. Draws, exact endgames, the end of the stack, mate distance pruning, and repetitions
        // that the side to move can force.
        if N::PV {
            self.data.stack.clear_pv(ply);
        }
        if !N::ROOT {
            if let Some(score) = self.terminal_score::<N>(board) {
                return Ok(score);
            }
            window = window.within_mates(ply);
            let draw = self.draw_score(board);
            if window.alpha < draw && self.keys.can_repeat(board) {
                window.alpha = draw;
            }
            if window.is_empty() {
                return Ok(window.alpha);
            }
        }

        // 3. TT cutoff. A singular search looks at the other moves only.
        let excluded = self.data.stack.frame(ply).excluded;
        let is_singular_search = excluded != Move::NONE;
        let entry = self.shared.tt.probe(board.key()).filter(|_| !is_singular_search);
        if let Some(entry) = &entry
            && !N::PV
            && entry.depth >= depth
            && i32::from(board.halfmove_clock()) < params::tt_cutoff_end_clock()
            && let Some(score) = window.cutoff_by(entry, ply)
            // A mate proof trusts mates that were found, but not that there are none.
            && (!self.is_mate_proof || score.is_mate() && (score.0 > 0) == (score >= window.beta))
        {
            return Ok(score);
        }

        // 4. Syzygy tables: an exact draw, or a bound of the score.
        let mut best_score = -Score::INFINITE;
        let mut max_score = Score::INFINITE;
        if !N::ROOT
            && !is_singular_search
            && let Some(found) = self.probe_syzygy(board, depth)
        {
            if let Some(score) = window.cutoff_by(&found, ply) {
                self.shared.tt.store(board.key(), Entry { was_pv: N::PV, ..found });
                return Ok(score);
            }
            if N::PV {
                let score = found.score.relative_to_root(ply);
                if found.bound == Some(Bound::Lower) {
                    best_score = score;
                    window.alpha = window.alpha.max(score);
                } else {
                    max_score = score;
                }
            }
        }

        // 5. Static evaluation; history and hindsight adjustments for the move that led here.
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);
        let evals = if is_singular_search {
            self.data.stack.frame(ply).static_eval.map(Evals::from_corrected)
        } else {
            self.evals(board, entry.as_ref(), ply, was_pv)
        };
        if !is_singular_search
            && let Some(parent) = ply.checked_sub(1)
            && let Some(gain) = self.eval_gain(parent)
        {
            self.reward_gain(parent, gain);
            depth = (depth + self.hindsight(parent, gain)).max(1);
        }
        let improving = self.is_improving(ply);
        self.data.stack.frame(ply + 2).killers = Killers::default();
        let is_tt_tactical =
            entry.is_some_and(|entry| entry.mv != Move::NONE && board.is_tactical(entry.mv));
        let mut node =
            Node { window, depth, ply, is_cut, improving, was_pv, evals, entry, is_tt_tactical };

        // 6. Pruning of the whole node.
        if !N::PV
            && !is_singular_search
            && !self.is_mate_proof
            && let Some(evals) = evals
            && let Some(score) = self.prune_node(board, &node, evals)?
        {
            return Ok(score);
        }

        // 7. Internal iterative reduction: without a TT move, a shallower search finds one. A
        // singular search, in which that move is excluded, is reduced too.
        if depth >= params::iterative_reduction_depth()
            && node.tt_move() == Move::NONE
            && (N::PV || is_cut)
            && !self.is_mate_proof
        {
            node.depth -= 1;
        }

        let full_depth = node.depth;
        let hints = self.hints(ply, board.attacked_squares(!board.side_to_move()));
        let mut picker = MovePicker::all(board, node.tt_move(), hints);
        let mut tried = Tried::default();
        let mut best_move = Move::NONE;
        let mut number = 0;
        while let Some(mv) = self.next_move(&mut picker, board) {
            if mv == excluded || N::ROOT && !self.root_moves.contains(mv) {
                continue;
            }
            number += 1;
            let is_tactical = board.is_tactical(mv);
            let history = if is_tactical {
                self.data.histories.tactical_score(board, mv)
            } else {
                self.data.histories.quiet_score(board, mv, &hints.context)
            };
            let is_refutation = hints.is_refutation(mv);
            let candidate = Candidate { mv, number, is_tactical, is_refutation, history };

            // 8. Shallow pruning, once some move avoids mate. A bare king may draw on a single
            // square, so all its moves are searched.
            let may_prune = !N::ROOT && !self.is_mate_proof && best_score > -Score::PROVEN;
            if may_prune && !board.has_bare_king() {
                match self.prune(board, &node, candidate) {
                    Prune::Nothing => {}
                    Prune::Move => continue,
                    Prune::Quiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }

            // 9. Singular extension of the TT move.
            let mut new_depth = node.depth - 1;
            if !N::ROOT && mv == node.tt_move() {
                match self.extension::<N>(board, &node)? {
                    Extension::Plies(plies) => new_depth += plies,
                    Extension::Cutoff(score) => return Ok(score),
                }
            }

            // 10. Search the move.
            self.prefetch(board, mv);
            let next = board.make(mv);
            let nodes_before = self.nodes;
            if N::ROOT {
                self.observer.root_move(node.depth as usize, mv, number, self.time.elapsed());
            }
            self.enter(board, mv, &next)?;
            self.data.stack.frame(ply).quiet = (!is_tactical).then_some(mv);
            if new_depth > node.depth {
                self.data.stack.frame(ply + 1).double_extensions += 1;
            }
            let score = self.search_move::<N>(&next, &node, candidate, new_depth)?;
            self.leave();
            if N::ROOT {
                self.root_moves.add_nodes(mv, self.nodes - nodes_before);
            }

            // 11. Update the best score and alpha; beta cutoff.
            if score > best_score {
                best_score = score;
                if score > node.window.alpha {
                    best_move = mv;
                    if N::PV {
                        self.data.stack.set_pv(ply, mv);
                    }
                    if N::ROOT {
                        self.root_score = Some(score);
                    }
                    if score >= node.window.beta {
                        break;
                    }
                    node.window.alpha = score;
                    // A later move is unlikely to be better still.
                    if N::PV
                        && !N::ROOT
                        && !score.is_decisive()
                        && pruning::reduces_after_raise(node.depth)
                    {
                        node.depth -= 1;
                    }
                }
            }
            tried.add(mv, is_tactical);
        }

        // 12. Checkmate and stalemate.
        if number == 0 {
            return Ok(if is_singular_search {
                window.alpha
            } else if board.in_check() {
                Score::mated_in(ply)
            } else if self.shared.weakness.is_some() && board.has_legal_move() {
                // Limited strength has overlooked every move.
                evals.map_or(window.alpha, |evals| evals.refined)
            } else {
                self.draw_score(board)
            });
        }

        // 13. Update histories, correction history and TT.
        if best_score >= window.beta {
            self.update_histories(board, &node, &hints.context, best_move, &tried);
        } else if best_move == Move::NONE && !is_singular_search {
            self.reward_previous(&node);
        }
        best_score = best_score.min(max_score);
        let is_partial = is_singular_search || N::ROOT && self.root_moves.is_partial();
        if !is_partial {
            let bound = match best_move {
                Move::NONE => Bound::Upper,
                _ if best_score >= window.beta => Bound::Lower,
                _ => Bound::Exact,
            };
            self.update_corrections(board, &node, best_move, best_score, bound);
            let entry = Entry {
                mv: best_move,
                score: best_score,
                static_eval: evals.map(|evals| evals.raw),
                depth: full_depth,
                was_pv,
                bound: Some(bound),
            };
            self.store(board, entry);
        }
        Ok(best_score)
    }

    /// Searches the child `next` of `node` to `new_depth` plies. Moves after the first are searched
    /// with a zero window, and late ones to a reduced depth; a fail high is searched again at full
    /// depth, then with the open window.
    fn search_move<N: NodeType>(
        &mut self,
        next: &Board,
        node: &Node,
        candidate: Candidate,
        mut new_depth: i32,
    ) -> Searched {
        let zero_window = Window::above(node.window.alpha).flipped();
        let is_late = candidate.number > 1 + usize::from(N::ROOT);
        let mut score = Score::INFINITE;
        if is_late && node.depth >= params::reduction_depth() && !self.is_mate_proof {
            let reduction = self.reduction::<N>(next, node, candidate);
            let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
            self.data.stack.frame(node.ply).reduction = new_depth - reduced;
            score = -self.negamax::<NonPv>(next, zero_window, reduced, true)?;
            self.data.stack.frame(node.ply).reduction = 0;
            if score > node.window.alpha && reduced < new_depth {
                let is_much_better = score > node.window.alpha + params::deeper_margin();
                new_depth += i32::from(is_much_better && reduced < new_depth - 1);
                score = -self.negamax::<NonPv>(next, zero_window, new_depth, !node.is_cut)?;
            }
        } else if candidate.number > 1 || !N::PV {
            score = -self.negamax::<NonPv>(next, zero_window, new_depth, !node.is_cut)?;
        }
        let is_open = N::PV && (candidate.number == 1 || score > node.window.alpha);
        if is_open {
            score = -self.negamax::<N::Child>(next, node.window.flipped(), new_depth, false)?;
        }
        Ok(score)
    }

    /// Rewards the move `best`, which caused a cutoff, and punishes those `tried` before it.
    fn update_histories(
        &mut self,
        board: &Board,
        node: &Node,
        context: &MoveContext,
        best: Move,
        tried: &Tried,
    ) {
        let histories = &mut self.data.histories;
        if board.is_tactical(best) {
            histories.reward_tactical(board, best, node.depth);
        } else {
            self.data.stack.frame(node.ply).killers.add(best);
            histories.reward_quiet(board, best, &tried.quiet, context, node.depth);
        }
        histories.punish_tactical(board, &tried.tactical, node.depth);
    }

    /// Rewards the opponent's move that led to `node`, if it is quiet.
    fn reward_previous(&mut self, node: &Node) {
        let Some(parent) = node.ply.checked_sub(1) else { return };
        let frame = self.data.stack.frame(parent);
        if let (Some(mv), Some(played)) = (frame.quiet, frame.played) {
            let context = self.data.stack.context(parent);
            self.data.histories.reward_fail_low(mv, played, &context, node.depth);
        }
    }

    /// Returns by how much the move played at `ply` raised its player's static eval; `None` if the
    /// side to move is in check before or after it.
    fn eval_gain(&self, ply: usize) -> Option<i32> {
        let static_eval = |ply| self.data.stack.earlier(ply, 0)?.static_eval;
        Some(-static_eval(ply + 1)?.0 - static_eval(ply)?.0)
    }

    /// Updates the history of the move played at `ply`, if it is quiet, by its `gain` in static
    /// eval.
    fn reward_gain(&mut self, ply: usize, gain: i32) {
        let Frame { quiet, played, threats, .. } = *self.data.stack.frame(ply);
        if let (Some(mv), Some(piece_to)) = (quiet, played) {
            self.data.histories.add_eval_gain(mv, piece_to, threats, gain);
        }
    }

    /// Returns the change of depth of the node after a reduced move played at `ply`: 1 if its
    /// `gain` in static eval is not negative, −1 if it is a large loss, otherwise 0.
    ///
    /// Source: the engine Stockfish.
    fn hindsight(&mut self, ply: usize, gain: i32) -> i32 {
        let reduction = self.data.stack.frame(ply).reduction;
        let is_extended = reduction >= params::hindsight_extension() && gain >= 0;
        let is_reduced =
            reduction >= params::hindsight_reduction() && -gain > params::hindsight_loss();
        i32::from(is_extended) - i32::from(is_reduced)
    }

    /// Updates correction history by the difference between `score` and static eval, if the best
    /// move is quiet and the `bound` proves the sign of the difference.
    fn update_corrections(
        &mut self,
        board: &Board,
        node: &Node,
        best: Move,
        score: Score,
        bound: Bound,
    ) {
        let Some(evals) = node.evals else { return };
        let is_quiet = best == Move::NONE || !board.is_tactical(best);
        let is_conclusive = match bound {
            Bound::Exact => true,
            Bound::Lower => score > evals.corrected,
            Bound::Upper => score < evals.corrected,
        };
        if is_quiet && is_conclusive && !score.is_decisive() {
            self.data.corrections.update(board, score, evals.corrected, node.depth);
        }
    }
}
