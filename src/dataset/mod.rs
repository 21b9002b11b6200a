//! Games that were played to learn from: their file format, and which of their positions count.

mod filter;
mod game;

pub use filter::Filter;
pub use game::{Game, GameError, GameReader, Outcome, Position, ScoredMove};
