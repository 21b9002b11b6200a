//! `nunatak-workshop selfplay`.

use std::io::Write;

use clap::Args;
use nunatak::text::whole_number;
use nunatak_tools::terminal::{continue_from, progress_bar};
use nunatak_workshop::dataset::Game;
use nunatak_workshop::selfplay::{Settings, play_games};

use super::error::CliError;
use super::recording::{Recording, RecordingArguments};

#[derive(Args)]
pub(super) struct SelfplayArguments {
    /// Number of games the file is to hold, including those it already holds
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole_number::<u64>(0..))]
    games: u64,
    #[command(flatten)]
    recording: RecordingArguments,
    #[command(flatten)]
    settings: Settings,
}

/// Plays the games that the file lacks.
pub(super) fn run(out: &mut impl Write, arguments: &SelfplayArguments) -> Result<(), CliError> {
    let SelfplayArguments { games, recording, settings } = arguments;
    let threads = recording.threads.into();
    let title = "nunatak-workshop selfplay";
    let play_again = |number| {
        let mut again = None;
        let keep = |game: &Game| {
            again = Some(game.clone());
            Ok(())
        };
        play_games(settings, number..number + 1, 1, keep).map(|()| again)
    };
    let mut recording = Recording::open(out, recording, title, settings.lines(), play_again)?;
    let first = recording.old_games();
    let template = "{bar:30} {pos}/{len} games, {msg}{eta} left";
    let bar = progress_bar(*games, template);
    continue_from(&bar, first);
    let numbers = first..(*games).max(first);
    let played = play_games(settings, numbers, threads, |game| {
        recording.add(game, &bar)?;
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    recording.finish(out, played, "played")
}
