//! The data that one thread keeps from search to search.

use std::sync::Arc;

use super::correction::Corrections;
use super::history::Histories;
use super::proof_table::ProofTable;
use super::stack::Stack;
use crate::eval::network::EngineNetwork;
use crate::eval::{CacheStats, Evaluator};

/// Evaluator, learned tables and stack of one thread.
pub(super) struct ThreadData {
    pub(super) evaluator: Evaluator,
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
    pub(super) stack: Stack,
    pub(super) proofs: ProofTable,
}

impl ThreadData {
    /// Creates empty data. Positions are evaluated by `network`, if there is one.
    pub(super) fn new(network: Option<Arc<EngineNetwork>>) -> Self {
        Self {
            evaluator: Evaluator::with_network(network),
            histories: Histories::new(),
            corrections: Corrections::new(),
            stack: Stack::new(),
            proofs: ProofTable::default(),
        }
    }

    /// Returns the hit counts of the evaluator's pawn cache.
    pub(super) fn pawn_cache_stats(&self) -> CacheStats {
        self.evaluator.pawn_cache_stats()
    }

    /// Forgets all earlier searches.
    pub(super) fn clear(&mut self) {
        self.evaluator.clear();
        self.histories.clear();
        self.corrections.clear();
        self.stack.clear();
        self.proofs.clear();
    }
}
