//! A quantised network of any width, and what can be wrong with it.

use std::io;

use thiserror::Error;

use super::features::{
    BUCKETS, INPUTS, MAX_FEATURE_WEIGHT, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, MAX_SCALE, QA,
};
use crate::text::counted;

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
    /// `2 * H` weights for each of the [`BUCKETS`], in units of 1/[`QB`](super::QB); the first `H`
    /// belong to the side to move.
    pub output_weights: Vec<i16>,
    /// The bias of each of the [`BUCKETS`], in units of 1/([`QA`] · [`QB`](super::QB)).
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
        check_shape("number of hidden neurons", hidden, MAX_HIDDEN)?;
        check_shape("scale", self.scale as u32 as usize, MAX_SCALE as usize)?;
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
}

/// Checks that a number is from 1 to `max`.
pub(super) fn check_shape(
    name: &'static str,
    found: usize,
    max: usize,
) -> Result<(), NetworkError> {
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

/// A network that cannot be read, written or used.
#[derive(Debug, Error)]
#[allow(missing_docs)]
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
    Shape { name: &'static str, found: usize, expected: String },
    /// The file ends too early, by its number of bytes and that of a network of this shape.
    #[error("the network file is truncated: {}, expected {expected}", counted(*found, "byte"))]
    Truncated { found: usize, expected: usize },
    /// The file has bytes after the end of the network, which takes this number.
    #[error("the network file is longer than the {0} bytes of its network")]
    TooLong(usize),
    /// The file is damaged, by the checksum of its bytes and the one that the header gives.
    #[error("the network file is damaged: its checksum is {found:016x} instead of {expected:016x}")]
    Checksum { found: u64, expected: u64 },
    /// A layer has the wrong number of weights or biases.
    #[error("{found} {layer} instead of {expected} for {hidden} hidden neurons")]
    Length { layer: &'static str, found: usize, expected: usize, hidden: usize },
    /// A value of a layer is too large for the integer arithmetic.
    #[error("{layer}: {value} is not within ±{limit}")]
    Range { layer: &'static str, value: i64, limit: i64 },
}
