//! Numbers of positions in a table, and its longest mates.

use super::position::Position;
use super::role::Role;
use super::symmetry::{Kings, Reflection};
use super::table::Table;
use crate::board::Board;
use crate::types::Color;

/// The positions of a [`Table`] with one side to move. Mirror images count separately, and so do
/// positions in which two equal pieces are swapped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Number of legal positions.
    pub positions: usize,
    /// Number of positions that the strong side wins.
    pub decided: usize,
    /// Length of the longest mate in plies.
    pub longest: usize,
    /// A position with the longest mate.
    pub example: Option<Board>,
}

impl Table {
    /// Counts the positions with White as the strong side and `color` to move.
    pub fn statistics(&self, color: Color) -> Statistics {
        let (endgame, mover) = (self.endgame(), Role::of(color, Color::White));
        let images = Reflection::images(endgame.has_pawn());
        let mut statistics = Statistics::default();
        let (mut longest, mut example) = (None, None);
        for kings in Kings::all(endgame.has_pawn()) {
            for lane in 0..endgame.lane_count() {
                let second = endgame.second_square(lane);
                let known = self.distances(mover).known(kings, lane);
                let legal = endgame.legal(mover, kings, second);
                statistics.positions += images * legal.count() as usize;
                statistics.decided += images * known.count() as usize;
                for first in known {
                    let moves = self.distances(mover).get(kings, lane, first);
                    if moves > longest {
                        longest = moves;
                        let Kings { strong: strong_king, weak: weak_king } = kings;
                        example = Some(Position { strong_king, weak_king, first, second });
                    }
                }
            }
        }
        statistics.longest = longest.map_or(0, |moves| mover.plies(moves));
        statistics.example =
            example.and_then(|position| position.board(endgame, Color::White, mover));
        statistics
    }
}
