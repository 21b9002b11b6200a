//! The moves of the root, with the number of nodes spent on each.

use crate::board::Board;
use crate::types::Move;

/// The root moves to search.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    /// The moves and their node counts.
    moves: Vec<(Move, u64)>,
    /// The first moves of the lines already finished in this iteration of a MultiPV search.
    excluded: Vec<Move>,
    /// Whether the limits exclude some legal moves.
    is_restricted: bool,
}

impl RootMoves {
    /// Creates the list of the legal moves of `board` that are among `allowed`; all legal moves if none is.
    pub(super) fn new(board: &Board, allowed: &[Move]) -> Self {
        let legal = board.legal_moves();
        let is_allowed = |mv: &&Move| allowed.contains(mv);
        let is_restricted =
            legal.iter().any(|mv| is_allowed(&mv)) && !legal.iter().all(|mv| is_allowed(&mv));
        let moves = legal.iter().filter(|mv| !is_restricted || is_allowed(mv));
        Self { moves: moves.map(|&mv| (mv, 0)).collect(), excluded: Vec::new(), is_restricted }
    }

    /// Keeps the moves for which `is_kept` holds; all of them if it holds for none.
    pub(super) fn retain(&mut self, is_kept: impl Fn(Move) -> bool) {
        if self.moves.iter().any(|&(mv, _)| is_kept(mv)) {
            self.moves.retain(|&(mv, _)| is_kept(mv));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn first(&self) -> Option<Move> {
        self.moves.first().map(|&(mv, _)| mv)
    }

    /// Whether `mv` is to be searched in the current line.
    #[inline]
    pub(super) fn contains(&self, mv: Move) -> bool {
        self.moves.iter().any(|&(root_move, _)| root_move == mv) && !self.excluded.contains(&mv)
    }

    /// Whether some legal moves are excluded, so that the result is not the score of the position.
    #[inline]
    pub(super) fn is_partial(&self) -> bool {
        self.is_restricted || !self.excluded.is_empty()
    }

    /// Excludes `mv` from the further lines of the iteration.
    pub(super) fn exclude(&mut self, mv: Move) {
        self.excluded.push(mv);
    }

    /// Starts a new iteration: every move is searched again.
    pub(super) fn restore_all(&mut self) {
        self.excluded.clear();
    }

    /// Adds `nodes` to the count of `mv`.
    pub(super) fn add_nodes(&mut self, mv: Move, nodes: u64) {
        if let Some((_, sum)) = self.moves.iter_mut().find(|(root_move, _)| *root_move == mv) {
            *sum += nodes;
        }
    }

    /// Returns the number of nodes spent on `mv`.
    pub(super) fn nodes(&self, mv: Move) -> u64 {
        self.moves.iter().find(|&&(root_move, _)| root_move == mv).map_or(0, |&(_, nodes)| nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_allowed_moves_are_searched() {
        let board = Board::start();
        let [e4, d4] = ["e2e4", "d2d4"].map(|text| board.parse_move(text).unwrap());
        let mut moves = RootMoves::new(&board, &[e4]);
        assert!(moves.contains(e4) && !moves.contains(d4) && moves.is_partial());
        moves = RootMoves::new(&board, &[]);
        assert!(moves.contains(d4) && moves.len() == 20 && !moves.is_partial());
        moves = RootMoves::new(&board, &[Move::NONE]);
        assert!(moves.len() == 20 && !moves.is_partial(), "no legal move is allowed");
    }

    #[test]
    fn excluded_move_returns_with_the_next_iteration() {
        let board = Board::start();
        let e4 = board.parse_move("e2e4").unwrap();
        let mut moves = RootMoves::new(&board, &[]);
        moves.exclude(e4);
        assert!(!moves.contains(e4) && moves.is_partial());
        moves.restore_all();
        assert!(moves.contains(e4) && !moves.is_partial());
        moves.add_nodes(e4, 3);
        moves.add_nodes(e4, 4);
        assert_eq!((moves.nodes(e4), moves.nodes(Move::NONE)), (7, 0));
    }
}
