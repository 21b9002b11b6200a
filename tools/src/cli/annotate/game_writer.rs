//! Writes the annotated games one after the other.

use std::io::{self, Write};

use console::measure_text_width;
use indicatif::ProgressBar;
use nunatak::cli::say;
use nunatak::text::{Printable, counted, escaped};
use nunatak::types::Outcome;

use super::plan::{Plan, PlannedGame};
use crate::annotate::{Evaluation, JudgedGame, Judgement, MAX_PLOTTED};
use crate::cli::error::CliError;
use crate::terminal::columns;

/// A writer of the annotated games.
pub(super) struct GameWriter<'a, W> {
    pub(super) out: &'a mut W,
    pub(super) bar: ProgressBar,
    /// Whether games are printed rather than collected in `text`.
    pub(super) is_printed: bool,
    /// The line end of the source.
    pub(super) line_end: &'static str,
    /// The games so far.
    pub(super) text: String,
    /// The games so far, if they are to be plotted.
    pub(super) plotted: Option<Vec<JudgedGame>>,
    /// The number of the first game.
    pub(super) first: u64,
    /// The number of the last game that is complete.
    pub(super) complete: Option<u64>,
}

impl<W: Write> GameWriter<'_, W> {
    /// Annotates the games as the `evaluations` of their groups arrive, in order. Returns whether
    /// the run is complete rather than stopped.
    pub(super) fn annotate(
        &mut self,
        plan: &Plan,
        mut evaluations: impl Iterator<Item = Result<Vec<Evaluation>, CliError>>,
    ) -> Result<bool, CliError> {
        for (number, game) in (self.first..).zip(&plan.games) {
            let text = match game {
                Ok(planned) => {
                    for correction in &planned.game.corrections {
                        let note = Printable(format!("game {number}: {correction}"));
                        self.bar.suspend(|| say(format_args!("note: {note}")));
                    }
                    match judge(planned, &mut evaluations)? {
                        Some(game) => self.describe(number, game)?,
                        None => return Ok(false),
                    }
                }
                Err(faulty) => {
                    let fault = Printable(&faulty.fault);
                    self.bar.suspend(|| say(format_args!("{fault}; the game is kept as it is")));
                    format!("{}\n\n", faulty.text)
                }
            };
            self.add(&text)?;
            self.complete = Some(number);
        }
        if !plan.rest.is_empty() {
            self.add(&format!("{}\n", plan.rest))?;
        }
        Ok(true)
    }

    /// Returns the text of an annotated game. If it goes to a file, a summary is printed.
    fn describe(&mut self, number: u64, game: JudgedGame) -> Result<String, CliError> {
        let text = game.annotated().to_string();
        // In a file or a pipe, a summary has one line.
        let width = if console::user_attended() { columns() } else { usize::MAX };
        if !self.is_printed
            && let Some(summary) = summary(number, &game, width)
        {
            let out = &mut self.out;
            self.bar.suspend(|| writeln!(out, "{summary}"))?;
        }
        let has_values = !game.values().is_empty();
        if let Some(plotted) = &mut self.plotted
            && has_values
            && plotted.len() < MAX_PLOTTED
        {
            plotted.push(game);
        }
        Ok(text)
    }

    /// Prints or collects a text with line feeds at the ends of lines.
    fn add(&mut self, text: &str) -> io::Result<()> {
        if !self.is_printed {
            self.text.push_str(&text.replace('\n', self.line_end));
            return Ok(());
        }
        let text = printable(text).replace('\n', self.line_end);
        let out = &mut self.out;
        self.bar.suspend(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }
}

/// Returns a text of several lines with its control characters escaped.
fn printable(text: &str) -> String {
    text.split('\n').map(escaped).collect::<Vec<_>>().join("\n")
}

/// Waits for the evaluations of a game; `None` if the run was stopped.
fn judge(
    planned: &PlannedGame,
    evaluations: &mut impl Iterator<Item = Result<Vec<Evaluation>, CliError>>,
) -> Result<Option<JudgedGame>, CliError> {
    let mut found = Vec::new();
    for _ in planned.groups() {
        match evaluations.next().transpose()? {
            Some(group) => found.extend(group),
            None => return Ok(None),
        }
    }
    Ok(Some(JudgedGame::new(planned.game.clone(), planned.book_moves, found)))
}

/// Returns the number, players and result of a game, and the accuracy and bad moves of both sides;
/// `None` if no move was judged. A text longer than `width` has a line for each side.
fn summary(number: u64, game: &JudgedGame, width: usize) -> Option<String> {
    let judgements = game.judgements();
    let summaries = game.performances().map(|(side, accuracy, loss)| {
        let name = side.name();
        let marks = Judgement::ALL.map(|judgement| {
            let found = (side, Some(judgement));
            let count = judgements.iter().filter(|&&other| other == found).count();
            format!("{count} {}", judgement.mark())
        });
        let marks = marks.join(", ");
        let loss = counted(loss.round() as i64, "centipawn");
        format!("{name} {accuracy:.1}%, {loss} lost a move, {marks}")
    });
    let sides: Vec<String> = summaries.collect();
    if sides.is_empty() {
        return None;
    }
    let [white, black] = ["White", "Black"].map(|name| game.game().tag(name).unwrap_or("?"));
    let result = game.game().outcome.map_or("*", Outcome::text);
    let players = format!("game {number}, {white} – {black} {result}:");
    let players = Printable(players);
    let line = format!("{players} {}", sides.join("; "));
    if measure_text_width(&line) <= width {
        return Some(line);
    }
    Some(format!("{players}\n  {}", sides.join("\n  ")))
}
