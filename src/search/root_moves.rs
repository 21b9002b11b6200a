//! The root moves, with the number of nodes spent on each and their values in the Syzygy tables.

use std::cmp::Reverse;

use crate::board::Board;
use crate::syzygy::Outcome;
use crate::types::Move;

/// The value of a root move in the Syzygy tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableValue {
    /// The rank, higher is better: of the moves not excluded, only those of the highest rank are
    /// searched. Within ±10,000 by distance, or 0 to 4 by outcome alone.
    pub(super) rank: i32,
    /// The result under the rules in force.
    pub(super) outcome: Outcome,
}

/// A move of the root.
#[derive(Clone, Copy, Debug)]
struct RootMove {
    mv: Move,
    nodes: u64,
    /// The value in the Syzygy tables, known for all moves or for none.
    value: Option<TableValue>,
}

/// The root moves to search.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    /// The moves, those of higher rank first.
    moves: Vec<RootMove>,
    /// Rank of the moves searched in the current line.
    current_rank: i32,
    /// The first moves of the lines already finished in this iteration of a MultiPV search.
    excluded: Vec<Move>,
    /// Whether the limits exclude some legal moves.
    is_restricted: bool,
}

impl RootMoves {
    /// Creates the list of the legal moves of `board` among `allowed`, or of all if there are none.
    pub(super) fn new(board: &Board, allowed: &[Move]) -> Self {
        let legal = board.legal_moves();
        let is_allowed = |mv: &&Move| allowed.contains(mv);
        let is_restricted =
            legal.iter().any(|mv| is_allowed(&mv)) && !legal.iter().all(|mv| is_allowed(&mv));
        let moves = legal.iter().filter(|mv| !is_restricted || is_allowed(mv));
        let moves = moves.map(|&mv| RootMove { mv, nodes: 0, value: None }).collect();
        Self { moves, current_rank: 0, excluded: Vec::new(), is_restricted }
    }

    /// Ranks the moves by `values`, which include all of them. The moves not searched are no
    /// better, so the result remains the score of the position.
    pub(super) fn rank(&mut self, values: Vec<(Move, TableValue)>) {
        for root_move in &mut self.moves {
            let value = values.iter().find(|(mv, _)| *mv == root_move.mv);
            root_move.value = value.map(|&(_, value)| value);
        }
        self.moves.sort_by_key(|root_move| Reverse(root_move.rank()));
        self.choose_rank();
    }

    /// Sets the rank of the moves to search to the highest of those not excluded.
    fn choose_rank(&mut self) {
        let rest = self.moves.iter().filter(|root_move| !self.excluded.contains(&root_move.mv));
        self.current_rank = rest.map(RootMove::rank).max().unwrap_or_default();
    }

    /// Keeps the moves for which `is_kept` holds; all of them if it holds for none.
    pub(super) fn retain(&mut self, is_kept: impl Fn(Move) -> bool) {
        if self.moves.iter().any(|root_move| is_kept(root_move.mv)) {
            self.moves.retain(|root_move| is_kept(root_move.mv));
        }
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn first(&self) -> Option<Move> {
        self.moves.first().map(|root_move| root_move.mv)
    }

    /// Whether only one move is worth searching.
    pub(super) fn is_forced(&self) -> bool {
        self.moves.iter().filter(|root_move| root_move.rank() == self.current_rank).count() == 1
    }

    /// Returns the value of `mv` in the Syzygy tables, if it is known.
    pub(super) fn table_value(&self, mv: Move) -> Option<TableValue> {
        self.find(mv)?.value
    }

    /// Returns the rank of `mv`, 0 without tables.
    pub(super) fn rank_of(&self, mv: Move) -> i32 {
        self.find(mv).map_or(0, RootMove::rank)
    }

    fn find(&self, mv: Move) -> Option<&RootMove> {
        self.moves.iter().find(|root_move| root_move.mv == mv)
    }

    /// Whether `mv` is to be searched in the current line.
    #[inline]
    pub(super) fn contains(&self, mv: Move) -> bool {
        let is_current = |root_move: &RootMove| root_move.rank() == self.current_rank;
        self.find(mv).is_some_and(is_current) && !self.excluded.contains(&mv)
    }

    /// Whether some legal moves are excluded, so that the result is not the score of the position.
    #[inline]
    pub(super) fn is_partial(&self) -> bool {
        self.is_restricted || !self.excluded.is_empty()
    }

    /// Excludes `mv` from the further lines of the iteration.
    pub(super) fn exclude(&mut self, mv: Move) {
        self.excluded.push(mv);
        self.choose_rank();
    }

    /// Starts a new iteration: every move is searched again.
    pub(super) fn restore_all(&mut self) {
        self.excluded.clear();
        self.choose_rank();
    }

    /// Adds `nodes` to the count of `mv`.
    pub(super) fn add_nodes(&mut self, mv: Move, nodes: u64) {
        if let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv) {
            root_move.nodes += nodes;
        }
    }

    /// Returns the share of the nodes of all moves that were spent on `mv`, 0 to 1.
    pub(super) fn node_share(&self, mv: Move) -> f64 {
        let all: u64 = self.moves.iter().map(|root_move| root_move.nodes).sum();
        self.find(mv).map_or(0, |root_move| root_move.nodes) as f64 / all.max(1) as f64
    }
}

impl RootMove {
    #[inline]
    fn rank(&self) -> i32 {
        self.value.map_or(0, |value| value.rank)
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
    }

    #[test]
    fn nodes_of_all_iterations_are_shared_by_the_moves() {
        let board = Board::start();
        let [e4, d4] = ["e2e4", "d2d4"].map(|text| board.parse_move(text).unwrap());
        let mut moves = RootMoves::new(&board, &[]);
        assert_eq!(moves.node_share(e4), 0.0);
        for (mv, nodes) in [(e4, 2), (d4, 2), (e4, 4)] {
            moves.add_nodes(mv, nodes);
        }
        let shares = [e4, d4, Move::NONE].map(|mv| moves.node_share(mv));
        assert_eq!(shares, [0.75, 0.25, 0.0]);
    }

    #[test]
    fn moves_of_lower_rank_are_searched_when_no_others_are_left() {
        let board = Board::start();
        let [e4, d4, c4] = ["e2e4", "d2d4", "c2c4"].map(|text| board.parse_move(text).unwrap());
        let mut moves = RootMoves::new(&board, &[c4, d4, e4]);
        let value = |rank| TableValue { rank, outcome: Outcome::Draw };
        moves.rank(vec![(c4, value(1)), (d4, value(1)), (e4, value(2))]);
        assert!(moves.first() == Some(e4) && moves.contains(e4) && !moves.contains(d4));
        assert!(moves.is_forced());
        moves.exclude(e4);
        assert!(!moves.contains(e4) && moves.contains(d4) && moves.contains(c4));
        moves.restore_all();
        assert!(moves.contains(e4) && !moves.contains(c4));
    }
}
