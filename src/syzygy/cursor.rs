//! Sequential reading of a table.

use super::checksum::CHECKSUM_BYTES;
use super::defect::Defect;
use super::source::Source;

/// The smallest page size of mapped files; the last page is filled up with zeros.
const PAGE: u64 = 4_096;

/// A reading position in a table.
pub(super) struct Cursor<'a> {
    source: &'a mut Source,
    at: u64,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the beginning.
    pub(super) fn new(source: &'a mut Source) -> Self {
        Self { source, at: 0 }
    }

    /// Reads `count` bytes.
    pub(super) fn bytes(&mut self, count: u64) -> Result<&[u8], Defect> {
        let at = self.at;
        self.at = at.saturating_add(count);
        self.source.bytes(at, count)
    }

    /// Reads `N` bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Defect> {
        let length = self.source.length();
        self.bytes(N as u64)?.first_chunk().copied().ok_or(Defect::Length(length))
    }

    /// Skips `count` bytes without reading them and returns where they begin.
    pub(super) fn skip(&mut self, count: u64) -> Result<u64, Defect> {
        let start = self.at;
        let end = start.checked_add(count).filter(|&end| end <= self.source.length());
        self.at = end.ok_or(Defect::Length(self.source.length()))?;
        Ok(start)
    }

    /// Advances to the next multiple of `alignment`.
    pub(super) fn align(&mut self, alignment: u64) {
        self.at = self.at.next_multiple_of(alignment);
    }

    /// Whether bytes up to `end` are in memory when the file is mapped.
    pub(super) fn is_mapped(&self, end: u64) -> bool {
        end <= self.source.length().next_multiple_of(PAGE)
    }

    /// Returns where the file ends if only the checksum follows.
    pub(super) fn checksum_end(&self) -> u64 {
        self.at + CHECKSUM_BYTES as u64
    }
}
