//! Entries of a Polyglot book.

use crate::board::Board;
use crate::types::{Move, PieceType, Square};

/// A book move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The [`book_key`](super::book_key) of the position.
    pub key: u64,
    /// The move: from the lowest bit on, three bits each for the file and rank of the to square,
    /// the file and rank of the from square, and the promotion piece (0 none, 1 knight to 4 queen).
    /// Castling is king takes rook.
    pub mv: u16,
    /// The quality or frequency of the move relative to the other moves of the position.
    pub weight: u16,
}

impl BookEntry {
    /// The size of an entry in a file, in bytes.
    pub const BYTES: usize = 16;

    /// Creates an entry for the move `mv` in the position with `key`.
    pub fn new(key: u64, mv: Move, weight: u16) -> Self {
        // Castling is king takes rook in `Move` too.
        let promotion = PieceType::PROMOTIONS.iter().position(|&to| Some(to) == mv.promoted_to());
        let code = promotion.map_or(0, |index| index as u16 + 1);
        let mv = code << 12 | (mv.from().index() as u16) << 6 | mv.to().index() as u16;
        Self { key, mv, weight }
    }

    /// Decodes an entry: its fields in order, as big-endian numbers. The learning data of other
    /// programs in the last four bytes are ignored.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let bits = u128::from_be_bytes(bytes);
        Self { key: (bits >> 64) as u64, mv: (bits >> 48) as u16, weight: (bits >> 32) as u16 }
    }

    /// Encodes the entry without learning data; the inverse of [`BookEntry::from_bytes`].
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let [key, mv, weight] = [self.key, self.mv.into(), self.weight.into()].map(u128::from);
        (key << 64 | mv << 48 | weight << 32).to_be_bytes()
    }

    /// Whether some piece could make the move on an empty board; castling is a move of the king or
    /// of a rook.
    pub(super) fn is_possible(&self) -> bool {
        let file = |square: u16| i32::from(square & 7);
        let rank = |square: u16| i32::from(square >> 3 & 7);
        let (from, to) = (self.mv >> 6 & 63, self.mv & 63);
        let files = (file(from) - file(to)).abs();
        let ranks = (rank(from) - rank(to)).abs();
        match self.mv >> 12 {
            0 => match (files, ranks) {
                (0, 0) => false,
                (1, 2) | (2, 1) => true,
                _ => files == 0 || ranks == 0 || files == ranks,
            },
            1..=4 => files <= 1 && matches!((rank(from), rank(to)), (6, 7) | (1, 0)),
            _ => false,
        }
    }

    /// Returns the move if it is legal in `board`. Castling may also be a king move of two squares,
    /// as some programs write it.
    pub fn legal_move(&self, board: &Board) -> Option<Move> {
        let square = |bits: u16| Square::from_index((bits & 63) as u8);
        let (from, to) = (square(self.mv >> 6), square(self.mv));
        let promotion = match self.mv >> 12 {
            0 => String::new(),
            code => PieceType::PROMOTIONS.get(usize::from(code) - 1)?.letter().to_string(),
        };
        board.parse_move(&format!("{from}{to}{promotion}")).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promotions, castling, en passant.
    const RICH: &str = "3k2n1/7P/Q3p3/4BPp1/Q1Q4q/8/5B2/R3K2R w KQ g6 0 1";

    #[test]
    fn legal_moves_are_encoded_and_decoded_unchanged() {
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
    fn all_legal_moves_are_possible_and_few_others() {
        for fen in [RICH, "1r3k1r/8/8/8/8/8/p7/4K3 b hb - 0 1"] {
            let board: Board = fen.parse().unwrap();
            assert!(board.legal_moves().iter().all(|&mv| BookEntry::new(1, mv, 1).is_possible()));
        }
        let possible = |&mv: &u16| BookEntry { key: 0, mv, weight: 1 }.is_possible();
        // Moves of queens and knights, and on each side 8 promotions straight ahead and 14 by
        // capture.
        assert_eq!((0..=u16::MAX).filter(possible).count(), 1_456 + 336 + 4 * 2 * 22);
    }

    #[test]
    fn moves_have_their_documented_codes() {
        let board: Board = RICH.parse().unwrap();
        // In octal: promotion, from rank and file, to rank and file.
        for (text, code) in [
            ("e1g1", 0o0_04_07),
            ("e1c1", 0o0_04_00),
            ("f5g6", 0o0_45_56),
            ("h7h8n", 0o1_67_77),
            ("h7h8b", 0o2_67_77),
            ("h7h8r", 0o3_67_77),
            ("h7g8q", 0o4_67_76),
        ] {
            let entry = BookEntry::new(0, board.parse_move(text).unwrap(), 1);
            assert_eq!(entry.mv, code, "{text}");
        }
    }

    #[test]
    fn entries_are_stored_big_endian_in_field_order() {
        let bytes = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 3, 0x1c, 1, 2, 0, 0, 0, 0];
        let mv = Board::start().parse_move("e2e4").unwrap();
        let entry = BookEntry::new(0x463b_9618_1691_fc9c, mv, 0x0102);
        assert_eq!((BookEntry::from_bytes(bytes), entry.to_bytes()), (entry, bytes));
        // Learning data are ignored.
        let mut learned = bytes;
        learned[12..].fill(7);
        assert_eq!(BookEntry::from_bytes(learned), entry);
    }

    #[test]
    fn illegal_moves_are_rejected() {
        let board: Board = RICH.parse().unwrap();
        let entry = |mv| BookEntry { key: 0, mv, weight: 1 };
        // Castling as a king move of two squares; promotions have the codes 1 to 4.
        assert_eq!(entry(0o0_04_06).legal_move(&board), board.parse_move("e1g1").ok());
        for mv in [0, 0o0_67_77, 0o5_67_77, 0o12_67_77, 0o1_04_07, u16::MAX] {
            assert_eq!(entry(mv).legal_move(&board), None, "{mv:o}");
        }
        let legal = (0..=u16::MAX).filter_map(|mv| entry(mv).legal_move(&board));
        // Each of the two castling moves has two codes.
        assert_eq!(legal.count(), board.legal_moves().len() + 2);
    }
}
