//! `nunatak annotate`.

mod arguments;
mod files;
mod run;
mod summary;
mod survey;

use std::io::{Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

use nunatak::search::SearchControl;
use nunatak::text::{Printable, counted};

pub(super) use self::arguments::AnnotateArguments;
use self::files::Files;
use self::run::Run;
use self::survey::Survey;
use super::error::{CliError, at_file};
use super::files::{PGN, open_text};
use super::interrupt::{INTERRUPTED, stop_on_interrupt};
use super::progress::annotation_bar;

/// Annotates the games of a file. The exit code is 130 if Ctrl-C stopped the run.
///
/// # Errors
/// [`CliError::UnreadableGames`] after the output is written, if no game can be read; other errors
/// before.
pub(super) fn run(
    out: &mut impl Write,
    arguments: &AnnotateArguments,
) -> Result<ExitCode, CliError> {
    let path = &arguments.games;
    let mut input = Vec::new();
    open_text(path, PGN)?.read_to_end(&mut input).map_err(at_file(path))?;
    let files = Files::check(arguments)?;
    let survey = Survey::new(&input, arguments)?;
    let control = Arc::new(SearchControl::default());
    let mut searcher = arguments.search.searcher()?;
    searcher.set_multi_pv(arguments.multipv.into());
    let journal = files.open_journal(arguments, &input)?;
    if let Some(journal) = journal.as_ref().filter(|journal| !journal.is_empty()) {
        let (done, all) = (journal.len(), counted(survey.positions, "position"));
        let path = Printable(journal.path().display());
        eprintln!("{path} is continued: {done} of {all} evaluated.");
    }
    stop_on_interrupt(&control)?;
    let mut run = Run {
        out,
        searcher,
        limits: arguments.search.limits(),
        control,
        bar: annotation_bar(survey.positions as u64),
        journal,
        is_printed: arguments.out.is_none(),
        line_end: survey.line_end,
        text: String::new(),
        plotted: arguments.plot.is_some().then(Vec::new),
        games: survey.book_moves.len(),
        is_reproducible: arguments.search.is_reproducible(),
        has_searched: false,
    };
    if !run.annotate(&input, &survey.book_moves)? {
        let done = run.bar.position();
        run.bar.finish_and_clear();
        eprintln!("{}", files.interruption(done, survey.positions));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    files.write(run.finish())?;
    if let Some(path) = &arguments.out {
        writeln!(out, "{}: {}", Printable(path.display()), survey.result())?;
    }
    match survey.has_readable_games {
        true => Ok(ExitCode::SUCCESS),
        false => Err(CliError::UnreadableGames { path: path.clone() }),
    }
}
