//! `nunatak-workshop label`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::slice;

use clap::Args;
use nunatak::cli::at_file;
use nunatak::text::Printable;
use nunatak_tools::output_file::{OutputError, OutputErrorReason, is_same_file};
use nunatak_tools::terminal::{byte_bar, continue_from, progress_bar};
use nunatak_workshop::dataset::{Game, GameError, GameReader};
use nunatak_workshop::selfplay::{LabelSettings, SelfplayError, label_games};

use super::error::CliError;
use super::recording::{Recording, RecordingArguments};

#[derive(Args)]
pub(super) struct LabelArguments {
    /// File of games in viriformat
    games: PathBuf,
    #[command(flatten)]
    recording: RecordingArguments,
    #[command(flatten)]
    settings: LabelSettings,
}

/// Labels the games that the output lacks.
pub(super) fn run(out: &mut impl Write, arguments: &LabelArguments) -> Result<(), CliError> {
    let LabelArguments { games, recording, settings } = arguments;
    let threads = recording.threads.into();
    let metadata = fs::metadata(games).map_err(at_file(games))?;
    if !metadata.is_file() {
        return Err(at_file(games)("not a regular file").into());
    }
    for output in [&recording.out, &recording.settings_path()] {
        if is_same_file(games, output) {
            return Err(OutputError::new(output, OutputErrorReason::IsInput).into());
        }
    }
    let bytes = metadata.len();
    if bytes == 0 {
        return Err(CliError::NoGames(games.clone()));
    }
    let mut source = GameReader::open(games).map_err(at_file(games))?.peekable();
    // A file of another kind leaves no output.
    if let Some(Err(error)) = source.next_if(Result::is_err) {
        return Err(at_file(games)(error).into());
    }
    let mut lines = settings.lines();
    // The folder may have moved, and the games themselves are compared.
    let name = games.file_name().unwrap_or_default();
    lines.insert(0, Printable(name.display()).to_string());
    let (first, passed) = pass_labelled(arguments, &mut source)?;
    let path = &recording.out;
    let mut recording =
        Recording::open(out, recording, "nunatak-workshop label", lines, |_| Ok(None))?;
    if recording.old_games() != first {
        return Err(OutputError::new(path, OutputErrorReason::InUse).into());
    }
    let template = "{bar:30} {bytes}/{total_bytes}, {msg}{eta} left";
    let bar = progress_bar(bytes, template);
    continue_from(&bar, passed);
    let labelled = label_games(settings, source, first, threads, |game| {
        recording.add(game, &bar)?;
        bar.inc(game.byte_count());
        Ok(())
    });
    bar.finish_and_clear();
    match labelled {
        Err(SelfplayError::Source(error)) => Err(at_file(games)(error).into()),
        result => recording.finish(out, result, "labelled"),
    }
}

/// Passes over the games of `source` that the output has already, with scores of its own. Returns
/// their number and their size in bytes.
fn pass_labelled(
    arguments: &LabelArguments,
    source: &mut impl Iterator<Item = Result<Game, GameError>>,
) -> Result<(u64, u64), CliError> {
    let LabelArguments { games, recording, .. } = arguments;
    let (mut count, mut bytes) = (0, 0);
    let Some(labelled) = recording.games_so_far()? else { return Ok((count, bytes)) };
    let bar = byte_bar(slice::from_ref(&recording.out))?;
    // What cannot be read is reported when the file is opened for writing.
    for labelled in labelled.map_while(Result::ok) {
        bar.inc(labelled.byte_count());
        count += 1;
        let game = source.next().transpose();
        let game = game.map_err(at_file(games))?;
        match game.filter(|game| is_same_game(game, &labelled)) {
            Some(game) => bytes += game.byte_count(),
            None => {
                let (path, games) = (recording.out.clone(), games.clone());
                return Err(CliError::OtherGames { path, number: count, games });
            }
        }
    }
    bar.finish_and_clear();
    Ok((count, bytes))
}

/// Whether two games have the same moves, with whatever scores.
fn is_same_game(one: &Game, other: &Game) -> bool {
    (one.start, one.outcome) == (other.start, other.outcome)
        && one.moves.iter().map(|scored| scored.mv).eq(other.moves.iter().map(|scored| scored.mv))
}
