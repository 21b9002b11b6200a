//! Properties of trained networks.

use nunatak::board::Board;
use nunatak::eval::network::{HIDDEN, Network, QB, StoredNetwork, bucket};
use nunatak::types::Score;

use super::super::features::Features;
use super::super::parameters::Parameters;
use super::super::quantised::{dequantise, fit_outputs, integer_score, quantise, rounding_changes};
use super::super::sample::Sample;
use super::super::trainer::Trainer;
use super::{K, TrainerOptions, TrainingData, data_of, labelled, load, run, small};
use crate::dataset::{Game, pack};
use crate::testing::scored_games;

/// Returns the output of a network for a position, in units of the evaluation.
fn score(parameters: &Parameters, board: &Board) -> f64 {
    K * f64::from(parameters.output(&Features::of_packed(&pack(board))))
}

/// Returns the score of a network in integers for a position.
fn scored(network: &StoredNetwork, board: &Board) -> i32 {
    integer_score(network, &Features::of_packed(&pack(board))).0
}

#[test]
fn scores_in_integers_are_those_of_the_engine() {
    let network = quantise(&Parameters::random(HIDDEN, 3), 150);
    let engine = Network::new(&network).unwrap();
    for position in scored_games(10, 4).iter().flat_map(Game::positions) {
        let board = position.board;
        assert_eq!(scored(&network, &board), engine.evaluate_fresh(&board).0, "{board}");
    }
}

#[test]
fn four_thousand_positions_are_learned_by_heart() {
    let samples = labelled(&scored_games(160, 1), 4_000);
    assert_eq!(samples.len(), 4_000);
    let data = data_of(samples);
    let options = TrainerOptions {
        hidden: 32,
        epochs: 100,
        distil: Some(0),
        batch: 200,
        learning_rate: 3e-3,
        ..small()
    };
    let mut trainer = Trainer::new(&data, options).unwrap();
    run(&mut trainer);
    let losses: Vec<f64> = trainer.history().iter().map(|epoch| epoch.validation).collect();
    assert!(losses[0] > 0.01 && losses[99] < 1e-4, "{losses:?}");
}

#[test]
fn the_first_step_may_begin_above_the_loss_of_half_a_point() {
    let decided = |(number, sample): (usize, Sample)| {
        let score = if number % 2 == 0 { 2_000 } else { -2_000 };
        Sample::new(&sample.board(), Score(score), None)
    };
    let samples = labelled(&scored_games(20, 1), 500).into_iter().enumerate().map(decided);
    let data = data_of(samples.collect());
    let options = TrainerOptions { hidden: 512, distil: Some(0), mix: 0.0, ..small() };
    let mut trainer = Trainer::new(&data, options).unwrap();
    run(&mut trainer);
    let [first, second] = trainer.history() else { panic!("two epochs of one step") };
    assert!(first.training > 0.25 && second.validation < first.training, "{first:?} {second:?}");
}

#[test]
fn positions_with_exchanged_colours_score_the_same() {
    let parameters = Parameters::random(32, 1);
    let network = quantise(&parameters, 150);
    for position in scored_games(40, 2).iter().flat_map(Game::positions) {
        let (board, other) = (position.board, position.board.flipped());
        let difference = score(&parameters, &board) - score(&parameters, &other);
        // The pieces are added up in another order.
        assert!(difference.abs() < 0.01, "{board}: {difference}");
        assert_eq!(scored(&network, &board), scored(&network, &other), "{board}");
    }
}

/// Returns the network's scores of the start position without White's piece on each of `squares`.
fn scores_without(network: &StoredNetwork, squares: [&str; 5]) -> [i32; 5] {
    squares.map(|square| {
        let file = usize::from(square.as_bytes()[0] - b'a');
        let (mut pawns, mut pieces) = (['P'; 8], ['R', 'N', 'B', 'Q', 'K', 'B', 'N', 'R']);
        let rank = if square.ends_with('2') { &mut pawns } else { &mut pieces };
        rank[file] = '1';
        let [pawns, pieces] = [pawns, pieces].map(String::from_iter);
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/{pawns}/{pieces} w - - 0 1");
        scored(network, &fen.parse().unwrap())
    })
}

#[test]
fn distillation_teaches_what_pieces_are_worth() {
    let data = load(&scored_games(1_000, 3), u64::MAX);
    let options = TrainerOptions {
        epochs: 0,
        distil: Some(600_000),
        batch: 500,
        learning_rate: 4e-3,
        ..small()
    };
    let mut trainer = Trainer::new(&data, options).unwrap();
    run(&mut trainer);
    let epoch = trainer.history()[0];
    assert!(epoch.training < 0.03, "{epoch:?}");

    let network = trainer.finish(false).unwrap().network;
    let start = scored(&network, &Board::start());
    assert!(start.abs() < 50, "{start}");
    let [pawn, knight, bishop, rook, queen] =
        scores_without(&network, ["d2", "b1", "c1", "a1", "d1"]).map(|score| start - score);
    let all = [pawn, knight, bishop, rook, queen];
    assert!(pawn > 0 && knight > pawn && bishop > pawn && rook > knight, "{all:?}");
    assert!(queen > rook + 100 && (knight - bishop).abs() < knight / 2, "{all:?}");
}

/// Returns a trainer that has finished its epochs.
fn trainer_at_end(data: &TrainingData) -> Trainer<'_> {
    let mut trainer = Trainer::new(data, small()).unwrap();
    run(&mut trainer);
    trainer
}

#[test]
fn rounding_to_integers_changes_scores_by_a_few_units() {
    let samples = labelled(&scored_games(4_000, 4), 100_000);
    assert_eq!(samples.len(), 100_000);
    let data = data_of(samples);
    let trainer = trainer_at_end(&data);
    let trained = trainer.finish(false).unwrap();
    assert_eq!(f64::from(trained.network.scale), K);
    assert!(trained.error.mean < 4.0 && trained.error.max < 30.0, "{:?}", trained.error);

    let parameters = dequantise(&trained.network).unwrap();
    assert_eq!(quantise(&parameters, trained.network.scale), trained.network);
}

#[test]
fn rounding_keeps_a_common_change_that_is_smaller_than_the_unit_of_each_weight() {
    let samples = labelled(&scored_games(400, 6), 10_000);
    let unit = 1.0 / QB as f32;
    let mut parameters = Parameters::random(256, 1);
    for tile in &mut parameters.tiles {
        for weight in tile.outputs.as_flattened_mut().iter_mut().flat_map(|block| &mut block.0) {
            *weight = (*weight / unit).round() * unit + 0.4 * unit;
        }
    }
    let outputs = parameters.outputs(&samples);
    let mut network = quantise(&parameters, K as i32);
    let means = |network: &StoredNetwork| {
        let changes = rounding_changes(network, &outputs, &samples);
        [1, 2, 3, 4, 5, 6, 7].map(|wanted| {
            let changes: Vec<f64> = samples
                .iter()
                .zip(&changes)
                .filter(|(sample, _)| bucket(&sample.board()) == wanted)
                .map(|(_, &change)| change)
                .collect();
            changes.iter().sum::<f64>() / changes.len() as f64
        })
    };
    let lost = means(&network);
    fit_outputs(&mut network, &parameters, &samples);
    let left = means(&network);
    assert!(lost.iter().all(|mean| mean.abs() > 15.0), "{lost:?}");
    // Scores are whole units.
    assert!(left.iter().all(|mean| mean.abs() < 1.0), "{left:?}");
}

#[test]
fn each_output_weight_is_rounded_up_or_down_so_that_all_together_err_less() {
    /// A scale at which whole units are small.
    const SCALE: i32 = 5_000;
    let samples = labelled(&scored_games(800, 8), 20_000);
    let (fitted_to, others) = samples.split_at(15_000);
    // Only the output weights are no integers.
    let mut parameters = dequantise(&quantise(&Parameters::random(128, 3), SCALE)).unwrap();
    for (tile, other) in parameters.tiles.iter_mut().zip(Parameters::random(128, 4).tiles) {
        tile.outputs = other.outputs;
    }
    let nearest = quantise(&parameters, SCALE);
    let mut fitted = nearest.clone();
    fit_outputs(&mut fitted, &parameters, fitted_to);
    assert_eq!(fitted.feature_weights, nearest.feature_weights);
    let tiles = &parameters.tiles;
    let rows = (0..16).flat_map(|row| tiles.iter().map(move |tile| tile.outputs[row / 2][row % 2]));
    let exact: Vec<f32> = rows.flat_map(|block| block.0).collect();
    assert_eq!(exact.len(), fitted.output_weights.len());
    for (&weight, exact) in fitted.output_weights.iter().zip(exact) {
        assert!((f32::from(weight) - exact * QB as f32).abs() < 1.0, "{weight} {exact}");
    }
    let outputs = parameters.outputs(others);
    let error = |network| {
        let changes = rounding_changes(network, &outputs, others);
        changes.iter().map(|change| change.powi(2)).sum::<f64>()
    };
    let [before, after] = [&nearest, &fitted].map(error);
    // The biases alone leave 0.88 of the squared errors.
    assert!(after < 0.8 * before, "{after} {before}");

    // The output weights of a network that has diverged stay as they are.
    parameters.tiles.iter_mut().for_each(|tile| tile.outputs[6][0].0[0] = f32::NAN);
    let mut diverged = nearest.clone();
    fit_outputs(&mut diverged, &parameters, fitted_to);
    let layer = |network: &StoredNetwork| network.output_weights[6 * 256..7 * 256].to_vec();
    assert_eq!(layer(&diverged), layer(&nearest));
}

#[test]
fn scores_are_rescaled_to_the_spread_of_the_hand_crafted_ones() {
    let data = load(&scored_games(400, 5), u64::MAX);
    let trainer = trainer_at_end(&data);
    let trained = trainer.finish(true).unwrap();
    let scored = data.validation.iter().zip(&trainer.static_evaluations);
    let undecided = scored.filter(|(sample, _)| sample.score().unsigned_abs() <= 600);
    let (features, scores): (Vec<_>, Vec<f64>) =
        undecided.map(|(sample, &score)| (sample.features(), f64::from(score))).unzip();
    let spread = |scores: &[f64]| {
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let center = mean(scores);
        let squares: Vec<f64> = scores.iter().map(|score| (score - center).powi(2)).collect();
        mean(&squares).sqrt()
    };
    assert!((trained.static_spread - spread(&scores)).abs() < 0.01);
    let score = |features| f64::from(integer_score(&trained.network, features).0);
    let rescaled = spread(&features.iter().map(score).collect::<Vec<_>>());
    assert!((rescaled / trained.static_spread - 1.0).abs() < 0.02, "{rescaled}");
    assert_ne!(trained.network.scale, trainer.finish(false).unwrap().network.scale);
}
