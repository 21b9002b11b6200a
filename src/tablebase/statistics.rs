//! What a table holds, in numbers.

use super::{Mover, Outcome, Position, Table};
use crate::board::Board;
use crate::types::{Color, File, PieceType, Rank, Square};

/// The outcomes of all positions of a [`Table`] with one side to move, from its view. Mirrored
/// positions count each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Won positions.
    pub wins: usize,
    /// Drawn positions.
    pub draws: usize,
    /// Lost positions.
    pub losses: usize,
    /// The most plies to a mate.
    pub longest: usize,
    /// A position with the longest mate.
    pub example: Option<Board>,
}

impl Statistics {
    /// How many positions are legal.
    pub fn positions(&self) -> usize {
        self.wins + self.draws + self.losses
    }
}

impl Table {
    /// Counts the outcomes of all positions in which `color` is to move and White has the man.
    pub fn statistics(&self, color: Color) -> Statistics {
        let mut statistics = Statistics::default();
        let mut longest = None;
        let mover = if color == Color::White { Mover::Strong } else { Mover::Weak };
        for position in Position::all(mover) {
            let (count, plies) = match self.outcome(position) {
                None => continue,
                Some(Outcome::Draw) => (&mut statistics.draws, 0),
                Some(Outcome::Win(plies)) => (&mut statistics.wins, plies),
                Some(Outcome::Loss(plies)) => (&mut statistics.losses, plies),
            };
            *count += 1;
            if plies > statistics.longest {
                statistics.longest = plies;
                longest = Some(position);
            }
        }
        statistics.example = longest.and_then(|position| position.board(self.man));
        statistics
    }
}

impl Position {
    /// All positions with `mover` to move, legal or not.
    pub(super) fn all(mover: Mover) -> impl Iterator<Item = Self> {
        let kings = Square::all().flat_map(|strong| Square::all().map(move |weak| (strong, weak)));
        kings.flat_map(move |(strong_king, weak_king)| {
            Square::all().map(move |man| Self { strong_king, weak_king, man, mover })
        })
    }

    /// The position with White as the side that has `man`, if it is legal.
    pub(super) fn board(self, man: PieceType) -> Option<Board> {
        let man = Color::White.cased(man.letter());
        let men = [('K', self.strong_king), ('k', self.weak_king), (man, self.man)];
        let side = match self.mover {
            Mover::Strong => Color::White,
            Mover::Weak => Color::Black,
        };
        board_of(&men, side)
    }
}

/// The board with these men, named as in FEN, and `side` to move. `None` if it is not legal or two
/// of them stand on one square.
pub(super) fn board_of(men: &[(char, Square)], side: Color) -> Option<Board> {
    let letter = |square| men.iter().find(|man| man.1 == square).map_or('1', |man| man.0);
    let rank = |rank| -> String {
        File::ALL.into_iter().map(|file| letter(Square::new(file, rank))).collect()
    };
    let ranks: Vec<String> = Rank::ALL.into_iter().rev().map(rank).collect();
    let board: Board = format!("{} {side} - - 0 1", ranks.join("/")).parse().ok()?;
    (board.occupied().count() as usize == men.len()).then_some(board)
}
