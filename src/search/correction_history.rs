//! Correction history: the recent errors of the static eval in positions with the same pawns, with
//! the same non-pawn pieces of one side, or after the same two moves. The evaluation errs alike in
//! such positions. It gained +20 ± 19 Elo, the part of the moves +12 ± 13.
//!
//! Source: the engine Caissa, by M. Witanowski.

use super::history::{PieceTo, add};
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

/// The last two moves before a position, latest first; `None` if one is missing or a null move.
pub(super) type LastMoves = Option<[PieceTo; 2]>;

/// The correction history of one thread.
#[derive(Clone, Debug)]
pub(super) struct CorrectionHistory {
    pawns: Box<Table>,
    /// Entries by the non-pawn pieces of one side, indexed by colour.
    non_pawns: [Box<Table>; 2],
    /// Entries by the last move and the one before it.
    moves: Box<[[i16; PieceTo::COUNT]]>,
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        let table = || Box::new([[0; SIZE]; 2]);
        let moves = vec![[0; PieceTo::COUNT]; PieceTo::COUNT].into();
        Self { pawns: table(), non_pawns: [table(), table()], moves }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    /// Returns the correction of the static eval of `board` after the `last` moves, in units of the
    /// evaluation; 0 against a bare king, whose entry would mix won and drawn positions.
    #[inline]
    pub(super) fn correction(&self, board: &Board, last: LastMoves) -> i32 {
        if Color::ALL.into_iter().any(|color| !board.color(color).has_many()) {
            return 0;
        }
        let side = board.side_to_move().index();
        let pawns = i32::from(self.pawns[side][index(board.pawn_key())]);
        let non_pawns = Color::ALL.map(|color| {
            i32::from(self.non_pawns[color.index()][side][index(board.non_pawn_key(color))])
        });
        let moves =
            last.map_or(0, |[last, earlier]| i32::from(self.moves[last.index()][earlier.index()]));
        (params::correction_pawn_weight() * pawns
            + params::correction_moves_weight() * moves
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

    /// Moves the entries of `board` after the `last` moves towards the error of `static_eval`, given
    /// the `score` of a search to `depth` plies.
    pub(super) fn update(
        &mut self,
        board: &Board,
        last: LastMoves,
        score: Score,
        static_eval: Score,
        depth: i32,
    ) {
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
        if let Some([last, earlier]) = last {
            add(&mut self.moves[last.index()][earlier.index()], change, max);
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
        assert_eq!(history.correction(&board, None), 0);
        for _ in 0..100 {
            history.update(&board, None, Score(200), Score(0), 10);
        }
        let learned = history.correction(&board, None);
        assert!((50..=400).contains(&learned), "{learned}");
        // After a knight move the opponent is to move; after the reply only the pawns are the same.
        let knight = board.make(board.parse_move("g1f3").unwrap());
        assert_eq!(history.correction(&knight, None), 0, "opponent to move");
        let answered = knight.make(knight.parse_move("g8f6").unwrap());
        let shared = history.correction(&answered, None);
        assert!(0 < shared && shared < learned, "{shared} of {learned}");
        // Other pieces after the same two moves share the entry of these.
        let played = |text| PieceTo::new(&board, board.parse_move(text).unwrap());
        let (last, other) = ([played("g1f3"), played("e2e4")], [played("e2e4"), played("g1f3")]);
        let endgame: Board = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
        assert_eq!(history.correction(&endgame, Some(last)), 0);
        for _ in 0..100 {
            history.update(&board, Some(last), Score(200), Score(0), 10);
        }
        assert!(history.correction(&endgame, Some(last)) > 20);
        assert_eq!(history.correction(&endgame, Some(other)), 0);
        for _ in 0..1_000 {
            history.update(&board, None, Score(-3_000), Score(3_000), 60);
        }
        assert!(history.correction(&board, None) < -learned / 2);
    }
}
