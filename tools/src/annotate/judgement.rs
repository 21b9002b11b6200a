//! Judgements of moves.

use nunatak::types::{Color, Score};

use super::value::Value;

/// The judgement of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// A small loss, `?!`.
    Inaccuracy,
    /// A large loss, `?`.
    Mistake,
    /// A very large loss, `??`.
    Blunder,
}

/// The least loss of winning chances for each judgement, largest first. Chances range from −1 to 1.
///
/// Source: `winningChanceJudgements` in lichess-org/lila, `modules/tree/src/main/Advice.scala`,
/// like [`DECIDED`] and [`NEARLY_DECIDED`].
const LOSSES: [(f64, Judgement); 3] =
    [(0.3, Judgement::Blunder), (0.2, Judgement::Mistake), (0.1, Judgement::Inaccuracy)];

/// A side with at least this many centipawns wins without a forced mate too, so that missing the
/// mate is an inaccuracy; the same holds for allowing a mate in a lost position.
const DECIDED: i32 = 1_000;

/// The least score of a win by the endgame tables, above all evaluations.
const CERTAIN: i32 = Score::PROVEN.0;

/// From this many centipawns on, missing or allowing a mate is a mistake, below it a blunder.
const NEARLY_DECIDED: i32 = 701;

impl Judgement {
    /// All judgements.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Judges a move of `mover` by the values of the positions before and after it; `None` if it is
    /// not bad.
    pub fn of(before: Value, after: Value, mover: Color) -> Option<Self> {
        let sign = mover.sign();
        match (before.mating_side(), after.mating_side()) {
            (None, None) => {
                let loss = f64::from(sign) * (before.chances() - after.chances());
                let found = LOSSES.into_iter().find(|&(least, _)| loss >= least);
                found.map(|(_, judgement)| judgement)
            }
            (None, Some(winner)) if winner != mover => {
                Self::of_missed_result(-sign * before.centipawns())
            }
            (Some(winner), None) if winner == mover => {
                Self::of_missed_result(sign * after.centipawns())
            }
            (Some(winner), Some(next_winner)) if winner == mover && next_winner != mover => {
                Some(Self::Blunder)
            }
            (_, Some(_)) | (Some(_), None) => None,
        }
    }

    /// Judges a move that missed or allowed a mate, by the mating side's score in centipawns in the
    /// position without the mate. If that is a win by the endgame tables, nothing was lost.
    fn of_missed_result(centipawns: i32) -> Option<Self> {
        match centipawns {
            CERTAIN.. => None,
            DECIDED.. => Some(Self::Inaccuracy),
            NEARLY_DECIDED.. => Some(Self::Mistake),
            _ => Some(Self::Blunder),
        }
    }

    /// Returns the annotation mark, such as `?!`.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the numeric annotation glyph.
    pub fn glyph(self) -> u16 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Judgement::{Blunder, Inaccuracy, Mistake};
    use super::*;

    fn centipawns(centipawns: i32) -> Value {
        Value::Centipawns(centipawns)
    }

    fn mate(winner: Color) -> Value {
        Value::Mate { winner, moves: 3 }
    }

    /// From 0, chances of −0.1, −0.2 and −0.3 are −54.5, −110.1 and −168.1 centipawns.
    #[test]
    fn moves_are_judged_by_the_loss_of_winning_chances() {
        for (before, after, judgement) in [
            (0, 0, None),
            (0, 300, None),
            (0, -54, None),
            (0, -55, Some(Inaccuracy)),
            (0, -110, Some(Inaccuracy)),
            (0, -111, Some(Mistake)),
            (0, -168, Some(Mistake)),
            (0, -169, Some(Blunder)),
            // In decided positions, centipawns cost little of the chances.
            (1_200, 900, None),
            (-900, -1_500, None),
            (900, 600, Some(Inaccuracy)),
            (150, -150, Some(Blunder)),
        ] {
            for mover in Color::ALL {
                let sign = mover.sign();
                let [before, after] = [before, after].map(|score| centipawns(sign * score));
                let found = Judgement::of(before, after, mover);
                assert_eq!(found, judgement, "{mover:?}: {before} to {after}");
            }
        }
    }

    #[test]
    fn missed_and_allowed_mates_are_judged_by_the_remaining_score() {
        for mover in Color::ALL {
            let own = |score: i32| centipawns(if mover == Color::White { score } else { -score });
            for (before, after, judgement) in [
                // A mate is allowed.
                (own(0), mate(!mover), Some(Blunder)),
                (own(-700), mate(!mover), Some(Blunder)),
                (own(-701), mate(!mover), Some(Mistake)),
                (own(-999), mate(!mover), Some(Mistake)),
                (own(-1_000), mate(!mover), Some(Inaccuracy)),
                (own(-Score::MAX_EVAL.0), mate(!mover), Some(Inaccuracy)),
                // A mate is missed.
                (mate(mover), own(0), Some(Blunder)),
                (mate(mover), own(700), Some(Blunder)),
                (mate(mover), own(701), Some(Mistake)),
                (mate(mover), own(999), Some(Mistake)),
                (mate(mover), own(1_000), Some(Inaccuracy)),
                (mate(mover), own(Score::MAX_EVAL.0), Some(Inaccuracy)),
                (mate(mover), mate(!mover), Some(Blunder)),
                // The tables know the result of both positions.
                (own(-Score::PROVEN.0), mate(!mover), None),
                (mate(mover), own(Score::PROVEN.0), None),
                (mate(mover), own(Score::TABLE_WIN.0), None),
                // Nothing is missed.
                (mate(mover), mate(mover), None),
                (mate(!mover), mate(!mover), None),
                (mate(!mover), own(-500), None),
                (own(500), mate(mover), None),
            ] {
                assert_eq!(Judgement::of(before, after, mover), judgement, "{before} to {after}");
            }
        }
    }
}
