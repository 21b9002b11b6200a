//! Threats: attacks that win material, now or after one move.

use super::context::Context;
use super::geometry::{forward, rank};
use super::pair::{Pair, Recorder};
use super::weights::WEIGHTS;
use crate::attacks::{all_pawn_attacks, bishop_attacks, knight_attacks, rook_attacks};
use crate::types::{Bitboard, PieceType, Rank, Side};

/// Returns the value of all threats of `S`.
pub(super) fn threats<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Opponent>());
    // The opponent does not protect them with a pawn, nor twice unless `S` attacks them twice too.
    let weak_squares = !context.attacks_by::<S::Opponent>(PieceType::Pawn)
        & (!enemy.double_attacks | own.double_attacks);
    let contested = own.attacks & enemy.attacks & weak_squares;
    let mut score = push_threats::<S, R>(context)
        + queen_threats::<S, R>(context, weak_squares)
        + context.add::<S>(&WEIGHTS.restriction, contested.count() as i32);
    let king = context.pieces::<S::Opponent>(PieceType::King);
    let attacked = context.board.color(S::Opponent::COLOR) & !king & own.attacks;
    if attacked.is_nonempty() {
        let weak = attacked & weak_squares;
        let by_king = weak & context.attacks_by::<S>(PieceType::King);
        let hanging = attacked & !enemy.attacks;
        score += attacks_on_pieces::<S, R>(context, weak)
            + context.add::<S>(&WEIGHTS.threat_by_king, by_king.count() as i32)
            + context.add::<S>(&WEIGHTS.hanging, hanging.count() as i32);
    }
    score
}

/// Returns the value of attacks by pawns on non-pawn pieces, by minor pieces on rooks, queens and
/// `weak` pieces, and by rooks on queens and `weak` pawns and minor pieces.
fn attacks_on_pieces<S: Side, R: Recorder>(context: &Context<R>, weak: Bitboard) -> Pair {
    use PieceType::{Bishop, Knight, Pawn, Queen, Rook};
    let rooks = context.pieces::<S::Opponent>(Rook);
    let queens = context.pieces::<S::Opponent>(Queen);
    // Applies the weight of each victim's type once per enemy piece of that type in `attacked`.
    let add = |attacked: Bitboard, victims: &[PieceType], weights: &'static [Pair]| {
        victims.iter().zip(weights).fold(Pair::default(), |score, (&victim, weight)| {
            let count = (context.pieces::<S::Opponent>(victim) & attacked).count();
            score + context.add::<S>(weight, count as i32)
        })
    };
    let by_pawns = context.attacks_by::<S>(Pawn);
    let by_minors = context.attacks_by::<S>(Knight) | context.attacks_by::<S>(Bishop);
    let by_minors = by_minors & (weak | rooks | queens);
    let by_rooks = context.attacks_by::<S>(Rook) & (weak | queens);
    add(by_pawns, &[Knight, Bishop, Rook, Queen], &WEIGHTS.threat_by_pawn)
        + add(by_minors, &[Pawn, Knight, Bishop, Rook, Queen], &WEIGHTS.threat_by_minor)
        + add(by_rooks, &[Pawn, Knight, Bishop, Queen], &WEIGHTS.threat_by_rook)
}

/// Returns the value of non-pawn pieces that a pawn can attack by advancing to a safe square.
fn push_threats<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Opponent>());
    let pawns = context.pieces::<S>(PieceType::Pawn);
    let step = forward::<S>(pawns) & !context.occupied;
    let double_step = forward::<S>(step & rank::<S>(Rank::Third)) & !context.occupied;
    let safe = (step | double_step)
        & !context.attacks_by::<S::Opponent>(PieceType::Pawn)
        & (own.attacks | !enemy.attacks);
    let victims = context.board.color(S::Opponent::COLOR)
        & !context.pieces::<S::Opponent>(PieceType::Pawn)
        & !context.pieces::<S::Opponent>(PieceType::King)
        & !context.attacks_by::<S>(PieceType::Pawn);
    let count = (all_pawn_attacks(S::COLOR, safe) & victims).count() as i32;
    context.add::<S>(&WEIGHTS.threat_by_push, count)
}

/// Returns the value of safe squares from which a piece can attack the enemy queen next move.
fn queen_threats<S: Side, R: Recorder>(context: &Context<R>, weak_squares: Bitboard) -> Pair {
    let own = context.side::<S>();
    let [knight, slider] = &WEIGHTS.threat_on_queen;
    let mut score = Pair::default();
    for queen in context.pieces::<S::Opponent>(PieceType::Queen) {
        let safe = own.mobility_area & weak_squares & !context.board.color(S::COLOR);
        let by_knight = context.attacks_by::<S>(PieceType::Knight) & knight_attacks(queen) & safe;
        let diagonals = bishop_attacks(queen, context.occupied);
        let lines = rook_attacks(queen, context.occupied);
        let by_slider = context.attacks_by::<S>(PieceType::Bishop) & diagonals
            | context.attacks_by::<S>(PieceType::Rook) & lines;
        // The queen can capture an unprotected slider that attacks it.
        let by_slider = by_slider & safe & own.double_attacks;
        score += context.add::<S>(knight, by_knight.count() as i32);
        score += context.add::<S>(slider, by_slider.count() as i32);
    }
    score
}
