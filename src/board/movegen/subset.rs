//! Subsets of the legal moves, as types.

use crate::types::Bitboard;

/// A subset of the legal moves, chosen at compile time.
pub(in crate::board) trait Subset {
    /// Whether captures, en passant captures and promotions belong to the subset.
    const TACTICAL: bool;
    /// Whether all other moves belong to the subset.
    const QUIET: bool;

    /// Returns the to squares of non-pawn moves, given the pieces of both sides.
    fn targets(us: Bitboard, them: Bitboard) -> Bitboard;
}

/// All legal moves.
pub(in crate::board) struct All;

/// Captures, en passant captures and promotions.
pub(super) struct Tactical;

/// Moves that are neither captures nor promotions.
pub(super) struct Quiet;

impl Subset for All {
    const TACTICAL: bool = true;
    const QUIET: bool = true;

    #[inline]
    fn targets(us: Bitboard, _them: Bitboard) -> Bitboard {
        !us
    }
}

impl Subset for Tactical {
    const TACTICAL: bool = true;
    const QUIET: bool = false;

    #[inline]
    fn targets(_us: Bitboard, them: Bitboard) -> Bitboard {
        them
    }
}

impl Subset for Quiet {
    const TACTICAL: bool = false;
    const QUIET: bool = true;

    #[inline]
    fn targets(us: Bitboard, them: Bitboard) -> Bitboard {
        !(us | them)
    }
}
