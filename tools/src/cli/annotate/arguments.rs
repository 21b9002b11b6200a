//! The arguments of `nunatak-tools annotate`.

use std::path::PathBuf;

use nunatak::cli::VERSION;
use nunatak::limits::MAX_MULTI_PV;
use nunatak::text::whole_number;

use crate::cli::search_arguments::{SearchArguments, describe_file};

const NOTES: &str = "\
A move that loses at least 5, 10 or 15 percentage points of the winning chances is marked ?!, ?
or ??. Winning chances, thresholds and accuracy are those of lichess
(https://lichess.org/page/accuracy). Games with tags get the ECO code and the name of the opening
where these are missing.

Each thread evaluates positions of its own, with a table of its own that starts empty for each group
of eight positions. So --nodes and --depth, without --movetime, give the same text with any number
of threads.

Ctrl-C stops the run. With --out, the evaluations so far are kept in FILE.partial, and the same
command continues.";

#[derive(clap::Args)]
#[command(
    after_help = NOTES,
    mut_arg("threads", |threads| threads.help("Number of positions that are searched at a time, each by one thread, 1 to 256")),
    mut_arg("hash", |hash| hash.help("Size of the transposition table of each thread in megabytes")),
)]
pub(in crate::cli) struct AnnotateArguments {
    /// Files of games in PGN, whose games are annotated one after the other
    #[arg(value_name = "GAME.pgn", required = true)]
    pub(super) games: Vec<PathBuf>,
    /// Number of the only game to annotate and write [default: all games]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(1..))]
    pub(super) game: Option<usize>,
    /// File to create [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Picture to create, in SVG, with the evaluation over each of the first 50 games
    #[arg(long, value_name = "SVG")]
    pub(super) plot: Option<PathBuf>,
    /// Replace existing files, and start over if an interrupted run had other settings
    #[arg(long)]
    pub(super) force: bool,
    /// Opening book in Polyglot format; its moves are left alone, like those with the comment
    /// `book`
    #[arg(long, value_name = "FILE")]
    pub(super) book: Option<PathBuf>,
    /// Number of lines to search, 1 to 256; those that are better than a bad move are shown
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u16>(1..=MAX_MULTI_PV as i128))]
    pub(super) multipv: u16,
    #[command(flatten)]
    pub(super) search: SearchArguments<1_000>,
}

impl AnnotateArguments {
    /// Describes the settings that a run must share with the one that it continues.
    pub(super) fn describe(&self) -> String {
        let (version, search, lines) = (&*VERSION, self.search.describe(), self.multipv);
        let game = self.game.map_or_else(|| "all".to_owned(), |game| game.to_string());
        let book = describe_file(self.book.as_deref());
        format!("version {version}, {search}, multipv {lines}, game {game}, book {book}")
    }
}
