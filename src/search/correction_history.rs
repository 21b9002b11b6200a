//! Correction history: the recent errors of the static eval in positions with the same pawns, or
//! with the same non-pawn pieces of one side. The evaluation errs alike in such positions. It
//! gained +20 ± 19 Elo.
//!
//! Source: the engine Caissa, by M. Witanowski.

use super::history::add;
use crate::board::Board;
use crate::memory::prefetch;
use crate::params;
use crate::types::{Color, Score};

/// Number of entries in a table; keys with the same remainder share one.
const SIZE: usize = 1 << 14;
/// The unit of the weights.
const WEIGHT_UNIT: i32 = 1_024;

/// Entries by side to move and key.
type Table = [[i16; SIZE]; 2];

/// The correction history of one thread.
#[derive(Clone, Debug)]
pub(super) struct CorrectionHistory {
    pawns: Box<Table>,
    /// Corrections by the non-pawn pieces of one side, indexed by colour.
    non_pawns: [Box<Table>; 2],
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        let table = || Box::new([[0; SIZE]; 2]);
        Self { pawns: table(), non_pawns: [table(), table()] }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    /// Returns the correction of the static eval of `board`, in units of the evaluation; 0 against
    /// a bare king, whose entry would mix won and drawn positions.
    #[inline]
    pub(super) fn correction(&self, board: &Board) -> i32 {
        if Color::ALL.into_iter().any(|color| !board.color(color).has_many()) {
            return 0;
        }
        let side = board.side_to_move().index();
        let pawns = i32::from(self.pawns[side][index(board.pawn_key())]);
        let non_pawns = Color::ALL.map(|color| {
            i32::from(self.non_pawns[color.index()][side][index(board.non_pawn_key(color))])
        });
        (params::correction_pawn_weight() * pawns
            + params::correction_non_pawn_weight() * (non_pawns[0] + non_pawns[1]))
            / WEIGHT_UNIT
    }

    /// Prefetches the entries of `board`, whose correction will soon be asked for.
    #[inline]
    pub(super) fn prefetch(&self, board: &Board) {
        let side = board.side_to_move().index();
        prefetch(&self.pawns[side][index(board.pawn_key())]);
        for color in Color::ALL {
            let table = &self.non_pawns[color.index()];
            prefetch(&table[side][index(board.non_pawn_key(color))]);
        }
    }

    /// Moves the entries of `board` towards the error of `static_eval`, given the `score` of a
    /// search to `depth` plies.
    pub(super) fn update(&mut self, board: &Board, score: Score, static_eval: Score, depth: i32) {
        let max_change = params::correction_max_change();
        let error = (score.0 - static_eval.0) * depth / params::correction_divisor();
        let change = error.clamp(-max_change, max_change);
        let max = params::correction_max();
        let side = board.side_to_move().index();
        add(&mut self.pawns[side][index(board.pawn_key())], change, max);
        for color in Color::ALL {
            let table = &mut self.non_pawns[color.index()];
            add(&mut table[side][index(board.non_pawn_key(color))], change, max);
        }
    }
}

#[inline]
fn index(key: u64) -> usize {
    key as usize % SIZE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_with_shared_pieces_share_corrections() {
        let mut history = CorrectionHistory::new();
        let board = Board::start();
        assert_eq!(history.correction(&board), 0);
        for _ in 0..100 {
            history.update(&board, Score(200), Score(0), 10);
        }
        let learned = history.correction(&board);
        assert!((50..=400).contains(&learned), "{learned}");
        // After a knight move the opponent is to move; after the reply only the pawns are the same.
        let knight = board.make(board.parse_move("g1f3").unwrap());
        assert_eq!(history.correction(&knight), 0, "opponent to move");
        let answered = knight.make(knight.parse_move("g8f6").unwrap());
        let shared = history.correction(&answered);
        assert!(0 < shared && shared < learned, "{shared} of {learned}");
        for _ in 0..1_000 {
            history.update(&board, Score(-3_000), Score(3_000), 60);
        }
        assert!(history.correction(&board) < -learned / 2);
    }
}
