//! Games in Portable Game Notation.
//!
//! Source: S. J. Edwards, "Standard: Portable Game Notation Specification and Implementation Guide",
//! 1994.

mod read;
mod write;

pub use read::{GameResult, PgnError, PgnFault, PgnGame, PgnReader};
pub use write::{PgnText, Roster, movetext};
