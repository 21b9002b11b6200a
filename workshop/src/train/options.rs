//! The settings of a training run.

use clap::Args;
use nunatak::eval::network::{HIDDEN, MAX_HIDDEN, MAX_SCALE};
use nunatak::text::whole_number;

use super::loader::LookAhead;
use super::parameters::LANES;
use super::schedule::Course;
use crate::arguments::{positive, share};

/// The largest number of positions per step. Distillation takes whole steps, so a larger one would
/// take long even for a few positions.
const MAX_BATCH: i128 = 1 << 20;

/// Settings that determine the network, together with the data.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct TrainerOptions {
    /// Number of hidden neurons per perspective, a multiple of 32 up to 1024; the engine reads
    /// networks with the default number only
    #[arg(long, value_name = "H", default_value_t = TrainerOptions::default().hidden)]
    #[arg(value_parser = hidden)]
    pub hidden: usize,
    /// Number of passes over the positions of the games
    #[arg(long, value_name = "N", default_value_t = TrainerOptions::default().epochs)]
    #[arg(value_parser = whole_number::<usize>(0..))]
    pub epochs: usize,
    /// Number of random positions with hand-crafted scores to train on first, in whole steps
    /// [default: ten for each training position, at most 200 million; none with --start]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(0..))]
    pub distil: Option<u64>,
    /// Number of such positions to add for each position of a game afterwards, 0 to 1
    #[arg(long, value_name = "X", default_value_t = TrainerOptions::default().mix)]
    #[arg(value_parser = share)]
    pub mix: f64,
    /// Weight of the result in the target, 0 to 1; the rest is the score's. With two such as
    /// 0.1..0.3 it goes from one to the other over the passes
    #[arg(long, value_name = "X", default_value_t = TrainerOptions::default().lambda)]
    #[arg(value_parser = Course::of_shares)]
    pub lambda: Course,
    /// Weight of the label of the next ply, 0 to 1, in the label of a ply, the rest being the ply's
    /// own score; the label after the last ply is the result. Smooths the errors of scores, and
    /// needs --k
    #[arg(long, value_name = "X", value_parser = share, requires = "k")]
    pub look_ahead: Option<f64>,
    /// K in units of the evaluation: a score of `v` predicts `1 / (1 + e^(−v/K))` points
    /// [default: fitted to the games; with --start, the scale of the network]
    #[arg(long, value_name = "UNITS", value_parser = k)]
    pub k: Option<f64>,
    /// The value of an output of 1, in units of the evaluation; K if `None`. It is the scale of
    /// a network to start from.
    #[arg(skip)]
    pub unit: Option<f64>,
    /// First learning rate of each stage
    #[arg(long, value_name = "X", default_value_t = TrainerOptions::default().learning_rate)]
    #[arg(value_parser = positive)]
    pub learning_rate: f64,
    /// Number of positions per step
    #[arg(long, value_name = "N", default_value_t = TrainerOptions::default().batch)]
    #[arg(value_parser = whole_number::<usize>(1..=MAX_BATCH))]
    pub batch: usize,
    /// Seed of the initial weights and of all random choices
    #[arg(long, value_name = "S", default_value_t = TrainerOptions::default().seed)]
    #[arg(value_parser = whole_number::<u64>(0..))]
    pub seed: u64,
}

impl Default for TrainerOptions {
    fn default() -> Self {
        Self {
            hidden: HIDDEN,
            epochs: 20,
            distil: None,
            mix: 0.3,
            lambda: Course::constant(0.1),
            look_ahead: None,
            k: None,
            unit: None,
            learning_rate: 1e-3,
            batch: 16_384,
            seed: 1,
        }
    }
}

impl TrainerOptions {
    /// Returns how labels look ahead, if they do.
    pub fn look_ahead(&self) -> Option<LookAhead> {
        Some(LookAhead { weight: self.look_ahead?, k: self.k? })
    }
}

/// Parses a number of hidden neurons.
fn hidden(text: &str) -> Result<usize, String> {
    let is_valid = |value: &usize| (1..=MAX_HIDDEN).contains(value) && value.is_multiple_of(LANES);
    let value = text.parse().ok().filter(is_valid);
    value.ok_or_else(|| format!("expected a multiple of {LANES} from {LANES} to {MAX_HIDDEN}"))
}

/// Parses K, which is also the scale of a network that is not rescaled.
fn k(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|value| (1.0..=f64::from(MAX_SCALE)).contains(value));
    value.ok_or_else(|| format!("expected a number from 1 to {MAX_SCALE}"))
}
