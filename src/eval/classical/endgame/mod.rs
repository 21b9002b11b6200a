//! Formulas for endgames with few pieces, which evaluate them better than the terms do.

mod against_pawn;
mod drawn;
mod mates;
#[cfg(test)]
mod tests;

use self::against_pawn::{queen_against_pawn, rook_against_pawn};
use self::drawn::{rook_against_bishop, rook_against_knight, two_knights};
use self::mates::{bare_king, bishop_and_knight, queen_against_rook};
use crate::board::{Board, Material};
use crate::types::{Bitboard, Color, PieceType};

/// The largest number of pieces, kings included, of the [`ENDGAMES`].
const MAX_PIECES: u32 = 4;

/// The minimum number of knights that can mate a bare king without other pieces.
const MATING_KNIGHTS: u32 = 3;

/// A function that returns the value of an endgame in units from the view of the given,
/// stronger side.
type Evaluate = fn(&Board, Color) -> i32;

/// A known endgame: the material of both sides besides the kings, and its formula.
struct Endgame {
    strong: Material,
    weak: Material,
    evaluate: Evaluate,
}

impl Endgame {
    const fn new(strong: &str, weak: &str, evaluate: Evaluate) -> Self {
        Self {
            strong: Material::from_letters(strong).expect("letters of pieces"),
            weak: Material::from_letters(weak).expect("letters of pieces"),
            evaluate,
        }
    }
}

/// The endgames with a formula of their own.
static ENDGAMES: [Endgame; 7] = [
    Endgame::new("BN", "", bishop_and_knight),
    Endgame::new("NN", "", two_knights),
    Endgame::new("R", "N", rook_against_knight),
    Endgame::new("R", "B", rook_against_bishop),
    Endgame::new("R", "P", rook_against_pawn),
    Endgame::new("Q", "P", queen_against_pawn),
    Endgame::new("Q", "R", queen_against_rook),
];

/// Returns the value of `board` in units from White's view if it is a known endgame.
#[inline]
pub(super) fn value(board: &Board) -> Option<i32> {
    let [white, black] = Color::ALL.map(|color| board.color(color).has_many());
    if white && black && board.occupied().count() > MAX_PIECES {
        return None;
    }
    known_value(board)
}

#[cold]
fn known_value(board: &Board) -> Option<i32> {
    let material = Color::ALL.map(|color| Material::of(board, color));
    Color::ALL.into_iter().find_map(|strong| {
        let [own, opposing] = [strong, !strong].map(|color| material[color.index()]);
        let endgame =
            ENDGAMES.iter().find(|endgame| own == endgame.strong && opposing == endgame.weak);
        let value = match endgame {
            Some(endgame) => (endgame.evaluate)(board, strong),
            None if opposing == Material::BARE_KING && can_mate(board, strong) => {
                bare_king(board, strong)
            }
            None => return None,
        };
        Some(strong.sign() * value)
    })
}

/// Whether `strong` can mate a bare king: with a major piece, bishops of both colours, bishop and
/// knight, or three knights.
fn can_mate(board: &Board, strong: Color) -> bool {
    let pieces = |piece_type| board.colored_pieces(strong, piece_type);
    let bishops = pieces(PieceType::Bishop);
    let knights = pieces(PieceType::Knight).count();
    (pieces(PieceType::Rook) | pieces(PieceType::Queen)).is_nonempty()
        || bishops.intersects(Bitboard::DARK_SQUARES) && bishops.intersects(!Bitboard::DARK_SQUARES)
        || bishops.is_nonempty() && knights > 0
        || knights >= MATING_KNIGHTS
}
