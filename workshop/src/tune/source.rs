//! The weights as source text, which the tuner writes.

use std::fmt::{self, Write};

use nunatak::eval::{GROUPS, Pair, Weights};

/// Number of pairs in a row of the source text, one rank of a piece-square table.
const ROW: usize = 8;

/// Indentation of the rows of an array.
const ARRAY_INDENT: usize = 8;
/// Indentation of the rows of an array in an array.
const NESTED_INDENT: usize = 12;

/// The beginning of the source file, up to the weights.
const HEADER: &str = "\
//! The weights of the hand-crafted evaluation in units: (middlegame, endgame).
//!
//! All values are our own. Ranks and squares are White's; for Black they are mirrored. Piece-square
//! tables other than the king's apply to a king on the files e to h; with the king on a to d they
//! are mirrored too. `nunatak-workshop tune` writes this file.

use super::pair::{Pair, s, weights};

";

/// Returns the text of the source file that declares `weights`.
pub fn source(weights: &Weights) -> String {
    let mut text = HEADER.to_owned();
    // Writing to a string cannot fail.
    let _ = write_groups(weights, &mut text);
    text
}

fn write_groups(weights: &Weights, out: &mut String) -> fmt::Result {
    out.push_str("weights! {\n");
    for (number, group) in GROUPS.iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        for line in group.doc {
            writeln!(out, "    ///{line}")?;
        }
        let pairs = &weights.as_slice()[group.range()];
        match group.dimensions {
            [1, 1] => writeln!(out, "    {}: Pair = {};", group.name, scalar(pairs[0]))?,
            [1, length] => {
                writeln!(out, "    {}: [Pair; {length}] = [", group.name)?;
                write_rows(out, pairs, ARRAY_INDENT)?;
                out.push_str("    ];\n");
            }
            [outer, inner] => {
                writeln!(out, "    {}: [[Pair; {inner}]; {outer}] = [", group.name)?;
                for pairs in pairs.chunks(inner) {
                    out.push_str("        [\n");
                    write_rows(out, pairs, NESTED_INDENT)?;
                    out.push_str("        ],\n");
                }
                out.push_str("    ];\n");
            }
        }
    }
    out.push_str("}\n");
    Ok(())
}

/// Returns the text of a pair that is not in an array.
fn scalar(pair: Pair) -> String {
    format!("s({}, {})", pair.middlegame(), pair.endgame())
}

/// Writes pairs in rows of aligned columns.
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

    use super::*;
    use nunatak::eval::WEIGHTS;

    #[test]
    fn source_equals_the_source_file() {
        assert_eq!(source(&WEIGHTS), include_str!("../../../src/eval/classical/weights.rs"));
    }

    #[test]
    fn changed_weight_changes_one_line_of_the_source() {
        let mut weights = WEIGHTS;
        let group = GROUPS.iter().find(|group| group.name == "tempo").unwrap();
        weights.as_mut_slice()[group.start] = Pair::new(-321, 123);
        assert_eq!(weights.tempo, Pair::new(-321, 123));
        let (old, new) = (source(&WEIGHTS), source(&weights));
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
