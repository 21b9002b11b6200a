//! All training samples, in memory or distributed over temporary files.
//!
//! Neighbouring positions of a game are alike, and a batch of them teaches little, so each epoch
//! takes the samples of the whole set in random order. As long as they fit in memory, that is a
//! random permutation. Otherwise they are in [buckets](crate::buckets), and an epoch loads and
//! permutes one after the other.

use std::borrow::Cow;
use std::io::{self, Read};
use std::path::PathBuf;

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::sample::{SAMPLE_BYTES, Sample};
use crate::buckets::{ShuffleBucket, ShuffleBuckets};

/// The largest number of samples in a bucket, whose order is held as 32-bit numbers.
const MAX_BUCKET: u64 = u32::MAX as u64;

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
    buckets: Vec<Bucket>,
}

/// The samples of a bucket.
#[derive(Debug)]
enum Bucket {
    InMemory(Vec<Sample>),
    InFile(ShuffleBucket),
}

impl Store {
    /// Creates a store of samples in memory.
    pub fn in_memory(samples: Vec<Sample>) -> Self {
        Self { buckets: vec![Bucket::InMemory(samples)] }
    }

    /// Returns the number of samples.
    pub fn len(&self) -> usize {
        (0..self.bucket_count()).map(|bucket| self.bucket_len(bucket)).sum()
    }

    /// Whether there are no samples.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of buckets.
    pub fn bucket_count(&self) -> usize {
        self.buckets.len()
    }

    /// Returns the number of samples in a bucket.
    pub(super) fn bucket_len(&self, bucket: usize) -> usize {
        match &self.buckets[bucket] {
            Bucket::InMemory(samples) => samples.len(),
            Bucket::InFile(file) => file.count,
        }
    }

    /// Returns the samples of a bucket.
    ///
    /// # Errors
    /// I/O errors if the bucket is a file.
    pub(super) fn load(&self, bucket: usize) -> io::Result<Cow<'_, [Sample]>> {
        match &self.buckets[bucket] {
            Bucket::InMemory(samples) => Ok(Cow::Borrowed(samples)),
            Bucket::InFile(file) => {
                let mut source = file.read()?;
                let mut bytes = [0; SAMPLE_BYTES];
                let samples: io::Result<Vec<_>> = (0..file.count)
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
    /// Empty if all samples stay in memory.
    buckets: ShuffleBuckets,
}

impl StoreBuilder {
    /// Creates a builder that takes one sample of each position, or fewer.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn new(capacity: &Capacity) -> io::Result<Self> {
        let Capacity { max_positions, memory, folder, seed } = capacity;
        let per_bucket = (memory / size_of::<Sample>() as u64).clamp(1, MAX_BUCKET);
        let buckets = max_positions.div_ceil(per_bucket);
        let count = if buckets > 1 { buckets } else { 0 };
        let buckets = ShuffleBuckets::new(count, folder)?;
        Ok(Self { random: StdRng::seed_from_u64(*seed), memory: Vec::new(), buckets })
    }

    /// Adds samples.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn extend(&mut self, samples: &[Sample]) -> io::Result<()> {
        if self.buckets.is_empty() {
            self.memory.extend_from_slice(samples);
            return Ok(());
        }
        samples.iter().try_for_each(|sample| self.buckets.add(&sample.to_bytes(), &mut self.random))
    }

    /// Returns the store of all samples added.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn finish(self) -> io::Result<Store> {
        if self.buckets.is_empty() {
            return Ok(Store::in_memory(self.memory));
        }
        let buckets = self.buckets.finish()?.into_iter().map(Bucket::InFile).collect();
        Ok(Store { buckets })
    }
}
