//! `nunatak book`.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use nunatak::board::Board;
use nunatak::book::{Book, BookBuilder, write_book};
use nunatak::pgn::{PgnError, PgnReader};

use super::{CliError, at_file, byte_bar, create};

/// Twenty moves of each side: from there on games seldom meet.
const DEFAULT_PLIES: usize = 40;

#[derive(clap::Subcommand)]
pub(super) enum BookCommand {
    /// Make a book of games: each move weighs 2 for a game that its player won and 1 for a draw
    Build(BuildArguments),
    /// List the moves of a position, with their weights
    Show {
        /// The book, in the format of Polyglot
        file: PathBuf,
        /// The position; the start position if not given
        #[arg(long)]
        fen: Option<String>,
    },
}

#[derive(clap::Args)]
pub(super) struct BuildArguments {
    /// The games, in PGN
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
    /// Where to write the book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many half-moves of each game to take
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PLIES)]
    plies: usize,
    /// Leave out moves that were played less often
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u32,
}

pub(super) fn run(out: &mut impl Write, command: &BookCommand) -> Result<(), CliError> {
    match command {
        BookCommand::Build(arguments) => build(out, arguments),
        BookCommand::Show { file, fen } => show(out, file, fen.as_deref()),
    }
}

/// Lists the legal moves of the book, from the heaviest on.
fn show(out: &mut impl Write, path: &Path, fen: Option<&str>) -> Result<(), CliError> {
    let board = fen.map_or_else(|| Ok(Board::start()), str::parse)?;
    let mut book =
        Book::open(path).map_err(|error| CliError::Book { path: path.to_owned(), error })?;
    let moves = book.moves(&board).map_err(at_file(path))?;
    let total: u32 = moves.iter().map(|book_move| u32::from(book_move.weight)).sum();
    if moves.is_empty() {
        writeln!(out, "no moves")?;
    }
    for book_move in &moves {
        let share = 100.0 * f64::from(book_move.weight) / f64::from(total.max(1));
        writeln!(out, "{:<7} {:>5} {share:>5.1} %", board.san(book_move.mv), book_move.weight)?;
    }
    Ok(())
}

/// Makes a book of all games that can be read, and names the others.
fn build(out: &mut impl Write, arguments: &BuildArguments) -> Result<(), CliError> {
    let target = &arguments.out;
    // Said before the work, not after it.
    if target.exists() {
        return Err(at_file(target)(io::ErrorKind::AlreadyExists.into()));
    }
    let mut reading = Reading {
        builder: BookBuilder::default(),
        plies: arguments.plies,
        bar: byte_bar(&arguments.games)?,
        games: 0,
        broken: 0,
    };
    for path in &arguments.games {
        reading.read(out, path)?;
    }
    let Reading { builder, bar, games, broken, .. } = reading;
    bar.finish_and_clear();
    writeln!(out, "{games} games, {broken} broken")?;
    let entries = builder.entries(arguments.min_games);
    if entries.is_empty() {
        return Err(CliError::EmptyBook);
    }
    let mut file = create(target)?;
    write_book(&mut file, &entries).and_then(|()| file.flush()).map_err(at_file(target))?;
    let positions = entries.chunk_by(|a, b| a.key == b.key).count();
    writeln!(out, "{}: {} moves of {positions} positions", target.display(), entries.len())?;
    Ok(())
}

/// What has been read of the games.
struct Reading {
    builder: BookBuilder,
    plies: usize,
    bar: ProgressBar,
    games: usize,
    broken: usize,
}

impl Reading {
    fn read(&mut self, out: &mut impl Write, path: &Path) -> Result<(), CliError> {
        let file = File::open(path).map_err(at_file(path))?;
        let input = BufReader::new(self.bar.wrap_read(file));
        for game in PgnReader::new(input, self.plies) {
            match game {
                Ok(game) => {
                    self.games += 1;
                    self.builder.add(&game);
                }
                Err(PgnError::Io { error, .. }) => return Err(at_file(path)(error)),
                Err(error) => {
                    self.broken += 1;
                    self.bar.suspend(|| writeln!(out, "{}: {error}", path.display()))?;
                }
            }
        }
        Ok(())
    }
}
