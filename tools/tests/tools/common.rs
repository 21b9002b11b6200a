//! Helpers of the tests.

#[path = "../../../tests/nunatak/common/files.rs"]
pub(crate) mod files;
#[allow(dead_code)] // The tests of the engine use all of them.
#[path = "../../../tests/nunatak/common/positions.rs"]
pub(crate) mod positions;
#[path = "../../../tests/nunatak/common/reports.rs"]
pub(crate) mod reports;
#[path = "../../../tests/nunatak/common/run.rs"]
mod run;

#[cfg(unix)]
use std::process::{Child, Command};

pub(crate) use self::run::{
    Folder, after, assert_escaped, assert_value_refused, program, run, run_program, run_with_input,
    shown, stderr, stdout,
};

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_nunatak-tools");

/// Sends the signal of Ctrl-C to a running program.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}
