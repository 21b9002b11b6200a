//! One game of the engine against itself.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::Settings;
use super::adjudication::Adjudicator;
use crate::dataset::{Game, ScoredMove};
use nunatak::board::Board;
use nunatak::game::{GameEnd, GameLine};
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::tt::AllocationError;
use nunatak::types::{Color, Move};

/// The size of the transposition table in megabytes: enough for the searches of one game.
const HASH: usize = 4;

/// Plays games, one after the other.
pub(super) struct Player {
    settings: Settings,
    limits: Limits,
    searcher: Searcher,
}

impl Player {
    pub(super) fn new(settings: Settings) -> Result<Self, AllocationError> {
        let limits = Limits {
            soft_nodes: Some(settings.nodes),
            nodes: Some(settings.max_nodes.max(1)),
            ..Limits::default()
        };
        Ok(Self { settings, limits, searcher: Searcher::new(HASH)? })
    }

    /// Plays the game with a number. `None` if `control` stops it.
    pub(super) fn play(&mut self, number: u64, control: &SearchControl) -> Option<Game> {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.settings.seed.to_le_bytes());
        seed[8..16].copy_from_slice(&number.to_le_bytes());
        let mut random = StdRng::from_seed(seed);
        self.searcher.new_game();
        let (mut line, mut found) = self.opening(&mut random, control)?;
        let start = *line.board();
        let mut adjudicator = self.settings.adjudication.map(Adjudicator::new);
        let mut moves = Vec::new();
        let outcome = loop {
            let (mv, score) = found;
            moves.push(ScoredMove { mv, score: score as i16 });
            let decided = adjudicator.as_mut().and_then(|judge| judge.note(line.ply(), score));
            line.play(mv);
            if let Some(outcome) = line.end().map(GameEnd::outcome).or(decided) {
                break outcome;
            }
            found = self.search(&line, control)?;
        };
        Some(Game { start, moves, outcome })
    }

    /// Random moves that leave a playable game, and what the search finds after them.
    fn opening(
        &mut self,
        random: &mut StdRng,
        control: &SearchControl,
    ) -> Option<(GameLine, (Move, i32))> {
        loop {
            let mut line = GameLine::new(Board::start());
            let plies = self.settings.random_plies + usize::from(random.random::<bool>());
            while line.ply() < plies
                && let Some(&mv) = line.board().legal_moves().choose(random)
            {
                line.play(mv);
            }
            if line.end().is_none() {
                let (mv, score) = self.search(&line, control)?;
                if score.abs() <= self.settings.max_opening_score {
                    return Some((line, (mv, score)));
                }
            }
        }
    }

    /// The best move and its score from White's view. `None` if `control` stops the search.
    fn search(&mut self, line: &GameLine, control: &SearchControl) -> Option<(Move, i32)> {
        let board = line.board();
        let result = self.searcher.search(board, line.keys(), &self.limits, control, &mut Silent);
        let score = result.report.score;
        let white = if board.side_to_move() == Color::White { score } else { -score };
        (!control.is_stopped()).then_some((result.best?, white.0))
    }
}
