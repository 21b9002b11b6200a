//! The network evaluation (NNUE).
//!
//! The network has the shape `(768hm → H)x2 → 1x8`. Each side looks at the board from its own
//! perspective, in which every piece on its square is one of 768 [features]. A feature
//! transformer, shared by both perspectives, maps the features that are present to `H` sums. The
//! sums of the side to move and those of the opponent, clipped and squared (SCReLU), are the
//! inputs of the output layer, of which there are eight: one for each [bucket] of piece counts.
//!
//! [features]: feature_index
//! [bucket]: bucket

mod error;
mod features;
mod file;
mod model;
mod shape;
#[cfg(test)]
mod tests;

pub use error::NetworkError;
pub use features::{bucket, bucket_of_count, feature_index};
pub use model::Network;
pub use shape::{
    BUCKETS, HIDDEN, INPUTS, MAX_FEATURE_WEIGHT, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, QA, QB,
};
