//! The accuracy of the players.
//!
//! Source: `AccuracyPercent` in lichess-org/lila, described at <https://lichess.org/page/accuracy>.

use nunatak::types::Color;

use super::value::Value;

/// Factor of the accuracy of a move: `SCALE * e^(-DECAY * loss) + OFFSET` percent for a loss in
/// percent of winning chances.
const SCALE: f64 = 103.1668100711649;

/// Decay of the accuracy of a move per percent of loss.
const DECAY: f64 = 0.04354415386753951;

/// Summand of the accuracy of a move, in percent.
const OFFSET: f64 = -3.166924740191411;

/// Addition to the accuracy of a move, in percent, because the analysis is imperfect.
const BONUS: f64 = 1.0;

/// Plies of a game for each position of a window, over which volatility is measured.
const PLIES_PER_WINDOW_POSITION: usize = 10;

/// Limits of the length of a window, in positions.
const WINDOW_LENGTHS: [usize; 2] = [2, 8];

/// Limits of the weight of a move: the standard deviation of the winning chances in its window, in
/// percent.
const WEIGHTS: [f64; 2] = [0.5, 12.0];

/// The lower limit of an accuracy in the harmonic mean, in percent.
const LEAST_IN_HARMONIC_MEAN: f64 = 1.0;

/// Returns the accuracy of both sides in percent, White first, given the values of consecutive
/// positions; `None` for a side without a move. `first` is the side to move in the first position.
///
/// The accuracy of a game is the mean of two means of the accuracies of the moves: one weighted by
/// the volatility of the game around the move, and the harmonic mean, in which bad moves count
/// most.
pub fn accuracy(values: &[Value], first: Color) -> [Option<f64>; 2] {
    let percents: Vec<f64> = values.iter().map(|value| value.win_percent()).collect();
    let moves =
        percents.windows(2).zip(weights(&percents)).zip([first, !first].into_iter().cycle());
    let mut accuracies: [Vec<(f64, f64)>; 2] = [Vec::new(), Vec::new()];
    for ((pair, weight), mover) in moves {
        let &[before, after] = pair else { continue };
        let loss = if mover == Color::White { before - after } else { after - before };
        mover.pick(accuracies.each_mut()).push((move_accuracy(loss), weight));
    }
    accuracies.map(|moves| (!moves.is_empty()).then(|| game_accuracy(&moves)))
}

/// Returns the accuracy of a move, in percent, given its loss in percent of winning chances.
fn move_accuracy(loss: f64) -> f64 {
    if loss <= 0.0 {
        return 100.0;
    }
    (SCALE * (-DECAY * loss).exp() + OFFSET + BONUS).clamp(0.0, 100.0)
}

/// Returns the accuracy of a side in a game, given the accuracies and weights of its moves.
fn game_accuracy(moves: &[(f64, f64)]) -> f64 {
    let weights: f64 = moves.iter().map(|&(_, weight)| weight).sum();
    let weighted: f64 = moves.iter().map(|&(accuracy, weight)| accuracy * weight).sum();
    let inverse = |&(accuracy, _): &(f64, f64)| 1.0 / accuracy.max(LEAST_IN_HARMONIC_MEAN);
    let harmonic = moves.len() as f64 / moves.iter().map(inverse).sum::<f64>();
    f64::midpoint(weighted / weights, harmonic)
}

/// Returns the weight of each move. The first moves, which have no window of their own, get the
/// weight of the first window.
fn weights(percents: &[f64]) -> Vec<f64> {
    let moves = percents.len().saturating_sub(1);
    let [shortest, longest] = WINDOW_LENGTHS;
    let length = (moves / PLIES_PER_WINDOW_POSITION).clamp(shortest, longest);
    let windows = percents.windows(length).map(|window| {
        let [least, greatest] = WEIGHTS;
        standard_deviation(window).clamp(least, greatest)
    });
    let windows: Vec<f64> = windows.collect();
    let first = windows.first().copied();
    let missing = moves - windows.len().min(moves);
    first.into_iter().cycle().take(missing).chain(windows).collect()
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the accuracies of both sides after positions with these scores from the view of
    /// `first`.
    fn accuracies(scores: &[i32], first: Color) -> [Option<f64>; 2] {
        let sign = first.sign();
        let values = scores.iter().map(|score| Value::Centipawns(sign * score));
        let [white, black] = accuracy(&values.collect::<Vec<_>>(), first);
        if first == Color::White { [white, black] } else { [black, white] }
    }

    fn repeated(pair: [i32; 2], count: usize) -> Vec<i32> {
        [15].into_iter().chain(pair.repeat(count)).collect()
    }

    /// Games and accuracies of lichess's own tests, with their tolerances.
    #[test]
    fn accuracies_are_those_of_lichess() {
        for (scores, expected, tolerances) in [
            (vec![15, 15, 15], [100.0, 100.0], [1.0, 1.0]),
            (vec![15, -900, -900], [10.0, 100.0], [5.0, 1.0]),
            (vec![15, 15, 900], [100.0, 10.0], [1.0, 5.0]),
            (vec![15, -900, 0], [10.0, 10.0], [5.0, 5.0]),
            (vec![15; 21], [100.0, 100.0], [1.0, 1.0]),
            ([vec![15; 21], vec![-900]].concat(), [50.0, 100.0], [5.0, 1.0]),
            ([vec![15; 22], vec![900]].concat(), [100.0, 50.0], [1.0, 5.0]),
            (repeated([-50, 15], 5), [76.0, 76.0], [8.0, 8.0]),
            (repeated([-50, 15], 50), [76.0, 76.0], [8.0, 8.0]),
            (repeated([-135, 15], 50), [54.0, 54.0], [8.0, 8.0]),
            (repeated([-435, 15], 50), [20.0, 20.0], [8.0, 8.0]),
        ] {
            for first in Color::ALL {
                let found = accuracies(&scores, first);
                for ((found, expected), tolerance) in found.iter().zip(expected).zip(tolerances) {
                    let found = found.expect("moves of both sides");
                    assert!((found - expected).abs() <= tolerance, "{scores:?}: {found}");
                }
            }
        }
    }

    #[test]
    fn a_move_weighs_as_much_as_the_window_that_ends_there_varies() {
        // Windows of three positions; the first move has none of its own.
        let early: Vec<f64> = [0.0].into_iter().chain([100.0; 30]).collect();
        assert_eq!(weights(&early), [[12.0; 2].as_slice(), &[0.5; 28]].concat());
        // Windows have eight positions at most, of which seven contain a change.
        let late: Vec<f64> = [0.0; 100].into_iter().chain([100.0; 101]).collect();
        let weights = weights(&late);
        assert_eq!(weights.len(), 200);
        assert_eq!(weights.iter().filter(|&&weight| weight > 0.5).count(), 7);
    }

    #[test]
    fn the_accuracy_of_a_move_falls_with_its_loss() {
        for (loss, accuracy) in
            [(-5.0, 100.0), (0.0, 100.0), (5.0, 80.8), (20.0, 41.0), (90.0, 0.0)]
        {
            let found = move_accuracy(loss);
            assert!((found - accuracy).abs() < 0.1, "{loss}: {found}");
        }
    }

    #[test]
    fn a_side_without_moves_has_no_accuracy() {
        assert_eq!(accuracy(&[], Color::White), [None, None]);
        assert_eq!(accuracy(&[Value::Centipawns(15)], Color::White), [None, None]);
        assert_eq!(accuracies(&[15, 15], Color::Black), [Some(100.0), None]);
    }
}
