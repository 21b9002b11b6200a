//! The evaluation as a linear function of its weights: what a tuner needs for exact gradients.

use super::pair::Pair;
use super::pawns::PawnStructure;
use super::recorder::Counts;
use super::scale;
use super::weights::Weights;
use super::{Assessment, assess, endgame};
use crate::board::Board;
use crate::types::Color;

/// How often each weight counts in the evaluation of one position, and how it is interpolated.
///
/// The sum of count × weight over all weights, White's counts less Black's, is a pair. Its halves
/// times [`factors`](Self::factors) add up to the evaluation in centipawns from White's view. Also
/// the danger of kings is linear: each number of units is a weight.
#[derive(Clone, Debug)]
pub struct Coefficients {
    counts: Counts,
    phase: i32,
    /// The factor on the endgame half if White, and if Black, has the better one.
    scales: [i32; 2],
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
        let phase = assess(board, &pawns, &mut counts).phase;
        let scales = [1, -1].map(|endgame| scale::factor(board, endgame));
        Self { counts, phase, scales }
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
        self.phase
    }

    /// The factor on a middlegame half that goes with an endgame half of `endgame` centipawns, 0 to 64:
    /// of what [`Coefficients::scale`] takes away from 64, none in the opening, all with kings and
    /// pawns alone.
    pub fn middlegame_scale(&self, endgame: i32) -> i32 {
        self.assessment(Pair::new(0, endgame)).middlegame_scale()
    }

    /// The factor on an endgame half of `endgame` centipawns from White's view, 0 to 64: it depends
    /// on who has the better one.
    pub fn scale(&self, endgame: i32) -> i32 {
        match endgame {
            0 => scale::FULL_SCALE,
            1.. => self.scales[Color::White.index()],
            _ => self.scales[Color::Black.index()],
        }
    }

    /// What multiplies the middlegame and the endgame half of a sum where `ahead` has the better
    /// endgame half. Each is 0 to 1.
    pub fn factors(&self, ahead: Color) -> [f64; 2] {
        let scale = self.scales[ahead.index()];
        Assessment { sum: Pair::default(), phase: self.phase, scale }
            .factors()
            .map(|factor| f64::from(factor) / f64::from(Assessment::UNIT))
    }

    /// The evaluation in centipawns from White's view as `weights` have it.
    pub fn total(&self, weights: &Weights) -> i32 {
        let pairs = weights.as_slice();
        let sum = self
            .iter()
            .fold(Pair::default(), |sum, (index, count)| sum + pairs[index] * count.into());
        self.assessment(sum).total()
    }

    fn assessment(&self, sum: Pair) -> Assessment {
        Assessment { sum, phase: self.phase, scale: self.scale(sum.endgame()) }
    }
}
