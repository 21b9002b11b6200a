//! Threats: attacks that win material, now or after one move.

use super::context::Context;
use super::geometry::{forward, rank};
use super::pair::{Pair, Recorder};
use super::weights::WEIGHTS;
use crate::attacks::{all_pawn_attacks, bishop_attacks, knight_attacks, rook_attacks};
use crate::types::{Bitboard, PieceType, Rank, Side};

/// Returns the value of all threats of `S`.
pub(super) fn threats<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let king = context.pieces::<S::Opponent>(PieceType::King);
    let enemy = context.board.color(S::Opponent::COLOR) & !king;
    let attacked = enemy & context.side::<S>().attacks;
    let mut score = push_threats::<S, R>(context)
        + restriction::<S, R>(context)
        + queen_threats::<S, R>(context);
    if attacked.is_nonempty() {
        let weak = attacked & weak_squares::<S, R>(context);
        score += pawn_threats::<S, R>(context)
            + minor_threats::<S, R>(context, weak)
            + rook_threats::<S, R>(context, weak);
        let by_king = weak & context.attacks_by::<S>(PieceType::King);
        let hanging = attacked & !context.side::<S::Opponent>().attacks;
        score += context.add::<S>(&WEIGHTS.threat_by_king, by_king.count() as i32);
        score += context.add::<S>(&WEIGHTS.hanging, hanging.count() as i32);
    }
    score
}

/// Returns the squares that the opponent of `S` does not protect with a pawn, nor twice unless `S`
/// attacks them twice as well.
fn weak_squares<S: Side, R: Recorder>(context: &Context<R>) -> Bitboard {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Opponent>());
    !context.attacks_by::<S::Opponent>(PieceType::Pawn)
        & (!enemy.double_attacks | own.double_attacks)
}

/// Applies the weight of each victim's type once per enemy piece of that type in `attacked`.
fn add_by_victim<S: Side, R: Recorder>(
    context: &Context<R>,
    attacked: Bitboard,
    victims: impl IntoIterator<Item = (PieceType, &'static Pair)>,
) -> Pair {
    victims.into_iter().fold(Pair::default(), |score, (victim, weight)| {
        let count = (context.pieces::<S::Opponent>(victim) & attacked).count();
        score + context.add::<S>(weight, count as i32)
    })
}

/// Returns the value of attacks by pawns on non-pawn pieces.
fn pawn_threats<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let victims = PieceType::PROMOTIONS.into_iter().zip(&WEIGHTS.threat_by_pawn);
    add_by_victim::<S, R>(context, context.attacks_by::<S>(PieceType::Pawn), victims)
}

/// Returns the value of attacks by knights and bishops: on all rooks and queens, and on `weak`
/// pawns and minor pieces.
fn minor_threats<S: Side, R: Recorder>(context: &Context<R>, weak: Bitboard) -> Pair {
    let [pawn, knight, bishop, rook, queen] = &WEIGHTS.threat_by_minor;
    let attacks =
        context.attacks_by::<S>(PieceType::Knight) | context.attacks_by::<S>(PieceType::Bishop);
    let heavy = [(PieceType::Rook, rook), (PieceType::Queen, queen)];
    let light = [(PieceType::Pawn, pawn), (PieceType::Knight, knight), (PieceType::Bishop, bishop)];
    add_by_victim::<S, R>(context, attacks, heavy)
        + add_by_victim::<S, R>(context, attacks & weak, light)
}

/// Returns the value of attacks by rooks: on all queens, and on `weak` pawns and minor pieces.
fn rook_threats<S: Side, R: Recorder>(context: &Context<R>, weak: Bitboard) -> Pair {
    let [pawn, knight, bishop, queen] = &WEIGHTS.threat_by_rook;
    let attacks = context.attacks_by::<S>(PieceType::Rook);
    let light = [(PieceType::Pawn, pawn), (PieceType::Knight, knight), (PieceType::Bishop, bishop)];
    add_by_victim::<S, R>(context, attacks, [(PieceType::Queen, queen)])
        + add_by_victim::<S, R>(context, attacks & weak, light)
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

/// Returns the value of contested squares that the opponent protects badly.
fn restriction<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Opponent>());
    let contested = own.attacks & enemy.attacks & weak_squares::<S, R>(context);
    context.add::<S>(&WEIGHTS.restriction, contested.count() as i32)
}

/// Returns the value of safe squares from which a piece can attack the enemy queen next move.
fn queen_threats<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let own = context.side::<S>();
    let [knight, slider] = &WEIGHTS.threat_on_queen;
    let mut score = Pair::default();
    for queen in context.pieces::<S::Opponent>(PieceType::Queen) {
        let weak = weak_squares::<S, R>(context);
        let safe = own.mobility_area & weak & !context.board.color(S::COLOR);
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
