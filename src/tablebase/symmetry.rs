//! Placements of the kings, and reflections of the board; tables hold one of several mirror images.

use crate::attacks::king_attacks;
use crate::types::{Bitboard, File, Rank, Square};

/// Length of a side of the board.
const SIDE: usize = File::ALL.len();
/// Half the length of a side of the board.
const HALF: usize = SIDE / 2;

/// A reflection of the board: the bits that change in the index of every square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reflection(u8);

impl Reflection {
    /// The reflection that leaves the board as it is.
    pub(super) const NONE: Self = Self(0);
    /// The bits that swap the a-file with the h-file and so on.
    const FILES: u8 = 0o07;
    /// The bits that swap the first rank with the eighth and so on.
    const RANKS: u8 = 0o70;

    /// Returns the reflection that brings a strong king on `king` to the files a to d and, without
    /// pawns, to the ranks 1 to 4.
    pub(super) fn for_king(king: Square, has_pawn: bool) -> Self {
        let files = if king.file() < File::E { 0 } else { Self::FILES };
        let ranks = if has_pawn || king.rank() < Rank::Fifth { 0 } else { Self::RANKS };
        Self(files | ranks)
    }

    /// Returns the number of mirror images that a position of a table stands for.
    pub(super) const fn images(has_pawn: bool) -> usize {
        if has_pawn { 2 } else { 4 }
    }

    /// Reflects a square.
    pub(super) fn square(self, square: Square) -> Square {
        Square::from_index(square.index() as u8 ^ self.0)
    }

    /// Reflects a set of squares.
    pub(super) fn set(self, set: Bitboard) -> Bitboard {
        let mut bits = set.0;
        if self.0 & Self::FILES != 0 {
            bits = bits.reverse_bits().swap_bytes();
        }
        if self.0 & Self::RANKS != 0 {
            bits = bits.swap_bytes();
        }
        Bitboard(bits)
    }
}

/// The squares of the kings, the strong one where [`Reflection::for_king`] brings it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kings {
    pub(super) strong: Square,
    pub(super) weak: Square,
}

impl Kings {
    /// Returns all placements of kings that are not adjacent.
    pub(super) fn all(has_pawn: bool) -> impl Iterator<Item = Self> {
        let is_canonical =
            move |king: &Square| Reflection::for_king(*king, has_pawn) == Reflection::NONE;
        Square::all().filter(is_canonical).flat_map(|strong| {
            let apart = !(king_attacks(strong) | strong.into());
            apart.into_iter().map(move |weak| Self { strong, weak })
        })
    }

    /// Reflects the kings so that the strong one is where tables hold it; returns them with the
    /// reflection.
    pub(super) fn reflected([strong, weak]: [Square; 2], has_pawn: bool) -> (Self, Reflection) {
        let reflection = Reflection::for_king(strong, has_pawn);
        let [strong, weak] = [strong, weak].map(|king| reflection.square(king));
        (Self { strong, weak }, reflection)
    }

    /// Returns the number of values of [`Kings::index`].
    pub(super) const fn count(has_pawn: bool) -> usize {
        SIDE * SIDE / Reflection::images(has_pawn) * Square::COUNT
    }

    /// Returns the index of this placement, below [`Kings::count`].
    pub(super) fn index(self) -> usize {
        let strong = self.strong.rank().index() * HALF + self.strong.file().index();
        strong * Square::COUNT + self.weak.index()
    }

    /// Returns the squares of both kings.
    pub(super) fn set(self) -> Bitboard {
        Bitboard::from(self.strong) | self.weak.into()
    }
}
