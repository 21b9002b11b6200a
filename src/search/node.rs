//! What every node is given: its kind, known at compile time, and its window.

use crate::tt::{Bound, Entry};
use crate::types::Score;

/// What kind of node is searched.
pub(super) trait NodeType {
    /// Whether this is the root.
    const ROOT: bool;
    /// Whether the window is open: the exact score and the line are wanted.
    const PV: bool;
    /// The kind of node that the line from here leads to.
    type Line: NodeType;
}

/// The position to be searched.
pub(super) struct Root;
/// A node with an open window.
pub(super) struct Pv;
/// A node with a closed window, where one side only has to prove that it is good enough.
pub(super) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Line = Pv;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    type Line = Self;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
    type Line = Self;
}

/// The scores that matter, from the view of the side to move: `alpha` it has already, `beta` is
/// more than the opponent allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Every score matters.
    pub(super) const FULL: Self = Self { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The closed window that asks whether a score is more than `alpha`.
    #[inline]
    pub(super) fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The closed window that asks whether a score is at least `beta`.
    #[inline]
    pub(super) fn below(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// The same window from the opponent's view.
    #[inline]
    pub(super) fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The part of the window between the scores that a node at `ply` can have at all: mated here,
    /// or mate by the next move (mate-distance pruning).
    #[inline]
    pub(super) fn within_mates(self, ply: usize) -> Self {
        Self {
            alpha: self.alpha.max(Score::mated_in(ply)),
            beta: self.beta.min(Score::mate_in(ply + 1)),
        }
    }

    /// Whether no score is left between alpha and beta.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
    /// The score that the table's `entry` gives a node at `ply`, if it settles the window.
    #[inline]
    pub(super) fn decided_by(self, entry: &Entry, ply: usize) -> Option<Score> {
        let score = entry.score.relative_to_root(ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        };
        settles.then_some(score)
    }
}
