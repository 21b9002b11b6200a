//! Scores from White's view.

use std::fmt;

use nunatak::types::{Color, Score, ScoreKind};

/// A score from White's view, as shown to users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Normalised centipawns.
    Centipawns(i32),
    /// A forced mate.
    Mate {
        /// The side that mates.
        winner: Color,
        /// The number of moves to mate; 0 is checkmate on the board.
        moves: u16,
    },
}

/// Steepness of White's winning chances, per centipawn.
///
/// Source: `WinPercent` in lichess-org/scalachess, fitted to games on lichess.
const STEEPNESS: f64 = 0.00368208;

/// A mate counts as this many centipawns, and in accuracies any higher score does. Source: `Eval.Cp.CEILING` in
/// lichess-org/scalachess.
const CEILING: i32 = 1_000;

impl Value {
    /// Creates a value from a normalised score of `side`.
    pub fn new(score: Score, side: Color) -> Self {
        match score.kind() {
            ScoreKind::Centipawns(centipawns) => Self::Centipawns(side.sign() * centipawns),
            ScoreKind::Mate(moves) => Self::Mate {
                winner: if moves > 0 { side } else { !side },
                moves: u16::try_from(moves.unsigned_abs()).unwrap_or(u16::MAX),
            },
        }
    }

    /// Returns the winning chances of White, from −1 for a certain loss to 1 for a certain win.
    pub fn chances(self) -> f64 {
        chances(self.centipawns())
    }

    /// Returns the winning chances of White with scores limited to ±10 pawns, in percent.
    pub fn win_percent(self) -> f64 {
        50.0 + 50.0 * chances(self.limited_centipawns())
    }

    /// Returns the score in centipawns, which for a mate is ±10 pawns.
    pub fn centipawns(self) -> i32 {
        match self {
            Self::Centipawns(centipawns) => centipawns,
            Self::Mate { winner: Color::White, .. } => CEILING,
            Self::Mate { winner: Color::Black, .. } => -CEILING,
        }
    }

    /// Returns the score limited to ±10 pawns, in centipawns.
    pub fn limited_centipawns(self) -> i32 {
        self.centipawns().clamp(-CEILING, CEILING)
    }

    /// Returns the side that mates, if any.
    pub fn mating_side(self) -> Option<Color> {
        match self {
            Self::Centipawns(_) => None,
            Self::Mate { winner, .. } => Some(winner),
        }
    }
}

fn chances(centipawns: i32) -> f64 {
    2.0 / (1.0 + (-STEEPNESS * f64::from(centipawns)).exp()) - 1.0
}

impl fmt::Display for Value {
    /// Writes the value as in lichess's comments: `0.35` in pawns, with `{:+}` as `+0.35`; `#3` if
    /// White mates in three moves, `#-3` if Black does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(centipawns) => {
                let pawns = f64::from(centipawns) / 100.0;
                if f.sign_plus() { write!(f, "{pawns:+.2}") } else { write!(f, "{pawns:.2}") }
            }
            Self::Mate { winner: Color::White, moves } => write!(f, "#{moves}"),
            Self::Mate { winner: Color::Black, moves } => write!(f, "#-{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_from_whites_view() {
        for (score, side, text) in [
            (Score(35), Color::White, "0.35"),
            (Score(35), Color::Black, "-0.35"),
            (Score(0), Color::Black, "0.00"),
            (Score(-5), Color::Black, "0.05"),
            (Score(1_234), Color::White, "12.34"),
            (Score::mate_in(1), Color::White, "#1"),
            (Score::mate_in(5), Color::Black, "#-3"),
            (Score::mated_in(4), Color::White, "#-2"),
            (Score::mated_in(4), Color::Black, "#2"),
            (Score::mated_in(0), Color::Black, "#0"),
        ] {
            assert_eq!(Value::new(score, side).to_string(), text);
        }
        let signed = |centipawns| format!("{:+}", Value::Centipawns(centipawns));
        assert_eq!([35, 0, -35].map(signed), ["+0.35", "+0.00", "-0.35"]);
        assert_eq!(Value::new(Score::mated_in(0), Color::Black).mating_side(), Some(Color::White));
    }

    /// The values of lichess's published formula:
    /// `Win% = 50 + 50 * (2 / (1 + exp(-0.00368208 * cp)) - 1)`.
    #[test]
    fn winning_chances_are_those_of_lichess() {
        for (centipawns, percent) in
            [(0, 50.0), (15, 51.38), (100, 59.10), (-100, 40.90), (300, 75.11), (1_000, 97.54)]
        {
            let found = Value::Centipawns(centipawns).win_percent();
            assert!((found - percent).abs() < 0.01, "{centipawns}: {found}");
        }
        let mate = Value::Mate { winner: Color::Black, moves: 9 };
        assert_eq!(mate.win_percent(), Value::Centipawns(-1_000).win_percent());
        assert_eq!(Value::Centipawns(5_000).win_percent(), Value::Centipawns(1_000).win_percent());
        assert!(Value::Centipawns(5_000).chances() > 0.9999);
    }
}
