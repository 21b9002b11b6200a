//! `nunatak-workshop dataset`.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use nunatak::cli::at_file;
use nunatak::text::{Printable, counted, whole_number};
use nunatak::types::{Outcome, Score};
use nunatak_tools::output_file::{OutputFile, UnfinishedFile};
use nunatak_tools::terminal::{byte_bar, total_bytes};
use nunatak_workshop::dataset::{Filter, Game, Position, Shuffler, Summary, white_view};

use super::error::CliError;
use super::files::{MEGABYTE, folder_of, for_each_game, for_each_game_with};
use super::interrupt::create_or_discard;

#[derive(Args)]
#[command(group = ArgGroup::new("output"))]
pub(super) struct DatasetArguments {
    /// Files of games in viriformat
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    filter: Filter,
    /// Write the kept positions in EPD, with result and score
    #[arg(long, value_name = "OUT", group = "output")]
    epd: Option<PathBuf>,
    /// Write all games to one file
    #[arg(long, value_name = "OUT", group = "output", conflicts_with = "Filter")]
    merge: Option<PathBuf>,
    /// Write all games to one file in random order
    #[arg(long, value_name = "OUT", group = "output", conflicts_with = "Filter")]
    shuffle: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    /// Seed of the random order
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole_number::<u64>(0..))]
    #[arg(requires = "shuffle", conflicts_with_all = ["epd", "merge", "Filter"])]
    seed: u64,
    /// Memory for shuffling in megabytes, but at least for a 200th of the games; all go through
    /// temporary files beside the output
    #[arg(long, value_name = "MB", default_value_t = 1_024, value_parser = whole_number::<u64>(1..))]
    #[arg(requires = "shuffle", conflicts_with_all = ["epd", "merge", "Filter"])]
    memory: u64,
}

/// Summarises the games, or writes them in another form or order.
pub(super) fn run(out: &mut impl Write, arguments: &DatasetArguments) -> Result<(), CliError> {
    if let Some(path) = &arguments.epd {
        writeln!(out, "{} written", counted(arguments.write_positions(path)?, "position"))?;
    } else if let Some(path) = &arguments.merge {
        writeln!(out, "{} written", counted(arguments.merge(path)?, "game"))?;
    } else if let Some(path) = &arguments.shuffle {
        writeln!(out, "{} written", counted(arguments.shuffle(path)?, "game"))?;
    } else {
        writeln!(out, "{}", arguments.summary()?)?;
    }
    Ok(())
}

impl DatasetArguments {
    fn create(&self, path: &Path) -> Result<UnfinishedFile, CliError> {
        create_or_discard(OutputFile::new(path, &self.files, self.force)?)
    }

    /// Writes the kept positions to a new file; returns their number.
    fn write_positions(&self, path: &Path) -> Result<u64, CliError> {
        let mut file = self.create(path)?;
        let mut count = 0;
        for_each_game(&self.files, |game| {
            for position in game.positions().filter(|position| self.filter.keeps(position)) {
                writeln!(file, "{}", epd_line(&position, game.outcome)).map_err(at_file(path))?;
                count += 1;
            }
            Ok(())
        })?;
        if count == 0 {
            return Err(CliError::NoPosition);
        }
        file.finish()?;
        Ok(count)
    }

    /// Writes all games to a new file; returns their number.
    fn merge(&self, path: &Path) -> Result<u64, CliError> {
        let mut file = self.create(path)?;
        let write = |game: Game| Ok(game.write_to(&mut file).map_err(at_file(path))?);
        let count = for_each_game(&self.files, write)?;
        file.finish()?;
        Ok(count)
    }

    /// Writes all games to a new file in random order; returns their number.
    fn shuffle(&self, path: &Path) -> Result<u64, CliError> {
        let mut file = self.create(path)?;
        let bytes = total_bytes(&self.files)?;
        let bar = byte_bar(&self.files)?;
        // Each byte is read and written.
        bar.set_length(2 * bytes);
        let memory = self.memory.saturating_mul(MEGABYTE);
        let mut shuffler =
            Shuffler::new(bytes, memory, folder_of(path), self.seed).map_err(at_file(path))?;
        let add = |game: Game| Ok(shuffler.add(&game).map_err(at_file(path))?);
        let count = for_each_game_with(&self.files, &bar, add)?;
        shuffler.write_to(&mut bar.wrap_write(&mut file)).map_err(at_file(path))?;
        bar.finish_and_clear();
        file.finish()?;
        Ok(count)
    }

    fn summary(&self) -> Result<Summary, CliError> {
        let mut summary = Summary::new(self.filter);
        for path in &self.files {
            summary.begin_file(Printable(path.display()).to_string());
            for_each_game(std::slice::from_ref(path), |game| {
                summary.add(&game);
                Ok(())
            })?;
        }
        Ok(summary)
    }
}

/// Returns a position in EPD, with the result of its game (`c9`) and the score for the side to move
/// in units of the evaluation (`ce`).
fn epd_line(position: &Position, outcome: Outcome) -> String {
    let fen = position.board.to_string();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let score = white_view(&position.board, Score(position.score.into())).0;
    format!("{} c9 \"{}\"; ce {score};", fields.join(" "), outcome.text())
}
