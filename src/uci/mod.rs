//! The Universal Chess Interface, on standard input and output or any other reader and writer.
//!
//! An input thread parses the commands. It handles those that cannot wait, such as `stop`, and
//! passes the others on to the engine, which executes them in order.
//!
//! Source: S. Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod engine;
mod go;
mod input;
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

use self::command::{Command, Line, parse};
use self::engine::Engine;
use self::input::{Event, set_at_once};
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

/// Executes `lines` one after the other, without reading any input, until `quit`. A search ends by
/// its own limits.
///
/// # Errors
/// [`AllocationError`] if there is no memory for a transposition table of the default size.
pub fn execute(
    lines: impl IntoIterator<Item = String>,
    output: impl Write + Send + 'static,
) -> Result<(), AllocationError> {
    let output = Arc::new(Output::new(output));
    let mut engine = Engine::new(DEFAULT_MEGABYTES, Arc::clone(&output))?;
    for line in lines {
        let Line { command, errors } = parse(&line);
        if command == Some(Command::Quit) {
            break;
        }
        set_at_once(command.as_ref(), &output);
        let command = command.map(|command| Event::Command(command, Arc::default()));
        engine.run(errors.into_iter().map(Event::Error).chain(command));
    }
    Ok(())
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
