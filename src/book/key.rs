//! The key by which a Polyglot book finds a position.

use super::random_numbers::{CASTLING, EN_PASSANT, MEN, WHITE_TO_MOVE};
use crate::board::Board;
use crate::types::{Color, PieceType, Wing};

/// The key of `board` in a Polyglot book. It has nothing to do with [`Board::key`].
///
/// Polyglot counts an en-passant file when a pawn stands beside the one that has just passed, a
/// board only when that pawn may legally capture. So where the capture would leave the king in
/// check, the key is not Polyglot's, and what a book of another program says of the position is not
/// found. Openings hardly ever come to that.
#[allow(clippy::indexing_slicing)] // By a square and a file, which cannot leave their tables.
pub fn book_key(board: &Board) -> u64 {
    let mut key = match board.side_to_move() {
        Color::White => WHITE_TO_MOVE,
        Color::Black => 0,
    };
    for (piece_type, of_both) in PieceType::ALL.into_iter().zip(&MEN) {
        for (color, numbers) in [Color::Black, Color::White].into_iter().zip(of_both) {
            for square in board.colored_pieces(color, piece_type) {
                key ^= numbers[square.index()];
            }
        }
    }
    for (color, of_both) in Color::ALL.into_iter().zip(&CASTLING) {
        for (wing, number) in Wing::ALL.into_iter().zip(of_both) {
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

    /// The examples of the description of the format.
    #[test]
    fn keys_are_the_published_ones() {
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
    fn rights_of_chess960_count_by_wing() {
        let key = |fen: &str| book_key(&fen.parse().unwrap());
        let chess = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        let inner = "4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1";
        let rooks = MEN[3][1][7] ^ MEN[3][1][5];
        assert_eq!(key(chess) ^ key(inner), rooks);
    }

    #[test]
    fn a_pinned_pawn_beside_the_one_that_passed_does_not_count() {
        let key = |fen: &str| book_key(&fen.parse().unwrap());
        let pinned = "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1";
        assert_eq!(key(pinned), key(&pinned.replace("d3", "-")));
    }
}
