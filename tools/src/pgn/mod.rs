//! Reads and writes games in Portable Game Notation.
//!
//! Source: S. J. Edwards, "Standard: Portable Game Notation Specification and Implementation
//! Guide", 1994.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod annotations;
mod file;
mod marks;
mod read;
#[cfg(test)]
mod tests;
mod typed;
mod typed_error;
mod write;

pub use annotations::{Annotations, Note, Variation, VariationMove};
pub use file::{GameText, for_each_game};
pub(crate) use marks::is_move_glyph;
pub use read::{PgnError, PgnFault, PgnGame, PgnReader, after_commands, closing};
pub(crate) use read::{is_tag, parse_result};
pub use typed::{TypedMove, TypedMoveError, parse_typed_move};
pub use write::{Roster, numbered_moves};
