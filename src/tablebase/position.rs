//! Positions of the tables, and boards made from them.

use super::endgame::Endgame;
use super::role::Role;
use crate::board::Board;
use crate::types::{Color, File, Rank, Square};

/// The squares of the pieces of an endgame, seen with White as the strong side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) strong_king: Square,
    pub(super) weak_king: Square,
    pub(super) first: Square,
    pub(super) second: Option<Square>,
}

impl Position {
    /// Returns the position of `board`, which has this endgame with `strong` as the strong side.
    pub(super) fn of(board: &Board, endgame: Endgame, strong: Color) -> Option<Self> {
        let (first, second) = endgame.squares(board, strong)?;
        let position =
            Self { strong_king: board.king(strong), weak_king: board.king(!strong), first, second };
        Some(position.map(|square| square.relative_to(strong)))
    }

    /// Applies `change` to each square.
    pub(super) fn map(self, change: impl Fn(Square) -> Square) -> Self {
        Self {
            strong_king: change(self.strong_king),
            weak_king: change(self.weak_king),
            first: change(self.first),
            second: self.second.map(change),
        }
    }

    /// Returns the board with `strong` as the strong side and `mover` to move, if it is legal.
    pub(super) fn board(self, endgame: Endgame, strong: Color, mover: Role) -> Option<Board> {
        let position = self.map(|square| square.relative_to(strong));
        let letter = |role: Role, letter| role.color(strong).cased(letter);
        let mut pieces = vec![
            (letter(Role::Strong, 'k'), position.strong_king),
            (letter(Role::Weak, 'k'), position.weak_king),
            (letter(Role::Strong, endgame.first.letter()), position.first),
        ];
        if let (Some((owner, piece)), Some(square)) = (endgame.second, position.second) {
            pieces.push((letter(owner, piece.letter()), square));
        }
        board_of(&pieces, mover.color(strong))
    }
}

/// Returns the board with the given pieces, named as in FEN, and `side` to move, or `None` if it is
/// not legal or two pieces are on the same square.
pub(crate) fn board_of(pieces: &[(char, Square)], side: Color) -> Option<Board> {
    let letter_on = |square| {
        pieces.iter().find(|(_, place)| *place == square).map_or('1', |&(letter, _)| letter)
    };
    let rank = |rank| -> String {
        File::ALL.into_iter().map(|file| letter_on(Square::new(file, rank))).collect()
    };
    let ranks: Vec<String> = Rank::ALL.into_iter().rev().map(rank).collect();
    let board: Board = format!("{} {side} - - 0 1", ranks.join("/")).parse().ok()?;
    (board.occupied().count() as usize == pieces.len()).then_some(board)
}
