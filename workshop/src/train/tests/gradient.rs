//! The features and the gradient, against their definitions.

use nunatak::eval::network::{bucket, feature_index};
use nunatak::types::Color;

use super::super::features::Features;
use super::super::network::Hidden;
use super::super::objective::Objective;
use super::super::parameters::{LANES, Parameters};
use super::super::shard::Shard;
use super::{K, labelled};
use crate::dataset::Game;
use crate::testing::scored_games;

const HIDDEN: usize = 32;

#[test]
fn features_are_those_of_the_engine() {
    for position in scored_games(40, 1).iter().flat_map(Game::positions) {
        let board = position.board;
        let features = Features::of_packed(&board.to_packed());
        let expected = |perspective: Color| -> Vec<u16> {
            let king = board.king(perspective);
            let index = |square| {
                feature_index(perspective, king, board.piece_on(square).unwrap(), square) as u16
            };
            board.occupied().into_iter().map(index).collect()
        };
        let us = board.side_to_move();
        assert_eq!(features.us(), expected(us), "{board}");
        assert_eq!(features.them(), expected(!us), "{board}");
        assert_eq!(features.bucket(), bucket(&board), "{board}");
    }
}

/// Compares derivatives with differences of the loss, for every parameter that has a large one.
#[test]
fn the_gradient_is_that_of_the_loss() {
    /// Half the distance between the two values of a parameter.
    const STEP: f32 = 0.001;
    let objective = Objective { k: K as f32, lambda: 0.3 };
    let mut shard = Shard::new(HIDDEN);
    shard.samples = labelled(&scored_games(8, 2), 100);
    let mut parameters = Parameters::random(HIDDEN, 3);
    shard.differentiate(&parameters, objective);
    let gradient = shard.gradient.clone();

    let loss = |parameters: &Parameters| -> f64 {
        let mut hidden = Hidden::new(HIDDEN);
        let loss = |sample| {
            let features = super::Sample::features(sample);
            f64::from(objective.loss(hidden.output(parameters, &features), sample).0)
        };
        shard.samples.iter().map(loss).sum()
    };
    assert!((loss(&parameters) - shard.loss).abs() < 1e-6);
    let mut compared = 0;
    for index in 0..LANES * gradient.blocks().len() {
        let (block, lane) = (index / LANES, index % LANES);
        let slope = f64::from(gradient.blocks()[block].0[lane]);
        // Small ones drown in rounding; of the others, some from each layer are enough.
        if slope.abs() < 0.05 || index % 7 != 0 {
            continue;
        }
        let mut loss_at = |offset: f32| {
            let original = parameters.blocks()[block].0[lane];
            parameters.blocks_mut()[block].0[lane] = original + offset;
            let loss = loss(&parameters);
            parameters.blocks_mut()[block].0[lane] = original;
            loss
        };
        let difference = (loss_at(STEP) - loss_at(-STEP)) / f64::from(2.0 * STEP);
        let tolerance = 0.02 * slope.abs() + 0.005;
        assert!((difference - slope).abs() < tolerance, "{index}: {slope}, {difference}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}
