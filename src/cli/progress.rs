//! The progress of a command that may take minutes, shown on terminals only.

use std::io::{self, IsTerminal, Write};

/// The number of characters to clear. Not every console knows a sequence that clears a line.
const WIDTH: usize = 30;

/// A line on standard error with the number of steps done, which is cleared at the end.
pub(super) struct Progress {
    /// The noun for the steps, in the plural.
    noun: &'static str,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new(noun: &'static str) -> Self {
        Self { noun, is_shown: io::stderr().is_terminal() }
    }

    /// Shows that `done` of `all` steps are done.
    pub(super) fn show(&self, done: usize, all: usize) {
        if self.is_shown {
            // A terminal that is gone needs no progress.
            let _ = write!(io::stderr(), "\r{done}/{all} {}", self.noun);
        }
    }

    /// Clears the line, before other output.
    pub(super) fn clear(&self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r{:WIDTH$}\r", "");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
