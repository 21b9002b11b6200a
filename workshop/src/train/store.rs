//! All training samples, in memory or distributed over temporary files.
//!
//! Neighbouring positions of a game are alike, and a batch of them teaches little, so each epoch
//! takes the samples of the whole set in random order. As long as they fit in memory, that is a
//! random permutation. Otherwise they are in [piles](crate::piles), and an epoch loads and permutes
//! one after the other.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::PathBuf;

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::sample::{SAMPLE_BYTES, Sample};
use crate::piles::{Pile, Piles};

/// The largest number of samples in a pile, whose order is held as 32-bit numbers.
const MAX_PILE: u64 = u32::MAX as u64;

/// The size of the input, and how to hold it.
#[derive(Clone, Debug)]
pub struct Capacity {
    /// An upper bound on the number of positions.
    pub max_positions: u64,
    /// The number of bytes of samples to hold in memory at once.
    pub memory: u64,
    /// The folder of the temporary files if the samples do not fit in memory.
    pub folder: PathBuf,
    /// The seed of the distribution over these files.
    pub seed: u64,
}

/// The training samples.
#[derive(Debug)]
pub struct Store {
    piles: Vec<Samples>,
}

/// The samples of a pile.
#[derive(Debug)]
enum Samples {
    InMemory(Vec<Sample>),
    InFile(Pile),
}

impl Store {
    /// Creates a store of samples in memory.
    pub fn in_memory(samples: Vec<Sample>) -> Self {
        Self { piles: vec![Samples::InMemory(samples)] }
    }

    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        (0..self.pile_count()).map(|pile| self.pile_len(pile)).sum()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of piles.
    pub fn pile_count(&self) -> usize {
        self.piles.len()
    }

    /// Returns the number of samples in a pile.
    pub(super) fn pile_len(&self, pile: usize) -> usize {
        match &self.piles[pile] {
            Samples::InMemory(samples) => samples.len(),
            Samples::InFile(pile) => pile.count,
        }
    }

    /// Returns the samples of a pile.
    ///
    /// # Errors
    /// I/O errors if the pile is a file.
    pub(super) fn load(&self, pile: usize) -> io::Result<Cow<'_, [Sample]>> {
        match &self.piles[pile] {
            Samples::InMemory(samples) => Ok(Cow::Borrowed(samples)),
            Samples::InFile(pile) => {
                let mut source = pile.read()?;
                let mut bytes = [0; SAMPLE_BYTES];
                let samples: io::Result<Vec<_>> = (0..pile.count)
                    .map(|_| source.read_exact(&mut bytes).map(|()| Sample::from_bytes(&bytes)))
                    .collect();
                Ok(Cow::Owned(samples?))
            }
        }
    }
}

/// A builder of a [`Store`].
#[derive(Debug)]
pub(super) struct StoreBuilder {
    random: StdRng,
    memory: Vec<Sample>,
    /// None if all samples stay in memory.
    piles: Piles,
}

impl StoreBuilder {
    /// Creates a builder for at most as many samples as there are positions.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn new(capacity: &Capacity) -> io::Result<Self> {
        let Capacity { max_positions, memory, folder, seed } = capacity;
        let per_pile = (memory / size_of::<Sample>() as u64).clamp(1, MAX_PILE);
        let piles = max_positions.div_ceil(per_pile);
        let count = if piles > 1 { piles } else { 0 };
        let piles = Piles::new(count, folder)?;
        Ok(Self { random: StdRng::seed_from_u64(*seed), memory: Vec::new(), piles })
    }

    /// Adds samples.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn extend(&mut self, samples: &[Sample]) -> io::Result<()> {
        if self.piles.is_empty() {
            self.memory.extend_from_slice(samples);
            return Ok(());
        }
        samples.iter().try_for_each(|sample| self.piles.add(&sample.to_bytes(), &mut self.random))
    }

    /// Returns the store of all samples added.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn finish(self) -> io::Result<Store> {
        if self.piles.is_empty() {
            return Ok(Store::in_memory(self.memory));
        }
        let piles = self.piles.finish()?.into_iter().map(Samples::InFile).collect();
        Ok(Store { piles })
    }
}
