//! A breakdown of the evaluation by terms, as a table for users.

use std::fmt;

use super::coefficients::Coefficients;
use super::endgame;
use super::layout::Group;
use super::pair::Pair;
use super::scale::FULL_SCALE;
use super::weights::{GROUPS, WEIGHTS};
use crate::board::Board;
use crate::eval::phase::FULL_PHASE;
use crate::types::Color;

/// The terms of one evaluation, displayed as a table from White's view, without those that are zero
/// for both sides.
#[derive(Clone, Debug)]
pub struct Trace {
    coefficients: Coefficients,
    /// The value of a known endgame, which replaces the terms, in units from White's view.
    known: Option<i32>,
}

impl Trace {
    /// Evaluates `board`, keeping each term.
    pub fn new(board: &Board) -> Self {
        Self { coefficients: Coefficients::of_terms(board), known: endgame::value(board) }
    }

    /// Returns the evaluation in internal units from White's view.
    pub fn total(&self) -> i32 {
        self.known.unwrap_or_else(|| self.coefficients.total(&WEIGHTS))
    }

    /// Returns the name of each term with its values for White and for Black, each from its own
    /// view.
    pub fn terms(&self) -> impl Iterator<Item = (String, [Pair; 2])> {
        let values = |group: &Group| Color::ALL.map(|color| self.term(group, color));
        GROUPS.iter().map(move |group| (group.name.replace('_', " "), values(group)))
    }

    /// Returns the sum of the weights of `group` that count for `color`.
    fn term(&self, group: &Group, color: Color) -> Pair {
        group.range().fold(Pair::default(), |sum, index| {
            let count = self.coefficients.count(index)[color.index()];
            sum + WEIGHTS.as_slice()[index] * count.into()
        })
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = GROUPS.iter().map(|group| group.name.len()).max().unwrap_or(0);
        writeln!(f, "{:width$}|   White   |   Black   |   Total", "Term")?;
        writeln!(f, "{:width$}|   mg    eg|   mg    eg|   mg    eg", "")?;
        writeln!(f, "{:-<width$}+-----------+-----------+-----------", "")?;
        let mut sum = Pair::default();
        for (name, [white, black]) in self.terms() {
            sum += white - black;
            // Most terms do not occur in a position.
            if [white, black] == [Pair::default(); 2] {
                continue;
            }
            write!(f, "{name:width$}")?;
            for pair in [white, black, white - black] {
                write!(f, "|{:>5} {:>5}", pair.middlegame(), pair.endgame())?;
            }
            writeln!(f)?;
        }
        writeln!(f, "Sum: middlegame {}, endgame {}", sum.middlegame(), sum.endgame())?;
        let phase = self.coefficients.phase();
        let middlegame_scale = self.coefficients.middlegame_scale(sum.endgame());
        let endgame_scale = self.coefficients.scale(sum.endgame());
        writeln!(f, "Phase: {phase}/{FULL_PHASE} middlegame")?;
        write!(f, "Scale: middlegame {middlegame_scale}/{FULL_SCALE}, ")?;
        writeln!(f, "endgame {endgame_scale}/{FULL_SCALE}")?;
        if self.known.is_some() {
            writeln!(f, "Known endgame: its value replaces the terms")?;
        }
        write!(f, "Total: {} units for White", self.total())
    }
}
