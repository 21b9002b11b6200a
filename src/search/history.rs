//! Which moves were good elsewhere in the tree: what moves are ordered, reduced and pruned by.

use super::params::{self, HISTORY_MAX};
use super::stack::Stack;
use crate::board::Board;
use crate::types::{Color, Move, PieceType, Square};

/// A man of one colour and the square it went to: what its successors are remembered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ManTo(u16);

impl ManTo {
    const COUNT: usize = 2 * PieceType::COUNT * Square::COUNT;

    /// Of the legal move `mv` of `board`. Castling counts as the king's move to its rook.
    #[inline]
    pub(super) fn new(board: &Board, mv: Move) -> Self {
        let man = board.piece_type_on(mv.from()).map_or(0, PieceType::index);
        let colored = PieceType::COUNT * board.side_to_move().index() + man;
        Self((colored * Square::COUNT + mv.to().index()) as u16)
    }

    /// The square that the man went to.
    #[inline]
    pub(super) fn target(self) -> Square {
        Square::from_index((self.index() % Square::COUNT) as u8)
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The moves before a node: one, two and four plies back.
pub(super) type Previous = [Option<ManTo>; 3];

/// How many plies back the moves of [`Previous`] lie.
const DISTANCES: [usize; 3] = [1, 2, 4];

/// The moves before the node at `ply`.
#[inline]
pub(super) fn previous_moves(stack: &Stack, ply: usize) -> Previous {
    DISTANCES.map(|distance| stack.earlier(ply, distance).and_then(|frame| frame.played))
}

/// A row of scores, one for each man and target.
type Row = [i16; ManTo::COUNT];

/// All history tables of one thread. Scores lie between `-HISTORY_MAX` and `HISTORY_MAX`; they are
/// raised by cutoffs and lowered for the moves that were tried before without one.
#[derive(Clone, Debug)]
pub(super) struct Histories {
    /// Quiet moves by colour, origin and target.
    butterfly: Box<[[[i16; Square::COUNT]; Square::COUNT]; 2]>,
    /// Quiet moves by man and target, after an earlier man and target.
    continuation: Box<[Row]>,
    /// Captures by man, target and captured man; promotions without capture count as of a king.
    capture: Box<[[i16; PieceType::COUNT]; ManTo::COUNT]>,
    /// The quiet move that last refuted the move of a man to a target.
    counter: Box<[Move; ManTo::COUNT]>,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            butterfly: Box::new([[[0; Square::COUNT]; Square::COUNT]; 2]),
            continuation: vec![[0; ManTo::COUNT]; ManTo::COUNT].into(),
            capture: Box::new([[0; PieceType::COUNT]; ManTo::COUNT]),
            counter: Box::new([Move::NONE; ManTo::COUNT]),
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    /// What is known about the quiet move `mv` after `previous`: the sum of its tables.
    #[inline]
    pub(super) fn quiet_score(&self, board: &Board, mv: Move, previous: &Previous) -> i32 {
        let man_to = ManTo::new(board, mv).index();
        let from_to = self.butterfly[board.side_to_move().index()][mv.from().index()];
        let mut score = i32::from(from_to[mv.to().index()]);
        for earlier in previous.iter().flatten() {
            score += i32::from(self.continuation[earlier.index()][man_to]);
        }
        score
    }

    /// What is known about the capture or promotion `mv`.
    #[inline]
    pub(super) fn tactical_score(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.capture[ManTo::new(board, mv).index()][captured_index(board, mv)])
    }

    /// The quiet move that last refuted the last one of `previous`.
    #[inline]
    pub(super) fn counter_move(&self, previous: &Previous) -> Move {
        previous[0].map_or(Move::NONE, |last| self.counter[last.index()])
    }

    /// The quiet move `best` caused a cutoff at `depth`, the quiet moves `tried` before it did not.
    pub(super) fn reward_quiet(
        &mut self,
        board: &Board,
        best: Move,
        tried: &[Move],
        previous: &Previous,
        depth: i32,
    ) {
        if let Some(last) = previous[0] {
            self.counter[last.index()] = best;
        }
        self.add_quiet(board, best, previous, bonus(depth));
        for &mv in tried {
            self.add_quiet(board, mv, previous, -malus(depth));
        }
    }

    /// The capture or promotion `mv` caused a cutoff at `depth`.
    pub(super) fn reward_tactical(&mut self, board: &Board, mv: Move, depth: i32) {
        self.add_tactical(board, mv, bonus(depth));
    }

    /// The captures and promotions `tried` did not cause the cutoff at `depth`.
    pub(super) fn punish_tactical(&mut self, board: &Board, tried: &[Move], depth: i32) {
        for &mv in tried {
            self.add_tactical(board, mv, -malus(depth));
        }
    }

    fn add_quiet(&mut self, board: &Board, mv: Move, previous: &Previous, change: i32) {
        let color: Color = board.side_to_move();
        let from_to = &mut self.butterfly[color.index()][mv.from().index()];
        add(&mut from_to[mv.to().index()], change, HISTORY_MAX);
        let man_to = ManTo::new(board, mv).index();
        for earlier in previous.iter().flatten() {
            add(&mut self.continuation[earlier.index()][man_to], change, HISTORY_MAX);
        }
    }

    fn add_tactical(&mut self, board: &Board, mv: Move, change: i32) {
        let scores = &mut self.capture[ManTo::new(board, mv).index()];
        add(&mut scores[captured_index(board, mv)], change, HISTORY_MAX);
    }
}

/// Kings are never captured: their place is that of promotions without capture.
#[inline]
fn captured_index(board: &Board, mv: Move) -> usize {
    board.captured_by(mv).unwrap_or(PieceType::King).index()
}

/// What a cutoff at `depth` adds to the score of its move.
fn bonus(depth: i32) -> i32 {
    let bonus = params::history_bonus_slope() * depth + params::history_bonus_base();
    bonus.clamp(0, params::history_max_bonus())
}

/// What a cutoff at `depth` takes from the score of another move.
fn malus(depth: i32) -> i32 {
    let malus = params::history_malus_slope() * depth + params::history_malus_base();
    malus.clamp(0, params::history_max_malus())
}

/// Gravity: the nearer a score is to `max` or its negative, the less it still moves there.
#[inline]
pub(super) fn add(score: &mut i16, change: i32, max: i32) {
    let old = i32::from(*score);
    *score = (old + change - old * change.abs() / max) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_rise_and_fall_within_their_bounds() {
        let mut histories = Histories::new();
        let board = Board::start();
        let [good, bad] = ["e2e4", "d2d4"].map(|text| board.parse_move(text).unwrap());
        let previous = [Some(ManTo(3)), None, Some(ManTo(700))];
        for _ in 0..1_000 {
            histories.reward_quiet(&board, good, &[bad], &previous, 20);
        }
        let score = |histories: &Histories, mv| histories.quiet_score(&board, mv, &previous);
        let near_the_end = 3 * HISTORY_MAX * 9 / 10..=3 * HISTORY_MAX;
        let (high, low) = (score(&histories, good), score(&histories, bad));
        assert!(near_the_end.contains(&high) && near_the_end.contains(&-low));
        assert_eq!(histories.counter_move(&previous), good);
        // After other moves only the butterfly table knows them.
        let elsewhere = histories.quiet_score(&board, good, &[None; 3]);
        assert!(elsewhere <= HISTORY_MAX && elsewhere > HISTORY_MAX * 9 / 10);
        histories.reward_quiet(&board, bad, &[good], &previous, 3);
        assert!(score(&histories, good) < high && score(&histories, bad) > low);
    }

    #[test]
    fn captures_are_known_by_man_target_and_victim() {
        let mut histories = Histories::new();
        let board: Board = "4k3/8/2p5/3p4/2P1P3/8/8/4K3 w - - 0 1".parse().unwrap();
        let [left, right] = ["c4d5", "e4d5"].map(|text| board.parse_move(text).unwrap());
        histories.reward_tactical(&board, left, 5);
        let raised = histories.tactical_score(&board, left);
        assert!(raised > 0);
        assert_eq!(histories.tactical_score(&board, right), raised, "the same man, target, victim");
        histories.punish_tactical(&board, &[left], 20);
        assert!(histories.tactical_score(&board, left) < 0);
    }
}
