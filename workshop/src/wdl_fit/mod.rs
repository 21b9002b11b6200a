//! Fits the win, draw and loss [model](nunatak::wdl) to recorded games, and shows how well it
//! predicts others.
//!
//! An observation is the search score of a position together with the result of its game. The
//! proportional-odds model is log-concave in its coefficients, so that the likelihood of all
//! observations has a single maximum, which Newton's method finds.
//!
//! Source: J. W. Pratt, "Concavity of the Log Likelihood", 1981.

mod fit;
mod table;
mod tally;
#[cfg(test)]
mod tests;

pub use fit::{FitError, fit, log_likelihood, source};
pub use table::WdlTable;
pub use tally::Tally;
