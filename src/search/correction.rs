//! Correction history: by how much the search has lately found the static evaluation to be wrong in
//! positions that share their pawns, or the other men of one side.
//!
//! Source: the idea is that of the engine Caissa, by M. Witanowski.

use super::history::add;
use super::params;
use crate::board::Board;
use crate::types::{Color, Score};

/// Slots of a table: keys that fall together share one.
const SLOTS: usize = 1 << 14;
/// Entries stay between this and its negative.
const MAX: i32 = 1_024;
/// The most that one search adds.
const MAX_CHANGE: i32 = MAX / 4;
/// Weights of the tables are in parts of this.
const UNIT: i32 = 1_024;

/// Entries of the side to move by a key.
type Table = [[i16; SLOTS]; 2];

/// The corrections that one thread has learned.
#[derive(Clone, Debug)]
pub(super) struct Corrections {
    pawns: Box<Table>,
    /// By the colour of the men whose key it is.
    others: [Box<Table>; 2],
}

impl Corrections {
    pub(super) fn new() -> Self {
        let table = || Box::new([[0; SLOTS]; 2]);
        Self { pawns: table(), others: [table(), table()] }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    /// What to add to the static evaluation of `board`, in centipawns. Nothing where a king is alone:
    /// many positions share it, won and drawn ones.
    #[inline]
    pub(super) fn correction(&self, board: &Board) -> i32 {
        if Color::ALL.into_iter().any(|color| !board.color(color).has_many()) {
            return 0;
        }
        let own = board.side_to_move().index();
        let pawns = i32::from(self.pawns[own][slot(board.pawn_key())]);
        let others = Color::ALL.map(|color| {
            i32::from(self.others[color.index()][own][slot(board.non_pawn_key(color))])
        });
        (params::correction_pawn_weight() * pawns
            + params::correction_non_pawn_weight() * (others[0] + others[1]))
            / UNIT
    }

    /// Learns that a search of `depth` plies gave `score` where `static_eval` was expected.
    pub(super) fn learn(&mut self, board: &Board, score: Score, static_eval: Score, depth: i32) {
        let change = ((score.0 - static_eval.0) * depth / 8).clamp(-MAX_CHANGE, MAX_CHANGE);
        let own = board.side_to_move().index();
        add(&mut self.pawns[own][slot(board.pawn_key())], change, MAX);
        for color in Color::ALL {
            let table = &mut self.others[color.index()];
            add(&mut table[own][slot(board.non_pawn_key(color))], change, MAX);
        }
    }
}

#[inline]
fn slot(key: u64) -> usize {
    key as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_is_used_where_men_are_shared() {
        let mut corrections = Corrections::new();
        let board = Board::start();
        assert_eq!(corrections.correction(&board), 0);
        for _ in 0..100 {
            corrections.learn(&board, Score(200), Score(0), 10);
        }
        let learned = corrections.correction(&board);
        assert!((50..=400).contains(&learned), "{learned}");
        // A knight moved: the pawns and the other side's men are the same.
        let knight = board.make(board.parse_move("g1f3").unwrap());
        assert_eq!(corrections.correction(&knight), 0, "the other side to move");
        let answered = knight.make(knight.parse_move("g8f6").unwrap());
        let shared = corrections.correction(&answered);
        assert!(0 < shared && shared < learned, "{shared} of {learned}");
        for _ in 0..1_000 {
            corrections.learn(&board, Score(-3_000), Score(3_000), 60);
        }
        assert!(corrections.correction(&board) < -learned / 2);
    }
}
