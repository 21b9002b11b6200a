//! The terms of passed pawns that depend on the other pieces.

use super::context::Context;
use super::geometry::{front_span, promotion_square, rank_index};
use super::pair::{Pair, Recorder};
use super::weights::WEIGHTS;
use crate::types::{Bitboard, PieceType, Rank, Side, Square};

/// Cap on king distances.
const MAX_KING_DISTANCE: i32 = 5;

/// Number of moves that a pawn on its second rank needs to promote, with a double push.
const MAX_MOVES_TO_PROMOTION: i32 = 5;

/// Returns the terms of the passed pawns of `S`: distances of the kings, and the path ahead.
pub(super) fn passed_pawns<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let mut score = Pair::default();
    for square in context.pawns.passed[S::COLOR.index()] {
        score += king_distances::<S, R>(context, square);
        score += path::<S, R>(context, square);
        score += context.add::<S>(&WEIGHTS.passed_edge_distance[square.file().edge_distance()], 1);
        if is_unstoppable::<S, R>(context, square) {
            score += context.add::<S>(&WEIGHTS.passed_unstoppable, 1);
        }
    }
    score
}

/// Returns the index of a pawn in weights by rank from the second.
fn index<S: Side>(pawn: Square) -> usize {
    rank_index::<S>(pawn) - Rank::Second.index()
}

/// Returns the terms for the distances of both kings from the square in front of the pawn.
fn king_distances<S: Side, R: Recorder>(context: &Context<R>, pawn: Square) -> Pair {
    let stop = pawn.step(S::COLOR.forward());
    let distance = |king: Square| king.distance(stop).min(MAX_KING_DISTANCE);
    let own = distance(context.board.king(S::COLOR));
    let enemy = distance(context.board.king(S::Opponent::COLOR));
    context.add::<S>(&WEIGHTS.passed_own_king[index::<S>(pawn)], own)
        + context.add::<S>(&WEIGHTS.passed_enemy_king[index::<S>(pawn)], enemy)
}

/// Returns the terms for a pawn that is blocked, can advance safely, or has a free path to
/// promotion.
fn path<S: Side, R: Recorder>(context: &Context<R>, pawn: Square) -> Pair {
    let stop = Bitboard::from(pawn.step(S::COLOR.forward()));
    let (own, enemy) = (context.side::<S>(), context.side::<S::Opponent>());
    let index = index::<S>(pawn);
    if context.board.color(S::Opponent::COLOR).intersects(stop) {
        return context.add::<S>(&WEIGHTS.passed_blocked[index], 1);
    }
    let mut score = Pair::default();
    if !(context.occupied | enemy.attacks & !own.attacks).intersects(stop) {
        score += context.add::<S>(&WEIGHTS.passed_safe_step[index], 1);
    }
    if !(context.occupied | enemy.attacks).intersects(front_span::<S>(pawn.into())) {
        score += context.add::<S>(&WEIGHTS.passed_free_path[index], 1);
    }
    score
}

/// Whether the pawn wins the race by the rule of the square: its path is free, and the opponent has
/// no non-pawn pieces and a king too far away.
fn is_unstoppable<S: Side, R: Recorder>(context: &Context<R>, pawn: Square) -> bool {
    let enemy = context.board.color(S::Opponent::COLOR);
    let enemy_king_and_pawns = context.pieces::<S::Opponent>(PieceType::Pawn)
        | context.pieces::<S::Opponent>(PieceType::King);
    let path = front_span::<S>(pawn.into());
    if enemy != enemy_king_and_pawns || context.occupied.intersects(path) {
        return false;
    }
    let promotion_square = promotion_square(pawn, S::COLOR);
    let ranks_to_go = (Rank::Eighth.index() - rank_index::<S>(pawn)) as i32;
    let moves = ranks_to_go.min(MAX_MOVES_TO_PROMOTION);
    let enemy_is_on_move = context.board.side_to_move() != S::COLOR;
    let enemy_distance = context.board.king(S::Opponent::COLOR).distance(promotion_square);
    enemy_distance - i32::from(enemy_is_on_move) > moves
}
