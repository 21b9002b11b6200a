//! The table of search results.

use std::io::{self, Write};
use std::mem;

use console::Term;
use nunatak::board::Board;
use nunatak::search::{SearchObserver, SearchReport};
use nunatak::tt::Bound;
use nunatak::types::Color;

use super::report::NoMate;
use crate::cli::display::{white_percent, white_score};
use crate::cli::stop::Stop;
use crate::pgn::numbered_moves;
use crate::terminal::{WidthArguments, wrap};

/// The width of the columns before the principal variation, in characters.
const COLUMNS: usize = 55;

/// The width of the column with the rank, in characters.
const RANK: usize = 5;

/// The number of spaces between these columns and the principal variation.
const GAP: usize = 2;

/// The least width for a principal variation beside the columns, in characters; if there is less,
/// it is below them.
const MIN_BESIDE: usize = 40;

/// The indentation of a principal variation below the columns.
const INDENT: usize = 4;

/// Lines of the terminal that a live table leaves free.
const FREE_LINES: u16 = 2;

/// A table of search results. On a terminal it has one row for each principal variation, which is
/// redrawn with every report, in the width that the terminal has by then. Elsewhere the rows of a
/// depth stand together, best first; a depth with the same results as the one before is only shown
/// if it is the last of them.
pub(super) struct AnalysisTable<'a, W> {
    out: &'a mut W,
    board: &'a Board,
    stop: &'a Stop,
    width: WidthArguments,
    /// Whether there may be several principal variations, which then have a rank.
    is_ranked: bool,
    /// The terminal on which rows are redrawn.
    screen: Option<Term>,
    /// On a terminal: the latest report of each principal variation, best first.
    latest: Vec<SearchReport>,
    /// On a terminal: the widths of the lines on the screen, in columns.
    drawn: Vec<usize>,
    /// Elsewhere: the reports of the latest depth, best first, not yet shown.
    group: Vec<SearchReport>,
    /// Elsewhere: the reports of the depth before, which were shown or are repeated by the latest.
    shown: Vec<SearchReport>,
    /// Elsewhere: whether `shown` was left out, since it repeats the results before it.
    is_left_out: bool,
    /// The mates that a search has ruled out.
    ruled_out: Option<NoMate>,
    error: Option<io::Error>,
}

impl<'a, W: Write> AnalysisTable<'a, W> {
    /// Creates the table of a search of `board`.
    pub(super) fn new(
        out: &'a mut W,
        board: &'a Board,
        stop: &'a Stop,
        width: WidthArguments,
        is_ranked: bool,
    ) -> Self {
        let is_live = console::user_attended() && !console::is_dumb();
        Self {
            out,
            board,
            stop,
            width,
            screen: is_live.then(Term::stdout),
            latest: Vec::new(),
            drawn: Vec::new(),
            is_ranked,
            group: Vec::new(),
            shown: Vec::new(),
            is_left_out: false,
            ruled_out: None,
            error: None,
        }
    }

    /// Writes the table head.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        let notes = "Scores are from White's view: +1.00 is an even chance to win, #3 is mate in three \
                     moves by White, #-3 by Black.";
        writeln!(self.out, "{}\n", wrap(notes.split(' '), 0, 0, self.width.columns()))?;
        let rank = if self.is_ranked { "rank " } else { "" };
        let head = format!(
            "{rank}{:>7} {:>8} {:>16} {:>9} {:>11}",
            "depth", "score", "win/draw/loss %", "time", "nodes"
        );
        writeln!(self.out, "{}", self.with_line(&head, &["line"]))?;
        self.out.flush()
    }

    /// Draws the final rows in full, or returns the first output error. Returns what a
    /// search for a mate has ruled out.
    pub(super) fn end(mut self) -> io::Result<Option<NoMate>> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if let Some(screen) = &self.screen {
            // The terminal may have echoed Ctrl-C as `^C` below the table.
            screen.clear_line()?;
            if self.stop.is_by_enter() {
                // Enter, which stopped the search, was echoed as a line feed.
                self.drawn.push(0);
            }
            self.draw(usize::MAX, usize::MAX)?;
        }
        self.end_group()?;
        if self.is_left_out {
            self.write_group()?;
        }
        self.out.flush()?;
        Ok(self.ruled_out)
    }

    /// Shows the reports of the latest depth, unless they repeat those before.
    fn end_group(&mut self) -> io::Result<()> {
        if self.group.is_empty() {
            return Ok(());
        }
        let is_same = |(one, other): (&SearchReport, &SearchReport)| {
            (one.score, one.bound, &one.pv) == (other.score, other.bound, &other.pv)
        };
        let group = mem::take(&mut self.group);
        let is_repeated =
            group.len() == self.shown.len() && group.iter().zip(&self.shown).all(is_same);
        if is_repeated {
            // A search ends with its last reports once more.
            self.is_left_out |= group.iter().zip(&self.shown).any(|(a, b)| a.depth > b.depth);
            self.shown = group;
            return Ok(());
        }
        if mem::take(&mut self.is_left_out) {
            self.write_group()?;
        }
        self.shown = group;
        self.write_group()
    }

    /// Writes the rows of `shown`.
    fn write_group(&mut self) -> io::Result<()> {
        for report in &self.shown {
            writeln!(self.out, "{}", self.row(report))?;
        }
        self.out.flush()
    }

    /// Shows `report` as the latest of its principal variation.
    fn show(&mut self, report: &SearchReport) -> io::Result<()> {
        let Some(screen) = &self.screen else { return Ok(()) };
        let (height, columns) = screen.size();
        match self.latest.get_mut(report.number - 1) {
            Some(earlier) => earlier.clone_from(report),
            None => self.latest.push(report.clone()),
        }
        if self.stop.control.is_stopped() {
            return Ok(());
        }
        self.draw(height.saturating_sub(FREE_LINES).into(), columns.into())
    }

    /// Draws the rows over the old ones. If they have more than `height` lines, all rows are cut to
    /// the same number of lines; longer lines are cut to `columns`.
    fn draw(&mut self, height: usize, columns: usize) -> io::Result<()> {
        let Some(screen) = &self.screen else { return Ok(()) };
        // Most terminals break the lines that are too long after they have become narrower.
        let broken = |width: usize| width.div_ceil(screen.size().1.into()).max(1);
        screen.clear_last_lines(self.drawn.drain(..).map(broken).sum())?;
        let rows: Vec<String> = self.latest.iter().map(|report| self.row(report)).collect();
        let per_row = (height / rows.len().max(1)).max(1);
        let is_cut = rows.iter().map(|row| row.lines().count()).sum::<usize>() > height;
        let limit = if is_cut { per_row } else { usize::MAX };
        let lines = rows.iter().flat_map(|row| row.lines().take(limit));
        for line in lines.take(height) {
            // A line wider than the terminal would wrap, and take more lines than `drawn` says.
            let line: String = line.chars().take(columns).collect();
            screen.write_line(&line)?;
            self.drawn.push(line.chars().count());
        }
        Ok(())
    }

    /// Adds the words of a line to the columns of a row: beside them if there is enough room, else
    /// below.
    fn with_line<T: AsRef<str>>(&self, columns: &str, words: &[T]) -> String {
        let beside = COLUMNS + GAP + if self.is_ranked { RANK } else { 0 };
        let width = self.width.columns();
        if words.is_empty() {
            columns.to_owned()
        } else if width >= beside + MIN_BESIDE {
            let used = columns.chars().count() + GAP;
            format!("{columns}{:GAP$}{}", "", wrap(words, used, beside, width))
        } else {
            let line = wrap(words, INDENT, INDENT, width);
            format!("{columns}\n{:INDENT$}{line}", "")
        }
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
        let rank = if self.is_ranked { format!("{:>4} ", report.number) } else { String::new() };
        let columns = format!(
            "{rank}{:>7} {:>8} {:>16} {:>7.2} s {:>11}",
            format!("{}/{}", report.depth, report.selective_depth),
            format!("{bound}{}", white_score(report.score, self.board)),
            white_percent(report.chances(self.board), side),
            report.elapsed.as_secs_f64(),
            report.nodes,
        );
        self.with_line(&columns, &numbered_moves(self.board, &report.pv))
    }
}

impl<W: Write> SearchObserver for AnalysisTable<'_, W> {
    fn report(&mut self, report: &SearchReport) {
        let written = if self.screen.is_some() {
            self.show(report)
        } else {
            // The lines of a depth are reported together, the best first.
            let ended = if report.number == 1 { self.end_group() } else { Ok(()) };
            self.group.push(report.clone());
            // Without further lines, the group is complete.
            ended.and_then(|()| if self.is_ranked { Ok(()) } else { self.end_group() })
        };
        if let Err(error) = written {
            // The output is closed or full, so further results would be lost.
            self.error.get_or_insert(error);
            self.stop.control.stop();
        }
    }

    fn mate_ruled_out(&mut self, moves: usize, is_partial: bool) {
        self.ruled_out = Some(NoMate { moves, is_partial });
    }
}
