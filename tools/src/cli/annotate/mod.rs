//! `nunatak-tools annotate`.

mod arguments;
mod files;
mod plan;
mod run;

use std::io::{Read, Write};
use std::path::PathBuf;
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
use crate::annotate::MAX_PLOTTED;
use crate::pgn::PgnReader;
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
    let path = arguments.first();
    let Sources { text: input, starts } = Sources::read(arguments)?;
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
        first: arguments.game.unwrap_or(1) as u64,
        starts,
        is_reproducible: arguments.search.is_reproducible(),
        has_searched: false,
    };
    if !run.annotate(&input, &plan.book_moves)? {
        let done = run.bar.position();
        run.bar.finish_and_clear();
        eprintln!("{}", files.interruption(done, plan.positions));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let finished = run.finish();
    let annotated = plan.annotated();
    if finished.plotted.is_some() && annotated > MAX_PLOTTED {
        eprintln!("note: the plot shows the first {MAX_PLOTTED} of {annotated} games");
    }
    files.write(finished)?;
    if let Some(path) = &arguments.out {
        writeln!(out, "{}: {}", Printable(path.display()), plan.result())?;
    }
    match plan.has_readable_games {
        true => Ok(ExitCode::SUCCESS),
        false => Err(CliError::UnreadableGames { path: path.to_owned() }),
    }
}

/// The games to annotate.
struct Sources {
    text: Vec<u8>,
    /// Each file with the number of lines before it, if there are several.
    starts: Vec<(PathBuf, u64)>,
}

impl Sources {
    /// Reads all files, or the only game that is wanted.
    fn read(arguments: &AnnotateArguments) -> Result<Self, CliError> {
        let mut sources = Self { text: Vec::new(), starts: Vec::new() };
        for path in &arguments.games {
            if !sources.text.is_empty() {
                sources.text.extend_from_slice(b"\n\n");
            }
            if arguments.games.len() > 1 {
                let lines = sources.text.iter().filter(|byte| **byte == b'\n').count();
                sources.starts.push((path.clone(), lines as u64));
            }
            let mut input = open_text(path, PGN)?;
            input.read_to_end(&mut sources.text).map_err(at_file(path))?;
        }
        let Some(number) = arguments.game else { return Ok(sources) };
        let path = || arguments.first().to_owned();
        let mut games = PgnReader::annotated(&*sources.text);
        match games.nth(number - 1) {
            Some(Ok(game)) => Ok(Self { text: game.to_string().into_bytes(), starts: Vec::new() }),
            Some(Err(error)) => Err(CliError::Pgn { path: path(), error: Box::new(error) }),
            None => {
                let games = PgnReader::new(&*sources.text, 0).count();
                Err(CliError::GameNumber { path: path(), games, wanted: number })
            }
        }
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
