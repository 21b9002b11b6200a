//! Games in Portable Game Notation.
//!
//! Source: S. J. Edwards, "Standard: Portable Game Notation Specification and Implementation Guide",
//! 1994.

mod write;

pub use write::{PgnText, Roster, movetext};
