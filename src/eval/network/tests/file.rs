//! The definition of the network; network files are read back unchanged, and invalid ones are
//! refused.

use super::random_network;
use crate::board::Board;
use crate::eval::network::{
    BUCKETS, INPUTS, MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, Network, NetworkError, QA, QB,
    StoredNetwork,
};

const HIDDEN: usize = 2;

/// A change to a network.
type Change = fn(&mut StoredNetwork);
/// A change of one value of a network.
type ChangeTo = fn(&mut StoredNetwork, i16);

/// Returns a network with two hidden neurons and no weights.
fn without_weights() -> StoredNetwork {
    StoredNetwork {
        feature_weights: vec![0; INPUTS * HIDDEN],
        feature_bias: vec![0; HIDDEN],
        output_weights: vec![0; BUCKETS * 2 * HIDDEN],
        output_bias: vec![0; BUCKETS],
        scale: 100,
    }
}

#[test]
fn layers_of_wrong_lengths_are_refused() {
    let changes: [(Change, &str); 5] = [
        (
            |layers| layers.feature_weights.truncate(9),
            "9 feature weights instead of 12288 for 2 hidden",
        ),
        (|layers| layers.output_weights.push(0), "33 output weights instead of 32 for 2 hidden"),
        (|layers| layers.output_bias.clear(), "0 output biases instead of 8 for 2 hidden"),
        (|layers| layers.feature_bias.clear(), "hidden neurons is 0"),
        (|layers| layers.scale = 0, "scale is 0"),
    ];
    assert!(without_weights().check().is_ok());
    for (change, part) in changes {
        let mut layers = without_weights();
        change(&mut layers);
        let error = layers.check().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn values_that_might_overflow_are_refused() {
    let changes: [(ChangeTo, &str, i16); 3] = [
        (|layers, value| layers.feature_weights[5] = value, "feature weights", MAX_FEATURE_WEIGHT),
        (|layers, value| layers.feature_bias[1] = value, "feature biases", MAX_FEATURE_WEIGHT),
        (|layers, value| layers.output_weights[7] = value, "output weights", MAX_OUTPUT_WEIGHT),
    ];
    for (change, layer, limit) in changes {
        let with = |value| {
            let mut layers = without_weights();
            change(&mut layers, value);
            layers.check()
        };
        assert!(with(limit).is_ok() && with(-limit).is_ok());
        for value in [limit + 1, -limit - 1, i16::MIN] {
            let error = with(value).unwrap_err().to_string();
            assert!(error.contains(&format!("{layer}: {value} is not within ±{limit}")), "{error}");
        }
    }
}

#[test]
fn sums_that_might_overflow_are_refused() {
    let mut layers = random_network(130, 6);
    // The magnitudes of the weights of one bucket add up to 33,025.
    layers.output_weights[..260].fill(127);
    layers.output_weights[..5].fill(-128);
    assert!(layers.check().is_ok());
    layers.output_weights[5] = 128;
    let error = layers.check().unwrap_err().to_string();
    assert!(error.contains("sums of the magnitudes of output weights: 33026"), "{error}");
}

#[test]
fn the_output_is_a_clipped_square() {
    let board = Board::start();
    let score = |bias: i16| {
        let mut layers = without_weights();
        layers.feature_bias = vec![bias, 0];
        // An output weight of 1 for the first unit of one side, for all piece counts.
        layers.output_weights = [QB as i16, 0, 0, 0].repeat(BUCKETS);
        layers.evaluate_fresh(&board).0
    };
    for (bias, expected) in [(-50, 0), (0, 0), (QA as i16, 100), (900, 100)] {
        assert_eq!(score(bias), expected, "bias {bias}");
    }
    // Half the activation is a quarter of the output.
    assert_eq!(score(128), 25);
}

#[test]
fn each_bucket_has_its_own_output() {
    let mut network = without_weights();
    network.output_bias = (0..BUCKETS as i32).map(|bucket| bucket * QA * QB).collect();
    assert_eq!(network.evaluate_fresh(&Board::start()).0, 700);
    let endgame = "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1".parse().unwrap();
    assert_eq!(network.evaluate_fresh(&endgame).0, 100);
}

#[test]
fn outputs_are_kept_below_mate_scores() {
    let mut layers = without_weights();
    layers.output_bias = vec![i32::MIN; BUCKETS];
    layers.scale = 10_000;
    let score = layers.evaluate_fresh(&Board::start());
    assert!(!score.is_mate() && score.0 < -30_000, "{score}");
}

/// Bytes before the payload.
const HEADER: usize = 44;
/// Offset of the scale, the last field before the checksum.
const SCALE: usize = 32;

/// Returns the error message for invalid `bytes`.
fn refusal(bytes: &[u8]) -> String {
    StoredNetwork::read(bytes).unwrap_err().to_string()
}

#[test]
fn networks_of_any_width_are_read_back_unchanged() {
    for hidden in [1, 8, 100, 128] {
        let network = random_network(hidden, hidden as u64);
        let bytes = network.to_bytes();
        assert_eq!(bytes.len(), HEADER + 2 * hidden * (6_144 + 1 + 16) + 4 * 8);
        assert_eq!(StoredNetwork::read(bytes.as_slice()).unwrap(), network);
    }
}

#[test]
fn the_embedded_network_is_read_in_place_as_from_a_file() {
    let embedded = Network::embedded();
    let stored = embedded.to_stored();
    assert_eq!(StoredNetwork::read(stored.to_bytes().as_slice()).unwrap(), stored);
    assert_eq!(Network::new(&stored).unwrap(), *embedded);
    let board = Board::start();
    assert_eq!(stored.evaluate_fresh(&board), embedded.evaluate_fresh(&board));
}

#[test]
fn the_header_names_the_format_and_the_shape() {
    let bytes = random_network(4, 1).to_bytes();
    assert_eq!(&bytes[..8], b"NUNATAK\0");
    let field = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let fields: Vec<u32> = (8..=SCALE).step_by(4).map(field).collect();
    assert_eq!(fields, [1, 6_144, 4, 8, 255, 64, 200]);
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    let bytes = random_network(2, 2).to_bytes();
    for length in 0..bytes.len() {
        let error = StoredNetwork::read(&bytes[..length]).unwrap_err();
        let NetworkError::Truncated { found, expected } = error else { panic!("{error}") };
        assert_eq!(found, length);
        assert_eq!(expected, if length < HEADER { HEADER } else { bytes.len() });
    }
}

#[test]
fn a_file_with_trailing_bytes_is_refused() {
    let mut bytes = random_network(2, 3).to_bytes();
    bytes.push(0);
    assert!(refusal(&bytes).contains("longer than the 24720 bytes"), "{}", refusal(&bytes));
}

#[test]
fn each_field_of_the_header_is_checked() {
    let network = random_network(2, 4);
    for (at, part) in [
        (0, "OUNATAK"),
        (7, "NUNATAK\\x01"),
        (8, "version 0"),
        (12, "number of inputs is 6145; supported: 6144"),
        (16, "truncated"),
        (20, "number of output buckets is 9; supported: 8"),
        (24, "feature weight unit is 254; supported: 255"),
        (28, "output weight unit is 65; supported: 64"),
        (SCALE, "checksum"),
        (SCALE + 4, "checksum"),
        (SCALE + 11, "checksum"),
    ] {
        let mut bytes = network.to_bytes();
        bytes[at] ^= 1;
        assert!(refusal(&bytes).contains(part), "byte {at}: {}", refusal(&bytes));
    }
    for (hidden, part) in
        [(0_u32, "hidden neurons is 0"), (u32::MAX, "hidden neurons is 4294967295")]
    {
        let mut bytes = network.to_bytes();
        bytes[16..20].copy_from_slice(&hidden.to_le_bytes());
        assert!(refusal(&bytes).contains(part), "{}", refusal(&bytes));
    }
}

#[test]
fn any_flipped_bit_is_found() {
    let intact = random_network(1, 5).to_bytes();
    for bit in 0..8 * intact.len() {
        let mut bytes = intact.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(StoredNetwork::read(bytes.as_slice()).is_err(), "bit {bit}");
    }
}

#[test]
fn other_files_are_refused() {
    assert!(refusal(b"MZ\x90 a program").contains("MZ\\x90"));
    assert!(refusal(b"").contains("truncated: 0 bytes"));
}
