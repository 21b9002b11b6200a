//! `nunatak genfens`: openings for the games of OpenBench's data generation, random and balanced.

mod request;

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use self::request::Request;
pub(super) use self::request::join_genfens;
use super::error::CliError;
use super::files::{at_file, numbered_lines, read_text};
use crate::board::{Board, EPD_FIELDS, FenError};
use crate::game::GameLine;
use crate::limits::Limits;
use crate::search::{SearchControl, Searcher, Silent};
use crate::tt::AllocationError;
use crate::types::ScoreKind;
use crate::wdl;

/// The size of the transposition table in megabytes.
const HASH: usize = 1;

/// The node limit of the search that evaluates an opening.
const NODES: u64 = 5_000;

/// The number of openings that may be discarded in a row.
const MAX_ATTEMPTS: usize = 1_000;

#[derive(clap::Args)]
pub(super) struct GenfensArguments {
    /// Number of openings, seed, and a book (EPD or FEN) or `None`, in one or several words. `plies
    /// P` sets the number of random plies, 0 to 100, by default 8, and 2 from a book; half of the
    /// openings get one more, except with 0. `maxscore CP` sets the highest score of an opening for
    /// either side, 200 centipawns by default
    #[arg(value_name = "N seed S book <None|FILE> [plies P] [maxscore CP]")]
    #[arg(allow_hyphen_values = true)]
    request: Request,
}

/// Prints the openings, each as soon as it is found.
pub(super) fn run(out: &mut impl Write, arguments: &GenfensArguments) -> Result<(), CliError> {
    let request = &arguments.request;
    let text = request.book.as_ref().map(|path| read_text(path, "EPD")).transpose()?;
    let book = request.book.as_deref().zip(text.as_deref());
    let book = book.map(|(path, text)| EpdBook { path, lines: numbered_lines(text) });
    let mut openings = Openings::new(request, book)?;
    for _ in 0..request.count {
        writeln!(out, "info string genfens {}", openings.next()?)?;
        out.flush()?;
    }
    Ok(())
}

/// The lines of a book with their numbers. Books have up to millions of lines, so each is only
/// parsed when it is chosen.
struct EpdBook<'a> {
    path: &'a Path,
    lines: Vec<(usize, &'a str)>,
}

impl EpdBook<'_> {
    /// Returns one of the positions, all of which are equally likely.
    fn choose(&self, random: &mut StdRng) -> Result<Board, CliError> {
        let chosen = self.lines.choose(random).ok_or("it has no positions");
        let &(number, line) = chosen.map_err(at_file(self.path))?;
        let found = position(line).map_err(|reason| format!("line {number}: {reason}"));
        Ok(found.map_err(at_file(self.path))?)
    }
}

/// Reads the position at the beginning of a line of EPD: four fields, and two move counters if
/// there are any.
fn position(line: &str) -> Result<Board, FenError> {
    let is_counter = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let words = line.split([' ', '\t', ';']).filter(|word| !word.is_empty());
    let fields = words.enumerate().take_while(|&(i, word)| i < EPD_FIELDS || is_counter(word));
    let fields: Vec<&str> = fields.map(|(_, field)| field).collect();
    let (board, _) = Board::read_fen(&fields.join(" "))?;
    Ok(board)
}

/// A generator of openings, whose sequence depends only on the request and the book.
struct Openings<'a> {
    request: &'a Request,
    book: Option<EpdBook<'a>>,
    random: StdRng,
    searcher: Searcher,
    /// The keys of the openings so far.
    found: HashSet<u64>,
}

impl<'a> Openings<'a> {
    /// Creates a generator of openings from the positions of `book`, or else from the start
    /// position.
    fn new(request: &'a Request, book: Option<EpdBook<'a>>) -> Result<Self, AllocationError> {
        let random = StdRng::seed_from_u64(request.seed);
        Ok(Self { request, book, random, searcher: Searcher::new(HASH)?, found: HashSet::new() })
    }

    /// Returns a new opening, different from all earlier ones.
    fn next(&mut self) -> Result<Board, CliError> {
        let &Request { plies, max_score, .. } = self.request;
        for _ in 0..MAX_ATTEMPTS {
            let start = match &self.book {
                Some(book) => book.choose(&mut self.random)?,
                None => Board::start(),
            };
            let mut line = GameLine::new(start);
            if plies > 0 {
                line.play_random_moves(plies, &mut self.random);
            }
            let board = line.board();
            let is_new = line.end().is_none() && !self.found.contains(&board.key());
            if is_new && self.is_balanced(&line) {
                self.found.insert(board.key());
                return Ok(*board);
            }
        }
        Err(CliError::NoOpening { attempts: MAX_ATTEMPTS, max_score })
    }

    /// Whether the score of a short search is within the limit.
    fn is_balanced(&mut self, line: &GameLine) -> bool {
        let board = line.board();
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        self.searcher.new_game();
        let control = SearchControl::default();
        let result = self.searcher.search(board, line.earlier(), &limits, &control, &mut Silent);
        match wdl::normalised(result.report.score, board).kind() {
            ScoreKind::Centipawns(score) => score.abs() <= self.request.max_score,
            ScoreKind::Mate(_) => false,
        }
    }
}
