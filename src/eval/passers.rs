//! Passed pawns in their struggle with pieces and kings.

use super::context::Context;
use super::pair::Pair;
use super::recorder::Recorder;
use super::spans::{edge_distance, front_span, rank_index};
use super::weights::WEIGHTS;
use crate::types::{Bitboard, PieceType, Rank, Side, Square};

/// More steps of a king than this make no difference.
const MAX_KING_STEPS: i32 = 5;

/// The passed pawns of `S`: kings near the way, men on it, attacks on it.
#[inline]
pub(super) fn passers<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let mut score = Pair::default();
    for square in context.pawns.passed[S::COLOR.index()] {
        score += king_distances::<S, R>(context, recorder, square);
        score += way::<S, R>(context, recorder, square);
        score += recorder.add::<S>(&WEIGHTS.passed_edge_distance[edge_distance(square.file())], 1);
        if is_unstoppable::<S>(context, square) {
            score += recorder.add::<S>(&WEIGHTS.passed_unstoppable, 1);
        }
    }
    score
}

/// The index in tables that begin with the second rank.
#[inline]
fn index<S: Side>(pawn: Square) -> usize {
    rank_index::<S>(pawn) - Rank::Second.index()
}

/// How far the kings are from the square before the pawn.
#[inline]
fn king_distances<S: Side, R: Recorder>(context: &Context, recorder: &mut R, pawn: Square) -> Pair {
    let stop = pawn.step(S::COLOR.forward());
    let steps = |king: Square| king.distance(stop).min(MAX_KING_STEPS);
    let own = steps(context.board.king(S::COLOR));
    let enemy = steps(context.board.king(S::Opponent::COLOR));
    recorder.add::<S>(&WEIGHTS.passed_own_king[index::<S>(pawn)], own)
        + recorder.add::<S>(&WEIGHTS.passed_enemy_king[index::<S>(pawn)], enemy)
}

/// Whether the way is barred, or safe for a step, or safe to the end.
#[inline]
fn way<S: Side, R: Recorder>(context: &Context, recorder: &mut R, pawn: Square) -> Pair {
    let stop = Bitboard::from(pawn.step(S::COLOR.forward()));
    let (own, enemy) = (context.side::<S>(), context.side::<S::Opponent>());
    let index = index::<S>(pawn);
    if context.board.color(S::Opponent::COLOR).intersects(stop) {
        return recorder.add::<S>(&WEIGHTS.passed_blocked[index], 1);
    }
    let mut score = Pair::default();
    if !(context.occupied | enemy.attacks & !own.attacks).intersects(stop) {
        score += recorder.add::<S>(&WEIGHTS.passed_safe_step[index], 1);
    }
    if !(context.occupied | enemy.attacks).intersects(front_span::<S>(pawn.into())) {
        score += recorder.add::<S>(&WEIGHTS.passed_free_path[index], 1);
    }
    score
}

/// The rule of the square: an enemy without pieces, whose king is too far away from a free way.
#[inline]
fn is_unstoppable<S: Side>(context: &Context, pawn: Square) -> bool {
    let enemy = context.board.color(S::Opponent::COLOR);
    let slow_men =
        context.men::<S::Opponent>(PieceType::Pawn) | context.men::<S::Opponent>(PieceType::King);
    let path = front_span::<S>(pawn.into());
    if enemy != slow_men || context.occupied.intersects(path) {
        return false;
    }
    let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(S::COLOR));
    // The first move may be a double step.
    let steps = (7 - rank_index::<S>(pawn) as i32).min(5);
    let enemy_is_on_move = context.board.side_to_move() != S::COLOR;
    context.board.king(S::Opponent::COLOR).distance(goal) - i32::from(enemy_is_on_move) > steps
}
