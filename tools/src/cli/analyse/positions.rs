//! The analysis of many positions.

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use nunatak::cli::{at_file, numbered_lines, read_text, say};
use nunatak::explain::announcement;
use nunatak::search::{SearchControl, Searcher};
use nunatak::text::{Printable, counted};
use serde::Serialize;

use super::arguments::AnalyseArguments;
use super::report::{AnalysisReport, History, needs_no_search};
use crate::cli::display::white_score;
use crate::cli::error::CliError;
use crate::cli::json;
use crate::cli::stop::Stop;
use crate::epd::EpdRecord;
use crate::interrupt::INTERRUPTED;
use crate::pgn::numbered_moves;
use crate::terminal::position_bar;

/// The report on the position in a line of the file.
#[derive(Serialize)]
struct PositionReport<'a> {
    line: usize,
    id: Option<&'a str>,
    #[serde(flatten)]
    report: &'a AnalysisReport,
}

/// Analyses the position of each line of the file as a new game, and writes a line for each. Lines
/// that cannot be read are reported and skipped.
///
/// # Errors
/// [`CliError::File`] at the end, if a line cannot be read or there is none.
pub(super) fn run(
    out: &mut impl Write,
    arguments: &AnalyseArguments,
    path: &Path,
) -> Result<ExitCode, CliError> {
    let text = read_text(path, "FEN or EPD")?;
    let lines = numbered_lines(&text);
    let mut searcher = arguments.searcher()?;
    let control = Stop::new().control;
    let bar = position_bar(lines.len());
    let mut invalid = 0;
    for &(line, text) in &lines {
        let note = |note: fmt::Arguments| bar.suspend(|| say(note));
        match EpdRecord::without_tests(text) {
            Ok(record) => {
                for correction in &record.corrections {
                    note(format_args!("note: line {line}: {}", Printable(correction)));
                }
                let mut written = Vec::new();
                analyse(&mut written, arguments, line, &record, &mut searcher, &control)?;
                if control.is_stopped() {
                    bar.finish_and_clear();
                    say(format_args!("Stopped in line {line}."));
                    return Ok(ExitCode::from(INTERRUPTED));
                }
                bar.suspend(|| out.write_all(&written).and_then(|()| out.flush()))?;
            }
            Err(error) => {
                invalid += 1;
                note(format_args!("line {line}: {}", Printable(error)));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let reason = match invalid {
        0 if !lines.is_empty() => return Ok(ExitCode::SUCCESS),
        0 => "no positions, expected a FEN or EPD in each line".to_owned(),
        _ => format!("{} that cannot be read", counted(invalid, "line")),
    };
    Err(at_file(path)(reason).into())
}

/// Analyses the position of a line and writes the result, which counts for nothing if `control`
/// stopped the search.
fn analyse(
    out: &mut impl Write,
    arguments: &AnalyseArguments,
    line: usize,
    record: &EpdRecord,
    searcher: &mut Searcher,
    control: &SearchControl,
) -> Result<(), CliError> {
    let game = &record.game;
    let board = game.board();
    let mut history = History::new(board);
    let result = if needs_no_search(game) {
        None
    } else {
        searcher.new_game();
        let limits = arguments.limits(board)?;
        Some(searcher.search(board, game.earlier(), &limits, control, &mut history))
    };
    if arguments.json {
        let report = match &result {
            Some(result) => AnalysisReport::new(game, result, history),
            None => AnalysisReport::without_search(game),
        };
        json::write(out, &PositionReport { line, id: record.id.as_deref(), report: &report })?;
        return Ok(());
    }
    if let Some(end) = game.end() {
        writeln!(out, "line {line}: {}", announcement(end))?;
    }
    for report in history.lines() {
        let rank = match arguments.multipv {
            1 => String::new(),
            _ => format!(", rank {}", report.number),
        };
        let score = white_score(report.score, board);
        let (depth, pv) = (report.depth, numbered_moves(board, &report.pv));
        writeln!(out, "line {line}{rank}: {score} for White, depth {depth}, {}", pv.join(" "))?;
    }
    if let Some(no_mate) = history.ruled_out {
        writeln!(out, "line {line}: {no_mate}")?;
    }
    Ok(())
}
