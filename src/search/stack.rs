//! What the search keeps for each ply of the line that it looks at.

use arrayvec::ArrayVec;

use super::history::ManTo;
use crate::tablebase;
use crate::types::{MAX_PLY, Move, Score};

/// The two quiet moves that last caused a cutoff at one ply, the latest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Killers([Move; 2]);

impl Default for Killers {
    fn default() -> Self {
        Self([Move::NONE; 2])
    }
}

impl Killers {
    pub(super) fn add(&mut self, mv: Move) {
        if self.0[0] != mv {
            self.0 = [mv, self.0[0]];
        }
    }

    /// The moves, [`Move::NONE`] where there is none.
    #[inline]
    pub(super) fn moves(self) -> [Move; 2] {
        self.0
    }
}

/// A line of moves: to the last ply of the search, and from there to a mate that a table knows.
pub(super) type Line = ArrayVec<Move, { MAX_PLY + tablebase::MAX_PLIES }>;

/// What is kept for one ply.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) killers: Killers,
    /// The best line from this ply on (one row of the triangular table).
    pv: Line,
    /// The corrected static evaluation; `None` in check.
    pub(super) static_eval: Option<Score>,
    /// The man that was moved from here, and where it went; `None` for a null move.
    pub(super) played: Option<ManTo>,
    /// The move that a singular search leaves out, or [`Move::NONE`].
    pub(super) excluded: Move,
    /// How many moves of the line to here were extended by two plies.
    pub(super) double_extensions: i32,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            killers: Killers::default(),
            pv: Line::default(),
            static_eval: None,
            played: None,
            excluded: Move::NONE,
            double_extensions: 0,
        }
    }
}

/// The frames of all plies.
#[derive(Clone, Debug)]
pub(super) struct Stack(Box<[Frame]>);

impl Stack {
    pub(super) fn new() -> Self {
        Self(vec![Frame::default(); MAX_PLY + 2].into())
    }

    pub(super) fn clear(&mut self) {
        self.0.fill_with(Frame::default);
    }

    #[inline]
    pub(super) fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply]
    }

    /// The frame `distance` plies before `ply`, if that is not before the root.
    #[inline]
    pub(super) fn earlier(&self, ply: usize, distance: usize) -> Option<&Frame> {
        self.0.get(ply.wrapping_sub(distance))
    }

    /// The best line from `ply` on.
    #[inline]
    pub(super) fn pv(&self, ply: usize) -> &Line {
        &self.0[ply].pv
    }

    #[inline]
    pub(super) fn clear_pv(&mut self, ply: usize) {
        self.0[ply].pv.clear();
    }

    /// The best line at `ply` is `line`, of at most [`tablebase::MAX_PLIES`] moves.
    pub(super) fn set_line(&mut self, ply: usize, line: impl Iterator<Item = Move>) {
        self.0[ply].pv = line.take(tablebase::MAX_PLIES).collect();
    }

    /// The best line at `ply` is `mv` and the best line of the next ply.
    pub(super) fn set_pv(&mut self, ply: usize, mv: Move) {
        let (this, below) = self.0.split_at_mut(ply + 1);
        let (pv, next) = (&mut this[ply].pv, &below[0].pv);
        pv.clear();
        pv.push(mv);
        pv.extend(next.iter().copied());
    }
}
