//! The weights of the network in training, as 32-bit floats.

use std::ops::Range;

use nunatak::eval::network::{BUCKETS, INPUTS};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The number of floats in a block.
pub(super) const LANES: usize = 32;

/// Bound of the initial feature weights, so that the sum over some 20 active inputs mostly falls
/// into the range from 0 to 1 where the activation has a slope.
const FEATURE_BOUND: f32 = 0.1;
/// Initial bias of the hidden neurons, in the middle of the lower half of that range.
const FEATURE_BIAS: f32 = 0.25;
/// Bound of the initial output weights.
const OUTPUT_BOUND: f32 = 0.1;

/// A group of floats that loops process at a time: aligned to cache lines, and of a length that the
/// compiler turns into vector instructions.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [f32; LANES]);

impl Block {
    pub(super) const ZERO: Self = Self([0.0; LANES]);
}

/// One number for each weight and bias of a network: its parameters, their gradient, or a moment of
/// the gradient. All are held in one array of blocks, so that an operation on each of them is a
/// single loop:
///
/// 1. feature weights, one row per input
/// 2. biases of the hidden neurons
/// 3. output weights, one row per bucket: first those of the side to move, then the opponent's
/// 4. output biases, one per bucket, in a block of their own
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters {
    /// The number of blocks in a row of hidden neurons.
    width: usize,
    blocks: Vec<Block>,
}

impl Parameters {
    /// Creates an array of zeros for a network with `hidden` neurons, a multiple of [`LANES`].
    pub(super) fn zeros(hidden: usize) -> Self {
        let width = hidden / LANES;
        Self { width, blocks: vec![Block::ZERO; (INPUTS + 1 + 2 * BUCKETS) * width + 1] }
    }

    /// Creates random initial parameters.
    pub(super) fn random(hidden: usize, seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let mut parameters = Self::zeros(hidden);
        let mut fill = |blocks: &mut [Block], bound: f32| {
            for weight in blocks.iter_mut().flat_map(|block| &mut block.0) {
                *weight = random.random_range(-bound..bound);
            }
        };
        let [features, outputs] = [parameters.feature_range(), parameters.output_range()];
        fill(&mut parameters.blocks[features], FEATURE_BOUND);
        fill(&mut parameters.blocks[outputs], OUTPUT_BOUND);
        let biases = parameters.bias_range();
        parameters.blocks[biases].fill(Block([FEATURE_BIAS; LANES]));
        parameters
    }

    /// Adds each number of another network of the same width, times `weight`.
    pub(super) fn add(&mut self, other: &Self, weight: f32) {
        for (Block(sums), Block(numbers)) in self.blocks.iter_mut().zip(&other.blocks) {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += weight * number;
            }
        }
    }

    /// Returns the number of hidden neurons per perspective.
    pub(super) fn hidden(&self) -> usize {
        self.width * LANES
    }

    /// Returns all blocks.
    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns all blocks for writing.
    pub(super) fn blocks_mut(&mut self) -> &mut [Block] {
        &mut self.blocks
    }

    /// Returns the feature weights, row by row.
    #[inline]
    pub(super) fn features(&self) -> &[Block] {
        &self.blocks[self.feature_range()]
    }

    /// Returns the biases of the hidden neurons.
    #[inline]
    pub(super) fn biases(&self) -> &[Block] {
        &self.blocks[self.bias_range()]
    }

    /// Returns the output weights of all buckets, row by row.
    pub(super) fn all_outputs(&self) -> &[Block] {
        &self.blocks[self.output_range()]
    }

    /// Returns the output weights of a bucket for the side to move and for the opponent.
    #[inline]
    pub(super) fn outputs(&self, bucket: usize) -> (&[Block], &[Block]) {
        let row = 2 * self.width;
        self.all_outputs()[bucket * row..][..row].split_at(self.width)
    }

    /// Returns the output biases by bucket.
    #[inline]
    pub(super) fn output_biases(&self) -> &[f32] {
        let Block(biases) = &self.blocks[self.blocks.len() - 1];
        &biases[..BUCKETS]
    }

    /// Splits the array into feature weights, hidden biases, output weights and output biases.
    #[inline]
    pub(super) fn split_mut(&mut self) -> ParametersMut<'_> {
        let width = self.width;
        let (features, rest) = self.blocks.split_at_mut(INPUTS * width);
        let (biases, rest) = rest.split_at_mut(width);
        let (outputs, rest) = rest.split_at_mut(2 * BUCKETS * width);
        ParametersMut { features, biases, outputs, output_biases: &mut rest[0].0[..BUCKETS] }
    }

    fn feature_range(&self) -> Range<usize> {
        0..INPUTS * self.width
    }

    fn bias_range(&self) -> Range<usize> {
        INPUTS * self.width..(INPUTS + 1) * self.width
    }

    fn output_range(&self) -> Range<usize> {
        (INPUTS + 1) * self.width..(INPUTS + 1 + 2 * BUCKETS) * self.width
    }
}

/// The parts of [`Parameters`] for writing.
pub(super) struct ParametersMut<'a> {
    /// Feature weights, row by row.
    pub(super) features: &'a mut [Block],
    /// Biases of the hidden neurons.
    pub(super) biases: &'a mut [Block],
    /// Output weights, row by row.
    pub(super) outputs: &'a mut [Block],
    /// Output biases by bucket.
    pub(super) output_biases: &'a mut [f32],
}
