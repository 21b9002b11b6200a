//! Test suites in EPD: positions with known best moves, moves to avoid or mates.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod record;
mod suite;

pub use record::{EpdError, EpdRecord};
pub use suite::{LineResult, Verdict, run};
