//! The course of a run: what it depends on and what it does not.

use std::slice;

use nunatak::board::Board;
use nunatak::eval::network::{MAX_OUTPUT_WEIGHT, StoredNetwork};
use nunatak::types::Score;
use rayon::ThreadPoolBuilder;

use super::super::error::TrainError;
use super::super::quantised::integer_score;
use super::super::sample::Sample;
use super::super::schedule::{Course, learning_rate};
use super::super::trained::Trained;
use super::super::trainer::Trainer;
use super::super::{Stage, loss_curves};
use super::{TrainerOptions, TrainingData, data_of, labelled, load, run, small};
use crate::checkpoint::CheckpointError;
use crate::testing::scored_games;

/// Runs to the end and returns the checkpoints after each epoch.
fn checkpoints(mut trainer: Trainer) -> Vec<Vec<u8>> {
    let mut checkpoints = Vec::new();
    while let Some((_, number)) = trainer.next_epoch() {
        let (mut positions, before) = (0, trainer.positions_left());
        trainer.run_epoch(|count| positions += count).unwrap();
        let announced = before - trainer.positions_left();
        assert!(positions.abs_diff(announced) <= announced / 100, "epoch {number}: {positions}");
        checkpoints.push(trainer.save());
    }
    checkpoints
}

fn options() -> TrainerOptions {
    TrainerOptions { mix: 0.25, lambda: Course { first: 0.3, last: 0.5 }, k: None, ..small() }
}

fn data() -> TrainingData {
    load(&scored_games(120, 1), u64::MAX)
}

#[test]
fn the_network_does_not_depend_on_the_number_of_threads() {
    let data = data();
    let run = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let loaded = load(&scored_games(120, 1), u64::MAX);
            assert!(loaded.validation == data.validation);
            checkpoints(Trainer::new(&data, options()).unwrap())
        })
    };
    let single = run(1);
    assert!(single.len() == 3 && single == run(2) && single == run(5));
}

#[test]
fn the_network_depends_on_the_seed() {
    let data = data();
    let run =
        |seed| checkpoints(Trainer::new(&data, TrainerOptions { seed, ..options() }).unwrap());
    assert!(run(1) != run(2) && run(3) == run(3));
}

#[test]
fn a_resumed_run_equals_an_uninterrupted_one() {
    let data = data();
    let all = checkpoints(Trainer::new(&data, options()).unwrap());
    for (done, checkpoint) in all.iter().enumerate() {
        let trainer = Trainer::resume(&data, options(), checkpoint).unwrap();
        assert_eq!(trainer.history().len(), done + 1);
        assert!(checkpoints(trainer) == all[done + 1..]);
    }
}

#[test]
fn checkpoints_of_other_runs_and_damaged_ones_are_refused() {
    let data = data();
    let all = checkpoints(Trainer::new(&data, options()).unwrap());
    let resume = |options, bytes: &[u8]| Trainer::resume(&data, options, bytes).err().unwrap();
    let other = TrainerOptions { lambda: Course { first: 0.4, last: 0.5 }, ..options() };
    let error = resume(other, &all[1]).to_string();
    let expected = "the checkpoint was made with 'weight of the result 0.3..0.5', expected \
                    'weight of the result 0.4..0.5'";
    assert_eq!(error, expected);
    // Other games are named, not the K that follows from them.
    let games = load(&scored_games(120, 2), u64::MAX);
    let error = Trainer::resume(&games, options(), &all[1]).err().unwrap().to_string();
    assert!(error.contains("positions"), "{error}");
    let mut damaged = all[1].clone();
    damaged[700] ^= 1;
    for bytes in [&damaged, &all[1][..900], &[0; 3]] {
        assert!(matches!(
            resume(options(), bytes),
            TrainError::Checkpoint(CheckpointError::Damaged(_))
        ));
    }
}

#[test]
fn a_network_can_be_trained_further() {
    let data = data();
    let mut first = Trainer::new(&data, options()).unwrap();
    run(&mut first);
    let Trained { network, loss, .. } = first.finish(false).unwrap();
    let mut second =
        Trainer::new(&data, TrainerOptions { epochs: 0, distil: Some(0), ..options() });
    let second = second.as_mut().unwrap();
    second.start_from(slice::from_ref(&network)).unwrap();
    let read = second.validation_loss();
    assert!((read - loss).abs() < 3e-5, "{read} {loss}");
    let copy = second.finish(false).unwrap().network;
    assert_eq!(
        (copy.feature_weights, copy.output_weights, copy.scale),
        (network.feature_weights.clone(), network.output_weights.clone(), network.scale)
    );
    // The scores stay those of the network, in whatever unit its outputs are.
    second.start_from(&[StoredNetwork { scale: 2 * network.scale, ..network.clone() }]).unwrap();
    let doubled = second.finish(false).unwrap().network;
    assert_eq!(doubled.scale, network.scale);
    for sample in &data.validation {
        let [once, twice] = [&network, &doubled].map(|it| integer_score(it, &sample.features()).0);
        assert!((twice - 2 * once).abs() <= 2, "{once} {twice}");
    }

    // With another K, too, and even with weights at the limit of the arithmetic.
    let unit = Some(f64::from(network.scale));
    let other = TrainerOptions { epochs: 0, distil: Some(0), k: Some(20.0), unit, ..options() };
    let mut third = Trainer::new(&data, other).unwrap();
    let mut large = network.clone();
    large.output_weights[0] = MAX_OUTPUT_WEIGHT;
    third.start_from(slice::from_ref(&large)).unwrap();
    let copy = third.finish(false).unwrap().network;
    assert_eq!((copy.output_weights, copy.scale), (large.output_weights, large.scale));

    let mut wide = Trainer::new(&data, TrainerOptions { hidden: 64, ..options() }).unwrap();
    let error = wide.start_from(&[network]).unwrap_err().to_string();
    assert_eq!(error, "the network to start from has 32 hidden neurons, expected 64");
}

#[test]
fn training_can_start_from_the_mean_of_networks() {
    let data = data();
    let network = |epochs, seed| {
        let mut trainer =
            Trainer::new(&data, TrainerOptions { epochs, seed, ..options() }).unwrap();
        run(&mut trainer);
        trainer.finish(false).unwrap().network
    };
    let networks = [network(1, 1), network(2, 2), network(1, 3)];
    let mut trainer =
        Trainer::new(&data, TrainerOptions { epochs: 0, distil: Some(0), ..options() });
    let trainer = trainer.as_mut().unwrap();
    trainer.start_from(&networks).unwrap();
    let mean = trainer.finish(false).unwrap().network;
    let layers: [fn(&StoredNetwork) -> &[i16]; 3] =
        [|it| &it.feature_weights, |it| &it.feature_bias, |it| &it.output_weights];
    // An output weight between two integers may be rounded to the farther one.
    for (weights, limit) in layers.into_iter().zip([0.34, 0.34, 0.67]) {
        let [first, second, third] = networks.each_ref().map(weights);
        for (index, &mean) in weights(&mean).iter().enumerate() {
            let sum: f32 =
                [first, second, third].map(|weights| f32::from(weights[index])).iter().sum();
            assert!((f32::from(mean) - sum / 3.0).abs() < limit, "{index}: {mean}, {sum} / 3");
        }
    }
}

#[test]
fn distillation_is_proportional_to_the_games_unless_it_is_given() {
    let data = data();
    let planned = |distil| {
        let options = TrainerOptions { distil, batch: 100, epochs: 0, ..options() };
        Trainer::new(&data, options).unwrap().positions_left()
    };
    let expected = 10 * data.training.len() as u64;
    assert_eq!(planned(None), expected.next_multiple_of(100));
    assert_eq!(planned(Some(450)), 500);
}

#[test]
fn distillation_needs_a_position_with_a_quiet_successor() {
    // The only legal move mates.
    let board = "5bkb/2n4p/5P1P/K3N2r/8/2n5/8/1r6 w - - 0 20".parse::<Board>().unwrap();
    let data = data_of(vec![Sample::new(&board, Score(0), None)]);
    let options = TrainerOptions { distil: Some(100), ..small() };
    let mut trainer = Trainer::new(&data, options).unwrap();
    assert!(matches!(trainer.run_epoch(|_| {}), Err(TrainError::NoSuccessor)));
}

#[test]
fn the_learning_rate_falls_along_half_a_cosine() {
    assert!((learning_rate(1e-3, 0.0) - 1e-3).abs() < 1e-12);
    assert!((learning_rate(1e-3, 0.5) - 5.015e-4).abs() < 1e-9);
    assert!((learning_rate(1e-3, 1.0) - 3e-6).abs() < 1e-12);
}

#[test]
fn the_weight_of_the_result_is_constant_or_goes_from_one_share_to_another() {
    let rising = Course::of_shares("0.1..0.3").unwrap();
    for (progress, value) in [(0.0, 0.1), (0.5, 0.2), (1.0, 0.3)] {
        assert!((rising.at(progress) - value).abs() < 1e-12);
    }
    assert_eq!(Course::of_shares("0.2"), Ok(Course::constant(0.2)));
    assert_eq!(Course::constant(0.2).at(0.7), 0.2);
    for text in ["0.1..0.3", "0.3..0", "1"] {
        assert_eq!(Course::of_shares(text).unwrap().to_string(), text);
    }
    for text in ["", "..", "0.1..", "..0.3", "0.1..1.5", "-0.1", "0.1..0.2..0.3"] {
        assert!(Course::of_shares(text).is_err(), "{text}");
    }
}

#[test]
fn the_weight_of_the_result_changes_during_training() {
    let data = data();
    let trainer = |lambda| {
        let options = TrainerOptions { lambda, distil: Some(0), ..options() };
        Trainer::new(&data, options).unwrap()
    };
    let rising = Course { first: 0.3, last: 0.5 };
    let trained = |lambda| {
        let mut trainer = trainer(lambda);
        run(&mut trainer);
        trainer.parameters
    };
    assert!(trained(rising) != trained(Course::constant(0.3)));
    // Validation losses are those of the last step, so that they can be compared.
    let loss = |lambda| trainer(lambda).validation_loss();
    assert_eq!(loss(rising), loss(Course::constant(0.5)));
    assert_ne!(loss(rising), loss(Course::constant(0.3)));
}

#[test]
fn the_second_stage_begins_with_a_new_optimiser() {
    let data = data();
    let mut trainer = Trainer::new(&data, options()).unwrap();
    run(&mut trainer);
    let steps = options().epochs * data.training.len().div_ceil(options().batch);
    assert_eq!(trainer.optimiser.steps as usize, steps);
}

#[test]
fn runs_that_cannot_succeed_are_refused() {
    let empty = data_of(Vec::new());
    assert!(matches!(Trainer::new(&empty, options()), Err(TrainError::NoTraining)));
    let mut data = data();
    data.validation.clear();
    assert!(matches!(Trainer::new(&data, options()), Err(TrainError::NoValidation)));
    let unplayed = data_of(labelled(&scored_games(4, 1), 100));
    assert!(matches!(Trainer::new(&unplayed, options()), Err(TrainError::NoScale)));
}

#[test]
fn losses_of_both_stages_are_plotted() {
    let data = data();
    let mut trainer = Trainer::new(&data, options()).unwrap();
    run(&mut trainer);
    let stages: Vec<Stage> = trainer.history().iter().map(|epoch| epoch.stage).collect();
    assert_eq!(stages, [Stage::Distillation, Stage::Games, Stage::Games]);
    let plot = loss_curves(trainer.history(), trainer.baseline()).unwrap();
    assert!(plot.starts_with("<svg") && plot.matches("<polyline").count() >= 3);
    for name in ["training", "validation", "distillation", "hand-crafted"] {
        assert!(plot.contains(name), "{name}");
    }
}

#[test]
fn the_share_of_mixed_positions_does_not_depend_on_the_batch() {
    for (memory, shards) in [(u64::MAX, 1), (5_000, 20)] {
        let data = load(&scored_games(40, 3), memory);
        let all = data.training.len();
        for (batch, mix) in [(16, 0.3), (16, 0.0), (100, 0.7), (1_000, 1.0)] {
            let options = TrainerOptions { distil: Some(0), batch, mix, epochs: 1, ..small() };
            let mut trainer = Trainer::new(&data, options).unwrap();
            let expected = trainer.positions_left();
            let mut count = 0;
            trainer.run_epoch(|positions| count += positions).unwrap();
            assert_eq!(count, expected, "{batch} {mix}");
            let share = (expected as usize - all).abs_diff((all as f64 * mix) as usize);
            assert!(share <= shards, "{batch} {mix}: {expected} of {all}");
        }
    }
}
