//! Reads and writes games in Portable Game Notation.
//!
//! Source: S. J. Edwards, "Standard: Portable Game Notation Specification and Implementation Guide",
//! 1994.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod notation;
mod read;
mod write;

pub use notation::parse_move;
pub use read::{Annotations, PgnError, PgnFault, PgnGame, PgnReader};
pub use write::{PgnText, Roster, movetext};
