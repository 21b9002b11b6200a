//! The node: principal variation search, told in numbered steps.

use arrayvec::ArrayVec;

use super::movepick::{Hints, MovePicker};
use super::node::{NodeType, NonPv, Window};
use super::stack::Killers;
use super::worker::{Judgement, Searched, Worker};
use super::{params, pruning};
use crate::board::Board;
use crate::tt::{Bound, Entry};
use crate::types::{Bitboard, MAX_PLY, Move, Score};

/// How many moves of a node are remembered to be punished for a cutoff by another.
const MAX_TRIED: usize = 64;
/// From this half-move clock on, the table's scores are not trusted to cut off: the fifty-move rule
/// is near, of which they know nothing.
const OLD_CLOCK: u8 = 90;

/// The moves of a node that did not cause a cutoff.
#[derive(Default)]
struct Tried {
    quiet: ArrayVec<Move, MAX_TRIED>,
    tactical: ArrayVec<Move, MAX_TRIED>,
}

impl Tried {
    fn add(&mut self, mv: Move, is_tactical: bool) {
        let moves = if is_tactical { &mut self.tactical } else { &mut self.quiet };
        // What does not fit any more stays unpunished.
        let _ = moves.try_push(mv);
    }
}

/// What is known of a node when its moves are tried.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) window: Window,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether a move is expected to reach beta.
    pub(super) is_cut: bool,
    /// Whether the static evaluation is better than at the side's earlier moves.
    pub(super) improving: bool,
    pub(super) judged: Option<Judgement>,
    /// What the transposition table knows.
    pub(super) entry: Option<Entry>,
    pub(super) hints: Hints,
}

impl Node {
    #[inline]
    pub(super) fn table_move(&self) -> Move {
        self.entry.map_or(Move::NONE, |entry| entry.mv)
    }
}

/// A move about to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    /// Its place among the moves of the node, from 1.
    number: usize,
    is_tactical: bool,
    /// What the histories know of it.
    history: i32,
}

impl Worker<'_> {
    /// The score of `board` from the view of the side to move, searched `depth` plies deep. A score
    /// of alpha or less is an upper bound, of beta or more a lower. `is_cut` tells that the score is
    /// expected to reach beta.
    ///
    /// # Errors
    /// [`Stopped`](super::worker::Stopped) if the search must be broken off.
    pub(super) fn negamax<N: NodeType>(
        &mut self,
        board: &Board,
        window: Window,
        depth: i32,
        is_cut: bool,
    ) -> Searched {
        let ply = self.keys.ply();
        // 1. Quiescence at the horizon.
        if depth <= 0 {
            self.horizon = ply;
            return self.quiescence::<N>(board, window, Bitboard::ALL);
        }

        // 2. Draws, known endings, the end of the stack, and nearer mates than any from here.
        if N::PV {
            self.stack.clear_pv(ply);
        }
        let mut window = window;
        if !N::ROOT {
            if self.is_draw(board) {
                return Ok(self.draw_score(board));
            }
            if let Some(score) = self.exact_score::<N>(board) {
                return Ok(score);
            }
            if ply >= MAX_PLY - 1 {
                return Ok(self.evaluate(board));
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

        // 3. What the transposition table knows. A singular search asks about the other moves.
        let excluded = self.stack.frame(ply).excluded;
        let is_singular_search = excluded != Move::NONE;
        let entry = self.table.probe(board.key()).filter(|_| !is_singular_search);
        if let Some(entry) = &entry
            && !N::PV
            && i32::from(entry.depth) >= depth
            && board.halfmove_clock() < OLD_CLOCK
            && let Some(score) = window.decided_by(entry, ply)
            // In a proof only mates are certain.
            && (!self.is_proof || score.is_mate())
        {
            return Ok(score);
        }

        // 4. The static evaluation, and whether it rises.
        let judged = match is_singular_search {
            true => self.stack.frame(ply).static_eval.map(Judgement::known),
            false => self.judge(board, entry.as_ref(), ply),
        };
        let improving = self.is_improving(ply);
        self.stack.frame(ply + 2).killers = Killers::default();
        let hints = self.hints(ply);
        let mut node = Node { window, depth, ply, is_cut, improving, judged, entry, hints };

        // 5. Decide the node without trying its moves, if that can be risked.
        if !N::PV
            && !is_singular_search
            && !self.is_proof
            && let Some(judged) = judged
            && let Some(score) = self.decide_early(board, &node, judged)?
        {
            return Ok(score);
        }

        // 6. Internal iterative reduction: without a move to begin with, a shallower search finds one.
        if depth >= params::iterative_reduction_depth()
            && node.table_move() == Move::NONE
            && (N::PV || is_cut)
            && !self.is_proof
        {
            node.depth -= 1;
        }

        let mut picker = MovePicker::all(board, node.table_move(), hints);
        let mut tried = Tried::default();
        let mut best_score = -Score::INFINITE;
        let mut best_move = Move::NONE;
        let mut number = 0;
        while let Some(mv) = self.next_move(&mut picker, board) {
            if mv == excluded || N::ROOT && !self.is_root_move(mv) {
                continue;
            }
            number += 1;
            let is_tactical = board.is_tactical(mv);
            let history = match is_tactical {
                true => self.histories.tactical_score(board, mv),
                false => self.histories.quiet_score(board, mv, &hints.previous),
            };
            let candidate = Candidate { mv, number, is_tactical, history };

            // 7. Leave out what is unlikely to matter, once there is a move that is not mated.
            let may_prune = !N::ROOT && !self.is_proof && best_score > -Score::MATE_BOUND;
            if may_prune && board.has_non_pawn_material() {
                match self.prune(board, &node, candidate) {
                    Prune::Nothing => {}
                    Prune::Move => continue,
                    Prune::Quiets => {
                        picker.skip_quiets();
                        if !is_tactical {
                            continue;
                        }
                    }
                }
            }

            // 8. Extend the table's move if it is much better than all others.
            let mut new_depth = node.depth - 1;
            if !N::ROOT && mv == node.table_move() {
                match self.extension::<N>(board, &node)? {
                    Extension::Plies(plies) => new_depth += plies,
                    Extension::Cutoff(score) => return Ok(score),
                }
            }

            let doubled = self.stack.frame(ply).double_extensions;
            self.stack.frame(ply + 1).double_extensions =
                doubled + i32::from(new_depth > node.depth);

            // 9. The first move with the open window, the others only to be refuted.
            let next = board.make(mv);
            self.table.prefetch(next.key());
            let nodes_before = self.nodes;
            if N::ROOT {
                self.announce(node.depth, mv, number);
            }
            self.enter(board, mv, &next)?;
            let score = self.search_move::<N>(&next, &node, candidate, new_depth)?;
            self.leave();
            if N::ROOT {
                self.count_root_nodes(mv, self.nodes - nodes_before);
            }

            // 10. Keep the best; a score of beta or more ends the node.
            if score > best_score {
                best_score = score;
                if score > node.window.alpha {
                    best_move = mv;
                    if N::PV {
                        self.stack.set_pv(ply, mv);
                    }
                    if score >= node.window.beta {
                        break;
                    }
                    node.window.alpha = score;
                }
            }
            tried.add(mv, is_tactical);
        }

        // 11. Without a move it is mate or stalemate.
        if number == 0 {
            return Ok(match (is_singular_search, board.in_check()) {
                (true, _) => window.alpha,
                (false, true) => Score::mated_in(ply),
                // Whoever overlooks all moves sees the position as it stands.
                (false, false) if self.weakness.is_some() && board.has_legal_move() => {
                    judged.map_or(window.alpha, |judged| judged.estimate)
                }
                (false, false) => self.draw_score(board),
            });
        }

        // 12. Learn from the node, unless it was asked about some of its moves only.
        if best_score >= window.beta {
            self.learn_order(board, &node, best_move, &tried);
        }
        let is_partial = is_singular_search || N::ROOT && self.is_root_partial();
        if !is_partial {
            let bound = match best_move {
                Move::NONE => Bound::Upper,
                _ if best_score >= window.beta => Bound::Lower,
                _ => Bound::Exact,
            };
            self.learn_evaluation(board, &node, best_move, best_score, bound);
            let raw = judged.map(|judged| judged.raw);
            self.remember(board, best_move, best_score, raw, node.depth, bound);
        }
        Ok(best_score)
    }

    /// Searches the position `next` after a move of `node`, `new_depth` plies deep: late moves at
    /// first reduced and with a closed window, then as far as their score asks for.
    fn search_move<N: NodeType>(
        &mut self,
        next: &Board,
        node: &Node,
        candidate: Candidate,
        mut new_depth: i32,
    ) -> Searched {
        let closed = Window::above(node.window.alpha).flipped();
        let is_late = candidate.number > 1 + usize::from(N::ROOT);
        let mut score = Score::INFINITE;
        if is_late && node.depth >= 2 && !self.is_proof {
            let reduction = self.reduction::<N>(next, node, candidate);
            let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
            score = -self.negamax::<NonPv>(next, closed, reduced, true)?;
            if score > node.window.alpha && reduced < new_depth {
                // It deserves more, and the more the better it came out.
                let margin = params::deeper_margin();
                new_depth +=
                    i32::from(score > node.window.alpha + margin && reduced < new_depth - 1);
                score = -self.negamax::<NonPv>(next, closed, new_depth, !node.is_cut)?;
            }
        } else if candidate.number > 1 || !N::PV {
            score = -self.negamax::<NonPv>(next, closed, new_depth, !node.is_cut)?;
        }
        let is_open = N::PV && (candidate.number == 1 || score > node.window.alpha);
        if is_open {
            score = -self.negamax::<N::Line>(next, node.window.flipped(), new_depth, false)?;
        }
        Ok(score)
    }

    /// By how many plies a late move, which led to `next`, is reduced at first.
    fn reduction<N: NodeType>(&self, next: &Board, node: &Node, candidate: Candidate) -> i32 {
        let Candidate { mv, number, is_tactical, history } = candidate;
        let mut reduction = self.reductions.get(is_tactical, node.depth, number);
        reduction -= history / params::reduction_history_divisor();
        let adjustments = [
            (N::PV, -params::reduction_pv()),
            (!node.improving, params::reduction_not_improving()),
            (node.is_cut, params::reduction_cut_node()),
            (node.hints.is_refutation(mv), -params::reduction_refutation()),
            (next.in_check(), -params::reduction_check()),
        ];
        for (applies, change) in adjustments {
            reduction += if applies { change } else { 0 };
        }
        reduction / 1_024
    }

    /// Whether `candidate`, or every quiet move from here on, is left out.
    fn prune(&self, board: &Board, node: &Node, candidate: Candidate) -> Prune {
        let Candidate { mv, number, is_tactical, history } = candidate;
        if is_tactical {
            let limit = pruning::tactical_exchange_limit(node.depth);
            let is_shallow = node.depth <= params::tactical_exchange_depth();
            return match is_shallow && !board.see_at_least(mv, limit) {
                true => Prune::Move,
                false => Prune::Nothing,
            };
        }
        if number > pruning::late_move_limit(node.depth, node.improving) {
            return Prune::Quiets;
        }
        let reduction = self.reductions.get(false, node.depth, number) / 1_024;
        let reduced_depth = (node.depth - 1 - reduction).max(0);
        if let Some(judged) = node.judged
            && reduced_depth <= params::futility_depth()
            && judged.static_eval + pruning::futility_margin(reduced_depth) <= node.window.alpha
            && !board.gives_direct_check(mv)
        {
            return Prune::Move;
        }
        let history_limit = params::history_pruning_margin() * node.depth;
        if reduced_depth <= params::history_pruning_depth() && history < history_limit {
            return Prune::Move;
        }
        match board.see_at_least(mv, pruning::quiet_exchange_limit(reduced_depth)) {
            true => Prune::Nothing,
            false => Prune::Move,
        }
    }

    /// A cutoff by `best`: later nodes are to try it earlier, and those `tried` before it later.
    fn learn_order(&mut self, board: &Board, node: &Node, best: Move, tried: &Tried) {
        if board.is_tactical(best) {
            self.histories.reward_tactical(board, best, node.depth);
        } else {
            self.stack.frame(node.ply).killers.add(best);
            let previous = &node.hints.previous;
            self.histories.reward_quiet(board, best, &tried.quiet, previous, node.depth);
        }
        self.histories.punish_tactical(board, &tried.tactical, node.depth);
    }

    /// Corrects the static evaluation by the score found, where a quiet line explains it and the
    /// score tells on which side the truth lies.
    fn learn_evaluation(
        &mut self,
        board: &Board,
        node: &Node,
        best: Move,
        score: Score,
        bound: Bound,
    ) {
        let Some(judged) = node.judged else { return };
        let is_quiet = best == Move::NONE || !board.is_tactical(best);
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => score > judged.static_eval,
            Bound::Upper => score < judged.static_eval,
        };
        if is_quiet && tells && !score.is_mate() {
            self.corrections.learn(board, score, judged.static_eval, node.depth);
        }
    }
}

/// What is left out of a node.
#[derive(Clone, Copy)]
enum Prune {
    Nothing,
    /// The move at hand.
    Move,
    /// The move at hand if it is quiet, and all quiet moves after it.
    Quiets,
}

/// What the table's move is given.
pub(super) enum Extension {
    /// So many plies more, or less.
    Plies(i32),
    /// The node is decided.
    Cutoff(Score),
}
