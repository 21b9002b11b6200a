//! Plays one game at a time.

use std::io;

use nunatak::board::Board;
use nunatak::game::{GameEnd, GameLine};
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::tt::AllocationError;
use nunatak::types::{Color, Move, Outcome, Score};
use nunatak::wdl::Chances;
use nunatak_tools::chess960::{CHESS960_STARTS, chess960_start};
use rand::RngExt;
use rand::rngs::StdRng;
use thiserror::Error;

use super::adjudication::Adjudicator;
use super::settings::Settings;
use crate::dataset::{Game, GameError, ScoredMove, white_view};
use crate::random::generator;

/// Errors of self-play and of labelling.
#[derive(Debug, Error)]
pub enum SelfplayError {
    /// There is not enough memory for the transposition tables.
    #[error(transparent)]
    Allocation(#[from] AllocationError),
    /// A thread could not be spawned.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// No opening of a game suits the settings.
    #[error(
        "{attempts} random openings in a row for game {} ended it or scored more than \
         --max-opening-score",
        number + 1
    )]
    NoOpening {
        /// The number of the game, from 0.
        number: u64,
        /// The number of openings that were discarded.
        attempts: usize,
    },
    /// A game to label could not be read.
    #[error(transparent)]
    Source(GameError),
    /// A game could not be saved.
    #[error(transparent)]
    Io(io::Error),
}

/// Size of the transposition table in megabytes: enough for the small searches of one game, and
/// small enough for the processor's cache.
pub(super) const HASH: usize = 1;

/// The number of openings that may be discarded for a game.
const MAX_ATTEMPTS: usize = 10_000;

/// A player of games, with a searcher of its own.
pub(super) struct Player {
    settings: Settings,
    limits: Limits,
    searcher: Searcher,
}

/// The result of a search.
struct Choice {
    mv: Move,
    /// The score in units of the evaluation from White's view.
    score: i32,
}

impl Player {
    pub(super) fn new(settings: Settings) -> Result<Self, AllocationError> {
        let limits = Limits {
            soft_nodes: Some(settings.nodes),
            nodes: Some(settings.hard_node_limit()),
            ..Limits::default()
        };
        Ok(Self { settings, limits, searcher: Searcher::new(HASH)? })
    }

    /// Plays the game with the given number; returns `None` if `control` stops it.
    ///
    /// # Errors
    /// [`SelfplayError::NoOpening`].
    pub(super) fn play(
        &mut self,
        number: u64,
        control: &SearchControl,
    ) -> Result<Option<Game>, SelfplayError> {
        let mut random = generator(self.settings.seed, [number, 0, 0]);
        for _ in 0..MAX_ATTEMPTS {
            let mut line = GameLine::new(self.start(&mut random));
            line.play_random_moves(self.settings.random_plies, &mut random);
            if line.end().is_some() {
                continue;
            }
            // Discarded openings must leave no state in the searcher.
            self.searcher.new_game();
            let Some(choice) = self.search(&line, control) else { return Ok(None) };
            if choice.score.abs() <= self.settings.max_opening_score {
                return Ok(self.play_on(line, choice, &mut random, control));
            }
        }
        Err(SelfplayError::NoOpening { number, attempts: MAX_ATTEMPTS })
    }

    /// Returns a start position, one of Chess960 in the share of the games that the settings state.
    fn start(&self, random: &mut StdRng) -> Board {
        // Without Chess960 nothing is drawn, so that a seed gives the games that it always gave.
        let is_chess960 =
            self.settings.chess960 > 0.0 && random.random_bool(self.settings.chess960);
        let number = is_chess960.then(|| random.random_range(..CHESS960_STARTS));
        number.and_then(chess960_start).unwrap_or_else(Board::start)
    }

    /// Plays a game after its opening, beginning with `choice`; returns `None` if `control` stops
    /// it.
    fn play_on(
        &mut self,
        mut line: GameLine,
        mut choice: Choice,
        random: &mut StdRng,
        control: &SearchControl,
    ) -> Option<Game> {
        let start = *line.board();
        let mut adjudicator =
            (!self.settings.play_out).then(|| Adjudicator::new(self.settings.adjudication));
        let mut moves = Vec::new();
        let outcome = loop {
            let Choice { mv, score } = choice;
            moves.push(ScoredMove { mv, score: score as i16 });
            let adjudicated = adjudicator.as_mut().and_then(|it| it.record(line.ply(), score));
            let board = *line.board();
            line.play(mv);
            if let Some(outcome) = line.end().map(GameEnd::outcome).or(adjudicated) {
                break outcome;
            }
            if line.board().occupied().count() < self.settings.min_pieces {
                break by_lot(Chances::new(Score(score), &board, Color::White), random);
            }
            choice = self.search(&line, control)?;
        };
        Some(Game { start, moves, outcome })
    }

    /// Returns the best move and its score; `None` if `control` stops the search.
    fn search(&mut self, line: &GameLine, control: &SearchControl) -> Option<Choice> {
        let board = line.board();
        let result =
            self.searcher.search(board, line.earlier(), &self.limits, control, &mut Silent);
        let score = white_view(board, result.report.score).0;
        (!control.is_stopped()).then_some(Choice { mv: result.best?, score })
    }
}

/// Draws the result of a game by lot with the `chances` of White.
fn by_lot(chances: Chances, random: &mut StdRng) -> Outcome {
    let Chances { win, draw, loss } = chances;
    match random.random_range(..win + draw + loss) {
        lot if lot < win => Outcome::WhiteWins,
        lot if lot < win + draw => Outcome::Draw,
        _ => Outcome::BlackWins,
    }
}
