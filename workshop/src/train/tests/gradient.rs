//! The features and the gradient, against their definitions.

use nunatak::board::Board;
use nunatak::eval::network::{bucket, feature_index};
use nunatak::types::{Color, Outcome, Score};

use super::super::batch::Batch;
use super::super::features::Features;
use super::super::objective::Objective;
use super::super::optimiser::Optimiser;
use super::super::parameters::{LANES, Parameters};
use super::{K, Sample, load};
use crate::dataset::{Game, pack};
use crate::testing::scored_games;

const HIDDEN: usize = 32;

#[test]
fn features_are_those_of_the_engine() {
    for position in scored_games(40, 1).iter().flat_map(Game::positions) {
        let board = position.board;
        let features = Features::of_packed(&pack(&board));
        let expected = |perspective: Color| -> Vec<u16> {
            let king = board.king(perspective);
            let index = |square| {
                feature_index(perspective, king, board.piece_on(square).unwrap(), square) as u16
            };
            board.occupied().into_iter().map(index).collect()
        };
        let us = board.side_to_move();
        assert_eq!(features.perspectives(), [expected(us), expected(!us)], "{board}");
        assert_eq!(features.bucket(), bucket(&board), "{board}");
    }
}

#[test]
fn the_target_blends_result_and_score() {
    let objective = Objective { k: 100.0, unit: 130.0, lambda: 0.3 };
    for (score, outcome, expected) in [
        (0, Some(Outcome::WhiteWins), 0.65),
        (0, Some(Outcome::Draw), 0.5),
        (0, Some(Outcome::BlackWins), 0.35),
        (110, Some(Outcome::BlackWins), 0.5252),
        (110, None, 0.7503),
    ] {
        let target = objective.target(&Sample::new(&Board::start(), Score(score), outcome));
        assert!((target - expected).abs() < 1e-4, "{score} {outcome:?}: {target}");
    }
}

#[test]
fn weights_decay_without_a_gradient() {
    let zeros = Parameters::zeros(HIDDEN);
    let mut parameters = zeros.clone();
    parameters.tiles[0].bias.0[0] = 1.0;
    parameters.output_biases.0[0] = -1.0;
    Optimiser::new(HIDDEN).step(&mut parameters, &zeros, 1, 0.1);
    let decayed = [parameters.tiles[0].bias.0[0], parameters.output_biases.0[0]];
    assert_eq!(decayed, [0.999, -0.999]);
}

/// Compares derivatives with differences of the loss, for every parameter that has a large one.
#[test]
fn the_gradient_is_that_of_the_loss() {
    /// Half the distance between the two values of a parameter.
    const STEP: f32 = 0.001;
    let objective = Objective { k: K as f32, unit: 1.3 * K as f32, lambda: 0.3 };
    // More than a chunk, and not a whole number of them.
    let data = load(&scored_games(30, 2), u64::MAX);
    let samples = &data.training.load(0).unwrap()[..300];
    let parameters = Parameters::random(HIDDEN, 3);
    let mut gradient = Parameters::zeros(HIDDEN);
    let sum = Batch::default().differentiate(samples, &parameters, objective, &mut gradient);

    let loss = |parameters: &Parameters| -> f64 {
        let loss = |sample: &Sample| {
            f64::from(objective.loss(parameters.output(&sample.features()), sample).0)
        };
        samples.iter().map(loss).sum()
    };
    assert!((loss(&parameters) - sum).abs() < 1e-4);
    let mut compared = 0;
    let slopes: Vec<f32> = gradient.blocks().flat_map(|block| block.0).collect();
    for (index, slope) in slopes.into_iter().map(f64::from).enumerate() {
        // Small ones drown in rounding; of the others, some from each layer are enough.
        if slope.abs() < 0.05 || index % 7 != 0 {
            continue;
        }
        let loss_at = |offset: f32| {
            let mut changed = parameters.clone();
            let block = changed.blocks_mut().nth(index / LANES).unwrap();
            block.0[index % LANES] += offset;
            loss(&changed)
        };
        let difference = (loss_at(STEP) - loss_at(-STEP)) / f64::from(2.0 * STEP);
        let tolerance = 0.03 * slope.abs() + 0.005;
        assert!((difference - slope).abs() < tolerance, "{index}: {slope}, {difference}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}
