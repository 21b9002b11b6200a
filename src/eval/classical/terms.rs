//! The sum of all terms of a position.

use super::context::Context;
use super::king_danger::king_danger;
use super::pair::Pair;
use super::passed_pawns::passed_pawns;
use super::pawns::PawnStructure;
use super::pieces::pieces;
use super::recorder::Recorder;
use super::scale;
use super::space::space;
use super::taper::TaperedSum;
use super::threats::threats;
use super::weights::WEIGHTS;
use crate::board::Board;
use crate::eval::phase::phase;
use crate::types::{Black, Side, White};

/// Sums all terms of `board`, whose pawn structure is `pawns`.
#[inline]
pub(super) fn sum<R: Recorder>(board: &Board, pawns: &PawnStructure, recorder: &R) -> TaperedSum {
    let mut context = Context::new(board, pawns, recorder);
    let mut sum = pawns.score;
    // The pieces come first because the other terms need the attacks of both sides.
    sum += pieces::<White, R>(&mut context);
    sum = sum - pieces::<Black, R>(&mut context);
    sum += interactions::<White, R>(&context);
    sum = sum - interactions::<Black, R>(&context);
    TaperedSum { sum, phase: phase(board), scale: scale::factor(board, sum.endgame()) }
}

/// Returns the terms of `S` that depend on the attacks of both sides, and the tempo.
#[inline]
fn interactions<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    king_danger::<S, R>(context)
        + passed_pawns::<S, R>(context)
        + threats::<S, R>(context)
        + space::<S, R>(context)
        + tempo::<S, R>(context)
}

/// Returns the bonus for having the move.
#[inline]
fn tempo<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let is_on_move = context.board.side_to_move() == S::COLOR;
    context.add::<S>(&WEIGHTS.tempo, i32::from(is_on_move))
}
