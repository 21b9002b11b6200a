//! A node: its type, known at compile time, the window, what is known before its moves are
//! searched, and the search stack with the data kept for each ply of the current line.

use arrayvec::ArrayVec;

use super::history::{MoveContext, PREVIOUS_DISTANCES, PieceTo};
use crate::tablebase;
use crate::tt::Entry;
use crate::types::{Bitboard, MAX_PLY, Move, Score};

/// The type of the root and of every other node with an open window (PV node): the search needs an
/// exact score and a PV.
pub(super) const PV: bool = true;
/// The type of a node with a zero window.
pub(super) const NON_PV: bool = false;

/// The bounds of the scores that matter, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The score that the side to move has already; lower ones do not matter.
    pub(super) alpha: Score,
    /// The score at which the opponent avoids the node; higher ones do not matter.
    pub(super) beta: Score,
}

impl Window {
    /// The window of all scores.
    pub(super) const FULL: Self = Self { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// Returns the zero window that tests whether a score reaches `beta`.
    pub(super) fn zero_below(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Returns the window from the opponent's view.
    pub(super) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the score of a TT `entry` for a node at `ply` if it causes a cutoff.
    pub(super) fn cutoff_by(self, entry: &Entry, ply: usize) -> Option<Score> {
        let score = entry.score.relative_to_root(ply);
        Entry { score, ..*entry }.proves(self.alpha, self.beta).then_some(score)
    }
}

/// The static evaluation of a node, at three levels of refinement; absent in check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evals {
    /// The evaluator's score, as kept in the TT; in a singular search the corrected one.
    pub(super) raw: Score,
    /// The raw score plus correction history.
    pub(super) corrected: Score,
    /// The corrected score, or the TT score where its bound is tighter.
    pub(super) refined: Score,
}

/// The facts about a node before its moves are searched. They never change; the window and the
/// depth of each move, which do, are in its [`Candidate`].
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) ply: usize,
    /// The depth in plies, not yet reduced for its moves.
    pub(super) depth: i32,
    /// Whether this is a PV node.
    pub(super) is_pv: bool,
    pub(super) evals: Option<Evals>,
    /// The TT entry; absent in a singular search.
    pub(super) entry: Option<Entry>,
    /// The TT move, or [`Move::NONE`]. At the root, if not all moves are searched, the best of
    /// those in the last iteration.
    pub(super) tt_move: Move,
    /// Whether the TT move is tactical.
    pub(super) is_tt_tactical: bool,
    /// Whether the node is an expected cut node: some move should fail high.
    pub(super) is_cut: bool,
    /// Whether the static eval has risen since the last move of the side.
    pub(super) improving: bool,
}

/// A move about to be searched, with the window and the depth of its node by then.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) window: Window,
    pub(super) depth: i32,
    /// The number of moves picked so far, with this one; quiet moves skipped together do not count.
    pub(super) move_count: usize,
    pub(super) is_tactical: bool,
    /// Whether it is a killer or the counter move.
    pub(super) is_refutation: bool,
    pub(super) history: i32,
}

/// A line of moves, long enough for the deepest search and a mate from the tables after it.
pub(super) type Line = ArrayVec<Move, { MAX_PLY + tablebase::MAX_PLIES }>;

/// The data of one ply.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// The last two quiet moves that caused a cutoff at this ply, latest first, [`Move::NONE`]
    /// where there is none; in the proof of `go mate`, any two moves. Without them −24 ± 17 Elo.
    pub(super) killers: [Move; 2],
    /// [`Evals::corrected`]; `None` in check.
    pub(super) corrected_eval: Option<Score>,
    /// The move made at this ply; `None` for a null move.
    pub(super) played: Option<PieceTo>,
    /// The move made at this ply, if it is quiet and not made in quiescence.
    pub(super) quiet: Option<Move>,
    /// Current reduction of the move made at this ply, in plies.
    pub(super) reduction: i32,
    /// Squares attacked by the opponent of the side to move; empty in quiescence where no quiet
    /// move is scored.
    pub(super) threats: Bitboard,
    /// The move excluded by a singular search, or [`Move::NONE`].
    pub(super) excluded: Move,
    /// Number of double extensions between the root and this ply.
    pub(super) double_extensions: i32,
}

impl Frame {
    pub(super) fn add_killer(&mut self, mv: Move) {
        if self.killers[0] != mv {
            self.killers = [mv, self.killers[0]];
        }
    }
}

/// The frames of all plies, the root first, and their lines.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    pub(super) frames: Box<[Frame]>,
    /// The best line from each ply on (the triangular PV table). Lines are long and rarely used, so
    /// they are kept apart from the frames.
    pub(super) lines: Box<[Line]>,
}

impl Stack {
    pub(super) fn new() -> Self {
        Self {
            frames: vec![Frame::default(); MAX_PLY + 2].into(),
            lines: vec![Line::default(); MAX_PLY + 2].into(),
        }
    }

    /// Returns the frame `distance` plies before `ply`; `None` before the root.
    pub(super) fn earlier(&self, ply: usize, distance: usize) -> Option<&Frame> {
        self.frames.get(ply.wrapping_sub(distance))
    }

    /// Returns the context of the moves of the node at `ply`, without the counter move.
    pub(super) fn context(&self, ply: usize) -> MoveContext {
        let previous = PREVIOUS_DISTANCES.map(|distance| self.earlier(ply, distance)?.played);
        let Frame { threats, killers: [first, second], .. } = self.frames[ply];
        MoveContext { previous, threats, refutations: [first, second, Move::NONE] }
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
