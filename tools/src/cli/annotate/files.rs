//! The output files of a run.

use std::path::{Path, PathBuf};

use nunatak::cli::at_file;
use nunatak::text::escaped;

use super::arguments::AnnotateArguments;
use crate::annotate::{Journal, JudgedGame, fingerprint, plot};
use crate::cli::error::CliError;
use crate::interrupt::uninterrupted;
use crate::output_file::OutputFile;

/// The extension added to the output's name for the journal of an unfinished run.
const JOURNAL_EXTENSION: &str = "partial";

/// The output files, checked to be writable.
pub(super) struct Files {
    games: Option<OutputFile>,
    plot: Option<OutputFile>,
    /// The path of the journal, if the games are written to a file.
    journal: Option<PathBuf>,
}

impl Files {
    /// Checks that the output files can be written.
    pub(super) fn check(arguments: &AnnotateArguments) -> Result<Self, CliError> {
        let AnnotateArguments { games, out, plot, book, search, force, .. } = arguments;
        let read_by_search = search.inputs();
        let inputs = || games.iter().chain(book).chain(&read_by_search);
        let output = |path: &Path, force| OutputFile::new(path, inputs(), force);
        let journal = out.as_ref().map(|out| out.with_added_extension(JOURNAL_EXTENSION));
        let games = out.as_ref().map(|path| output(path, *force)).transpose()?;
        let plot = plot.as_ref().map(|path| output(path, *force)).transpose()?;
        // An existing journal is continued rather than replaced.
        let record = journal.as_ref().map(|path| output(path, true)).transpose()?;
        if let Some(plot) = &plot {
            plot.differs_from([&games, &record].into_iter().flatten())?;
        }
        Ok(Self { games, plot, journal })
    }

    /// Opens the journal of the run, if the games are written to a file.
    pub(super) fn open_journal(
        &self,
        arguments: &AnnotateArguments,
        texts: &[Vec<u8>],
    ) -> Result<Option<Journal>, CliError> {
        let Some(path) = &self.journal else { return Ok(None) };
        let hash = fingerprint(texts.iter().map(Vec::as_slice));
        let settings =
            escaped(&format!("{}, checksum of the games {hash:016x}", arguments.describe()));
        let journal = Journal::open(path, &settings, arguments.force);
        Ok(Some(journal.map_err(at_file(path))?))
    }

    /// Writes the results of a complete run and removes its journal.
    pub(super) fn write(
        self,
        text: &str,
        plotted: Option<&[JudgedGame]>,
        journal: Option<Journal>,
    ) -> Result<(), CliError> {
        uninterrupted(|| {
            // The games come last: where they are, the run is complete.
            if let (Some(mut output), Some(games)) = (self.plot, plotted) {
                let picture = plot(games).map_err(|error| CliError::Plot(error.to_string()))?;
                output.write(picture.as_bytes())?;
            }
            if let Some(mut output) = self.games {
                output.write(text.as_bytes())?;
            }
            if let Some(journal) = journal {
                let path = journal.path().to_owned();
                journal.remove().map_err(at_file(&path))?;
            }
            Ok(())
        })
    }
}
