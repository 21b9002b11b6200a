//! Writing FENs.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;

use crate::board::position::Board;
use crate::types::{Bitboard, CastlingRights, Color, File, PieceType, Rank, Square, Wing};

impl fmt::Display for Board {
    /// Writes the position as X-FEN, or as Shredder-FEN in the alternate form `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write_rank(self, rank, f)?;
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        write!(f, " {} ", self.side_to_move())?;
        write_castling(self, f)?;
        match self.en_passant() {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmove_clock(), self.fullmove_number())
    }
}

fn write_rank(board: &Board, rank: Rank, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut empty_squares = 0;
    for file in File::ALL {
        match board.piece_on(Square::new(file, rank)) {
            None => empty_squares += 1,
            Some(piece) => {
                if empty_squares > 0 {
                    write!(f, "{empty_squares}")?;
                }
                empty_squares = 0;
                write!(f, "{piece}")?;
            }
        }
    }
    if empty_squares > 0 {
        write!(f, "{empty_squares}")?;
    }
    Ok(())
}

fn write_castling(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
