//! Space: safe squares of the centre files in a side's own half.

use super::context::Context;
use super::geometry::CENTRE_FILES;
use super::pair::Pair;
use super::recorder::Recorder;
use super::spans::{front_span, rank};
use super::weights::WEIGHTS;
use crate::types::{PieceType, Rank, Side};

/// Returns the value of the squares on the second to fourth ranks of the files c to f that have no
/// friendly pawn and are not attacked by enemy pawns. Squares behind a friendly pawn that no enemy
/// piece attacks count twice.
#[inline]
pub(super) fn space<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let pawns = context.pieces::<S>(PieceType::Pawn);
    let own_area = rank::<S>(Rank::Second) | rank::<S>(Rank::Third) | rank::<S>(Rank::Fourth);
    let pawn_attacks = context.attacks_by::<S::Opponent>(PieceType::Pawn);
    let safe = own_area & CENTRE_FILES & !pawns & !pawn_attacks;
    let behind = safe & front_span::<S::Opponent>(pawns) & !context.side::<S::Opponent>().attacks;
    context.add::<S>(&WEIGHTS.space, (safe.count() + behind.count()) as i32)
}
