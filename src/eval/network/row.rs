//! Rows of 16-bit numbers, one for each hidden neuron, and all loops over them.
//!
//! The loops are written over arrays of fixed length, which the compiler turns into vector
//! instructions without branches. On x86-64 they are compiled three times, for the build's own
//! instructions, AVX2 and AVX-512, and each call takes the widest that the processor has: one
//! program is fast on every machine.

use super::features::{HIDDEN, QA};

/// The largest activation: 1 in the unit of the accumulators.
const MAX_ACTIVATION: i16 = QA as i16;

/// Number of neurons that are updated at a time.
const BLOCK: usize = 64;
const _: () = assert!(HIDDEN.is_multiple_of(BLOCK));

/// A number for each hidden neuron of a perspective, aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Row([i16; HIDDEN]);

/// The vector instructions that the network's loops are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorInstructions {
    /// Those of the whole program.
    Program,
    /// AVX2, with vectors of 256 bits.
    Avx2,
    /// AVX-512, with vectors of 512 bits.
    Avx512,
}

impl VectorInstructions {
    /// Returns the widest that the processor has.
    #[inline]
    pub fn available() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512bw") {
                return Self::Avx512;
            }
            if is_x86_feature_detected!("avx2") {
                return Self::Avx2;
            }
        }
        Self::Program
    }
}

/// Calls a function of the module for the widest vector instructions of the processor.
macro_rules! widest {
    ($function:ident($($argument:expr),*)) => {{
        #[allow(unsafe_code)]
        match VectorInstructions::available() {
            // SAFETY: the processor has the instructions that the function is compiled for.
            #[cfg(target_arch = "x86_64")]
            VectorInstructions::Avx512 => unsafe { avx512::$function($($argument),*) },
            // SAFETY: the processor has the instructions that the function is compiled for.
            #[cfg(target_arch = "x86_64")]
            VectorInstructions::Avx2 => unsafe { avx2::$function($($argument),*) },
            _ => program::$function($($argument),*),
        }
    }};
}

impl Row {
    /// Returns the row of the first [`HIDDEN`] `numbers`.
    pub(super) fn new(numbers: &[i16]) -> Self {
        Self(std::array::from_fn(|neuron| numbers[neuron]))
    }

    /// Returns the numbers.
    pub(super) fn numbers(&self) -> &[i16; HIDDEN] {
        &self.0
    }

    /// Adds and subtracts the weights of features.
    ///
    /// Sums may wrap around in the middle of an update, but [those of a
    /// position](super::MAX_FEATURE_WEIGHT) do not.
    #[inline]
    pub(super) fn update(&mut self, added: &[&Self], removed: &[&Self]) {
        widest!(update(self, added, removed))
    }

    /// Returns the sum of the activations, clipped to 0 to [`QA`] and squared, times `weights`.
    #[inline]
    pub(super) fn activate(&self, weights: &Self) -> i32 {
        widest!(activate(self, weights))
    }

    fn blocks<const SIZE: usize>(&self) -> &[[i16; SIZE]] {
        self.0.as_chunks().0
    }

    fn blocks_mut<const SIZE: usize>(&mut self) -> &mut [[i16; SIZE]] {
        self.0.as_chunks_mut().0
    }
}

/// Adds and subtracts rows, one block of neurons at a time, so that its sums stay in registers.
#[inline(always)]
fn update(row: &mut Row, added: &[&Row], removed: &[&Row]) {
    for (index, sums) in row.blocks_mut::<BLOCK>().iter_mut().enumerate() {
        let mut changed = *sums;
        for weights in added {
            let weights = &weights.blocks::<BLOCK>()[index];
            changed = std::array::from_fn(|i| changed[i].wrapping_add(weights[i]));
        }
        for weights in removed {
            let weights = &weights.blocks::<BLOCK>()[index];
            changed = std::array::from_fn(|i| changed[i].wrapping_sub(weights[i]));
        }
        *sums = changed;
    }
}

/// Returns the sum of the clipped and squared activations times `weights`, one vector of `SIZE`
/// neurons at a time.
///
/// The squares are never formed. The product of an activation and a weight fits 16 bits;
/// `multiply_add` multiplies it by the activation again and adds results, so that `SUMS` are left
/// of each vector.
#[inline(always)]
fn activate<const SIZE: usize, const SUMS: usize>(
    row: &Row,
    weights: &Row,
    multiply_add: impl Fn([i16; SIZE], [i16; SIZE]) -> [i32; SUMS],
) -> i32 {
    let mut total = [0; SUMS];
    for (sums, weights) in row.blocks::<SIZE>().iter().zip(weights.blocks::<SIZE>()) {
        let clipped = sums.map(|sum| sum.clamp(0, MAX_ACTIVATION));
        let products: [i16; SIZE] = std::array::from_fn(|i| clipped[i] * weights[i]);
        let sums = multiply_add(products, clipped);
        total = std::array::from_fn(|i| total[i] + sums[i]);
    }
    total.iter().sum()
}

/// The loops in the instructions that the whole program is compiled for.
mod program {
    use super::Row;

    #[inline]
    pub(super) fn update(row: &mut Row, added: &[&Row], removed: &[&Row]) {
        super::update(row, added, removed);
    }

    #[inline]
    pub(super) fn activate(row: &Row, weights: &Row) -> i32 {
        super::activate::<64, 1>(row, weights, |products, clipped| {
            let squares = products.iter().zip(&clipped);
            [squares.map(|(&product, &clipped)| i32::from(product) * i32::from(clipped)).sum()]
        })
    }
}

/// The loops in vectors of 256 bits.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::_mm256_madd_epi16;

    use bytemuck::cast;

    use super::Row;

    #[target_feature(enable = "avx2")]
    pub(super) fn update(row: &mut Row, added: &[&Row], removed: &[&Row]) {
        super::update(row, added, removed);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn activate(row: &Row, weights: &Row) -> i32 {
        super::activate::<16, 8>(row, weights, |products, clipped| {
            cast(_mm256_madd_epi16(cast(products), cast(clipped)))
        })
    }
}

/// The loops in vectors of 512 bits.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::_mm512_madd_epi16;

    use bytemuck::cast;

    use super::Row;

    #[target_feature(enable = "avx512bw")]
    pub(super) fn update(row: &mut Row, added: &[&Row], removed: &[&Row]) {
        super::update(row, added, removed);
    }

    #[target_feature(enable = "avx512bw")]
    pub(super) fn activate(row: &Row, weights: &Row) -> i32 {
        super::activate::<32, 16>(row, weights, |products, clipped| {
            cast(_mm512_madd_epi16(cast(products), cast(clipped)))
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::super::features::{MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT};
    use super::*;

    fn random_row(random: &mut StdRng, limit: i16) -> Row {
        Row(std::array::from_fn(|_| random.random_range(-limit..=limit)))
    }

    #[test]
    fn all_vector_instructions_give_the_same_sums() {
        let mut random = StdRng::seed_from_u64(1);
        for count in 0..4 {
            let weights: Vec<Row> =
                (0..2 * count).map(|_| random_row(&mut random, MAX_FEATURE_WEIGHT)).collect();
            let (added, removed) = weights.split_at(count);
            let (added, removed) = (Vec::from_iter(added), Vec::from_iter(removed));
            let start = random_row(&mut random, MAX_FEATURE_WEIGHT);
            let output = random_row(&mut random, MAX_OUTPUT_WEIGHT);
            let (mut expected, mut row) = (start, start);
            program::update(&mut expected, &added, &removed);
            row.update(&added, &removed);
            assert_eq!(row, expected);
            assert_eq!(row.activate(&output), program::activate(&expected, &output));
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                let mut row = start;
                // SAFETY: the processor has AVX2.
                #[allow(unsafe_code)]
                let sum = unsafe {
                    avx2::update(&mut row, &added, &removed);
                    avx2::activate(&row, &output)
                };
                assert_eq!((row, sum), (expected, program::activate(&expected, &output)));
            }
        }
    }
}
