//! Shuffling of more games than fit in memory.

use std::io::{self, Read, Write};
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use super::game::Game;
use crate::shards::{Shard, Shards};

/// A shuffler of games.
#[derive(Debug)]
pub struct Shuffler {
    random: StdRng,
    shards: Shards,
}

impl Shuffler {
    /// Creates a shuffler of games of about `total_bytes`, which keeps them in temporary files in
    /// `folder` and holds about `memory` bytes of them at a time. The same seed gives the same
    /// order.
    ///
    /// # Errors
    /// If the temporary files cannot be created.
    pub fn new(total_bytes: u64, memory: u64, folder: &Path, seed: u64) -> io::Result<Self> {
        let shards = Shards::new(total_bytes / memory.max(1) + 1, folder)?;
        Ok(Self { random: StdRng::seed_from_u64(seed), shards })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn add(&mut self, game: &Game) -> io::Result<()> {
        let mut record = game.byte_count().to_le_bytes().to_vec();
        game.write_to(&mut record)?;
        self.shards.add(&record, &mut self.random)
    }

    /// Writes all games in random order.
    ///
    /// # Errors
    /// If a temporary file cannot be read, and errors of `out`.
    pub fn write_to(mut self, out: &mut impl Write) -> io::Result<()> {
        for shard in self.shards.finish()? {
            let mut games = games_of(&shard)?;
            games.shuffle(&mut self.random);
            games.into_iter().try_for_each(|game| out.write_all(&game))?;
        }
        Ok(())
    }
}

/// Returns the bytes of each game of a shard, which stand after their number.
fn games_of(shard: &Shard) -> io::Result<Vec<Vec<u8>>> {
    let mut source = shard.read()?;
    let mut game = || {
        let mut length = [0; size_of::<u64>()];
        source.read_exact(&mut length)?;
        let mut game = vec![0; u64::from_le_bytes(length) as usize];
        source.read_exact(&mut game)?;
        Ok(game)
    };
    (0..shard.count).map(|_| game()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::GameReader;
    use crate::testing::scored_games;

    #[test]
    fn games_that_do_not_fit_in_memory_are_shuffled_in_parts() {
        let games = scored_games(50, 1);
        let bytes: u64 = games.iter().map(Game::byte_count).sum();
        let [whole, parts] = [2 * bytes, bytes / 10].map(|memory| {
            let mut shuffler = Shuffler::new(bytes, memory, &std::env::temp_dir(), 1).unwrap();
            games.iter().for_each(|game| shuffler.add(game).unwrap());
            let mut written = Vec::new();
            shuffler.write_to(&mut written).unwrap();
            let read: Result<Vec<_>, _> = GameReader::new(written.as_slice()).collect();
            read.unwrap()
        });
        assert!(parts != whole && parts != games);
        assert_eq!(parts.len(), games.len());
        assert!(games.iter().all(|game| parts.contains(game)));
    }
}
