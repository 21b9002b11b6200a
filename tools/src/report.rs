//! The report of a command that writes files.

use std::io::{self, ErrorKind, Write};

/// Output that may be dropped: when its pipe is closed, the rest is dropped and the command goes on
/// to write its files.
#[derive(Debug)]
pub struct ReportWriter<W>(pub W);

impl<W: Write> Write for ReportWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

/// Returns `result`, or `dropped` if the pipe is closed.
fn unless_closed<T>(result: io::Result<T>, dropped: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(dropped),
        result => result,
    }
}
