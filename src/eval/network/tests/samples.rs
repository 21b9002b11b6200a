//! Networks and positions to test with.

use std::sync::Arc;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::super::{BUCKETS, EngineNetwork, HIDDEN, INPUTS, MAX_OUTPUT_WEIGHT, Network};

/// Scale of the networks.
const SCALE: i32 = 200;

/// Returns a network with random weights of typical sizes.
pub(super) fn random_network(hidden: usize, seed: u64) -> Network {
    let mut random = StdRng::seed_from_u64(seed);
    let mut words = |count: usize, max: i16| -> Vec<i16> {
        (0..count).map(|_| random.random_range(-max..=max)).collect()
    };
    let feature_weights = words(INPUTS * hidden, 60);
    let feature_bias = words(hidden, 200);
    let output_weights = words(BUCKETS * 2 * hidden, MAX_OUTPUT_WEIGHT / 4);
    let output_bias = words(BUCKETS, 2_000).into_iter().map(i32::from).collect();
    Network::new(feature_weights, feature_bias, output_weights, output_bias, SCALE).unwrap()
}

/// Returns a random network for the engine, as it is stored and as it is laid out.
pub(super) fn random_engine_network(seed: u64) -> (Network, Arc<EngineNetwork>) {
    let network = random_network(HIDDEN, seed);
    let laid_out = Arc::new(EngineNetwork::new(&network).unwrap());
    (network, laid_out)
}
