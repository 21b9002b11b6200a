//! The evaluation as a linear function of its weights: what a tuner needs for exact gradients.

use super::pawns::PawnStructure;
use super::recorder::Counts;
use super::weights::Weights;
use super::{Assessment, assess, endgame};
use crate::board::Board;
use crate::types::Color;

/// How often each weight counts in the evaluation of one position, and how it is interpolated.
///
/// With the sum `s` of count × weight over all weights, White's counts less Black's, the evaluation
/// is `(s.mg × phase × 64 + s.eg × (24 − phase) × scale) / (24 × 64)` from White's view, in whole
/// centipawns towards zero. Also the danger of kings is linear: each number of units is a weight.
#[derive(Clone, Debug)]
pub struct Coefficients {
    counts: Counts,
    assessment: Assessment,
}

impl Coefficients {
    /// The coefficients of `board`. `None` where endgame knowledge decides, whatever the weights.
    pub fn of(board: &Board) -> Option<Self> {
        match endgame::value(board) {
            Some(_) => None,
            None => Some(Self::of_terms(board)),
        }
    }

    /// The coefficients of `board`, whether or not the terms decide.
    pub(super) fn of_terms(board: &Board) -> Self {
        let mut counts = Counts::new();
        let pawns = PawnStructure::new(board, &mut counts);
        let assessment = assess(board, &pawns, &mut counts);
        Self { counts, assessment }
    }

    /// How often the weight with `index` in [`Weights::as_slice`] was given to White and to Black.
    pub fn count(&self, index: usize) -> [i16; 2] {
        Color::ALL.map(|color| self.counts.of(index, color))
    }

    /// Index and count, White's less Black's, of every weight that does not cancel out.
    pub fn iter(&self) -> impl Iterator<Item = (usize, i16)> {
        let difference = |index| {
            let [white, black] = self.count(index);
            (index, white - black)
        };
        (0..Weights::COUNT).map(difference).filter(|&(_, count)| count != 0)
    }

    /// How much of the middlegame is left, 0 to 24.
    pub fn phase(&self) -> i32 {
        self.assessment.phase
    }

    /// The factor on the endgame half, 0 to 64. It depends on which side is ahead, and so on weights,
    /// but in nothing else.
    pub fn scale(&self) -> i32 {
        self.assessment.scale
    }

    /// The evaluation in centipawns from White's view as `weights` have it.
    pub fn total(&self, weights: &Weights) -> i32 {
        let pairs = weights.as_slice();
        let sum = self
            .iter()
            .fold(super::Pair::default(), |sum, (index, count)| sum + pairs[index] * count.into());
        Assessment { sum, ..self.assessment }.total()
    }
}
