//! The choice between the network and the hand-crafted evaluation.

use std::path::Path;
use std::sync::Arc;

use crate::eval::network::{EngineNetwork, NetworkError};

/// The value of `EvalFile` for the embedded network.
pub(super) const INTERNAL: &str = "<internal>";

/// The network, and whether it is used.
#[derive(Debug)]
pub(super) struct NetworkChoice {
    /// Whether positions are evaluated by the network instead of the hand-crafted terms.
    pub(super) is_used: bool,
    network: Arc<EngineNetwork>,
}

impl Default for NetworkChoice {
    fn default() -> Self {
        Self { is_used: true, network: EngineNetwork::embedded() }
    }
}

impl NetworkChoice {
    /// Reads the network at `path`, or chooses the embedded one without a path. On an error, or if
    /// the network is equal, the old one is kept: some interfaces set all options before each
    /// search, and another network would empty the transposition table.
    pub(super) fn open(&mut self, path: Option<&Path>) -> Result<(), NetworkError> {
        let file = path.map(EngineNetwork::open).transpose()?.map(Arc::new);
        let network = file.unwrap_or_else(EngineNetwork::embedded);
        if network != self.network {
            self.network = network;
        }
        Ok(())
    }

    /// Returns the network, used or not.
    pub(super) fn network(&self) -> Arc<EngineNetwork> {
        Arc::clone(&self.network)
    }

    /// Returns the network if it is used.
    pub(super) fn used(&self) -> Option<Arc<EngineNetwork>> {
        self.is_used.then(|| self.network())
    }
}
