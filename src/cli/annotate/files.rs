//! The files that a run writes.

use std::io::Write;
use std::path::{Path, PathBuf};

use nunatak::annotate::{Journal, JudgedGame, fingerprint, plot};
use nunatak::output::{Output, OutputError};

use super::arguments::AnnotateArguments;
use super::run::Finished;
use crate::cli::error::{CliError, at_file};

/// The extension, behind that of the output, of the record of an unfinished run.
const JOURNAL_EXTENSION: &str = "partial";

/// The outputs, known to be writable.
pub(super) struct Files {
    games: Option<(PathBuf, Output)>,
    plot: Option<(PathBuf, Output)>,
    journal: Option<PathBuf>,
}

impl Files {
    /// Checks before the work that the outputs can be written.
    pub(super) fn check(arguments: &AnnotateArguments) -> Result<Self, CliError> {
        let AnnotateArguments { games, out, plot, book, force, .. } = arguments;
        let journal = out.as_ref().map(|out| out.with_added_extension(JOURNAL_EXTENSION));
        let (out, plot, book, record) =
            (out.as_ref(), plot.as_ref(), book.as_ref(), journal.as_ref());
        let check = |path, others| check(path, others, *force);
        Ok(Self {
            games: out.map(|path| check(path, [Some(games), book, plot, None])).transpose()?,
            plot: plot.map(|path| check(path, [Some(games), book, out, record])).transpose()?,
            journal,
        })
    }

    /// Opens the record of the run, if the games are written to a file.
    pub(super) fn open_journal(
        &self,
        arguments: &AnnotateArguments,
        input: &[u8],
    ) -> Result<Option<Journal>, CliError> {
        let Some(path) = &self.journal else { return Ok(None) };
        let settings = format!("{}, games {:016x}", arguments.describe(), fingerprint(input));
        let journal = Journal::open(path, &settings, arguments.force);
        journal.map(Some).map_err(|error| CliError::Journal { path: path.clone(), error })
    }

    /// Writes the results of a complete run, whose record is no longer needed then.
    pub(super) fn write(&self, finished: Finished) -> Result<(), CliError> {
        if let Some((path, output)) = &self.games {
            let written = output.write(|file| file.write_all(finished.text.as_bytes()));
            written.map_err(unwritable(path))?;
        }
        if let (Some((path, output)), Some(games)) = (&self.plot, &finished.plotted) {
            let picture = draw(games)?;
            output.write(|file| file.write_all(picture.as_bytes())).map_err(unwritable(path))?;
        }
        if let Some(journal) = finished.journal {
            let path = journal.path().to_owned();
            journal.remove().map_err(at_file(&path))?;
        }
        Ok(())
    }

    /// Describes what remains of a run that was stopped after so many of its positions.
    pub(super) fn interruption(&self, done: u64, positions: usize) -> String {
        match &self.journal {
            Some(path) => format!(
                "Stopped: {done} of {positions} positions are evaluated and kept in {}; the same command \
                 continues.",
                path.display()
            ),
            None => "Stopped: the games before this one are complete.".to_owned(),
        }
    }
}

/// Checks that `path` can be written and is none of the `others`.
fn check(
    path: &Path,
    others: [Option<&PathBuf>; 4],
    may_replace: bool,
) -> Result<(PathBuf, Output), CliError> {
    let others = others.into_iter().flatten().map(PathBuf::as_path);
    let output = Output::new(path, others, may_replace).map_err(unwritable(path))?;
    Ok((path.to_owned(), output))
}

fn unwritable(path: &Path) -> impl Fn(OutputError) -> CliError {
    move |error| CliError::Unwritable { path: path.to_owned(), error }
}

fn draw(games: &[JudgedGame]) -> Result<String, CliError> {
    plot(games).map_err(|error| CliError::Plot(error.to_string()))
}
