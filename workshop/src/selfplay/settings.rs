//! The settings of self-play, which are also the arguments of the command.

use clap::Args;

use super::adjudication::Adjudication;

/// The ratio of the default hard node limit to the soft one.
const MAX_NODES_FACTOR: u64 = 2;

/// Settings of self-play.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Seed of all random numbers
    #[arg(long, value_name = "S", default_value_t = Settings::default().seed)]
    pub seed: u64,
    /// Number of nodes after which a search starts no further iteration
    #[arg(long, value_name = "N", default_value_t = Settings::default().nodes)]
    pub nodes: u64,
    /// Number of nodes after which a search is aborted [default: twice --nodes]
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,
    /// Number of random plies at the start; half of the games get one more, so that either side may be
    /// the first to search
    #[arg(long, value_name = "N", default_value_t = Settings::default().random_plies)]
    pub random_plies: usize,
    /// Highest score of an opening for either side, in centipawns; other openings are discarded
    #[arg(long, value_name = "CP", default_value_t = Settings::default().max_opening_score)]
    pub max_opening_score: i32,
    /// Whether every game is played until the rules end it.
    #[arg(long = "no-adjudication", help = "Play every game until the rules end it")]
    pub play_out: bool,
    /// The conditions under which other games are adjudicated.
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
            max_opening_score: 500,
            play_out: false,
            adjudication: Adjudication::default(),
        }
    }
}

impl Settings {
    /// Returns the number of nodes after which a search is aborted, at least 1.
    pub(super) fn hard_node_limit(&self) -> u64 {
        self.max_nodes.unwrap_or(self.nodes.saturating_mul(MAX_NODES_FACTOR)).max(1)
    }
}
