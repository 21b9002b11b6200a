//! The zone around a king, and the pieces that attack it.

use super::geometry::inner_file;
use super::spans::forward;
use crate::attacks::king_attacks;
use crate::types::{Bitboard, PieceType, Side, Square};

/// Danger units of a piece that attacks the king zone, by type.
const ATTACKER_UNITS: [i32; PieceType::COUNT] = [0, 4, 2, 3, 6, 0];

/// The pieces of one side that attack the opponent's king zone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ZoneAttack {
    /// The number of these pieces.
    pub(super) attackers: u32,
    /// The sum of their danger units.
    pub(super) units: i32,
}

impl ZoneAttack {
    /// Adds an attacking piece.
    #[inline]
    pub(super) fn add(&mut self, piece_type: PieceType) {
        self.attackers += 1;
        self.units += ATTACKER_UNITS[piece_type.index()];
    }
}

/// Returns the king's square, its neighbours, and the three squares in front of these. The zone of
/// a king on the a- or h-file is that of a king on the b- or g-file.
#[inline]
pub(super) fn king_zone<S: Side>(king: Square) -> Bitboard {
    let centre = Square::new(inner_file(king.file()), king.rank());
    let neighbours = king_attacks(centre) | centre.into();
    neighbours | forward::<S>(neighbours)
}
