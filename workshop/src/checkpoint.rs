//! The form of checkpoints, from which an interrupted run continues as if nothing had happened.
//!
//! A checkpoint begins with lines of text. An empty line ends them, and the numbers of the run follow.
//! At the end stands a 64-bit FNV-1a checksum.

/// The empty line after the text, with the end of the line before it.
const TEXT_END: &[u8] = b"\n\n";

/// Returns a checkpoint with these lines, none of them empty, and these `numbers`.
pub(crate) fn encode(lines: &[String], numbers: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut bytes = lines.join("\n").into_bytes();
    bytes.extend_from_slice(TEXT_END);
    bytes.extend(numbers);
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// Splits a checkpoint into its text and its numbers.
///
/// # Errors
/// What is wrong with the bytes if they are not a whole checkpoint.
pub(crate) fn decode(checkpoint: &[u8]) -> Result<(&str, &[u8]), &'static str> {
    let (bytes, sum) = checkpoint.split_last_chunk().ok_or("the file is too short")?;
    if u64::from_le_bytes(*sum) != checksum(bytes) {
        return Err("wrong checksum");
    }
    let end = bytes.windows(TEXT_END.len()).position(|window| window == TEXT_END);
    let (text, numbers) = bytes.split_at(end.ok_or("no text")?);
    Ok((str::from_utf8(text).map_err(|_| "no text")?, &numbers[TEXT_END.len()..]))
}

/// Returns the 64-bit FNV-1a hash of `bytes`.
fn checksum(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(BASIS, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_back_and_damage_is_found() {
        let lines = ["title", "epoch 1"].map(str::to_owned);
        let whole = encode(&lines, [1, 2, b'\n', b'\n', 3]);
        assert_eq!(decode(&whole), Ok(("title\nepoch 1", &[1, 2, b'\n', b'\n', 3][..])));
        for length in 0..whole.len() {
            assert!(decode(&whole[..length]).is_err(), "{length}");
        }
        for index in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[index] ^= 1;
            assert_eq!(decode(&damaged), Err("wrong checksum"), "{index}");
        }
    }
}
