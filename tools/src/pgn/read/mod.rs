//! Reads games: start position, moves and outcome.
//!
//! The reader is lenient wherever the meaning is clear. A game that it cannot follow is an error of
//! its own; the next one is read as usual.

mod builder;
mod game;
mod notes;
mod reader;
#[cfg(test)]
mod tests;
mod tokens;

pub use game::{PgnError, PgnFault, PgnGame};
pub use reader::PgnReader;
pub use tokens::{after_commands, closing};
pub(crate) use tokens::{is_tag, parse_result};
