//! Files of games that grow while games are played or labelled.

use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanCount, ProgressBar};
use nunatak::bench;
use nunatak::cli::{at_file, say};
use nunatak::eval::network::Network;
use nunatak::search::SearchControl;
use nunatak::text::{Printable, counted, whole_number};
use nunatak_tools::output_file::{
    OutputError, OutputErrorReason, OutputFile, is_at, is_open_file, open_claimed,
};
use nunatak_tools::terminal::byte_bar;
use nunatak_workshop::dataset::{Game, GameError, GameReader};
use nunatak_workshop::selfplay::SelfplayError;

use super::error::CliError;
use super::files::read_regular;
use super::interrupt::say_on_interrupt;
use super::threads::MAX_THREADS;

/// The file to append to, and how.
#[derive(Args)]
pub(super) struct RecordingArguments {
    /// Number of games that are worked on at once
    #[arg(long, value_name = "T", default_value_t = 1)]
    #[arg(value_parser = whole_number::<u16>(1..=MAX_THREADS))]
    pub(super) threads: u16,
    /// File of games in viriformat; new games are appended, and the settings are recorded beside it
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Continue a file that was made with other or unknown settings, and add the new ones to its
    /// record
    #[arg(long)]
    force: bool,
}

impl RecordingArguments {
    /// Returns a reader of the games that the file has so far; `None` if it does not exist.
    ///
    /// # Errors
    /// If it is not a regular file, or cannot be read.
    pub(super) fn games_so_far(&self) -> Result<Option<GameReader<BufReader<File>>>, CliError> {
        let path = &self.out;
        let open = |_| Ok(GameReader::open(path).map_err(at_file(path))?);
        length(path)?.map(open).transpose()
    }

    /// Returns the path of the record of the settings.
    pub(super) fn settings_path(&self) -> PathBuf {
        self.out.with_added_extension(SETTINGS)
    }
}

/// The extension of the file that records the settings of a file of games.
const SETTINGS: &str = "settings";

/// The text in the record between the title and the number of the first game, if the settings that
/// follow are not those of all games.
const FROM_GAME: &str = ", from game ";

/// The time between two lines of progress where there is no bar.
const REPORT_INTERVAL: Duration = Duration::from_mins(10);

/// A file to which games are appended, each as soon as all earlier ones are in it, with a record of
/// engine and settings beside it. An interrupted run is continued by the same settings.
pub(super) struct Recording {
    path: PathBuf,
    file: File,
    old: Contents,
    new: Contents,
    started: Instant,
    /// The time of the last report of progress in a line; at first, the start.
    reported: Instant,
}

impl Recording {
    /// Opens or creates the file for games of the command `title` with the settings `lines`. `make`
    /// returns the game with a number, counted from 0, as these settings make it, or `None`: the
    /// last game in the file must be the same.
    pub(super) fn open(
        out: &mut impl Write,
        arguments: &RecordingArguments,
        title: &str,
        lines: Vec<String>,
        make: impl FnOnce(u64) -> Result<Option<Game>, SelfplayError>,
    ) -> Result<Self, CliError> {
        let path = &arguments.out;
        if !path.exists() {
            // An error of the folder is that of this file, rather than of the record beside it.
            OutputFile::new(path, &[] as &[PathBuf], false)?;
        }
        let found = read_record(&arguments.settings_path())?;
        let has_record = found.as_ref().is_some_and(|text| text.starts_with(title));
        let old = Contents::of(path, has_record)?;
        let new_record = check_settings(arguments, title, lines, found, &old, make)?;
        let is_new = !path.exists();
        let file = open_end(path, &old)?;
        if let Some((mut output, text)) = new_record {
            let written = output.write(text.as_bytes());
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
        });
        let (path, new, started) = (path.to_owned(), Contents::default(), Instant::now());
        Ok(Self { path, file, old, new, started, reported: started })
    }

    /// Returns the number of games that the file held before.
    pub(super) fn old_games(&self) -> u64 {
        self.old.games
    }

    /// Appends a game, and shows the progress beside `bar` or, where standard error is no terminal,
    /// in a line from time to time.
    pub(super) fn add(&mut self, game: &Game, bar: &ProgressBar) -> io::Result<()> {
        let length = self.old.bytes + self.new.bytes;
        if !(self.file.metadata()?.len() == length && is_at(&self.file, &self.path)?) {
            let reason = "the file was changed, moved or replaced while games were added to it";
            return Err(io::Error::other(reason));
        }
        if let Err(error) = game.write_to(&mut self.file) {
            // The disk may be full in the middle of a game.
            self.file.set_len(length)?;
            return Err(error);
        }
        self.new.games += 1;
        self.new.bytes += game.byte_count();
        self.new.positions += game.scored_count() as u64;
        let positions = HumanCount(self.positions());
        let progress = format!("{positions} positions, {:.0}/s", self.speed());
        if bar.is_hidden() && self.reported.elapsed() >= REPORT_INTERVAL {
            self.reported = Instant::now();
            say(format_args!("{} games, {progress}", HumanCount(self.games())));
        }
        bar.set_message(progress + ", ");
        Ok(())
    }

    /// Returns the number of all games.
    fn games(&self) -> u64 {
        self.old.games + self.new.games
    }

    /// Returns the number of all positions with a score.
    fn positions(&self) -> u64 {
        self.old.positions + self.new.positions
    }

    /// Returns the number of new positions per second.
    fn speed(&self) -> f64 {
        self.new.positions as f64 / self.started.elapsed().as_secs_f64()
    }

    /// Reports the games after a run with this `result`; `done` is what was done to them.
    pub(super) fn finish(
        self,
        out: &mut impl Write,
        result: Result<(), SelfplayError>,
        done: &str,
    ) -> Result<(), CliError> {
        result.map_err(|error| match error {
            SelfplayError::Io(error) => CliError::from(at_file(&self.path)(error)),
            error => error.into(),
        })?;
        let (speed, name) = (self.speed(), Printable(self.path.display()));
        let counts = |games, positions| [counted(games, "game"), counted(positions, "position")];
        let [games, positions] = counts(self.new.games, self.new.positions);
        writeln!(out, "{games} {done}, {positions}, {speed:.0} positions per second")?;
        let [games, positions] = counts(self.games(), self.positions());
        writeln!(out, "{name}: {games}, {positions}")?;
        Ok(())
    }
}

/// Checks that the last of the games were made with the same engine and settings, and that the last
/// one is that of `make`, if it makes one. Returns the record to write beside the file; `None` if
/// the one that was `found` applies.
///
/// With `--force`, other settings follow those of the games that are there. A record of another
/// command is replaced.
fn check_settings(
    arguments: &RecordingArguments,
    title: &str,
    lines: Vec<String>,
    found: Option<String>,
    old: &Contents,
    make: impl FnOnce(u64) -> Result<Option<Game>, SelfplayError>,
) -> Result<Option<(OutputFile, String)>, CliError> {
    let &RecordingArguments { out: ref path, force, .. } = arguments;
    let games = old.games;
    let lines: Vec<_> = iter::once(engine_line()?).chain(lines).collect();
    let settings_path = arguments.settings_path();
    let problem = if found.is_none() { "is missing" } else { "is not a record of these games" };
    let record = found.filter(|text| text.starts_with(title));
    let mut used = record.as_deref().map_or_else(Vec::new, |record| sections(record, title));
    // Games may have been lost since, and the last settings be those of a run that ended before its
    // first game.
    let next = games + 1;
    used.retain(|section| section.first <= next);
    used.pop_if(|last| last.first == next && last.difference(&lines).is_some());
    let is_of_last = used.last().is_some_and(|last| last.first <= games);
    match used.last().map(|last| last.difference(&lines)) {
        Some(None) if !is_of_last || is_made_by(old, make)? => {}
        Some(None) if !force => {
            return Err(CliError::OtherGame { path: path.to_owned(), number: games });
        }
        Some(Some(difference)) if !force => {
            return Err(CliError::OtherSettings { path: path.to_owned(), difference });
        }
        None if games > 0 && !force => {
            let (path, settings) = (path.to_owned(), settings_path);
            return Err(CliError::UnknownSettings { path, settings, problem });
        }
        _ => used.push(Section { first: next, lines }),
    }
    let text = text(title, &used);
    // Without games, the settings may be replaced, but no other file of that name.
    let may_replace = games > 0 || record.is_some() || force;
    Ok(if record.is_some_and(|record| record == text) {
        None
    } else {
        Some((OutputFile::new(&settings_path, [path], may_replace)?, text))
    })
}

/// Whether `make` gives the last of the games, of which there must be one, or none at all.
fn is_made_by(
    old: &Contents,
    make: impl FnOnce(u64) -> Result<Option<Game>, SelfplayError>,
) -> Result<bool, SelfplayError> {
    let made = make(old.games - 1)?;
    Ok(made.is_none() || made == old.last)
}

/// Settings in a record.
struct Section {
    /// The number of the first game that was made with them.
    first: u64,
    lines: Vec<String>,
}

impl Section {
    /// Says how the settings `now` differ from these; `None` if they are the same.
    fn difference(&self, now: &[String]) -> Option<String> {
        let without = |lines: &[String], others: &[String]| {
            let kept = lines.iter().filter(|line| !others.contains(line));
            kept.map(String::as_str).collect::<Vec<_>>().join(", ")
        };
        match (without(&self.lines, now), without(now, &self.lines)) {
            (old, new) if old.is_empty() && new.is_empty() => None,
            (old, new) if old.is_empty() => Some(format!("made without '{new}'")),
            (old, new) if new.is_empty() => Some(format!("made with '{old}', now without")),
            (old, new) => Some(format!("made with '{old}', now '{new}'")),
        }
    }
}

/// Returns the sections of the `record` of a command.
fn sections(record: &str, title: &str) -> Vec<Section> {
    let first_game = |line: &str| match line.strip_prefix(title)? {
        "" => Some(1),
        rest => rest.strip_prefix(FROM_GAME)?.parse().ok(),
    };
    let mut sections: Vec<Section> = Vec::new();
    for line in record.lines() {
        match (first_game(line), sections.last_mut()) {
            (Some(first), _) => sections.push(Section { first, lines: Vec::new() }),
            (None, Some(section)) => section.lines.push(line.to_owned()),
            (None, None) => {}
        }
    }
    sections
}

/// Returns the record of a command with these sections.
fn text(title: &str, sections: &[Section]) -> String {
    let head = |first: u64| match first {
        1 => title.to_owned(),
        _ => format!("{title}{FROM_GAME}{first}"),
    };
    let lines = sections
        .iter()
        .flat_map(|section| iter::once(head(section.first)).chain(section.lines.iter().cloned()));
    lines.map(|line| line + "\n").collect()
}

/// Returns the line of the record that identifies the engine, by the nodes of a small bench: every
/// sixth position, of openings, middlegames and endgames.
fn engine_line() -> Result<String, CliError> {
    const DEPTH: usize = 7;
    let positions: Vec<_> = bench::POSITIONS.iter().step_by(6).copied().collect();
    let control = SearchControl::default();
    let bench = bench::run(Network::embedded(), &positions, DEPTH, &control, |_, _| {});
    let nodes = bench?.map_or(0, |bench| bench.nodes);
    Ok(format!("engine with a bench of {nodes} nodes"))
}

/// Returns the record of the settings at `path`, if there is one.
fn read_record(path: &Path) -> Result<Option<String>, CliError> {
    match read_regular(path) {
        // A damaged record is not that of any settings.
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(at_file(path)(error).into()),
    }
}

/// Opens the file for this run alone, to write after its complete games.
fn open_end(path: &Path, old: &Contents) -> Result<File, CliError> {
    let open = || -> io::Result<_> {
        let Some(mut file) = open_claimed(path)? else { return Ok(None) };
        if file.metadata()?.len() != old.bytes + old.tail_bytes {
            return Ok(None);
        }
        file.seek(SeekFrom::Start(old.bytes))?;
        Ok(Some(file))
    };
    let in_use = || OutputError::new(path, OutputErrorReason::InUse).into();
    open().map_err(at_file(path))?.ok_or_else(in_use)
}

/// Returns the length of the file at `path` in bytes; `None` if it does not exist.
fn length(path: &Path) -> Result<Option<u64>, CliError> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Ok(other) if !other.is_file() || is_open_file(path) => {
            Err(OutputError::new(path, OutputErrorReason::NotAFile).into())
        }
        metadata => Ok(Some(metadata.map_err(at_file(path))?.len())),
    }
}

/// The contents of a file of games.
#[derive(Default)]
struct Contents {
    games: u64,
    /// The last game.
    last: Option<Game>,
    /// The number of positions with a score.
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
        let Some(length) = length(path)? else { return Ok(Self::default()) };
        let mut reader = GameReader::open(path).map_err(at_file(path))?;
        let bar = byte_bar(&[path.to_owned()])?;
        let mut contents = Self::default();
        for game in &mut reader {
            match game {
                Ok(game) => {
                    bar.inc(game.byte_count());
                    contents.games += 1;
                    contents.positions += game.scored_count() as u64;
                    contents.last = Some(game);
                }
                // A file that is not known to hold games must not be truncated.
                Err(GameError::Truncated { .. }) if contents.games > 0 || has_record => break,
                Err(error) => return Err(at_file(path)(error).into()),
            }
        }
        bar.finish_and_clear();
        contents.bytes = reader.offset();
        // Another program may have added games since the length was read.
        contents.tail_bytes = length.saturating_sub(contents.bytes);
        Ok(contents)
    }
}
