//! A breakdown of the evaluation by terms for users.

use std::cell::Cell;
use std::fmt;

use super::endgame::known_value;
use super::pair::{Pair, Recorder};
use super::scale::FULL_SCALE;
use super::terms::{FULL_PHASE, TaperedSum, record_terms};
use super::weights::{GROUPS, Weights};
use crate::board::Board;
use crate::types::Color;

/// A recorder that adds up the weights applied to White and to Black, by [group](GROUPS).
struct GroupSums(Vec<Cell<[Pair; 2]>>);

impl Recorder for GroupSums {
    fn record(&self, color: Color, weight: &'static Pair, count: i32) {
        let index = Weights::index_of(weight);
        let group = GROUPS.partition_point(|group| group.range.end <= index);
        let mut sums = self.0[group].get();
        sums[color.index()] += *weight * count;
        self.0[group].set(sums);
    }
}

/// The terms of one evaluation, displayed as a table from White's view, without those that are zero
/// for both sides.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The sums of the weights that count for White and for Black, by group.
    groups: Vec<[Pair; 2]>,
    tapered: TaperedSum,
    /// The value of a known endgame, which replaces the terms, in units from White's view.
    known: Option<i32>,
}

impl Trace {
    /// Evaluates `board`, keeping each term.
    pub fn new(board: &Board) -> Self {
        let sums = GroupSums(vec![Cell::default(); GROUPS.len()]);
        let tapered = record_terms(board, &sums);
        let groups = sums.0.into_iter().map(Cell::into_inner).collect();
        Self { groups, tapered, known: known_value(board) }
    }

    /// Returns the evaluation in internal units from White's view.
    pub fn total(&self) -> i32 {
        self.known.unwrap_or_else(|| self.tapered.total())
    }

    /// Returns the name of each term with its values for White and for Black, each from its own
    /// view.
    pub fn terms(&self) -> impl Iterator<Item = (String, [Pair; 2])> {
        GROUPS.iter().zip(&self.groups).map(|(group, &sums)| (group.name.replace('_', " "), sums))
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = GROUPS.iter().map(|group| group.name.len()).max().unwrap_or(0);
        writeln!(f, "{:width$}|   White   |   Black   |   Total", "Term")?;
        writeln!(f, "{:width$}|   mg    eg|   mg    eg|   mg    eg", "")?;
        writeln!(f, "{:-<width$}+-----------+-----------+-----------", "")?;
        // Most terms do not occur in a position.
        let occurs = |(_, pairs): &(String, [Pair; 2])| *pairs != [Pair::default(); 2];
        for (name, [white, black]) in self.terms().filter(occurs) {
            write!(f, "{name:width$}")?;
            for pair in [white, black, white - black] {
                write!(f, "|{:>5} {:>5}", pair.middlegame(), pair.endgame())?;
            }
            writeln!(f)?;
        }
        let TaperedSum { sum, phase, scale } = self.tapered;
        writeln!(f, "Sum: middlegame {}, endgame {}", sum.middlegame(), sum.endgame())?;
        writeln!(f, "Phase: {phase}/{FULL_PHASE} middlegame")?;
        write!(f, "Scale: middlegame {}/{FULL_SCALE}, ", self.tapered.middlegame_scale())?;
        writeln!(f, "endgame {scale}/{FULL_SCALE}")?;
        if self.known.is_some() {
            writeln!(f, "Known endgame: its value replaces the terms")?;
        }
        write!(f, "Total: {} units for White", self.total())
    }
}
