//! The library of Nunatak's workshop: what it takes to make the engine, and not to play.

pub mod calibration;
pub mod dataset;
pub mod magics;
pub mod selfplay;
pub mod tune;
