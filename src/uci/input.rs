//! The input, in a thread of its own or read by the search.
//!
//! It acts at once on commands that concern a running search, and passes all others on in order. It
//! also opens the log and logs the input.

use std::io::{self, BufRead, ErrorKind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::command::{Command, is_command, parse};
use super::options::path;
use super::output::{LOG_FILE, Output};
use super::tokens::CommandError;
use crate::search::SearchControl;
use crate::text::{LongLine, read_line};

/// A message to the engine: a command with the control that can stop it, or an error in a line.
pub(super) type Event = Result<(Command, Arc<SearchControl>), CommandError>;

/// A long-running command that has been passed on and may be unfinished.
struct Job {
    control: Arc<SearchControl>,
    is_search: bool,
    /// Whether only `stop` ends it.
    is_endless: bool,
}

/// The input with the jobs that came from it.
pub(super) struct Input<R> {
    reader: R,
    /// The jobs in the order of their execution.
    jobs: Vec<Job>,
    events: Sender<Event>,
    output: Arc<Output>,
    /// Whether there was a `quit`, no line can follow, or nothing takes the events or the output.
    pub(super) is_over: bool,
}

impl<R: BufRead> Input<R> {
    /// Creates an input, and the receiver of the commands for the engine.
    pub(super) fn new(reader: R, output: Arc<Output>) -> (Self, Receiver<Event>) {
        let (events, receiver) = channel();
        (Self { reader, jobs: Vec::new(), events, output, is_over: false }, receiver)
    }

    /// Reads to the end and stops endless searches, since no `stop` can follow; other jobs end by
    /// themselves.
    pub(super) fn read_all(mut self) {
        self.read();
        self.stop_endless();
    }

    /// Reads to the end, or to `quit`, and passes the commands for the engine on. If the reader
    /// gets more lines later, it may be called again; one that cannot returns
    /// [`ErrorKind::BrokenPipe`].
    pub(super) fn read(&mut self) {
        while !self.is_over {
            match read_line(&mut self.reader) {
                Ok(Some(line)) => self.take(&line),
                // The line was too long, and the rest of the input is intact.
                Err(error) if error.kind() == ErrorKind::InvalidData => self.refuse(&error),
                Ok(None) => return,
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                    self.stop_endless();
                    self.is_over = true;
                }
                Err(error) => {
                    self.output.refuse(format_args!("the input: {error}"));
                    return;
                }
            }
        }
    }

    /// Refuses a line that was too long, and the position that it may set up.
    fn refuse(&mut self, error: &io::Error) {
        let line = error.get_ref().and_then(|inner| inner.downcast_ref::<LongLine>());
        let start = line.map_or("", |line| &line.start);
        self.output.log_input(&format!("{start}…"));
        self.output.refuse(error);
        if start.split_whitespace().find(|word| is_command(word)) == Some("position") {
            let position = Command::Position(Err(CommandError::TooLong));
            self.send(Ok((position, Arc::default())));
        }
    }

    fn send(&mut self, event: Event) {
        self.is_over |= self.events.send(event).is_err();
    }

    /// Acts on a line or passes it on.
    fn take(&mut self, line: &str) {
        self.jobs.retain(|job| !job.control.is_finished());
        let (command, errors) = parse_and_log(line, &self.output);
        let is_running = |job: &Job| job.is_search && !job.control.is_stopped();
        let command = match command {
            Some(Command::Quit) => return self.end(),
            Some(Command::Stop) => {
                self.stop();
                None
            }
            Some(Command::PonderHit) => {
                self.jobs.iter().for_each(|job| job.control.ponder_hit());
                None
            }
            // The answer does not wait for searches, unless all have been stopped.
            Some(Command::IsReady) if self.jobs.iter().any(is_running) => {
                self.output.line("readyok");
                if self.output.is_closed() {
                    self.end();
                }
                None
            }
            other => other,
        };
        errors.into_iter().for_each(|error| self.send(Err(error)));
        if let Some(command) = command {
            let control = self.control(&command);
            self.send(Ok((command, control)));
        }
    }

    /// Returns a control for `command`, and adds a job if the command is long-running.
    fn control(&mut self, command: &Command) -> Arc<SearchControl> {
        let ponder = matches!(command, Command::Go(go) if go.ponder);
        let control = Arc::new(SearchControl::new(ponder));
        let is_search = matches!(command, Command::Go(_));
        if is_search
            || matches!(command, Command::Perft(_) | Command::Divide(_) | Command::Bench(_))
        {
            let is_endless = command.is_endless();
            self.jobs.push(Job { control: Arc::clone(&control), is_search, is_endless });
        }
        control
    }

    /// Stops the running job and all waiting searches: `stop` is meant for the last `go`, which
    /// would otherwise wait for those before it. Other waiting jobs are kept.
    fn stop(&self) {
        for (index, job) in self.jobs.iter().enumerate() {
            if index == 0 || job.is_search {
                job.control.stop();
            }
        }
    }

    /// Stops the searches that only another command would end.
    fn stop_endless(&self) {
        let is_waiting = |job: &&Job| job.is_endless || job.control.is_pondering();
        self.jobs.iter().filter(is_waiting).for_each(|job| job.control.stop());
    }

    /// Stops all jobs and reads no more.
    fn end(&mut self) {
        self.jobs.iter().for_each(|job| job.control.stop());
        self.is_over = true;
    }
}

/// Parses a line and logs it. If it sets the option of the log, the log begins or ends with it,
/// even if the engine is busy. The engine records what is set: no value after a refusal.
pub(super) fn parse_and_log(line: &str, output: &Output) -> (Option<Command>, Vec<CommandError>) {
    let (mut command, errors) = parse(line);
    if let Some(Command::SetOption { name, value }) = &mut command
        && name.eq_ignore_ascii_case(LOG_FILE)
        && let Err(error) = output.log_to(path(value))
    {
        output.refuse(format_args!("option {LOG_FILE}: '{value}': {error}; the log is off"));
        value.clear();
    }
    output.log_input(line);
    (command, errors)
}
