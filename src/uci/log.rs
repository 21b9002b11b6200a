//! A log of the communication between interface and engine.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::Utc;

use crate::text::text_reader;

/// The name of the option that sets the file.
pub(super) const DEBUG_LOG_FILE: &str = "Debug Log File";

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the interface to the engine.
    In,
    /// From the engine to the interface.
    Out,
}

impl Direction {
    /// Returns the mark of the direction, the same as in Stockfish's logs.
    fn mark(self) -> &'static str {
        match self {
            Self::In => ">>",
            Self::Out => "<<",
        }
    }
}

/// Opens or creates a text file to append to it.
fn open_end(path: &Path) -> io::Result<File> {
    // Reading from a device might block.
    if path.is_file() {
        text_reader(File::open(path)?, "a log")?;
    }
    OpenOptions::new().create(true).append(true).open(path)
}

/// A log shared by the threads; off unless a file is open.
///
/// Writes are unbuffered, so that no line is lost if the process crashes.
#[derive(Debug, Default)]
pub(super) struct Log(Mutex<Option<File>>);

impl Log {
    /// Switches to the file at `path` and appends to it. Without a path, or if the file cannot be
    /// opened, the log is off.
    pub(super) fn open(&self, path: Option<&Path>) -> io::Result<()> {
        let mut file = self.lock();
        *file = None;
        *file = path.map(open_end).transpose()?;
        Ok(())
    }

    /// Writes each line of `text` with time and direction. An error switches the log off.
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
