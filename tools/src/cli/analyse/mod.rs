//! `nunatak-tools analyse`.

mod arguments;
mod positions;
mod report;
mod table;

use std::io::Write;
use std::process::ExitCode;

use nunatak::explain::announcement;
use nunatak::game::GameLine;
use nunatak::search::SearchResult;
use nunatak::types::Color;

pub(super) use self::arguments::AnalyseArguments;
use self::report::{AnalysisReport, History, needs_no_search};
use self::table::AnalysisTable;
use super::display::draw;
use super::error::CliError;
use super::json;
use super::stop::Stop;

/// Analyses the position, or those of a file. The exit code is 130 if Ctrl-C ended the analysis of
/// a file.
pub(super) fn run(
    out: &mut impl Write,
    arguments: &AnalyseArguments,
) -> Result<ExitCode, CliError> {
    match &arguments.positions {
        Some(path) => return positions::run(out, arguments, path),
        None if arguments.json => write_json(out, arguments, &arguments.line()?)?,
        None => show(out, arguments, &arguments.line()?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Draws the position, searches it and shows the results.
fn show(
    out: &mut impl Write,
    arguments: &AnalyseArguments,
    game: &GameLine,
) -> Result<(), CliError> {
    let board = game.board();
    let mut searcher = arguments.searcher()?;
    let limits = arguments.limits(board)?;
    writeln!(out, "{}\n\nFEN: {board}", draw(game, Color::White))?;
    if let Some(end) = game.end() {
        writeln!(out, "{}", announcement(end))?;
    }
    if needs_no_search(game) {
        return Ok(());
    }
    let stop = Stop::new();
    if stop.on_enter() && console::user_attended() {
        writeln!(out, "Press Enter to end the search.")?;
    }
    let mut table = AnalysisTable::new(out, board, &stop, arguments.width, arguments.multipv > 1);
    table.begin()?;
    let result = searcher.search(board, game.earlier(), &limits, &stop.control, &mut table);
    let ruled_out = table.end()?;
    writeln!(out)?;
    if let Some(no_mate) = ruled_out {
        writeln!(out, "There is {no_mate}.")?;
    }
    Ok(writeln!(out, "{}", conclusion(game, &result))?)
}

/// Searches the position and writes the results as JSON.
fn write_json(
    out: &mut impl Write,
    arguments: &AnalyseArguments,
    game: &GameLine,
) -> Result<(), CliError> {
    let mut searcher = arguments.searcher()?;
    let limits = arguments.limits(game.board())?;
    if needs_no_search(game) {
        return Ok(json::write(out, &AnalysisReport::without_search(game))?);
    }
    let stop = Stop::new();
    stop.on_enter();
    let mut history = History::new(game.board());
    let result =
        searcher.search(game.board(), game.earlier(), &limits, &stop.control, &mut history);
    Ok(json::write(out, &AnalysisReport::new(game, &result, history))?)
}

/// Formats the best move with the draw that it makes or the expected reply, and the nodes and time
/// of the search.
fn conclusion(game: &GameLine, result: &SearchResult) -> String {
    let board = game.board();
    let is_drawn = result.report.is_drawn;
    let Some(best) = result.best else { return "no move".to_owned() };
    let mut next = game.clone();
    next.play(best);
    let after = match (next.end().filter(|_| is_drawn), result.ponder) {
        (Some(end), _) => format!(", draw by {}", end.name()),
        (None, _) if is_drawn => ", draw by the endgame tables".to_owned(),
        (None, Some(reply)) => format!(", expecting {}", next.board().san(reply)),
        (None, None) => String::new(),
    };
    let throughput = result.report.throughput();
    format!("Best move: {}{after}\n{}", board.san(best), throughput.with_time())
}
