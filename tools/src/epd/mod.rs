//! Test suites in EPD: positions with known best moves, moves to avoid, points for moves or mates.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod points;
mod record;
mod suite;

pub use points::{Points, PointsError};
pub use record::{EpdError, EpdRecord};
pub use suite::{Answer, Effort, LineResult, run};
