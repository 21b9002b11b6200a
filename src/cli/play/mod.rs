//! `nunatak play`.

mod command;
mod engine;
mod pgn_file;
mod session;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use nunatak::game::GameLine;
use nunatak::search::{MAX_ELO, MIN_ELO};
use nunatak::text::whole_number;
use nunatak::types::Color;

use self::command::HELP;
use self::engine::Engine;
use self::pgn_file::PgnFile;
use self::session::Session;
use super::error::CliError;
use super::position::PositionArguments;
use super::search_arguments::SearchArguments;

#[derive(clap::Args)]
#[command(after_help = format!("During the game:\n{HELP}"))]
pub(super) struct PlayArguments {
    /// Your colour
    #[arg(long, value_enum, default_value_t = PlayerColor::White)]
    color: PlayerColor,
    #[command(flatten)]
    position: PositionArguments,
    /// Elo to which the engine's moves are limited, but not its hints [default: full strength]
    #[arg(long, value_name = "N", value_parser = whole_number::<i32>(MIN_ELO as i128..=MAX_ELO as i128))]
    elo: Option<i32>,
    #[command(flatten)]
    search: SearchArguments<1_000>,
    /// PGN file to which the game is appended
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
    /// Returns the colour, chosen at random for `Random`.
    fn resolve(self) -> Color {
        match self {
            Self::White => Color::White,
            Self::Black => Color::Black,
            Self::Random if rand::random() => Color::White,
            Self::Random => Color::Black,
        }
    }
}

/// Plays a game. The exit code is 1 if it cannot be saved.
pub(super) fn run(out: &mut impl Write, arguments: &PlayArguments) -> Result<ExitCode, CliError> {
    let game = GameLine::new(arguments.position.board()?);
    let searcher = arguments.search.searcher()?;
    let engine = Engine { searcher, limits: arguments.search.limits(), elo: arguments.elo };
    let file = arguments.pgn.as_deref().map(PgnFile::open).transpose()?;
    let player = arguments.color.resolve();
    Session::new(out, game, player, engine).saved_to(file).run(io::stdin().lock())
}
