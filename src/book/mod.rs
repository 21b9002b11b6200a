//! Opening books in Polyglot format: looking up moves.
//!
//! A book is a file of [entries](BookEntry) sorted by the [key](book_key) of their position.
//!
//! Source: M. Van den Bergh, "Polyglot book format", after F. Letouzey, "PolyGlot".

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod entry;
mod key;
mod random_numbers;
mod reader;

pub use entry::BookEntry;
pub use key::book_key;
pub use reader::{Book, BookChoice, BookError, BookMove};
