//! The network evaluation (NNUE).
//!
//! # Shape
//!
//! The network is a `(768hm → H)x2 → 1x8`. Each side looks at the board from its own perspective:
//! its own pieces come first, its first rank is at the bottom, and its king is on the files a to d,
//! mirrored if need be. In a perspective every piece on its square is one of 768 inputs, its
//! [feature](feature_index). Each feature that is present adds a row of `H` weights to the sums of
//! the perspective, its *accumulator*. Both perspectives share the weights.
//!
//! The accumulators, the side to move's first, are clipped to 0 to 1 and squared (SCReLU). A
//! weighted sum of the results is the score. There are eight such output layers, one for each
//! [bucket] of piece counts.
//!
//! # Arithmetic
//!
//! All numbers are integers: [`QA`] stands for 1 in the accumulators, [`QB`] in the output weights.
//! The limits of the weights are such that no sum or product that matters overflows, so that the
//! loops over [rows](row) compile to vector instructions of 16-bit lanes on any processor.
//!
//! # Updates
//!
//! A search evaluates positions that differ little from each other, so accumulators are not
//! computed from scratch. An [evaluator](NetworkEvaluator) keeps one pair of
//! [accumulators](accumulators) and the pieces that they stand for, and adds and subtracts the rows of
//! the pieces that differ on the next board: on average four squares. Nothing has to be told about
//! moves, and a null move changes nothing. Keeping accumulators by ply as well would find a closer
//! relative, three squares away, but costs more time than it saves at this size.
//!
//! When a king crosses the middle of the board, all squares of its perspective are mirrored. Each of
//! the four combinations of mirrored perspectives has a pair of accumulators of its own, so that a
//! return to an earlier combination is a small update again.
//!
//! # Files
//!
//! [`Network`] is a network of any width as it is trained and [stored](file).
//! [`EngineNetwork`] has the width that the engine is compiled for, laid out for speed. One is
//! [embedded](EngineNetwork::embedded) in the program.

mod accumulators;
mod embedded;
mod engine_network;
mod error;
mod evaluator;
mod features;
mod file;
mod model;
mod row;
mod score;
mod shape;
#[cfg(test)]
mod tests;
mod trace;

pub use embedded::IS_DEFAULT;
pub use engine_network::EngineNetwork;
pub use error::NetworkError;
pub use evaluator::NetworkEvaluator;
pub use features::{bucket, bucket_of_count, feature_index};
pub use model::Network;
pub use shape::{
    BUCKETS, HIDDEN, INPUTS, MAX_FEATURE_WEIGHT, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, QA, QB,
};
pub use trace::NetworkTrace;
