//! The network embedded in the program.

use std::sync::{Arc, LazyLock};

use super::engine_network::EngineNetwork;
use super::model::Network;

static FILE: &[u8] = include_bytes!("net.nnue");

static EMBEDDED: LazyLock<Arc<EngineNetwork>> =
    LazyLock::new(|| match Network::read(FILE).and_then(|network| EngineNetwork::new(&network)) {
        Ok(network) => Arc::new(network),
        Err(error) => unreachable!("a test reads the embedded network: {error}"),
    });

impl EngineNetwork {
    /// Returns the network embedded in the program.
    pub fn embedded() -> Arc<Self> {
        Arc::clone(&EMBEDDED)
    }
}
