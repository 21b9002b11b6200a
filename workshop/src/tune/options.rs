//! Options of the tuner, and the groups of weights that they name.

use clap::Args;
use nunatak::eval::{GROUPS, Group};
use nunatak::text::{Printable, whole_number};

use crate::arguments::{positive, positive_or_infinite, share};

/// Returns the group of weights with the given name.
///
/// # Errors
/// If there is none, a sentence with the names of all groups.
pub fn find_group(name: &str) -> Result<&'static Group, String> {
    let group = GROUPS.iter().find(|group| group.name == name);
    group.ok_or_else(|| {
        let names = GROUPS.iter().map(|group| group.name).collect::<Vec<_>>().join(", ");
        format!("'{}' is not a group of weights; the groups are {names}", Printable(name))
    })
}

/// Options of the tuner.
#[derive(Args, Clone, Debug)]
pub struct TunerOptions {
    /// Number of passes over the training positions
    #[arg(long, value_name = "N", default_value_t = TunerOptions::default().epochs)]
    #[arg(value_parser = whole_number::<usize>(0..))]
    pub epochs: usize,
    /// Initial step of a weight in units of the evaluation, which decreases linearly to zero
    #[arg(long, value_name = "UNITS", default_value_t = TunerOptions::default().learning_rate)]
    #[arg(value_parser = positive)]
    pub learning_rate: f64,
    /// Seed that decides the order of positions and which games are for validation
    #[arg(long, value_name = "S", default_value_t = TunerOptions::default().seed)]
    #[arg(value_parser = whole_number::<u64>(0..))]
    pub seed: u64,
    /// Share of the game result in the training target, 0 to 1; the rest is the search score
    #[arg(long, value_name = "X", default_value_t = TunerOptions::default().lambda)]
    #[arg(value_parser = share)]
    pub lambda: f64,
    /// Assumed error of the initial weights in units of the evaluation: the smaller, the more games
    /// it takes to move a weight; `inf` for no regularisation
    #[arg(long, value_name = "UNITS", default_value_t = TunerOptions::default().spread)]
    #[arg(value_parser = positive_or_infinite)]
    pub spread: f64,
    /// Groups of weights to tune, such as `material,tempo` [default: all]
    #[arg(long, value_name = "GROUP", value_delimiter = ',', value_parser = find_group)]
    pub only: Vec<&'static Group>,
    /// Groups of weights to leave unchanged
    #[arg(long, value_name = "GROUP", value_delimiter = ',', value_parser = find_group)]
    #[arg(conflicts_with = "only")]
    pub freeze: Vec<&'static Group>,
}

impl Default for TunerOptions {
    fn default() -> Self {
        Self {
            epochs: 30,
            learning_rate: 1.0,
            seed: 1,
            lambda: 1.0,
            spread: 30.0,
            only: Vec::new(),
            freeze: Vec::new(),
        }
    }
}

impl TunerOptions {
    /// Whether the weights of `group` may change.
    pub(super) fn tunes(&self, group: &Group) -> bool {
        let names = |groups: &[&Group]| groups.iter().any(|it| it.name == group.name);
        (self.only.is_empty() || names(&self.only)) && !names(&self.freeze)
    }
}
