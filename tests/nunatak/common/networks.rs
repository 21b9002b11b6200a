//! Networks, shared by the tests of several packages.

use nunatak::eval::network::{BUCKETS, INPUTS, StoredNetwork};

/// Returns the file of a network with this number of hidden neurons that evaluates every position
/// as `units` for the side to move.
pub(crate) fn constant_network(hidden: usize, units: i32) -> Vec<u8> {
    let network = StoredNetwork {
        feature_weights: vec![0; INPUTS * hidden],
        feature_bias: vec![0; hidden],
        output_weights: vec![0; BUCKETS * 2 * hidden],
        output_bias: vec![units * 255 * 64 / 100; BUCKETS],
        scale: 100,
    };
    network.to_bytes()
}
