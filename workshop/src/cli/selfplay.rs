//! `nunatak-workshop selfplay`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use indicatif::HumanCount;
use nunatak::text::whole_number;
use nunatak_tools::terminal::progress_bar;
use nunatak_workshop::selfplay::{Settings, play_games};

use super::error::CliError;
use super::recording::Recording;

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

/// Plays the games that the file lacks.
pub(super) fn run(out: &mut impl Write, arguments: &SelfplayArguments) -> Result<(), CliError> {
    let SelfplayArguments { games, threads, out: path, force, settings } = arguments;
    let title = "nunatak-workshop selfplay";
    let mut recording = Recording::open(out, path, title, settings.lines(), *force)?;
    let first = recording.old_games();
    let template = "{bar:30} {pos}/{len} games, {per_sec}, {msg}, {eta} left";
    let bar = progress_bar(*games, template).with_position(first);
    let numbers = first..(*games).max(first);
    let played = play_games(settings, numbers, (*threads).into(), |game| {
        recording.add(game)?;
        bar.inc(1);
        let (positions, speed) = (HumanCount(recording.positions()), recording.speed());
        bar.set_message(format!("{positions} positions, {speed:.0}/s"));
        Ok(())
    });
    bar.finish_and_clear();
    recording.finish(out, played, "played")
}
