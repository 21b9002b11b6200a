//! `nunatak-tools annotate`.

mod arguments;
mod files;
mod plan;
mod run;

use std::io::{Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

use indicatif::ProgressBar;
use nunatak::cli::{at_file, open_text};
use nunatak::search::SearchControl;
use nunatak::text::{Printable, counted};

pub(super) use self::arguments::AnnotateArguments;
use self::files::Files;
use self::plan::Plan;
use self::run::Run;
use super::error::CliError;
use super::games::PGN;
use super::stop::{INTERRUPTED, stop_on_interrupt};
use crate::terminal::{columns, progress_bar};

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
    let plan = Plan::new(&input, arguments)?;
    let control = Arc::new(SearchControl::default());
    let mut searcher = arguments.search.searcher()?;
    searcher.set_multi_pv(arguments.multipv.into());
    let journal = files.open_journal(arguments, &input)?;
    if let Some(journal) = journal.as_ref().filter(|journal| !journal.is_empty()) {
        let (done, all) = (journal.len(), counted(plan.positions, "position"));
        let path = Printable(journal.path().display());
        eprintln!("{path} is continued: {done} of {all} evaluated.");
    }
    stop_on_interrupt(&control)?;
    let mut run = Run {
        out,
        searcher,
        limits: arguments.search.limits(),
        control,
        bar: progress(plan.positions as u64),
        journal,
        is_printed: arguments.out.is_none(),
        line_end: plan.line_end,
        text: String::new(),
        plotted: arguments.plot.is_some().then(Vec::new),
        games: plan.book_moves.len(),
        is_reproducible: arguments.search.is_reproducible(),
        has_searched: false,
    };
    if !run.annotate(&input, &plan.book_moves)? {
        let done = run.bar.position();
        run.bar.finish_and_clear();
        eprintln!("{}", files.interruption(done, plan.positions));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    files.write(run.finish())?;
    if let Some(path) = &arguments.out {
        writeln!(out, "{}: {}", Printable(path.display()), plan.result())?;
    }
    match plan.has_readable_games {
        true => Ok(ExitCode::SUCCESS),
        false => Err(CliError::UnreadableGames { path: path.clone() }),
    }
}

/// Creates a bar that counts positions and shows a message.
fn progress(length: u64) -> ProgressBar {
    /// Width of the text beside the bar in columns.
    const TEXT: usize = 55;
    /// Least and greatest width of the bar in columns.
    const BAR: [usize; 2] = [5, 30];
    let [least, greatest] = BAR;
    let bar = columns().saturating_sub(TEXT).clamp(least, greatest);
    progress_bar(length, &format!("{{bar:{bar}}} {{pos}}/{{len}} positions, {{eta}} left, {{msg}}"))
}
