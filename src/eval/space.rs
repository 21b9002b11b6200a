//! Space: room for the pieces behind the own pawns.

use super::context::Context;
use super::pair::Pair;
use super::recorder::Recorder;
use super::spans::{CENTRE_FILES, front_span, rank};
use super::weights::WEIGHTS;
use crate::types::{PieceType, Rank, Side};

/// Squares on the ranks two to four of the files c to f that hold no own pawn and that no enemy pawn
/// attacks; those behind an own pawn and out of the enemy's reach count twice.
#[inline]
pub(super) fn space<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let pawns = context.men::<S>(PieceType::Pawn);
    let home = rank::<S>(Rank::Second) | rank::<S>(Rank::Third) | rank::<S>(Rank::Fourth);
    let safe = home & CENTRE_FILES & !pawns & !context.attacks_by::<S::Opponent>(PieceType::Pawn);
    let behind = safe & front_span::<S::Opponent>(pawns) & !context.side::<S::Opponent>().attacks;
    recorder.add::<S>(&WEIGHTS.space, (safe.count() + behind.count()) as i32)
}
