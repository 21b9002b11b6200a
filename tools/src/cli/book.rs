//! `nunatak-tools book`.

use std::io::Write;
use std::path::{Path, PathBuf};

use nunatak::book::Book;
use nunatak::cli::{PositionArguments, at_file};
use nunatak::text::{Printable, counted, whole_number};

use super::error::CliError;
use crate::book::{BookBuilder, write_book};
use crate::output_file::OutputFile;
use crate::pgn::{PgnReader, for_each_game};
use crate::report::ReportWriter;
use crate::terminal::byte_bar;

/// The default number of plies of each game: beyond twenty moves, games rarely coincide.
const DEFAULT_PLIES: usize = 40;

#[derive(clap::Subcommand)]
pub(super) enum BookCommand {
    /// Build a book from games; each time that a move is played, its weight grows by 2 for a win of
    /// its player and by 1 for a draw or game without a result
    Build(BuildArguments),
    /// Show the book moves of a position with their weights
    Show {
        /// Book in Polyglot format
        file: PathBuf,
        #[command(flatten)]
        position: PositionArguments,
    },
}

#[derive(clap::Args)]
pub(super) struct BuildArguments {
    /// Games in PGN
    #[arg(required = true, value_name = "GAMES.pgn")]
    games: Vec<PathBuf>,
    /// Book to create
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace an existing book
    #[arg(long)]
    force: bool,
    /// Number of plies of each game to use
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PLIES, value_parser = whole_number::<usize>(1..))]
    plies: usize,
    /// Omit moves that were played fewer times
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u32>(1..))]
    min_games: u32,
}

pub(super) fn run(out: &mut impl Write, command: &BookCommand) -> Result<(), CliError> {
    match command {
        BookCommand::Build(arguments) => build(&mut ReportWriter(out), arguments),
        BookCommand::Show { file, position } => show(out, file, position),
    }
}

/// Shows the legal book moves in the order of the file, normally by descending weight.
fn show(out: &mut impl Write, path: &Path, position: &PositionArguments) -> Result<(), CliError> {
    let board = *position.line()?.board();
    let mut book = Book::open(path).map_err(at_file(path))?;
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

/// Builds a book from the valid games and reports the others.
fn build(out: &mut impl Write, arguments: &BuildArguments) -> Result<(), CliError> {
    let mut output = OutputFile::new(&arguments.out, &arguments.games, arguments.force)?;
    let mut builder = BookBuilder::default();
    let bar = byte_bar(&arguments.games)?;
    let (mut valid, mut invalid) = (0, 0);
    for path in &arguments.games {
        let add = |game| {
            valid += 1;
            builder.add(&game);
            Ok::<_, CliError>(())
        };
        let read = |text| PgnReader::new(text).up_to(arguments.plies);
        invalid += for_each_game(path, &bar, out, read, add)?;
    }
    bar.finish_and_clear();
    writeln!(out, "{}, {invalid} invalid", counted(valid, "game"))?;
    let min_games = arguments.min_games;
    let entries = builder.into_entries(min_games);
    if entries.is_empty() {
        return Err(CliError::EmptyBook { min_games });
    }
    let mut bytes = Vec::new();
    write_book(&mut bytes, &entries)?;
    output.write(&bytes)?;
    let positions = entries.chunk_by(|a, b| a.key == b.key).count();
    let name = Printable(arguments.out.display());
    let (moves, positions) = (counted(entries.len(), "move"), counted(positions, "position"));
    writeln!(out, "{name}: {moves} in {positions}")?;
    Ok(())
}
