//! Correction history: the recent errors of the static eval in positions with the same pawns, or
//! with the same non-pawn pieces of one side. Evaluation errors are similar in such positions. It
//! gained +20 ± 19 Elo.
//!
//! Source: the engine Caissa, by M. Witanowski.

use super::history::add;
use super::node::{Evals, Node};
use crate::board::Board;
use crate::memory::prefetch;
use crate::params;
use crate::tt::Entry;
use crate::types::{Color, Move, Score};

/// Number of entries in a table; keys with the same remainder share one.
const SIZE: usize = 1 << 14;
/// The unit of the weights.
const WEIGHT_UNIT: i32 = 1_024;

/// Entries by side to move and key.
type CorrectionTable = [[i16; SIZE]; 2];

/// The correction history of one thread: a table by pawns and one by the non-pawn pieces of each
/// side.
#[derive(Clone, Debug)]
pub(super) struct CorrectionHistory([Box<CorrectionTable>; 3]);

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        Self([(); 3].map(|()| Box::new([[0; SIZE]; 2])))
    }

    /// Returns the correction of the static eval of `board`, in units of the evaluation; 0 if a
    /// side has a bare king, whose entry would mix won and drawn positions.
    pub(super) fn correction(&self, board: &Board) -> i32 {
        if board.has_any_bare_king() {
            return 0;
        }
        let side = board.side_to_move().index();
        let [pawns, white, black] = indices(board);
        let [by_pawns, by_white, by_black] = &self.0;
        let non_pawns = i32::from(by_white[side][white]) + i32::from(by_black[side][black]);
        (params::correction_pawn_weight() * i32::from(by_pawns[side][pawns])
            + params::correction_non_pawn_weight() * non_pawns)
            / WEIGHT_UNIT
    }

    /// Prefetches the entries of `board`, whose correction will soon be asked for.
    pub(super) fn prefetch(&self, board: &Board) {
        let side = board.side_to_move().index();
        for (table, index) in self.0.iter().zip(indices(board)) {
            prefetch(&table[side][index]);
        }
    }

    /// Learns from the `result` of a search of `node`, the position `board`, to `depth` plies, if
    /// the best move is quiet and the bound proves the sign of the error. After a capture the
    /// difference is mostly the captured piece.
    #[inline]
    pub(super) fn learn(&mut self, board: &Board, node: &Node, result: &Entry, depth: i32) {
        let Some(Evals { corrected, .. }) = node.evals else { return };
        let Entry { mv, score, .. } = *result;
        let is_quiet = mv == Move::NONE || !board.is_tactical(mv);
        if is_quiet && result.is_conclusive(corrected) && !score.is_decisive() {
            self.update(board, score, corrected, depth);
        }
    }

    /// Moves the entries of `board` towards the error of `static_eval`, given the `score` of a
    /// search to `depth` plies.
    fn update(&mut self, board: &Board, score: Score, static_eval: Score, depth: i32) {
        let max_change = params::correction_max_change();
        let error = (score.0 - static_eval.0) * depth / params::correction_divisor();
        let change = error.clamp(-max_change, max_change);
        let max = params::correction_max();
        let side = board.side_to_move().index();
        for (table, index) in self.0.iter_mut().zip(indices(board)) {
            add(&mut table[side][index], change, max);
        }
    }
}

/// Returns the indices of the entries of `board` in the tables.
fn indices(board: &Board) -> [usize; 3] {
    let [white, black] = Color::ALL.map(|color| board.non_pawn_key(color));
    [board.pawn_key(), white, black].map(|key| key as usize % SIZE)
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
