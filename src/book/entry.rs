//! Entries of a Polyglot book, and the keys of their positions.

use super::random_numbers::{CASTLING, EN_PASSANT, PIECES, WHITE_TO_MOVE};
use crate::board::Board;
use crate::types::{Color, Move, PieceType, Square, Wing};

/// A book move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The [`book_key`] of the position.
    pub key: u64,
    /// The move: from the lowest bit on, three bits each for the file and rank of the to square,
    /// the file and rank of the from square, and the promotion piece (0 none, 1 knight to 4 queen).
    /// Castling is king takes rook.
    pub mv: u16,
    /// The quality or frequency of the move relative to the other moves of the position.
    pub weight: u16,
    /// Learning data of other programs; ignored.
    pub learn: u32,
}

impl BookEntry {
    /// The size of an entry in a file, in bytes.
    pub const BYTES: usize = 16;

    /// Creates an entry for the move `mv` in the position with `key`.
    pub fn new(key: u64, mv: Move, weight: u16) -> Self {
        Self { key, mv: encode(mv), weight, learn: 0 }
    }

    /// Decodes an entry: its fields in order, as big-endian numbers.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let bits = u128::from_be_bytes(bytes);
        Self {
            key: (bits >> 64) as u64,
            mv: (bits >> 48) as u16,
            weight: (bits >> 32) as u16,
            learn: bits as u32,
        }
    }

    /// Encodes the entry; the inverse of [`BookEntry::from_bytes`].
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let bits = u128::from(self.key) << 64
            | u128::from(self.mv) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        bits.to_be_bytes()
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

/// Encodes a move. Castling is king takes rook in [`Move`] too.
pub(super) fn encode(mv: Move) -> u16 {
    let promotion = PieceType::PROMOTIONS.iter().position(|&to| Some(to) == mv.promoted_to());
    let code = promotion.map_or(0, |index| index as u16 + 1);
    code << 12 | (mv.from().index() as u16) << 6 | mv.to().index() as u16
}

/// Returns the key of `board` in a Polyglot book, which is unrelated to [`Board::key`].
///
/// Polyglot hashes the en-passant file if an opposing pawn stands beside the pawn that has just
/// advanced two squares; a [`Board`] has an en-passant square only if the capture is legal. If the
/// capture would expose the king, the keys differ, and the entries of other programs are not found.
/// This hardly occurs in openings.
#[allow(clippy::indexing_slicing)] // Squares and files index tables of their own size.
pub fn book_key(board: &Board) -> u64 {
    let mut key = match board.side_to_move() {
        Color::White => WHITE_TO_MOVE,
        Color::Black => 0,
    };
    for (piece_type, by_color) in PieceType::ALL.into_iter().zip(&PIECES) {
        for (color, numbers) in [Color::Black, Color::White].into_iter().zip(by_color) {
            for square in board.colored_pieces(color, piece_type) {
                key ^= numbers[square.index()];
            }
        }
    }
    for (color, by_wing) in Color::ALL.into_iter().zip(&CASTLING) {
        for (wing, number) in Wing::ALL.into_iter().zip(by_wing) {
            if board.castling().rook(color, board.king(color), wing).is_some() {
                key ^= number;
            }
        }
    }
    if let Some(square) = board.en_passant() {
        key ^= EN_PASSANT[square.file().index()];
    }
    key
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
        let possible = |&mv: &u16| BookEntry { key: 0, mv, weight: 1, learn: 0 }.is_possible();
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
            assert_eq!(encode(board.parse_move(text).unwrap()), code, "{text}");
        }
    }

    #[test]
    fn entries_are_stored_big_endian_in_field_order() {
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
    fn illegal_moves_are_rejected() {
        let board: Board = RICH.parse().unwrap();
        let entry = |mv| BookEntry { key: 0, mv, weight: 1, learn: 0 };
        // Castling as a king move of two squares; promotions have the codes 1 to 4.
        assert_eq!(entry(0o0_04_06).legal_move(&board), board.parse_move("e1g1").ok());
        for mv in [0, 0o0_67_77, 0o5_67_77, 0o12_67_77, 0o1_04_07, u16::MAX] {
            assert_eq!(entry(mv).legal_move(&board), None, "{mv:o}");
        }
        let legal = (0..=u16::MAX).filter_map(|mv| entry(mv).legal_move(&board));
        // Each of the two castling moves has two codes.
        assert_eq!(legal.count(), board.legal_moves().len() + 2);
    }

    /// The examples in the description of the format.
    #[test]
    fn keys_match_the_published_examples() {
        for (moves, key) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            let play = |board: Board, text| board.make(board.parse_move(text).unwrap());
            let board = moves.split_whitespace().fold(Board::start(), play);
            assert_eq!(book_key(&board), key, "{moves}");
            assert_eq!(book_key(&board.to_string().parse().unwrap()), key, "{board}");
        }
    }

    #[test]
    fn chess960_castling_rights_are_hashed_by_wing() {
        let key = |fen: &str| book_key(&fen.parse().unwrap());
        let chess = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        let inner = "4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1";
        let rooks = PIECES[3][1][7] ^ PIECES[3][1][5];
        assert_eq!(key(chess) ^ key(inner), rooks);
    }

    #[test]
    fn illegal_en_passant_captures_are_not_hashed() {
        let key = |fen: &str| book_key(&fen.parse().unwrap());
        let pinned = "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1";
        assert_eq!(key(pinned), key(&pinned.replace("d3", "-")));
    }
}
