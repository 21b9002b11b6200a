//! What passes between interface and engine, in a file.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::Utc;

/// Which way a line went. The marks are Stockfish's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the interface to the engine.
    In,
    /// From the engine to the interface.
    Out,
}

impl Direction {
    fn mark(self) -> &'static str {
        match self {
            Self::In => ">>",
            Self::Out => "<<",
        }
    }
}

/// A file to which lines are added with the time and their direction, or none. Shared by threads.
///
/// Each line is with the system before the next is looked at, so that none is lost with the process.
#[derive(Debug, Default)]
pub(super) struct Log(Mutex<Option<File>>);

impl Log {
    /// Goes on in the file at `path`, behind what it holds; no longer in any without a path, or if
    /// the file cannot be written.
    pub(super) fn open(&self, path: Option<&Path>) -> io::Result<()> {
        let mut file = self.lock();
        *file = None;
        *file =
            path.map(|path| OpenOptions::new().create(true).append(true).open(path)).transpose()?;
        Ok(())
    }

    /// Adds the lines of `text`. After an error there are no further ones.
    pub(super) fn add(&self, direction: Direction, text: &str) -> io::Result<()> {
        let mut file = self.lock();
        let Some(open) = file.as_mut() else { return Ok(()) };
        let head = format!("{} {}", Utc::now().format("%Y-%m-%dT%H:%M:%S%.3fZ"), direction.mark());
        let lines: String = text.lines().map(|line| format!("{head} {line}\n")).collect();
        let added = open.write_all(lines.as_bytes());
        if added.is_err() {
            *file = None;
        }
        added
    }

    fn lock(&self) -> MutexGuard<'_, Option<File>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
