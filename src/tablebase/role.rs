//! The roles of the two sides in an endgame.

use crate::types::Color;

/// A side of an endgame: the one that may win, or its opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Role {
    /// The side that wins where it can force mate.
    Strong,
    /// The side that cannot win according to the table.
    Weak,
}

impl Role {
    /// Both roles, in index order.
    pub(super) const ALL: [Self; 2] = [Self::Strong, Self::Weak];

    /// Returns 0 for the strong side, 1 for the weak side.
    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// Returns the role of `color` if `strong` is the strong side.
    pub(super) fn of(color: Color, strong: Color) -> Self {
        if color == strong { Self::Strong } else { Self::Weak }
    }

    /// Returns the colour of this role if `strong` is the strong side.
    pub(super) fn color(self, strong: Color) -> Color {
        match self {
            Self::Strong => strong,
            Self::Weak => !strong,
        }
    }

    /// Returns the plies to mate with this role to move, given the number of moves of the strong
    /// side.
    pub(super) const fn plies(self, moves: usize) -> usize {
        match self {
            Self::Strong => 2 * moves - 1,
            Self::Weak => 2 * moves,
        }
    }

    /// Returns the role of the other side.
    pub(super) const fn opponent(self) -> Self {
        match self {
            Self::Strong => Self::Weak,
            Self::Weak => Self::Strong,
        }
    }
}
