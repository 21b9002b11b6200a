//! Moves as people type them.

use nunatak::board::{
    Board, SUFFIXES, SanPattern, plain_signs, without_en_passant, without_punctuation,
};
use nunatak::types::{Move, MoveList, PieceType, Square};
use thiserror::Error;

use super::typed_error::reason;

/// A move that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypedMove {
    /// A single legal move.
    Move(Move),
    /// The promotions of a pawn: the text does not say to which piece.
    Promotions(Vec<Move>),
}

/// Reasons why a typed move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TypedMoveError {
    /// Text that is not in any notation of moves.
    #[error("'{0}' is not a move")]
    NotAMove(String),
    /// Text that denotes several legal moves.
    #[error("'{text}' is ambiguous: it can be {}", candidates.join(" or "))]
    Ambiguous {
        /// The text of the move.
        text: String,
        /// The moves that it denotes, in standard algebraic notation.
        candidates: Vec<String>,
    },
    /// A move that is not legal.
    #[error("'{text}' is not legal: {reason}")]
    Illegal {
        /// The text of the move.
        text: String,
        /// The rule that it breaks.
        reason: String,
    },
}

/// Returns the legal move of `board` that `text` denotes as people type moves: in algebraic or
/// coordinate notation with or without punctuation, marks, a move number and the right case, such
/// as `nc3`, `b1-c3`, `1. Nc3`, `1) Nc3`, `0-0`, `OO`, `ed5`, `e8Q` or `e8/Q`.
///
/// A complete move in either notation is taken literally. Otherwise, a lower-case `b` is the bishop
/// or the b-file, whichever gives a legal move.
///
/// # Errors
/// [`TypedMoveError`] if `text` denotes no legal move or several, promotions of the same pawn to
/// the same square aside.
pub fn parse_typed_move(board: &Board, text: &str) -> Result<TypedMove, TypedMoveError> {
    let bare = bare(text);
    let moves = candidates(board, &bare);
    let same_squares = |mv: &Move| moves.first().map(squares) == Some(squares(mv));
    match moves.as_slice() {
        [] => Err(match reason(board, &readings(&bare)) {
            Some(reason) => TypedMoveError::Illegal { text: text.to_owned(), reason },
            None => TypedMoveError::NotAMove(text.to_owned()),
        }),
        [mv] => Ok(TypedMove::Move(*mv)),
        several if several.iter().all(same_squares) => Ok(TypedMove::Promotions(moves)),
        several => {
            let candidates = several.iter().map(|&mv| board.san(mv)).collect();
            Err(TypedMoveError::Ambiguous { text: text.to_owned(), candidates })
        }
    }
}

fn squares(mv: &Move) -> (Square, Square) {
    (mv.from(), mv.to())
}

/// Returns `text` without spaces, move number and marks, with plain dashes.
fn bare(text: &str) -> String {
    let text = text.trim();
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = after_digits.len() < text.len()
        && !text.starts_with('0')
        && after_digits.starts_with(|c: char| ['.', '…', ')'].contains(&c) || c.is_whitespace());
    let body = if has_number { after_digits } else { text };
    let body: String = body.chars().filter(|c| !c.is_whitespace()).collect();
    let body = body.trim_start_matches(['.', '…', ')']);
    let body = body.trim_end_matches([',', ';']).trim_end_matches(SUFFIXES);
    plain_signs(without_en_passant(body).trim_end_matches(SUFFIXES)).into_owned()
}

/// Returns the possible readings of `bare` as algebraic notation, the likelier first.
fn readings(bare: &str) -> Vec<String> {
    let lower = bare.to_ascii_lowercase();
    let mut readings = vec![bare.to_owned(), lower.clone()];
    if !is_coordinates(&without_punctuation(&lower)) {
        readings.push(capitalised(&lower));
    }
    readings
}

/// Signs of a capture.
const CAPTURES: [char; 4] = ['x', 'X', ':', '×'];

/// Returns the legal moves that `bare` denotes.
fn candidates(board: &Board, bare: &str) -> Vec<Move> {
    let legal = board.legal_moves();
    let standard = |mv: &&Move| board.san(**mv).trim_end_matches(SUFFIXES) == bare;
    if let Some(&exact) = legal.iter().find(standard) {
        return vec![exact];
    }
    let lower = bare.to_ascii_lowercase();
    // As algebraic notation, `B1c3` is a bishop's move.
    if bare == lower && is_coordinates(&without_punctuation(&lower)) {
        return coordinate_moves(board, &without_punctuation(&lower));
    }
    let mut moves = algebraic_moves(board, &legal, bare);
    // Where a pawn and a bishop can capture, `bxc4` is the pawn's move.
    let is_capture = bare.contains(CAPTURES);
    if bare.starts_with('b') && (!is_capture || moves.is_empty()) {
        moves.extend(algebraic_moves(board, &legal, &capitalised(bare)));
    }
    if moves.is_empty() {
        moves = coordinate_moves(board, &without_punctuation(&lower));
    }
    if moves.is_empty() {
        moves = algebraic_moves(board, &legal, &lower);
        let capitalised = capitalised(&lower);
        if capitalised != lower && (!is_capture || moves.is_empty()) {
            moves.extend(algebraic_moves(board, &legal, &capitalised));
        }
    }
    moves
}

/// Returns the legal moves that match algebraic notation, whose promotion piece may be missing.
fn algebraic_moves(board: &Board, legal: &MoveList, text: &str) -> Vec<Move> {
    let matching = |text: &str| -> Vec<Move> {
        let Some(pattern) = SanPattern::parse(text) else { return Vec::new() };
        legal.iter().copied().filter(|&mv| pattern.matches(board, mv)).collect()
    };
    let complete = matching(text);
    if complete.is_empty() {
        promotions(text).flat_map(|text| matching(&text)).collect()
    } else {
        complete
    }
}

/// Returns the legal moves that match coordinate notation, whose promotion piece may be missing.
fn coordinate_moves(board: &Board, text: &str) -> Vec<Move> {
    if let Ok(mv) = board.parse_move(text) {
        return vec![mv];
    }
    promotions(text).filter_map(|text| board.parse_move(&text).ok()).collect()
}

/// Returns the text of a move with each piece to which a pawn promotes, the queen first.
fn promotions(text: &str) -> impl Iterator<Item = String> {
    PieceType::PROMOTIONS.into_iter().rev().map(move |piece| format!("{text}{}", piece.letter()))
}

/// Returns `text` with its first letter in upper case, which makes it a piece.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string())
        + letters.as_str()
}

/// Whether `text` is two squares, with at most one more character.
fn is_coordinates(text: &str) -> bool {
    let is_square =
        |file: u8, rank: u8| (b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank);
    match *text.as_bytes() {
        [a, b, c, d] | [a, b, c, d, _] => is_square(a, b) && is_square(c, d),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A position with promotions, captures by pawn and bishop on one square, and castling.
    const RICH: &str = "r2q3k/p3P1pp/8/3p4/2pP4/1P6/P5PP/R3KBNR w KQ - 0 1";

    fn typed(fen: &str, text: &str) -> Result<String, String> {
        let board: Board = fen.parse().unwrap();
        match parse_typed_move(&board, text) {
            Ok(TypedMove::Move(mv)) => Ok(board.san(mv)),
            Ok(TypedMove::Promotions(moves)) => {
                Ok(moves.iter().map(|&mv| board.san(mv)).collect::<Vec<_>>().join(" "))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn moves_are_read_as_people_type_them() {
        let start = Board::start().to_string();
        let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let italian = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1";
        let capture = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        let passing = "4k3/8/8/5Pp1/8/8/8/4K3 w - g6 0 1";
        let castling = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        let promotion = "3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1";
        for (fen, texts, san) in [
            (
                &*start,
                "Nc3|nc3|NC3|b1c3|b1-c3|B1C3|Nb1-c3|Nb1c3|N1c3|Nbc3|nb1-c3|1. Nc3|1.Nc3|1 Nc3|1 . nc3|Nc3!?\
                 |N c3|b1 c3|b1–c3|Nc3+|  Nc3\r|1) Nc3|1)nc3|1.) b1c3|Nc3,|nc3!;",
                "Nc3",
            ),
            (&start, "e4|E4|e2e4|e2-e4|E2-E4|e4!|Pe4|-E4|1.e4|1. e2-e4!!", "e4"),
            (black, "e5|1...e5|1... e5|1…e5|1. ... e5|...e5|e7e5", "e5"),
            (
                italian,
                "O-O|o-o|0-0|0-0!|4. 0-0|e1g1|e1-g1|e1h1|O–O|O\u{2011}O|0 - 0|OO|oo|00|4. 00|Oo+",
                "O-O",
            ),
            (castling, "O-O-O|OOO|ooo|000|1) 0-0-0|000!", "O-O-O"),
            (capture, "exd5|ed5|e4d5|e4xd5|e4:d5|EXD5|exd5!", "exd5"),
            (passing, "fxg6|fxg6e.p.!|fxg6!e.p.|f5xg6!e.p.", "fxg6"),
            (
                promotion,
                "e8=Q|e8Q|e8q|e7e8q|e7-e8=Q|e8(Q)|E8Q|e8=q|8. e8=Q!|e8/Q|e7e8/q|8) e8/q",
                "e8=Q",
            ),
            (promotion, "e8n|e7e8n|e8=N", "e8=N"),
            (promotion, "e8|e7e8|e7-e8|E8|e8=|e8!", "e8=Q e8=R e8=B e8=N"),
            (promotion, "ed8|exd8|e7d8|e7xd8", "exd8=Q exd8=R exd8=B exd8=N"),
        ] {
            for text in texts.split('|') {
                assert_eq!(typed(fen, text), Ok(san.to_owned()), "{text} in {fen}");
            }
        }
    }

    #[test]
    fn a_lower_case_b_is_a_pawn_or_a_bishop() {
        let both = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1";
        let bishop = "4k3/8/8/8/2p5/P7/8/4KB2 w - - 0 1";
        let pawn = "4k3/8/8/8/2p5/1P6/8/4KN2 w - - 0 1";
        for (fen, text, san) in [
            (both, "bxc4", "bxc4"),
            (both, "b3c4", "bxc4"),
            (both, "bXc4", "bxc4"),
            (both, "b:c4", "bxc4"),
            (both, "Bc4", "Bxc4"),
            (both, "Bxc4", "Bxc4"),
            (both, "b4", "b4"),
            (bishop, "bc4", "Bxc4"),
            (bishop, "bxc4", "Bxc4"),
            (bishop, "bd3", "Bd3"),
            (pawn, "bc4", "bxc4"),
        ] {
            assert_eq!(typed(fen, text), Ok(san.to_owned()), "{text} in {fen}");
        }
        let error = typed(both, "bc4").unwrap_err();
        assert_eq!(error, "'bc4' is ambiguous: it can be bxc4 or Bxc4");
    }

    #[test]
    fn errors_say_what_was_wrong() {
        let start = Board::start().to_string();
        let pinned = "4k3/8/8/8/1b6/2N5/8/R3K2R w KQ - 0 1";
        let rooks = "4k3/8/8/8/8/8/3K4/R6R w - - 0 1";
        let others = "4k3/8/8/3p4/4P3/5N2/2P5/4K3 w - - 0 1";
        for (fen, text, error) in [
            (&*start, "hello", "'hello' is not a move"),
            (&start, "", "'' is not a move"),
            (&start, "Ra9", "'Ra9' is not a move"),
            (&start, "12.", "'12.' is not a move"),
            (&start, "Nd4", "'Nd4' is not legal: no knight of yours can move to d4"),
            (&start, "nd2", "'nd2' is not legal: no knight of yours can move to d2"),
            (&start, "Bd4", "'Bd4' is not legal: no bishop of yours can move to d4"),
            (&start, "Rd4", "'Rd4' is not legal: no rook of yours can move to d4"),
            (&start, "Qd4", "'Qd4' is not legal: no queen of yours can move to d4"),
            (&start, "Kd4", "'Kd4' is not legal: your king cannot move to d4"),
            (&start, "e5", "'e5' is not legal: no pawn of yours can move to e5"),
            // Another pawn or knight can.
            (others, "cxd5", "'cxd5' is not legal: no pawn of yours on the c-file can move to d5"),
            (others, "dxd5", "'dxd5' is not legal: no pawn of yours on the d-file can move to d5"),
            (others, "N1d4", "'N1d4' is not legal: no knight of yours on rank 1 can move to d4"),
            (others, "Nb1d2", "'Nb1d2' is not legal: no knight of yours on b1 can move to d2"),
            (others, "Kfd2", "'Kfd2' is not legal: no king of yours on the f-file can move to d2"),
            (&start, "e2e5", "'e2e5' is not legal: the pawn on e2 cannot move to e5"),
            (&start, "e7-e5", "'e7-e5' is not legal: the pawn on e7 is Black's"),
            (&start, "e3e4", "'e3e4' is not legal: there is no piece on e3"),
            (&start, "e8=Q", "'e8=Q' is not legal: no pawn of yours can move to e8"),
            (
                &start,
                "e4=Q",
                "'e4=Q' is not legal: a pawn becomes a queen, rook, bishop or knight, on the last rank",
            ),
            (
                &start,
                "0-0",
                "'0-0' is not legal: a piece is in the way, or the king would pass through check or end in it",
            ),
            (
                "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
                "0-0-0",
                "'0-0-0' is not legal: a piece is in the way, or the king would pass through check or end in it",
            ),
            (pinned, "Nd5", "'Nd5' is not legal: it leaves the king in check"),
            // Pawns that are pinned: captures, also en passant, and pushes.
            (
                "4r2k/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
                "exd5",
                "'exd5' is not legal: it leaves the king in check",
            ),
            (
                "4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
                "exd6",
                "'exd6' is not legal: it leaves the king in check",
            ),
            (
                "8/k2p3R/8/8/8/8/8/4K3 b - - 0 1",
                "d5",
                "'d5' is not legal: it leaves the king in check",
            ),
            (
                "rnbqkb1r/pppppppp/8/8/4n3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "e4",
                "'e4' is not legal: no pawn of yours can move to e4",
            ),
            (
                "4k3/8/8/8/8/8/4p3/4K3 b - - 0 1",
                "e1=Q",
                "'e1=Q' is not legal: no pawn of yours can move to e1",
            ),
            (
                "4k3/8/8/8/8/8/4p3/4K3 b - - 0 1",
                "e8=Q",
                "'e8=Q' is not legal: a pawn becomes a queen, rook, bishop or knight, on the last rank",
            ),
            (pinned, "c3d5", "'c3d5' is not legal: it leaves the king in check"),
            (rooks, "Rd1", "'Rd1' is ambiguous: it can be Rad1 or Rhd1"),
            (rooks, "rd1", "'rd1' is ambiguous: it can be Rad1 or Rhd1"),
            (rooks, "O-O", "'O-O' is not legal: there is no right to castle on that side"),
            (
                "4k3/8/8/8/1b6/8/8/R3K2R w KQ - 0 1",
                "O-O",
                "'O-O' is not legal: the king is in check",
            ),
            (
                "4k3/8/8/8/1b6/8/8/R3K2R w KQ - 0 1",
                "Ra2",
                "'Ra2' is not legal: the king would still be in check",
            ),
            (
                "4k3/8/8/8/8/8/r7/4K3 w - - 0 1",
                "Ke2",
                "'Ke2' is not legal: it leaves the king in check",
            ),
        ] {
            assert_eq!(typed(fen, text), Err(error.to_owned()), "{text} in {fen}");
        }
    }

    #[test]
    fn all_moves_are_read_in_both_notations() {
        for fen in [
            RICH,
            "3k2n1/7P/Q3p3/4BPp1/Q1Q4q/8/5B2/R3K2R w KQ g6 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            let board: Board = fen.parse().unwrap();
            for &mv in &board.legal_moves() {
                for text in [board.san(mv), board.move_text(mv, true)] {
                    assert_eq!(parse_typed_move(&board, &text), Ok(TypedMove::Move(mv)), "{text}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_legal_move_or_an_error(
            text in "\\PC*",
            like in "[KQRBNPbkn0Oo1-9. a-h1-8x=+()-]{0,8}",
            often_legal in "[KQRBNPbn]?[a-h]?x?[a-h][1-8]|e7?x?[de]8[=QRn]?",
        ) {
            let board: Board = RICH.parse().unwrap();
            for text in [&text, &like, &often_legal] {
                match parse_typed_move(&board, text) {
                    Ok(TypedMove::Move(mv)) => prop_assert!(board.is_legal(mv)),
                    Ok(TypedMove::Promotions(moves)) => prop_assert_eq!(moves.len(), PieceType::PROMOTIONS.len()),
                    Err(_) => {}
                }
            }
        }
    }
}
