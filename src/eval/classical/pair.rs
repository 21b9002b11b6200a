//! Pairs of a middlegame and an endgame value, packed into one integer.

use std::ops::{Add, AddAssign, Mul, Sub};

use bytemuck::{Pod, Zeroable};

/// Width of each half in bits.
const HALF_BITS: u32 = 16;

/// A middlegame and an endgame value in units, packed into the halves of one integer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Pair(i32);

/// Shorthand for [`Pair::new`] in tables of weights.
pub(super) const fn s(middlegame: i32, endgame: i32) -> Pair {
    Pair::new(middlegame, endgame)
}

impl Pair {
    /// Packs a middlegame and an endgame value, each of which must fit in 16 signed bits.
    #[inline]
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << HALF_BITS) + middlegame)
    }

    /// Returns the middlegame value.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the endgame value.
    #[inline]
    pub const fn endgame(self) -> i32 {
        // Rounding undoes the borrow of a negative lower half.
        ((self.0 + (1 << (HALF_BITS - 1))) >> HALF_BITS) as i16 as i32
    }
}

impl Add for Pair {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Pair {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;

    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_a_pair_are_independent() {
        let values = [-9_000, -300, -1, 0, 1, 250, 9_000];
        for a in values {
            for b in values {
                let pair = s(a, b);
                assert_eq!((pair.middlegame(), pair.endgame()), (a, b));
                let sum = pair + s(b, a) - s(7, -7);
                assert_eq!((sum.middlegame(), sum.endgame()), (a + b - 7, a + b + 7));
                let product = pair * -3;
                assert_eq!((product.middlegame(), product.endgame()), (-3 * a, -3 * b));
            }
        }
    }
}
