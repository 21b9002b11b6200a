//! External shuffling: records distributed at random over temporary files, shards, each small
//! enough to fit in memory.
//!
//! Each shard is a random part of all records. Once the records of each are shuffled in memory,
//! the shards one after the other are in random order.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use rand::{Rng, RngExt};
use tempfile::tempfile_in;

/// The largest number of shards, all of which are open at once: systems allow a program some 1,000
/// open files, macOS 256. With more records, a shard holds more of them.
const MAX_SHARDS: u64 = 200;

/// The size of the buffer for reading a shard in bytes.
const BUFFER_BYTES: usize = 1 << 20;

/// Shards that are being filled.
#[derive(Debug)]
pub(crate) struct Shards(Vec<Shard>);

/// The records in one temporary file.
#[derive(Debug)]
pub(crate) struct Shard {
    file: BufWriter<File>,
    /// The number of records.
    pub(crate) count: usize,
}

impl Shards {
    /// Creates `count` empty shards in `folder`, but at most [`MAX_SHARDS`].
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn new(count: u64, folder: &Path) -> io::Result<Self> {
        let shard = |_| Ok(Shard { file: BufWriter::new(tempfile_in(folder)?), count: 0 });
        (0..count.min(MAX_SHARDS)).map(shard).collect::<io::Result<_>>().map(Self)
    }

    /// Whether there are no shards.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a record to a shard, of which there must be one, chosen by `random`.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn add(&mut self, record: &[u8], random: &mut impl Rng) -> io::Result<()> {
        let index = random.random_range(..self.0.len());
        let shard = &mut self.0[index];
        shard.count += 1;
        shard.file.write_all(record)
    }

    /// Returns the shards that are not empty.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn finish(self) -> io::Result<Vec<Shard>> {
        let Self(mut shards) = self;
        shards.retain(|shard| shard.count > 0);
        shards.iter_mut().try_for_each(|shard| shard.file.flush())?;
        Ok(shards)
    }
}

impl Shard {
    /// Returns a reader of all records, in the order in which they were added.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn read(&self) -> io::Result<impl Read> {
        let mut source = BufReader::with_capacity(BUFFER_BYTES, self.file.get_ref());
        source.rewind()?;
        Ok(source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_open_files_is_limited() {
        let Shards(shards) = Shards::new(1_000, &std::env::temp_dir()).unwrap();
        assert_eq!(shards.len() as u64, MAX_SHARDS);
    }
}
