//! Lines of the player.

use std::io::{self, BufReader, ErrorKind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use nunatak::cli::say;
use nunatak::search::SearchControl;
use nunatak::text::{Waiting, read_line};

use crate::cli::stop::stop_and_call_on_interrupt;

/// The number of characters kept of a line; no command or move is longer.
const MAX_LINE: usize = 80;

/// The result of waiting for the player.
pub(super) enum PlayerAnswer {
    /// A line.
    Line(String),
    /// The end of the input.
    End,
    /// The input cannot be read.
    Failure,
    /// Ctrl-C.
    Interrupt,
    /// No line before the clock ran out.
    TimeUp,
}

/// Standard input, which is read on a thread of its own so that waiting for a line can end.
pub(super) struct Input {
    answers: Receiver<PlayerAnswer>,
    /// The control that Ctrl-C stops.
    control: Arc<SearchControl>,
}

impl Input {
    /// Starts to read standard input, and to stop `control` at Ctrl-C. The thread is not joined: it
    /// may be blocked in a read until the process ends.
    ///
    /// # Errors
    /// Errors of the start of the thread.
    pub(super) fn start(control: &Arc<SearchControl>) -> io::Result<Self> {
        let (sender, answers) = mpsc::sync_channel(1);
        let interrupt = sender.clone();
        stop_and_call_on_interrupt(control, move || {
            // If the channel is full, nothing waits for it.
            let _ = interrupt.try_send(PlayerAnswer::Interrupt);
        });
        let read = move || {
            let mut stdin = BufReader::new(Waiting(io::stdin()));
            loop {
                let answer = match read_line(&mut stdin) {
                    Ok(Some(line)) => PlayerAnswer::Line(line.chars().take(MAX_LINE).collect()),
                    // The line was too long, and the rest of the input is intact.
                    Err(error) if error.kind() == ErrorKind::InvalidData => {
                        say(error);
                        continue;
                    }
                    Ok(None) => PlayerAnswer::End,
                    Err(error) => {
                        say(format_args!("error: standard input: {error}"));
                        PlayerAnswer::Failure
                    }
                };
                let is_end = matches!(answer, PlayerAnswer::End | PlayerAnswer::Failure);
                if sender.send(answer).is_err() || is_end {
                    return;
                }
            }
        };
        thread::Builder::new().spawn(read)?;
        Ok(Self { answers, control: Arc::clone(control) })
    }

    /// Waits for the next line, at most for `time` if given.
    pub(super) fn next(&self, time: Option<Duration>) -> PlayerAnswer {
        if self.control.is_stopped() {
            return PlayerAnswer::Interrupt;
        }
        let answer = match time {
            Some(time) => self.answers.recv_timeout(time),
            None => self.answers.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match answer {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => PlayerAnswer::TimeUp,
            Err(RecvTimeoutError::Disconnected) => PlayerAnswer::End,
        }
    }
}
