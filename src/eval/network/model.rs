//! A quantised network of any width, its evaluation by the definition, and what can be wrong with it.

use std::io;

use thiserror::Error;

use super::features::{
    BUCKETS, INPUTS, MAX_FEATURE_WEIGHT, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, MAX_SCALE, QA, QB, bucket,
    feature_index,
};
use crate::board::Board;
use crate::text::counted;
use crate::types::{Color, Score};

/// The largest sum of the magnitudes of an output layer's weights: with all activations at their
/// maximum the sum still fits 32 bits.
const MAX_WEIGHT_SUM: i64 = i32::MAX as i64 / (QA as i64 * QA as i64);

/// A quantised network with any number of hidden neurons, as it is trained and stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    feature_weights: Vec<i16>,
    feature_bias: Vec<i16>,
    output_weights: Vec<i16>,
    output_bias: Vec<i32>,
    scale: i32,
}

impl Network {
    /// Creates a network; the length of `feature_bias` is the number of hidden neurons per
    /// perspective, `H`.
    ///
    /// `feature_weights` holds `H` weights for each of the [`INPUTS`] features, in units of
    /// 1/[`QA`] like `feature_bias`. `output_weights` holds `2 * H` weights in units of
    /// 1/[`QB`] for each of the [`BUCKETS`], of which the first `H` belong to the side
    /// to move. `output_bias` has the unit 1/([`QA`] · [`QB`]). An output of 1 is
    /// `scale` units of the evaluation.
    ///
    /// # Errors
    /// [`NetworkError::Shape`], [`NetworkError::Length`] or [`NetworkError::Range`] if the vectors
    /// do not fit together or a value might overflow.
    pub fn new(
        feature_weights: Vec<i16>,
        feature_bias: Vec<i16>,
        output_weights: Vec<i16>,
        output_bias: Vec<i32>,
        scale: i32,
    ) -> Result<Self, NetworkError> {
        let hidden = feature_bias.len();
        check_hidden(hidden)?;
        check_scale(scale)?;
        for (layer, found, expected) in [
            ("feature weights", feature_weights.len(), INPUTS * hidden),
            ("output weights", output_weights.len(), BUCKETS * 2 * hidden),
            ("output biases", output_bias.len(), BUCKETS),
        ] {
            if found != expected {
                return Err(NetworkError::Length { layer, found, expected, hidden });
            }
        }
        check_range("feature weights", &feature_weights, MAX_FEATURE_WEIGHT)?;
        check_range("feature biases", &feature_bias, MAX_FEATURE_WEIGHT)?;
        check_range("output weights", &output_weights, MAX_OUTPUT_WEIGHT)?;
        check_sums(&output_weights, hidden)?;
        Ok(Self { feature_weights, feature_bias, output_weights, output_bias, scale })
    }

    /// Returns the number of hidden neurons per perspective.
    pub fn hidden(&self) -> usize {
        self.feature_bias.len()
    }

    /// Returns the feature weights, those of one feature together.
    pub fn feature_weights(&self) -> &[i16] {
        &self.feature_weights
    }

    /// Returns the biases of the feature transformer.
    pub fn feature_bias(&self) -> &[i16] {
        &self.feature_bias
    }

    /// Returns the output weights by bucket, then by side, the side to move first.
    pub fn output_weights(&self) -> &[i16] {
        &self.output_weights
    }

    /// Returns the output biases by bucket.
    pub fn output_bias(&self) -> &[i32] {
        &self.output_bias
    }

    /// Returns the units of the evaluation that an output of 1 stands for.
    pub fn scale(&self) -> i32 {
        self.scale
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
    if (1..=MAX_HIDDEN).contains(&hidden) {
        return Ok(());
    }
    Err(NetworkError::Shape {
        name: "number of hidden neurons",
        found: u32::try_from(hidden).unwrap_or(u32::MAX),
        expected: format!("1 to {MAX_HIDDEN}"),
    })
}

/// Checks the units of the evaluation that an output of 1 stands for.
fn check_scale(scale: i32) -> Result<(), NetworkError> {
    if (1..=MAX_SCALE).contains(&scale) {
        return Ok(());
    }
    Err(NetworkError::Shape {
        name: "scale",
        found: scale as u32,
        expected: format!("1 to {MAX_SCALE}"),
    })
}

/// Checks that all `values` lie within ±`limit`.
fn check_range(layer: &'static str, values: &[i16], limit: i16) -> Result<(), NetworkError> {
    match values.iter().find(|value| value.unsigned_abs() > limit.unsigned_abs()) {
        Some(&value) => {
            Err(NetworkError::Range { layer, value: value.into(), limit: limit.into() })
        }
        None => Ok(()),
    }
}

/// Checks that no sum of an output layer can overflow 32 bits.
fn check_sums(output_weights: &[i16], hidden: usize) -> Result<(), NetworkError> {
    let sums = output_weights
        .chunks(2 * hidden)
        .map(|weights| weights.iter().map(|&weight| i64::from(weight).abs()).sum::<i64>());
    match sums.max() {
        Some(value) if value > MAX_WEIGHT_SUM => Err(NetworkError::Range {
            layer: "sums of the magnitudes of output weights",
            value,
            limit: MAX_WEIGHT_SUM,
        }),
        _ => Ok(()),
    }
}

/// Converts the weighted sum of an output layer, in units of 1/(`QA` · `QA` · `QB`), and its bias,
/// in units of 1/(`QA` · `QB`), to a score. An output of 1 is `scale` units of the evaluation.
#[inline]
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
    /// A folder, a pipe or a device.
    #[error("not a regular file")]
    NotAFile,
    /// The file is not a network file.
    #[error("not a network file: it begins with '{}' instead of 'NUNATAK\\0'", .0.escape_ascii())]
    Magic(Vec<u8>),
    /// The file has another version of the format.
    #[error("version {0} of the network format; supported: 1")]
    Version(u32),
    /// The network has another shape.
    #[error("the network's {name} is {found}; supported: {expected}")]
    Shape {
        /// The property that differs.
        name: &'static str,
        /// Its value in the network.
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
