//! Games in Portable Game Notation.
//!
//! Source: S. J. Edwards, "Standard: Portable Game Notation Specification and Implementation Guide",
//! 1994.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod read;
mod write;

pub use read::{GameResult, PgnError, PgnFault, PgnGame, PgnReader};
pub use write::{PgnText, Roster, movetext};
