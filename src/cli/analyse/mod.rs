//! `nunatak analyse`.

mod table;

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::thread;

use nunatak::bench::Throughput;
use nunatak::board::Board;
use nunatak::game::GameLine;
use nunatak::limits::MAX_MULTI_PV;
use nunatak::pgn::parse_move;
use nunatak::search::{SearchControl, SearchReport, SearchResult};
use nunatak::types::Color;

use self::table::Table;
use super::display::draw;
use super::error::CliError;
use super::pgn_position::PgnPosition;
use super::position::parse_position;
use super::search_arguments::SearchArguments;

#[derive(clap::Args)]
#[command(after_help = "At a terminal, Enter ends the search early.")]
pub(super) struct AnalyseArguments {
    /// Position as a FEN, quoted or not [default: start position]
    #[arg(conflicts_with = "pgn")]
    fen: Vec<String>,
    #[command(flatten)]
    position: PgnPosition,
    /// Moves to play from the position, such as `e4 e5 Nf3` or `e2e4`; move numbers are ignored
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Number of principal variations to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_MULTI_PV as i64))]
    multipv: u16,
    #[command(flatten)]
    search: SearchArguments<5_000>,
}

impl AnalyseArguments {
    /// Returns the position with the moves played.
    fn game(&self) -> Result<GameLine, CliError> {
        let mut game = match self.position.read()? {
            Some(game) => game,
            None => GameLine::new(parse_position(&self.fen)?),
        };
        for word in self.moves.iter().flat_map(|words| words.split_whitespace()) {
            // A move number, as in `12.` and `12...Nf6`, ends with a full stop.
            let text = word.rsplit('.').next().unwrap_or(word);
            if !text.is_empty() {
                game.play(parse_move(game.board(), text)?);
            }
        }
        Ok(game)
    }
}

/// Draws the position, searches it and shows the results.
pub(super) fn run(out: &mut impl Write, arguments: &AnalyseArguments) -> Result<(), CliError> {
    let game = arguments.game()?;
    let board = game.board();
    writeln!(out, "{}\n\nFEN: {board}", draw(board, Color::White))?;
    if let Some(end) = game.end() {
        writeln!(out, "The game is over: {end}, {}", end.outcome().text())?;
    }
    if !board.has_legal_move() {
        return Ok(());
    }
    let control = Arc::new(SearchControl::default());
    // Redirected input may be meant for another program.
    if io::stdin().is_terminal() {
        writeln!(out, "Press Enter to end the search.")?;
        stop_on_enter(&control);
    }
    let mut searcher = arguments.search.searcher()?;
    searcher.set_multi_pv(arguments.multipv.into());
    let mut table = Table::new(out, board, &control);
    table.begin()?;
    let limits = arguments.search.limits();
    let result = searcher.search(board, game.keys(), &limits, &control, &mut table);
    table.end()?;
    Ok(writeln!(out, "\n{}", conclusion(board, &result))?)
}

/// Stops the search when the user presses Enter. The thread is not joined: it may be blocked in a read
/// until the process ends.
fn stop_on_enter(control: &Arc<SearchControl>) {
    let control = Arc::clone(control);
    thread::spawn(move || {
        let _ = io::stdin().read_line(&mut String::new());
        control.stop();
    });
}

/// Formats the best move, the expected reply, and the nodes and time of the search.
fn conclusion(board: &Board, result: &SearchResult) -> String {
    let SearchReport { nodes, elapsed, .. } = result.report;
    let Some(best) = result.best else { return "no move".to_owned() };
    let reply = result
        .ponder
        .map_or_else(String::new, |reply| format!(", expecting {}", board.make(best).san(reply)));
    let effort = Throughput { nodes, elapsed };
    format!("Best move: {}{reply}\n{}", board.san(best), effort.with_time())
}
