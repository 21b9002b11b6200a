//! The input thread.
//!
//! It does two things with what it reads: answers or signals what cannot wait for the end of a
//! search, and hands everything else on in order. It also logs it, if that is wanted.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::command::{Command, CommandError, parse};
use super::log::Direction;
use super::options::DEBUG_LOG_FILE;
use super::output::Output;
use crate::search::SearchControl;

/// What the input thread hands on.
#[derive(Debug)]
pub(super) enum Event {
    /// A command, and what controls it if it takes long.
    Command(Command, Arc<SearchControl>),
    /// A line that is no command.
    Error(CommandError),
}

/// Long work that was handed on and may not be finished.
struct Job {
    control: Arc<SearchControl>,
    is_search: bool,
}

/// The jobs, in the order in which they are carried out.
#[derive(Default)]
struct Jobs(Vec<Job>);

impl Jobs {
    /// The control of `command`, which is remembered if it takes long.
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

    fn forget_finished(&mut self) {
        self.0.retain(|job| !job.control.is_finished());
    }

    fn has_search(&self) -> bool {
        self.0.iter().any(|job| job.is_search)
    }

    /// Stops what is at work, and the searches behind it: a `stop` is meant for the last `go` before
    /// it, which would otherwise have to wait for the others. Other work that waits is kept.
    fn stop(&self) {
        for (turn, job) in self.0.iter().enumerate() {
            if turn == 0 || job.is_search {
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

/// Reads `input` to its end, or to `quit`, and hands on what it says.
pub(super) fn read(mut input: impl BufRead, events: &Sender<Event>, output: &Output) {
    let mut jobs = Jobs::default();
    let mut line = Vec::new();
    loop {
        line.clear();
        if matches!(input.read_until(b'\n', &mut line), Ok(0) | Err(_)) {
            // Nobody is left to stop a search; other jobs end by themselves.
            return jobs.stop_searches();
        }
        jobs.forget_finished();
        // Some shells put a byte-order mark before what they pipe.
        let text = String::from_utf8_lossy(&line);
        let command = parse(text.trim_start_matches('\u{feff}'));
        // From this line on: the engine may be busy for long before it comes to it.
        if let Ok(Some(Command::SetOption { name, value })) = &command
            && name.eq_ignore_ascii_case(DEBUG_LOG_FILE)
        {
            output.log_to(value.as_deref().unwrap_or_default());
        }
        output.note(Direction::In, &text);
        let event = match command {
            Ok(None) => continue,
            Err(error) => Event::Error(error),
            Ok(Some(Command::Quit)) => return jobs.stop_all(),
            Ok(Some(Command::Stop)) => {
                jobs.stop();
                continue;
            }
            Ok(Some(Command::PonderHit)) => {
                jobs.ponder_hit();
                continue;
            }
            Ok(Some(Command::IsReady)) if jobs.has_search() => {
                output.line("readyok");
                if output.is_closed() {
                    return jobs.stop_all();
                }
                continue;
            }
            Ok(Some(command)) => {
                let control = jobs.add(&command);
                Event::Command(command, control)
            }
        };
        if events.send(event).is_err() {
            return;
        }
    }
}
