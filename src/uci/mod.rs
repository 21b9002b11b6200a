//! The Universal Chess Interface, on standard input and output or any other reader and writer.
//!
//! An input thread parses the commands. It handles those that cannot wait, such as `stop`, and
//! passes the others on to the engine, which executes them in order. Where there are no threads,
//! the search reads the input in between ([`Session`]).
//!
//! Source: S. Meyer-Kahlen, "Description of the universal chess interface (UCI)", 2006.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod command;
mod engine;
mod export;
mod go;
mod input;
mod option_kinds;
mod options;
mod output;
mod position;
mod report;
mod settings;
mod tokens;

use std::cell::RefCell;
use std::io::{self, BufRead, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread;

use thiserror::Error;

pub(crate) use self::command::is_command;
use self::command::{Command, parse};
use self::engine::Engine;
use self::input::{Event, Input, parse_and_log};
use self::output::Output;
use crate::search::SearchControl;
use crate::tt::AllocationError;

/// Reasons why the protocol ends early.
#[derive(Debug, Error)]
pub enum UciError {
    /// There is no memory for a transposition table of the default size.
    #[error(transparent)]
    Allocation(#[from] AllocationError),
    /// The system starts no thread for the input.
    #[error("a thread cannot be started: {0}")]
    Thread(io::Error),
    /// A line cannot be written, though the output is open.
    #[error("the output: {0}")]
    Output(#[from] io::Error),
}

/// Executes `lines` one after the other, without reading any input, until `quit`. A search ends by
/// its own limits, or before it has begun if `stop` follows directly; an endless one if `stop` or
/// `quit` follows anywhere. Returns whether nothing was refused.
///
/// # Errors
/// [`UciError`] if there is no memory, or a line cannot be written.
pub fn execute(lines: &[String], output: impl Write + Send + 'static) -> Result<bool, UciError> {
    let output = Arc::new(Output::new(output));
    let mut engine = Engine::new(Arc::clone(&output))?;
    for (index, line) in lines.iter().enumerate() {
        let (command, errors) = parse_and_log(line, &output);
        if command == Some(Command::Quit) {
            break;
        }
        // A search that is to be stopped at once need not have limits.
        let control = Arc::<SearchControl>::default();
        let mut later = lines.iter().skip(index + 1).map(|line| parse(line).0);
        let is_stopped = if command.as_ref().is_some_and(Command::is_endless) {
            later.any(|command| matches!(command, Some(Command::Stop | Command::Quit)))
        } else {
            later.next().flatten() == Some(Command::Stop)
        };
        if is_stopped {
            control.stop();
        }
        let command = command.map(|command| Ok((command, control)));
        engine.run(errors.into_iter().map(Err).chain(command));
    }
    output.result()?;
    Ok(!output.has_refused())
}

/// Runs an engine that reads commands from `input` and writes to `output`, until `quit`, the end of
/// `input` or the closing of `output`.
///
/// # Errors
/// [`UciError`] if there is no memory or no thread for the input, or a line cannot be written
/// though the output is open.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), UciError> {
    let output = Arc::new(Output::new(output));
    let (input, events) = Input::new(input, Arc::clone(&output));
    // The thread is not joined: it may be blocked in a read until the process ends.
    thread::Builder::new().spawn(move || input.read_all()).map_err(UciError::Thread)?;
    Engine::new(Arc::clone(&output))?.run(events);
    Ok(output.result()?)
}

/// An engine on the thread of its caller, for platforms without threads.
///
/// Reading its input never blocks: the input ends when no line is waiting, and may have more lines
/// later. If no more will come, reading it is an error of the kind [`ErrorKind::BrokenPipe`].
///
/// [`ErrorKind::BrokenPipe`]: io::ErrorKind::BrokenPipe
pub struct Session<R> {
    input: Rc<RefCell<Input<R>>>,
    events: Receiver<Event>,
    engine: Engine,
    output: Arc<Output>,
}

impl<R: BufRead + 'static> Session<R> {
    /// Creates an engine that reads commands from `input` and writes to `output`.
    ///
    /// # Errors
    /// [`AllocationError`] if there is no memory for a transposition table of the default size.
    pub fn new(input: R, output: impl Write + Send + 'static) -> Result<Self, AllocationError> {
        let output = Arc::new(Output::new(output));
        let (input, events) = Input::new(input, Arc::clone(&output));
        let input = Rc::new(RefCell::new(input));
        let mut engine = Engine::new(Arc::clone(&output))?;
        let search_input = Rc::clone(&input);
        engine.read_input = Box::new(move || search_input.borrow_mut().read());
        Ok(Self { input, events, engine, output })
    }

    /// Executes the lines that are waiting, and those that come during a search. A search that must
    /// wait for `stop` or `ponderhit` does not block; its `bestmove` comes with a later call.
    /// Returns whether the session goes on, which `quit` and the end of all input end.
    pub fn run(&mut self) -> bool {
        self.input.borrow_mut().read();
        self.engine.run_without_waiting(&self.events);
        !self.input.borrow().is_over && !self.output.is_closed()
    }

    /// Whether anything was refused.
    pub fn has_refused(&self) -> bool {
        self.output.has_refused()
    }
}
