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
    /// The network of a file; `None` for the embedded one.
    file: Option<Arc<EngineNetwork>>,
}

impl Default for NetworkChoice {
    fn default() -> Self {
        Self { is_used: true, file: None }
    }
}

impl NetworkChoice {
    /// Reads the network at `path`, or chooses the embedded one without a path. On an error the old
    /// network is kept.
    pub(super) fn open(&mut self, path: Option<&Path>) -> Result<(), NetworkError> {
        self.file = path.map(EngineNetwork::open).transpose()?.map(Arc::new);
        Ok(())
    }

    /// Returns the network, used or not.
    pub(super) fn network(&self) -> Arc<EngineNetwork> {
        self.file.clone().unwrap_or_else(EngineNetwork::embedded)
    }

    /// Returns the network if it is used.
    pub(super) fn used(&self) -> Option<Arc<EngineNetwork>> {
        self.is_used.then(|| self.network())
    }
}
