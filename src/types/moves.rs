//! Moves in 16 bits, and lists of them.

use std::fmt;

use arrayvec::ArrayVec;

use super::{PieceType, Square};

/// What a move does beyond taking a man from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing: also every ordinary capture and the double step of a pawn.
    Normal,
    /// A pawn reaches the last rank and becomes another man.
    Promotion,
    /// A pawn captures a pawn that passed it.
    EnPassant,
    /// The king castles; the move's target is the square of its own rook.
    Castling,
}

/// A move: 6 bits of origin, 6 bits of target, 2 bits of promotion, 2 bits of kind.
///
/// Castling goes from the king's square to its own rook's, in Chess and Chess960 alike. Whether a
/// move captures, and which man moves, only the board knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

/// The men that a pawn can become, in the order of their two bits.
const PROMOTIONS: [PieceType; 4] =
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

impl Move {
    /// The pattern that is no move: from a1 to a1.
    pub const NONE: Self = Self(0);

    #[inline]
    const fn with_kind(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 14)
    }

    /// A move without special rules.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self::with_kind(from, to, MoveKind::Normal)
    }

    /// A promotion to a knight, bishop, rook or queen.
    #[inline]
    pub const fn promotion(from: Square, to: Square, promotion: PieceType) -> Self {
        debug_assert!(!matches!(promotion, PieceType::Pawn | PieceType::King));
        let bits = promotion as u16 - PieceType::Knight as u16;
        Self(Self::with_kind(from, to, MoveKind::Promotion).0 | bits << 12)
    }

    /// An en-passant capture; `to` is the square behind the captured pawn.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::with_kind(from, to, MoveKind::EnPassant)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    #[inline]
    pub const fn castling(king: Square, rook: Square) -> Self {
        Self::with_kind(king, rook, MoveKind::Castling)
    }

    /// Any 16 bits as a move, which may be legal nowhere.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The 16 bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The square that the man leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index(self.0 as u8)
    }

    /// The square that the man reaches; for castling, the rook's square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> 6) as u8)
    }

    /// What the move does beyond going from one square to another.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 14 {
            0 => MoveKind::Normal,
            1 => MoveKind::Promotion,
            2 => MoveKind::EnPassant,
            _ => MoveKind::Castling,
        }
    }

    /// What the pawn becomes, if the move promotes it.
    #[inline]
    pub const fn promoted_to(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion => Some(PROMOTIONS[(self.0 >> 12 & 3) as usize]),
            _ => None,
        }
    }
}

impl fmt::Debug for Move {
    /// Writes origin, target and promotion; castling as king takes rook.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promoted_to() {
            Some(promotion) => write!(f, "{}", promotion.letter()),
            None => Ok(()),
        }
    }
}

/// The most moves that a board can have: 15 men with at most 27 each (a queen in the centre of an
/// empty board), and 8 king's steps with 2 castlings.
pub const MAX_MOVES: usize = 15 * 27 + 8 + 2;

/// A list of moves on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_move_is_read_back() {
        for from in Square::all() {
            for to in Square::all() {
                for (mv, kind) in [
                    (Move::normal(from, to), MoveKind::Normal),
                    (Move::en_passant(from, to), MoveKind::EnPassant),
                    (Move::castling(from, to), MoveKind::Castling),
                ] {
                    assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                    assert_eq!(mv.promoted_to(), None);
                }
                for promotion in PROMOTIONS {
                    let mv = Move::promotion(from, to, promotion);
                    assert_eq!((mv.from(), mv.to(), mv.promoted_to()), (from, to, Some(promotion)));
                    assert_eq!(Move::from_bits(mv.bits()), mv);
                }
            }
        }
    }
}
