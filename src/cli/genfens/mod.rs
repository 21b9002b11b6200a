//! `nunatak genfens`: openings for the games of OpenBench's data generation, random and balanced.

mod request;

use std::collections::HashSet;
use std::io::Write;

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
use crate::types::ScoreKind;
use crate::wdl;

/// The size of the transposition table in megabytes.
const HASH: usize = 1;

/// The node limit of the search that evaluates an opening.
const NODES: u64 = 5_000;

/// The number of openings that may be discarded in a row.
const MAX_ATTEMPTS: usize = 1_000;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Number of openings, seed, and a book (EPD or FEN) or `None`, in one or several words. `plies
    /// P` sets the number of random plies, 0 to 100, by default 8, and 2 from a book; half of the
    /// openings get one more, except with 0. `maxscore CP` sets the highest score of an opening for
    /// either side, 200 centipawns by default
    #[arg(value_name = "N seed S book <None|FILE> [plies P] [maxscore CP]")]
    #[arg(allow_hyphen_values = true)]
    request: Request,
}

/// Prints the openings, each as soon as it is found.
pub(super) fn run(out: &mut impl Write, arguments: &Arguments) -> Result<(), CliError> {
    let request = &arguments.request;
    let text = request.book.as_ref().map(|path| read_text(path, "EPD")).transpose()?;
    let mut openings = Openings {
        request,
        lines: numbered_lines(text.as_deref().unwrap_or_default()),
        random: StdRng::seed_from_u64(request.seed),
        searcher: Searcher::new(HASH)?,
        found: HashSet::new(),
    };
    for _ in 0..request.count {
        writeln!(out, "info string genfens {}", openings.next()?)?;
    }
    Ok(())
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
    /// The lines of the book with their numbers. Books have up to millions of lines, so each is
    /// only parsed when it is chosen.
    lines: Vec<(usize, &'a str)>,
    random: StdRng,
    searcher: Searcher,
    /// The keys of the openings so far.
    found: HashSet<u64>,
}

impl Openings<'_> {
    /// Returns the position before the random moves: one of the book, all of which are equally
    /// likely, or the start position.
    fn start(&mut self) -> Result<Board, CliError> {
        let Some(path) = &self.request.book else { return Ok(Board::start()) };
        let chosen = self.lines.choose(&mut self.random).ok_or("it has no positions");
        let &(number, line) = chosen.map_err(at_file(path))?;
        let found = position(line).map_err(|reason| format!("line {number}: {reason}"));
        Ok(found.map_err(at_file(path))?)
    }

    /// Returns a new opening, different from all earlier ones.
    fn next(&mut self) -> Result<Board, CliError> {
        let &Request { plies, max_score, .. } = self.request;
        for _ in 0..MAX_ATTEMPTS {
            let mut line = GameLine::new(self.start()?);
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
