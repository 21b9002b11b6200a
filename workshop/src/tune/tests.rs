//! Tuning on games of random moves, with results that follow from known weights.

use nunatak::bench;
use nunatak::board::Board;
use nunatak::eval::{Pair, WEIGHTS, Weights};
use nunatak::types::Outcome;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rayon::ThreadPoolBuilder;

use super::loss::{Objective, Sigmoid, fit_sigmoid};
use super::samples::Sample;
use super::vector::{Vector, from_weights};
use super::*;
use crate::dataset::{Filter, Game, Split};
use crate::testing::random_moves;

const PLIES: usize = 80;

/// An evaluation of as many units is worth 73 % of the points.
const K: f64 = 170.0;

/// Returns games of random moves from the bench positions. The scores are the numbers of the games.
fn games(count: usize) -> Vec<Game> {
    let mut random = StdRng::seed_from_u64(3);
    let starts = bench::POSITIONS.iter().cycle().take(count);
    let game = |(number, fen): (usize, &&str)| {
        let start: Board = fen.parse().unwrap();
        let moves = random_moves(&start, PLIES, number as i16, &mut random);
        Game { start, moves, outcome: Outcome::ALL[random.random_range(0..3)] }
    };
    starts.enumerate().map(game).collect()
}

fn load(games: &[Game], seed: u64) -> TrainingSet {
    let mut loader = Loader::new(Filter::default(), Split::new(0.2, seed));
    games.iter().for_each(|game| loader.add(game.clone()).unwrap());
    loader.finish().unwrap()
}

/// Adds the positions of a game, with the points that a sigmoid with K = `k` predicts from their
/// evaluation with `weights`, and this evaluation as the search score.
fn push_predicted(samples: &mut Samples, game: &Game, weights: &Weights, k: f64) {
    for position in game.positions() {
        let Some(coefficients) = Coefficients::of(&position.board) else { continue };
        let value = coefficients.total(weights);
        samples.push(&coefficients, Sigmoid { k }.predict(value.into()), value as i16);
    }
}

/// Returns a training set of games with predicted results, of which every fifth is for validation.
fn predicted(count: usize, weights: &Weights, k: f64) -> TrainingSet {
    let mut set = TrainingSet::default();
    for (number, game) in games(count).iter().enumerate() {
        let (samples, games) = if number % 5 == 0 {
            (&mut set.validation, &mut set.validation_games)
        } else {
            (&mut set.training, &mut set.training_games)
        };
        *games += 1;
        push_predicted(samples, game, weights, k);
    }
    set
}

/// Returns the current weights with some of them changed.
fn changed_weights() -> Weights {
    let mut weights = WEIGHTS;
    weights.bishop_pair = Pair::new(-20, 90);
    weights.rook_open_file = Pair::new(75, -30);
    weights.tempo = Pair::new(40, 35);
    weights.material[1] = Pair::new(250, 400);
    weights.isolated = Pair::new(20, 20);
    weights
}

fn options(epochs: usize) -> TunerOptions {
    TunerOptions { epochs, spread: f64::INFINITY, ..TunerOptions::default() }
}

fn tune(set: &TrainingSet, options: TunerOptions) -> Vec<Epoch> {
    Tuner::new(set, &WEIGHTS, options).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Returns the current weights, each moved by less than a unit so that no sum is exactly zero.
fn fractional_weights() -> Vector {
    let mut random = StdRng::seed_from_u64(5);
    let mut weights = from_weights(&WEIGHTS);
    weights.iter_mut().flatten().for_each(|weight| *weight += random.random_range(-0.5..0.5));
    weights
}

#[test]
fn samples_have_the_evaluation_of_their_coefficients() {
    let mut samples = Samples::default();
    let mut totals = Vec::new();
    for position in games(50).iter().flat_map(Game::positions) {
        if let Some(coefficients) = Coefficients::of(&position.board) {
            samples.push(&coefficients, 0.5, 0);
            totals.push(coefficients.total(&changed_weights()));
        }
    }
    assert!(totals.len() > 2_000);
    for (sample, total) in samples.as_slice().iter().zip(totals) {
        let value = samples.evaluate(sample, &from_weights(&changed_weights())).value;
        assert!((value - f64::from(total)).abs() < 1.01, "{value} {total}");
    }
}

/// Returns the mean squared difference to the targets, computed sample by sample.
fn plain_error(objective: Objective, samples: &Samples, weights: &Vector) -> f64 {
    let square = |sample: &Sample| {
        let prediction = objective.sigmoid.predict(samples.evaluate(sample, weights).value);
        (prediction - objective.target(sample)).powi(2)
    };
    samples.as_slice().iter().map(square).sum::<f64>() / samples.len() as f64
}

#[test]
fn the_gradient_agrees_with_finite_differences() {
    const STEP: f64 = 1e-3;
    let set = load(&games(60), 1);
    let samples = &set.training;
    let all: Vec<u32> = (0..samples.len() as u32).collect();
    let mut weights = fractional_weights();
    for lambda in [1.0, 0.6] {
        let [sigmoid, score_sigmoid] = [130.0, 160.0].map(|k| Sigmoid { k });
        let objective = Objective { sigmoid, score_sigmoid, lambda };
        let gradient = objective.gradient(samples, &all, &weights);
        let largest = gradient.iter().flatten().fold(0.0, |max: f64, slope| max.max(slope.abs()));
        for index in (0..Weights::COUNT).step_by(7) {
            for phase in 0..2 {
                let mut error_after = |step: f64| {
                    weights[index][phase] += step;
                    let error = plain_error(objective, samples, &weights);
                    weights[index][phase] -= step;
                    error
                };
                let expected = (error_after(STEP) - error_after(-STEP)) / (2.0 * STEP);
                let difference = (gradient[index][phase] - expected).abs();
                assert!(difference < 1e-6 * largest, "{index} {phase} {difference} {largest}");
            }
        }
        assert!(largest > 1e-6);
    }
}

#[test]
fn k_is_recovered() {
    for k in [60.0, K, 430.0] {
        let set = predicted(40, &WEIGHTS, k);
        let found = fit_sigmoid(&set.training, &from_weights(&WEIGHTS)).unwrap().k;
        assert!((found - k).abs() < 0.01 * k, "{found} {k}");
    }
    let reversed = predicted(40, &WEIGHTS, -K);
    let error = fit_sigmoid(&reversed.training, &from_weights(&WEIGHTS)).unwrap_err();
    assert!(matches!(error, TuneError::NoScale));
}

#[test]
fn scores_predict_results_by_the_k_of_the_data_set() {
    let mut set = predicted(20, &WEIGHTS, K);
    set.training = Samples::default();
    // The side ahead has a score of 100 and wins four times of five.
    for (number, position) in games(40).iter().flat_map(Game::positions).enumerate() {
        let Some(coefficients) = Coefficients::of(&position.board) else { continue };
        let is_ahead = coefficients.total(&WEIGHTS) > 0;
        let points = if is_ahead == (number % 5 > 0) { 1.0 } else { 0.0 };
        set.training.push(&coefficients, points, if is_ahead { 100 } else { -100 });
    }
    let options = TunerOptions { lambda: 0.5, ..options(0) };
    let k = Tuner::new(&set, &WEIGHTS, options).unwrap().objective.score_sigmoid.k;
    let expected = 100.0 / 4.0_f64.ln();
    assert!((k / expected - 1.0).abs() < 0.1, "{k} {expected}");
}

#[test]
fn changed_weights_are_recovered() {
    let set = predicted(400, &changed_weights(), K);
    let names = ["material", "bishop_pair", "rook_open_file", "isolated", "tempo"];
    let only = names.map(|name| find_group(name).unwrap()).to_vec();
    let epochs = tune(&set, TunerOptions { learning_rate: 8.0, only, ..options(60) });
    let last = epochs.last().unwrap();
    assert_eq!((epochs.len(), last.number), (61, 60));
    assert!(last.validation < epochs[0].validation / 50.0);
    for name in &names[1..] {
        let index = find_group(name).unwrap().range.start;
        let [truth, found] =
            [changed_weights(), last.weights].map(|weights| weights.as_slice()[index]);
        let difference = |phase: fn(Pair) -> i32| (phase(truth) - phase(found)).abs();
        let [middlegame, endgame] = [difference(Pair::middlegame), difference(Pair::endgame)];
        // K was fitted to the initial weights, which affects the scale of the tuned ones.
        assert!(middlegame <= 10 && endgame <= 10, "{name}: {middlegame}, {endgame}");
    }
}

#[test]
fn the_number_of_threads_does_not_affect_the_weights() {
    let games = games(400);
    let set = predicted(400, &changed_weights(), K);
    assert!(set.training.len() > 16_384, "more than one batch");
    let [first, others @ ..] = [1, 2, 3].map(|threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let epochs = tune(&set, options(3));
            let errors = epochs.iter().map(|epoch| [epoch.training, epoch.validation]);
            let errors: Vec<_> = errors.map(|errors| errors.map(f64::to_bits)).collect();
            (errors, epochs[3].weights, load(&games, 1))
        })
    });
    assert_ne!(first.1, WEIGHTS);
    for other in others {
        assert!(other == first);
    }
}

#[test]
fn unused_and_frozen_weights_stay_unchanged() {
    let set = predicted(100, &changed_weights(), K);
    let frozen = ["material", "king_squares"].map(|name| find_group(name).unwrap());
    let epochs = tune(&set, TunerOptions { freeze: frozen.to_vec(), ..options(2) });
    let [before, after] = [&WEIGHTS, &epochs[2].weights].map(Weights::as_slice);
    let occurrences = set.training.occurrences();
    let unused: Vec<_> = (0..Weights::COUNT).filter(|&index| occurrences[index] == 0).collect();
    assert!(!unused.is_empty());
    for index in unused.into_iter().chain(frozen.into_iter().flat_map(|group| group.range.clone()))
    {
        assert_eq!(before[index], after[index], "{index}");
    }
    assert_ne!(before, after);
    assert!(find_group("nonesuch").unwrap_err().contains("'nonesuch'"));
}

/// Returns the sum of the changes of all weights.
fn total_change(epoch: &Epoch) -> f64 {
    let [before, after] = [&WEIGHTS, &epoch.weights].map(from_weights);
    before.iter().flatten().zip(after.iter().flatten()).map(|(a, b)| (a - b).abs()).sum()
}

#[test]
fn a_small_spread_keeps_weights_near_their_start() {
    let set = predicted(100, &changed_weights(), K);
    let [free, held, fixed] = [f64::INFINITY, 30.0, 0.1].map(|spread| {
        let options = TunerOptions { spread, learning_rate: 4.0, ..options(30) };
        total_change(&tune(&set, options)[30])
    });
    assert!(free > 1.2 * held && held > 1.2 * fixed && fixed < 10.0, "{free} {held} {fixed}");
}

#[test]
fn lambda_blends_search_score_and_result() {
    // Scores agree with the weights, results contradict them.
    let mut samples = Samples::default();
    games(40).iter().for_each(|game| push_predicted(&mut samples, game, &changed_weights(), -K));
    let weights = from_weights(&changed_weights());
    let sigmoid = Sigmoid { k: K };
    let errors = [1.0, 0.5, 0.0].map(|lambda| {
        let objective = Objective { sigmoid, score_sigmoid: sigmoid, lambda };
        plain_error(objective, &samples, &weights)
    });
    let [result, half, score] = errors;
    assert!(score < 1e-6 && half > 1e-3 && (result - 4.0 * half).abs() < 1e-3, "{errors:?}");
    // The reported error is that of the results.
    assert!((sigmoid.error(&samples, &weights) - result).abs() < 1e-12);
}

#[test]
fn a_learning_rate_that_diverges_is_an_error() {
    let set = predicted(20, &changed_weights(), K);
    let options = TunerOptions { learning_rate: 1e5, ..options(3) };
    let result: Result<Vec<_>, _> = Tuner::new(&set, &WEIGHTS, options).unwrap().collect();
    assert!(matches!(result, Err(TuneError::Diverged { .. })));
}

#[test]
fn the_best_epoch_is_the_first_with_the_lowest_validation_error() {
    let set = predicted(40, &WEIGHTS, K);
    let mut tuner = Tuner::new(&set, &WEIGHTS, options(0)).unwrap();
    assert!(tuner.best().is_none());
    let errors = [[0.3, 0.3], [0.2, 0.1], [0.1, 0.1], [0.1, 0.2]];
    for (number, [training, validation]) in errors.into_iter().enumerate() {
        tuner.history.push(Epoch { number, weights: WEIGHTS, training, validation });
    }
    assert_eq!(tuner.best().map(|epoch| epoch.number), Some(1));
}

#[test]
fn empty_training_and_validation_sets_are_errors() {
    let mut set = predicted(20, &WEIGHTS, K);
    set.validation = Samples::default();
    let error = Tuner::new(&set, &WEIGHTS, options(1)).err().unwrap();
    assert!(matches!(error, TuneError::NoValidation));
    set.training = Samples::default();
    let error = Tuner::new(&set, &WEIGHTS, options(1)).err().unwrap();
    assert!(matches!(error, TuneError::NoTraining));
}

/// Returns the game numbers of the positions, without repetition.
fn game_numbers(samples: &Samples) -> Vec<i16> {
    let mut numbers: Vec<_> = samples.as_slice().iter().map(|sample| sample.score).collect();
    numbers.dedup();
    numbers
}

#[test]
fn games_are_not_divided_between_training_and_validation() {
    let games = games(300);
    let set = load(&games, 1);
    let [training, validation] = [&set.training, &set.validation].map(game_numbers);
    // Strictly increasing: no game occurs twice.
    assert!(training.is_sorted_by(|a, b| a < b) && validation.is_sorted_by(|a, b| a < b));
    assert!(training.iter().all(|number| !validation.contains(number)));
    assert_eq!(set.training_games + set.validation_games, games.len());
    assert!((30..90).contains(&set.validation_games), "{}", set.validation_games);
    assert!(load(&games, 1) == set && load(&games, 2) != set);

    let kept = games.iter().flat_map(Game::positions);
    let kept = kept.filter(|position| Filter::default().keeps(position)).count();
    assert_eq!(set.training.len() + set.validation.len() + set.known_endgames, kept);
}

#[test]
fn the_plot_shows_both_errors() {
    let set = predicted(20, &changed_weights(), K);
    let epochs = tune(&set, options(3));
    for count in [1, 4] {
        let plot = error_curves(&epochs[..count]).unwrap();
        assert!(plot.starts_with("<svg") && plot.trim_end().ends_with("</svg>"));
        for text in ["training", "validation", "epoch", "mean squared error"] {
            assert!(plot.contains(text), "{text}");
        }
    }
    assert!(error_curves(&epochs).unwrap().matches("<polyline").count() >= 2);
}
