//! The data that one thread keeps from search to search.

use super::correction::Corrections;
use super::history::Histories;
use super::stack::Stack;
use crate::eval::{CacheStats, Evaluator};

/// Evaluator, learned tables and stack of one thread.
pub(super) struct ThreadData {
    pub(super) evaluator: Evaluator,
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
    pub(super) stack: Stack,
}

impl ThreadData {
    pub(super) fn new() -> Self {
        Self {
            evaluator: Evaluator::new(),
            histories: Histories::new(),
            corrections: Corrections::new(),
            stack: Stack::new(),
        }
    }

    /// Returns the hit counts of the evaluator's pawn cache.
    pub(super) fn pawn_cache_stats(&self) -> CacheStats {
        self.evaluator.pawn_cache_stats()
    }

    /// Forgets all earlier searches.
    pub(super) fn clear(&mut self) {
        self.evaluator = Evaluator::new();
        self.histories.clear();
        self.corrections.clear();
        self.stack.clear();
    }
}
