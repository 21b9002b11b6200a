//! Reasons why a network cannot be used.

use std::io;

use thiserror::Error;

use crate::text::counted;

/// A network that cannot be read, written or used.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A folder, a pipe or a device.
    #[error("not a regular file")]
    NotAFile,
    /// The file is not a network file.
    #[error("not a network file: it begins with '{}' instead of 'NUNATAK\\0'", .0.escape_ascii())]
    Magic(Vec<u8>),
    /// The file has another version of the format.
    #[error("version {0} of the network format; supported: 1")]
    Version(u32),
    /// The network has another shape.
    #[error("the network's {name} is {found}; supported: {expected}")]
    Shape {
        /// The property that differs.
        name: &'static str,
        /// Its value in the network.
        found: u32,
        /// The values that are supported.
        expected: String,
    },
    /// The file ends too early.
    #[error("the network file is truncated: {}, expected {expected}", counted(*found, "byte"))]
    Truncated {
        /// Number of bytes in the file.
        found: usize,
        /// Number of bytes that a network of this shape takes.
        expected: usize,
    },
    /// The file has bytes after the end of the network.
    #[error("the network file is longer than the {expected} bytes of its network")]
    TooLong {
        /// Number of bytes that a network of this shape takes.
        expected: usize,
    },
    /// The file is damaged.
    #[error("the network file is damaged: its checksum is {found:016x} instead of {expected:016x}")]
    Checksum {
        /// Checksum of the bytes in the file.
        found: u64,
        /// Checksum that the header gives.
        expected: u64,
    },
    /// A layer has the wrong number of weights or biases.
    #[error("{found} {layer} instead of {expected} for {hidden} hidden neurons")]
    Length {
        /// The weights or biases.
        layer: &'static str,
        /// Number of values in the layer.
        found: usize,
        /// Number of values expected.
        expected: usize,
        /// Number of hidden neurons per perspective.
        hidden: usize,
    },
    /// A weight or bias is too large for the integer arithmetic.
    #[error("{layer}: {value} is not within ±{limit}")]
    Range {
        /// The weights or biases.
        layer: &'static str,
        /// The value out of range.
        value: i64,
        /// The largest magnitude.
        limit: i64,
    },
}
