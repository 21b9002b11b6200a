//! Generates random balanced openings.

use std::collections::HashSet;

use nunatak::board::Board;
use nunatak::game::GameLine;
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::tt::AllocationError;
use nunatak::types::ScoreKind;
use nunatak::wdl;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::request::Request;
use super::starts::Starts;
use crate::cli::error::CliError;

/// The size of the transposition table in megabytes.
const HASH: usize = 1;

/// The node limit of the search that evaluates an opening.
const NODES: u64 = 5_000;

/// The number of openings that may be discarded in a row.
const MAX_ATTEMPTS: usize = 1_000;

/// A generator of openings, whose sequence depends only on the request.
pub(super) struct Openings {
    plies: usize,
    max_score: i32,
    random: StdRng,
    searcher: Searcher,
    /// The keys of the openings so far.
    found: HashSet<u64>,
}

impl Openings {
    pub(super) fn new(request: &Request) -> Result<Self, AllocationError> {
        Ok(Self {
            plies: request.plies,
            max_score: request.max_score,
            random: StdRng::seed_from_u64(request.seed),
            searcher: Searcher::new(HASH)?,
            found: HashSet::new(),
        })
    }

    /// Returns a new opening, different from all earlier ones.
    pub(super) fn next(&mut self, starts: &Starts) -> Result<Board, CliError> {
        for _ in 0..MAX_ATTEMPTS {
            let start = starts.choose(&mut self.random)?;
            let line = self.play_random_moves(start);
            let board = line.board();
            let is_new = line.end().is_none() && !self.found.contains(&board.key());
            if is_new && self.is_balanced(&line) {
                self.found.insert(board.key());
                return Ok(*board);
            }
        }
        Err(CliError::NoOpening { attempts: MAX_ATTEMPTS, max_score: self.max_score })
    }

    /// Plays random moves, with one ply more in half of the cases so that both sides get the move.
    fn play_random_moves(&mut self, start: Board) -> GameLine {
        let mut line = GameLine::new(start);
        let plies = match self.plies {
            0 => 0,
            plies => plies + usize::from(self.random.random::<bool>()),
        };
        while line.ply() < plies
            && let Some(&mv) = line.board().legal_moves().choose(&mut self.random)
        {
            line.play(mv);
        }
        line
    }

    /// Whether the score of a short search is within the limit.
    fn is_balanced(&mut self, line: &GameLine) -> bool {
        let board = line.board();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        self.searcher.new_game();
        let control = SearchControl::default();
        let result = self.searcher.search(board, line.keys(), &limits, &control, &mut Silent);
        match wdl::normalised(result.report.score, board).kind() {
            ScoreKind::Centipawns(score) => score.abs() <= self.max_score,
            ScoreKind::Mate(_) => false,
        }
    }
}
