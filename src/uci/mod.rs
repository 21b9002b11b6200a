//! The Universal Chess Interface, on standard input and output or any other reader and writer.
//!
//! An input thread parses the commands. It handles those that cannot wait, such as `stop`, and
//! passes the others on to the engine, which executes them in order.
//!
//! Source: S. Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod engine;
mod export;
mod go;
mod input;
mod log;
mod option_kinds;
mod options;
mod output;
mod position;
mod report;
mod settings;
mod words;

use std::io::{self, BufRead, BufReader, Write};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;

use self::engine::Engine;
use self::output::Output;
use crate::tt::{AllocationError, DEFAULT_MEGABYTES};

/// Runs the engine on standard input and output until `quit`, the end of input or the closing of
/// the output.
///
/// # Errors
/// [`AllocationError`] if there is no memory for a transposition table of the default size.
pub fn run() -> Result<(), AllocationError> {
    serve(BufReader::new(io::stdin()), io::stdout())
}

/// Runs an engine that reads commands from `input` and writes to `output`, until `quit`, the end of
/// `input` or the closing of `output`.
///
/// # Errors
/// [`AllocationError`] if there is no memory for a transposition table of the default size.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), AllocationError> {
    let output = Arc::new(Output::new(output));
    let (sender, events) = channel();
    let input_output = Arc::clone(&output);
    // The thread is not joined: it may be blocked in a read until the process ends.
    thread::spawn(move || input::read(input, &sender, &input_output));
    Engine::new(DEFAULT_MEGABYTES, output)?.run(events);
    Ok(())
}
