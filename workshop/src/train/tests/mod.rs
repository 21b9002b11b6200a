//! Tests of the trainer.

mod course;
mod data;
mod gates;
mod gradient;

use nunatak::eval::evaluate_uncached;

use super::loader::{Loader, LookAhead, TrainingData};
use super::options::TrainerOptions;
use super::sample::Sample;
use super::store::Capacity;
use super::store::Store;
use super::trainer::Trainer;
use crate::dataset::{Filter, Game, ResultsByScore, Split};

/// The K that the networks are trained with.
const K: f64 = 150.0;

/// A filter that keeps most positions of random games.
const FILTER: Filter =
    Filter { first_ply: 0, max_score: 3_000, keep_captures: true, max_difference: None };

/// The share of the games that are for validation.
const VALIDATION_SHARE: f64 = 0.2;

/// Loads games.
fn load(games: &[Game], memory: u64) -> TrainingData {
    load_labelled(games, memory, None)
}

/// Loads games as [`load`] does, with labels that may look ahead.
fn load_labelled(games: &[Game], memory: u64, look_ahead: Option<LookAhead>) -> TrainingData {
    let max_positions = games.iter().map(|game| game.moves.len() as u64).sum();
    let capacity = Capacity { max_positions, memory, folder: std::env::temp_dir(), seed: 1 };
    let mut loader =
        Loader::new(FILTER, look_ahead, Split::new(VALIDATION_SHARE, 0), &capacity).unwrap();
    for game in games {
        loader.add(game.clone()).unwrap();
    }
    loader.finish().unwrap()
}

/// Returns data with the same samples for training and validation.
fn data_of(samples: Vec<Sample>) -> TrainingData {
    TrainingData {
        validation: samples.clone(),
        training: Store::in_memory(samples),
        training_games: 1,
        validation_games: 1,
        results: ResultsByScore::default(),
        fingerprint: 0,
    }
}

/// Returns samples of positions with their static evaluations.
fn labelled(games: &[Game], count: usize) -> Vec<Sample> {
    let boards = games.iter().flat_map(Game::positions).map(|position| position.board);
    let quiet = boards.filter(|board| !board.in_check()).take(count);
    quiet.map(|board| Sample::new(&board, evaluate_uncached(&board), None)).collect()
}

/// Options of a small and quick run.
fn small() -> TrainerOptions {
    TrainerOptions {
        hidden: 32,
        epochs: 2,
        distil: Some(8_000),
        k: Some(K),
        batch: 1_000,
        ..TrainerOptions::default()
    }
}

fn run(trainer: &mut Trainer) {
    while trainer.next_epoch().is_some() {
        trainer.run_epoch(|_| {}).unwrap();
    }
}
