//! The search for magic numbers by trial and error.
//!
//! A magic number maps the relevant occupancy of a square to an index: the high bits of their
//! product select an attack set in a table. Source: the "fancy magic bitboards" of Lasse Hansen and
//! Pradyumna Kannan.

use std::fmt::Write;

use nunatak::attacks::{Slider, ray_attacks, relevant_occupancy};
use nunatak::types::{Bitboard, Square};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// Number of magic numbers in a row of the source text.
const ROW: usize = 4;

/// Returns the source text of the engine's file of magic numbers, found from `seed`.
pub fn source(seed: u64) -> String {
    let mut text = format!("//! Written by `nunatak-workshop magics --seed {seed}`.\n");
    for (name, slider) in [("BISHOP", Slider::Bishop), ("ROOK", Slider::Rook)] {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\n#[rustfmt::skip]\npub(super) const {name}: [u64; 64] = [");
        for row in find_magics(slider, seed).chunks(ROW) {
            let row: Vec<_> = row.iter().map(|&magic| grouped_hex(magic) + ",").collect();
            let _ = writeln!(text, "    {}", row.join(" "));
        }
        text.push_str("];\n");
    }
    text
}

/// Returns 16 hexadecimal digits in groups of four.
fn grouped_hex(number: u64) -> String {
    let group = |shift: u32| number >> shift & 0xffff;
    format!("0x{:04x}_{:04x}_{:04x}_{:04x}", group(48), group(32), group(16), group(0))
}

/// Finds a magic number for every square. The same seed gives the same numbers.
fn find_magics(slider: Slider, seed: u64) -> [u64; Square::COUNT] {
    let mut random = StdRng::seed_from_u64(seed);
    let mut magics = [0; Square::COUNT];
    for square in Square::all() {
        magics[square.index()] = find_magic(slider, square, &mut random);
    }
    magics
}

fn find_magic(slider: Slider, square: Square, random: &mut StdRng) -> u64 {
    let mask = relevant_occupancy(slider, square);
    let table: Vec<_> =
        mask.subsets().map(|occupied| (occupied, ray_attacks(slider, square, occupied))).collect();
    let shift = 64 - mask.count();

    // Each slot records the trial that filled it, so that no trial has to clear the table.
    let mut slots = vec![(0, Bitboard::EMPTY); table.len()];
    let mut trial = 0;
    loop {
        // The conjunction has about eight bits set: sparse numbers collide less often.
        let magic = random.next_u64() & random.next_u64() & random.next_u64();
        trial += 1;
        let is_magic = table.iter().all(|&(occupied, attacks)| {
            let slot = &mut slots[(occupied.0.wrapping_mul(magic) >> shift) as usize];
            let is_free = slot.0 != trial;
            if is_free {
                *slot = (trial, attacks);
            }
            // Occupancies with the same attack set may share a slot.
            is_free || slot.1 == attacks
        });
        if is_magic {
            return magic;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_determines_the_magics() {
        let magics = find_magics(Slider::Bishop, 7);
        assert_eq!(magics, find_magics(Slider::Bishop, 7));
        assert_ne!(magics, find_magics(Slider::Bishop, 8));
    }
}
