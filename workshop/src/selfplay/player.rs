//! Plays one game at a time.

use std::io;

use nunatak::board::Board;
use nunatak::game::{GameEnd, GameLine};
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::tt::AllocationError;
use nunatak::types::Move;
use nunatak_tools::chess960::{CHESS960_STARTS, chess960_start};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use thiserror::Error;

use super::adjudication::Adjudicator;
use super::settings::{MAX_NODES_FACTOR, Settings};
use crate::dataset::{Game, NO_SCORE, ScoredMove, white_view};

/// Errors of self-play.
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
        "{attempts} random openings in a row for game {number} ended it or scored more than \
         --max-opening-score"
    )]
    NoOpening {
        /// The number of the game.
        number: u64,
        /// The number of openings that were discarded.
        attempts: usize,
    },
    /// A game could not be saved.
    #[error(transparent)]
    Io(io::Error),
}

/// Size of the transposition table in megabytes: enough for the small searches of one game, and
/// small enough for the processor's cache.
const HASH: usize = 1;

/// The number of openings that may be discarded for a game.
const MAX_ATTEMPTS: usize = 10_000;

/// A player of games, with a searcher of its own.
pub(super) struct Player {
    settings: Settings,
    limits: Limits,
    /// The limits of the searches whose scores alone are recorded, if there are such.
    label_limits: Option<Limits>,
    searcher: Searcher,
}

/// The result of a search.
struct Choice {
    mv: Move,
    /// The score in units of the evaluation from White's view.
    score: i32,
    /// Whether the score is to be recorded.
    is_label: bool,
}

impl Player {
    pub(super) fn new(settings: Settings) -> Result<Self, AllocationError> {
        let limits =
            |soft, hard| Limits { soft_nodes: Some(soft), nodes: Some(hard), ..Limits::default() };
        let twice = |nodes: u64| limits(nodes, nodes.saturating_mul(MAX_NODES_FACTOR));
        Ok(Self {
            settings,
            limits: limits(settings.nodes, settings.hard_node_limit()),
            label_limits: settings.label_nodes.map(twice),
            searcher: Searcher::new(HASH)?,
        })
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
        let mut random = generator(self.settings.seed, number);
        for _ in 0..MAX_ATTEMPTS {
            let mut line = GameLine::new(self.start(&mut random));
            line.play_random_moves(self.settings.random_plies, &mut random);
            if line.end().is_some() {
                continue;
            }
            // Discarded openings must leave no state in the searcher.
            self.searcher.new_game();
            let Some(choice) = self.search(&line, &mut random, control) else { return Ok(None) };
            if choice.score.abs() <= self.settings.max_opening_score {
                return Ok(self.play_on(line, choice, &mut random, control));
            }
        }
        Err(SelfplayError::NoOpening { number, attempts: MAX_ATTEMPTS })
    }

    /// Returns a start position, of Chess960 in as many games as the settings say.
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
            let Choice { mv, score, is_label } = choice;
            moves.push(ScoredMove { mv, score: if is_label { score as i16 } else { NO_SCORE } });
            let adjudicated = adjudicator.as_mut().and_then(|it| it.record(line.ply(), score));
            line.play(mv);
            if let Some(outcome) = line.end().map(GameEnd::outcome).or(adjudicated) {
                break outcome;
            }
            choice = self.search(&line, random, control)?;
        };
        Some(Game { start, moves, outcome })
    }

    /// Returns the best move and its score; `None` if `control` stops the search.
    ///
    /// Scores of small searches are worse labels than static evaluations, and large searches are
    /// not needed to play on, so with [`Settings::label_nodes`] only a random share of the moves is
    /// searched well, and only their scores are recorded.
    ///
    /// Source: D. Wu, "Accelerating self-play learning in Go", 2019, where it is called playout cap
    /// randomisation.
    fn search(
        &mut self,
        line: &GameLine,
        random: &mut StdRng,
        control: &SearchControl,
    ) -> Option<Choice> {
        let board = line.board();
        // Positions in check are never trained on.
        let draws_label =
            |_: &_| !board.in_check() && random.random_bool(self.settings.label_share);
        let label_limits = self.label_limits.as_ref().filter(draws_label);
        let is_label = label_limits.is_some() || self.label_limits.is_none();
        let limits = label_limits.unwrap_or(&self.limits);
        let result = self.searcher.search(board, line.keys(), limits, control, &mut Silent);
        let score = white_view(board, result.report.score).0;
        (!control.is_stopped()).then_some(Choice { mv: result.best?, score, is_label })
    }
}

/// Returns the random number generator of game `number`.
fn generator(seed: u64, number: u64) -> StdRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&number.to_le_bytes());
    StdRng::from_seed(bytes)
}
