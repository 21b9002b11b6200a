//! The division of games into training and validation sets.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A random choice of the games held out for validation.
///
/// It never divides a game, since positions of one game are too similar to be in both sets.
#[derive(Debug)]
pub struct Split {
    validation_share: f64,
    random: StdRng,
}

impl Split {
    /// Creates a split that holds out each game with the probability `validation_share`. The same
    /// seed holds out the same games.
    ///
    /// # Panics
    /// If `validation_share` is not from 0 to 1.
    pub fn new(validation_share: f64, seed: u64) -> Self {
        assert!((0.0..=1.0).contains(&validation_share), "{validation_share} is not from 0 to 1");
        Self { validation_share, random: StdRng::seed_from_u64(seed) }
    }

    /// Whether the next game is held out for validation.
    pub fn holds_out_next(&mut self) -> bool {
        self.random.random_bool(self.validation_share)
    }
}
