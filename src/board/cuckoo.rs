//! Reversible moves, recognised by the XOR of the position keys before and after.
//!
//! A cuckoo hash table of all these differences tells with two lookups whether two positions are
//! one reversible move apart. Source: M. van Kervinck, "The design and implementation of the Rookie
//! 2.0 chess playing program", 2002.

use std::mem;

use super::zobrist;
use crate::types::{Color, PieceType, Square};

/// The number of slots: a power of two that keeps the load factor below one half.
const SLOTS: usize = 8_192;

/// The number of bits by which a key is shifted to choose its second slot.
const SECOND_SLOT_SHIFT: u32 = 16;

static TABLE: CuckooTable = build();

struct CuckooTable {
    /// The differences by slot; 0 for an empty slot. Lookups that find nothing read only these.
    differences: [u64; SLOTS],
    /// The two squares of the move of each difference, in either order.
    squares: [[Square; 2]; SLOTS],
}

/// Returns the two squares of the reversible move that changes a key by `difference`, if there is
/// one.
pub(super) fn squares_of(difference: u64) -> Option<[Square; 2]> {
    let mut slots = slots_of(difference).into_iter();
    let slot = slots.find(|&slot| TABLE.differences[slot] == difference)?;
    Some(TABLE.squares[slot])
}

const fn slots_of(difference: u64) -> [usize; 2] {
    [difference as usize % SLOTS, (difference >> SECOND_SLOT_SHIFT) as usize % SLOTS]
}

const fn build() -> CuckooTable {
    let mut table =
        CuckooTable { differences: [0; SLOTS], squares: [[Square::from_index(0); 2]; SLOTS] };
    let mut number = 0;
    while number < PieceType::COUNT * Square::COUNT * Square::COUNT {
        let piece_type = PieceType::ALL[number / (Square::COUNT * Square::COUNT)];
        let first = Square::from_index((number / Square::COUNT % Square::COUNT) as u8);
        let squares = [first, Square::from_index((number % Square::COUNT) as u8)];
        if squares[0].index() < squares[1].index() && reaches(piece_type, squares) {
            let white = zobrist::reversible_move(Color::White, piece_type, squares);
            let black = zobrist::reversible_move(Color::Black, piece_type, squares);
            insert(&mut table, white, squares);
            insert(&mut table, black, squares);
        }
        number += 1;
    }
    table
}

/// Whether a non-pawn piece can move between two different squares of an empty board.
const fn reaches(piece_type: PieceType, [a, b]: [Square; 2]) -> bool {
    let (files, ranks) = (a.file_distance(b), a.rank_distance(b));
    let is_diagonal = files == ranks;
    let is_straight = files == 0 || ranks == 0;
    match piece_type {
        PieceType::Knight => files * ranks == 2,
        PieceType::Bishop => is_diagonal,
        PieceType::Rook => is_straight,
        PieceType::Queen => is_diagonal || is_straight,
        PieceType::King => a.distance(b) == 1,
        PieceType::Pawn => false,
    }
}

/// Inserts a difference into one of its two slots. An entry that it displaces moves to its other
/// slot, and so on.
const fn insert(table: &mut CuckooTable, mut difference: u64, mut squares: [Square; 2]) {
    let [mut slot, _] = slots_of(difference);
    while difference != 0 {
        mem::swap(&mut table.differences[slot], &mut difference);
        mem::swap(&mut table.squares[slot], &mut squares);
        let [first, second] = slots_of(difference);
        slot = if slot == first { second } else { first };
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Board;
    use super::*;
    use crate::types::MoveKind;

    /// The number of reversible moves of either colour, a move and its reverse counted once.
    const REVERSIBLE_MOVES: usize = 3_668;

    #[test]
    fn every_reversible_move_is_found_and_no_other() {
        assert_eq!(
            TABLE.differences.iter().filter(|&&difference| difference != 0).count(),
            REVERSIBLE_MOVES
        );
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            for mv in board.legal_moves() {
                let next = board.make(mv);
                let reversible = mv.kind() == MoveKind::Normal
                    && !board.is_tactical(mv)
                    && board.piece_type_on(mv.from()) != Some(PieceType::Pawn)
                    && next.castling() == board.castling();
                let found = squares_of(board.key() ^ next.key());
                assert_eq!(found.is_some(), reversible, "{mv:?} in {board}");
                if let Some(squares) = found {
                    assert!(squares == [mv.from(), mv.to()] || squares == [mv.to(), mv.from()]);
                }
            }
        }
    }
}
