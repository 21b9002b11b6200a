//! Perft: counts of the leaf nodes of the tree of legal moves, which verify the move generator.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod count;
mod counter;
mod suite;
mod table;

pub use count::{divide, perft, perft_until};
pub use counter::PerftCounter;
pub use suite::{PerftLineError, PerftSuiteLine};
