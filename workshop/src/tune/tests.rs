//! Tuning on games of random moves, with results that are known to follow from weights.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rayon::ThreadPoolBuilder;

use super::loss::{Objective, Sigmoid, fit_sigmoid};
use super::samples::{Halves, Sample};
use super::tuner::halves;
use super::*;
use crate::dataset::{Filter, Game, ScoredMove};
use nunatak::bench;
use nunatak::board::Board;
use nunatak::eval::{Coefficients, GROUPS, Pair, WEIGHTS, Weights};
use nunatak::types::Outcome;

const GAME_PLIES: usize = 80;

/// Games of random moves from the positions of the bench. The scores tell the number of the game.
fn games(count: usize) -> Vec<Game> {
    let mut random = StdRng::seed_from_u64(3);
    (0..count).map(|number| game(&mut random, number)).collect()
}

fn game(random: &mut StdRng, number: usize) -> Game {
    let start: Board = bench::POSITIONS[number % bench::POSITIONS.len()].parse().unwrap();
    let mut board = start;
    let mut moves = Vec::new();
    for _ in 0..GAME_PLIES {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[random.random_range(0..legal.len())];
        moves.push(ScoredMove { mv, score: number as i16 });
        board = board.make(mv);
    }
    Game { start, moves, outcome: Outcome::ALL[random.random_range(0..3)] }
}

fn load(games: &[Game], seed: u64) -> TrainingSet {
    let mut loader = Loader::new(Filter::default(), 0.2, seed);
    games.iter().for_each(|game| loader.add(game.clone()).unwrap());
    loader.finish().unwrap()
}

/// The positions of games, each with the points that a sigmoid of `k` expects from what `weights`
/// say of it, and that evaluation as the score of a search. Every fifth game validates.
fn foretold(count: usize, weights: &Weights, k: f64) -> TrainingSet {
    let mut set = TrainingSet::default();
    for (number, game) in games(count).iter().enumerate() {
        let (samples, games) = match number % 5 {
            0 => (&mut set.validation, &mut set.validation_games),
            _ => (&mut set.training, &mut set.training_games),
        };
        *games += 1;
        for position in game.positions() {
            let Some(coefficients) = Coefficients::of(&position.board) else { continue };
            let value = coefficients.total(weights);
            samples.push(&coefficients, Sigmoid::new(k).of(value.into()), value as i16);
        }
    }
    set
}

/// The weights in use with some changed.
fn planted() -> Weights {
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

/// The weights in use, each moved by less than a centipawn: no sum of them is exactly zero.
fn uneven() -> Halves {
    let mut random = StdRng::seed_from_u64(5);
    let mut weights = halves(&WEIGHTS);
    weights.iter_mut().flatten().for_each(|half| *half += random.random_range(-0.5..0.5));
    weights
}

#[test]
fn samples_evaluate_as_their_coefficients_do() {
    let mut samples = Samples::default();
    let mut totals = Vec::new();
    for position in games(50).iter().flat_map(Game::positions) {
        if let Some(coefficients) = Coefficients::of(&position.board) {
            samples.push(&coefficients, 0.5, 0);
            totals.push(coefficients.total(&planted()));
        }
    }
    assert!(totals.len() > 2_000);
    for (sample, total) in samples.as_slice().iter().zip(totals) {
        let value = samples.evaluate(sample, &halves(&planted())).value;
        assert!((value - f64::from(total)).abs() < 1.01, "{value} {total}");
    }
}

/// The mean squared distance from the targets, added up one by one.
fn distance(objective: Objective, samples: &Samples, weights: &Halves) -> f64 {
    let square = |sample: &Sample| {
        let expected = objective.sigmoid.of(samples.evaluate(sample, weights).value);
        (expected - objective.target(sample)).powi(2)
    };
    samples.as_slice().iter().map(square).sum::<f64>() / samples.len() as f64
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    const STEP: f64 = 1e-3;
    let set = load(&games(60), 1);
    let samples = &set.training;
    let all: Vec<u32> = (0..samples.len() as u32).collect();
    let mut weights = uneven();
    for lambda in [0.0, 0.4] {
        let objective = Objective { sigmoid: Sigmoid::new(1.3), lambda };
        let gradient = objective.gradient(samples, &all, &weights);
        let largest = gradient.iter().flatten().fold(0.0, |max: f64, slope| max.max(slope.abs()));
        for index in (0..Weights::COUNT).step_by(7) {
            for half in 0..2 {
                let mut error = |step: f64| {
                    weights[index][half] += step;
                    let error = distance(objective, samples, &weights);
                    weights[index][half] -= step;
                    error
                };
                let expected = (error(STEP) - error(-STEP)) / (2.0 * STEP);
                let difference = (gradient[index][half] - expected).abs();
                assert!(difference < 1e-6 * largest, "{index} {half} {difference} {largest}");
            }
        }
        assert!(largest > 1e-6);
    }
}

#[test]
fn k_is_found_again() {
    for k in [0.4, 1.0, 2.7] {
        let set = foretold(40, &WEIGHTS, k);
        let found = fit_sigmoid(&set.training, &halves(&WEIGHTS)).unwrap().k();
        assert!((found - k).abs() < 0.01 * k, "{found} {k}");
    }
    let contrary = foretold(40, &WEIGHTS, -1.0);
    assert!(matches!(fit_sigmoid(&contrary.training, &halves(&WEIGHTS)), Err(TuneError::NoScale)));
}

#[test]
fn planted_weights_are_found_again() {
    let set = foretold(400, &planted(), 1.0);
    let names = ["material", "bishop_pair", "rook_open_file", "isolated", "tempo"];
    let groups = names.map(|name| find_group(name).unwrap()).to_vec();
    let options = TunerOptions { epochs: 60, learning_rate: 8.0, groups, ..options(0) };
    let epochs = tune(&set, options);
    let last = epochs.last().unwrap();
    assert_eq!((epochs.len(), last.number), (61, 60));
    assert!(last.validation < epochs[0].validation / 50.0);
    for name in &names[1..] {
        let index = find_group(name).unwrap().start;
        let [planted, found] = [planted(), last.weights].map(|weights| weights.as_slice()[index]);
        let distance = |half: fn(Pair) -> i32| (half(planted) - half(found)).abs();
        // K was fitted before the weights were right, and all weights follow it.
        let [middlegame, endgame] = [distance(Pair::middlegame), distance(Pair::endgame)];
        assert!(middlegame <= 10 && endgame <= 10, "{name}: {middlegame}, {endgame}");
    }
}

#[test]
fn any_number_of_threads_finds_the_same_weights() {
    let games = games(400);
    let set = foretold(400, &planted(), 1.0);
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
fn weights_without_evidence_and_frozen_ones_stay() {
    let set = foretold(100, &planted(), 1.0);
    let frozen = ["material", "king_squares"];
    let groups = GROUPS.iter().filter(|group| !frozen.contains(&group.name)).collect();
    let epochs = tune(&set, TunerOptions { groups, ..options(2) });
    let [before, after] = [&WEIGHTS, &epochs[2].weights].map(Weights::as_slice);
    let occurrences = set.training.occurrences();
    let is_idle = |index: usize| occurrences[index] == 0;
    assert!((0..Weights::COUNT).any(is_idle));
    let frozen = frozen.iter().flat_map(|name| find_group(name).unwrap().range());
    for index in (0..Weights::COUNT).filter(|&index| is_idle(index)).chain(frozen) {
        assert_eq!(before[index], after[index], "{index}");
    }
    assert_ne!(before, after);
    assert!(find_group("nonesuch").unwrap_err().to_string().contains("'nonesuch'"));
}

/// The sum of what the halves of all weights have moved by.
fn moved(epoch: &Epoch) -> f64 {
    let [before, after] = [&WEIGHTS, &epoch.weights].map(halves);
    before.iter().flatten().zip(after.iter().flatten()).map(|(a, b)| (a - b).abs()).sum()
}

#[test]
fn a_small_spread_holds_weights_back() {
    let set = foretold(100, &planted(), 1.0);
    let [free, held, fixed] = [f64::INFINITY, 30.0, 0.1].map(|spread| {
        moved(&tune(&set, TunerOptions { spread, learning_rate: 4.0, ..options(30) })[30])
    });
    assert!(free > 1.2 * held && held > 1.2 * fixed && fixed < 10.0, "{free} {held} {fixed}");
}

#[test]
fn lambda_blends_the_score_of_the_search_with_the_result() {
    // Scores follow the weights, results are the contrary.
    let mut samples = Samples::default();
    for position in games(40).iter().flat_map(Game::positions) {
        let Some(coefficients) = Coefficients::of(&position.board) else { continue };
        let value = coefficients.total(&planted());
        samples.push(&coefficients, Sigmoid::new(-1.0).of(value.into()), value as i16);
    }
    let weights = halves(&planted());
    let sigmoid = Sigmoid::new(1.0);
    let distances =
        [0.0, 0.5, 1.0].map(|lambda| distance(Objective { sigmoid, lambda }, &samples, &weights));
    let [result, half, score] = distances;
    assert!(score < 1e-6 && half > 1e-3 && (result - 4.0 * half).abs() < 1e-3, "{distances:?}");
    // The error that is told is that of results.
    assert!((sigmoid.error(&samples, &weights) - result).abs() < 1e-12);
}

#[test]
fn steps_without_measure_are_noticed() {
    let set = foretold(20, &planted(), 1.0);
    let options = TunerOptions { learning_rate: 1e5, ..options(3) };
    let result: Result<Vec<_>, _> = Tuner::new(&set, &WEIGHTS, options).unwrap().collect();
    assert!(matches!(result, Err(TuneError::Diverged { .. })));
}

#[test]
fn parts_without_positions_are_noticed() {
    let mut set = foretold(20, &WEIGHTS, 1.0);
    set.validation = Samples::default();
    let error = Tuner::new(&set, &WEIGHTS, options(1)).err().unwrap();
    assert!(matches!(error, TuneError::NoValidation));
    set.training = Samples::default();
    let error = Tuner::new(&set, &WEIGHTS, options(1)).err().unwrap();
    assert!(matches!(error, TuneError::NoTraining));
}

/// The numbers of the games that the positions are from, without repetition.
fn numbers(samples: &Samples) -> Vec<i16> {
    let mut numbers: Vec<_> = samples.as_slice().iter().map(|sample| sample.score).collect();
    numbers.dedup();
    numbers
}

#[test]
fn a_game_is_all_in_one_part() {
    let games = games(300);
    let set = load(&games, 1);
    let [training, validation] = [&set.training, &set.validation].map(numbers);
    // In order, so that a number which comes twice would show.
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
fn both_errors_are_drawn() {
    let set = foretold(20, &planted(), 1.0);
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
