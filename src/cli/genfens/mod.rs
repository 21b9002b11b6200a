//! `nunatak genfens`: openings for the games of OpenBench's data generation.

mod openings;
mod request;
mod starts;

use std::io::Write;

use self::openings::Openings;
use self::request::Request;
use self::starts::Starts;
use super::error::CliError;
use super::files::{numbered_lines, read_text};

#[derive(clap::Args)]
pub(super) struct GenfensArguments {
    /// Number of openings, seed, and a book (EPD, FEN or PGN) or `None`, in one or several words.
    /// `plies P` sets the number of random plies, 8 by default and 2 from a book; half of the
    /// openings get one more. `maxscore CP` sets the highest score of an opening for either side,
    /// 200 centipawns by default
    #[arg(value_name = "N seed S book <None|FILE> [plies P] [maxscore CP]")]
    #[arg(allow_hyphen_values = true)]
    request: Request,
}

/// Prints the openings, each as soon as it is found.
pub(super) fn run(out: &mut impl Write, arguments: &GenfensArguments) -> Result<(), CliError> {
    let request = &arguments.request;
    let text;
    let starts = match &request.book {
        None => Starts::Standard,
        Some(path) if starts::is_pgn(path) => Starts::of_games(path)?,
        Some(path) => {
            text = read_text(path, "EPD")?;
            Starts::Lines { path, lines: numbered_lines(&text) }
        }
    };
    let mut openings = Openings::new(request)?;
    for _ in 0..request.count {
        writeln!(out, "info string genfens {}", openings.next(&starts)?)?;
        out.flush()?;
    }
    Ok(())
}
