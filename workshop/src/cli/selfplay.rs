//! `nunatak-workshop selfplay`.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use indicatif::HumanCount;
use nunatak_workshop::dataset::{GameError, GameReader};
use nunatak_workshop::selfplay::{self, Adjudication, Settings};

use super::CliError;
use super::files::{at_file, styled_bar};

#[derive(clap::Args)]
pub(super) struct SelfplayArguments {
    /// How many games the file is to hold; those that it holds already are not played again
    #[arg(long, value_name = "N")]
    games: u64,
    /// After so many nodes a search begins no further iteration
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes)]
    nodes: u64,
    /// After so many nodes a search is broken off [default: 20 times NODES]
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
    /// How many games are played at once
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed)]
    seed: u64,
    /// The file of games, in viriformat; new games are added at its end
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many random plies, or one more, begin a game
    #[arg(long, value_name = "N", default_value_t = Settings::default().random_plies)]
    random_plies: usize,
    /// Openings with a higher score for either side, in centipawns, are not played
    #[arg(long, value_name = "CP", default_value_t = Settings::default().max_opening_score)]
    max_opening_score: i32,
    /// Play every game until the rules end it
    #[arg(long)]
    no_adjudication: bool,
    /// A game is won at so many centipawns, …
    #[arg(long, value_name = "CP", default_value_t = Adjudication::default().win_score)]
    win_score: i32,
    /// … for so many plies
    #[arg(long, value_name = "N", default_value_t = Adjudication::default().win_plies)]
    win_plies: usize,
    /// A game is drawn at no more than so many centipawns, …
    #[arg(long, value_name = "CP", default_value_t = Adjudication::default().draw_score)]
    draw_score: i32,
    /// … for so many plies, …
    #[arg(long, value_name = "N", default_value_t = Adjudication::default().draw_plies)]
    draw_plies: usize,
    /// … not before this ply
    #[arg(long, value_name = "N", default_value_t = Adjudication::default().draw_from)]
    draw_from: usize,
}

/// A search may take so many times the nodes after which it begins no further iteration.
const MAX_NODES_FACTOR: u64 = 20;

impl SelfplayArguments {
    fn settings(&self) -> Settings {
        let adjudication = Adjudication {
            win_score: self.win_score,
            win_plies: self.win_plies,
            draw_score: self.draw_score,
            draw_plies: self.draw_plies,
            draw_from: self.draw_from,
        };
        Settings {
            seed: self.seed,
            nodes: self.nodes,
            max_nodes: self.max_nodes.unwrap_or(self.nodes.saturating_mul(MAX_NODES_FACTOR)),
            random_plies: self.random_plies,
            max_opening_score: self.max_opening_score,
            adjudication: (!self.no_adjudication).then_some(adjudication),
        }
    }
}

/// Plays the games that the file does not hold yet, and adds each to it as soon as all before it are
/// there.
pub(super) fn run(out: &mut impl Write, arguments: &SelfplayArguments) -> Result<(), CliError> {
    let path = &arguments.out;
    let held = count_games(path)?;
    if held.cut_bytes > 0 {
        writeln!(out, "the last game was not written whole: {} bytes cut off", held.cut_bytes)?;
    }
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(at_file(path))?;
    file.set_len(held.bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(at_file(path))?;

    let template = "{bar:30} {pos}/{len} games, {per_sec}, {msg}, {eta} left";
    let bar = styled_bar(arguments.games, template).with_position(held.games);
    let started = Instant::now();
    let (mut games, mut positions) = (0, 0);
    let per_second = |count: u64| count as f64 / started.elapsed().as_secs_f64();
    selfplay::play_games(
        &arguments.settings(),
        held.games..arguments.games.max(held.games),
        arguments.threads.into(),
        |game| {
            game.write_to(&mut file)?;
            games += 1;
            positions += game.moves.len() as u64;
            bar.inc(1);
            bar.set_message(format!(
                "{} positions, {:.0}/s",
                HumanCount(held.positions + positions),
                per_second(positions)
            ));
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    writeln!(
        out,
        "{games} games played, {positions} positions, {:.0} positions a second",
        per_second(positions)
    )?;
    writeln!(
        out,
        "{}: {} games, {} positions",
        path.display(),
        held.games + games,
        held.positions + positions
    )?;
    Ok(())
}

/// What a file of games holds.
#[derive(Default)]
struct Held {
    games: u64,
    positions: u64,
    /// The bytes of whole games.
    bytes: u64,
    /// The bytes of a game that was not written whole.
    cut_bytes: u64,
}

/// Counts the whole games of a file, which need not exist.
fn count_games(path: &Path) -> Result<Held, CliError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Held::default()),
        file => file.map_err(at_file(path))?,
    };
    let length = file.metadata().map_err(at_file(path))?.len();
    let mut reader = GameReader::new(BufReader::with_capacity(1 << 20, file));
    let mut held = Held::default();
    for game in &mut reader {
        match game {
            Ok(game) => {
                held.games += 1;
                held.positions += game.moves.len() as u64;
            }
            // The run before was broken off while it wrote.
            Err(GameError::Truncated { .. }) if held.games > 0 => break,
            Err(error) => return Err(CliError::Games { path: path.to_owned(), error }),
        }
    }
    held.bytes = reader.offset();
    held.cut_bytes = length - held.bytes;
    Ok(held)
}
