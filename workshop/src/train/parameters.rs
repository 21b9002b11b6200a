//! The weights of the network in training, as 32-bit floats.

use std::iter::once;

use nunatak::eval::network::{BUCKETS, INPUTS};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The number of floats in a block, and of hidden neurons in a tile.
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

    /// Adds the numbers of another block.
    #[inline]
    pub(super) fn add(&mut self, other: &Self) {
        // An assignment of the whole, rather than lane by lane, keeps sums in registers.
        self.0 = std::array::from_fn(|lane| self.0[lane] + other.0[lane]);
    }
}

/// All numbers of [`LANES`] hidden neurons: their biases, and the weights before and behind them.
///
/// 800 kB fit in a core's cache, a network of 512 neurons does not. So a batch of positions passes
/// through one tile after the other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tile {
    /// Feature weights by input. They would not fit on the stacks of threads.
    pub(super) features: Box<[Block; INPUTS]>,
    /// Biases.
    pub(super) bias: Block,
    /// Output weights by bucket, then by perspective, the side to move first.
    pub(super) outputs: [[Block; 2]; BUCKETS],
}

impl Tile {
    fn zeros() -> Self {
        let features = vec![Block::ZERO; INPUTS].into_boxed_slice();
        let Ok(features) = features.try_into() else { unreachable!("it has as many blocks") };
        Self { features, bias: Block::ZERO, outputs: [[Block::ZERO; 2]; BUCKETS] }
    }

    /// Returns the blocks of the tile, in the order of the fields.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.features.iter().chain(once(&self.bias)).chain(self.outputs.as_flattened())
    }

    /// Returns the blocks of the tile for writing.
    pub(super) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        let Self { features, bias, outputs } = self;
        features.iter_mut().chain(once(bias)).chain(outputs.as_flattened_mut())
    }
}

/// One number for each weight and bias of a network: its parameters, their gradient, or a moment of
/// the gradient.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters {
    /// The hidden neurons.
    pub(super) tiles: Vec<Tile>,
    /// Output biases by bucket; the other lanes are unused.
    pub(super) output_biases: Block,
}

impl Parameters {
    /// Creates an array of zeros for a network with `hidden` neurons, a multiple of [`LANES`].
    pub(super) fn zeros(hidden: usize) -> Self {
        Self { tiles: vec![Tile::zeros(); hidden / LANES], output_biases: Block::ZERO }
    }

    /// Creates random initial parameters.
    pub(super) fn random(hidden: usize, seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let mut parameters = Self::zeros(hidden);
        for tile in &mut parameters.tiles {
            let mut fill = |blocks: &mut [Block], bound: f32| {
                for weight in blocks.iter_mut().flat_map(|block| &mut block.0) {
                    *weight = random.random_range(-bound..bound);
                }
            };
            fill(&mut tile.features[..], FEATURE_BOUND);
            fill(tile.outputs.as_flattened_mut(), OUTPUT_BOUND);
            tile.bias = Block([FEATURE_BIAS; LANES]);
        }
        parameters
    }

    /// Adds each number of another network of the same width, times `weight`.
    pub(super) fn add(&mut self, other: &Self, weight: f32) {
        for (Block(sums), Block(numbers)) in self.blocks_mut().zip(other.blocks()) {
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += weight * number;
            }
        }
    }

    /// Multiplies the outputs of the network by `factor`.
    pub(super) fn scale_outputs(&mut self, factor: f32) {
        let weights = self.tiles.iter_mut().flat_map(|tile| tile.outputs.as_flattened_mut());
        for weight in weights.chain([&mut self.output_biases]).flat_map(|block| &mut block.0) {
            *weight *= factor;
        }
    }

    /// Returns all blocks, tile by tile, with the output biases at the end.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.tiles.iter().flat_map(Tile::blocks).chain(once(&self.output_biases))
    }

    /// Returns all blocks for writing.
    pub(super) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Block> {
        self.tiles.iter_mut().flat_map(Tile::blocks_mut).chain(once(&mut self.output_biases))
    }
}
