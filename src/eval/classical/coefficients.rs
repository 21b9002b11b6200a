//! The evaluation as a linear function of its weights, for exact gradients in the tuner.

use super::pair::Pair;
use super::pawns::PawnStructure;
use super::recorder::{Counter, Counts};
use super::taper::TaperedSum;
use super::weights::Weights;
use super::{endgame, scale, terms};
use crate::board::Board;
use crate::types::Color;

/// The number of times that each weight counts in the evaluation of one position, with the factors
/// of its interpolation.
///
/// The sum of count × weight over all weights, with Black's counts subtracted from White's, is a
/// pair of a middlegame and an endgame value. Multiplied by the [`factors`](Self::factors) and
/// added, these give the evaluation in units from White's view. King danger is linear too:
/// each number of danger units has its own weight.
#[derive(Clone, Debug)]
pub struct Coefficients {
    counts: Vec<Counts>,
    phase: i32,
    /// The scale factor of the endgame value, by the side that is ahead in it.
    scales: [i32; 2],
}

impl Coefficients {
    /// Returns the coefficients of `board`, or `None` if it is a known endgame whose value does not
    /// depend on the weights of the terms.
    pub fn of(board: &Board) -> Option<Self> {
        endgame::value(board).is_none().then(|| Self::of_terms(board))
    }

    /// Returns the coefficients of `board`, known endgame or not.
    pub(super) fn of_terms(board: &Board) -> Self {
        let counter = Counter::new();
        let pawns = PawnStructure::new(board, &counter);
        let phase = terms::sum(board, &pawns, &counter).phase;
        let scales = [1, -1].map(|endgame| scale::factor(board, endgame));
        Self { counts: counter.into_counts(), phase, scales }
    }

    /// Returns the number of times that the weight at `index` in [`Weights::as_slice`] counts for
    /// White and for Black.
    pub fn count(&self, index: usize) -> [i16; 2] {
        self.counts[index]
    }

    /// Returns the index and the count, White's less Black's, of every weight that does not cancel
    /// out.
    pub fn iter(&self) -> impl Iterator<Item = (usize, i16)> {
        let differences = self.counts.iter().map(|[white, black]| white - black);
        differences.enumerate().filter(|&(_, count)| count != 0)
    }

    /// Returns the game phase, 0 (endgame) to 24 (middlegame).
    pub fn phase(&self) -> i32 {
        self.phase
    }

    /// Returns the scale factor, 0 to 64, of the middlegame value that belongs to an endgame value
    /// of `endgame` units from White's view.
    ///
    /// It is 64 in the opening and falls to [`Coefficients::scale`] with kings and pawns alone.
    pub fn middlegame_scale(&self, endgame: i32) -> i32 {
        self.tapered(Pair::new(0, endgame)).middlegame_scale()
    }

    /// Returns the scale factor, 0 to 64, of an endgame value of `endgame` units from White's
    /// view. It depends on the sign, that is, on the side that is ahead.
    pub fn scale(&self, endgame: i32) -> i32 {
        match endgame {
            0 => scale::FULL_SCALE,
            1.. => self.scales[Color::White.index()],
            _ => self.scales[Color::Black.index()],
        }
    }

    /// Returns the factors, 0 to 1, of the middlegame and the endgame value if `ahead` is ahead in
    /// the endgame value.
    pub fn factors(&self, ahead: Color) -> [f64; 2] {
        let scale = self.scales[ahead.index()];
        TaperedSum { sum: Pair::default(), phase: self.phase, scale }
            .factors()
            .map(|factor| f64::from(factor) / f64::from(TaperedSum::UNIT))
    }

    /// Returns the evaluation with `weights` in units from White's view.
    pub fn total(&self, weights: &Weights) -> i32 {
        let pairs = weights.as_slice();
        let sum = self
            .iter()
            .fold(Pair::default(), |sum, (index, count)| sum + pairs[index] * count.into());
        self.tapered(sum).total()
    }

    fn tapered(&self, sum: Pair) -> TaperedSum {
        TaperedSum { sum, phase: self.phase, scale: self.scale(sum.endgame()) }
    }
}
