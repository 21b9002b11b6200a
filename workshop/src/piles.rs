//! External shuffling: records distributed at random over temporary files, *piles*, each small enough
//! to fit in memory.
//!
//! Each pile is a random part of all records. Once the records of each are shuffled in memory, the
//! piles one after the other are in random order.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use rand::{Rng, RngExt};
use tempfile::tempfile_in;

/// The size of the buffer for reading a pile in bytes.
const BUFFER_BYTES: usize = 1 << 20;

/// Piles that are being filled.
#[derive(Debug)]
pub(crate) struct Piles(Vec<Pile<BufWriter<File>>>);

/// The records in one temporary file.
#[derive(Debug)]
pub(crate) struct Pile<F = File> {
    file: F,
    /// The number of records.
    pub(crate) count: usize,
}

impl Piles {
    /// Creates `count` empty piles in `folder`.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn new(count: u64, folder: &Path) -> io::Result<Self> {
        let pile = |_| Ok(Pile { file: BufWriter::new(tempfile_in(folder)?), count: 0 });
        (0..count).map(pile).collect::<io::Result<_>>().map(Self)
    }

    /// Whether there are no piles.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a record to a pile, of which there must be one, chosen by `random`.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn add(&mut self, record: &[u8], random: &mut impl Rng) -> io::Result<()> {
        let index = random.random_range(..self.0.len());
        let pile = &mut self.0[index];
        pile.count += 1;
        pile.file.write_all(record)
    }

    /// Returns the piles that are not empty.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn finish(self) -> io::Result<Vec<Pile>> {
        let filled = self.0.into_iter().filter(|pile| pile.count > 0);
        let finish = |Pile { file, count }: Pile<BufWriter<File>>| {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            Ok(Pile { file, count })
        };
        filled.map(finish).collect()
    }
}

impl Pile {
    /// Returns a reader of all records, in the order in which they were added.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn read(&self) -> io::Result<impl Read> {
        let mut source = BufReader::with_capacity(BUFFER_BYTES, &self.file);
        source.rewind()?;
        Ok(source)
    }
}
