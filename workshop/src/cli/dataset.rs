//! `nunatak-workshop dataset`.

use std::io::Write;
use std::path::PathBuf;

use clap::ArgGroup;
use nunatak::types::{Color, Outcome};
use nunatak_workshop::dataset::{Filter, Position, Shuffler, Summary};

use super::CliError;
use super::files::{at_file, create, for_each_game, total_bytes};

#[derive(clap::Args)]
#[command(group = ArgGroup::new("output"))]
pub(super) struct DatasetArguments {
    /// Files of games, in viriformat
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: FilterArguments,
    /// Write the positions that are kept as lines of EPD, with result and score
    #[arg(long, value_name = "OUT", group = "output")]
    epd: Option<PathBuf>,
    /// Write all games to one file
    #[arg(long, value_name = "OUT", group = "output")]
    merge: Option<PathBuf>,
    /// Write all games to one file in random order
    #[arg(long, value_name = "OUT", group = "output")]
    shuffle: Option<PathBuf>,
    /// The seed of the random order
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How many megabytes of games are held at once to shuffle them
    #[arg(long, value_name = "MB", default_value_t = 1_024)]
    memory: u64,
}

/// Which positions are learned from.
#[derive(clap::Args)]
pub(super) struct FilterArguments {
    /// Keep only positions from this ply of the game on
    #[arg(long, value_name = "N", default_value_t = Filter::default().first_ply)]
    first_ply: usize,
    /// Keep only positions with no higher score for either side, in centipawns
    #[arg(long, value_name = "CP", default_value_t = Filter::default().max_score)]
    max_score: i16,
}

impl FilterArguments {
    pub(super) fn filter(&self) -> Filter {
        Filter { first_ply: self.first_ply, max_score: self.max_score }
    }
}

/// Sums the games up, or writes them in another form or order.
pub(super) fn run(out: &mut impl Write, arguments: &DatasetArguments) -> Result<(), CliError> {
    let files = &arguments.files;
    let filter = arguments.filter.filter();
    if let Some(path) = &arguments.epd {
        let mut file = create(path)?;
        let mut count = 0_u64;
        for_each_game(files, |game| {
            game.positions().filter(|position| filter.keeps(position)).try_for_each(|position| {
                count += 1;
                let line = epd_line(&position, game.outcome);
                writeln!(file, "{line}").map_err(at_file(path))
            })
        })?;
        file.flush().map_err(at_file(path))?;
        writeln!(out, "{count} positions written")?;
    } else if let Some(path) = &arguments.merge {
        let mut file = create(path)?;
        let count = for_each_game(files, |game| game.write_to(&mut file).map_err(at_file(path)))?;
        file.flush().map_err(at_file(path))?;
        writeln!(out, "{count} games written")?;
    } else if let Some(path) = &arguments.shuffle {
        let mut file = create(path)?;
        let memory = arguments.memory.saturating_mul(1 << 20);
        let mut shuffler =
            Shuffler::new(total_bytes(files)?, memory, arguments.seed).map_err(at_file(path))?;
        let count = for_each_game(files, |game| shuffler.add(game).map_err(at_file(path)))?;
        shuffler.write_to(&mut file).and_then(|()| file.flush()).map_err(at_file(path))?;
        writeln!(out, "{count} games written")?;
    } else {
        let mut summary = Summary::new(filter);
        for_each_game(files, |game| {
            summary.add(game);
            Ok(())
        })?;
        writeln!(out, "{summary}")?;
    }
    Ok(())
}

/// A position, its game's result and its score for the side to move, with the opcodes of EPD.
fn epd_line(position: &Position, outcome: Outcome) -> String {
    let Position { board, score, .. } = position;
    let fen = board.to_string();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let sign = if board.side_to_move() == Color::White { 1 } else { -1 };
    format!("{} c9 \"{}\"; ce {};", fields.join(" "), outcome.text(), sign * i32::from(*score))
}
