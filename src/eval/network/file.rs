//! Network files.
//!
//! All numbers are little-endian. The header is
//!
//! | bytes | field |
//! |---|---|
//! | 8 | the magic `NUNATAK\0` |
//! | 4 | version of the format, 1 |
//! | 4 | number of inputs, 6144 |
//! | 4 | number of hidden neurons per perspective, `H` |
//! | 4 | number of output buckets, 8 |
//! | 4 | quantisation unit of the feature weights, 255 |
//! | 4 | quantisation unit of the output weights, 64 |
//! | 4 | scale: units of the evaluation for an output of 1 |
//! | 8 | checksum: 64-bit FNV-1a of all bytes but these |
//!
//! It is followed by the feature weights, `H` for each input, the `H` feature biases and the output
//! weights, `2 * H` for each bucket, in 16 bits each, and the 8 output biases in 32 bits each.

use std::hash::Hasher;
use std::io::Read;

use fnv::FnvHasher;

use super::features::{BUCKETS, INPUTS, MAX_HIDDEN, QA, QB};
use super::stored::{NetworkError, StoredNetwork, VERSION, check_shape};

const MAGIC: [u8; 8] = *b"NUNATAK\0";

/// Number of 32-bit fields after the magic.
const FIELDS: usize = 7;
/// Number of bytes before the checksum.
const CHECKED_HEADER: usize = MAGIC.len() + FIELDS * size_of::<u32>();
/// Number of bytes before the weights.
pub(super) const HEADER: usize = CHECKED_HEADER + size_of::<u64>();

impl StoredNetwork {
    /// Reads a network file of any width.
    ///
    /// # Errors
    /// [`NetworkError`] if the file cannot be read, is damaged or is not a network of this kind.
    pub fn read(mut source: impl Read) -> Result<Self, NetworkError> {
        let mut file = Vec::with_capacity(HEADER);
        source.by_ref().take(HEADER as u64).read_to_end(&mut file)?;
        let magic = &file[..file.len().min(MAGIC.len())];
        if !MAGIC.starts_with(magic) {
            return Err(NetworkError::Magic(magic.to_owned()));
        }
        if file.len() < HEADER {
            return Err(NetworkError::Truncated { found: file.len(), expected: HEADER });
        }
        let [version, inputs, hidden, buckets, qa, qb]: [u32; FIELDS - 1] =
            std::array::from_fn(|number| field(&file, number));
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        for (name, found, expected) in [
            ("number of inputs", inputs, INPUTS),
            ("number of output buckets", buckets, BUCKETS),
            ("feature weight unit", qa, QA as usize),
            ("output weight unit", qb, QB as usize),
        ] {
            if found as usize != expected {
                let (found, expected) = (found as usize, expected.to_string());
                return Err(NetworkError::Shape { name, found, expected });
            }
        }
        let hidden = hidden as usize;
        check_shape("number of hidden neurons", hidden, MAX_HIDDEN)?;
        let length = file_bytes(hidden);
        source.take((length - HEADER) as u64 + 1).read_to_end(&mut file)?;
        if file.len() < length {
            return Err(NetworkError::Truncated { found: file.len(), expected: length });
        }
        if file.len() > length {
            return Err(NetworkError::TooLong(length));
        }
        let (checked, rest) = file.split_at(CHECKED_HEADER);
        let (expected, payload) = rest.split_at(size_of::<u64>());
        let expected = u64::from_le_bytes(std::array::from_fn(|i| expected[i]));
        let found = checksum(&[checked, payload]);
        if found != expected {
            return Err(NetworkError::Checksum { found, expected });
        }
        let (words, output_bias, scale) = layers(&file);
        let mut words = words.as_chunks().0.iter().copied().map(i16::from_le_bytes);
        let network = Self {
            feature_weights: words.by_ref().take(INPUTS * hidden).collect(),
            feature_bias: words.by_ref().take(hidden).collect(),
            output_weights: words.collect(),
            output_bias: output_bias.to_vec(),
            scale,
        };
        network.check()?;
        Ok(network)
    }

    /// Returns the bytes of a network file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut header = MAGIC.to_vec();
        let numbers = shape(self.hidden()).into_iter().chain([self.scale as u32]);
        header.extend(numbers.flat_map(u32::to_le_bytes));
        let words = [&self.feature_weights, &self.feature_bias, &self.output_weights];
        let mut payload: Vec<u8> =
            words.into_iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect();
        payload.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let checksum = checksum(&[&header, &payload]).to_le_bytes().to_vec();
        [header, checksum, payload].concat()
    }
}

/// Returns the numbers of a whole file, which must [have the shape](has_shape) of some width: the
/// bytes of the weights and biases of 16 bits, the output biases, and the scale.
pub(super) fn layers(file: &[u8]) -> (&[u8], [i32; BUCKETS], i32) {
    let (words, biases) = file.split_at(file.len() - BUCKETS * size_of::<i32>());
    let biases = biases.as_chunks().0;
    let output_bias = std::array::from_fn(|bucket| i32::from_le_bytes(biases[bucket]));
    (&words[HEADER..], output_bias, field(file, FIELDS - 1) as i32)
}

/// Returns the fields of the header of a network with `hidden` neurons, but for its scale.
const fn shape(hidden: usize) -> [u32; FIELDS - 1] {
    [VERSION, INPUTS as u32, hidden as u32, BUCKETS as u32, QA as u32, QB as u32]
}

/// Whether `bytes` have the length and the header of a network with `hidden` neurons. This is for
/// the compiler; [`StoredNetwork::read`] tells what is wrong.
pub(super) const fn has_shape(bytes: &[u8], hidden: usize) -> bool {
    let Some(magic) = bytes.first_chunk() else { return false };
    if u64::from_le_bytes(*magic) != u64::from_le_bytes(MAGIC) || bytes.len() != file_bytes(hidden)
    {
        return false;
    }
    let fields = shape(hidden);
    let mut number = 0;
    while number < fields.len() {
        if field(bytes, number) != fields[number] {
            return false;
        }
        number += 1;
    }
    true
}

/// Returns the 32-bit field with this number in a header.
const fn field(header: &[u8], number: usize) -> u32 {
    let at = MAGIC.len() + size_of::<u32>() * number;
    u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]])
}

/// Returns the number of bytes of the file of a network with `hidden` neurons.
const fn file_bytes(hidden: usize) -> usize {
    HEADER + size_of::<i16>() * hidden * (INPUTS + 1 + 2 * BUCKETS) + size_of::<i32>() * BUCKETS
}

/// Returns the 64-bit FNV-1a hash of `parts`, one after the other.
fn checksum(parts: &[&[u8]]) -> u64 {
    let mut hasher = FnvHasher::default();
    for part in parts {
        hasher.write(part);
    }
    hasher.finish()
}
