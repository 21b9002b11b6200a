//! What the search keeps for each ply of the line that it looks at.

use arrayvec::ArrayVec;

use crate::types::{MAX_PLY, Move};

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

    /// 0 if `mv` is the latest killer, 1 if it is the one before.
    #[inline]
    pub(super) fn position(&self, mv: Move) -> Option<usize> {
        self.0.iter().position(|&killer| killer == mv)
    }
}

/// A line of moves.
pub(super) type Line = ArrayVec<Move, MAX_PLY>;

/// What is kept for one ply.
#[derive(Clone, Debug, Default)]
struct Frame {
    killers: Killers,
    /// The best line from this ply on (one row of the triangular table).
    pv: Line,
}

/// The frames of all plies.
#[derive(Clone, Debug)]
pub(super) struct Stack(Box<[Frame]>);

impl Stack {
    pub(super) fn new() -> Self {
        Self(vec![Frame::default(); MAX_PLY].into())
    }

    pub(super) fn clear(&mut self) {
        self.0.fill_with(Frame::default);
    }

    #[inline]
    pub(super) fn killers(&self, ply: usize) -> Killers {
        self.0[ply].killers
    }

    #[inline]
    pub(super) fn add_killer(&mut self, ply: usize, mv: Move) {
        self.0[ply].killers.add(mv);
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

    /// The best line at `ply` is `mv` and the best line of the next ply.
    pub(super) fn set_pv(&mut self, ply: usize, mv: Move) {
        let (this, below) = self.0.split_at_mut(ply + 1);
        let (pv, next) = (&mut this[ply].pv, &below[0].pv);
        pv.clear();
        pv.push(mv);
        pv.extend(next.iter().copied());
    }
}
