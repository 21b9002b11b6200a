//! Which men an endgame of four has, and boards of few men.

use super::origins::attackers;
use crate::board::Board;
use crate::types::{Bitboard, Color, File, PieceType, Rank, Square};

/// The men of an endgame beside the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    /// A man of the strong side, which wins where this can be forced.
    pub first: PieceType,
    /// A man of either side.
    pub second: PieceType,
    /// Whether the second man helps the weak king. If not, neither man mates alone.
    pub is_second_weak: bool,
}

impl Men {
    /// The endgames that have a table.
    pub const ALL: [Self; 4] = {
        use PieceType::{Bishop, Knight, Queen, Rook};
        [
            Self { first: Bishop, second: Knight, is_second_weak: false },
            Self { first: Bishop, second: Bishop, is_second_weak: false },
            Self { first: Queen, second: Rook, is_second_weak: true },
            Self { first: Rook, second: Knight, is_second_weak: true },
        ]
    };

    /// Letters of the men, those of the strong side first.
    pub fn name(self) -> String {
        let [first, second] =
            [self.first, self.second].map(|man| man.letter().to_ascii_uppercase());
        if self.is_second_weak {
            format!("K{first}K{second}")
        } else {
            format!("K{first}{second}K")
        }
    }

    /// Which of [`Men::ALL`] are on `board`.
    pub(super) fn place_of(board: &Board) -> Option<usize> {
        let has_four = board.occupied().count() == 4;
        Self::ALL.iter().position(|men| has_four && men.strong_side(board).is_some())
    }

    /// Which side is the strong one, if the men on `board` are these.
    pub(super) fn strong_side(self, board: &Board) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.squares(board, color).is_some())
    }

    /// Where the first and the second man stand, if they are those of `board`. Of two equal men the
    /// second is the one on the higher square.
    pub(super) fn squares(self, board: &Board, strong: Color) -> Option<[Square; 2]> {
        let owner = if self.is_second_weak { !strong } else { strong };
        let men = [(strong, self.first), (owner, self.second)];
        let sets = men.map(|(color, man)| board.colored_pieces(color, man));
        let kings = board.pieces(PieceType::King);
        let [first, second] = [sets[0].first()?, sets[1].last()?];
        let are_all = board.occupied() == kings | first.into() | second.into();
        (are_all && first != second).then_some([first, second])
    }

    /// From where the second man attacks a king on `square`, if it is (`weak`) the weak side's.
    pub(super) fn second_attackers(self, square: Square, others: Bitboard, weak: bool) -> Bitboard {
        if self.is_second_weak == weak {
            attackers(self.second, square, others)
        } else {
            Bitboard::EMPTY
        }
    }

    /// The board with `strong` to have the first man and `side` to move, if it is legal.
    pub(super) fn board(
        self,
        strong: Color,
        kings: [Square; 2],
        men: [Square; 2],
        side: Color,
    ) -> Option<Board> {
        let owner = if self.is_second_weak { !strong } else { strong };
        board_of(
            &[
                (strong.cased('k'), kings[0]),
                ((!strong).cased('k'), kings[1]),
                (strong.cased(self.first.letter()), men[0]),
                (owner.cased(self.second.letter()), men[1]),
            ],
            side,
        )
    }
}

/// The board with these men, named as in FEN, and `side` to move. `None` if it is not legal or two
/// of them stand on one square.
pub(crate) fn board_of(men: &[(char, Square)], side: Color) -> Option<Board> {
    let letter = |square| men.iter().find(|man| man.1 == square).map_or('1', |man| man.0);
    let rank = |rank| -> String {
        File::ALL.into_iter().map(|file| letter(Square::new(file, rank))).collect()
    };
    let ranks: Vec<String> = Rank::ALL.into_iter().rev().map(rank).collect();
    let board: Board = format!("{} {side} - - 0 1", ranks.join("/")).parse().ok()?;
    (board.occupied().count() as usize == men.len()).then_some(board)
}
