//! The table of search results.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::time::Duration;

use console::Term;
use nunatak::board::Board;
use nunatak::pgn::movetext;
use nunatak::search::{SearchControl, SearchObserver, SearchReport};
use nunatak::tt::Bound;
use nunatak::types::{Color, Move};
use nunatak::wdl::{Chances, normalised};

use crate::cli::display::white_score;

/// A table of search results. On a terminal it has one row for each principal variation, which is
/// redrawn with every report; elsewhere the first and the last report of each result add a row.
pub(super) struct Table<'a, W> {
    out: &'a mut W,
    board: &'a Board,
    control: &'a SearchControl,
    /// The terminal on which rows are redrawn.
    screen: Option<Term>,
    /// The latest row of each principal variation, best first.
    rows: Vec<String>,
    /// The number of rows on the screen.
    drawn: usize,
    /// The report of the latest row of each principal variation, by number.
    reports: HashMap<usize, SearchReport>,
    /// The latest rows with the same results, not yet shown, by number.
    repetitions: BTreeMap<usize, String>,
    error: Option<io::Error>,
}

impl<'a, W: Write> Table<'a, W> {
    /// Creates the table of a search of `board` under `control`.
    pub(super) fn new(out: &'a mut W, board: &'a Board, control: &'a SearchControl) -> Self {
        let is_live = console::user_attended() && !console::is_dumb();
        Self {
            out,
            board,
            control,
            screen: is_live.then(Term::stdout),
            rows: Vec::new(),
            drawn: 0,
            reports: HashMap::new(),
            repetitions: BTreeMap::new(),
            error: None,
        }
    }

    /// Writes the table head.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        writeln!(
            self.out,
            "Scores are from White's view: +1.00 is an even chance to win, #3 is mate in three moves \
             by White, #-3 by Black."
        )?;
        writeln!(
            self.out,
            "\n{:>7} {:>8} {:>16} {:>10} {:>12}  line",
            "depth", "score", "win/draw/loss %", "time", "nodes"
        )?;
        self.out.flush()
    }

    /// Draws the final rows at full width, or returns the first output error.
    pub(super) fn end(mut self) -> io::Result<()> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.screen.is_some() {
            // The Enter key that stopped the search began another line.
            self.drawn += usize::from(self.control.is_stopped());
            self.draw(usize::MAX)?;
        }
        for row in self.repetitions.values() {
            writeln!(self.out, "{row}")?;
        }
        Ok(())
    }

    /// Shows `row` as the latest of the principal variation `line`, counted from 0.
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

    /// Draws the rows over the old ones, cut to `width` so that each takes one line.
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

    /// Formats a report as a row.
    fn row(&self, report: &SearchReport) -> String {
        let side = self.board.side_to_move();
        // A lower bound for Black is an upper bound for White.
        let bound = match (report.bound, side) {
            (Bound::Exact, _) => "",
            (Bound::Lower, Color::White) | (Bound::Upper, Color::Black) => ">=",
            (Bound::Lower, Color::Black) | (Bound::Upper, Color::White) => "<=",
        };
        let chances = report.chances(self.board);
        let chances = if side == Color::White { chances } else { chances.of_opponent() };
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

/// Formats win, draw and loss chances in percent.
fn percent(Chances { win, draw, loss }: Chances) -> String {
    let [win, draw, loss] = [win, draw, loss].map(|permille| f64::from(permille) / 10.0);
    format!("{win:.1}/{draw:.1}/{loss:.1}")
}

impl<W: Write> SearchObserver for Table<'_, W> {
    fn report(&mut self, report: &SearchReport) {
        let number = report.number;
        let row = self.row(report);
        if self.screen.is_none()
            && let Some(last) = self.reports.get(&number)
            && (last.score, last.bound, &last.pv) == (report.score, report.bound, &report.pv)
        {
            if last.depth < report.depth {
                self.repetitions.insert(number, row);
            }
            return;
        }
        self.reports.insert(number, report.clone());
        for row in self.repetitions.remove(&number).into_iter().chain([row]) {
            if let Err(error) = self.show(number - 1, row) {
                // Nobody reads the results of the search any more.
                self.error = Some(error);
                self.control.stop();
            }
        }
    }

    fn root_move(&mut self, _depth: usize, _mv: Move, _number: usize, _elapsed: Duration) {}
}
