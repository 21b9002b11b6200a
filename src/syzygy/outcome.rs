//! Results of probes in the tables.

/// The result of best play, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The side to move loses.
    Loss,
    /// The side to move loses, but the fifty-move rule makes it a draw.
    BlessedLoss,
    /// The game is drawn.
    Draw,
    /// The side to move wins, but the fifty-move rule makes it a draw.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl Outcome {
    /// Returns the outcome from the view of the other side.
    pub fn of_opponent(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }

    /// Returns [`Outcome::Win`], [`Outcome::Draw`] or [`Outcome::Loss`] with or without the
    /// fifty-move rule.
    pub fn under(self, fifty_move_rule: bool) -> Self {
        match self {
            Self::CursedWin | Self::BlessedLoss if fifty_move_rule => Self::Draw,
            Self::CursedWin => Self::Win,
            Self::BlessedLoss => Self::Loss,
            certain => certain,
        }
    }
}

/// The value of a root move, from the view of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The result under the current half-move clock.
    pub outcome: Outcome,
    /// Plies to the next capture or pawn move, this move included, with best play of both sides; 0
    /// in a draw, and from [`CURSED`](Self::CURSED) on if the fifty-move rule intervenes. It may be
    /// too small: by 1 because of rounding, or where a double push can be captured en passant.
    pub distance: u32,
}

impl MoveValue {
    /// The least distance of wins and losses that the fifty-move rule makes draws.
    pub const CURSED: u32 = 101;
}
