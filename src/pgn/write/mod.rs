//! Writes games.

mod annotated;
mod fresh;
mod layout;

pub use fresh::{PgnText, Roster, movetext};
