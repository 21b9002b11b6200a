//! `nunatak-workshop convert`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::ProgressBar;
use nunatak::cli::at_file;
use nunatak::text::{Printable, counted};
use nunatak_tools::output_file::{OutputFile, UnfinishedFile};
use nunatak_tools::pgn::{PgnGame, PgnReader, for_each_game};
use nunatak_tools::terminal::byte_bar;
use nunatak_workshop::convert::{Omission, convert, players};
use nunatak_workshop::dataset::Game;

use super::error::CliError;
use super::interrupt::create_or_discard;

/// The largest number of players that are named.
const MAX_NAMES: usize = 5;
/// The largest number of reasons for leaving out games that are named, most frequent first.
const MAX_REASONS: usize = 10;

#[derive(Args)]
pub(super) struct ConvertArguments {
    /// Files of games in PGN, with a score in the comment on each move as fastchess writes them, in
    /// the centipawns that this version of the engine shows
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// New file for the games, in viriformat
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    /// Player whose scores to keep, by the tags White and Black [default: both players]
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
}

/// Converts the games that can be trained on, and reports the others.
pub(super) fn run(out: &mut impl Write, arguments: &ConvertArguments) -> Result<(), CliError> {
    let output = OutputFile::new(&arguments.out, &arguments.files, arguments.force)?;
    let mut converter = Converter {
        engine: arguments.engine.as_deref(),
        file: create_or_discard(output)?,
        path: &arguments.out,
        bar: byte_bar(&arguments.files)?,
        games: 0,
        positions: 0,
        scored: 0,
        omissions: BTreeMap::new(),
        invalid: 0,
        has_player: false,
        players: BTreeSet::new(),
    };
    for path in &arguments.files {
        converter.convert(out, path)?;
    }
    converter.bar.finish_and_clear();
    let has_player = converter.has_player;
    let Converter { file, games, positions, scored, omissions, invalid, players, .. } = converter;
    if games > 0 {
        file.finish()?;
    }
    let (some_games, positions) = (counted(games, "game"), counted(positions, "position"));
    writeln!(out, "{some_games} with {positions} converted, {scored} of these scored")?;
    if arguments.engine.is_none() && players.len() > 1 {
        let names = match players.len() {
            0..=MAX_NAMES => Vec::from_iter(players).join(", "),
            count => counted(count, "player"),
        };
        writeln!(out, "scores of {}; --engine NAME keeps those of one", Printable(names))?;
    }
    let mut omissions = Vec::from_iter(omissions);
    omissions.sort_by_key(|&(_, count)| Reverse(count));
    let others = omissions.split_off(omissions.len().min(MAX_REASONS));
    for (omission, count) in omissions {
        writeln!(out, "left out: {count} {}", Printable(omission))?;
    }
    if !others.is_empty() {
        let games: usize = others.iter().map(|&(_, count)| count).sum();
        writeln!(out, "left out: {games} for other reasons")?;
    }
    if invalid > 0 {
        writeln!(out, "left out: {invalid} invalid")?;
    }
    match &arguments.engine {
        _ if games > 0 => Ok(()),
        Some(engine) if !has_player => Err(CliError::NoPlayer(engine.clone())),
        _ => Err(CliError::NoGame),
    }
}

/// A conversion in progress.
struct Converter<'a> {
    /// The player whose scores to keep; both if `None`.
    engine: Option<&'a str>,
    path: &'a Path,
    file: UnfinishedFile,
    bar: ProgressBar,
    games: usize,
    positions: usize,
    scored: usize,
    omissions: BTreeMap<Omission, usize>,
    invalid: usize,
    /// Whether a game has the player whose scores are kept.
    has_player: bool,
    /// The players of the games that are converted.
    players: BTreeSet<String>,
}

impl Converter<'_> {
    /// Converts the games of a file.
    fn convert(&mut self, out: &mut impl Write, path: &Path) -> Result<(), CliError> {
        let bar = self.bar.clone();
        let take = |game: PgnGame| {
            self.has_player |= players(&game).any(|name| Some(name) == self.engine);
            match convert(&game, self.engine) {
                Ok(converted) => {
                    self.players.extend(players(&game).map(str::to_owned));
                    self.write(&converted)
                }
                Err(omission) => {
                    *self.omissions.entry(omission).or_default() += 1;
                    Ok(())
                }
            }
        };
        self.invalid += for_each_game(path, &bar, out, PgnReader::annotated, take)?;
        Ok(())
    }

    fn write(&mut self, game: &Game) -> Result<(), CliError> {
        self.games += 1;
        self.positions += game.moves.len();
        self.scored += game.scored_count();
        Ok(game.write_to(&mut self.file).map_err(at_file(self.path))?)
    }
}
