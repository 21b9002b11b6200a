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
use std::{
    io::{BufRead, BufReader, Read},
    process::{Child, Command, Output, Stdio},
};

pub(crate) use self::run::{
    Folder, after, assert_escaped, assert_refused, assert_value_refused, program, run, run_program,
    run_with_input, shown, stderr, stdout, wait_until,
};

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_nunatak-tools");

/// Runs a command, and interrupts it once it has printed a text that `is_reached`.
#[cfg(unix)]
pub(crate) fn interrupted(command: &mut Command, is_reached: impl Fn(&str) -> bool) -> Output {
    let pipes = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    let mut printed = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    while !is_reached(&text) {
        assert_ne!(printed.read_line(&mut text).expect("UTF-8"), 0, "{text}");
    }
    interrupt(&child);
    printed.read_to_string(&mut text).expect("UTF-8");
    let output = child.wait_with_output().expect("an end");
    Output { stdout: text.into_bytes(), ..output }
}

/// Sends the signal of Ctrl-C to a running program.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    self::run::signal("-INT", child.id());
}
