//! The evaluation laid open, term by term, for people to read.

use std::fmt;

use super::{Coefficients, FULL_PHASE, GROUPS, Group, Pair, WEIGHTS, endgame, scale::FULL_SCALE};
use crate::board::Board;
use crate::types::Color;

/// The terms of one evaluation. Displays as a table, everything from White's view.
#[derive(Clone, Debug)]
pub struct Trace {
    coefficients: Coefficients,
    /// What endgame knowledge says in place of the terms, in centipawns from White's view.
    known: Option<i32>,
}

impl Trace {
    /// Evaluates `board`, keeping each term.
    pub fn new(board: &Board) -> Self {
        Self { coefficients: Coefficients::of_terms(board), known: endgame::value(board) }
    }

    /// The evaluation in its own units from White's view.
    pub fn total(&self) -> i32 {
        self.known.unwrap_or_else(|| self.coefficients.total(&WEIGHTS))
    }

    /// What the weights of a group give to `color`.
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
        writeln!(f, "{:width$} |  White mg    eg |  Black mg    eg |  Total mg    eg", "Term")?;
        writeln!(f, "{:-<width$}-+----------------+----------------+---------------", "")?;
        let mut sum = Pair::default();
        for group in GROUPS {
            let [white, black] = Color::ALL.map(|color| self.term(group, color));
            write!(f, "{:width$} ", group.name.replace('_', " "))?;
            for pair in [white, black, white - black] {
                write!(f, "| {:>8} {:>5} ", pair.middlegame(), pair.endgame())?;
            }
            writeln!(f)?;
            sum += white - black;
        }
        let (phase, scale) = (self.coefficients.phase(), self.coefficients.scale(sum.endgame()));
        writeln!(f, "Sum: middlegame {}, endgame {}", sum.middlegame(), sum.endgame())?;
        writeln!(f, "Phase: {phase} of {FULL_PHASE} towards the middlegame")?;
        let middlegame_scale = self.coefficients.middlegame_scale(sum.endgame());
        write!(f, "Scale: {middlegame_scale} of {FULL_SCALE} of the middlegame, ")?;
        writeln!(f, "{scale} of {FULL_SCALE} of the endgame")?;
        if self.known.is_some() {
            writeln!(f, "Endgame knowledge decides, not the terms")?;
        }
        write!(f, "Total: {} units for White", self.total())
    }
}
