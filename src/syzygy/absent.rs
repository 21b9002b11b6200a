//! The stand-in for the library where it does not compile: where characters in C are unsigned, as
//! on Linux on ARM.

use super::outcome::{MoveValue, Outcome};
use crate::board::Board;
use crate::types::Move;

/// A library that can never be opened.
pub(super) enum Library {}

impl Library {
    /// Whether the library works in this build.
    pub(super) const IS_SUPPORTED: bool = false;

    pub(super) fn open(_folders: &[String]) -> Option<Self> {
        None
    }

    pub(super) fn readable(folder: &str) -> Option<String> {
        Some(folder.to_owned())
    }

    pub(super) fn outcome(&self, _board: &Board) -> Option<Outcome> {
        match *self {}
    }

    pub(super) fn move_values(&self, _board: &Board) -> Option<Vec<(Move, MoveValue)>> {
        match *self {}
    }
}
