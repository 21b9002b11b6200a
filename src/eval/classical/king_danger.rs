//! The danger to a king from the pieces that attack it.

use super::context::Context;
use super::pair::{Pair, Recorder};
use super::weights::WEIGHTS;
use crate::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::types::{Bitboard, PieceType, Side};

/// Danger units per weak square of the king zone: attacked, and either unprotected or protected
/// only once, by the king or a queen.
const WEAK_SQUARE_UNITS: i32 = 2;
/// Danger units of a safe check, by type of the checking piece.
const SAFE_CHECK_UNITS: [i32; PieceType::COUNT] = [0, 9, 4, 7, 9, 0];
/// Danger units of a check by a piece that can be captured, which still costs the defender a move.
const UNSAFE_CHECK_UNITS: [i32; PieceType::COUNT] = [0, 1, 2, 2, 0, 0];
/// Danger units per piece that alone stands between the king and an attacking slider.
const PIN_UNITS: i32 = 2;
/// Danger units per defending knight in the king zone. Defending bishops gained nothing.
const KNIGHT_DEFENDER_UNITS: i32 = -1;
/// Danger units of an attack without a queen.
const NO_QUEEN_UNITS: i32 = -10;
/// Minimum number of attackers of the king zone for any danger; having a queen counts as one.
const MIN_ATTACKERS: u32 = 2;

/// Returns the value of the attack of `S` on the opponent's king: danger units, looked up in a
/// table. A single attacker without a queen of `S` is no danger.
///
/// Source: chessprogramming.org, King Safety, "Attack Units".
pub(super) fn king_danger<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let (attacker, defender) = (context.side::<S>(), context.side::<S::Opponent>());
    let has_queen = context.pieces::<S>(PieceType::Queen).is_nonempty();
    if attacker.zone_attackers + u32::from(has_queen) < MIN_ATTACKERS {
        return Pair::default();
    }
    let last_defenders = context.attacks_by::<S::Opponent>(PieceType::King)
        | context.attacks_by::<S::Opponent>(PieceType::Queen);
    let weak = attacker.attacks & !defender.double_attacks & (!defender.attacks | last_defenders);
    let weak_squares = (weak & defender.king_zone).count() as i32;
    let knights = context.pieces::<S::Opponent>(PieceType::Knight) & defender.king_zone;
    let units = attacker.zone_units
        + WEAK_SQUARE_UNITS * weak_squares
        + check_units::<S, R>(context, weak)
        + PIN_UNITS * pins::<S, R>(context)
        + KNIGHT_DEFENDER_UNITS * knights.count() as i32
        + if has_queen { 0 } else { NO_QUEEN_UNITS };
    let index = units.clamp(0, WEIGHTS.king_danger.len() as i32 - 1);
    context.add::<S>(&WEIGHTS.king_danger[index as usize], 1)
}

/// Returns the danger units of the checks that `S` can give, where `weak` are the squares that the
/// opponent protects badly.
///
/// A check is safe if the piece cannot be captured, or only by king or queen on a square that `S`
/// attacks twice.
fn check_units<S: Side, R: Recorder>(context: &Context<R>, weak: Bitboard) -> i32 {
    let (attacker, defender) = (context.side::<S>(), context.side::<S::Opponent>());
    let safe = !defender.attacks | weak & attacker.double_attacks;
    let king = context.board.king(S::Opponent::COLOR);
    // See through the enemy queen: blocking with it loses it.
    let occupied = context.occupied ^ context.pieces::<S::Opponent>(PieceType::Queen);
    let free = !context.board.color(S::COLOR);
    let diagonals = bishop_attacks(king, occupied) & free;
    let lines = rook_attacks(king, occupied) & free;
    let no_queen_trade = !context.attacks_by::<S::Opponent>(PieceType::Queen);
    [
        (PieceType::Knight, knight_attacks(king) & free),
        (PieceType::Bishop, diagonals),
        (PieceType::Rook, lines),
        (PieceType::Queen, (diagonals | lines) & no_queen_trade),
    ]
    .into_iter()
    .map(|(piece_type, squares)| {
        let checks = context.attacks_by::<S>(piece_type) & squares;
        if checks.intersects(safe) {
            SAFE_CHECK_UNITS[piece_type.index()]
        } else if checks.is_nonempty() {
            UNSAFE_CHECK_UNITS[piece_type.index()]
        } else {
            0
        }
    })
    .sum()
}

/// Returns the number of pieces that alone stand between the opponent's king and a slider of `S`.
fn pins<S: Side, R: Recorder>(context: &Context<R>) -> i32 {
    let king = context.board.king(S::Opponent::COLOR);
    let queens = context.pieces::<S>(PieceType::Queen);
    let bishops = context.pieces::<S>(PieceType::Bishop);
    let rooks = context.pieces::<S>(PieceType::Rook);
    context.count_masked_sliders(king, bishops | queens, rooks | queens) as i32
}
