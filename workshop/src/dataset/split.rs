//! The division of games into training and validation sets.

use super::game::Game;

/// A choice of the games held out for validation.
///
/// It never divides a game, since positions of one game are too similar to be in both sets.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    validation_share: f64,
    seed: u64,
}

impl Split {
    /// Creates a split that holds out each game with the probability `validation_share`. Another
    /// seed holds out other games.
    ///
    /// # Panics
    /// If `validation_share` is not from 0 to 1.
    pub fn new(validation_share: f64, seed: u64) -> Self {
        assert!((0.0..=1.0).contains(&validation_share), "{validation_share} is not from 0 to 1");
        Self { validation_share, seed }
    }

    /// Whether a game is held out.
    ///
    /// This depends on a [hash](Self::hash) of its start position and moves. So the same games are
    /// held out whatever the order and number of files, a game that occurs twice is never on both
    /// sides, and the errors of different runs can be compared.
    pub fn holds_out(&self, game: &Game) -> bool {
        self.hash(game) < self.validation_share
    }

    /// Holds out this game, and all others whose hash is not higher, whatever the share.
    pub fn hold_out(&mut self, game: &Game) {
        self.validation_share = self.validation_share.max(self.hash(game).next_up());
    }

    /// Returns a hash of the game, at least 0 and less than 1.
    pub fn hash(&self, game: &Game) -> f64 {
        /// Offset basis of 64-bit FNV-1a, of which this hash is a variant for words.
        const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
        /// Prime of 64-bit FNV-1a.
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let words = [game.start.key()].into_iter();
        let words = words.chain(game.moves.iter().map(|scored| u64::from(scored.mv.bits())));
        let add = |hash: u64, word: u64| (hash ^ word).wrapping_mul(PRIME).rotate_left(23);
        let hash = words.fold(BASIS ^ self.seed, add);
        (hash >> 11) as f64 / (1_u64 << 53) as f64
    }
}
