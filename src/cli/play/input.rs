//! Lines of the player.

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use nunatak::text::read_line;

/// The number of characters kept of a line; no command or move is longer.
const MAX_LINE: usize = 80;

/// The result of waiting for the player.
pub(super) enum Answer {
    /// A line.
    Line(String),
    /// The end of the input.
    End,
    /// No line before the clock ran out.
    TimeUp,
}

/// Standard input, which is read on a thread of its own so that waiting for a line can end.
pub(super) struct Input {
    lines: Receiver<String>,
}

impl Input {
    /// Starts to read standard input. The thread is not joined: it may be blocked in a read until
    /// the process ends.
    pub(super) fn start() -> Self {
        let (sender, lines) = mpsc::sync_channel(0);
        thread::spawn(move || {
            let mut stdin = io::stdin().lock();
            while let Ok(Some(line)) = read_line(&mut stdin) {
                let line = line.chars().take(MAX_LINE).collect();
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { lines }
    }

    /// Waits for the next line, at most for `time` if given.
    pub(super) fn next(&self, time: Option<Duration>) -> Answer {
        let line = match time {
            Some(time) => self.lines.recv_timeout(time),
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match line {
            Ok(line) => Answer::Line(line),
            Err(RecvTimeoutError::Timeout) => Answer::TimeUp,
            Err(RecvTimeoutError::Disconnected) => Answer::End,
        }
    }
}
