//! The bytes of a table, read as far as they are needed.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use super::checksum::{CHECKSUM_BYTES, checksum};
use super::defect::Defect;

/// Bytes read at first; the description of all but the largest tables is shorter.
const FIRST_BYTES: usize = 1 << 16;

/// The largest size, in bytes, of a table whose checksum is verified. All tables of four pieces are
/// smaller; those of five would take a second or, from a slow disk, ten.
const MAX_SUMMED: u64 = 1 << 20;

/// An open table.
pub(super) struct Source {
    file: File,
    length: u64,
    /// The bytes from the beginning that have been read.
    head: Vec<u8>,
}

impl Source {
    /// Opens a table and checks its length and, if it is small, its checksum.
    pub(super) fn open(path: &Path) -> Result<Self, Defect> {
        // Opening a pipe would wait for its other end.
        let metadata = path.metadata()?;
        if !metadata.is_file() {
            return Err(Defect::NotAFile);
        }
        let file = File::open(path)?;
        let length = metadata.len();
        // The table is padded to a cache line, and the checksum follows.
        if length % 64 != CHECKSUM_BYTES as u64 || length < 64 {
            return Err(Defect::Length(length));
        }
        let mut source = Self { file, length, head: Vec::new() };
        if length <= MAX_SUMMED {
            let (table, sum) = source.bytes(0, length)?.split_at(length as usize - CHECKSUM_BYTES);
            if checksum(table) != sum {
                return Err(Defect::Checksum);
            }
        }
        Ok(source)
    }

    /// Returns the length of the file in bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Returns `count` bytes from `at` on, or an error if the file is too short.
    pub(super) fn bytes(&mut self, at: u64, count: u64) -> Result<&[u8], Defect> {
        let end = at.checked_add(count).filter(|&end| end <= self.length);
        let end = end.ok_or(Defect::Length(self.length))? as usize;
        if end > self.head.len() {
            let wanted = end.max(FIRST_BYTES).min(self.length as usize);
            let missing = (wanted - self.head.len()) as u64;
            self.file.seek(SeekFrom::Start(self.head.len() as u64))?;
            (&mut self.file).take(missing).read_to_end(&mut self.head)?;
        }
        self.head.get(at as usize..end).ok_or(Defect::Length(self.length))
    }

    /// Returns the bytes from `at` to the end of the file, which need not adjoin those read before.
    pub(super) fn tail(&mut self, at: u64) -> Result<Vec<u8>, Defect> {
        let mut tail = Vec::new();
        self.file.seek(SeekFrom::Start(at))?;
        (&mut self.file).take(self.length.saturating_sub(at)).read_to_end(&mut tail)?;
        Ok(tail)
    }
}
