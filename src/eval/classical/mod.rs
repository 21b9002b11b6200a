//! The hand-crafted evaluation.
//!
//! Terms are pairs of a middlegame and an endgame value; their sum is interpolated by the game
//! phase and scaled down where the stronger side is unlikely to win. Endgames with few pieces have
//! formulas of their own.
//!
//! A term is a function of one side, generic over the side and over a recorder of the weights it
//! applies. In play the recorder does nothing; for users it adds up the terms of a [`Trace`], and
//! for the tuner it counts how often each of the [`Weights`] was applied.

mod context;
mod endgame;
mod geometry;
mod king_danger;
mod pair;
mod passed_pawns;
mod pawns;
mod pieces;
mod scale;
mod terms;
#[cfg(test)]
mod tests;
mod threats;
mod trace;
mod weights;

pub use endgame::known_value;
pub use pair::{Group, Pair, Recorder};
pub(super) use pawns::PawnCache;
pub use scale::scale_factor;
pub use terms::{TaperedSum, fade_with_material, record_terms};
pub use trace::Trace;
pub use weights::{GROUPS, WEIGHTS, Weights};

use self::pair::NoRecorder;
use self::pawns::PawnStructure;
use crate::board::Board;
use crate::types::Color;

/// Returns the evaluation of `board` in units from White's view. Pawn structures are kept in
/// `pawns`, if there is a cache.
pub(super) fn evaluate(board: &Board, pawns: Option<&mut PawnCache>) -> i32 {
    if let Some(value) = known_value(board) {
        return value;
    }
    let pawns = match pawns {
        Some(cache) => cache.get(board),
        None => PawnStructure::new(board, &NoRecorder),
    };
    terms::sum(board, &pawns, &NoRecorder).total()
}

/// Returns the value of `board` in units from White's view: that of a known endgame, or else that
/// of the `network`, scaled down where it is drawish.
#[inline]
pub(super) fn with_endgames(board: &Board, network: impl FnOnce() -> i32) -> i32 {
    known_value(board).unwrap_or_else(|| scale_drawish(board, network()))
}

/// Returns `value`, units from White's view, scaled down if the stronger side has no pawns or
/// only pawns that are stopped for good.
fn scale_drawish(board: &Board, value: i32) -> i32 {
    let strong = if value > 0 { Color::White } else { Color::Black };
    scale::drawish(board, strong).map_or(value, |factor| value * factor / scale::FULL_SCALE)
}
