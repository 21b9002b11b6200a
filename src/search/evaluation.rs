//! The value of a node without a search: draws by rule, exact endgames, the maximum ply, nodes
//! without moves, and the static evaluation, which is corrected by history, refined by the TT and
//! compared with earlier plies.

use super::node::{Evals, Node, NodeType, Window};
use super::worker::Worker;
use crate::board::{Board, is_threefold};
use crate::tablebase::{self, ProbeResult};
use crate::tt::Entry;
use crate::types::{MAX_PLY, Move, Score};

impl Worker<'_> {
    /// Returns the score of the current node, `board`, if it needs no search: of a draw or a known
    /// endgame, or, at the maximum ply, the static eval.
    #[inline]
    pub(super) fn terminal_score<N: NodeType>(&mut self, board: &Board) -> Option<Score> {
        if self.is_draw(board) {
            return Some(self.draw_score(board));
        }
        let exact = self.tablebase_score::<N>(board);
        if exact.is_none() && self.keys.ply() >= MAX_PLY - 1 {
            return Some(self.evaluate(board));
        }
        exact
    }

    /// Returns the score of `node` if it has no move to search: checkmate or stalemate. If the
    /// strength limit hid every move, it is the static eval.
    #[cold]
    pub(super) fn score_without_moves(&self, board: &Board, node: &Node, window: Window) -> Score {
        if board.in_check() {
            Score::mated_in(node.ply)
        } else if self.context.skill.is_some() && board.has_legal_move() {
            node.evals.map_or(window.alpha, |evals| evals.refined)
        } else {
            self.draw_score(board)
        }
    }

    /// Whether the current node is drawn by insufficient material, the fifty-move rule, repetition
    /// or, after a root move, stalemate. Quiescence overlooks that, but it must not be played for a
    /// win even at depth 1.
    fn is_draw(&self, board: &Board) -> bool {
        board.is_drawn_by_rule()
            || self.keys.is_repetition(board.halfmove_clock())
            || self.keys.ply() == 1 && board.is_stalemate()
    }

    /// Whether the root move `mv` draws by rule or by the endgame tables, whatever follows.
    pub(super) fn root_move_draws(&self, mv: Move) -> bool {
        let next = self.context.board.make(mv);
        next.is_drawn_by_rule()
            || next.is_stalemate()
            || is_threefold(self.keys.up_to_root(), &next)
            || next.occupied().count() <= self.context.tablebase_pieces
                && tablebase::probe(&next) == Some(ProbeResult::Draw)
    }

    /// Returns the score of a draw for the side to move in `board`, contempt included.
    pub(super) fn draw_score(&self, board: &Board) -> Score {
        let is_root_side = board.side_to_move() == self.context.board.side_to_move();
        let contempt = self.context.contempt;
        Score::DRAW + if is_root_side { -contempt } else { contempt }
    }

    /// Returns the score of the current node, `board`, from the endgame tables. In PV nodes the
    /// line to mate becomes the PV. Returns `None` where the fifty-move rule or a repetition may
    /// intervene before the mate.
    pub(super) fn tablebase_score<N: NodeType>(&mut self, board: &Board) -> Option<Score> {
        if board.occupied().count() <= self.context.tablebase_pieces {
            self.probe_tablebase::<N>(board)
        } else {
            None
        }
    }

    #[cold]
    fn probe_tablebase<N: NodeType>(&mut self, board: &Board) -> Option<Score> {
        let ply = self.keys.ply();
        let (plies, score) = match tablebase::probe(board)? {
            ProbeResult::Draw => return Some(self.draw_score(board)),
            ProbeResult::Win(plies) => (plies, Score::mate_in(ply + plies)),
            ProbeResult::Loss(plies) => (plies, Score::mated_in(ply + plies)),
        };
        // The line to mate repeats no position itself but may repeat one of the game.
        let is_certain = board.allows_mate_within(plies)
            && !self.keys.threefold_is_possible(board.halfmove_clock());
        if is_certain && N::PV {
            self.data.stack.set_line(ply, tablebase::best_line(board));
        }
        is_certain.then_some(score)
    }

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

    /// Evaluates the node at `ply`, unless the `raw` static evaluation is known, and keeps the
    /// result on the stack and, if there is no TT `entry`, in the TT. Returns `None` in check,
    /// where a static evaluation means little.
    pub(super) fn evals(
        &mut self,
        board: &Board,
        entry: Option<&Entry>,
        raw: Option<Score>,
        ply: usize,
        was_pv: bool,
    ) -> Option<Evals> {
        let evals = (!board.in_check()).then(|| {
            let raw = raw.unwrap_or_else(|| self.evaluate(board));
            if entry.is_none() {
                self.context.tt.store(board.key(), Entry::of_eval(raw, was_pv));
            }
            let correction = self.data.correction_history.correction(board);
            let corrected = Score::from_eval(raw.0 + correction);
            let refined = entry.map_or(corrected, |entry| entry.refine(corrected));
            Evals { raw, corrected, refined }
        });
        self.data.stack.frame_mut(ply).corrected_eval = evals.map(|evals| evals.corrected);
        evals
    }

    /// Whether the static eval at `ply` is higher than two plies earlier, or four if the side was
    /// in check then; also if there is no earlier one. False in check. An improving side is more
    /// likely to fail high, so margins are smaller and late moves are searched deeper.
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let eval = |distance| self.data.stack.earlier(ply, distance)?.corrected_eval;
        let earlier = eval(2).or_else(|| eval(4));
        eval(0).is_some_and(|now| earlier.is_none_or(|earlier| now > earlier))
    }

    /// Returns by how much the move played at `ply` raised its player's static eval; `None` if the
    /// side to move is in check before or after it.
    pub(super) fn eval_gain(&self, ply: usize) -> Option<i32> {
        let eval = |ply| self.data.stack.frame(ply).corrected_eval;
        Some(-eval(ply + 1)?.0 - eval(ply)?.0)
    }
}
