//! 16-bit moves and move lists.

use std::fmt;

use arrayvec::ArrayVec;

use super::piece::PieceType;
use super::square::Square;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A move without special rules, including ordinary captures and double pawn pushes.
    Normal,
    /// A promotion, with or without a capture.
    Promotion,
    /// An en passant capture.
    EnPassant,
    /// Castling; the to square is the square of the castling rook.
    Castling,
}

/// A move in 16 bits: from square (6 bits), to square (6), promotion piece (2) and kind (2), from
/// the lowest bit up.
///
/// Castling is encoded as king takes own rook, in standard chess and Chess960 alike. The moving
/// piece and the captured piece are not part of the move.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// The lowest bit of the to square.
const TO_SHIFT: u32 = 6;
/// The lowest bit of the promotion piece.
const PROMOTION_SHIFT: u32 = 12;
/// The lowest bit of the kind.
const KIND_SHIFT: u32 = 14;

impl Move {
    /// The null value, a1 to a1, which is never a legal move.
    pub const NONE: Self = Self(0);

    const fn with_kind(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << TO_SHIFT | (kind as u16) << KIND_SHIFT)
    }

    /// Returns the normal move from `from` to `to`.
    pub const fn normal(from: Square, to: Square) -> Self {
        Self::with_kind(from, to, MoveKind::Normal)
    }

    /// Returns a promotion; `promotion` is a knight, bishop, rook or queen.
    pub const fn promotion(from: Square, to: Square, promotion: PieceType) -> Self {
        debug_assert!(!matches!(promotion, PieceType::Pawn | PieceType::King));
        let bits = promotion as u16 - PieceType::PROMOTIONS[0] as u16;
        Self(Self::with_kind(from, to, MoveKind::Promotion).0 | bits << PROMOTION_SHIFT)
    }

    /// Returns an en passant capture; `to` is the square behind the captured pawn.
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::with_kind(from, to, MoveKind::EnPassant)
    }

    /// Returns castling of the king on `king` with the rook on `rook`.
    pub const fn castling(king: Square, rook: Square) -> Self {
        Self::with_kind(king, rook, MoveKind::Castling)
    }

    /// Returns the move with these bits, which need not be legal in any position.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Returns the 16 bits of the move.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the from square.
    pub const fn from(self) -> Square {
        Square::from_index(self.0 as u8)
    }

    /// Returns the to square; for castling, the rook's square.
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> TO_SHIFT) as u8)
    }

    /// Returns the kind of the move.
    pub const fn kind(self) -> MoveKind {
        match self.0 >> KIND_SHIFT {
            0 => MoveKind::Normal,
            1 => MoveKind::Promotion,
            2 => MoveKind::EnPassant,
            _ => MoveKind::Castling,
        }
    }

    /// Returns the promotion piece, or `None` if the move is not a promotion.
    pub const fn promoted_to(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion => {
                Some(PieceType::PROMOTIONS[(self.0 >> PROMOTION_SHIFT & 3) as usize])
            }
            _ => None,
        }
    }
}

impl fmt::Debug for Move {
    /// Writes the move in coordinate notation, with castling as king takes rook.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promoted_to() {
            Some(promotion) => write!(f, "{}", promotion.letter()),
            None => Ok(()),
        }
    }
}

/// An upper bound on the number of legal moves in any position that the board accepts, where a side
/// may have 15 queens: 27 moves each, 8 king moves and 2 castling moves.
pub const MAX_MOVES: usize = 15 * 27 + 8 + 2;

/// A list of moves with fixed capacity, kept on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_moves_round_trip() {
        for (from, to) in Square::pairs() {
            for (mv, kind) in [
                (Move::normal(from, to), MoveKind::Normal),
                (Move::en_passant(from, to), MoveKind::EnPassant),
                (Move::castling(from, to), MoveKind::Castling),
            ] {
                assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                assert_eq!(mv.promoted_to(), None);
            }
            for promotion in PieceType::PROMOTIONS {
                let mv = Move::promotion(from, to, promotion);
                assert_eq!((mv.from(), mv.to(), mv.promoted_to()), (from, to, Some(promotion)));
                assert_eq!(Move::from_bits(mv.bits()), mv);
            }
        }
    }
}
