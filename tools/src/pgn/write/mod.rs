//! Writes games.

mod annotated;
mod layout;
mod new_game;

pub use new_game::{PgnText, Roster, numbered_moves};
