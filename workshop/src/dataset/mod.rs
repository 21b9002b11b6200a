//! Games that were played to learn from: their file format, and which of their positions count.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod filter;
mod game;
mod shuffle;
mod summary;

pub use filter::Filter;
pub use game::{Game, GameError, GameReader, Position, ScoredMove};
pub use shuffle::Shuffler;
pub use summary::Summary;
