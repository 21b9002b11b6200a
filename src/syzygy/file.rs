//! The bytes of a table, mapped into memory.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use thiserror::Error;

use super::checksum::{CHECKSUM_BYTES, checksum};
use crate::memory::Mapping;
use crate::text::{counted, open_regular};

/// The alignment of the end of a table, after which only the checksum follows.
const ALIGNMENT: u64 = 64;

/// The largest size, in bytes, of a table whose checksum is verified. All tables of four pieces are
/// smaller; those of five would take a second or, from a slow disk, ten.
const MAX_SUMMED: u64 = 1 << 20;

/// The number of bytes in a word.
pub(super) const WORD: u64 = 4;

/// The reason why a file with the name of a table cannot be used.
#[derive(Debug, Error)]
pub(super) enum Defect {
    /// A file that cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A length in bytes that is not that of a complete table.
    #[error("its length of {} is not that of a complete table", counted(*.0, "byte"))]
    Length(u64),
    /// A magic number other than that of tables of its kind.
    #[error("wrong magic number")]
    Magic,
    /// Pieces other than those of its name.
    #[error("contents do not match the file name")]
    Material,
    /// A part that contradicts the format.
    #[error("its {0} is corrupt")]
    Corrupt(&'static str),
    /// A checksum that is not that of the contents.
    #[error("its checksum is wrong")]
    Checksum,
}

/// A mapped table.
///
/// A word is mapped in the byte order of the file. Mapping is what makes probes fast: a probe needs
/// bytes at three places, and a read of the file takes half a microsecond even if the system has it
/// in memory, as long as a whole probe of an outcome.
pub(super) struct TableFile {
    words: Mapping<AtomicU32>,
    length: u64,
}

impl TableFile {
    /// Maps the table at `path`. Checks its length and, if it is small, its checksum.
    pub(super) fn open(path: &Path) -> Result<Self, Defect> {
        let file = open_regular(path)?;
        let length = file.metadata()?.len();
        if length % ALIGNMENT != CHECKSUM_BYTES as u64 || length < ALIGNMENT {
            return Err(Defect::Length(length));
        }
        if length <= MAX_SUMMED {
            let bytes = fs::read(path)?;
            let (table, sum) = bytes.split_last_chunk().ok_or(Defect::Length(length))?;
            if checksum(table) != *sum {
                return Err(Defect::Checksum);
            }
        }
        Ok(Self { words: Mapping::of_file(&file)?, length })
    }

    /// Returns the length of the file in bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Tells the system that the file will be read at random places.
    pub(super) fn expect_probes(&self) {
        self.words.expect_random_access();
    }

    /// Returns the big-endian word with this number, or `None` beyond the end.
    pub(super) fn big_endian(&self, number: u64) -> Option<u32> {
        self.word(number).map(u32::from_be)
    }

    /// Returns the 16 bits, in little-endian order, from the even byte `at` on.
    pub(super) fn half_word(&self, at: u64) -> Option<u16> {
        let word = self.word(at / WORD).map(u32::from_le)?;
        Some((word >> (at % WORD * 8)) as u16)
    }

    fn word(&self, number: u64) -> Option<u32> {
        let word = self.words.values().get(usize::try_from(number).ok()?)?;
        Some(word.load(Ordering::Relaxed))
    }
}

/// A reading position in the description of a table.
pub(super) struct Cursor<'a> {
    file: &'a TableFile,
    at: u64,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the beginning.
    pub(super) fn new(file: &'a TableFile) -> Self {
        Self { file, at: 0 }
    }

    /// Reads `count` bytes.
    pub(super) fn bytes(&mut self, count: u64) -> Result<Vec<u8>, Defect> {
        let start = self.skip(count)?;
        let numbers = start / WORD..self.at.div_ceil(WORD);
        let words = numbers.map_while(|number| self.file.word(number));
        let bytes = words.flat_map(u32::to_ne_bytes).skip((start % WORD) as usize);
        Ok(bytes.take(count as usize).collect())
    }

    /// Reads `N` bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Defect> {
        let bytes = self.bytes(N as u64)?;
        bytes.first_chunk().copied().ok_or(Defect::Length(self.file.length))
    }

    /// Skips `count` bytes and returns where they begin.
    pub(super) fn skip(&mut self, count: u64) -> Result<u64, Defect> {
        let start = self.at;
        let end = start.checked_add(count).filter(|&end| end <= self.file.length);
        self.at = end.ok_or(Defect::Length(self.file.length))?;
        Ok(start)
    }

    /// Advances to the next multiple of `alignment`.
    pub(super) fn align(&mut self, alignment: u64) {
        self.at = self.at.next_multiple_of(alignment);
    }

    /// Checks that only the checksum follows.
    ///
    /// # Errors
    /// [`Defect::Length`] if there is more or less.
    pub(super) fn finish(mut self) -> Result<(), Defect> {
        self.align(ALIGNMENT);
        let end = self.at + CHECKSUM_BYTES as u64;
        if end == self.file.length { Ok(()) } else { Err(Defect::Length(self.file.length)) }
    }
}
