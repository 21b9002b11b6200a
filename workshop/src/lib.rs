//! Tools for those who make Nunatak, which the engine itself does not need.
//!
//! Modules, each of which imports only from those above it:
//!
//! - [`arguments`]: parsers of numeric command-line arguments
//! - [`dataset`]: recorded games: their file format, shuffling, filtering and statistics
//! - [`selfplay`]: games of the engine against itself
//! - [`tune`]: Texel tuning of the evaluation weights
//! - [`wdl_fit`]: maximum-likelihood fit of the win, draw and loss model
//! - [`magics`]: the search for magic factors

pub mod arguments;
pub mod dataset;
pub mod magics;
pub mod selfplay;
#[cfg(test)]
mod testing;
pub mod tune;
pub mod wdl_fit;
