//! Terminal nodes: draws by rule, exact endgames, the maximum ply, and nodes without moves.

use super::node::{Node, NodeType, Window};
use super::worker::Worker;
use crate::board::{Board, FIFTY_MOVES, repetitions};
use crate::tablebase::{self, ProbeResult};
use crate::types::{MAX_PLY, Move, Score};

impl Worker<'_> {
    /// Returns the score of the current node, `board`, if it needs no search.
    #[inline]
    pub(super) fn terminal_score<N: NodeType>(&mut self, board: &Board) -> Option<Score> {
        if self.is_draw(board) {
            return Some(self.draw_score(board));
        }
        let exact = self.exact_score::<N>(board);
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

    /// Whether the current node is drawn by insufficient material, the fifty-move rule or
    /// repetition.
    #[inline]
    fn is_draw(&self, board: &Board) -> bool {
        board.is_insufficient_material()
            || board.is_fifty_move_draw()
            || self.keys.is_repetition(board.halfmove_clock())
    }

    /// Whether the root move `mv` draws by rule or by the endgame tables, whatever follows.
    pub(super) fn draws(&self, mv: Move) -> bool {
        let next = self.context.board.make(mv);
        let earlier = self.keys.up_to_root();
        next.is_insufficient_material()
            || next.is_fifty_move_draw()
            || !next.has_legal_move() && !next.in_check()
            || repetitions(earlier, next.key(), next.halfmove_clock()).count() >= 2
            || next.occupied().count() <= self.context.table_pieces
                && tablebase::probe(&next) == Some(ProbeResult::Draw)
    }

    /// Returns the score of a draw for the side to move in `board`, contempt included.
    #[inline]
    pub(super) fn draw_score(&self, board: &Board) -> Score {
        let is_root_side = board.side_to_move() == self.context.board.side_to_move();
        let contempt = self.context.contempt;
        Score::DRAW + if is_root_side { -contempt } else { contempt }
    }

    /// Returns the score of the current node, `board`, from the endgame tables. In PV nodes the
    /// line to mate becomes the PV. Returns `None` where the fifty-move rule or a repetition may
    /// intervene before the mate.
    #[inline]
    pub(super) fn exact_score<N: NodeType>(&mut self, board: &Board) -> Option<Score> {
        if board.occupied().count() <= self.context.table_pieces {
            self.probe_tables::<N>(board)
        } else {
            None
        }
    }

    #[cold]
    fn probe_tables<N: NodeType>(&mut self, board: &Board) -> Option<Score> {
        let ply = self.keys.ply();
        let (plies, score) = match tablebase::probe(board)? {
            ProbeResult::Draw => return Some(self.draw_score(board)),
            ProbeResult::Win(plies) => (plies, Score::mate_in(ply + plies)),
            ProbeResult::Loss(plies) => (plies, Score::mated_in(ply + plies)),
        };
        // The line to mate repeats no position itself but may repeat one of the game.
        let is_certain = plies + usize::from(board.halfmove_clock()) <= FIFTY_MOVES.into()
            && !self.keys.threefold_is_possible(board.halfmove_clock());
        if is_certain && N::PV {
            self.data.stack.set_line(ply, tablebase::best_line(board));
        }
        is_certain.then_some(score)
    }
}
