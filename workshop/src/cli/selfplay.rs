//! `nunatak-workshop selfplay`.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::HumanCount;
use nunatak::bench;
use nunatak::cli::at_file;
use nunatak::search::SearchControl;
use nunatak::text::{Printable, counted, whole_number};
use nunatak_tools::output_file::{OutputError, OutputErrorReason, OutputFile};
use nunatak_tools::terminal::progress_bar;
use nunatak_workshop::dataset::{GameError, GameReader};
use nunatak_workshop::selfplay::{SelfplayError, Settings, play_games};

use super::error::CliError;
use super::interrupt::say_on_interrupt;

#[derive(Args)]
pub(super) struct SelfplayArguments {
    /// Number of games the file is to hold, including those it already holds
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole_number::<u64>(0..))]
    games: u64,
    /// Number of games to play at once
    #[arg(long, value_name = "T", default_value_t = 1)]
    #[arg(value_parser = whole_number::<u16>(1..=1024))]
    threads: u16,
    /// File of games in viriformat; new games are appended, and the settings are recorded beside it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Continue a file that was made with other or unknown settings
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    settings: Settings,
}

/// The extension of the file that records the settings of a file of games.
const SETTINGS: &str = "settings";
/// The first line of a file of settings.
const TITLE: &str = "nunatak-workshop selfplay";

/// Plays the games that the file lacks, and appends each as soon as all earlier ones are in the
/// file.
pub(super) fn run(out: &mut impl Write, arguments: &SelfplayArguments) -> Result<(), CliError> {
    let path = &arguments.out;
    let has_record = read_record(path)?.is_some_and(|text| text.starts_with(TITLE));
    let old = Contents::of(path, has_record)?;
    let new_record = check_settings(arguments, old.games)?;
    let is_new = !path.exists();
    let mut file = open_end(path, &old)?;
    if let Some((mut target, text)) = new_record {
        let written = target.write(text.as_bytes());
        if written.is_err() && is_new {
            fs::remove_file(path).map_err(at_file(path))?;
        }
        written?;
    }
    file.set_len(old.bytes).map_err(at_file(path))?;
    if old.tail_bytes > 0 {
        let bytes = counted(old.tail_bytes, "byte");
        writeln!(out, "removed an incomplete game of {bytes}")?;
    }

    let name = Printable(path.display()).to_string();
    say_on_interrupt(move || {
        format!("the complete games are kept in {name}; the same command continues.")
    })?;
    let template = "{bar:30} {pos}/{len} games, {per_sec}, {msg}, {eta} left";
    let bar = progress_bar(arguments.games, template).with_position(old.games);
    let started = Instant::now();
    let (mut games, mut positions, mut bytes) = (0, 0, old.bytes);
    let per_second = |count: u64| count as f64 / started.elapsed().as_secs_f64();
    let played = play_games(
        &arguments.settings,
        old.games..arguments.games.max(old.games),
        arguments.threads.into(),
        |game| {
            game.write_to(&mut file)?;
            games += 1;
            bytes += game.byte_count();
            positions += game.moves.len() as u64;
            bar.inc(1);
            bar.set_message(format!(
                "{} positions, {:.0}/s",
                HumanCount(old.positions + positions),
                per_second(positions)
            ));
            Ok(())
        },
    );
    if played.is_err() {
        // The disk may be full in the middle of a game.
        file.set_len(bytes).map_err(at_file(path))?;
    }
    played.map_err(|error| match error {
        SelfplayError::Io(error) => CliError::from(at_file(path)(error)),
        error => error.into(),
    })?;
    bar.finish_and_clear();
    let (speed, name) = (per_second(positions), Printable(path.display()));
    let counts = |games, positions| [counted(games, "game"), counted(positions, "position")];
    let [new_games, new_positions] = counts(games, positions);
    writeln!(out, "{new_games} played, {new_positions}, {speed:.0} positions per second")?;
    let [games, positions] = counts(old.games + games, old.positions + positions);
    writeln!(out, "{name}: {games}, {positions}")?;
    Ok(())
}

/// Checks that the `games` of the file were made with the same engine and settings. Returns the
/// record of them that is to be written beside the file; `None` if there is one.
fn check_settings(
    arguments: &SelfplayArguments,
    games: u64,
) -> Result<Option<(OutputFile, String)>, CliError> {
    let SelfplayArguments { out: path, force, settings, .. } = arguments;
    let lines = [TITLE.to_owned(), engine_line()?].into_iter().chain(settings.lines());
    let settings_path = path.with_added_extension(SETTINGS);
    let recorded = read_record(path)?;
    if games == 0 || *force {
        // Without games, the settings may be replaced, but no other file of that name.
        let is_ours = recorded.is_some_and(|text| text.starts_with(TITLE));
        let target = OutputFile::new(&settings_path, [path], is_ours || *force)?;
        return Ok(Some((target, lines.map(|line| line + "\n").collect())));
    }
    let Some(recorded) = recorded else {
        return Err(CliError::UnknownSettings { path: path.clone(), settings: settings_path });
    };
    let mut recorded = recorded.lines().map(str::to_owned);
    for expected in lines {
        let found = recorded.next().unwrap_or_default();
        if found != expected {
            return Err(CliError::OtherSettings { path: path.clone(), found, expected });
        }
    }
    Ok(None)
}

/// Returns the line of the record that identifies the engine, by a bench to a small depth.
fn engine_line() -> Result<String, CliError> {
    const DEPTH: usize = 5;
    let bench = bench::run(DEPTH, &SearchControl::default(), |_, _| {});
    let nodes = bench.map_err(SelfplayError::from)?.map_or(0, |bench| bench.nodes);
    Ok(format!("engine with bench {DEPTH}: {nodes}"))
}

/// Returns the record of the settings of the file of games at `path`, if there is one.
fn read_record(path: &Path) -> Result<Option<String>, CliError> {
    let path = path.with_added_extension(SETTINGS);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(at_file(&path)(error).into()),
    }
}

/// Opens the file for writing after its complete games, and locks it.
fn open_end(path: &Path, old: &Contents) -> Result<File, CliError> {
    let open = || {
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        let is_locked = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        if is_locked || file.metadata()?.len() != old.bytes + old.tail_bytes {
            return Ok(None);
        }
        file.seek(SeekFrom::Start(old.bytes))?;
        Ok(Some(file))
    };
    open().map_err(at_file(path))?.ok_or_else(|| CliError::InUse { path: path.to_owned() })
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
    /// Returns the contents of the file at `path`, which need not exist. With a record of its
    /// settings, a file without a complete game is also taken for a file of games.
    fn of(path: &Path, has_record: bool) -> Result<Self, CliError> {
        let length = match fs::metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Ok(other) if !other.is_file() => {
                let (path, reason) = (path.to_owned(), OutputErrorReason::NotAFile);
                return Err(OutputError { path, reason }.into());
            }
            metadata => metadata.map_err(at_file(path))?.len(),
        };
        let file = File::open(path).map_err(at_file(path))?;
        let mut reader = GameReader::of_file(file);
        let mut contents = Self::default();
        for game in &mut reader {
            match game {
                Ok(game) => {
                    contents.games += 1;
                    contents.positions += game.moves.len() as u64;
                }
                // A file that is not known to hold games must not be truncated.
                Err(GameError::Truncated { .. }) if contents.games > 0 || has_record => break,
                Err(error) => return Err(CliError::Games { path: path.to_owned(), error }),
            }
        }
        contents.bytes = reader.offset();
        contents.tail_bytes = length - contents.bytes;
        Ok(contents)
    }
}
