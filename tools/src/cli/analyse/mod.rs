//! `nunatak-tools analyse`.

mod report;
mod table;

use std::io::Write;

use nunatak::cli::{PositionArguments, play_moves};
use nunatak::explain::announcement;
use nunatak::game::GameLine;
use nunatak::limits::MAX_MULTI_PV;
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

    /// Creates a searcher for the number of principal variations.
    fn searcher(&self) -> Result<Searcher, CliError> {
        let mut searcher = self.search.searcher()?;
        searcher.set_multi_pv(self.multipv.into());
        Ok(searcher)
    }
}

/// Draws the position, searches it and shows the results.
pub(super) fn run(out: &mut impl Write, arguments: &AnalyseArguments) -> Result<(), CliError> {
    let game = arguments.line()?;
    if arguments.json {
        return write_json(out, arguments, &game);
    }
    let board = game.board();
    let width = arguments.width.columns();
    let mut searcher = arguments.searcher()?;
    writeln!(out, "{}\n\n{}", draw(&game, Color::White), fen_lines(&board.to_string(), width))?;
    if let Some(end) = game.end() {
        writeln!(out, "{}", announcement(end))?;
    }
    if has_ended(&game) {
        return Ok(());
    }
    let stop = Stop::new()?;
    if stop.on_enter() {
        writeln!(out, "Press Enter to end the search.")?;
    }
    let mut table = Table::new(out, board, &stop, width);
    table.begin()?;
    let limits = arguments.search.limits();
    let result = searcher.search(board, game.keys(), &limits, &stop.control, &mut table);
    table.end()?;
    Ok(writeln!(out, "\n{}", conclusion(&game, &result))?)
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
    let stop = Stop::new()?;
    stop.on_enter();
    let mut searcher = arguments.searcher()?;
    let mut history = History::new(game.board());
    let limits = arguments.search.limits();
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
