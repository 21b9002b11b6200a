//! `nunatak genfens`: openings for the games of OpenBench's data generation.

mod openings;
mod request;

use std::io::Write;

use self::openings::{EpdBook, Openings};
use self::request::Request;
pub(super) use self::request::join_genfens;
use super::error::CliError;
use super::files::{numbered_lines, read_text};

#[derive(clap::Args)]
pub(super) struct GenfensArguments {
    /// Number of openings, seed, and a book (EPD or FEN) or `None`, in one or several words. `plies
    /// P` sets the number of random plies, 8 by default and 2 from a book; half of the openings get
    /// one more. `maxscore CP` sets the highest score of an opening for either side, 200 centipawns
    /// by default
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
