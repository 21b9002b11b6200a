//! Rows of 16-bit numbers, one for each hidden neuron, and all loops over them.
//!
//! On x86-64 there are three versions, in the build's own instructions, AVX2 and AVX-512, and each
//! call takes the widest that the processor has: one program is fast on every machine.

use bytemuck::{Pod, Zeroable};

use super::features::{HIDDEN, QA};

/// The largest activation: 1 in the unit of the accumulators.
const MAX_ACTIVATION: i16 = QA as i16;

/// A number for each hidden neuron of a perspective, aligned to a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [i16; HIDDEN]);

/// The vector instructions that the network's loops are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorInstructions {
    /// The instructions that the whole program is compiled for.
    Program,
    /// AVX2, with vectors of 256 bits.
    Avx2,
    /// AVX-512, with vectors of 512 bits.
    Avx512,
}

impl VectorInstructions {
    /// Returns the widest that the processor has.
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

impl Row {
    /// Adds and subtracts the weights of features. Returns the sum of the resulting activations,
    /// clipped to 0 to [`QA`] and squared, times the weights `output`.
    ///
    /// Sums may wrap around in the middle of an update, but [those of a
    /// position](super::MAX_FEATURE_WEIGHT) do not. The squares are never formed: the product of an
    /// activation and a weight fits 16 bits and is multiplied by the activation again.
    pub(super) fn update(&mut self, added: &[&Self], removed: &[&Self], output: &Self) -> i32 {
        // Gain of the choice: 19 % more nodes per second in a build for x86-64-v2.
        #[allow(unsafe_code)]
        match VectorInstructions::available() {
            // SAFETY: the processor has the instructions that the function is compiled for.
            #[cfg(target_arch = "x86_64")]
            VectorInstructions::Avx512 => unsafe { avx512::update(self, added, removed, output) },
            // SAFETY: the processor has the instructions that the function is compiled for.
            #[cfg(target_arch = "x86_64")]
            VectorInstructions::Avx2 => unsafe { avx2::update(self, added, removed, output) },
            _ => program::update(self, added, removed, output),
        }
    }

    fn blocks<const SIZE: usize>(&self) -> &[[i16; SIZE]] {
        const { assert!(HIDDEN.is_multiple_of(SIZE)) };
        self.0.as_chunks().0
    }

    fn blocks_mut<const SIZE: usize>(&mut self) -> &mut [[i16; SIZE]] {
        self.0.as_chunks_mut().0
    }
}

/// The loops over arrays of fixed length, which the compiler turns into the vector instructions
/// that the whole program is compiled for.
mod program {
    use std::array;

    use super::{MAX_ACTIVATION, Row};

    /// Number of neurons that are updated at a time, so that their sums stay in registers.
    const BLOCK: usize = 64;

    pub(super) fn update(row: &mut Row, added: &[&Row], removed: &[&Row], output: &Row) -> i32 {
        for (index, block) in row.blocks_mut::<BLOCK>().iter_mut().enumerate() {
            let mut sums = *block;
            for weights in added {
                let weights = &weights.blocks::<BLOCK>()[index];
                sums = array::from_fn(|i| sums[i].wrapping_add(weights[i]));
            }
            for weights in removed {
                let weights = &weights.blocks::<BLOCK>()[index];
                sums = array::from_fn(|i| sums[i].wrapping_sub(weights[i]));
            }
            *block = sums;
        }
        let mut total = 0;
        for (sums, weights) in row.blocks::<BLOCK>().iter().zip(output.blocks::<BLOCK>()) {
            let clipped = sums.map(|sum| sum.clamp(0, MAX_ACTIVATION));
            let products: [i16; BLOCK] = array::from_fn(|i| clipped[i] * weights[i]);
            for (product, clipped) in products.into_iter().zip(clipped) {
                total += i32::from(product) * i32::from(clipped);
            }
        }
        total
    }
}

/// Returns the number of vectors of `bytes` bytes in a block: the largest power of two, up to
/// `max`, that divides a row.
#[cfg(target_arch = "x86_64")]
const fn vectors_in_block(bytes: usize, max: usize) -> usize {
    let divisor = 1 << (size_of::<Row>() / bytes).trailing_zeros();
    if divisor < max { divisor } else { max }
}

/// Defines the loops for vectors of one width, given their instructions and the number of vectors
/// that may stay in registers. The more there are, the longer the blocks in which rows are read:
/// with AVX-512 each row is read from its beginning to its end, 6 % more nodes per second than in
/// blocks of 64 neurons.
#[cfg(target_arch = "x86_64")]
macro_rules! define_update {
    ($feature:literal, $vectors:literal) => {
        use std::array;

        use bytemuck::cast;

        use super::{MAX_ACTIVATION, Row, vectors_in_block};

        /// The sums of the neurons that are updated at a time.
        type Block = [Vector; vectors_in_block(size_of::<Vector>(), $vectors)];

        #[target_feature(enable = $feature)]
        pub(super) fn update(row: &mut Row, added: &[&Row], removed: &[&Row], output: &Row) -> i32 {
            const SIZE: usize = size_of::<Block>() / size_of::<i16>();
            let mut total = zero();
            for (index, block) in row.blocks_mut::<SIZE>().iter_mut().enumerate() {
                let read = |row: &Row| -> Block { cast(row.blocks::<SIZE>()[index]) };
                let mut sums: Block = cast(*block);
                for weights in added {
                    let weights = read(weights);
                    sums = array::from_fn(|i| add(sums[i], weights[i]));
                }
                for weights in removed {
                    let weights = read(weights);
                    sums = array::from_fn(|i| subtract(sums[i], weights[i]));
                }
                *block = cast(sums);
                for (sum, weights) in sums.into_iter().zip(read(output)) {
                    let clipped = min(max(sum, zero()), splat(MAX_ACTIVATION));
                    let squares = multiply_add(multiply(clipped, weights), clipped);
                    total = add_32(total, squares);
                }
            }
            let totals: [i32; size_of::<Vector>() / size_of::<i32>()] = cast(total);
            totals.iter().sum()
        }
    };
}

/// The loops in vectors of 256 bits.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m256i as Vector, _mm256_add_epi16 as add, _mm256_add_epi32 as add_32,
        _mm256_madd_epi16 as multiply_add, _mm256_max_epi16 as max, _mm256_min_epi16 as min,
        _mm256_mullo_epi16 as multiply, _mm256_set1_epi16 as splat, _mm256_setzero_si256 as zero,
        _mm256_sub_epi16 as subtract,
    };

    define_update!("avx2", 8);
}

/// The loops in vectors of 512 bits.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::{
        __m512i as Vector, _mm512_add_epi16 as add, _mm512_add_epi32 as add_32,
        _mm512_madd_epi16 as multiply_add, _mm512_max_epi16 as max, _mm512_min_epi16 as min,
        _mm512_mullo_epi16 as multiply, _mm512_set1_epi16 as splat, _mm512_setzero_si512 as zero,
        _mm512_sub_epi16 as subtract,
    };

    define_update!("avx512bw", 16);
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
    fn vector_instructions_of_this_processor_give_the_same_sums() {
        let mut random = StdRng::seed_from_u64(1);
        for count in 0..4 {
            let weights: Vec<Row> =
                (0..2 * count).map(|_| random_row(&mut random, MAX_FEATURE_WEIGHT)).collect();
            let (added, removed) = weights.split_at(count);
            let (added, removed) = (Vec::from_iter(added), Vec::from_iter(removed));
            let start = random_row(&mut random, MAX_FEATURE_WEIGHT);
            let output = random_row(&mut random, MAX_OUTPUT_WEIGHT);
            let (mut expected, mut row) = (start, start);
            let expected_sum = program::update(&mut expected, &added, &removed, &output);
            assert_eq!((row.update(&added, &removed, &output), row), (expected_sum, expected));
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                let mut row = start;
                // SAFETY: the processor has AVX2.
                #[allow(unsafe_code)]
                let sum = unsafe { avx2::update(&mut row, &added, &removed, &output) };
                assert_eq!((sum, row), (expected_sum, expected));
            }
        }
    }
}
