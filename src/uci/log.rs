//! A log of the communication between interface and engine.

use std::fs::{File, FileType, OpenOptions};
use std::io::{self, BufRead, ErrorKind, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{NaiveDateTime, Utc};

use crate::text::text_reader;

/// The format of the time in UTC at the beginning of a line.
const TIME: &str = "%Y-%m-%dT%H:%M:%S%.3fZ";

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

/// Opens a file for appending: a new one, an empty one or an earlier log, or a device.
fn open_end(path: &Path) -> io::Result<File> {
    if is_pipe(path) {
        return Err(io::Error::new(ErrorKind::InvalidInput, "a named pipe"));
    }
    // Reading from a device might block.
    if path.is_file() {
        let mut reader = text_reader(File::open(path)?, "a log")?;
        let beginning = reader.fill_buf()?;
        if !beginning.is_empty() && !begins_as_log(beginning) {
            let message = "not a log of the engine, expected an earlier log or a new file";
            return Err(io::Error::new(ErrorKind::InvalidData, message));
        }
    }
    OpenOptions::new().create(true).append(true).open(path)
}

/// Whether the file is a named pipe, the opening of which would wait for its reader.
fn is_pipe(path: &Path) -> bool {
    #[cfg(unix)]
    let is_pipe = |file_type: FileType| std::os::unix::fs::FileTypeExt::is_fifo(&file_type);
    #[cfg(not(unix))]
    let is_pipe = |_: FileType| false;
    path.metadata().is_ok_and(|metadata| is_pipe(metadata.file_type()))
}

/// Whether a text begins with a line of a log: a time and the mark of a direction.
fn begins_as_log(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let mut words = text.split(' ');
    let is_time = |word: &str| NaiveDateTime::parse_from_str(word, TIME).is_ok();
    let is_mark = |word| [Direction::In, Direction::Out].map(Direction::mark).contains(&word);
    words.next().is_some_and(is_time) && words.next().is_some_and(is_mark)
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
        let head = format!("{} {}", Utc::now().format(TIME), direction.mark());
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
