//! Finds magic factors by trial.
//!
//! A magic multiplies the relevant occupancy of a square so that its high bits index a table of
//! attack sets. Source: the "fancy magic bitboards" of Lasse Hansen and Pradyumna Kannan.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use nunatak::attacks::{Slider, ray_attacks, relevant_occupancy};
use nunatak::types::{Bitboard, Square};

/// A magic for every square, found with a generator of random numbers that starts from `seed`.
/// The same seed gives the same magics.
pub fn find_magics(slider: Slider, seed: u64) -> [u64; Square::COUNT] {
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

    // Each slot remembers the trial that filled it, so that no trial has to clear the table.
    let mut slots = vec![(0, Bitboard::EMPTY); table.len()];
    let mut trial = 0;
    loop {
        // Three random numbers and-ed leave about eight bits set: such factors collide less often.
        let magic = random.next_u64() & random.next_u64() & random.next_u64();
        trial += 1;
        let unique = table.iter().all(|&(occupied, attacks)| {
            let slot = &mut slots[(occupied.0.wrapping_mul(magic) >> shift) as usize];
            let free = slot.0 != trial;
            if free {
                *slot = (trial, attacks);
            }
            // Two occupancies may share a slot when they attack the same squares.
            free || slot.1 == attacks
        });
        if unique {
            return magic;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        let magics = find_magics(Slider::Bishop, 7);
        assert_eq!(magics, find_magics(Slider::Bishop, 7));
        assert_ne!(magics, find_magics(Slider::Bishop, 8));
    }
}
