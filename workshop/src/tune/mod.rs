//! Texel tuning: fitting the weights of the evaluation to game results.
//!
//! A sigmoid of the evaluation predicts the result of the game for each quiet position; the error
//! is the mean squared difference to the actual results. The evaluation is linear in its weights,
//! so that its [coefficients](Coefficients) give the exact gradient, which Adam follows in
//! mini-batches. Games held out for validation show whether the weights generalise.
//!
//! Source: Peter Österlund, "Texel's Tuning Method", chessprogramming.org.

mod checkpoint;
mod coefficients;
mod error;
mod loader;
mod loss;
mod options;
mod samples;
mod source;
#[cfg(test)]
mod tests;
mod tuner;
mod vector;

pub use checkpoint::check_options;
pub use coefficients::Coefficients;
pub use error::TuneError;
pub use loader::{Loader, TrainingSet};
pub use options::{TunerOptions, find_group};
pub use samples::Samples;
pub use source::{is_source, source};
pub use tuner::{Epoch, Tuner, error_curves};
