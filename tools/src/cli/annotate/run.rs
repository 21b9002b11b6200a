//! Annotates the games of a file one after the other.

use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;

use indicatif::ProgressBar;
use nunatak::cli::at_file;
use nunatak::game::GameLine;
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher};
use nunatak::text::Printable;
use nunatak::types::{Color, Outcome};

use crate::annotate::{Evaluation, GROUP, Journal, JudgedGame, Judgement, MAX_PLOTTED, evaluate};
use crate::cli::error::CliError;
use crate::pgn::{PgnError, PgnGame, PgnReader, movetext};
use crate::terminal::columns;

/// A run over the games of a file.
pub(super) struct Run<'a, W> {
    pub(super) out: &'a mut W,
    pub(super) searcher: Searcher,
    pub(super) limits: Limits,
    /// The control that stops the run.
    pub(super) control: Arc<SearchControl>,
    pub(super) bar: ProgressBar,
    pub(super) journal: Option<Journal>,
    /// Whether games are printed rather than collected in `text`.
    pub(super) is_printed: bool,
    /// The line end of the source.
    pub(super) line_end: &'static str,
    /// The games so far.
    pub(super) text: String,
    /// The games so far, if they are to be plotted.
    pub(super) plotted: Option<Vec<JudgedGame>>,
    /// The number of games in the files.
    pub(super) games: usize,
    /// The number of the first game.
    pub(super) first: u64,
    /// Each file with the number of lines before it, if there are several.
    pub(super) starts: Vec<(PathBuf, u64)>,
    /// Whether a repeated search gives the same result.
    pub(super) is_reproducible: bool,
    /// Whether a position was searched, rather than found in the journal.
    pub(super) has_searched: bool,
}

/// The results of a complete run.
pub(super) struct Finished {
    pub(super) text: String,
    pub(super) plotted: Option<Vec<JudgedGame>>,
    pub(super) journal: Option<Journal>,
}

impl<W: Write> Run<'_, W> {
    /// Annotates the games of `input`, given their numbers of book moves. Returns whether the run
    /// is complete rather than stopped.
    pub(super) fn annotate(
        &mut self,
        input: &[u8],
        book_moves: &[usize],
    ) -> Result<bool, CliError> {
        let mut games = PgnReader::annotated(input);
        for (number, &book_moves) in (self.first..).zip(book_moves) {
            let text = match games.next() {
                Some(Ok(game)) => match self.judge(number, game, book_moves)? {
                    Some(game) => self.describe(number, game)?,
                    None => return Ok(false),
                },
                Some(Err(error)) => self.keep(error),
                None => String::new(),
            };
            self.add(&text)?;
        }
        // Only at the end does the reader know the text after the last game.
        let rest = if games.next().is_none() { games.text_after() } else { "" };
        if !rest.is_empty() {
            self.add(&format!("{rest}\n"))?;
        }
        Ok(true)
    }

    /// Returns the results.
    pub(super) fn finish(self) -> Finished {
        self.bar.finish_and_clear();
        Finished { text: self.text, plotted: self.plotted, journal: self.journal }
    }

    /// Evaluates the positions of a game; `None` if the run was stopped.
    fn judge(
        &mut self,
        number: u64,
        game: PgnGame,
        book_moves: usize,
    ) -> Result<Option<JudgedGame>, CliError> {
        let mut evaluations = Vec::new();
        for group in positions(&game, book_moves).chunks(GROUP) {
            match self.evaluate_group(number, group)? {
                Some(found) => evaluations.extend(found),
                None => return Ok(None),
            }
        }
        Ok(Some(JudgedGame::new(game, book_moves, evaluations)))
    }

    /// Evaluates consecutive positions of game `number`, the last first, unless an earlier run has
    /// done so; `None` if the run was stopped.
    fn evaluate_group(
        &mut self,
        number: u64,
        group: &[GameLine],
    ) -> Result<Option<Vec<Evaluation>>, CliError> {
        let find = |line: &GameLine| {
            let journal = self.journal.as_ref();
            let recorded = || journal?.find(number, line.ply(), line.board());
            line.end().map(Evaluation::of_end).or_else(recorded)
        };
        let mut known: Vec<Option<Evaluation>> = group.iter().map(find).collect();
        // To give the same result as without an interruption, a group is searched as a whole.
        if self.is_reproducible && known.iter().any(Option::is_none) {
            known.fill(None);
        }
        self.searcher.new_game();
        let mut evaluations = Vec::with_capacity(group.len());
        for (line, known) in group.iter().zip(known).rev() {
            let found = match known {
                Some(known) => Some(known),
                None => self.evaluate(number, line)?,
            };
            let Some(found) = found else { return Ok(None) };
            evaluations.push(found);
            self.bar.inc(1);
        }
        evaluations.reverse();
        Ok(Some(evaluations))
    }

    /// Evaluates the last position of `line` and records the result; `None` if the run was stopped.
    fn evaluate(&mut self, number: u64, line: &GameLine) -> Result<Option<Evaluation>, CliError> {
        if let Some(end) = line.end() {
            return Ok(Some(Evaluation::of_end(end)));
        }
        self.bar.set_message(format!("game {number}/{}, {}", self.games, last_move(line)));
        if !mem::replace(&mut self.has_searched, true) {
            // Evaluations from the journal take no time, so the estimate starts here.
            self.bar.reset_eta();
        }
        let found = evaluate(line, &mut self.searcher, &self.limits, &self.control);
        if let (Some(found), Some(journal)) = (&found, &mut self.journal) {
            let path = journal.path().to_owned();
            journal.add(number, line.ply(), found).map_err(at_file(&path))?;
        }
        Ok(found)
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

    /// Reports a game that cannot be annotated and returns its text.
    fn keep(&self, error: PgnError) -> String {
        let place = self.place(&error);
        self.bar.suspend(|| eprintln!("{}; the game is kept as it is", Printable(place)));
        match error {
            PgnError::Game { text, .. } => format!("{text}\n\n"),
            PgnError::Io { .. } => unreachable!("memory can be read"),
        }
    }

    /// Describes an error, with the file if there are several.
    fn place(&self, error: &PgnError) -> String {
        let PgnError::Game { line, fault, .. } = error else { return error.to_string() };
        match self.starts.iter().rev().find(|(_, before)| before < line) {
            Some((path, before)) => format!("{}, line {}: {fault}", path.display(), line - before),
            None => error.to_string(),
        }
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

/// Returns a text of several lines with its control characters escaped, except tabs.
fn printable(text: &str) -> String {
    let parts = text.split_inclusive(['\n', '\t']).map(|part| {
        let body = part.trim_end_matches(['\n', '\t']);
        format!("{}{}", Printable(body), part.strip_prefix(body).unwrap_or_default())
    });
    parts.collect()
}

/// Returns the game up to each position to be evaluated: those before and after each move that is
/// not from the book.
fn positions(game: &PgnGame, book_moves: usize) -> Vec<GameLine> {
    let mut line = GameLine::new(game.start);
    let mut positions = Vec::new();
    for (ply, &mv) in game.moves.iter().enumerate() {
        if ply == book_moves {
            positions.push(line.clone());
        }
        line.play(mv);
        if ply >= book_moves {
            positions.push(line.clone());
        }
    }
    positions
}

/// Describes the last move of `line`.
fn last_move(line: &GameLine) -> String {
    let Some((&last, earlier)) = line.moves().split_last() else {
        return "first position".to_owned();
    };
    let board = earlier.iter().fold(*line.start(), |board, &mv| board.make(mv));
    format!("move {}", movetext(&board, &[last]).join(" "))
}

/// Returns the number, players and result of a game, and the accuracy and bad moves of both sides;
/// `None` if no move was judged. A text longer than `width` has a line for each side.
fn summary(number: u64, game: &JudgedGame, width: usize) -> Option<String> {
    let [white, black] = Color::ALL.map(|side| side_summary(game, side));
    let sides: Vec<String> = [white, black].into_iter().flatten().collect();
    if sides.is_empty() {
        return None;
    }
    let [white, black] = ["White", "Black"].map(|name| game.game().tag(name).unwrap_or("?"));
    let result = game.game().outcome.map_or("*", Outcome::text);
    let players = format!("game {number}, {white} – {black} {result}:");
    let players = Printable(players);
    let line = format!("{players} {}", sides.join("; "));
    if line.chars().count() <= width {
        return Some(line);
    }
    Some(format!("{players}\n  {}", sides.join("\n  ")))
}

/// Returns `White 93.1%, 1 ?!, 0 ?, 2 ??`; `None` if no move of the side was judged.
fn side_summary(game: &JudgedGame, side: Color) -> Option<String> {
    let [white, black] = game.accuracy();
    let accuracy = if side == Color::White { white } else { black }?;
    let judgements = game.judgements();
    let marks = Judgement::ALL.map(|judgement| {
        let count = judgements.iter().filter(|&&found| found == (side, Some(judgement))).count();
        format!("{count} {}", judgement.mark())
    });
    let [white, black] = game.centipawn_loss();
    let loss = if side == Color::White { white } else { black }?;
    let marks = marks.join(", ");
    Some(format!("{} {accuracy:.1}%, {loss:.0} centipawns lost a move, {marks}", side.name()))
}
