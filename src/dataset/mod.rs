//! Games that were played to learn from: their file format, and which of their positions count.

mod filter;
mod game;
mod shuffle;
mod summary;

pub use filter::Filter;
pub use game::{Game, GameError, GameReader, Outcome, Position, ScoredMove};
pub use shuffle::Shuffler;
pub use summary::Summary;
