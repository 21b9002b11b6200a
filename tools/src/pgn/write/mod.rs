//! Writes games.

mod annotated;
mod layout;
mod new_game;

pub use new_game::{Roster, numbered_moves};
