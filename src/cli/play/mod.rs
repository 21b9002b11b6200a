//! `nunatak play`.

mod command;
mod pgn_file;
mod session;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use nunatak::board::Board;
use nunatak::search::{MAX_ELO, MIN_ELO};
use nunatak::types::Color;

use self::command::HELP;
use self::pgn_file::PgnFile;
use self::session::{Engine, Session};
use super::CliError;
use super::search_arguments::SearchArguments;

#[derive(clap::Args)]
#[command(after_help = format!("During the game:\n{HELP}"))]
pub(super) struct PlayArguments {
    /// Your side
    #[arg(long, value_enum, default_value_t = PlayerColor::White)]
    color: PlayerColor,
    /// The position to begin with, quoted or not; the start position if not given
    #[arg(long, num_args = 1..=6)]
    fen: Vec<String>,
    /// Limit the engine to so many Elo; hints stay at full strength
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(MIN_ELO as i64..=MAX_ELO as i64))]
    elo: Option<i32>,
    #[command(flatten)]
    search: SearchArguments<1_000>,
    /// Keep the game in this file, in PGN; games that it holds already stay
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PlayerColor {
    White,
    Black,
    Random,
}

impl PlayerColor {
    fn resolve(self) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Random if rand::random() => Color::White,
            Self::Random => Color::Black,
        }
    }
}

/// Plays one game. Exit code 1 if it cannot be saved.
pub(super) fn run(out: &mut impl Write, arguments: &PlayArguments) -> Result<ExitCode, CliError> {
    let start = match arguments.fen.is_empty() {
        true => Board::start(),
        false => arguments.fen.join(" ").parse()?,
    };
    let searcher = arguments.search.searcher()?;
    let engine = Engine { searcher, limits: arguments.search.limits(), elo: arguments.elo };
    let file = arguments.pgn.as_deref().map(PgnFile::open).transpose()?;
    let player = arguments.color.resolve();
    Session::new(out, start, player, engine, file).run(io::stdin().lock())
}
