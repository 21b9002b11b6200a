//! The weights as a flat list of pairs in named groups, and as source text: how a tuner sees them.

use std::fmt::{self, Write};

use super::pair::Pair;
use super::weights::Weights;

/// Pairs in one row of the source text: a rank of the board.
const ROW: usize = 8;

/// What comes before the weights in their source file.
const HEADER: &str = "\
//! The weights of the evaluation: centipawns in the middlegame and in the endgame.
//!
//! All of our own making. Ranks and squares are those of White; Black's are mirrored. All squares but
//! the king's are those of a king on the files e to h; with a king on a to d they are mirrored, too.
//! [`Weights::source`] writes this file.

use super::layout::weights;
use super::pair::{Pair, s};

";

/// Declares the weights: a struct of them all, their values, and their groups by name.
macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $name:ident: $shape:ty = $value:expr;)+) => {
        /// All weights of the evaluation, in groups of pairs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
        #[repr(C)]
        pub struct Weights {
            $($(#[doc = $doc])+ pub $name: $shape,)+
        }

        /// The weights in use.
        pub static WEIGHTS: Weights = Weights { $($name: $value,)+ };

        /// The groups of [`Weights`] in their order.
        pub static GROUPS: &[$crate::eval::Group] = &[
            $($crate::eval::Group {
                name: stringify!($name),
                doc: &[$($doc),+],
                dimensions: <$shape as $crate::eval::layout::Shape>::DIMENSIONS,
                start: ::std::mem::offset_of!(Weights, $name) / size_of::<Pair>(),
            },)+
        ];
    };
}
pub(super) use weights;

/// Pairs that are weights of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// The name of the field in [`Weights`].
    pub name: &'static str,
    /// What the weights are given for, in lines.
    pub(super) doc: &'static [&'static str],
    /// Lengths of the outer and the inner array; 1 where there is none.
    pub(super) dimensions: [usize; 2],
    /// The index of the first weight in [`Weights::as_slice`].
    pub start: usize,
}

impl Group {
    /// The indices of the group's weights in [`Weights::as_slice`].
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.dimensions[0] * self.dimensions[1]
    }
}

/// The type of a group: a pair, an array of pairs, an array of such arrays.
pub(super) trait Shape {
    /// Lengths of the outer and the inner array; 1 where there is none.
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

impl Weights {
    /// How many weights there are.
    pub const COUNT: usize = size_of::<Self>() / size_of::<Pair>();

    /// All weights, group by group.
    pub fn as_slice(&self) -> &[Pair] {
        bytemuck::cast_slice(std::slice::from_ref(self))
    }

    /// All weights, group by group, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [Pair] {
        bytemuck::cast_slice_mut(std::slice::from_mut(self))
    }

    /// The source file that declares these weights.
    pub fn source(&self) -> String {
        let mut text = HEADER.to_owned();
        // Writing to a string cannot fail.
        let _ = self.write_groups(&mut text);
        text
    }

    fn write_groups(&self, out: &mut String) -> fmt::Result {
        out.push_str("weights! {\n");
        for (number, group) in super::GROUPS.iter().enumerate() {
            if number > 0 {
                out.push('\n');
            }
            for line in group.doc {
                writeln!(out, "    ///{line}")?;
            }
            let pairs = &self.as_slice()[group.range()];
            match group.dimensions {
                [1, 1] => writeln!(out, "    {}: Pair = {};", group.name, short(pairs[0]))?,
                [1, length] => {
                    writeln!(out, "    {}: [Pair; {length}] = [", group.name)?;
                    write_rows(out, pairs, 8)?;
                    out.push_str("    ];\n");
                }
                [outer, inner] => {
                    writeln!(out, "    {}: [[Pair; {inner}]; {outer}] = [", group.name)?;
                    for pairs in pairs.chunks(inner) {
                        out.push_str("        [\n");
                        write_rows(out, pairs, 12)?;
                        out.push_str("        ],\n");
                    }
                    out.push_str("    ];\n");
                }
            }
        }
        out.push_str("}\n");
        Ok(())
    }
}

fn short(pair: Pair) -> String {
    format!("s({}, {})", pair.middlegame(), pair.endgame())
}

/// Writes pairs in columns.
fn write_rows(out: &mut String, pairs: &[Pair], indent: usize) -> fmt::Result {
    for row in pairs.chunks(ROW) {
        let row: Vec<_> = row
            .iter()
            .map(|pair| format!("s({:>3}, {:>3})", pair.middlegame(), pair.endgame()))
            .collect();
        writeln!(out, "{:indent$}{},", "", row.join(", "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::{GROUPS, WEIGHTS};
    use super::*;

    #[test]
    fn the_source_file_is_what_the_writer_writes() {
        assert_eq!(WEIGHTS.source(), include_str!("weights.rs"));
    }

    #[test]
    fn a_changed_weight_changes_its_place_in_the_text_alone() {
        let mut weights = WEIGHTS;
        let group = GROUPS.iter().find(|group| group.name == "tempo").unwrap();
        weights.as_mut_slice()[group.start] = Pair::new(-321, 123);
        assert_eq!(weights.tempo, Pair::new(-321, 123));
        let (old, new) = (WEIGHTS.source(), weights.source());
        let changed: Vec<_> =
            old.lines().zip(new.lines()).filter(|(old, new)| old != new).collect();
        assert_eq!(changed.len(), 1);
        assert_eq!(changed[0].1, "    tempo: Pair = s(-321, 123);");
    }

    #[test]
    fn groups_cover_all_weights_without_a_gap() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.start, next, "{}", group.name);
            next = group.range().end;
        }
        assert_eq!(next, Weights::COUNT);
        assert_eq!(
            GROUPS.iter().map(|group| group.name).collect::<HashSet<_>>().len(),
            GROUPS.len()
        );
    }
}
