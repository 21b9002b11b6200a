//! Games in PGN files.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use nunatak::cli::{at_file, open_text, say};
use nunatak::game::GameLine;
use nunatak::text::{Printable, whole_number};

use super::error::CliError;
use crate::pgn::{PgnError, PgnGame, PgnReader};

/// The format of files of games, for error messages.
pub(super) const PGN: &str = "PGN";

/// Returns the line end of a text, judged by its first line.
pub(super) fn line_end(text: &mut impl BufRead) -> io::Result<&'static str> {
    let mut first = Vec::new();
    text.read_until(b'\n', &mut first)?;
    Ok(if first.ends_with(b"\r\n") { "\r\n" } else { "\n" })
}

/// The choice of a position in a PGN file.
#[derive(clap::Args)]
pub(super) struct PgnPosition {
    /// File with a game from which to take the position
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "fen"])]
    pgn: Option<PathBuf>,
    /// Number of the game in the file
    #[arg(long, value_name = "N", requires = "pgn", conflicts_with_all = ["words", "fen", "positions"], default_value_t = 1, value_parser = whole_number::<usize>(1..))]
    game: usize,
    /// Number of plies (moves of either side) before the position [default: all]
    #[arg(long, value_name = "N", requires = "pgn", conflicts_with_all = ["words", "fen", "positions"], value_parser = whole_number::<usize>(0..))]
    ply: Option<usize>,
}

impl PgnPosition {
    /// Reads the game up to the position; `None` without a file. Later moves need not be legal.
    pub(super) fn read(&self) -> Result<Option<GameLine>, CliError> {
        let Some(path) = &self.pgn else { return Ok(None) };
        let games = PgnReader::new(open_text(path, PGN)?);
        Ok(Some(read_game(games, path, self.game, self.ply)?.line()))
    }
}

/// Reads game `number` of the `games` of a file, counted from 1, up to `ply` if given, and reports
/// the corrections of its FEN. Later moves need not be legal.
pub(super) fn read_game(
    games: PgnReader<impl BufRead>,
    path: &Path,
    number: usize,
    ply: Option<usize>,
) -> Result<PgnGame, CliError> {
    let game = nth_game(games.up_to(ply.unwrap_or(usize::MAX)), path, number)?;
    for correction in &game.corrections {
        say(format_args!("note: {}", Printable(correction)));
    }
    if let Some(wanted) = ply.filter(|&ply| game.moves.len() < ply) {
        let (path, plies) = (path.to_owned(), game.moves.len());
        return Err(CliError::Ply { path, game: number, plies, wanted });
    }
    Ok(game)
}

fn nth_game(
    games: PgnReader<impl BufRead>,
    path: &Path,
    number: usize,
) -> Result<PgnGame, CliError> {
    let mut count = 0;
    for found in games.from_game(number as u64) {
        count += 1;
        match found {
            Err(PgnError::Io { error, .. }) => return Err(at_file(path)(error).into()),
            _ if count < number => {}
            Err(error) => return Err(at_file(path)(error).into()),
            Ok(found) => return Ok(found),
        }
    }
    Err(CliError::GameNumber { paths: vec![path.to_owned()], games: count, wanted: number })
}
