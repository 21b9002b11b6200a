//! `nunatak-workshop label`.

use std::io::Write;
use std::path::PathBuf;
use std::slice;

use clap::Args;
use indicatif::HumanCount;
use nunatak::cli::at_file;
use nunatak::text::{Printable, whole_number};
use nunatak_tools::output_file::{OutputError, OutputErrorReason};
use nunatak_tools::terminal::byte_bar;
use nunatak_workshop::dataset::GameReader;
use nunatak_workshop::selfplay::{LabelSettings, SelfplayError, label_games};

use super::error::CliError;
use super::files::is_same;
use super::recording::Recording;

#[derive(Args)]
pub(super) struct LabelArguments {
    /// File of games in viriformat
    games: PathBuf,
    /// Number of games to label at once
    #[arg(long, value_name = "T", default_value_t = 1)]
    #[arg(value_parser = whole_number::<u16>(1..=1024))]
    threads: u16,
    /// File of labelled games in viriformat; games are appended, and the settings are recorded
    /// beside it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Continue a file that was made with other or unknown settings
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    settings: LabelSettings,
}

/// Labels the games that the output lacks.
pub(super) fn run(out: &mut impl Write, arguments: &LabelArguments) -> Result<(), CliError> {
    let LabelArguments { games, threads, out: path, force, settings } = arguments;
    if is_same(games, path) {
        let (path, reason) = (path.clone(), OutputErrorReason::IsInput);
        return Err(OutputError { path, reason }.into());
    }
    let mut source = GameReader::open(games).map_err(at_file(games))?;
    let mut lines = settings.lines();
    lines.insert(0, Printable(games.display()).to_string());
    let mut recording = Recording::open(out, path, "nunatak-workshop label", lines, *force)?;
    let bar = byte_bar(slice::from_ref(games))?;
    let first = recording.old_games();
    let at_games = |error| CliError::Games { path: games.clone(), error };
    for _ in 0..first {
        match source.next() {
            Some(game) => bar.inc(game.map_err(at_games)?.byte_count()),
            None => break,
        }
    }
    let labelled = label_games(settings, source, first, (*threads).into(), |game| {
        recording.add(game)?;
        bar.inc(game.byte_count());
        let (positions, speed) = (HumanCount(recording.positions()), recording.speed());
        bar.set_message(format!("{positions} positions, {speed:.0}/s"));
        Ok(())
    });
    bar.finish_and_clear();
    match labelled {
        Err(SelfplayError::Source(error)) => Err(at_games(error)),
        result => recording.finish(out, result, "labelled"),
    }
}
