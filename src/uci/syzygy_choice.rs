//! The options of the Syzygy tables.

use std::sync::Arc;

use super::output::Output;
use super::words::non_empty;
use crate::search::{Searcher, SyzygySettings};
use crate::syzygy::{Problem, Syzygy};

/// The tables with their settings, and the path that is yet to be opened.
#[derive(Debug, Default)]
pub(super) struct SyzygyChoice {
    pub(super) settings: SyzygySettings,
    new_path: Option<String>,
}

impl SyzygyChoice {
    /// Chooses the tables of `path`; an empty path closes those in use.
    pub(super) fn set_path(&mut self, path: &str) {
        self.new_path = Some(non_empty(path).unwrap_or_default().to_owned());
    }

    /// Opens the tables of a new path, reports the result, and passes the settings to the searcher.
    /// Returns whether the path is refused.
    pub(super) fn apply(&mut self, searcher: &mut Searcher, output: &Output) -> bool {
        let mut is_refused = false;
        if let Some(path) = self.new_path.take() {
            // Only one set of tables can be open.
            self.settings.tables = None;
            searcher.set_syzygy(self.settings.clone());
            if !path.is_empty() {
                self.settings.tables = open(&path, output).map(Arc::new);
                is_refused = self.settings.tables.is_none();
            }
        }
        searcher.set_syzygy(self.settings.clone());
        is_refused
    }
}

/// Opens the tables of `path` and reports their number or the error.
fn open(path: &str, output: &Output) -> Option<Syzygy> {
    match Syzygy::open(path) {
        Ok(tables) => {
            output.info(format_args!("SyzygyPath: {tables}"));
            report(tables.problems(), output);
            Some(tables)
        }
        Err(error) => {
            output.info(format_args!("SyzygyPath: {error}"));
            report(&error.problems, output);
            None
        }
    }
}

/// Reports the files and folders that cannot be used.
fn report(problems: &[Problem], output: &Output) {
    Problem::lines(problems).for_each(|line| output.info(format_args!("SyzygyPath: {line}")));
}
