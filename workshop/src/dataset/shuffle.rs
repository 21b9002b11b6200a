//! Shuffling of more games than fit in memory.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::Path;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::{IndexedMutRandom, SliceRandom};
use tempfile::tempfile_in;

use super::game::Game;

/// A shuffler of games.
///
/// It distributes the games at random over temporary files, each small enough to fit in memory, and
/// then shuffles the files one by one.
#[derive(Debug)]
pub struct Shuffler {
    random: StdRng,
    buckets: Vec<Bucket>,
}

impl Shuffler {
    /// Creates a shuffler of games of about `total_bytes`, which holds about `memory` bytes of them
    /// at a time and the others in temporary files in `folder`. The same seed gives the same order.
    ///
    /// # Errors
    /// If the temporary files cannot be created.
    pub fn new(total_bytes: u64, memory: u64, folder: &Path, seed: u64) -> io::Result<Self> {
        let count = total_bytes / memory.max(1) + 1;
        let buckets: io::Result<_> = (0..count).map(|_| Bucket::new(folder)).collect();
        Ok(Self { random: StdRng::seed_from_u64(seed), buckets: buckets? })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn add(&mut self, game: &Game) -> io::Result<()> {
        let Some(bucket) = self.buckets.choose_mut(&mut self.random) else {
            unreachable!("there is at least one bucket")
        };
        game.write_to(&mut bucket.file)?;
        bucket.lengths.push(game.byte_count());
        Ok(())
    }

    /// Writes all games in random order.
    ///
    /// # Errors
    /// If a temporary file cannot be read, and errors of `out`.
    pub fn write_to(mut self, out: &mut impl Write) -> io::Result<()> {
        self.buckets.into_iter().try_for_each(|bucket| bucket.shuffle_into(out, &mut self.random))
    }
}

/// The games in one temporary file.
#[derive(Debug)]
struct Bucket {
    file: BufWriter<File>,
    /// Size of each game in bytes.
    lengths: Vec<u64>,
}

impl Bucket {
    fn new(folder: &Path) -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile_in(folder)?), lengths: Vec::new() })
    }

    fn shuffle_into(self, out: &mut impl Write, random: &mut StdRng) -> io::Result<()> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let mut bytes = Vec::new();
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        let mut rest = bytes.as_slice();
        let mut games = Vec::with_capacity(self.lengths.len());
        for length in self.lengths {
            let (game, others) =
                rest.split_at_checked(length as usize).ok_or(ErrorKind::UnexpectedEof)?;
            games.push(game);
            rest = others;
        }
        games.shuffle(random);
        games.into_iter().try_for_each(|game| out.write_all(game))
    }
}
