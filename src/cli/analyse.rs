//! `nunatak analyse`.

use std::collections::HashMap;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use console::Term;
use nunatak::bench::Throughput;
use nunatak::board::Board;
use nunatak::game::GameLine;
use nunatak::pgn::movetext;
use nunatak::search::{SearchControl, SearchObserver, SearchReport, SearchResult};
use nunatak::tt::Bound;
use nunatak::types::{Color, Move};
use nunatak::wdl::{Chances, normalised};

use super::CliError;
use super::display::{draw, parse_move, white_score};
use super::search_arguments::SearchArguments;

#[derive(clap::Args)]
#[command(after_help = "At a terminal, Enter ends the search before its limits do.")]
pub(super) struct AnalyseArguments {
    /// The position, quoted or not; the start position if not given
    fen: Vec<String>,
    /// Moves from there on, such as `e4 e5 Nf3` or `e2e4`; move numbers are passed over
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// How many lines to show, each with another first move
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    multipv: u16,
    #[command(flatten)]
    search: SearchArguments<5_000>,
}

impl AnalyseArguments {
    /// The position and how it came about.
    fn game(&self) -> Result<GameLine, CliError> {
        let start = match self.fen.is_empty() {
            true => Board::start(),
            false => self.fen.join(" ").parse()?,
        };
        let mut game = GameLine::new(start);
        for word in self.moves.iter().flat_map(|words| words.split_whitespace()) {
            // `12.` and `12...Nf6` begin with a number.
            let text = word.rsplit('.').next().unwrap_or(word);
            if !text.is_empty() {
                game.play(parse_move(game.board(), text)?);
            }
        }
        Ok(game)
    }
}

/// Draws the position and shows what the search finds.
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
    // What is piped in may be meant for another program.
    if io::stdin().is_terminal() {
        writeln!(out, "Enter ends the search.")?;
        stop_at_enter(&control);
    }
    let mut searcher = arguments.search.searcher()?;
    searcher.set_multi_pv(arguments.multipv.into());
    let mut lines = Lines::new(out, board, &control);
    lines.begin()?;
    let limits = arguments.search.limits();
    let result = searcher.search(board, game.keys(), &limits, &control, &mut lines);
    lines.end()?;
    Ok(writeln!(out, "\n{}", conclusion(board, &result))?)
}

/// Nobody waits for the thread: it may sit in a read for as long as the process lives.
fn stop_at_enter(control: &Arc<SearchControl>) {
    let control = Arc::clone(control);
    thread::spawn(move || {
        let _ = io::stdin().read_line(&mut String::new());
        control.stop();
    });
}

/// The best move, the reply that is expected, and what the search took.
fn conclusion(board: &Board, result: &SearchResult) -> String {
    let SearchReport { nodes, elapsed, .. } = result.report;
    let Some(best) = result.best else { return "no move".to_owned() };
    let reply = result
        .ponder
        .map_or_else(String::new, |reply| format!(", expecting {}", board.make(best).san(reply)));
    let effort = Throughput { nodes, elapsed };
    format!("Best move: {}{reply}\n{}", board.san(best), effort.with_time())
}

/// A table of what the search finds. On a terminal each line of play has one row, which is drawn
/// anew; elsewhere rows follow one another.
struct Lines<'a, W> {
    out: &'a mut W,
    board: &'a Board,
    control: &'a SearchControl,
    /// Where rows are drawn anew.
    screen: Option<Term>,
    /// The newest row of each line of play, the best first.
    rows: Vec<String>,
    /// How many rows stand on the screen.
    drawn: usize,
    /// What was found last, by the number of the line.
    last: HashMap<usize, SearchReport>,
    error: Option<io::Error>,
}

impl<'a, W: Write> Lines<'a, W> {
    fn new(out: &'a mut W, board: &'a Board, control: &'a SearchControl) -> Self {
        let is_live = console::user_attended() && !console::is_dumb();
        Self {
            out,
            board,
            control,
            screen: is_live.then(Term::stdout),
            rows: Vec::new(),
            drawn: 0,
            last: HashMap::new(),
            error: None,
        }
    }

    /// Writes the heads of the columns.
    fn begin(&mut self) -> io::Result<()> {
        writeln!(
            self.out,
            "Scores are White's; +1.00 wins as often as not, #3 is mate in three moves, #-3 for Black."
        )?;
        writeln!(
            self.out,
            "\n{:>7} {:>8} {:>16} {:>10} {:>12}  line",
            "depth", "score", "win/draw/loss %", "time", "nodes"
        )?;
        self.out.flush()
    }

    /// Leaves the rows on the screen, each in full.
    fn end(mut self) -> io::Result<()> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.screen.is_some() {
            // Where the search was stopped, so was a line by the key that did it.
            self.drawn += usize::from(self.control.is_stopped());
            self.draw(usize::MAX)?;
        }
        Ok(())
    }

    /// Shows the newest row of a line of play, counted from 0.
    fn show(&mut self, line: usize, row: String) -> io::Result<()> {
        if self.screen.is_none() {
            writeln!(self.out, "{row}")?;
            return self.out.flush();
        }
        self.rows.resize(self.rows.len().max(line + 1), String::new());
        if let Some(place) = self.rows.get_mut(line) {
            *place = row;
        }
        if self.control.is_stopped() {
            return Ok(());
        }
        let width = self.screen.as_ref().map_or(usize::MAX, |screen| screen.size().1.into());
        self.draw(width)
    }

    /// Draws the rows over the old ones, no wider than `width`, so that each takes one line.
    fn draw(&mut self, width: usize) -> io::Result<()> {
        let Some(screen) = &self.screen else { return Ok(()) };
        screen.clear_last_lines(self.drawn)?;
        for row in &self.rows {
            let row: String = row.chars().take(width).collect();
            screen.write_line(&row)?;
        }
        self.drawn = self.rows.len();
        Ok(())
    }

    /// What a report says, in columns.
    fn row(&self, report: &SearchReport) -> String {
        let side = self.board.side_to_move();
        // What is at least so good for Black is at most so good for White.
        let bound = match (report.bound, side) {
            (Bound::Exact, _) => "",
            (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => ">=",
            (Bound::Lower, Color::Black) | (Bound::Upper, Color::White) => "<=",
        };
        let score = if side == Color::White { report.score } else { -report.score };
        let chances = Chances::new(score, self.board);
        format!(
            "{:>7} {:>8} {:>16} {:>8.2} s {:>12}  {}",
            format!("{}/{}", report.depth, report.selective_depth),
            format!("{bound}{}", white_score(normalised(report.score, self.board), side)),
            percent(chances),
            report.elapsed.as_secs_f64(),
            report.nodes,
            movetext(self.board, &report.pv).join(" ")
        )
    }
}

/// Win, draw and loss in percent.
fn percent(Chances { win, draw, loss }: Chances) -> String {
    let [win, draw, loss] = [win, draw, loss].map(|thousandths| f64::from(thousandths) / 10.0);
    format!("{win:.1}/{draw:.1}/{loss:.1}")
}

impl<W: Write> SearchObserver for Lines<'_, W> {
    fn report(&mut self, report: &SearchReport) {
        let found = |report: &SearchReport| (report.depth, report.score, report.bound);
        let last = self.last.insert(report.number, report.clone());
        let is_known = last.is_some_and(|last| {
            found(&last) == found(report) && last.pv == report.pv && self.screen.is_none()
        });
        if !is_known && let Err(error) = self.show(report.number - 1, self.row(report)) {
            // Whoever does not read wants no search either.
            self.error = Some(error);
            self.control.stop();
        }
    }

    fn root_move(&mut self, _depth: usize, _mv: Move, _number: usize, _elapsed: Duration) {}
}
