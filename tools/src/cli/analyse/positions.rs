//! The analysis of many positions.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use nunatak::cli::{at_file, numbered_lines, read_text, say};
use nunatak::explain::announcement;
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
    let mut invalid = 0;
    for &(line, text) in &lines {
        let record = match text.parse::<EpdRecord>() {
            Ok(record) => record,
            Err(error) => {
                invalid += 1;
                say(format_args!("line {line}: {}", Printable(error)));
                continue;
            }
        };
        for correction in &record.corrections {
            say(format_args!("note: line {line}: {}", Printable(correction)));
        }
        let game = record.game;
        if let Some(end) = game.end().filter(|_| !arguments.json) {
            writeln!(out, "line {line}: {}", announcement(end))?;
        }
        let report = if needs_no_search(&game) {
            AnalysisReport::without_search(&game)
        } else {
            searcher.new_game();
            let limits = arguments.limits(game.board())?;
            let mut history = History::new(game.board());
            let result =
                searcher.search(game.board(), game.keys(), &limits, &control, &mut history);
            if control.is_stopped() {
                say(format_args!("Stopped in line {line}."));
                return Ok(ExitCode::from(INTERRUPTED));
            }
            if !arguments.json {
                for report in history.lines() {
                    let rank = match arguments.multipv {
                        1 => String::new(),
                        _ => format!(", rank {}", report.number),
                    };
                    let score = white_score(report.score, game.board());
                    let (depth, pv) = (report.depth, numbered_moves(game.board(), &report.pv));
                    let moves = pv.join(" ");
                    writeln!(out, "line {line}{rank}: {score} for White, depth {depth}, {moves}")?;
                }
                if let Some(no_mate) = history.ruled_out {
                    writeln!(out, "line {line}: {no_mate}")?;
                }
                out.flush()?;
                continue;
            }
            AnalysisReport::new(&game, &result, history)
        };
        if arguments.json {
            json::write(out, &PositionReport { line, id: record.id.as_deref(), report: &report })?;
        }
    }
    let reason = match invalid {
        0 if !lines.is_empty() => return Ok(ExitCode::SUCCESS),
        0 => "no positions, expected a FEN or EPD in each line".to_owned(),
        _ => format!("{} that cannot be read", counted(invalid, "line")),
    };
    Err(at_file(path)(reason).into())
}
