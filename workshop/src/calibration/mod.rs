//! Fits the [model](nunatak::wdl) of win, draw and loss to recorded games, and tells how well it
//! foretells others.
//!
//! Every position counts with the score that its search found and the result of its game. The
//! likelihood of all results has a single maximum, as the proportional-odds model is concave in its
//! coefficients; Newton's method finds it.

mod fit;
mod table;
mod tally;
#[cfg(test)]
mod tests;

pub use fit::{FitError, fit, log_likelihood};
pub use table::Table;
pub use tally::{Split, Tally};
