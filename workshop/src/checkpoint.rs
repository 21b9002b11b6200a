//! The format of checkpoints, from which an interrupted run continues as if nothing had happened.
//!
//! A checkpoint consists of lines of text, an empty line, the numbers of the run, and a 64-bit
//! FNV-1a checksum.

use std::hash::Hasher;
use std::str::Lines;

use fnv::FnvHasher;
use thiserror::Error;

/// Reasons why a run cannot continue from a checkpoint.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum CheckpointError {
    /// A checkpoint of a run with other settings or data.
    #[error("the checkpoint was made with '{found}', expected '{expected}'")]
    Settings {
        /// The line of the checkpoint.
        found: String,
        /// The line of this run.
        expected: String,
    },
    /// A file that is damaged or not a checkpoint.
    #[error("the checkpoint is damaged or of another program version: {0}")]
    Damaged(&'static str),
}

/// The empty line after the text, with the end of the line before it.
const TEXT_END: &[u8] = b"\n\n";

/// Returns a checkpoint with these lines, none of them empty, and the bytes of these `numbers`.
pub(crate) fn encode<const BYTES: usize>(
    lines: &[String],
    numbers: impl IntoIterator<Item = [u8; BYTES]>,
) -> Vec<u8> {
    let mut bytes = lines.join("\n").into_bytes();
    bytes.extend_from_slice(TEXT_END);
    numbers.into_iter().for_each(|number| bytes.extend_from_slice(&number));
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Splits a checkpoint into its text and its numbers.
///
/// # Errors
/// [`CheckpointError::Damaged`] if the bytes are not a whole checkpoint.
pub(crate) fn decode(checkpoint: &[u8]) -> Result<(&str, &[u8]), CheckpointError> {
    use CheckpointError::Damaged;
    let (bytes, sum) = checkpoint.split_last_chunk().ok_or(Damaged("the file is too short"))?;
    if u64::from_le_bytes(*sum) != checksum(bytes) {
        return Err(Damaged("wrong checksum"));
    }
    let end = bytes.windows(TEXT_END.len()).position(|window| window == TEXT_END);
    let (text, numbers) = bytes.split_at(end.ok_or(Damaged("no text"))?);
    let text = str::from_utf8(text).map_err(|_| Damaged("no text"))?;
    Ok((text, &numbers[TEXT_END.len()..]))
}

/// Takes from `lines` those that must equal the `settings` of the run that continues.
///
/// # Errors
/// [`CheckpointError::Settings`] at the first line that differs.
pub(crate) fn take_settings(
    lines: &mut Lines<'_>,
    settings: impl IntoIterator<Item = String>,
) -> Result<(), CheckpointError> {
    for expected in settings {
        let found = lines.next().unwrap_or_default();
        if found != expected {
            return Err(CheckpointError::Settings { found: found.to_owned(), expected });
        }
    }
    Ok(())
}

/// Returns the 64-bit FNV-1a hash of `bytes`.
fn checksum(bytes: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_back_and_damage_is_found() {
        let lines = ["title", "epoch 1"].map(str::to_owned);
        let whole = encode(&lines, [[1, 2, b'\n', b'\n', 3]]);
        assert_eq!(decode(&whole), Ok(("title\nepoch 1", &[1, 2, b'\n', b'\n', 3][..])));
        for length in 0..whole.len() {
            assert!(decode(&whole[..length]).is_err(), "{length}");
        }
        for index in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[index] ^= 1;
            assert_eq!(
                decode(&damaged),
                Err(CheckpointError::Damaged("wrong checksum")),
                "{index}"
            );
        }
    }
}
