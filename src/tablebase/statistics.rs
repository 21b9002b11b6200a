//! What a table holds, in numbers.

use super::four_men::{FourMen, places_of_kings};
use super::men::board_of;
use super::{Mover, Position, ProbeResult, Table};
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Square};

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
                Some(ProbeResult::Draw) => (&mut statistics.draws, 0),
                Some(ProbeResult::Win(plies)) => (&mut statistics.wins, plies),
                Some(ProbeResult::Loss(plies)) => (&mut statistics.losses, plies),
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

/// How many positions an endgame has and what of them is won, the strong side being White and to
/// move, with its king on a1 to d4. Positions mirrored in a diagonal count each, and so do those in
/// which two equal men change places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wins {
    /// How many positions are legal.
    pub positions: usize,
    /// How many of them are won.
    pub wins: usize,
    /// The most plies to a mate.
    pub longest: usize,
    /// A position with the longest mate.
    pub example: Option<Board>,
}

impl FourMen {
    /// Counts the wins.
    pub fn wins(&self) -> Wins {
        let mut wins = Wins { positions: self.positions, ..Wins::default() };
        let mut longest = None;
        for kings in places_of_kings() {
            for first in Square::all() {
                let won = self.sets(kings, first).fold(Bitboard::EMPTY, |won, set| won | set);
                wins.wins += won.count() as usize;
                for second in won {
                    let plies = self.moves(kings, first, second).map_or(0, |moves| 2 * moves - 1);
                    if plies > wins.longest {
                        wins.longest = plies;
                        longest = Some((kings, first, second));
                    }
                }
            }
        }
        wins.example = longest.and_then(|(kings, first, second)| {
            self.men.board(Color::White, kings, [first, second], Color::White)
        });
        wins
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
