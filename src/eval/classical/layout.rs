//! The declaration of the weights as a struct, as a flat list of pairs, and in named groups.

use super::pair::Pair;

/// Declares `Weights`, a struct of all weights; `WEIGHTS`, their values; and `GROUPS`, their names
/// and shapes.
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

            /// Returns all weights, group by group, for modification.
            pub fn as_mut_slice(&mut self) -> &mut [Pair] {
                bytemuck::cast_slice_mut(std::slice::from_mut(self))
            }
        }

        /// The weights in use.
        pub static WEIGHTS: Weights = Weights { $($name: $value,)+ };

        /// The groups of [`Weights`], in their order.
        pub static GROUPS: &[$crate::eval::Group] = &[
            $($crate::eval::Group {
                name: stringify!($name),
                doc: &[$($doc),+],
                dimensions:
                    <$shape as $crate::eval::classical::layout::Shape>::DIMENSIONS,
                start: ::std::mem::offset_of!(Weights, $name) / size_of::<Pair>(),
            },)+
        ];
    };
}
pub(super) use weights;

/// A group of weights of one kind, a field of [`Weights`](super::Weights).
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of the field.
    pub name: &'static str,
    /// The lines of the field's documentation.
    pub(super) doc: &'static [&'static str],
    /// The lengths of the outer and the inner array; 1 in place of a missing dimension.
    pub(super) dimensions: [usize; 2],
    /// The index of the first weight in [`Weights::as_slice`](super::Weights::as_slice).
    pub start: usize,
}

impl Group {
    /// Returns the indices of the group in [`Weights::as_slice`](super::Weights::as_slice).
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.dimensions[0] * self.dimensions[1]
    }
}

/// The type of a group: a pair, an array of pairs, or an array of such arrays.
pub(super) trait Shape {
    /// The lengths of the outer and the inner array; 1 in place of a missing dimension.
    const DIMENSIONS: [usize; 2];
}

impl Shape for Pair {
    const DIMENSIONS: [usize; 2] = [1, 1];
}

impl<const N: usize> Shape for [Pair; N] {
    const DIMENSIONS: [usize; 2] = [1, N];
}

impl<const N: usize, const M: usize> Shape for [[Pair; N]; M] {
    const DIMENSIONS: [usize; 2] = [M, N];
}
