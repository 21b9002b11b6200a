//! The positions from which random openings start.

use std::path::Path;

use nunatak::board::Board;
use nunatak::epd::EpdRecord;
use nunatak::pgn::{PgnError, PgnReader};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::cli::error::{CliError, at_file};
use crate::cli::files::{PGN, open_text};

/// A source of start positions.
pub(super) enum Starts<'a> {
    /// The start position of chess.
    Standard,
    /// The last positions of games.
    Games { path: &'a Path, boards: Vec<Board> },
    /// Lines of EPD with their numbers. Books have up to millions of lines, so each is only parsed
    /// when it is chosen.
    Lines { path: &'a Path, lines: Vec<(usize, &'a str)> },
}

/// Whether a book consists of games.
pub(super) fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

impl<'a> Starts<'a> {
    /// Reads the last position of each game of a book.
    pub(super) fn of_games(path: &'a Path) -> Result<Self, CliError> {
        let mut boards = Vec::new();
        for game in PgnReader::new(open_text(path, PGN)?, usize::MAX) {
            let game = game.map_err(|error| match error {
                PgnError::Io { error, .. } => at_file(path)(error),
                error => CliError::Pgn { path: path.to_owned(), error: Box::new(error) },
            })?;
            boards.push(game.moves.iter().fold(game.start, |board, &mv| board.make(mv)));
        }
        Ok(Self::Games { path, boards })
    }

    /// Returns one of the positions, all of which are equally likely.
    pub(super) fn choose(&self, random: &mut StdRng) -> Result<Board, CliError> {
        match self {
            Self::Standard => Ok(Board::start()),
            Self::Games { path, boards } => boards
                .choose(random)
                .copied()
                .ok_or_else(|| invalid(path, "it has no games".into())),
            Self::Lines { path, lines } => {
                let chosen = lines.choose(random);
                let &(number, line) =
                    chosen.ok_or_else(|| invalid(path, "it has no positions".into()))?;
                let record = line.parse::<EpdRecord>();
                let record =
                    record.map_err(|error| invalid(path, format!("line {number}: {error}")))?;
                Ok(record.board)
            }
        }
    }
}

fn invalid(path: &Path, reason: String) -> CliError {
    CliError::Contents { path: path.to_owned(), reason }
}
