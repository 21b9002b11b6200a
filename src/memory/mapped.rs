//! Memory mapped directly from the operating system, the only place with a raw view of memory.

use std::fs::File;
use std::marker::PhantomData;
use std::sync::atomic::AtomicU32;
use std::{io, slice};

use bytemuck::Zeroable;
#[cfg(unix)]
use memmap2::Advice;
use memmap2::{MmapMut, MmapOptions, MmapRaw};

/// Values in mapped memory.
pub(crate) struct Mapping<T> {
    map: MmapRaw,
    /// The offset of the first value in bytes.
    start: usize,
    /// The number of values.
    count: usize,
    values: PhantomData<T>,
}

impl<T: Zeroable> Mapping<T> {
    /// Maps `count` zeroed values, the first of them at a multiple of `alignment` bytes, without
    /// assigning pages; returns `None` if there is not enough memory.
    pub(crate) fn zeroed(count: usize, alignment: usize) -> Option<Self> {
        debug_assert_eq!(alignment % align_of::<T>(), 0);
        let bytes = count.checked_mul(size_of::<T>())?.checked_add(alignment)?;
        let map = MmapRaw::from(MmapMut::map_anon(bytes).ok()?);
        let start = map.as_ptr().addr().wrapping_neg() % alignment;
        Some(Self { map, start, count, values: PhantomData })
    }
}

impl Mapping<AtomicU32> {
    /// Maps the whole words of `file` for reading; a store would end the program.
    ///
    /// They are atomic, so that a file that another program changes gives other values, but no
    /// data race.
    ///
    /// # Errors
    /// Errors of the operating system.
    pub(crate) fn of_file(file: &File) -> io::Result<Self> {
        let map = MmapOptions::new().map_raw_read_only(file)?;
        let count = map.len() / size_of::<AtomicU32>();
        Ok(Self { map, start: 0, count, values: PhantomData })
    }

    /// Advises the system not to read ahead. Has an effect on Unix only.
    pub(crate) fn expect_random_access(&self) {
        // If the system refuses, it reads more than is needed.
        #[cfg(unix)]
        let _ = self.map.advise(Advice::Random);
    }
}

impl<T> Mapping<T> {
    /// Returns the values.
    pub(crate) fn values(&self) -> &[T] {
        let first = self.map.as_ptr().wrapping_add(self.start).cast();
        #[allow(unsafe_code)]
        // SAFETY: as long as `self` lives, the address is valid for `count` values and aligned,
        // and nothing else in the program refers to them. They are zeroed, which is a value of
        // `T`, or the atomic words of a file, for which all bits are. If another program shortens
        // the file, the system ends this one at the next access, before it has a value.
        // Gain, for the transposition table: 10 % more nodes per second with 16 MB, 19 % with
        // 256 MB, and 21 % with 2 GB, together with earlier prefetches; the medians of seven pairs
        // of runs.
        unsafe {
            slice::from_raw_parts(first, self.count)
        }
    }

    /// Requests huge pages for `bytes` from the value `first` on. Has an effect on Linux only.
    #[cfg_attr(not(target_os = "linux"), expect(unused_variables))]
    pub(crate) fn request_huge_pages(&self, first: usize, bytes: usize) {
        // If the system refuses, the pages are small.
        #[cfg(target_os = "linux")]
        let _ = self.map.advise_range(Advice::HugePage, self.start + first * size_of::<T>(), bytes);
    }
}
