//! The output, shared by the threads of the protocol, and the log of the communication with the
//! interface.

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, ErrorKind, Write};
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::text::{Printable, text_reader};

/// The option of the log. The input opens the log at once, even while the engine is busy.
pub(super) const LOG_FILE: &str = "Debug Log File";

/// A writer of whole lines with a log. The first write that fails is recorded, not returned.
pub(super) struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    failure: OnceLock<io::Error>,
    has_refused: AtomicBool,
    log: Mutex<Log>,
}

/// The log of the communication with the interface.
#[derive(Default)]
struct Log {
    /// `None` while the log is off. Writes are unbuffered, so that no line is lost if the process
    /// crashes.
    file: Option<File>,
    /// The paths of this log and of all before it.
    paths: BTreeSet<PathBuf>,
}

impl Output {
    /// Creates an output to `writer` without a log.
    pub(super) fn new(writer: impl Write + Send + 'static) -> Self {
        Self {
            writer: Mutex::new(Box::new(writer)),
            failure: OnceLock::new(),
            has_refused: AtomicBool::new(false),
            log: Mutex::default(),
        }
    }

    /// Writes one or more lines.
    pub(super) fn line(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let logged = self.log(OUTPUT_MARK, text);
        if let Err(error) = writeln!(writer, "{text}").and_then(|()| writer.flush()) {
            let _ = self.failure.set(error);
        }
        // Reporting an error locks the writer again.
        drop(writer);
        self.report_log_error(logged);
    }

    /// Writes an `info string` line without control characters, the middle left out if it is long.
    pub(super) fn info(&self, text: impl fmt::Display) {
        self.line(&format!("info string {}", Printable(text)));
    }

    /// Reports why a command, or a part of it, is refused.
    pub(super) fn refuse(&self, reason: impl fmt::Display) {
        self.has_refused.store(true, Ordering::Relaxed);
        self.info(reason);
    }

    /// Whether anything was refused.
    pub(super) fn has_refused(&self) -> bool {
        self.has_refused.load(Ordering::Relaxed)
    }

    /// Adds a line of the input to the log. An error is reported and switches the log off.
    pub(super) fn log_input(&self, line: &str) {
        self.report_log_error(self.log(INPUT_MARK, line));
    }

    fn report_log_error(&self, logged: io::Result<()>) {
        if let Err(error) = logged {
            self.info(format_args!("{LOG_FILE}: {error}; the log is off"));
        }
    }

    /// Logs to the end of the file at `path`. Without a path, or on an error, the log is off.
    pub(super) fn log_to(&self, path: Option<&Path>) -> io::Result<()> {
        let mut log = self.lock_log();
        log.file = None;
        if let Some(path) = path {
            log.file = Some(open_end(path)?);
            log.paths.insert(path.to_owned());
        }
        Ok(())
    }

    /// Logs each line of `text` with time and mark. An error switches the log off.
    fn log(&self, mark: &str, text: &str) -> io::Result<()> {
        let mut log = self.lock_log();
        let Some(file) = &mut log.file else { return Ok(()) };
        let head = format!("{} {mark}", utc(SystemTime::now()));
        let lines: String = text.lines().map(|line| format!("{head} {line}\n")).collect();
        file.write_all(lines.as_bytes()).inspect_err(|_| log.file = None)
    }

    fn lock_log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does `work`, which is given the paths of the log and of all before it; until it is done, no
    /// other log is opened.
    pub(super) fn with_logs<T>(&self, work: impl FnOnce(&BTreeSet<PathBuf>) -> T) -> T {
        work(&self.lock_log().paths)
    }

    /// Whether a write has failed, normally because the pipe was closed at its other end.
    pub(super) fn is_closed(&self) -> bool {
        self.failure.get().is_some()
    }

    /// Returns the error of the first write that failed, unless only the pipe was closed: its
    /// reader has seen enough.
    pub(super) fn result(&self) -> io::Result<()> {
        let failure = self.failure.get().filter(|error| error.kind() != ErrorKind::BrokenPipe);
        failure.map_or(Ok(()), |error| Err(io::Error::new(error.kind(), error.to_string())))
    }
}

/// The shape of the time at the beginning of a line, in which `0` stands for any digit.
const TIME: &str = "0000-00-00T00:00:00.000Z";

/// The mark of lines from the interface, the same as in Stockfish's logs.
const INPUT_MARK: &str = ">>";
/// The mark of lines from the engine.
const OUTPUT_MARK: &str = "<<";

/// Opens a file for appending: a new one, an empty one or an earlier log, or a device.
fn open_end(path: &Path) -> io::Result<File> {
    if path == Path::new("-") {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a file name"));
    }
    // Opening it would wait for its reader.
    #[cfg(unix)]
    if path.metadata().is_ok_and(|found| FileTypeExt::is_fifo(&found.file_type())) {
        return Err(io::Error::new(ErrorKind::InvalidInput, "a named pipe"));
    }
    if path.is_dir() {
        // Windows would only say that access is denied.
        return Err(ErrorKind::IsADirectory.into());
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

/// Whether a text begins with a line of a log: a time and a mark.
fn begins_as_log(bytes: &[u8]) -> bool {
    let digit_as_zero = |byte: &u8| if byte.is_ascii_digit() { '0' } else { char::from(*byte) };
    let shape: String = bytes.iter().take(2 * TIME.len()).map(digit_as_zero).collect();
    [INPUT_MARK, OUTPUT_MARK].iter().any(|mark| shape.starts_with(&format!("{TIME} {mark} ")))
}

/// Returns a time in UTC: `2026-11-24T05:27:08.123Z`.
///
/// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
fn utc(time: SystemTime) -> String {
    const SECONDS_PER_DAY: u64 = 24 * 60 * 60;
    /// Days from the first of March of the year 0 to the first of January 1970.
    const DAYS_TO_1970: u64 = 719_468;
    /// Days of 400 years, after which the calendar repeats.
    const DAYS_PER_ERA: u64 = 146_097;
    let since_1970 = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (seconds, milliseconds) = (since_1970.as_secs(), since_1970.subsec_millis());
    let days = seconds / SECONDS_PER_DAY + DAYS_TO_1970;
    let (era, day) = (days / DAYS_PER_ERA, days % DAYS_PER_ERA);
    // Leap days are at the end of a year that begins in March, so that they count for no later day.
    let year_of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // From March on, the months have 30.6 days in the mean.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chrono::DateTime;

    use super::*;

    #[test]
    fn times_are_those_of_another_library() {
        // Every 17 hours and a few seconds for 200 years.
        for milliseconds in (0..200 * 366 * 86_400_000_i64).step_by(61_234_567) {
            let time = UNIX_EPOCH + Duration::from_millis(milliseconds as u64);
            let expected = DateTime::from_timestamp_millis(milliseconds).expect("a time");
            assert_eq!(utc(time), expected.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string());
        }
    }
}
