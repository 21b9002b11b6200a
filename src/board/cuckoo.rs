//! Which pairs of positions lie one reversible move apart, by their keys alone.
//!
//! Two positions that differ by one such move have keys that differ by a number which tells the
//! move. A table of all these numbers needs two looks for an answer (cuckoo hashing). Source: M. van
//! Kervinck, "The design and implementation of the Rookie 2.0 chess playing program", 2002.

use super::zobrist;
use crate::types::{Color, PieceType, Square};

/// More than twice as many as there are moves.
const SLOTS: usize = 8_192;

/// The difference of keys, and the two squares in any order.
type Slot = (u64, [u8; 2]);

static TABLE: [Slot; SLOTS] = build();

/// The squares between which a man has moved, if `difference` is that of two keys one reversible
/// move apart.
#[inline]
pub(super) fn squares_of(difference: u64) -> Option<[Square; 2]> {
    let slots = [first_slot(difference), second_slot(difference)];
    let (_, squares) =
        slots.map(|slot| TABLE[slot]).into_iter().find(|slot| slot.0 == difference)?;
    Some(squares.map(Square::from_index))
}

const fn first_slot(key: u64) -> usize {
    key as usize % SLOTS
}

const fn second_slot(key: u64) -> usize {
    (key >> 16) as usize % SLOTS
}

const fn build() -> [Slot; SLOTS] {
    let mut table = [(0, [0; 2]); SLOTS];
    let mut man = PieceType::Knight as usize;
    while man <= PieceType::King as usize {
        let mut pair = 0;
        while pair < Square::COUNT * Square::COUNT {
            let (a, b) = ((pair / Square::COUNT) as u8, (pair % Square::COUNT) as u8);
            if a < b && reaches(man, a, b) {
                let squares = [Square::from_index(a), Square::from_index(b)];
                insert(&mut table, zobrist::move_difference(Color::White, man, squares), [a, b]);
                insert(&mut table, zobrist::move_difference(Color::Black, man, squares), [a, b]);
            }
            pair += 1;
        }
        man += 1;
    }
    table
}

/// Whether the piece type of index `man` goes from `a` to `b` on an empty board.
const fn reaches(man: usize, a: u8, b: u8) -> bool {
    let files = (a % 8).abs_diff(b % 8);
    let ranks = (a / 8).abs_diff(b / 8);
    let diagonal = files == ranks;
    let straight = files == 0 || ranks == 0;
    match man {
        1 => files * ranks == 2,
        2 => diagonal,
        3 => straight,
        4 => diagonal || straight,
        _ => files <= 1 && ranks <= 1,
    }
}

/// Puts a difference in one of its two slots; what was there moves to its other slot, and so on.
const fn insert(table: &mut [Slot; SLOTS], difference: u64, squares: [u8; 2]) {
    let mut homeless = (difference, squares);
    let mut slot = first_slot(difference);
    while homeless.0 != 0 {
        let resident = table[slot];
        table[slot] = homeless;
        homeless = resident;
        slot = match slot == first_slot(homeless.0) {
            true => second_slot(homeless.0),
            false => first_slot(homeless.0),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::Board;
    use super::*;
    use crate::types::MoveKind;

    #[test]
    fn every_reversible_move_is_known_and_no_other() {
        assert_eq!(TABLE.iter().filter(|slot| slot.0 != 0).count(), 3_668);
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
