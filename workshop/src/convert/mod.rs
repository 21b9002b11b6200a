//! Conversion of match games into records for training.
//!
//! A match of the engine against itself or its predecessors is a by-product worth keeping: its
//! games are played with more time than self-play. Tournament managers such as fastchess note
//! score, depth and time of each move in a comment, `{+0.35/14 0.123s, n=20000}`. The scores there
//! are those that the engine shows, [normalised](nunatak::wdl::normalised) so that +100 is an even
//! chance to win. They are converted back to units of the evaluation with the model of this
//! program, which should therefore be the one of the engine that played.
//!
//! Moves without a score, such as those of a book, are recorded with
//! [`NO_SCORE`](crate::dataset::NO_SCORE), and no filter keeps their positions.

mod game;
mod score;

pub use game::{Omission, convert, players};
