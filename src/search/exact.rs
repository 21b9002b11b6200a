//! Endgames in the tables: their score is known without a search.

use super::node::NodeType;
use super::worker::Worker;
use crate::board::Board;
use crate::tablebase::{self, ProbeResult};
use crate::types::Score;

/// The half-move clock at which the fifty-move rule draws the game. A mate comes before it.
const DRAWING_CLOCK: usize = 100;

impl Worker<'_> {
    /// The score of the node at hand, `board`, if the tables know it: a draw, or the mate that they
    /// lead to, with its moves as the best line. `None` also where a rule may draw the game before
    /// that mate. Draws that have come about already are not looked for.
    #[inline]
    pub(super) fn exact_score<N: NodeType>(&mut self, board: &Board) -> Option<Score> {
        match board.occupied().count() <= self.shared.known_pieces {
            true => self.probe::<N>(board),
            false => None,
        }
    }

    #[cold]
    fn probe<N: NodeType>(&mut self, board: &Board) -> Option<Score> {
        let ply = self.keys.ply();
        let outcome = tablebase::probe(board)?;
        let (plies, score) = match outcome {
            ProbeResult::Draw => return Some(self.draw_score(board)),
            ProbeResult::Win(plies) => (plies, Score::mate_in(ply + plies)),
            ProbeResult::Loss(plies) => (plies, Score::mated_in(ply + plies)),
        };
        // Best play for the mate repeats nothing, but may come to what the game has seen twice.
        let is_certain = plies + usize::from(board.halfmove_clock()) <= DRAWING_CLOCK
            && !self.keys.can_occur_thrice(board.halfmove_clock());
        if is_certain && N::PV {
            self.stack.set_line(ply, tablebase::best_line(board));
        }
        is_certain.then_some(score)
    }
}
