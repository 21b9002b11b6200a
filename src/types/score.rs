//! Scores of positions.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The greatest distance in plies between the root of a search and any of its nodes.
pub const MAX_PLY: usize = 240;

/// A score from one side's view: centipawns, or the distance to a forced mate.
///
/// Inside the engine these centipawns are the units of the evaluation. What is shown to others is
/// [normalised](crate::wdl::normalised).
///
/// Scores beyond [`Score::MATE_BOUND`] in either direction are mates: `MATE - n` mates in `n` plies.
/// Every score fits 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub i32);

/// What a score says to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// Centipawns.
    Centipawns(i32),
    /// Mate in so many moves of the side that mates; negative when the view's own side is mated.
    /// Mated on the board is 0.
    Mate(i32),
}

impl Score {
    /// The score of a dead draw without contempt.
    pub const DRAW: Self = Self(0);
    /// Above every score that a position can have.
    pub const INFINITE: Self = Self(32_001);
    /// Mate on the board.
    const MATE: i32 = 32_000;
    /// The lowest winning mate score. A mate that a table knows may lie as far from its node as the
    /// node from the root, and in an endgame table it may begin where the search ends.
    pub const MATE_BOUND: Self = Self(Self::MATE - 3 * MAX_PLY as i32);
    /// The highest score of a static evaluation.
    pub const MAX_EVAL: Self = Self(Self::MATE_BOUND.0 - 1);

    /// The score of mating in `ply` plies.
    #[inline]
    pub const fn mate_in(ply: usize) -> Self {
        Self(Self::MATE - ply as i32)
    }

    /// The score of being mated in `ply` plies.
    #[inline]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE)
    }

    /// Whether the score announces a mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_BOUND.0
    }

    /// A static evaluation, kept out of the range of mates.
    #[inline]
    pub fn from_eval(centipawns: i32) -> Self {
        Self(centipawns.clamp(-Self::MAX_EVAL.0, Self::MAX_EVAL.0))
    }

    /// The score counted from a node at `ply` in place of the root: what a table shared by all
    /// plies stores.
    #[inline]
    pub fn relative_to_node(self, ply: usize) -> Self {
        Self(self.0 + self.mate_sign() * ply as i32)
    }

    /// The inverse of [`Score::relative_to_node`].
    #[inline]
    pub fn relative_to_root(self, ply: usize) -> Self {
        Self(self.0 - self.mate_sign() * ply as i32)
    }

    #[inline]
    fn mate_sign(self) -> i32 {
        if self.is_mate() { self.0.signum() } else { 0 }
    }

    /// Centipawns, or moves to mate.
    pub fn kind(self) -> ScoreKind {
        let plies = Self::MATE - self.0.abs();
        match (self.is_mate(), self.0 > 0) {
            (true, true) => ScoreKind::Mate((plies + 1) / 2),
            (true, false) => ScoreKind::Mate(-(plies / 2)),
            (false, _) => ScoreKind::Centipawns(self.0),
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl fmt::Display for Score {
    /// Writes the score as UCI does: `cp 35`, `mate 3`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Centipawns(centipawns) => write!(f, "cp {centipawns}"),
            ScoreKind::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_side_that_mates() {
        for (score, text) in [
            (Score::mate_in(1), "mate 1"),
            (Score::mate_in(3), "mate 2"),
            (Score::mate_in(9), "mate 5"),
            (Score::mated_in(0), "mate 0"),
            (Score::mated_in(2), "mate -1"),
            (Score::mated_in(4), "mate -2"),
            (Score(-35), "cp -35"),
            (Score::MAX_EVAL, "cp 31279"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }

    #[test]
    fn a_stored_mate_keeps_its_distance_from_its_node() {
        let seen_from_root = Score::mate_in(7);
        let stored = seen_from_root.relative_to_node(4);
        assert_eq!(stored, Score::mate_in(3));
        assert_eq!(stored.relative_to_root(2), Score::mate_in(5));
        assert_eq!((-stored).relative_to_root(2), Score::mated_in(5));
        assert_eq!(Score(120).relative_to_node(9), Score(120));
    }

    #[test]
    fn every_score_fits_sixteen_bits() {
        assert!(i16::try_from(Score::INFINITE.0).is_ok());
        assert!(i16::try_from(-Score::INFINITE.0).is_ok());
    }
}
