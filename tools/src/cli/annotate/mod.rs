//! `nunatak-tools annotate`.

mod arguments;
mod evaluations;
mod files;
mod game_writer;
mod plan;

use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread;

use indicatif::ProgressBar;
use nunatak::cli::{at_file, open_text, say};
use nunatak::search::{STACK_BYTES, Searcher};
use nunatak::text::{Printable, counted};

pub(super) use self::arguments::AnnotateArguments;
use self::evaluations::{Evaluated, Group, GroupQueue};
use self::files::Files;
use self::game_writer::GameWriter;
use self::plan::Plan;
use super::error::CliError;
use super::games::PGN;
use super::stop::Stop;
use crate::annotate::{Journal, MAX_PLOTTED};
use crate::interrupt::INTERRUPTED;
use crate::ordered::in_order;
use crate::report::ReportWriter;
use crate::terminal::{byte_bar, columns, progress_bar};

/// Annotates the games of the files. The exit code is 130 if Ctrl-C stopped the run.
///
/// # Errors
/// [`CliError::UnreadableGames`] after the output is written, if no game can be read; other errors
/// before.
pub(super) fn run(
    out: &mut impl Write,
    arguments: &AnnotateArguments,
) -> Result<ExitCode, CliError> {
    match (&arguments.out, &arguments.plot) {
        (None, None) => annotate(out, arguments),
        // The files are written even if nothing reads what is printed.
        _ => annotate(&mut ReportWriter(out), arguments),
    }
}

fn annotate(out: &mut impl Write, arguments: &AnnotateArguments) -> Result<ExitCode, CliError> {
    let texts = arguments.games.iter().map(|path| {
        let mut text = Vec::new();
        open_text(path, PGN)?.read_to_end(&mut text).map_err(at_file(path))?;
        Ok(text)
    });
    let texts = texts.collect::<Result<Vec<_>, CliError>>()?;
    let files = Files::check(arguments)?;
    let bar = byte_bar(&arguments.games)?;
    let plan = Plan::new(&texts, arguments, &bar)?;
    bar.finish_and_clear();
    for path in &plan.empty {
        say(format_args!("note: {} has no games in PGN", Printable(path.display())));
    }
    let positions = plan.positions();
    let mut searchers = arguments.search.searchers()?;
    searchers.iter_mut().for_each(|searcher| searcher.multi_pv = arguments.multipv.into());
    let journal = files.open_journal(arguments, &texts)?;
    // The games are in the plan.
    drop(texts);
    if let Some(journal) = journal.as_ref().filter(|journal| !journal.is_empty()) {
        let (done, all) = (journal.len(), counted(positions, "position"));
        let path = Printable(journal.path().display());
        say(format_args!("{path} is continued: {done} of {all} evaluated."));
    }
    let first = arguments.game.unwrap_or(1) as u64;
    let bar = progress(positions as u64);
    let queue = GroupQueue {
        groups: groups(&plan, first),
        taken: AtomicUsize::new(0),
        last: first - 1 + plan.games.len() as u64,
        limits: arguments.search.limits(),
        control: Stop::new().control,
        journal: Mutex::new(journal),
        bar: bar.clone(),
        has_searched: AtomicBool::new(false),
    };
    let mut writer = GameWriter {
        out,
        bar: bar.clone(),
        is_printed: arguments.out.is_none(),
        line_end: plan.line_end,
        text: String::new(),
        plotted: arguments.plot.is_some().then(Vec::new),
        first,
        complete: None,
    };
    let is_complete = run_threads(&queue, searchers, |results| {
        // Many results from the journal may be waiting.
        let is_wanted = |result: &Result<_, _>| result.is_err() || !queue.control.is_stopped();
        let results = in_order(results, 0).take_while(is_wanted);
        writer.annotate(&plan, results)
    })?;
    bar.finish_and_clear();
    let complete = writer.complete;
    let journal = queue.journal.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !is_complete {
        say(interruption(journal.as_ref(), positions, complete));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let annotated = plan.annotated();
    let plotted = writer.plotted.filter(|_| annotated > 0);
    if arguments.plot.is_some() && annotated == 0 {
        say("note: there is nothing to plot");
    } else if plotted.is_some() && annotated > MAX_PLOTTED {
        say(format_args!("note: the plot shows the first {MAX_PLOTTED} of {annotated} games"));
    }
    files.write(&writer.text, plotted.as_deref(), journal)?;
    if let Some(path) = &arguments.out {
        writeln!(out, "{}: {}", Printable(path.display()), plan.result())?;
    }
    if plan.has_readable_games() {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(CliError::UnreadableGames { paths: arguments.games.clone() })
    }
}

/// Describes what is kept of a stopped run over this number of `positions`: what its journal has,
/// or the number of the last game that was printed.
fn interruption(journal: Option<&Journal>, positions: usize, last: Option<u64>) -> String {
    match (journal, last) {
        (Some(journal), _) => format!(
            "Stopped: {} of {} evaluated and saved in {}; the same command continues.",
            journal.len(),
            counted(positions, "position"),
            Printable(journal.path().display())
        ),
        (None, Some(last)) => format!("Stopped after game {last}."),
        (None, None) => "Stopped before the first game was complete.".to_owned(),
    }
}

/// Returns the groups of all games in order; the first game has this number.
fn groups(plan: &Plan, first: u64) -> Vec<Group<'_>> {
    let games = (first..).zip(&plan.games);
    let planned = games.filter_map(|(number, game)| Some((number, game.as_ref().ok()?)));
    let groups = planned.flat_map(|(number, planned)| {
        planned.groups().map(move |plies| Group { number, game: &planned.game, plies })
    });
    groups.collect()
}

/// Evaluates the groups, one thread for each of the `searchers`, or fewer if the system starts no
/// more, while `collect` waits for the results and returns whether it has them all. If not, the
/// threads are stopped.
fn run_threads(
    queue: &GroupQueue,
    searchers: Vec<Searcher>,
    collect: impl FnOnce(Receiver<Evaluated>) -> Result<bool, CliError>,
) -> Result<bool, CliError> {
    thread::scope(|scope| {
        let (results, receiver) = mpsc::channel();
        let start = |searcher| {
            let results = results.clone();
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            let work = move || queue.work(searcher, &results);
            thread.spawn_scoped(scope, work).map(drop)
        };
        let started: Vec<io::Result<()>> = searchers.into_iter().map(start).collect();
        drop(results);
        let running = started.iter().filter(|thread| thread.is_ok()).count();
        let failed = started.into_iter().find_map(Result::err);
        let collected = match failed {
            Some(error) if running == 0 => Err(CliError::Thread(error)),
            failed => {
                if let Some(error) = failed {
                    say(format_args!(
                        "warning: --threads: {error}; using {}",
                        counted(running, "thread")
                    ));
                }
                collect(receiver)
            }
        };
        // A complete run is not stopped: Ctrl-C, pressed while the files are written, would count
        // as the second one and end the program as interrupted.
        if !matches!(collected, Ok(true)) {
            queue.control.stop();
        }
        collected
    })
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
