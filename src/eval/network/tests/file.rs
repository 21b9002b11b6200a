//! Network files are read back unchanged, and invalid ones are refused.

use super::super::{Network, NetworkError};
use super::samples::random_network;

/// Bytes before the payload.
const HEADER: usize = 44;
/// Offset of the scale, the last field before the checksum.
const SCALE: usize = 32;

fn bytes(network: &Network) -> Vec<u8> {
    let mut bytes = Vec::new();
    network.write_to(&mut bytes).unwrap();
    bytes
}

/// Returns the error message for invalid `bytes`.
fn refusal(bytes: &[u8]) -> String {
    Network::read(bytes).unwrap_err().to_string()
}

#[test]
fn networks_of_any_width_are_read_back_unchanged() {
    for hidden in [1, 8, 100, 128] {
        let network = random_network(hidden, hidden as u64);
        let bytes = bytes(&network);
        assert_eq!(bytes.len(), HEADER + 2 * hidden * (768 + 1 + 16) + 4 * 8);
        assert_eq!(Network::read(bytes.as_slice()).unwrap(), network);
    }
}

#[test]
fn the_header_names_the_format_and_the_shape() {
    let bytes = bytes(&random_network(4, 1));
    assert_eq!(&bytes[..8], b"NUNATAK\0");
    let field = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let fields: Vec<u32> = (8..=SCALE).step_by(4).map(field).collect();
    assert_eq!(fields, [1, 768, 4, 8, 255, 64, 200]);
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    let bytes = bytes(&random_network(2, 2));
    for length in 0..bytes.len() {
        let error = Network::read(&bytes[..length]).unwrap_err();
        let NetworkError::Truncated { found, expected } = error else { panic!("{error}") };
        assert_eq!(found, length);
        assert_eq!(expected, if length < HEADER { HEADER } else { bytes.len() });
    }
}

#[test]
fn a_file_with_trailing_bytes_is_refused() {
    let mut bytes = bytes(&random_network(2, 3));
    bytes.push(0);
    assert!(refusal(&bytes).contains("longer than the 3216 bytes"), "{}", refusal(&bytes));
}

#[test]
fn each_field_of_the_header_is_checked() {
    let network = random_network(2, 4);
    for (at, part) in [
        (0, "OUNATAK"),
        (7, "NUNATAK\\x01"),
        (8, "version 0"),
        (12, "number of inputs is 769; supported: 768"),
        (16, "truncated"),
        (20, "number of output buckets is 9; supported: 8"),
        (24, "feature weight unit is 254; supported: 255"),
        (28, "output weight unit is 65; supported: 64"),
        (SCALE, "checksum"),
        (SCALE + 4, "checksum"),
        (SCALE + 11, "checksum"),
    ] {
        let mut bytes = bytes(&network);
        bytes[at] ^= 1;
        assert!(refusal(&bytes).contains(part), "byte {at}: {}", refusal(&bytes));
    }
    for (hidden, part) in
        [(0_u32, "hidden neurons is 0"), (u32::MAX, "hidden neurons is 4294967295")]
    {
        let mut bytes = bytes(&network);
        bytes[16..20].copy_from_slice(&hidden.to_le_bytes());
        assert!(refusal(&bytes).contains(part), "{}", refusal(&bytes));
    }
}

#[test]
fn any_flipped_bit_is_found() {
    let intact = bytes(&random_network(1, 5));
    for bit in 0..8 * intact.len() {
        let mut bytes = intact.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(Network::read(bytes.as_slice()).is_err(), "bit {bit}");
    }
}

#[test]
fn other_files_are_refused() {
    assert!(refusal(b"MZ\x90 a program").contains("MZ\\x90"));
    assert!(refusal(b"").contains("truncated: 0 bytes"));
}
