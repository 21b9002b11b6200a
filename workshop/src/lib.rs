//! Development tools for Nunatak, which the engine itself does not need.
//!
//! Modules, each of which imports only from those above it:
//!
//! - [`arguments`]: parsers of numeric command-line arguments
//! - [`checkpoint`]: the format of checkpoints of long runs
//! - [`plot`]: plots of errors by epoch
//! - `random`: random numbers for each part of a run
//! - `shards`: shuffling of more than fits in memory
//! - [`dataset`]: recorded games: their file format, shuffling, filtering and statistics
//! - [`convert`]: conversion of match games in PGN into records
//! - [`selfplay`]: games of the engine against itself
//! - [`tune`]: Texel tuning of the evaluation weights
//! - [`train`]: training of the network
//! - [`wdl_fit`]: maximum-likelihood fit of the win, draw and loss model
//! - [`magics`]: the search for magic numbers

pub mod arguments;
pub mod checkpoint;
pub mod convert;
pub mod dataset;
pub mod magics;
pub mod plot;
mod random;
pub mod selfplay;
mod shards;
#[cfg(test)]
mod testing;
pub mod train;
pub mod tune;
pub mod wdl_fit;
