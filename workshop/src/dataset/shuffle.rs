//! Bringing games into random order when they do not fit the memory.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::{IndexedMutRandom, SliceRandom};
use tempfile::tempfile;

use super::game::Game;

/// Takes games, more than fit the memory, and writes them in a random order.
///
/// They are dealt at random to as many temporary files as are needed for each to fit the memory, and
/// each file is shuffled by itself.
#[derive(Debug)]
pub struct Shuffler {
    random: StdRng,
    heaps: Vec<Heap>,
}

impl Shuffler {
    /// For games of about `total_bytes`, of which up to `memory` bytes are held at once, in the order
    /// that `seed` decides.
    ///
    /// # Errors
    /// If the temporary files cannot be made.
    pub fn new(total_bytes: u64, memory: u64, seed: u64) -> io::Result<Self> {
        let count = total_bytes / memory.max(1) + 1;
        let heaps: io::Result<_> = (0..count).map(|_| Heap::new()).collect();
        Ok(Self { random: StdRng::seed_from_u64(seed), heaps: heaps? })
    }

    /// Takes a game.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn add(&mut self, game: &Game) -> io::Result<()> {
        let Some(heap) = self.heaps.choose_mut(&mut self.random) else {
            unreachable!("there is at least one file")
        };
        game.write_to(&mut heap.file)?;
        heap.lengths.push(game.byte_count());
        Ok(())
    }

    /// Writes all games.
    ///
    /// # Errors
    /// If a temporary file cannot be read, and those of `out`.
    pub fn write_to(mut self, out: &mut impl Write) -> io::Result<()> {
        self.heaps.into_iter().try_for_each(|heap| heap.shuffle_into(out, &mut self.random))
    }
}

/// Games that were dealt to one file.
#[derive(Debug)]
struct Heap {
    file: BufWriter<File>,
    /// The bytes of each game.
    lengths: Vec<u64>,
}

impl Heap {
    fn new() -> io::Result<Self> {
        Ok(Self { file: BufWriter::new(tempfile()?), lengths: Vec::new() })
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
