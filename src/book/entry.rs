//! The entries of a Polyglot book.

use crate::board::Board;
use crate::types::{Move, PieceType, Square};

/// What a book says about one move in one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The position, by its [`book_key`](super::book_key).
    pub key: u64,
    /// The move: three bits each of the target's file and rank, the origin's file and rank, and the
    /// promotion (0 none, 1 knight to 4 queen). Castling goes from the king to its own rook.
    pub mv: u16,
    /// How good or how usual the move is beside the others of its position.
    pub weight: u16,
    /// What a program noted about its own games; passed over here.
    pub learn: u32,
}

impl BookEntry {
    /// The size of an entry in the file.
    pub const BYTES: usize = 16;

    /// An entry for the legal move `mv` in the position of `key`.
    pub fn new(key: u64, mv: Move, weight: u16) -> Self {
        Self { key, mv: encode(mv), weight, learn: 0 }
    }

    /// Reads an entry: big-endian numbers, in the order of the fields.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let bits = u128::from_be_bytes(bytes);
        Self {
            key: (bits >> 64) as u64,
            mv: (bits >> 48) as u16,
            weight: (bits >> 32) as u16,
            learn: bits as u32,
        }
    }

    /// Writes the entry as [`BookEntry::from_bytes`] reads it.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let bits = u128::from(self.key) << 64
            | u128::from(self.mv) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        bits.to_be_bytes()
    }

    /// The move, if it is legal in `board`. Castling as a step of the king, which some programs
    /// write, is understood too.
    pub fn legal_move(&self, board: &Board) -> Option<Move> {
        let square = |bits: u16| Square::from_index((bits & 63) as u8);
        let (from, to) = (square(self.mv >> 6), square(self.mv));
        let promotion = match self.mv >> 12 {
            0 => String::new(),
            code => promotions().nth(usize::from(code) - 1)?.letter().to_string(),
        };
        board.parse_move(&format!("{from}{to}{promotion}")).ok()
    }
}

/// What a pawn may become, in the order of the codes from 1.
fn promotions() -> impl Iterator<Item = PieceType> {
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen].into_iter()
}

/// The move as a book writes it. Castling is king takes rook in our moves too.
pub(super) fn encode(mv: Move) -> u16 {
    let promotion = promotions().position(|piece_type| Some(piece_type) == mv.promoted_to());
    let code = promotion.map_or(0, |index| index as u16 + 1);
    code << 12 | (mv.from().index() as u16) << 6 | mv.to().index() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promotions, castling, en passant.
    const RICH: &str = "3k2n1/7P/Q3p3/4BPp1/Q1Q4q/8/5B2/R3K2R w KQ g6 0 1";

    #[test]
    fn every_legal_move_is_read_back() {
        for fen in [RICH, "1r3k1r/8/8/8/8/8/p7/4K3 b hb - 0 1"] {
            let board: Board = fen.parse().unwrap();
            for mv in board.legal_moves() {
                let entry = BookEntry::new(1, mv, 1);
                assert_eq!(entry.legal_move(&board), Some(mv), "{mv:?}");
                assert_eq!(BookEntry::from_bytes(entry.to_bytes()), entry);
            }
        }
    }

    #[test]
    fn moves_have_their_published_codes() {
        let board: Board = RICH.parse().unwrap();
        // In octal: promotion, origin's rank and file, target's rank and file.
        for (text, code) in [
            ("e1g1", 0o0_04_07),
            ("e1c1", 0o0_04_00),
            ("f5g6", 0o0_45_56),
            ("h7h8n", 0o1_67_77),
            ("h7h8b", 0o2_67_77),
            ("h7h8r", 0o3_67_77),
            ("h7g8q", 0o4_67_76),
        ] {
            assert_eq!(encode(board.parse_move(text).unwrap()), code, "{text}");
        }
    }

    #[test]
    fn an_entry_has_its_numbers_in_order_and_big_endian() {
        let bytes = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 3, 0x1c, 1, 2, 0, 0, 5, 6];
        let entry = BookEntry {
            key: 0x463b_9618_1691_fc9c,
            mv: encode(Board::start().parse_move("e2e4").unwrap()),
            weight: 0x0102,
            learn: 0x0506,
        };
        assert_eq!((BookEntry::from_bytes(bytes), entry.to_bytes()), (entry, bytes));
    }

    #[test]
    fn what_is_not_legal_is_no_move() {
        let board: Board = RICH.parse().unwrap();
        let entry = |mv| BookEntry { key: 0, mv, weight: 1, learn: 0 };
        // The king's step stands for castling; a pawn must promote, and only to codes 1 to 4.
        assert_eq!(entry(0o0_04_06).legal_move(&board), board.parse_move("e1g1").ok());
        for mv in [0, 0o0_67_77, 0o5_67_77, 0o12_67_77, 0o1_04_07, u16::MAX] {
            assert_eq!(entry(mv).legal_move(&board), None, "{mv:o}");
        }
        let legal = (0..=u16::MAX).filter_map(|mv| entry(mv).legal_move(&board));
        // Each castling is written in two ways.
        assert_eq!(legal.count(), board.legal_moves().len() + 2);
    }
}
