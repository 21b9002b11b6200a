//! Tests of the workshop's library and program.

mod common;
mod convert;
#[cfg(target_os = "linux")]
mod disk_full;
mod install_net;
mod interruptions;
mod label;
mod magics;
mod merging;
mod outputs;
mod paths;
mod record;
mod selfplay;
#[path = "../../src/testing.rs"]
mod testing;
mod train;
mod tune;
mod wdl;

// Where `testing`, which the unit tests share, expects it.
use nunatak_workshop::dataset;
