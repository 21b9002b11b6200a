//! The search stack: data kept for each ply of the current line.

use arrayvec::ArrayVec;

use super::history::{Killers, MoveContext, PREVIOUS_DISTANCES, PieceTo};
use crate::tablebase;
use crate::types::{Bitboard, MAX_PLY, Move, Score};

/// A line of moves, long enough for the deepest search and a mate from the tables after it.
pub(super) type Line = ArrayVec<Move, { MAX_PLY + tablebase::MAX_PLIES }>;

/// The data of one ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) killers: Killers,
    /// The corrected static eval; `None` in check.
    pub(super) static_eval: Option<Score>,
    /// The move made at this ply; `None` for a null move.
    pub(super) played: Option<PieceTo>,
    /// The move made at this ply, if it is quiet.
    pub(super) quiet: Option<Move>,
    /// Current reduction of the move made at this ply, in plies.
    pub(super) reduction: i32,
    /// Squares attacked by the opponent of the side to move.
    pub(super) threats: Bitboard,
    /// The move excluded by a singular search, or [`Move::NONE`].
    pub(super) excluded: Move,
    /// Number of double extensions between the root and this ply.
    pub(super) double_extensions: i32,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            killers: Killers::default(),
            static_eval: None,
            played: None,
            quiet: None,
            reduction: 0,
            threats: Bitboard::EMPTY,
            excluded: Move::NONE,
            double_extensions: 0,
        }
    }
}

/// The frames of all plies, the root first, and their lines.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    frames: Box<[Frame]>,
    /// The best line from each ply on (the triangular PV table). Lines are long and rarely used, so
    /// they are kept apart from the frames.
    lines: Box<[Line]>,
}

impl Stack {
    pub(super) fn new() -> Self {
        Self {
            frames: vec![Frame::default(); MAX_PLY + 2].into(),
            lines: vec![Line::default(); MAX_PLY + 2].into(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.frames.fill_with(Frame::default);
        self.lines.iter_mut().for_each(Line::clear);
    }

    #[inline]
    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply]
    }

    #[inline]
    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply]
    }

    /// Prepares the frame after `ply`, which the move `played` leads to; `None` is a null move.
    #[inline]
    pub(super) fn advance(&mut self, ply: usize, played: Option<PieceTo>) {
        self.frames[ply].played = played;
        self.frames[ply].quiet = None;
        self.frames[ply].reduction = 0;
        self.frames[ply + 1].double_extensions = self.frames[ply].double_extensions;
    }

    /// Forgets the killers of earlier searches.
    pub(super) fn clear_killers(&mut self) {
        self.frames.iter_mut().for_each(|frame| frame.killers = Killers::default());
    }

    /// Returns the frame `distance` plies before `ply`; `None` before the root.
    #[inline]
    pub(super) fn earlier(&self, ply: usize, distance: usize) -> Option<&Frame> {
        self.frames.get(ply.wrapping_sub(distance))
    }

    /// Returns the context of the moves of the node at `ply`.
    #[inline]
    pub(super) fn context(&self, ply: usize) -> MoveContext {
        let previous = PREVIOUS_DISTANCES.map(|distance| self.earlier(ply, distance)?.played);
        MoveContext { previous, threats: self.frames[ply].threats }
    }

    /// Returns the best line from `ply` on.
    #[inline]
    pub(super) fn pv(&self, ply: usize) -> &Line {
        &self.lines[ply]
    }

    #[inline]
    pub(super) fn clear_pv(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the best line from `ply` on, of at most [`tablebase::MAX_PLIES`] moves.
    pub(super) fn set_line(&mut self, ply: usize, line: impl Iterator<Item = Move>) {
        self.lines[ply] = line.take(tablebase::MAX_PLIES).collect();
    }

    /// Sets the best line from `ply` on to `mv` followed by the best line of the next ply.
    pub(super) fn set_pv(&mut self, ply: usize, mv: Move) {
        let (this, below) = self.lines.split_at_mut(ply + 1);
        let (pv, next) = (&mut this[ply], &below[0]);
        pv.clear();
        pv.push(mv);
        pv.extend(next.iter().copied());
    }
}
