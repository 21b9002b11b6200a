//! The record of a game in PGN, and the file in which it is saved.

use std::time::Duration;

use chrono::Local;
use nunatak::game::GameLine;
use nunatak::text::Printable;
use nunatak::types::{Color, Move, Outcome};

use super::clock::{Clocks, clock_comment};
use super::pgn_file::PgnFile;
use crate::pgn::{Annotations, Note, PgnGame, Roster};

/// The end of a game.
#[derive(Clone, Copy)]
pub(super) struct Ending {
    pub(super) outcome: Outcome,
    /// Whether the clock decided it.
    pub(super) time_ran_out: bool,
}

impl From<Outcome> for Ending {
    /// Returns the end by a move, a resignation or an agreement.
    fn from(outcome: Outcome) -> Self {
        Self { outcome, time_ran_out: false }
    }
}

/// The tags of a game and the file in which it is saved.
pub(super) struct Record {
    roster: Roster,
    /// Whether a game of the file is continued.
    is_continued: bool,
    /// The moves that were there before.
    earlier_moves: Vec<Move>,
    file: Option<PgnFile>,
    /// The error of the last attempt to save the game, if it failed.
    error: Option<String>,
}

impl Record {
    /// Creates the record of a game that begins or, if it `is_continued`, continues now and is
    /// saved in `file`, if any.
    pub(super) fn new(
        roster: Roster,
        game: &GameLine,
        is_continued: bool,
        file: Option<PgnFile>,
    ) -> Self {
        Self { roster, is_continued, earlier_moves: game.moves().to_vec(), file, error: None }
    }

    /// Returns the file in which the game is saved.
    pub(super) fn file(&self) -> Option<&PgnFile> {
        self.file.as_ref()
    }

    /// Returns the error of the last attempt to save the game, if it failed.
    pub(super) fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Returns the game as PGN.
    pub(super) fn pgn(
        &self,
        game: &GameLine,
        clocks: Option<&Clocks>,
        ending: Option<Ending>,
    ) -> String {
        let outcome = ending.map(|ending| ending.outcome);
        let (start, moves) = (*game.start(), game.moves().to_vec());
        let times = clocks.map(|clocks| clocks.after_moves(start.side_to_move()));
        let notes = |time: Option<Duration>| {
            time.map(|time| Note::Comment(clock_comment(time))).into_iter().collect()
        };
        let mut tags = self.roster.tags(&start, outcome);
        if ending.is_some_and(|ending| ending.time_ran_out) {
            tags.push(("Termination".to_owned(), "time forfeit".to_owned()));
        }
        let annotations = Annotations {
            tags,
            notes: times.into_iter().flatten().map(notes).collect(),
            ..Annotations::default()
        };
        PgnGame { start, corrections: Vec::new(), moves, outcome, annotations }.to_string()
    }

    /// Whether the game is worth saving: it has moves or an end that were not there before, and is
    /// not just an earlier one with moves taken back.
    pub(super) fn is_worth_saving(&self, game: &GameLine, ending: Option<Ending>) -> bool {
        let was_over = game.end().is_some() && (self.is_continued || !game.moves().is_empty());
        !self.earlier_moves.starts_with(game.moves()) || ending.is_some() && !was_over
    }

    /// Saves the game in its file, if any. After an [error](Self::error), the next call saves the
    /// whole game again.
    pub(super) fn save(
        &mut self,
        game: &GameLine,
        clocks: Option<&Clocks>,
        ending: Option<Ending>,
    ) {
        let is_worth_saving = self.is_worth_saving(game, ending);
        let text = if is_worth_saving { self.pgn(game, clocks, ending) } else { String::new() };
        let saved = self.file.as_mut().map_or(Ok(()), |file| file.save(&text));
        self.error = saved.err().map(|error| Printable(error).to_string());
    }
}

/// Returns the tags of a game of `name` against `engine` that begins now, with its time control, if
/// any.
pub(super) fn roster(
    player: Color,
    name: String,
    engine: String,
    time_control: Option<String>,
) -> Roster {
    let (white, black) = match player {
        Color::White => (name, engine),
        Color::Black => (engine, name),
    };
    Roster {
        event: "Casual game".to_owned(),
        date: Local::now().format("%Y.%m.%d").to_string(),
        round: "-".to_owned(),
        white,
        black,
        time_control,
        ..Roster::default()
    }
}
