//! All training samples, in memory or distributed over temporary files.
//!
//! Neighbouring positions of a game are alike, and a batch of them teaches little, so each epoch
//! takes the samples of the whole set in random order. As long as they fit in memory, that is a
//! random permutation. Otherwise they are in [shards](crate::shards), and an epoch loads and
//! permutes one after the other.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::PathBuf;

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::sample::{SAMPLE_BYTES, Sample};
use crate::shards::{Shard, Shards};

/// The largest number of samples in a shard, whose order is held as 32-bit numbers.
const MAX_SHARD: u64 = u32::MAX as u64;

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
    shards: Vec<StoredShard>,
}

/// The samples of a shard; those in memory are the only one.
#[derive(Debug)]
enum StoredShard {
    InMemory(Vec<Sample>),
    InFile(Shard),
}

impl Store {
    /// Creates a store of samples in memory.
    pub fn in_memory(samples: Vec<Sample>) -> Self {
        Self { shards: vec![StoredShard::InMemory(samples)] }
    }

    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        (0..self.shard_count()).map(|shard| self.shard_len(shard)).sum()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of shards.
    pub fn shard_count(&self) -> usize {
        self.shards.len()
    }

    /// Returns the number of samples in a shard.
    pub(super) fn shard_len(&self, shard: usize) -> usize {
        match &self.shards[shard] {
            StoredShard::InMemory(samples) => samples.len(),
            StoredShard::InFile(file) => file.count,
        }
    }

    /// Returns the samples of a shard.
    ///
    /// # Errors
    /// I/O errors if the shard is a file.
    pub(super) fn load(&self, shard: usize) -> io::Result<Cow<'_, [Sample]>> {
        match &self.shards[shard] {
            StoredShard::InMemory(samples) => Ok(Cow::Borrowed(samples)),
            StoredShard::InFile(file) => {
                let mut source = file.read()?;
                let mut bytes = [0; SAMPLE_BYTES];
                // A vector that grows would take twice the memory.
                let mut samples = Vec::with_capacity(file.count);
                for _ in 0..file.count {
                    source.read_exact(&mut bytes)?;
                    samples.push(Sample::from_bytes(&bytes));
                }
                Ok(Cow::Owned(samples))
            }
        }
    }
}

/// A builder of a [`Store`].
#[derive(Debug)]
pub(super) struct StoreBuilder {
    random: StdRng,
    memory: Vec<Sample>,
    /// Empty if all samples stay in memory.
    shards: Shards,
}

impl StoreBuilder {
    /// Creates a builder that takes one sample of each position, or fewer.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn new(capacity: &Capacity) -> io::Result<Self> {
        let Capacity { max_positions, memory, folder, seed } = capacity;
        let per_shard = (memory / size_of::<Sample>() as u64).clamp(1, MAX_SHARD);
        let shards = max_positions.div_ceil(per_shard);
        let count = if shards > 1 { shards } else { 0 };
        let shards = Shards::new(count, folder)?;
        Ok(Self { random: StdRng::seed_from_u64(*seed), memory: Vec::new(), shards })
    }

    /// Adds samples.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn extend(&mut self, samples: &[Sample]) -> io::Result<()> {
        if self.shards.is_empty() {
            self.memory.extend_from_slice(samples);
            return Ok(());
        }
        samples.iter().try_for_each(|sample| self.shards.add(&sample.to_bytes(), &mut self.random))
    }

    /// Returns the store of all samples added.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn finish(self) -> io::Result<Store> {
        if self.shards.is_empty() {
            return Ok(Store::in_memory(self.memory));
        }
        let shards = self.shards.finish()?.into_iter().map(StoredShard::InFile).collect();
        Ok(Store { shards })
    }
}
