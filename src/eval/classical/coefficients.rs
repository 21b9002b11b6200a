//! The evaluation as a linear function of its weights: exact gradients for the tuner, and a
//! breakdown by terms for users.

use std::cell::Cell;
use std::fmt;

use super::pair::{Group, Pair, Recorder};
use super::pawns::PawnStructure;
use super::scale::FULL_SCALE;
use super::terms::{FULL_PHASE, TaperedSum};
use super::weights::{GROUPS, WEIGHTS, Weights};
use super::{endgame, scale, terms};
use crate::board::Board;
use crate::types::Color;

/// The number of times that each weight counts in the evaluation of one position, with the factors
/// of its interpolation.
///
/// The sum of count × weight over all weights, with Black's counts subtracted from White's, is a
/// pair of a middlegame and an endgame value. Multiplied by the [`factors`](Self::factors) and
/// added, these give the evaluation in units from White's view. King danger is linear too:
/// each number of danger units has its own weight.
#[derive(Clone, Debug)]
pub struct Coefficients {
    counts: Vec<Counts>,
    phase: i32,
    /// The scale factor of the endgame value, by the side that is ahead in it.
    scales: [i32; 2],
}

impl Coefficients {
    /// Returns the coefficients of `board`, or `None` if it is a known endgame whose value does not
    /// depend on the weights of the terms.
    pub fn of(board: &Board) -> Option<Self> {
        endgame::known_value(board).is_none().then(|| Self::of_terms(board))
    }

    /// Returns the coefficients of `board`, known endgame or not.
    pub(super) fn of_terms(board: &Board) -> Self {
        let counter = Counter(vec![Cell::default(); Weights::COUNT]);
        let pawns = PawnStructure::new(board, &counter);
        let phase = terms::sum(board, &pawns, &counter).phase;
        let scales = [1, -1].map(|endgame| scale::factor(board, endgame));
        let counts = counter.0.into_iter().map(Cell::into_inner).collect();
        Self { counts, phase, scales }
    }

    /// Returns the number of times that the weight at `index` in [`Weights::as_slice`] counts for
    /// White and for Black.
    pub fn count(&self, index: usize) -> [i16; 2] {
        self.counts[index]
    }

    /// Returns the index and the count, White's less Black's, of every weight that does not cancel
    /// out.
    pub fn iter(&self) -> impl Iterator<Item = (usize, i16)> {
        let differences = self.counts.iter().map(|[white, black]| white - black);
        differences.enumerate().filter(|&(_, count)| count != 0)
    }

    /// Returns the scale factor, 0 to 64, of an endgame value of `endgame` units from White's
    /// view. It depends on the sign, that is, on the side that is ahead.
    pub fn scale(&self, endgame: i32) -> i32 {
        match endgame {
            0 => scale::FULL_SCALE,
            1.. => self.scales[Color::White.index()],
            _ => self.scales[Color::Black.index()],
        }
    }

    /// Returns the factors, 0 to 1, of the middlegame and the endgame value if `ahead` is ahead in
    /// the endgame value.
    pub fn factors(&self, ahead: Color) -> [f64; 2] {
        let scale = self.scales[ahead.index()];
        TaperedSum { sum: Pair::default(), phase: self.phase, scale }
            .factors()
            .map(|factor| f64::from(factor) / f64::from(TaperedSum::UNIT))
    }

    /// Returns the evaluation with `weights` in units from White's view.
    pub fn total(&self, weights: &Weights) -> i32 {
        let pairs = weights.as_slice();
        let sum = self
            .iter()
            .fold(Pair::default(), |sum, (index, count)| sum + pairs[index] * count.into());
        self.tapered(sum).total()
    }

    fn tapered(&self, sum: Pair) -> TaperedSum {
        TaperedSum { sum, phase: self.phase, scale: self.scale(sum.endgame()) }
    }
}

/// Number of applications of a weight to White and to Black.
type Counts = [i16; 2];

/// A recorder that counts the applications of each weight, in the order of [`Weights::as_slice`].
struct Counter(Vec<Cell<Counts>>);

impl Recorder for Counter {
    fn record(&self, color: Color, weight: &'static Pair, count: i32) {
        // The address of a weight gives its index in the one static list.
        let start = WEIGHTS.as_slice().as_ptr().addr();
        let index = (std::ptr::from_ref(weight).addr() - start) / size_of::<Pair>();
        let mut counts = self.0[index].get();
        counts[color.index()] += count as i16;
        self.0[index].set(counts);
    }
}

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
        Self { coefficients: Coefficients::of_terms(board), known: endgame::known_value(board) }
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
        let tapered = self.coefficients.tapered(sum);
        writeln!(f, "Phase: {}/{FULL_PHASE} middlegame", tapered.phase)?;
        write!(f, "Scale: middlegame {}/{FULL_SCALE}, ", tapered.middlegame_scale())?;
        writeln!(f, "endgame {}/{FULL_SCALE}", tapered.scale)?;
        if self.known.is_some() {
            writeln!(f, "Known endgame: its value replaces the terms")?;
        }
        write!(f, "Total: {} units for White", self.total())
    }
}
