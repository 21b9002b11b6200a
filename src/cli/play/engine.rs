//! The engine as the player's opponent.

use nunatak::game::GameLine;
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, SearchResult, Searcher, Silent};
use nunatak::tt::AllocationError;
use nunatak::types::{Move, Score};

/// The score up to which the engine accepts a draw at any time, in units of the evaluation.
const WORSE: Score = Score(-50);

/// The score up to which the engine accepts a draw from [`EQUAL_FROM`] on, in units of the evaluation.
const EQUAL: Score = Score(10);

/// The ply of the game from which on the engine accepts a draw in an equal position.
const EQUAL_FROM: usize = 60;

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

    /// Whether the engine accepts a draw offered by the side to move.
    pub(super) fn accepts_draw(&mut self, game: &GameLine) -> bool {
        let score = -self.analyse(game).report.score;
        score <= WORSE || score <= EQUAL && game.ply() >= EQUAL_FROM
    }
}
