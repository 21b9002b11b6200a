//! Position keys of Polyglot books.

use super::random_numbers::{CASTLING, EN_PASSANT, PIECES, WHITE_TO_MOVE};
use crate::board::Board;
use crate::types::{Color, PieceType, Wing};

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
