//! The arguments of `nunatak-tools play`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use nunatak::book::Book;
use nunatak::cli::{PositionArguments, at_file, open_text};
use nunatak::game::GameLine;
use nunatak::search::{DEFAULT_MOVE_OVERHEAD, MAX_ELO, MIN_ELO};
use nunatak::text::whole_number;
use nunatak::types::Color;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::clock::{Clocks, TimeControl};
use super::command::HELP;
use super::continued::Continued;
use super::engine::{Engine, EngineBook};
use crate::chess960::{CHESS960_STARTS, chess960_start};
use crate::cli::error::CliError;
use crate::cli::games::{PGN, read_game};
use crate::cli::search_arguments::SearchArguments;
use crate::pgn::PgnReader;
use crate::terminal::WidthArguments;

#[derive(clap::Args)]
#[command(after_help = format!("During the game:\n{HELP}"))]
pub(in crate::cli) struct PlayArguments {
    /// Your colour [default: white, or that of the game to continue]
    #[arg(long, value_enum, ignore_case = true)]
    color: Option<PlayerColor>,
    /// Your name in the PGN file [default: Human, or that of the game to continue]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    position: PositionArguments,
    /// Chess960, from the start position with this number, 0 to 959; without a number, a random one
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(0..=CHESS960_STARTS as i128 - 1), conflicts_with_all = ["words", "fen"])]
    chess960: Option<Option<u16>>,
    /// Seed of all random choices: start position, your colour, book moves and blunders [default:
    /// random]
    #[arg(long, value_name = "S", value_parser = whole_number::<u64>(0..))]
    seed: Option<u64>,
    /// Clocks: minutes for each side and seconds for each move, both rounded to whole seconds; the
    /// engine manages its time
    #[arg(long, value_name = "MIN+SEC", allow_hyphen_values = true)]
    clock: Option<TimeControl>,
    /// Elo to which the engine's moves are limited, 1000 to 2850, but not its hints [default: full
    /// strength, or that of the game to continue]
    #[arg(long, value_name = "N", value_parser = whole_number::<i32>(MIN_ELO as i128..=MAX_ELO as i128))]
    elo: Option<i32>,
    /// Opening book in Polyglot format from which the engine plays
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArguments<1_000>,
    /// PGN file to which the game is appended
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Continue this game of the PGN file, with its colours, names, level and clocks [default: a
    /// new game, or 1 with --ply]
    #[arg(long, value_name = "N", requires = "pgn", value_parser = whole_number::<usize>(1..), conflicts_with_all = ["words", "fen", "chess960"])]
    game: Option<usize>,
    /// Continue after this number of plies (moves of either side) [default: all]
    #[arg(long, value_name = "N", requires = "pgn", value_parser = whole_number::<usize>(0..), conflicts_with_all = ["words", "fen", "chess960"])]
    ply: Option<usize>,
    #[command(flatten)]
    pub(super) width: WidthArguments,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PlayerColor {
    #[value(alias = "w")]
    White,
    #[value(alias = "b")]
    Black,
    Random,
}

impl PlayArguments {
    /// Returns the random numbers for the game.
    pub(super) fn random(&self) -> StdRng {
        StdRng::seed_from_u64(self.seed.unwrap_or_else(rand::random))
    }

    /// Returns the colour of the player, choosing it now if it is to be random.
    pub(super) fn player(&self, continued: Option<&Continued>, random: &mut StdRng) -> Color {
        match self.color {
            None => continued.map_or(Color::White, Continued::player),
            Some(PlayerColor::White) => Color::White,
            Some(PlayerColor::Black) => Color::Black,
            Some(PlayerColor::Random) if random.random() => Color::White,
            Some(PlayerColor::Random) => Color::Black,
        }
    }

    /// Returns the name of the player.
    pub(super) fn name(&self, continued: Option<&Continued>, player: Color) -> String {
        let given = self.name.as_deref().or_else(|| continued?.player_name(player));
        given.unwrap_or("Human").replace(char::is_control, " ")
    }

    /// Returns the game of the PGN file that is continued, if one is.
    pub(super) fn continued(&self) -> Result<Option<Continued>, CliError> {
        let is_wanted = self.game.is_some() || self.ply.is_some();
        let Some(path) = self.pgn.as_ref().filter(|_| is_wanted) else { return Ok(None) };
        let number = self.game.unwrap_or(1);
        let games = PgnReader::annotated(open_text(path, PGN)?);
        Ok(Some(Continued { number, game: read_game(games, path, number, self.ply)? }))
    }

    /// Returns the time control, if there is one.
    pub(super) fn time_control(&self, continued: Option<&Continued>) -> Option<TimeControl> {
        self.clock.or_else(|| continued?.time_control())
    }

    /// Returns the clocks of the game so far, `line`, if there are any.
    pub(super) fn clocks(&self, continued: Option<&Continued>, line: &GameLine) -> Option<Clocks> {
        if let Some(control) = self.clock {
            return Some(Clocks::new(control, line.ply()));
        }
        let (continued, first) = (continued?, line.start().side_to_move());
        Some(Clocks::continued(continued.time_control()?, continued.times(), first))
    }

    /// Returns the number of the Chess960 start position, if one is wanted.
    pub(super) fn chess960_number(&self, random: &mut StdRng) -> Option<u16> {
        self.chess960
            .map(|number| number.unwrap_or_else(|| random.random_range(0..CHESS960_STARTS)))
    }

    /// Returns the game so far; `number` is that of a Chess960 start position.
    pub(super) fn line(
        &self,
        continued: Option<&Continued>,
        number: Option<u16>,
    ) -> Result<GameLine, CliError> {
        if let Some(continued) = continued {
            return Ok(continued.game.line());
        }
        Ok(match number.and_then(chess960_start) {
            Some(start) => GameLine::new(start),
            None => self.position.line()?,
        })
    }

    /// Returns the engine as opponent, whose random choices follow from `random`.
    pub(super) fn engine(
        &self,
        continued: Option<&Continued>,
        mut random: StdRng,
    ) -> Result<Engine, CliError> {
        let elo = self.elo.or_else(|| continued?.elo());
        let mut searcher = self.search.searcher()?;
        // The memory of limited strength is allocated before the game, not at its first move.
        searcher.set_elo(elo)?;
        searcher.set_elo(None)?;
        searcher.seed = random.random();
        let limits = self.search.limits();
        let move_limits = match self.time_control(continued) {
            Some(_) => {
                // The engine can lose on time here, so it keeps a reserve.
                searcher.move_overhead = DEFAULT_MOVE_OVERHEAD;
                self.search.given_limits()
            }
            None => limits.clone(),
        };
        let open = |path: &PathBuf| {
            let book = Book::open(path).map_err(at_file(path))?;
            Ok::<_, CliError>(EngineBook { path: path.clone(), book })
        };
        let book = self.book.as_ref().map(open).transpose()?;
        let control = Arc::default();
        Ok(Engine { searcher, control, limits, move_limits, elo, book, random })
    }
}
