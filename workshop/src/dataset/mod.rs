//! Recorded games as training data: their file format, and the positions selected from them.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod counts;
mod filter;
mod game;
mod histogram;
mod reader;
mod record;
mod results;
mod shuffle;
mod split;
mod summary;

pub use filter::Filter;
pub use game::{Game, NO_SCORE, Position, ScoredMove, white_view};
pub use reader::{GameError, GameReader};
pub use results::ResultsByScore;
pub use shuffle::Shuffler;
pub use split::Split;
pub use summary::Summary;
