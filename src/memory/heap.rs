//! Memory on the heap, for WebAssembly, which has no memory maps.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::sync::atomic::AtomicU32;

use bytemuck::Zeroable;

/// Values on the heap, with the interface of mapped ones.
pub(crate) struct Mapping<T>(Box<[T]>);

impl<T: Zeroable> Mapping<T> {
    /// Allocates `count` zeroed values; returns `None` if there is not enough memory.
    pub(crate) fn zeroed(count: usize, _alignment: usize) -> Option<Self> {
        let mut values = Vec::new();
        values.try_reserve_exact(count).ok()?;
        values.resize_with(count, T::zeroed);
        Some(Self(values.into_boxed_slice()))
    }
}

impl Mapping<AtomicU32> {
    /// Refuses the file, since it cannot be mapped.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`].
    pub(crate) fn of_file(_file: &File) -> io::Result<Self> {
        Err(io::Error::new(ErrorKind::Unsupported, "files cannot be mapped in WebAssembly"))
    }

    /// Has no effect.
    pub(crate) fn expect_random_access(&self) {}
}

impl<T> Mapping<T> {
    /// Returns the values.
    pub(crate) fn values(&self) -> &[T] {
        &self.0
    }

    /// Has no effect.
    pub(crate) fn request_huge_pages(&self, _first: usize, _bytes: usize) {}
}
