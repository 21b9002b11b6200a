//! The network embedded in the program.

use std::sync::{Arc, LazyLock};

use super::engine_network::EngineNetwork;
use super::file::has_shape;
use super::model::Network;
use super::shape::HIDDEN;

/// The file that the build script chose: `net.nnue`, or another one given as `EVALFILE`.
static FILE: &[u8] = include_bytes!(env!("NUNATAK_NETWORK"));

const _: () = assert!(
    has_shape(include_bytes!(env!("NUNATAK_NETWORK")), HIDDEN),
    "EVALFILE is no network of this engine's shape"
);

static EMBEDDED: LazyLock<Arc<EngineNetwork>> =
    LazyLock::new(|| match Network::read(FILE).and_then(|network| EngineNetwork::new(&network)) {
        Ok(network) => Arc::new(network),
        // The shape was checked by the compiler, and a test reads the network of the repository.
        Err(error) => panic!("the embedded network is damaged: {error}"),
    });

impl EngineNetwork {
    /// Returns the network embedded in the program.
    pub fn embedded() -> Arc<Self> {
        Arc::clone(&EMBEDDED)
    }
}
