//! The engine as the player's opponent.

use nunatak::game::GameLine;
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, SearchResult, Searcher, Silent};
use nunatak::tt::AllocationError;
use nunatak::types::{Move, Score};
use nunatak::wdl::{MAX_MATERIAL, material};

/// The score up to which the engine accepts a draw at any time, in units of the evaluation.
const WORSE: Score = Score(-50);

/// The score up to which the engine accepts a draw from [`EQUAL_FROM`] on, in units of the evaluation.
const EQUAL: Score = Score(10);

/// The number of plies, counted from the first move of the whole game, from which on the engine accepts
/// a draw in an equal position.
const EQUAL_FROM: usize = 60;

/// The material of both sides in pawns, half of that of the start position, up to which the engine accepts
/// a draw in an equal position at any time.
const SIMPLE: u32 = MAX_MATERIAL / 2;

/// The chance to win, per mille, up to which the engine accepts a draw at any time.
const NO_CHANCE: u32 = 30;

/// The answer to the offer of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawAnswer {
    Accepted,
    /// The engine hopes to win.
    Better,
    /// The position is equal, but much may still happen.
    TooEarly,
}

/// A searcher with the settings of the game.
pub(super) struct Engine {
    pub(super) searcher: Searcher,
    /// The limits of each search.
    pub(super) limits: Limits,
    /// The Elo to which moves are limited; `None` at full strength.
    pub(super) elo: Option<i32>,
}

impl Engine {
    /// Returns the name for the game record.
    pub(super) fn name(&self) -> String {
        let name = concat!("Nunatak ", env!("CARGO_PKG_VERSION"));
        self.elo.map_or_else(|| name.to_owned(), |elo| format!("{name} at {elo} Elo"))
    }

    /// Searches the current position at full strength.
    pub(super) fn analyse(&mut self, game: &GameLine) -> SearchResult {
        let control = SearchControl::default();
        let (board, keys) = (game.board(), game.keys());
        self.searcher.search(board, keys, &self.limits, &control, &mut Silent)
    }

    /// Chooses a move at the strength of the game.
    pub(super) fn choose(&mut self, game: &GameLine) -> Result<Option<Move>, AllocationError> {
        self.searcher.set_elo(self.elo)?;
        let best = self.analyse(game).best;
        self.searcher.set_elo(None)?;
        Ok(best)
    }

    /// Answers the offer of a draw by the side to move.
    pub(super) fn answer_draw_offer(&mut self, game: &GameLine) -> DrawAnswer {
        let report = self.analyse(game).report;
        let (score, chances) = (-report.score, report.chances(game.board()).of_opponent());
        let earlier_plies = 2 * usize::from(game.start().fullmove_number() - 1);
        let is_late = earlier_plies + game.ply() >= EQUAL_FROM;
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
