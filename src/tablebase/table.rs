//! The table of one endgame, with the exact distance to mate of every position.

use super::distances::Distances;
use super::endgame::Endgame;
use super::position::Position;
use super::retrograde::analyse;
use super::role::Role;
use super::symmetry::Kings;
use crate::board::Board;
use crate::types::Color;

/// The result of best play by both sides, from the view of the side to move. Distances are in
/// plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeResult {
    /// The side to move mates in this odd number of plies.
    Win(usize),
    /// Neither side can force mate.
    Draw,
    /// The side to move is mated in this even number of plies; 0 in checkmate.
    Loss(usize),
}

/// All positions of an endgame with their distances to mate.
pub struct Table {
    endgame: Endgame,
    /// Moves to the mate of the weak side, by the role to move.
    distances: [Distances; 2],
}

impl Table {
    /// Generates the table of `endgame` from the tables of its conversions.
    pub(super) fn new(endgame: Endgame, conversions: &[&Self]) -> Self {
        let losses: Vec<_> =
            conversions.iter().map(|table| &table.distances[Role::Weak.index()]).collect();
        Self { endgame, distances: analyse(endgame, &losses) }
    }

    /// Returns the endgame of this table.
    pub fn endgame(&self) -> Endgame {
        self.endgame
    }

    /// Returns the result of `board`, which has the endgame of this table with `strong` as the
    /// strong side.
    ///
    /// `None` if the weak side has a piece and is neither lost nor stalemated: then it may even
    /// win.
    pub(super) fn probe(&self, board: &Board, strong: Color) -> Option<ProbeResult> {
        let mover = Role::of(board.side_to_move(), strong);
        let position = Position::of(board, self.endgame, strong)?;
        if let Some(moves) = self.moves(mover, position) {
            let plies = mover.plies(moves);
            return Some(match mover {
                Role::Strong => ProbeResult::Win(plies),
                Role::Weak => ProbeResult::Loss(plies),
            });
        }
        let may_weak_win =
            self.endgame.is_second(Role::Weak) && (mover == Role::Strong || board.has_legal_move());
        (!may_weak_win).then_some(ProbeResult::Draw)
    }

    /// Returns the number of moves to mate with `mover` to move, or `None` without a forced mate.
    pub(super) fn moves(&self, mover: Role, position: Position) -> Option<usize> {
        let kings = [position.strong_king, position.weak_king];
        let (kings, reflection) = Kings::reflected(kings, self.endgame.has_pawn());
        let lane = position.second.map_or(0, |second| reflection.square(second).index());
        self.distances(mover).get(kings, lane, reflection.square(position.first))
    }

    /// Returns the distances with `mover` to move.
    pub(super) fn distances(&self, mover: Role) -> &Distances {
        &self.distances[mover.index()]
    }
}
