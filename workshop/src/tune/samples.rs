//! Training positions, stored compactly as coefficients of the weights.

use nunatak::eval::Weights;
use nunatak::types::{Color, Outcome};

use super::coefficients::Coefficients;
use crate::dataset::ResultsByScore;

/// The coefficient of one weight in a position: White's count minus Black's, never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    weight: u16,
    count: i16,
}

const _: () = assert!(Weights::COUNT <= 1 << u16::BITS);

/// A position, whose counts are in [`Samples`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    /// Index of the first of its counts.
    first: usize,
    /// Number of its counts.
    len: u16,
    /// The search score in units of the evaluation from White's view.
    pub(super) score: i16,
    /// White's points in the game: 0, ½ or 1.
    pub(super) points: f32,
    /// [`Coefficients::factors`], indexed by the colour that is ahead.
    factors: [[f32; 2]; 2],
}

/// A set of positions: 32 bytes each, and four per weight with a nonzero coefficient.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    counts: Vec<Count>,
    samples: Vec<Sample>,
}

/// The evaluation of a sample with given weights.
pub(super) struct Evaluation {
    /// The evaluation in units from White's view.
    pub(super) value: f64,
    /// The factors of its middlegame and endgame values.
    factors: [f64; 2],
}

impl Samples {
    /// Adds a position with White's points in the game, 0 to 1, and its search score in units of
    /// the evaluation from White's view.
    pub fn push(&mut self, coefficients: &Coefficients, points: f64, score: i16) {
        let first = self.counts.len();
        let counts = coefficients.iter();
        self.counts.extend(counts.map(|(weight, count)| Count { weight: weight as u16, count }));
        self.samples.push(Sample {
            first,
            len: (self.counts.len() - first) as u16,
            score,
            points: points as f32,
            factors: Color::ALL
                .map(|color| coefficients.factors(color).map(|factor| factor as f32)),
        });
    }

    /// Adds all positions of `other`.
    pub(super) fn append(&mut self, other: &Self) {
        let shift = self.counts.len();
        self.counts.extend_from_slice(&other.counts);
        let shifted = |sample: &Sample| Sample { first: sample.first + shift, ..*sample };
        self.samples.extend(other.samples.iter().map(shifted));
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Returns the number of positions in which each weight has a nonzero coefficient, in the order
    /// of [`Weights::as_slice`].
    pub fn occurrences(&self) -> Vec<usize> {
        let mut occurrences = vec![0; Weights::COUNT];
        for count in &self.counts {
            occurrences[usize::from(count.weight)] += 1;
        }
        occurrences
    }

    /// Returns the results by search score.
    pub(super) fn results(&self) -> ResultsByScore {
        let mut results = ResultsByScore::default();
        for sample in &self.samples {
            results.add(sample.score, Outcome::ALL[(2.0 * sample.points) as usize]);
        }
        results
    }

    /// Returns the memory taken by the positions in bytes.
    pub fn byte_count(&self) -> usize {
        size_of_val(&*self.counts) + size_of_val(&*self.samples)
    }

    pub(super) fn as_slice(&self) -> &[Sample] {
        &self.samples
    }

    fn counts(&self, sample: &Sample) -> &[Count] {
        &self.counts[sample.first..sample.first + usize::from(sample.len)]
    }

    /// Evaluates `sample` with the given weights.
    pub(super) fn evaluate(&self, sample: &Sample, weights: &[[f64; 2]]) -> Evaluation {
        let mut sum = [0.0; 2];
        for &Count { weight, count } in self.counts(sample) {
            let [middlegame, endgame] = weights[usize::from(weight)];
            sum[0] += f64::from(count) * middlegame;
            sum[1] += f64::from(count) * endgame;
        }
        let ahead = if sum[1] < 0.0 { Color::Black } else { Color::White };
        let factors = sample.factors[ahead.index()].map(f64::from);
        Evaluation { value: sum[0] * factors[0] + sum[1] * factors[1], factors }
    }

    /// Adds to `gradient` the partial derivatives, with respect to the weights, of a function of
    /// the evaluation whose derivative is `slope`.
    pub(super) fn add_gradient(
        &self,
        sample: &Sample,
        evaluation: &Evaluation,
        slope: f64,
        gradient: &mut [[f64; 2]],
    ) {
        let [middlegame, endgame] = evaluation.factors.map(|factor| factor * slope);
        for &Count { weight, count } in self.counts(sample) {
            let sums = &mut gradient[usize::from(weight)];
            sums[0] += f64::from(count) * middlegame;
            sums[1] += f64::from(count) * endgame;
        }
    }
}
