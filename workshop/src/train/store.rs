//! All training samples, in memory or distributed over temporary files.
//!
//! Neighbouring positions of a game are alike, and a batch of them teaches little, so each epoch
//! takes the samples of the whole set in random order. As long as they fit in memory, that is a
//! random permutation. Otherwise they are distributed at random over files, *piles*, each small
//! enough to fit. Each pile is then a random part of the whole set, and an epoch loads and permutes
//! one after the other.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tempfile::tempfile_in;

use super::loader::Capacity;
use super::sample::{SAMPLE_BYTES, Sample};

/// The largest number of samples in a pile, whose order is held as 32-bit numbers.
const MAX_PILE: u64 = u32::MAX as u64;

/// The training samples.
#[derive(Debug)]
pub struct Store {
    piles: Vec<Pile>,
}

#[derive(Debug)]
enum Pile {
    Memory(Vec<Sample>),
    File { file: File, count: usize },
}

impl Store {
    /// Creates a store of samples in memory.
    pub fn in_memory(samples: Vec<Sample>) -> Self {
        Self { piles: vec![Pile::Memory(samples)] }
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
            Pile::Memory(samples) => samples.len(),
            Pile::File { count, .. } => *count,
        }
    }

    /// Returns the samples of a pile.
    ///
    /// # Errors
    /// I/O errors if the pile is a file.
    pub(super) fn load(&self, pile: usize) -> io::Result<Cow<'_, [Sample]>> {
        match &self.piles[pile] {
            Pile::Memory(samples) => Ok(Cow::Borrowed(samples)),
            Pile::File { file, count } => {
                let mut source = BufReader::with_capacity(1 << 20, file);
                source.rewind()?;
                let mut bytes = [0; SAMPLE_BYTES];
                let samples: io::Result<Vec<_>> = (0..*count)
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
    /// The files and their numbers of samples; none if all samples stay in memory.
    files: Vec<(BufWriter<File>, usize)>,
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
        let files: io::Result<_> =
            (0..count).map(|_| Ok((BufWriter::new(tempfile_in(folder)?), 0))).collect();
        Ok(Self { random: StdRng::seed_from_u64(*seed), memory: Vec::new(), files: files? })
    }

    /// Adds samples.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn extend(&mut self, samples: &[Sample]) -> io::Result<()> {
        if self.files.is_empty() {
            self.memory.extend_from_slice(samples);
            return Ok(());
        }
        for sample in samples {
            let pile = self.random.random_range(..self.files.len());
            let (file, count) = &mut self.files[pile];
            file.write_all(&sample.to_bytes())?;
            *count += 1;
        }
        Ok(())
    }

    /// Returns the store of all samples added.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(super) fn finish(self) -> io::Result<Store> {
        if self.files.is_empty() {
            return Ok(Store::in_memory(self.memory));
        }
        let pile = |(file, count): (BufWriter<File>, usize)| {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            Ok(Pile::File { file, count })
        };
        // Some are empty if the filter keeps few positions.
        let files = self.files.into_iter().filter(|(_, count)| *count > 0);
        let piles: io::Result<_> = files.map(pile).collect();
        Ok(Store { piles: piles? })
    }
}
