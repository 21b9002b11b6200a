//! Slider attacks by magic multiplication, from one table that is expanded at compile time.

use super::magic_numbers;
use super::rays::{Slider, line_attacks, ray_attacks};
use crate::types::{Bitboard, File, Rank, Square};

/// What it takes to index the attack sets of one slider on one square.
struct Magic {
    /// The squares whose occupancy matters.
    mask: u64,
    /// The factor.
    magic: u64,
    /// Where the sets of this square begin in the table.
    start: u32,
    /// How far the product is shifted, so that as many bits remain as the mask has.
    shift: u32,
}

impl Magic {
    #[inline]
    const fn index(&self, occupied: Bitboard) -> usize {
        let product = (occupied.0 & self.mask).wrapping_mul(self.magic);
        self.start as usize + (product >> self.shift) as usize
    }
}

/// The number of attack sets: over all squares, the sum of two to the size of the mask.
const BISHOP_SETS: usize = 5_248;
const ROOK_SETS: usize = 102_400;
const TABLE_SIZE: usize = BISHOP_SETS + ROOK_SETS;

const BISHOP_RECORDS: [Magic; Square::COUNT] =
    magic_records(Slider::Bishop, &magic_numbers::BISHOP, 0);
const ROOK_RECORDS: [Magic; Square::COUNT] =
    magic_records(Slider::Rook, &magic_numbers::ROOK, BISHOP_SETS as u32);

static BISHOP_MAGICS: [Magic; Square::COUNT] = BISHOP_RECORDS;
static ROOK_MAGICS: [Magic; Square::COUNT] = ROOK_RECORDS;

static ATTACKS: [Bitboard; TABLE_SIZE] = {
    let mut table = [Bitboard::EMPTY; TABLE_SIZE];
    fill(&mut table, Slider::Bishop, &BISHOP_RECORDS);
    fill(&mut table, Slider::Rook, &ROOK_RECORDS);
    table
};

/// The squares whose occupancy changes what `slider` on `square` attacks: its rays without their
/// last squares, behind which nothing stands.
pub const fn relevant_occupancy(slider: Slider, square: Square) -> Bitboard {
    let ranks = (Bitboard::from_rank(Rank::First).0 | Bitboard::from_rank(Rank::Eighth).0)
        & !Bitboard::from_rank(square.rank()).0;
    let files = (Bitboard::from_file(File::A).0 | Bitboard::from_file(File::H).0)
        & !Bitboard::from_file(square.file()).0;
    Bitboard(ray_attacks(slider, square, Bitboard::EMPTY).0 & !(ranks | files))
}

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

const fn fill(
    table: &mut [Bitboard; TABLE_SIZE],
    slider: Slider,
    records: &[Magic; Square::COUNT],
) {
    let [first_line, second_line] = slider.lines();
    let mut square = 0;
    while square < Square::COUNT {
        // Neither line of a slider disturbs the other, and their occupancies add up without a carry:
        // so the sets of the lines are computed once and only joined for each occupancy of both.
        let record = &records[square];
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

/// For each occupancy of one line within the mask: its product with the magic, and what the slider
/// attacks on that line. A line has at most six squares within the mask. The second part of the
/// result is the number of occupancies.
const fn line_sets(line: usize, square: usize, record: &Magic) -> ([(u64, u64); 64], usize) {
    let from = Square::from_index(square as u8);
    let line_mask = line_attacks(line, from, Bitboard::EMPTY).0 & record.mask;
    let mut sets = [(0, 0); 64];
    let mut count = 0;
    let mut occupied = 0_u64;
    loop {
        let attacks = line_attacks(line, from, Bitboard(occupied)).0;
        sets[count] = (occupied.wrapping_mul(record.magic), attacks);
        count += 1;
        // The carry-rippler: the next subset of the mask.
        occupied = occupied.wrapping_sub(line_mask) & line_mask;
        if occupied == 0 {
            return (sets, count);
        }
    }
}

/// The squares that a bishop on `square` attacks when the men stand on `occupied`.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    ATTACKS[BISHOP_MAGICS[square.index()].index(occupied)]
}

/// The squares that a rook on `square` attacks when the men stand on `occupied`.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    ATTACKS[ROOK_MAGICS[square.index()].index(occupied)]
}

/// The squares that a slider of either kind attacks; a queen attacks as both.
#[inline]
pub fn slider_attacks(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
    match slider {
        Slider::Bishop => bishop_attacks(square, occupied),
        Slider::Rook => rook_attacks(square, occupied),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks square by square, with nothing in common with the tables.
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
    fn every_occupancy_of_every_square_agrees_with_a_walk() {
        let mut checked = 0;
        for slider in [Slider::Bishop, Slider::Rook] {
            for square in Square::all() {
                for occupied in relevant_occupancy(slider, square).subsets() {
                    let expected = walk(slider, square, occupied);
                    assert_eq!(slider_attacks(slider, square, occupied), expected);
                    // Men on the square itself and on the edges must not matter.
                    let noise = !relevant_occupancy(slider, square) & !expected;
                    assert_eq!(slider_attacks(slider, square, occupied | noise), expected);
                    checked += 1;
                }
            }
        }
        assert_eq!(checked, TABLE_SIZE);
    }
}
