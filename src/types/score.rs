//! Scores of positions and outcomes of games.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use super::color::Color;

/// The maximum distance from the root of a search to any of its nodes, in plies.
pub const MAX_PLY: usize = 240;

/// A score from one side's point of view: units of the evaluation, or the distance to a forced
/// mate.
///
/// A unit is about a centipawn. Scores shown to users are [normalised](crate::wdl::normalised) to
/// centipawns.
///
/// A score of [`Score::MATE_BOUND`] or more, or its negative or less, is a mate score: `MATE - n`
/// is mate in `n` plies. Below these, from [`Score::PROVEN`] up, are wins proven by endgame tables
/// without a distance to mate: `TABLE_WIN - n` reaches such a position in `n` plies. Every score
/// fits in 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(pub i32);

/// A score as shown to users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreKind {
    /// A score in centipawns.
    Centipawns(i32),
    /// The number of moves to mate: positive if the side that the score belongs to mates,
    /// negative or 0 if it is mated. 0 is checkmate on the board.
    Mate(i32),
}

impl Score {
    /// The score of a draw.
    pub const DRAW: Self = Self(0);
    /// An upper bound that no score reaches.
    pub const INFINITE: Self = Self(32_001);
    /// The score for giving mate in 0 plies.
    const MATE: i32 = 32_000;
    /// The lowest score for giving mate.
    ///
    /// A mate is hardly more than three times [`MAX_PLY`] plies away: from the root to a node, from
    /// there through a TT entry to a leaf of an earlier search, and from there to mate by an
    /// endgame table.
    pub const MATE_BOUND: Self = Self(Self::MATE - 3 * MAX_PLY as i32);
    /// The score for a won endgame table position, just below [`Score::MATE_BOUND`].
    pub const TABLE_WIN: Self = Self(Self::MATE_BOUND.0 - 1);
    /// The lowest score of a proven win.
    ///
    /// A table position is hardly more than twice [`MAX_PLY`] plies away: from the root to a node,
    /// and from there through a TT entry.
    pub const PROVEN: Self = Self(Self::TABLE_WIN.0 - 2 * MAX_PLY as i32);
    /// The highest score of a static evaluation, just below [`Score::PROVEN`].
    pub const MAX_EVAL: Self = Self(Self::PROVEN.0 - 1);

    /// Returns the score for giving mate in `ply` plies.
    pub const fn mate_in(ply: usize) -> Self {
        Self(Self::MATE - ply as i32)
    }

    /// Returns the score for being mated in `ply` plies.
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE)
    }

    /// Whether this is a mate score for either side.
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_BOUND.0
    }

    /// Whether this is a proven win or loss: a mate or endgame table score.
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::PROVEN.0
    }

    /// Returns a static evaluation as a score, clamped to stay out of the range of proven wins.
    pub fn from_eval(units: i32) -> Self {
        Self(units.clamp(-Self::MAX_EVAL.0, Self::MAX_EVAL.0))
    }

    /// Returns the score with the distances of proven wins counted from a node at `ply` instead of
    /// the root, for storage in the transposition table.
    pub fn relative_to_node(self, ply: usize) -> Self {
        Self(self.0 + self.proven_sign() * ply as i32)
    }

    /// Returns the score with the distances of proven wins counted from the root instead of a node
    /// at `ply`: the inverse of [`Score::relative_to_node`].
    pub fn relative_to_root(self, ply: usize) -> Self {
        Self(self.0 - self.proven_sign() * ply as i32)
    }

    /// Returns 1 for a proven win, -1 for a proven loss and 0 for any other score.
    fn proven_sign(self) -> i32 {
        if self.is_decisive() { self.0.signum() } else { 0 }
    }

    /// Returns the score, which must be normalised, in centipawns or moves to mate.
    pub fn kind(self) -> ScoreKind {
        let plies = Self::MATE - self.0.abs();
        if !self.is_mate() {
            ScoreKind::Centipawns(self.0)
        } else if self.0 > 0 {
            ScoreKind::Mate((plies + 1) / 2)
        } else {
            ScoreKind::Mate(-(plies / 2))
        }
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    fn add(self, units: i32) -> Self {
        Self(self.0 + units)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    fn sub(self, units: i32) -> Self {
        Self(self.0 - units)
    }
}

impl fmt::Display for Score {
    /// Writes the score as in UCI: `cp 35`, `mate 3`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Centipawns(centipawns) => write!(f, "cp {centipawns}"),
            ScoreKind::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// The outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A win for Black.
    BlackWins,
    /// A draw.
    Draw,
    /// A win for White.
    WhiteWins,
}

impl Outcome {
    /// All outcomes, indexed by White's half points (0, 1 or 2), which are also the discriminants.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// Returns the outcome of a game won by `winner`.
    pub fn win_of(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Returns White's points: 0, ½ or 1.
    pub fn points(self) -> f64 {
        f64::from(self as u8) / 2.0
    }

    /// Returns the result as written in PGN.
    pub fn text(self) -> &'static str {
        match self {
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::WhiteWins => "1-0",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_distances_are_shown_in_moves_of_the_mating_side() {
        for (score, text) in [
            (Score::mate_in(1), "mate 1"),
            (Score::mate_in(3), "mate 2"),
            (Score::mate_in(9), "mate 5"),
            (Score::mated_in(0), "mate 0"),
            (Score::mated_in(2), "mate -1"),
            (Score::mated_in(4), "mate -2"),
            (Score(-35), "cp -35"),
            (Score::TABLE_WIN, "cp 31279"),
            (Score::MAX_EVAL, "cp 30798"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }

    #[test]
    fn mate_scores_convert_between_root_and_node() {
        let stored = Score::mate_in(7).relative_to_node(4);
        assert_eq!(stored, Score::mate_in(3));
        assert_eq!(stored.relative_to_root(2), Score::mate_in(5));
        assert_eq!((-stored).relative_to_root(2), Score::mated_in(5));
        assert_eq!(Score(120).relative_to_node(9), Score(120));
        assert_eq!(Score::MAX_EVAL.relative_to_node(9), Score::MAX_EVAL);
    }

    #[test]
    fn distances_of_table_wins_count_like_those_of_mates() {
        let stored = (Score::TABLE_WIN - 7).relative_to_node(4);
        assert_eq!(stored, Score::TABLE_WIN - 3);
        assert_eq!(stored.relative_to_root(2), Score::TABLE_WIN - 5);
        let furthest = (-Score::TABLE_WIN).relative_to_root(MAX_PLY).relative_to_root(MAX_PLY);
        assert!(furthest.is_decisive() && !furthest.is_mate() && furthest == -Score::PROVEN);
    }

    #[test]
    fn every_score_fits_in_16_bits() {
        assert!(i16::try_from(Score::INFINITE.0).is_ok());
        assert!(i16::try_from(-Score::INFINITE.0).is_ok());
    }
}
