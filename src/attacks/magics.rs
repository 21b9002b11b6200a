//! Slider attacks from magic bitboards.
//!
//! A magic number multiplies the relevant occupancy of a square so that the high bits of the
//! product index a table of attack sets. The table is filled at compile time. Source: the "fancy
//! magic bitboards" of Lasse Hansen and Pradyumna Kannan.

use super::magic_numbers;
use super::rays::{Slider, line_attacks, ray_attacks};
use crate::types::{Bitboard, File, Rank, Square};

/// The constants that index the attack sets of a slider on a square.
struct Magic {
    /// The relevant occupancy.
    mask: u64,
    /// The magic number.
    magic: u64,
    /// The index of the first attack set of the square.
    start: u32,
    /// The right shift of the product, which leaves one bit per square of the mask.
    shift: u32,
}

impl Magic {
    /// Returns the index of the attack set for `occupied`.
    const fn index(&self, occupied: Bitboard) -> usize {
        let product = (occupied.0 & self.mask).wrapping_mul(self.magic);
        self.start as usize + (product >> self.shift) as usize
    }
}

/// The number of attack sets of bishops: the sum over all squares of 2 to the size of the mask.
const BISHOP_SETS: usize = 5_248;
/// The number of attack sets of rooks.
const ROOK_SETS: usize = 102_400;
const TABLE_SIZE: usize = BISHOP_SETS + ROOK_SETS;

/// The records of bishops and of rooks by square.
static MAGICS: [[Magic; Square::COUNT]; 2] = [
    magic_records(Slider::Bishop, &magic_numbers::BISHOP, 0),
    magic_records(Slider::Rook, &magic_numbers::ROOK, BISHOP_SETS as u32),
];

static ATTACKS: [Bitboard; TABLE_SIZE] = {
    let mut table = [Bitboard::EMPTY; TABLE_SIZE];
    fill(&mut table, Slider::Bishop);
    fill(&mut table, Slider::Rook);
    table
};

/// Returns the squares whose occupancy affects the attacks of `slider` from `square`: its rays
/// without their last squares, which cannot block anything.
pub const fn relevant_occupancy(slider: Slider, square: Square) -> Bitboard {
    let ranks = (Bitboard::from_rank(Rank::First).0 | Bitboard::from_rank(Rank::Eighth).0)
        & !Bitboard::from_rank(square.rank()).0;
    let files = (Bitboard::from_file(File::A).0 | Bitboard::from_file(File::H).0)
        & !Bitboard::from_file(square.file()).0;
    Bitboard(ray_attacks(slider, square, Bitboard::EMPTY).0 & !(ranks | files))
}

/// Returns the magic records of a slider whose attack sets begin at index `start` of the table.
const fn magic_records(
    slider: Slider,
    magics: &[u64; Square::COUNT],
    mut start: u32,
) -> [Magic; Square::COUNT] {
    let mut records = [const { Magic { mask: 0, magic: 0, start: 0, shift: 0 } }; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mask = relevant_occupancy(slider, Square::from_index(square as u8));
        records[square] =
            Magic { mask: mask.0, magic: magics[square], start, shift: 64 - mask.count() };
        start += 1 << mask.count();
        square += 1;
    }
    records
}

/// Writes the attack sets of a slider into the table.
const fn fill(table: &mut [Bitboard; TABLE_SIZE], slider: Slider) {
    let [first_line, second_line] = slider.lines();
    let mut square = 0;
    while square < Square::COUNT {
        // The two lines of a slider are independent, and the product of a joint occupancy is the
        // sum of the products of both lines. So the sets of each line are computed once and then
        // joined.
        let record = &MAGICS[slider as usize][square];
        let (first_sets, first_count) = line_sets(first_line, square, record);
        let (second_sets, second_count) = line_sets(second_line, square, record);
        let mut i = 0;
        while i < first_count {
            let (first_product, first_attacks) = first_sets[i];
            let mut j = 0;
            while j < second_count {
                let (second_product, second_attacks) = second_sets[j];
                let index = first_product.wrapping_add(second_product) >> record.shift;
                table[record.start as usize + index as usize] =
                    Bitboard(first_attacks | second_attacks);
                j += 1;
            }
            i += 1;
        }
        square += 1;
    }
}

/// The maximum number of occupancies of a line, which has at most six squares within a mask.
const LINE_SETS: usize = 1 << 6;

/// Returns the product with the magic number and the attack set for each occupancy of a line within
/// the mask, and the number of these occupancies.
const fn line_sets(line: usize, square: usize, record: &Magic) -> ([(u64, u64); LINE_SETS], usize) {
    let from = Square::from_index(square as u8);
    let line_mask = line_attacks(line, from, Bitboard::EMPTY).0 & record.mask;
    let mut sets = [(0, 0); LINE_SETS];
    let mut count = 0;
    let mut occupied = 0_u64;
    loop {
        let attacks = line_attacks(line, from, Bitboard(occupied)).0;
        sets[count] = (occupied.wrapping_mul(record.magic), attacks);
        count += 1;
        // Carry-rippler: the next subset of the mask.
        occupied = occupied.wrapping_sub(line_mask) & line_mask;
        if occupied == 0 {
            return (sets, count);
        }
    }
}

/// Returns the squares that `slider` on `square` attacks, given `occupied`.
pub fn slider_attacks(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
    ATTACKS[MAGICS[slider as usize][square.index()].index(occupied)]
}

/// Returns the squares that a bishop on `square` attacks, given `occupied`.
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks(Slider::Bishop, square, occupied)
}

/// Returns the squares that a rook on `square` attacks, given `occupied`.
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks(Slider::Rook, square, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns slider attacks by walking square by square, independently of all tables.
    fn walk(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
        let steps = match slider {
            Slider::Bishop => [(1, 1), (1, -1), (-1, 1), (-1, -1)],
            Slider::Rook => [(1, 0), (-1, 0), (0, 1), (0, -1)],
        };
        let mut attacks = 0_u64;
        for (files, ranks) in steps {
            let (mut file, mut rank) = (square.file().index() as i32, square.rank().index() as i32);
            loop {
                (file, rank) = (file + files, rank + ranks);
                if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                    break;
                }
                let bit = 1 << (rank * 8 + file);
                attacks |= bit;
                if occupied.0 & bit != 0 {
                    break;
                }
            }
        }
        Bitboard(attacks)
    }

    #[test]
    fn tables_match_a_walk_for_every_occupancy() {
        let mut checked = 0;
        for slider in [Slider::Bishop, Slider::Rook] {
            for square in Square::all() {
                for occupied in relevant_occupancy(slider, square).subsets() {
                    let expected = walk(slider, square, occupied);
                    assert_eq!(slider_attacks(slider, square, occupied), expected);
                    // Occupancy outside the mask must not matter.
                    let noise = !relevant_occupancy(slider, square) & !expected;
                    assert_eq!(slider_attacks(slider, square, occupied | noise), expected);
                    checked += 1;
                }
            }
        }
        assert_eq!(checked, TABLE_SIZE);
    }
}
