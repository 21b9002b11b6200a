//! `nunatak-tools analyse`.

mod positions;
mod report;
mod table;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use nunatak::board::Board;
use nunatak::cli::{PositionArguments, file_name, play_moves};
use nunatak::explain::announcement;
use nunatak::game::GameLine;
use nunatak::limits::{Limits, MAX_MATE_MOVES, MAX_MULTI_PV};
use nunatak::search::{SearchResult, Searcher};
use nunatak::text::whole_number;
use nunatak::types::{Color, Outcome};

use self::report::{History, Report};
use self::table::Table;
use super::display::draw;
use super::error::CliError;
use super::games::PgnPosition;
use super::json;
use super::search_arguments::SearchArguments;
use super::stop::Stop;
use crate::terminal::{WidthArguments, wrap};

#[derive(clap::Args)]
#[command(after_help = "Enter at a terminal, or Ctrl-C, ends the search early.")]
pub(super) struct AnalyseArguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    game: PgnPosition,
    /// Moves to play from the position, such as `e4 e5 Nf3` or `e2e4`; move numbers are ignored
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Positions to analyse one after the other, each a line of FEN or EPD; blank lines and lines
    /// that begin with # are skipped
    #[arg(long, value_name = "FILE", value_parser = file_name(), conflicts_with_all = ["words", "fen", "pgn", "moves", "searchmoves", "infinite"])]
    positions: Option<PathBuf>,
    /// Root moves to search [default: all]
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    searchmoves: Vec<String>,
    /// Number of moves within which to find a mate, without another limit unless one is given
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(1..=MAX_MATE_MOVES as i128))]
    mate: Option<usize>,
    /// Search until Ctrl-C, or Enter at a terminal
    #[arg(long, conflicts_with_all = ["movetime", "depth", "nodes", "mate"])]
    infinite: bool,
    /// Number of principal variations to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u16>(1..=MAX_MULTI_PV as i128))]
    multipv: u16,
    #[command(flatten)]
    search: SearchArguments<5_000>,
    #[command(flatten)]
    width: WidthArguments,
    /// Write a JSON object
    #[arg(long)]
    json: bool,
}

impl AnalyseArguments {
    /// Returns the position with the moves played.
    fn line(&self) -> Result<GameLine, CliError> {
        let mut game = match self.game.read()? {
            Some(game) => game,
            None => self.position.line()?,
        };
        play_moves(&mut game, self.moves.iter().flat_map(|words| words.split_whitespace()))?;
        Ok(game)
    }

    /// Returns the limits of a search of `board`.
    fn limits(&self, board: &Board) -> Result<Limits, CliError> {
        let given = self.mate.is_some() || self.infinite;
        let limits = if given { self.search.given_limits() } else { self.search.limits() };
        let words = self.searchmoves.iter().flat_map(|words| words.split_whitespace());
        let search_moves = words.map(|word| board.read_move(word)).collect::<Result<_, _>>()?;
        Ok(Limits { search_moves, mate: self.mate, ..limits })
    }

    /// Creates a searcher for the number of principal variations.
    fn searcher(&self) -> Result<Searcher, CliError> {
        let mut searcher = self.search.searcher()?;
        searcher.set_multi_pv(self.multipv.into());
        Ok(searcher)
    }
}

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
    let width = arguments.width.columns();
    let mut searcher = arguments.searcher()?;
    let limits = arguments.limits(board)?;
    writeln!(out, "{}\n\n{}", draw(game, Color::White), fen_lines(&board.to_string(), width))?;
    if let Some(end) = game.end() {
        writeln!(out, "{}", announcement(end))?;
    }
    if has_ended(game) {
        return Ok(());
    }
    let stop = Stop::new()?;
    if stop.on_enter() {
        writeln!(out, "Press Enter to end the search.")?;
    }
    let mut table = Table::new(out, board, &stop, width, arguments.multipv > 1);
    table.begin()?;
    let result = searcher.search(board, game.keys(), &limits, &stop.control, &mut table);
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
    if has_ended(game) {
        return Ok(json::write(out, &Report::without_search(game))?);
    }
    let limits = arguments.limits(game.board())?;
    let stop = Stop::new()?;
    stop.on_enter();
    let mut searcher = arguments.searcher()?;
    let mut history = History::new(game.board());
    let result = searcher.search(game.board(), game.keys(), &limits, &stop.control, &mut history);
    Ok(json::write(out, &Report::new(game, &result, history))?)
}

/// Returns the FEN with a label, broken between fields if it is too long for a line.
fn fen_lines(fen: &str, width: usize) -> String {
    let line = format!("FEN: {fen}");
    if line.len() <= width { line } else { format!("FEN:\n{}", wrap(fen.split(' '), 0, 0, width)) }
}

/// Whether the game is over and every legal move, if any, draws too: after a repetition or fifty
/// moves, a move may play on.
fn has_ended(game: &GameLine) -> bool {
    let draws = |&mv| {
        let mut next = game.clone();
        next.play(mv);
        next.end().is_some_and(|end| end.outcome() == Outcome::Draw)
    };
    game.end().is_some() && game.board().legal_moves().iter().all(draws)
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
        (Some(end), _) => format!(", draw by {end}"),
        (None, _) if is_drawn => ", draw by the endgame tables".to_owned(),
        (None, Some(reply)) => format!(", expecting {}", next.board().san(reply)),
        (None, None) => String::new(),
    };
    let throughput = result.report.throughput();
    format!("Best move: {}{after}\n{}", board.san(best), throughput.with_time())
}
