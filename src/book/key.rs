//! The keys of positions in a book.

use crate::board::Board;
use crate::types::{Color, Piece, Wing};

/// The random numbers of the keys, in their published order: of the pieces on their squares by
/// type, colour (Black first) and square, then of the castling rights, of the files of en-passant
/// captures, and of White to move.
static RANDOM_NUMBERS: [u64; WHITE_TO_MOVE + 1] = parse(include_bytes!("random_numbers.txt"));

const CASTLING: usize = 6 * 2 * 64;
const EN_PASSANT: usize = CASTLING + 4;
const WHITE_TO_MOVE: usize = EN_PASSANT + 8;

/// Reads hexadecimal numbers of 16 digits.
#[allow(clippy::indexing_slicing)] // A wrong index is an error of the compiler.
const fn parse<const N: usize>(text: &[u8]) -> [u64; N] {
    let mut numbers = [0; N];
    let mut digits = 0;
    let mut at = 0;
    while at < text.len() {
        if let Some(digit) = (text[at] as char).to_digit(16) {
            numbers[digits / 16] = numbers[digits / 16] << 4 | digit as u64;
            digits += 1;
        }
        at += 1;
    }
    assert!(digits == 16 * N);
    numbers
}

/// Returns the key of `board` in a Polyglot book, which is unrelated to [`Board::key`].
///
/// Polyglot hashes the en-passant file if an opposing pawn stands beside the pawn that has just
/// advanced two squares; a [`Board`] has an en-passant square only if the capture is legal. If the
/// capture would expose the king, the keys differ, and the entries of other programs are not found.
/// This hardly occurs in openings.
#[allow(clippy::indexing_slicing)] // All numbers are below 781.
pub fn book_key(board: &Board) -> u64 {
    let mut key = 0;
    let mut hash = |number: usize| key ^= RANDOM_NUMBERS[number];
    for square in board.occupied() {
        if let Some(Piece { color, piece_type }) = board.piece_on(square) {
            hash(64 * (2 * piece_type.index() + (!color).index()) + square.index());
        }
    }
    for color in Color::ALL {
        for (index, wing) in Wing::ALL.into_iter().enumerate() {
            if board.castling().rook(color, board.king(color), wing).is_some() {
                hash(CASTLING + 2 * color.index() + index);
            }
        }
    }
    if let Some(square) = board.en_passant() {
        hash(EN_PASSANT + square.file().index());
    }
    if board.side_to_move() == Color::White {
        hash(WHITE_TO_MOVE);
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE_ROOKS: usize = 64 * 7;

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
        let rooks = RANDOM_NUMBERS[WHITE_ROOKS + 7] ^ RANDOM_NUMBERS[WHITE_ROOKS + 5];
        assert_eq!(key(chess) ^ key(inner), rooks);
    }
}
