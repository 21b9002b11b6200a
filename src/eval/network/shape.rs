//! The shape of the network and its quantisation.

use crate::types::{PieceType, Square};

/// Number of features of a perspective: own and opposing pieces of each type on each square.
pub const INPUTS: usize = 2 * PieceType::COUNT * Square::COUNT;

/// Number of hidden neurons per perspective of the networks that the engine plays with, the embedded
/// one included.
pub const HIDDEN: usize = 512;

/// The largest number of hidden neurons per perspective of a network file. With many more, trained
/// output weights are too large for sums of 32 bits.
pub const MAX_HIDDEN: usize = 1_024;
/// The largest scale of a network: the units of the evaluation for an output of 1; typical is 150 to
/// 400.
pub const MAX_SCALE: i32 = 10_000;

/// Number of output layers, one for each [bucket](super::bucket) of piece counts.
pub const BUCKETS: usize = 8;

/// Quantisation unit of the feature weights and biases: an activation of 1 is stored as 255.
pub const QA: i32 = 255;

/// Quantisation unit of the output weights; the output biases have the unit `QA * QB`.
pub const QB: i32 = 64;

/// Number of pieces on a full board.
pub(super) const MAX_PIECES: usize = 32;

/// The largest magnitude of a feature weight or bias. No sum of a bias and 32 weights overflows
/// 16 bits.
pub const MAX_FEATURE_WEIGHT: i16 = i16::MAX / (MAX_PIECES as i16 + 1);

/// The largest magnitude of an output weight. No product with a clipped activation overflows 16
/// bits.
pub const MAX_OUTPUT_WEIGHT: i16 = i16::MAX / QA as i16;
