//! The arguments of `analyse`.

use std::path::PathBuf;

use nunatak::board::Board;
use nunatak::cli::{PositionArguments, play_moves};
use nunatak::game::GameLine;
use nunatak::limits::{Limits, MAX_MATE_MOVES, MAX_MULTI_PV};
use nunatak::search::Searcher;
use nunatak::text::whole_number;

use crate::cli::error::CliError;
use crate::cli::games::PgnPosition;
use crate::cli::search_arguments::SearchArguments;
use crate::terminal::WidthArguments;

#[derive(clap::Args)]
#[command(after_help = "Enter at a terminal, or Ctrl-C, ends the search early.")]
pub(in crate::cli) struct AnalyseArguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    game: PgnPosition,
    /// Moves to play from the position, such as `e4 e5 Nf3` or `e2e4`; move numbers and results are
    /// ignored
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Positions to analyse one after the other, each a line of FEN or EPD; blank lines and lines
    /// that begin with # are skipped. Not with another position, --moves, --searchmoves or
    /// --infinite
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "fen", "pgn", "moves", "searchmoves", "infinite"])]
    pub(super) positions: Option<PathBuf>,
    /// Root moves to search [default: all]
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    searchmoves: Vec<String>,
    /// Number of moves within which to find a mate, 1 to 119, without another limit unless one is
    /// given
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(1..=MAX_MATE_MOVES as i128))]
    mate: Option<usize>,
    /// Search until Ctrl-C, or Enter at a terminal
    #[arg(long, conflicts_with_all = ["movetime", "depth", "nodes", "mate"])]
    infinite: bool,
    /// Number of principal variations to show, 1 to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u16>(1..=MAX_MULTI_PV as i128))]
    pub(super) multipv: u16,
    #[command(flatten)]
    search: SearchArguments<5_000>,
    #[command(flatten)]
    pub(super) width: WidthArguments,
    /// Write a JSON object, with `--positions` one for each of them
    #[arg(long)]
    pub(super) json: bool,
}

impl AnalyseArguments {
    /// Returns the position with the moves played.
    pub(super) fn line(&self) -> Result<GameLine, CliError> {
        let mut game = match self.game.read()? {
            Some(game) => game,
            None => self.position.line()?,
        };
        play_moves(&mut game, self.moves.iter().flat_map(|words| words.split_whitespace()))?;
        Ok(game)
    }

    /// Returns the limits of a search of `board`.
    pub(super) fn limits(&self, board: &Board) -> Result<Limits, CliError> {
        let given = self.mate.is_some() || self.infinite;
        let limits = if given { self.search.given_limits() } else { self.search.limits() };
        let words = self.searchmoves.iter().flat_map(|words| words.split_whitespace());
        let search_moves = words.map(|word| board.read_move(word)).collect::<Result<_, _>>()?;
        Ok(Limits { search_moves, mate: self.mate, ..limits })
    }

    /// Creates a searcher for the number of principal variations.
    pub(super) fn searcher(&self) -> Result<Searcher, CliError> {
        let mut searcher = self.search.searcher()?;
        searcher.multi_pv = self.multipv.into();
        Ok(searcher)
    }
}
