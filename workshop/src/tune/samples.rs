//! Positions to learn from, as coefficients in little room.

use nunatak::eval::{Coefficients, Weights};
use nunatak::types::Color;

/// A middlegame and an endgame half for each weight, in the order of [`Weights::as_slice`].
pub(super) type Halves = Vec<[f64; 2]>;

/// How often one weight counts in a position: White's count less Black's, never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    weight: u16,
    count: i16,
}

const _: () = assert!(Weights::COUNT <= 1 << u16::BITS);

/// One position: where its counts are, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    first: usize,
    length: u16,
    /// What the search found, in centipawns from White's view.
    pub(super) score: i16,
    /// What White scored in the game: 0, ½ or 1.
    pub(super) points: f32,
    /// [`Coefficients::factors`] by the colour that is ahead.
    factors: [[f32; 2]; 2],
}

/// The positions of one part of the games: 32 bytes each, and four for each weight that counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    counts: Vec<Count>,
    samples: Vec<Sample>,
}

/// The evaluation of a sample, in centipawns from White's view, and what its halves were multiplied
/// by.
pub(super) struct Evaluation {
    pub(super) value: f64,
    factors: [f64; 2],
}

impl Samples {
    /// Adds a position, the points that White scored from it, 0 to 1, and the score that a search
    /// gave it in centipawns from White's view.
    pub fn push(&mut self, coefficients: &Coefficients, points: f64, score: i16) {
        let first = self.counts.len();
        let counts = coefficients.iter();
        self.counts.extend(counts.map(|(weight, count)| Count { weight: weight as u16, count }));
        self.samples.push(Sample {
            first,
            length: (self.counts.len() - first) as u16,
            score,
            points: points as f32,
            factors: Color::ALL.map(|color| coefficients.factors(color).map(|half| half as f32)),
        });
    }

    /// Adds all of `other` behind.
    pub(super) fn append(&mut self, other: &Self) {
        let shift = self.counts.len();
        self.counts.extend_from_slice(&other.counts);
        let moved = |sample: &Sample| Sample { first: sample.first + shift, ..*sample };
        self.samples.extend(other.samples.iter().map(moved));
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// In how many positions each weight counts, in the order of [`Weights::as_slice`].
    pub fn occurrences(&self) -> Vec<usize> {
        let mut occurrences = vec![0; Weights::COUNT];
        for count in &self.counts {
            occurrences[usize::from(count.weight)] += 1;
        }
        occurrences
    }

    /// The bytes that the positions take.
    pub fn byte_count(&self) -> usize {
        size_of_val(&*self.counts) + size_of_val(&*self.samples)
    }

    pub(super) fn as_slice(&self) -> &[Sample] {
        &self.samples
    }

    fn counts(&self, sample: &Sample) -> &[Count] {
        &self.counts[sample.first..sample.first + usize::from(sample.length)]
    }

    /// The evaluation of `sample` as `weights` have it.
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

    /// Adds to `gradient` what changes by each weight where `slope` is the change by the evaluation.
    pub(super) fn add_gradient(
        &self,
        sample: &Sample,
        evaluation: &Evaluation,
        slope: f64,
        gradient: &mut [[f64; 2]],
    ) {
        let [middlegame, endgame] = evaluation.factors.map(|factor| factor * slope);
        for &Count { weight, count } in self.counts(sample) {
            let halves = &mut gradient[usize::from(weight)];
            halves[0] += f64::from(count) * middlegame;
            halves[1] += f64::from(count) * endgame;
        }
    }
}
