//! The input thread.
//!
//! It does two things with what it reads: answers or signals what cannot wait for the end of a
//! search, and hands everything else on in order.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::command::{Command, CommandError, parse};
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

/// Work that was handed on and may not be finished.
struct Job {
    control: Arc<SearchControl>,
    is_search: bool,
}

/// Reads `input` to its end, or to `quit`, and hands on what it says.
pub(super) fn read(mut input: impl BufRead, events: &Sender<Event>, output: &Output) {
    let mut jobs: Vec<Job> = Vec::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        jobs.retain(|job| !job.control.is_finished());
        // Some shells put a byte-order mark before what they pipe.
        let text = String::from_utf8_lossy(&line);
        let command = match parse(text.trim_start_matches('\u{feff}')) {
            Ok(None) => continue,
            Ok(Some(command)) => command,
            Err(error) => {
                if events.send(Event::Error(error)).is_err() {
                    return;
                }
                continue;
            }
        };
        let mut control = SearchControl::default();
        match &command {
            // Searches that wait for their turn are meant too, or the last would never end. Other
            // work that waits is kept.
            Command::Stop => {
                let meant =
                    jobs.iter().enumerate().filter(|(turn, job)| *turn == 0 || job.is_search);
                meant.for_each(|(_, job)| job.control.stop());
            }
            Command::PonderHit => jobs.iter().for_each(|job| job.control.ponder_hit()),
            Command::IsReady if jobs.iter().any(|job| job.is_search) => {
                output.line("readyok");
                if output.is_closed() {
                    jobs.iter().for_each(|job| job.control.stop());
                    return;
                }
                continue;
            }
            Command::Quit => {
                jobs.iter().for_each(|job| job.control.stop());
                return;
            }
            Command::Go(go) => control = SearchControl::new(go.ponder),
            _ => {}
        }
        let control = Arc::new(control);
        if matches!(
            command,
            Command::Go(_) | Command::Perft(_) | Command::Divide(_) | Command::Bench(_)
        ) {
            let is_search = matches!(command, Command::Go(_));
            jobs.push(Job { control: Arc::clone(&control), is_search });
        }
        if events.send(Event::Command(command, control)).is_err() {
            return;
        }
    }
    // At the end of input a search has nobody left to stop it; other jobs end by themselves.
    jobs.iter().filter(|job| job.is_search).for_each(|job| job.control.stop());
}
