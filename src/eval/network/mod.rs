//! The network evaluation (NNUE).
//!
//! # Shape
//!
//! The network is a `(8x768hm → H)x2 → 1x8`. Each side has its own perspective of the board, with
//! its first rank at the bottom and its king on the files a to d, mirrored if necessary. In a
//! perspective, each own or opposing piece of a type on a square is one of 768 inputs, its
//! [feature](feature_index), eight times by where the king stands. The features that are present
//! select rows of `H` weights, whose sum is the *accumulator* of the perspective. Both perspectives
//! share the weights.
//!
//! The accumulators, that of the side to move first, are clipped to 0 to 1 and squared (SCReLU). A
//! weighted sum of the results is the score. There are eight such output layers, one for each
//! [bucket] of piece counts.
//!
//! # Arithmetic
//!
//! All numbers are integers: [`QA`] represents 1 in the accumulators, [`QB`] in the output weights.
//! Limits on the weights rule out overflows, so that the loops over rows compile to vector
//! instructions with 16-bit lanes on any processor. On x86-64 the [widest](VectorInstructions) that
//! the processor has are chosen at run time.
//!
//! # Updates
//!
//! Successive positions of a search differ by a few moves, so accumulators are updated instead of
//! recomputed. The [evaluator](NetworkEvaluator) keeps a pair of accumulators with the board they
//! represent. For the next board, it adds and subtracts the rows of the pieces that differ, on four
//! squares on average, in one pass over the sums. The search does not report its moves, and null
//! moves need no update. A stack of accumulators by ply would reduce the difference to three
//! squares, but finding and copying the nearest took more time than it saved with 128 neurons, and
//! as much with 512.
//!
//! When a king crosses the middle of the board or comes to another of its eight regions, all
//! features of its perspective change. So each combination of both sides' views of the board has
//! its own pair of accumulators, and a return to an earlier combination is a small update, too.
//!
//! # Files
//!
//! [`Network`] is what the engine plays with: it has the width that the engine is compiled for and
//! a layout for speed, and one is [embedded](Network::embedded) in the program, where its weights
//! are read in place. [`StoredNetwork`] is a network of any width, as it is trained and kept in a
//! file.

mod evaluator;
mod features;
mod file;
mod row;
mod stored;
#[cfg(test)]
mod tests;
mod trace;

pub use evaluator::{Network, NetworkEvaluator, to_score};
pub use features::{
    BUCKETS, HIDDEN, INPUTS, MAX_FEATURE_WEIGHT, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, MAX_PIECES,
    MAX_SCALE, PIECE_INPUTS, QA, QB, bucket, bucket_of_count, feature_index, pieces_of_bucket,
};
pub use row::VectorInstructions;
pub use stored::{NetworkError, StoredNetwork};
pub use trace::NetworkTrace;
