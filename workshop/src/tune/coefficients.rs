//! The evaluation as a linear function of its weights, which gives exact gradients.

use std::cell::Cell;

use nunatak::board::Board;
use nunatak::eval::{Pair, Recorder, TaperedSum, Weights, known_value, record_terms, scale_factor};
use nunatak::types::Color;

/// The number of times that each weight counts in the evaluation of one position, with the factors
/// of its interpolation.
///
/// The sum of count × weight over all weights, with Black's counts subtracted from White's, is a
/// pair of a middlegame and an endgame value. Multiplied by the [`factors`](Self::factors) and
/// added, these give the evaluation in units from White's view. King danger is linear too:
/// each number of danger units has its own weight.
#[derive(Clone, Debug)]
pub struct Coefficients {
    /// The counts, White's less Black's, in the order of [`Weights::as_slice`].
    counts: Vec<i16>,
    board: Board,
    /// The sum of the terms with the weights in use.
    tapered: TaperedSum,
}

/// A recorder that counts the applications of each weight, White's less Black's.
struct Counter(Vec<Cell<i16>>);

impl Recorder for Counter {
    fn record(&self, color: Color, weight: &'static Pair, count: i32) {
        let counter = &self.0[Weights::index_of(weight)];
        counter.set(counter.get() + (color.sign() * count) as i16);
    }
}

impl Coefficients {
    /// Returns the coefficients of `board`, or `None` if it is a known endgame whose value does not
    /// depend on the weights of the terms.
    pub fn of(board: &Board) -> Option<Self> {
        if known_value(board).is_some() {
            return None;
        }
        let counter = Counter(vec![Cell::default(); Weights::COUNT]);
        let tapered = record_terms(board, &counter);
        let counts = counter.0.into_iter().map(Cell::into_inner).collect();
        Some(Self { counts, board: *board, tapered })
    }

    /// Returns the index and the count, White's less Black's, of every weight that does not cancel
    /// out.
    pub fn iter(&self) -> impl Iterator<Item = (usize, i16)> {
        self.counts.iter().copied().enumerate().filter(|&(_, count)| count != 0)
    }

    /// Returns the factors, 0 to 1, of the middlegame and the endgame value if `ahead` is ahead in
    /// the endgame value.
    pub fn factors(&self, ahead: Color) -> [f64; 2] {
        let scale = scale_factor(&self.board, ahead.sign());
        TaperedSum { scale, ..self.tapered }
            .factors()
            .map(|factor| f64::from(factor) / f64::from(TaperedSum::UNIT))
    }

    /// Returns the evaluation with `weights` in units from White's view.
    pub fn total(&self, weights: &Weights) -> i32 {
        let weights = weights.as_slice();
        let sum = self
            .iter()
            .fold(Pair::default(), |sum, (index, count)| sum + weights[index] * count.into());
        let scale = scale_factor(&self.board, sum.endgame());
        TaperedSum { sum, scale, ..self.tapered }.total()
    }
}

#[cfg(test)]
mod tests {
    use nunatak::eval::{WEIGHTS, evaluate_uncached};

    use super::*;
    use crate::dataset::{Game, white_view};
    use crate::testing::scored_games;

    #[test]
    fn coefficients_times_weights_equal_the_evaluation() {
        let mut known = 0;
        for position in scored_games(100, 4).iter().flat_map(Game::positions) {
            let board = position.board;
            let score = white_view(&board, evaluate_uncached(&board)).0;
            match Coefficients::of(&board) {
                Some(coefficients) => assert_eq!(coefficients.total(&WEIGHTS), score, "{board}"),
                None => known += 1,
            }
        }
        assert!(known > 0);
        let coefficients = Coefficients::of(&Board::start()).unwrap();
        assert_eq!(coefficients.iter().count(), 1, "only the tempo does not cancel out");
    }
}
