//! The evaluation that the options choose.

use std::path::Path;
use std::sync::Arc;

use crate::eval::network::{self, EngineNetwork, NetworkError};

/// The value of `EvalFile` that stands for the network in the program.
pub(super) const INTERNAL: &str = "<internal>";

/// Whether a network evaluates, and which.
#[derive(Debug)]
pub(super) struct NetworkChoice {
    /// Whether the network evaluates rather than the hand-crafted terms.
    pub(super) is_used: bool,
    /// The network of a file; `None` for the embedded one.
    file: Option<Arc<EngineNetwork>>,
}

impl Default for NetworkChoice {
    fn default() -> Self {
        Self { is_used: network::IS_DEFAULT, file: None }
    }
}

impl NetworkChoice {
    /// Reads the network at `path` in place of the old one, which stays in case of an error. Without a
    /// path, the embedded network is chosen.
    pub(super) fn open(&mut self, path: Option<&Path>) -> Result<(), NetworkError> {
        self.file = path.map(EngineNetwork::open).transpose()?.map(Arc::new);
        Ok(())
    }

    /// Returns the network, used or not.
    pub(super) fn network(&self) -> Arc<EngineNetwork> {
        self.file.clone().unwrap_or_else(EngineNetwork::embedded)
    }

    /// Returns the network if it evaluates.
    pub(super) fn used(&self) -> Option<Arc<EngineNetwork>> {
        self.is_used.then(|| self.network())
    }
}
