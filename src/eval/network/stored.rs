//! A quantised network of any width, its evaluation by the definition, and what can be wrong with
//! it.

use std::io;

use thiserror::Error;

use super::features::{
    BUCKETS, INPUTS, MAX_FEATURE_WEIGHT, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, MAX_SCALE, QA, QB, bucket,
    feature_index,
};
use crate::board::Board;
use crate::text::counted;
use crate::types::{Color, Score};

/// The version of the format of network files.
pub(super) const VERSION: u32 = 1;

/// The largest sum of the magnitudes of an output layer's weights: with all activations at their
/// maximum the sum still fits 32 bits.
const MAX_WEIGHT_SUM: i64 = i32::MAX as i64 / (QA as i64 * QA as i64);

/// A quantised network with any number of hidden neurons, as it is trained and stored.
///
/// The length of `feature_bias` is the number of hidden neurons per perspective, `H`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredNetwork {
    /// `H` weights for each of the [`INPUTS`] features, in units of 1/[`QA`].
    pub feature_weights: Vec<i16>,
    /// The biases of the hidden neurons, in units of 1/[`QA`].
    pub feature_bias: Vec<i16>,
    /// `2 * H` weights for each of the [`BUCKETS`], in units of 1/[`QB`]; the first `H` belong to
    /// the side to move.
    pub output_weights: Vec<i16>,
    /// The bias of each of the [`BUCKETS`], in units of 1/([`QA`] · [`QB`]).
    pub output_bias: Vec<i32>,
    /// The units of the evaluation that an output of 1 stands for.
    pub scale: i32,
}

impl StoredNetwork {
    /// Returns the number of hidden neurons per perspective.
    pub fn hidden(&self) -> usize {
        self.feature_bias.len()
    }

    /// Checks that the layers fit together and that no value can overflow.
    ///
    /// # Errors
    /// [`NetworkError::Shape`], [`NetworkError::Length`] or [`NetworkError::Range`] if not.
    pub fn check(&self) -> Result<(), NetworkError> {
        let hidden = self.hidden();
        check_hidden(hidden)?;
        check_shape("scale", self.scale as u32, MAX_SCALE as u32)?;
        for (layer, found, expected) in [
            ("feature weights", self.feature_weights.len(), INPUTS * hidden),
            ("output weights", self.output_weights.len(), BUCKETS * 2 * hidden),
            ("output biases", self.output_bias.len(), BUCKETS),
        ] {
            if found != expected {
                return Err(NetworkError::Length { layer, found, expected, hidden });
            }
        }
        for (layer, values, limit) in [
            ("feature weights", &self.feature_weights, MAX_FEATURE_WEIGHT),
            ("feature biases", &self.feature_bias, MAX_FEATURE_WEIGHT),
            ("output weights", &self.output_weights, MAX_OUTPUT_WEIGHT),
        ] {
            check_range(layer, values.iter().map(|&value| value.into()), limit.into())?;
        }
        let magnitude = |weights: &[i16]| weights.iter().map(|&it| i64::from(it).abs()).sum();
        let sums = self.output_weights.chunks(2 * hidden).map(magnitude);
        check_range("sums of the magnitudes of output weights", sums, MAX_WEIGHT_SUM)
    }

    /// Returns the network's score of `board` from the view of the side to move, computed from
    /// scratch by the definition. This is the reference for faster evaluations.
    pub fn evaluate_fresh(&self, board: &Board) -> Score {
        let us = board.side_to_move();
        let bucket = bucket(board);
        let weights = &self.output_weights[2 * self.hidden() * bucket..][..2 * self.hidden()];
        let activations = [us, !us].map(|color| self.accumulate(board, color)).concat();
        let product = |(&sum, &weight): (&i16, &i16)| {
            let clipped = i32::from(sum).clamp(0, QA);
            clipped * clipped * i32::from(weight)
        };
        let sum: i32 = activations.iter().zip(weights).map(product).sum();
        to_score(sum, self.output_bias[bucket], self.scale)
    }

    /// Returns the sums of the feature transformer as `perspective` sees `board`.
    fn accumulate(&self, board: &Board, perspective: Color) -> Vec<i16> {
        let mut sums = self.feature_bias.clone();
        for square in board.occupied() {
            let Some(piece) = board.piece_on(square) else { continue };
            let feature = feature_index(perspective, board.king(perspective), piece, square);
            let weights = &self.feature_weights[self.hidden() * feature..];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }
}

/// Checks the number of hidden neurons per perspective.
pub(super) fn check_hidden(hidden: usize) -> Result<(), NetworkError> {
    let found = u32::try_from(hidden).unwrap_or(u32::MAX);
    check_shape("number of hidden neurons", found, MAX_HIDDEN as u32)
}

/// Checks that a number is from 1 to `max`.
fn check_shape(name: &'static str, found: u32, max: u32) -> Result<(), NetworkError> {
    if (1..=max).contains(&found) {
        return Ok(());
    }
    Err(NetworkError::Shape { name, found, expected: format!("1 to {max}") })
}

/// Checks that all `values` lie within ±`limit`.
fn check_range(
    layer: &'static str,
    mut values: impl Iterator<Item = i64>,
    limit: i64,
) -> Result<(), NetworkError> {
    let wrong = values.find(|value| value.abs() > limit);
    wrong.map_or(Ok(()), |value| Err(NetworkError::Range { layer, value, limit }))
}

/// Converts the weighted sum of an output layer, in units of 1/(`QA` · `QA` · `QB`), and its bias,
/// in units of 1/(`QA` · `QB`), to a score. An output of 1 is `scale` units of the evaluation.
pub(super) fn to_score(sum: i32, bias: i32, scale: i32) -> Score {
    let output = i64::from(sum / QA) + i64::from(bias);
    let units = output * i64::from(scale) / i64::from(QA * QB);
    let limit = i64::from(Score::MAX_EVAL.0);
    Score::from_eval(units.clamp(-limit, limit) as i32)
}

/// A network that cannot be read, written or used.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is not a network file.
    #[error("not a network file: it begins with '{}' instead of 'NUNATAK\\0'", .0.escape_ascii())]
    Magic(Vec<u8>),
    /// The file has another version of the format.
    #[error("version {0} of the network format; supported: {VERSION}")]
    Version(u32),
    /// The network has another shape.
    #[error("the network's {name} is {found}; supported: {expected}")]
    Shape {
        /// The property that differs.
        name: &'static str,
        /// The value of the property in the network.
        found: u32,
        /// The values that are supported.
        expected: String,
    },
    /// The file ends too early.
    #[error("the network file is truncated: {}, expected {expected}", counted(*found, "byte"))]
    Truncated {
        /// Number of bytes in the file.
        found: usize,
        /// Number of bytes that a network of this shape takes.
        expected: usize,
    },
    /// The file has bytes after the end of the network.
    #[error("the network file is longer than the {expected} bytes of its network")]
    TooLong {
        /// Number of bytes that a network of this shape takes.
        expected: usize,
    },
    /// The file is damaged.
    #[error("the network file is damaged: its checksum is {found:016x} instead of {expected:016x}")]
    Checksum {
        /// Checksum of the bytes in the file.
        found: u64,
        /// Checksum that the header gives.
        expected: u64,
    },
    /// A layer has the wrong number of weights or biases.
    #[error("{found} {layer} instead of {expected} for {hidden} hidden neurons")]
    Length {
        /// The weights or biases.
        layer: &'static str,
        /// Number of values in the layer.
        found: usize,
        /// Number of values expected.
        expected: usize,
        /// Number of hidden neurons per perspective.
        hidden: usize,
    },
    /// A weight or bias is too large for the integer arithmetic.
    #[error("{layer}: {value} is not within ±{limit}")]
    Range {
        /// The weights or biases.
        layer: &'static str,
        /// The value out of range.
        value: i64,
        /// The largest magnitude.
        limit: i64,
    },
}
