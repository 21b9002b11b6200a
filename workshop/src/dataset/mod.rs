//! Recorded games as training data: their file format, and the positions selected from them.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod counts;
mod filter;
mod game;
mod packed;
mod reader;
mod results;
mod shuffle;
mod summary;

pub use filter::{Filter, Split};
pub use game::{Game, NO_SCORE, Position, ScoredMove, white_view};
pub use packed::{
    PACKED_BYTES, PackedError, pack, packed_piece_count, packed_pieces, packed_side_to_move, unpack,
};
pub use reader::{GameError, GameReader};
pub use results::ResultsByScore;
pub(crate) use results::{PLAUSIBLE_K, logistic};
pub use shuffle::Shuffler;
pub use summary::Summary;
