//! Texel's method: weights with which the evaluation foretells the results of games.
//!
//! Each quiet position of a game is expected to end as [`Tuner`]'s sigmoid of its evaluation says.
//! The mean squared distance from how the games did end is the error. The evaluation is linear in
//! its weights, so its [coefficients](nunatak::eval::Coefficients) give the exact gradient, and Adam
//! follows it in mini-batches. Games are split into those learned from and those that tell whether
//! what was learned is true of others.
//!
//! Source: Peter Österlund, "Texel's Tuning Method", chessprogramming.org.

mod adam;
mod load;
mod loss;
mod plot;
mod samples;
#[cfg(test)]
mod tests;
mod tuner;

pub use load::{Loader, TracerError, TrainingSet};
pub use plot::error_curves;
pub use samples::Samples;
pub use tuner::{Epoch, TuneError, Tuner, TunerOptions, find_group};
