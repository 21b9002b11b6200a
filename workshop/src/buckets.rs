//! External shuffling: records distributed at random over temporary files, buckets, each small
//! enough to fit in memory.
//!
//! Each bucket is a random part of all records. Once the records of each are shuffled in memory,
//! the buckets one after the other are in random order.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use rand::{Rng, RngExt};
use tempfile::tempfile_in;

/// The largest number of buckets, all of which are open at once: systems allow a program some 1,000
/// open files, macOS 256. With more records, a bucket holds more of them.
const MAX_BUCKETS: u64 = 200;

/// The size of the buffer for reading a bucket in bytes.
const BUFFER_BYTES: usize = 1 << 20;

/// Buckets that are being filled.
#[derive(Debug)]
pub(crate) struct ShuffleBuckets(Vec<ShuffleBucket>);

/// The records in one temporary file.
#[derive(Debug)]
pub(crate) struct ShuffleBucket {
    file: BufWriter<File>,
    /// The number of records.
    pub(crate) count: usize,
}

impl ShuffleBuckets {
    /// Creates `count` empty buckets in `folder`, but at most [`MAX_BUCKETS`].
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn new(count: u64, folder: &Path) -> io::Result<Self> {
        let bucket = |_| Ok(ShuffleBucket { file: BufWriter::new(tempfile_in(folder)?), count: 0 });
        (0..count.min(MAX_BUCKETS)).map(bucket).collect::<io::Result<_>>().map(Self)
    }

    /// Whether there are no buckets.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a record to a bucket, of which there must be one, chosen by `random`.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn add(&mut self, record: &[u8], random: &mut impl Rng) -> io::Result<()> {
        let index = random.random_range(..self.0.len());
        let bucket = &mut self.0[index];
        bucket.count += 1;
        bucket.file.write_all(record)
    }

    /// Returns the buckets that are not empty.
    ///
    /// # Errors
    /// I/O errors of temporary files.
    pub(crate) fn finish(self) -> io::Result<Vec<ShuffleBucket>> {
        let Self(mut buckets) = self;
        buckets.retain(|bucket| bucket.count > 0);
        buckets.iter_mut().try_for_each(|bucket| bucket.file.flush())?;
        Ok(buckets)
    }
}

impl ShuffleBucket {
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
        let ShuffleBuckets(buckets) = ShuffleBuckets::new(1_000, &std::env::temp_dir()).unwrap();
        assert_eq!(buckets.len() as u64, MAX_BUCKETS);
    }
}
