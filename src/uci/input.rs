//! The input thread.
//!
//! It acts at once on commands that concern a running search, and passes all others on in order. It
//! also opens the log and logs the input.

use std::io::{BufRead, ErrorKind};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::command::{Command, Line, parse};
use super::options;
use super::output::{Direction, Output};
use super::words::CommandError;
use crate::search::SearchControl;
use crate::text::read_line;

/// A line passed on to the engine.
#[derive(Debug)]
pub(super) enum Event {
    /// A command, with the control that can stop it.
    Command(Command, Arc<SearchControl>),
    /// An error in a line.
    Error(CommandError),
}

/// A long-running command that has been passed on and may be unfinished.
struct Job {
    control: Arc<SearchControl>,
    is_search: bool,
}

/// The jobs in the order of their execution.
#[derive(Default)]
struct Jobs(Vec<Job>);

impl Jobs {
    /// Returns a control for `command`, and adds a job if the command is long-running.
    fn add(&mut self, command: &Command) -> Arc<SearchControl> {
        let ponder = matches!(command, Command::Go(go) if go.ponder);
        let control = Arc::new(SearchControl::new(ponder));
        let is_search = matches!(command, Command::Go(_));
        if is_search
            || matches!(command, Command::Perft(_) | Command::Divide(_) | Command::Bench(_))
        {
            self.0.push(Job { control: Arc::clone(&control), is_search });
        }
        control
    }

    fn remove_finished(&mut self) {
        self.0.retain(|job| !job.control.is_finished());
    }

    /// Whether a search is running or waiting that has not been stopped.
    fn has_search(&self) -> bool {
        self.0.iter().any(|job| job.is_search && !job.control.is_stopped())
    }

    /// Stops the running job and all waiting searches: `stop` is meant for the last `go`, which
    /// would otherwise wait for those before it. Other waiting jobs are kept.
    fn stop(&self) {
        for (index, job) in self.0.iter().enumerate() {
            if index == 0 || job.is_search {
                job.control.stop();
            }
        }
    }

    fn stop_searches(&self) {
        self.0.iter().filter(|job| job.is_search).for_each(|job| job.control.stop());
    }

    fn stop_all(&self) {
        self.0.iter().for_each(|job| job.control.stop());
    }

    fn ponder_hit(&self) {
        self.0.iter().for_each(|job| job.control.ponder_hit());
    }
}

/// Reads `input` until `quit` or its end; sends the commands for the engine to `events`.
pub(super) fn read(mut input: impl BufRead, events: &Sender<Event>, output: &Output) {
    let mut jobs = Jobs::default();
    loop {
        let line = match read_line(&mut input) {
            Ok(Some(line)) => line,
            // The line was too long, and the rest of the input is intact.
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                output.info(error);
                continue;
            }
            Ok(None) | Err(_) => break,
        };
        jobs.remove_finished();
        let Line { command, errors } = parse(&line);
        // The log begins with this line, even if the engine is busy.
        set_at_once(command.as_ref(), output);
        output.log(Direction::In, &line);
        let command = match command {
            Some(Command::Quit) => return jobs.stop_all(),
            Some(Command::Stop) => {
                jobs.stop();
                None
            }
            Some(Command::PonderHit) => {
                jobs.ponder_hit();
                None
            }
            Some(Command::IsReady) if jobs.has_search() => {
                output.line("readyok");
                if output.is_closed() {
                    return jobs.stop_all();
                }
                None
            }
            other => other,
        };
        let command = command.map(|command| {
            let control = jobs.add(&command);
            Event::Command(command, control)
        });
        for event in errors.into_iter().map(Event::Error).chain(command) {
            if events.send(event).is_err() {
                return;
            }
        }
    }
    // No `stop` can follow; other jobs end by themselves.
    jobs.stop_searches();
}

/// Sets an option that concerns the output alone, if `command` does.
pub(super) fn set_at_once(command: Option<&Command>, output: &Output) {
    if let Some(Command::SetOption { name, value }) = command
        && let Err(error) = options::set_at_once(name, value.as_deref(), output)
    {
        output.info(error);
    }
}
