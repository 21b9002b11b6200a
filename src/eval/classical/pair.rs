//! Pairs of a middlegame and an endgame value: the weights of all terms, how their use is recorded,
//! and how they are declared in named groups.

use std::ops::{Add, AddAssign, Mul, Range, Sub};

use bytemuck::{Pod, Zeroable};

use crate::types::{Color, Side};

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
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << HALF_BITS) + middlegame)
    }

    /// Returns the middlegame value.
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the endgame value.
    pub const fn endgame(self) -> i32 {
        // Rounding undoes the borrow of a negative lower half.
        ((self.0 + (1 << (HALF_BITS - 1))) >> HALF_BITS) as i16 as i32
    }
}

impl Add for Pair {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Pair {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Self;

    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

/// A receiver of every weight that an evaluation applies.
pub trait Recorder {
    /// Records that `weight`, one of the [`WEIGHTS`](super::WEIGHTS), was applied `count` times to
    /// `color`.
    fn record(&self, color: Color, weight: &'static Pair, count: i32);

    /// Applies `weight` to `S` `count` times: records it and returns the product.
    fn add<S: Side>(&self, weight: &'static Pair, count: i32) -> Pair {
        self.record(S::COLOR, weight, count);
        *weight * count
    }
}

/// A recorder that does nothing, at no cost.
pub(super) struct NoRecorder;

impl Recorder for NoRecorder {
    fn record(&self, _: Color, _: &'static Pair, _: i32) {}
}

/// Declares `Weights`, a struct of all weights; `WEIGHTS`, their values; and `GROUPS`, their names
/// and places.
macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $name:ident: $shape:ty = $value:expr;)+) => {
        /// All weights of the hand-crafted evaluation, in groups of pairs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
        #[repr(C)]
        pub struct Weights {
            $($(#[doc = $doc])+ pub $name: $shape,)+
        }

        impl Weights {
            /// The number of weights, each a pair.
            pub const COUNT: usize = size_of::<Self>() / size_of::<Pair>();

            /// Returns all weights, group by group.
            pub fn as_slice(&self) -> &[Pair] {
                bytemuck::cast_slice(std::slice::from_ref(self))
            }

            /// Returns the index of one of the [`WEIGHTS`] in [`Self::as_slice`].
            pub fn index_of(weight: &'static Pair) -> usize {
                // The address of a weight gives its index in the one static list.
                let start = ::std::ptr::from_ref(&WEIGHTS).addr();
                (::std::ptr::from_ref(weight).addr() - start) / size_of::<Pair>()
            }

            /// Returns all weights, group by group, for modification.
            pub fn as_mut_slice(&mut self) -> &mut [Pair] {
                bytemuck::cast_slice_mut(std::slice::from_mut(self))
            }
        }

        /// The weights in use.
        pub static WEIGHTS: Weights = Weights { $($name: $value,)+ };

        /// The groups of [`Weights`], in their order.
        pub static GROUPS: &[$crate::eval::classical::pair::Group] = &[
            $($crate::eval::classical::pair::Group {
                name: stringify!($name),
                range: {
                    let start = ::std::mem::offset_of!(Weights, $name) / size_of::<Pair>();
                    start..start + size_of::<$shape>() / size_of::<Pair>()
                },
            },)+
        ];
    };
}
pub(super) use weights;

/// A group of weights of one kind, a field of [`Weights`](super::Weights).
#[derive(Clone, Debug)]
pub struct Group {
    /// The name of the field.
    pub name: &'static str,
    /// The indices of its weights in [`Weights::as_slice`](super::Weights::as_slice).
    pub range: Range<usize>,
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
