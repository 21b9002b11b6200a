//! The input, in a thread of its own or read by the search.
//!
//! It acts at once on commands that concern a running search, and passes all others on in order. It
//! also opens the log and logs the input.

use std::io::{self, BufRead, ErrorKind};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::command::{Command, ParsedLine, parse};
use super::options::path;
use super::output::{LOG_FILE, Output};
use super::tokens::CommandError;
use crate::search::SearchControl;
use crate::text::{LongLine, read_line};

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
    /// Whether only `stop` ends it.
    is_endless: bool,
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
            let is_endless = command.is_endless();
            self.0.push(Job { control: Arc::clone(&control), is_search, is_endless });
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

    /// Stops the searches that only another command would end.
    fn stop_endless(&self) {
        let is_waiting = |job: &&Job| job.is_endless || job.control.is_pondering();
        self.0.iter().filter(is_waiting).for_each(|job| job.control.stop());
    }

    fn stop_all(&self) {
        self.0.iter().for_each(|job| job.control.stop());
    }

    fn ponder_hit(&self) {
        self.0.iter().for_each(|job| job.control.ponder_hit());
    }
}

/// The input with the jobs that came from it.
pub(super) struct Input<R> {
    reader: R,
    jobs: Jobs,
    events: Sender<Event>,
    output: Arc<Output>,
    /// Whether there was a `quit`, no line can follow, or nothing takes the events or the output.
    is_over: bool,
}

impl<R: BufRead> Input<R> {
    /// Creates an input, and the receiver of the commands for the engine.
    pub(super) fn new(reader: R, output: Arc<Output>) -> (Self, Receiver<Event>) {
        let (events, receiver) = channel();
        (Self { reader, jobs: Jobs::default(), events, output, is_over: false }, receiver)
    }

    /// Whether no more is read.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Reads to the end and stops endless searches, since no `stop` can follow; other jobs end by
    /// themselves.
    pub(super) fn read_all(mut self) {
        self.read();
        self.jobs.stop_endless();
    }

    /// Reads to the end, or to `quit`, and passes the commands for the engine on. If the reader
    /// gets more lines later, it may be called again; one that cannot returns
    /// [`ErrorKind::BrokenPipe`].
    pub(super) fn read(&mut self) {
        while !self.is_over {
            match read_line(&mut self.reader) {
                Ok(Some(line)) => self.is_over = self.take(&line).is_break(),
                // The line was too long, and the rest of the input is intact.
                Err(error) if error.kind() == ErrorKind::InvalidData => {
                    self.output.refuse(&error);
                    self.is_over = self.refuse_position(&error).is_break();
                }
                Ok(None) => return,
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                    self.jobs.stop_endless();
                    self.is_over = true;
                }
                Err(error) => {
                    self.output.refuse(format_args!("the input: {error}"));
                    return;
                }
            }
        }
    }

    /// Refuses the position of a line that was too long for it, if it is one.
    fn refuse_position(&self, error: &io::Error) -> ControlFlow<()> {
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<LongLine>());
        let is_position =
            |line: &LongLine| line.start.split_whitespace().next() == Some("position");
        if !inner.is_some_and(is_position) {
            return ControlFlow::Continue(());
        }
        let position = Command::Position(Err(CommandError::TooLong));
        self.send(Event::Command(position, Arc::default()))
    }

    fn send(&self, event: Event) -> ControlFlow<()> {
        match self.events.send(event) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// Acts on a line or passes it on; breaks if it is the last.
    fn take(&mut self, line: &str) -> ControlFlow<()> {
        let Self { jobs, output, .. } = self;
        jobs.remove_finished();
        let ParsedLine { command, errors } = parse(line);
        // The log begins with this line, even if the engine is busy.
        let command = open_log(command, output);
        output.log_input(line);
        let command = match command {
            Some(Command::Quit) => {
                jobs.stop_all();
                return ControlFlow::Break(());
            }
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
                    jobs.stop_all();
                    return ControlFlow::Break(());
                }
                None
            }
            other => other,
        };
        let command = command.map(|command| {
            let control = jobs.add(&command);
            Event::Command(command, control)
        });
        errors.into_iter().map(Event::Error).chain(command).try_for_each(|event| self.send(event))
    }
}

/// Opens or closes the log if `command` sets its option. Returns the command for the engine, which
/// records what is set: no value after a refusal.
pub(super) fn open_log(mut command: Option<Command>, output: &Output) -> Option<Command> {
    if let Some(Command::SetOption { name, value }) = &mut command
        && name.eq_ignore_ascii_case(LOG_FILE)
    {
        let text = value.as_deref().unwrap_or_default();
        if let Err(error) = output.log_to(path(text)) {
            output.refuse(format_args!("option {LOG_FILE}: '{text}': {error}; the log is off"));
            *value = None;
        }
    }
    command
}
