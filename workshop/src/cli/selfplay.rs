//! `nunatak-workshop selfplay`.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::HumanCount;
use nunatak_workshop::dataset::{GameError, GameReader};
use nunatak_workshop::selfplay::{Settings, play_games};

use super::error::{CliError, at_file};
use super::progress::progress_bar;

#[derive(Args)]
pub(super) struct SelfplayArguments {
    /// Number of games the file is to hold, including those it already holds
    #[arg(long, value_name = "N")]
    games: u64,
    /// Number of games to play at once
    #[arg(long, value_name = "T", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// File of games in viriformat; new games are appended
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    settings: Settings,
}

/// Plays the games that the file lacks, and appends each as soon as all earlier ones are in the
/// file.
pub(super) fn run(out: &mut impl Write, arguments: &SelfplayArguments) -> Result<(), CliError> {
    let path = &arguments.out;
    let old = Contents::of(path)?;
    if old.tail_bytes > 0 {
        writeln!(out, "removed an incomplete game of {} bytes", old.tail_bytes)?;
    }
    let mut file = open_end(path, old.bytes).map_err(at_file(path))?;

    let template = "{bar:30} {pos}/{len} games, {per_sec}, {msg}, {eta} left";
    let bar = progress_bar(arguments.games, template).with_position(old.games);
    let started = Instant::now();
    let (mut games, mut positions) = (0, 0);
    let per_second = |count: u64| count as f64 / started.elapsed().as_secs_f64();
    play_games(
        &arguments.settings,
        old.games..arguments.games.max(old.games),
        arguments.threads.into(),
        |game| {
            game.write_to(&mut file)?;
            games += 1;
            positions += game.moves.len() as u64;
            bar.inc(1);
            bar.set_message(format!(
                "{} positions, {:.0}/s",
                HumanCount(old.positions + positions),
                per_second(positions)
            ));
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    let speed = per_second(positions);
    writeln!(out, "{games} games played, {positions} positions, {speed:.0} positions per second")?;
    let (games, positions) = (old.games + games, old.positions + positions);
    writeln!(out, "{}: {games} games, {positions} positions", path.display())?;
    Ok(())
}

/// Opens a file for writing after its first `length` bytes, and removes the rest.
fn open_end(path: &Path, length: u64) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    file.set_len(length)?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// The contents of a file of games.
#[derive(Default)]
struct Contents {
    games: u64,
    positions: u64,
    /// Size of the complete games.
    bytes: u64,
    /// Size of an incomplete game at the end, left by an interrupted run.
    tail_bytes: u64,
}

impl Contents {
    /// Returns the contents of the file at `path`, which need not exist.
    fn of(path: &Path) -> Result<Self, CliError> {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            file => file.map_err(at_file(path))?,
        };
        let length = file.metadata().map_err(at_file(path))?.len();
        let mut reader = GameReader::of_file(file);
        let mut contents = Self::default();
        for game in &mut reader {
            match game {
                Ok(game) => {
                    contents.games += 1;
                    contents.positions += game.moves.len() as u64;
                }
                // Without a complete game, the file may be something else and must not be cut.
                Err(GameError::Truncated { .. }) if contents.games > 0 => break,
                Err(error) => return Err(CliError::Games { path: path.to_owned(), error }),
            }
        }
        contents.bytes = reader.offset();
        contents.tail_bytes = length - contents.bytes;
        Ok(contents)
    }
}
