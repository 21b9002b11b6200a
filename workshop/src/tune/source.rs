//! The weights as source text, which the tuner writes.

use std::fmt::Write;

use nunatak::eval::Weights;

/// The source file with the weights in use.
const SOURCE: &str = include_str!("../../../src/eval/classical/weights.rs");

/// The text before the two values of each weight in the file.
const PAIR: &str = " s(";

/// Whether `text` begins as the source file with some weights does.
pub fn is_source(text: &str) -> bool {
    SOURCE.split(PAIR).next().is_some_and(|head| text.starts_with(head))
}

/// Returns the text of the source file with the values of `weights`.
pub fn source(weights: &Weights) -> String {
    let mut parts = SOURCE.split(PAIR);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (part, pair) in parts.zip(weights.as_slice()) {
        let (_, rest) = part.split_once(')').unwrap_or_default();
        // The values of arrays are in columns.
        let width = if text.ends_with('=') { 0 } else { 3 };
        let (middlegame, endgame) = (pair.middlegame(), pair.endgame());
        // Writing to a string cannot fail.
        let _ = write!(text, "{PAIR}{middlegame:>width$}, {endgame:>width$}){rest}");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use nunatak::eval::{GROUPS, Pair, WEIGHTS};

    use super::*;

    #[test]
    fn source_equals_the_source_file() {
        assert_eq!(source(&WEIGHTS), SOURCE);
    }

    #[test]
    fn changed_weight_changes_one_line_of_the_source() {
        let mut weights = WEIGHTS;
        let group = GROUPS.iter().find(|group| group.name == "tempo").unwrap();
        weights.as_mut_slice()[group.range.start] = Pair::new(-321, 123);
        assert_eq!(weights.tempo, Pair::new(-321, 123));
        let (old, new) = (source(&WEIGHTS), source(&weights));
        let changed: Vec<_> =
            old.lines().zip(new.lines()).filter(|(old, new)| old != new).collect();
        assert_eq!(changed.len(), 1);
        assert_eq!(changed[0].1, "    tempo: Pair = s(-321, 123);");
        assert_eq!(SOURCE.matches(PAIR).count(), Weights::COUNT);
    }

    #[test]
    fn groups_cover_all_weights_without_a_gap() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.range.start, next, "{}", group.name);
            next = group.range.end;
        }
        assert_eq!(next, Weights::COUNT);
        assert_eq!(
            GROUPS.iter().map(|group| group.name).collect::<HashSet<_>>().len(),
            GROUPS.len()
        );
    }
}
