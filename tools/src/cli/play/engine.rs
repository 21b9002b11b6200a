//! The engine as the player's opponent.

use std::path::PathBuf;
use std::sync::Arc;

use nunatak::book::{Book, random_move};
use nunatak::cli::{at_file, say};
use nunatak::game::GameLine;
use nunatak::limits::{Clock, Limits};
use nunatak::search::{SearchControl, SearchResult, Searcher, Silent};
use nunatak::text::Printable;
use nunatak::types::{Move, Score};
use nunatak::wdl::{MAX_MATERIAL, material};
use rand::rngs::StdRng;

use crate::cli::error::CliError;

/// The score up to which the engine accepts a draw at any time, in units of the evaluation.
const WORSE: Score = Score(-50);

/// The score up to which the engine accepts a draw from [`EQUAL_FROM`] on, in units of the
/// evaluation.
const EQUAL: Score = Score(10);

/// The number of plies since the first move of the game after which the engine accepts a draw in an
/// equal position.
const EQUAL_FROM: usize = 60;

/// The material of both sides in pawns up to which the engine accepts a draw in an equal position
/// at any time: half of that of the start position.
const SIMPLE: u32 = MAX_MATERIAL / 2;

/// The chance to win, per mille, up to which the engine accepts a draw at any time.
const NO_CHANCE: u32 = 30;

/// The beginning of the engine's name in game records.
pub(super) const ENGINE_NAME: &str = "Nunatak";

/// The words before its Elo, if its strength is limited.
pub(super) const LEVEL: &str = " at ";

/// The answer to the offer of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawAnswer {
    Accepted,
    /// Declined: the engine prefers its position.
    Better,
    /// Declined: the position is equal, but most of the game is still ahead.
    TooEarly,
}

/// A searcher with the settings of the game.
pub(super) struct Engine {
    pub(super) searcher: Searcher,
    /// The control of all searches, which Ctrl-C stops.
    pub(super) control: Arc<SearchControl>,
    /// The limits of each search for the player.
    pub(super) limits: Limits,
    /// The limits of each search for a move, in addition to the clock.
    pub(super) move_limits: Limits,
    /// The Elo to which moves are limited; `None` at full strength.
    pub(super) elo: Option<i32>,
    pub(super) book: Option<EngineBook>,
    /// The random numbers that choose moves of the book.
    pub(super) random: StdRng,
}

/// An opening book and its file.
pub(super) struct EngineBook {
    pub(super) path: PathBuf,
    pub(super) book: Book,
}

/// A move of the engine.
pub(super) struct Choice {
    pub(super) mv: Move,
    pub(super) is_from_book: bool,
}

impl Engine {
    /// Returns the name for the game record.
    pub(super) fn name(&self) -> String {
        let name = format!("{ENGINE_NAME} {}", env!("CARGO_PKG_VERSION"));
        self.elo.map_or_else(|| name.clone(), |elo| format!("{name}{LEVEL}{elo} Elo"))
    }

    /// Searches the current position at full strength.
    pub(super) fn analyse(&mut self, game: &GameLine) -> SearchResult {
        let limits = self.limits.clone();
        self.search(game, &limits)
    }

    /// Chooses a move from the book or at the strength of the game, given the engine's clock, if
    /// any.
    pub(super) fn choose(
        &mut self,
        game: &GameLine,
        clock: Option<Clock>,
    ) -> Result<Option<Choice>, CliError> {
        if let Some(mv) = self.book_move(game) {
            return Ok(Some(Choice { mv, is_from_book: true }));
        }
        let limits = Limits { clock, ..self.move_limits.clone() };
        self.searcher.set_elo(self.elo)?;
        let best = self.search(game, &limits).best;
        self.searcher.set_elo(None)?;
        Ok(best.map(|mv| Choice { mv, is_from_book: false }))
    }

    fn search(&mut self, game: &GameLine, limits: &Limits) -> SearchResult {
        self.searcher.search(game.board(), game.earlier(), limits, &self.control, &mut Silent)
    }

    /// Chooses a move of the book by weight; `None` if there is none. A book that cannot be read
    /// any more is not used again.
    fn book_move(&mut self, game: &GameLine) -> Option<Move> {
        let EngineBook { path, book } = self.book.as_mut()?;
        match book.moves(game.board()) {
            Ok(moves) => random_move(&moves, &mut self.random),
            Err(error) => {
                let error = at_file(path)(error);
                say(format_args!("warning: {}; no book is used", Printable(error)));
                self.book = None;
                None
            }
        }
    }

    /// Answers the offer of a draw by the side to move.
    pub(super) fn answer_draw_offer(&mut self, game: &GameLine) -> DrawAnswer {
        let report = self.analyse(game).report;
        let (score, chances) = (-report.score, report.chances(game.board()).of_opponent());
        let (number, side) = (game.board().fullmove_number(), game.board().side_to_move());
        let is_late = 2 * usize::from(number - 1) + side.index() >= EQUAL_FROM;
        if score <= WORSE || report.is_drawn || chances.win <= NO_CHANCE {
            DrawAnswer::Accepted
        } else if score > EQUAL {
            DrawAnswer::Better
        } else if is_late || material(game.board()) <= SIMPLE {
            DrawAnswer::Accepted
        } else {
            DrawAnswer::TooEarly
        }
    }
}
