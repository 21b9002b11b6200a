//! The castling field of a FEN: the letters of X-FEN and of Shredder-FEN.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;

use super::error::FenErrorReason;
use crate::board::position::Board;
use crate::types::{Bitboard, CastlingRights, Color, File, Piece, PieceType, Square, Wing};

/// Returns the square of the rook that a letter of the castling field stands for, unless the letter
/// repeats one of `rights`.
pub(super) fn castling_rook(
    letter: char,
    pieces: &[(Square, Piece)],
    rights: CastlingRights,
) -> Result<Square, FenErrorReason> {
    let color = Color::of_letter(letter);
    let on_back_rank = |piece_type| {
        let squares = File::ALL.map(|file| Square::new(file, color.back_rank())).into_iter();
        squares.filter(move |&square| pieces.contains(&(square, Piece { color, piece_type })))
    };
    let king = on_back_rank(PieceType::King).next();
    let mut rooks = on_back_rank(PieceType::Rook);
    let (rook, wing) = match letter.to_ascii_lowercase() {
        // X-FEN: the outermost rook on that side of the king.
        'k' => (rooks.next_back(), Some(Wing::King)),
        'q' => (rooks.next(), Some(Wing::Queen)),
        lower => {
            let file = File::from_letter(lower).ok_or(FenErrorReason::CastlingLetter(letter))?;
            (rooks.find(|rook| rook.file() == file), None)
        }
    };
    match (king, rook) {
        (Some(king), Some(rook)) if wing.is_none_or(|wing| wing == Wing::of(king, rook)) => {
            match rights.rook(color, king, Wing::of(king, rook)) {
                Some(_) => Err(FenErrorReason::CastlingTwice(letter)),
                None => Ok(rook),
            }
        }
        _ => Err(FenErrorReason::CastlingPieces(letter)),
    }
}

/// Writes the castling rights as X-FEN, or as Shredder-FEN in the alternate form.
pub(super) fn write_castling(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if board.castling() == CastlingRights::NONE {
        return f.write_str("-");
    }
    for color in Color::ALL {
        for wing in Wing::ALL {
            if let Some(rook) = board.castling().rook(color, board.king(color), wing) {
                let letter = if f.alternate() {
                    rook.file().letter()
                } else {
                    x_fen_letter(board, color, wing, rook)
                };
                write!(f, "{}", color.cased(letter))?;
            }
        }
    }
    Ok(())
}

/// Returns the lower-case letter of a castling rook in X-FEN.
fn x_fen_letter(board: &Board, color: Color, wing: Wing, rook: Square) -> char {
    let back_rank = Bitboard::from_rank(color.back_rank());
    let rooks = board.colored_pieces(color, PieceType::Rook) & back_rank;
    let (outermost, letter) = match wing {
        Wing::King => (rooks.last(), 'k'),
        Wing::Queen => (rooks.first(), 'q'),
    };
    if outermost == Some(rook) { letter } else { rook.file().letter() }
}
