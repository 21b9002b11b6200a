//! Threats: what men attack, or can attack with the next move, and win something by it.

use super::context::Context;
use super::pair::Pair;
use super::recorder::Recorder;
use super::spans::{forward, rank};
use super::weights::WEIGHTS;
use crate::attacks::{all_pawn_attacks, bishop_attacks, knight_attacks, rook_attacks};
use crate::types::{Bitboard, PieceType, Rank, Side};

/// All threats of `S`.
#[inline]
pub(super) fn threats<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let king = context.men::<S::Opponent>(PieceType::King);
    let enemy = context.board.color(S::Opponent::COLOR) & !king;
    let attacked = enemy & context.side::<S>().attacks;
    let mut score = push_threats::<S, R>(context, recorder)
        + restriction::<S, R>(context, recorder)
        + queen_threats::<S, R>(context, recorder);
    if attacked.is_nonempty() {
        let weak = attacked & weak_squares::<S>(context);
        score += pawn_threats::<S, R>(context, recorder)
            + minor_threats::<S, R>(context, recorder, weak)
            + rook_threats::<S, R>(context, recorder, weak);
        let by_king = weak & context.attacks_by::<S>(PieceType::King);
        let hanging = attacked & !context.side::<S::Opponent>().attacks;
        score += recorder.add::<S>(&WEIGHTS.threat_by_king, by_king.count() as i32);
        score += recorder.add::<S>(&WEIGHTS.hanging, hanging.count() as i32);
    }
    score
}

/// The squares that the enemy of `S` protects neither with a pawn nor better than `S` attacks.
#[inline]
fn weak_squares<S: Side>(context: &Context) -> Bitboard {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Opponent>());
    !context.attacks_by::<S::Opponent>(PieceType::Pawn)
        & (!enemy.double_attacks | own.double_attacks)
}

/// Gives a weight for each man of the types from `first` on that is in `attacked`.
#[inline]
fn by_victim<S: Side, R: Recorder>(
    context: &Context,
    recorder: &mut R,
    attacked: Bitboard,
    victims: &[(PieceType, &'static Pair)],
) -> Pair {
    victims.iter().fold(Pair::default(), |score, &(victim, weight)| {
        let count = (context.men::<S::Opponent>(victim) & attacked).count();
        score + recorder.add::<S>(weight, count as i32)
    })
}

/// Pawns that attack pieces.
#[inline]
fn pawn_threats<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let [knight, bishop, rook, queen] = &WEIGHTS.threat_by_pawn;
    let victims = [
        (PieceType::Knight, knight),
        (PieceType::Bishop, bishop),
        (PieceType::Rook, rook),
        (PieceType::Queen, queen),
    ];
    by_victim::<S, R>(context, recorder, context.attacks_by::<S>(PieceType::Pawn), &victims)
}

/// Knights and bishops that attack: `weak` men of their own worth or less, all heavier ones.
#[inline]
fn minor_threats<S: Side, R: Recorder>(
    context: &Context,
    recorder: &mut R,
    weak: Bitboard,
) -> Pair {
    let [pawn, knight, bishop, rook, queen] = &WEIGHTS.threat_by_minor;
    let attacks =
        context.attacks_by::<S>(PieceType::Knight) | context.attacks_by::<S>(PieceType::Bishop);
    let heavy = [(PieceType::Rook, rook), (PieceType::Queen, queen)];
    let light = [(PieceType::Pawn, pawn), (PieceType::Knight, knight), (PieceType::Bishop, bishop)];
    by_victim::<S, R>(context, recorder, attacks, &heavy)
        + by_victim::<S, R>(context, recorder, attacks & weak, &light)
}

/// Rooks that attack: `weak` men of less worth, all queens.
#[inline]
fn rook_threats<S: Side, R: Recorder>(context: &Context, recorder: &mut R, weak: Bitboard) -> Pair {
    let [pawn, knight, bishop, queen] = &WEIGHTS.threat_by_rook;
    let attacks = context.attacks_by::<S>(PieceType::Rook);
    let light = [(PieceType::Pawn, pawn), (PieceType::Knight, knight), (PieceType::Bishop, bishop)];
    by_victim::<S, R>(context, recorder, attacks, &[(PieceType::Queen, queen)])
        + by_victim::<S, R>(context, recorder, attacks & weak, &light)
}

/// Pieces that a pawn would attack after a step to a safe square.
#[inline]
fn push_threats<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Opponent>());
    let pawns = context.men::<S>(PieceType::Pawn);
    let step = forward::<S>(pawns) & !context.occupied;
    let double_step = forward::<S>(step & rank::<S>(Rank::Third)) & !context.occupied;
    let safe = (step | double_step)
        & !context.attacks_by::<S::Opponent>(PieceType::Pawn)
        & (own.attacks | !enemy.attacks);
    let victims = context.board.color(S::Opponent::COLOR)
        & !context.men::<S::Opponent>(PieceType::Pawn)
        & !context.men::<S::Opponent>(PieceType::King)
        & !context.attacks_by::<S>(PieceType::Pawn);
    let count = (all_pawn_attacks(S::COLOR, safe) & victims).count() as i32;
    recorder.add::<S>(&WEIGHTS.threat_by_push, count)
}

/// Squares that the enemy may not use freely.
#[inline]
fn restriction<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Opponent>());
    let contested = own.attacks & enemy.attacks & weak_squares::<S>(context);
    recorder.add::<S>(&WEIGHTS.restriction, contested.count() as i32)
}

/// Safe squares from which a piece attacks the enemy queen with its next move.
#[inline]
fn queen_threats<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let own = context.side::<S>();
    let [knight, slider] = &WEIGHTS.threat_on_queen;
    let mut score = Pair::default();
    for queen in context.men::<S::Opponent>(PieceType::Queen) {
        let safe = own.mobility_area & weak_squares::<S>(context) & !context.board.color(S::COLOR);
        let by_knight = context.attacks_by::<S>(PieceType::Knight) & knight_attacks(queen) & safe;
        let diagonals = bishop_attacks(queen, context.occupied);
        let lines = rook_attacks(queen, context.occupied);
        let by_slider = context.attacks_by::<S>(PieceType::Bishop) & diagonals
            | context.attacks_by::<S>(PieceType::Rook) & lines;
        // The queen takes a slider that comes alone.
        let by_slider = by_slider & safe & own.double_attacks;
        score += recorder.add::<S>(knight, by_knight.count() as i32);
        score += recorder.add::<S>(slider, by_slider.count() as i32);
    }
    score
}
