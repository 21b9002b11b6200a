//! The settings of self-play, which are also the arguments of the command.

use clap::Args;
use nunatak::text::whole_number;

use super::adjudication::Adjudication;
use crate::arguments::share;

/// The ratio of the default hard node limit to the soft one.
pub(super) const MAX_NODES_FACTOR: u64 = 2;

/// The largest number of random plies; after more, a position is no opening.
const MAX_RANDOM_PLIES: i128 = 100;

/// Settings of self-play.
#[derive(Args, Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Seed of all random numbers
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed)]
    #[arg(value_parser = whole_number::<u64>(0..))]
    pub seed: u64,
    /// Number of nodes after which a search starts no further iteration
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes)]
    #[arg(value_parser = whole_number::<u64>(1..))]
    pub nodes: u64,
    /// Number of nodes after which a search is aborted [default: twice --nodes]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole_number::<u64>(1..))]
    pub max_nodes: Option<u64>,
    /// Number of random plies at the start; half of the games get one more, so that either side may
    /// be the first to search
    #[arg(long, value_name = "N", default_value_t = Settings::default().random_plies)]
    #[arg(value_parser = whole_number::<usize>(0..=MAX_RANDOM_PLIES))]
    pub random_plies: usize,
    /// Share of the games that begin from a start position of Chess960, 0 to 1
    #[arg(long, value_name = "X", default_value_t = Settings::default().chess960)]
    #[arg(value_parser = share)]
    pub chess960: f64,
    /// Highest score of an opening for either side, in units of the evaluation; other openings are
    /// discarded
    #[arg(long, value_name = "UNITS", default_value_t = Settings::default().max_opening_score)]
    #[arg(value_parser = whole_number::<i32>(0..=i32::MAX.into()))]
    pub max_opening_score: i32,
    /// Whether every game is played until the rules end it.
    #[arg(long = "no-adjudication", help = "Play every game until the rules end it")]
    #[arg(conflicts_with_all = ["win_score", "win_plies", "draw_score", "draw_plies", "draw_from"])]
    #[arg(conflicts_with = "min_pieces")]
    pub play_out: bool,
    /// Number of pieces below which a game ends, for more positions of the middle game; its result
    /// is drawn by lot with the chances of the last score
    #[arg(long, value_name = "N", default_value_t = Settings::default().min_pieces)]
    #[arg(value_parser = whole_number::<u32>(0..=32))]
    pub min_pieces: u32,
    /// The conditions under which games that are not played out are adjudicated.
    #[command(flatten)]
    pub adjudication: Adjudication,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            nodes: 5_000,
            max_nodes: None,
            random_plies: 8,
            chess960: 0.0,
            max_opening_score: 500,
            play_out: false,
            min_pieces: 0,
            adjudication: Adjudication::default(),
        }
    }
}

impl Settings {
    /// Returns the settings as arguments of the command, one a line. They determine the games.
    pub fn lines(&self) -> Vec<String> {
        let Self { seed, nodes, random_plies, chess960, max_opening_score, min_pieces, .. } = self;
        let mut lines = vec![
            format!("--seed {seed}"),
            format!("--nodes {nodes}"),
            format!("--max-nodes {}", self.hard_node_limit()),
            format!("--random-plies {random_plies}"),
            format!("--max-opening-score {max_opening_score}"),
        ];
        // What is not used is not said, so that records older than these settings still apply.
        if *chess960 > 0.0 {
            lines.push(format!("--chess960 {chess960}"));
        }
        if *min_pieces > 0 {
            lines.push(format!("--min-pieces {min_pieces}"));
        }
        if self.play_out {
            lines.push("--no-adjudication".to_owned());
        } else {
            lines.extend(self.adjudication.lines());
        }
        lines
    }

    /// Returns the number of nodes after which a search is aborted, at least 1.
    pub(super) fn hard_node_limit(&self) -> u64 {
        self.max_nodes.unwrap_or(self.nodes.saturating_mul(MAX_NODES_FACTOR)).max(1)
    }
}
