//! Loading games into samples.

use std::collections::HashMap;

use nunatak::types::{Color, Outcome, Score};
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::super::distillation::append_successors;
use super::super::loader::LookAhead;
use super::super::sample::Sample;
use super::super::store::Capacity;
use super::super::store::{Store, StoreBuilder};
use super::{FILTER, K, VALIDATION_SHARE, labelled, load, load_labelled};
use crate::dataset::{Game, NO_SCORE, ResultsByScore, Split};
use crate::testing::{game_of, scored_games};

#[test]
fn samples_keep_position_score_and_points() {
    for position in scored_games(20, 1).iter().flat_map(Game::positions) {
        let board = position.board;
        let is_white = board.side_to_move() == Color::White;
        for (outcome, points) in [
            (Some(Outcome::WhiteWins), Some(if is_white { 1.0 } else { 0.0 })),
            (Some(Outcome::Draw), Some(0.5)),
            (Some(Outcome::BlackWins), Some(if is_white { 0.0 } else { 1.0 })),
            (None, None),
        ] {
            let sample = Sample::new(&board, Score(-123), outcome);
            let copy = Sample::from_bytes(&sample.to_bytes());
            assert!(copy == sample && copy.board() == board);
            assert_eq!((copy.score(), copy.points()), (-123, points));
        }
    }
}

/// Returns the samples of a store and their numbers of occurrences.
fn counted(store: &Store) -> HashMap<Vec<u8>, usize> {
    let mut counts = HashMap::new();
    for shard in 0..store.shard_count() {
        let samples = store.load(shard).unwrap();
        assert_eq!(samples.len(), store.shard_len(shard));
        for sample in samples.iter() {
            *counts.entry(sample.to_bytes().to_vec()).or_default() += 1;
        }
    }
    counts
}

#[test]
fn labels_that_look_ahead_are_means_of_later_scores_and_the_result() {
    const K: f64 = 140.0;
    let expected = |score: f64| 1.0 / (1.0 + (-score / K).exp());
    let games = scored_games(10, 5);
    for weight in [0.0, 0.3, 0.9, 1.0] {
        for game in &games {
            let labels = LookAhead { weight, k: K }.labels(game);
            assert_eq!(labels.len(), game.moves.len());
            for (ply, label) in labels.into_iter().enumerate() {
                let weights = (0..).map(|distance| (1.0 - weight) * weight.powi(distance));
                let later = game.moves[ply..].iter();
                let scores = later.map(|scored| expected(scored.score.into()));
                let sum: f64 = scores.zip(weights).map(|(points, weight)| weight * points).sum();
                let rest = weight.powi((game.moves.len() - ply) as i32);
                let mean = sum + rest * game.outcome.points();
                assert!((expected(label.into()) - mean).abs() < 0.001, "{label} {mean}");
            }
        }
    }
    // Moves without a score take over the next label.
    let mut game = games[0].clone();
    let last = game.moves.len() - 1;
    game.moves[last - 1].score = NO_SCORE;
    let labels = LookAhead { weight: 0.5, k: K }.labels(&game);
    assert_eq!(labels[last - 1], labels[last]);
}

#[test]
fn each_sample_has_its_label_from_the_view_of_the_side_to_move() {
    let moves = [("e2e4", 100), ("e7e5", 100), ("g1f3", 20), ("b8c6", -30)];
    let game = game_of(&moves, Outcome::WhiteWins);
    let scores = |look_ahead| {
        let data = load_labelled(std::slice::from_ref(&game), u64::MAX, look_ahead);
        data.validation.iter().map(Sample::score).collect::<Vec<_>>()
    };
    assert_eq!(scores(None), [100, -100, 20, 30]);
    let look_ahead = LookAhead { weight: 0.5, k: K };
    let [first, second, third, fourth] = look_ahead.labels(&game)[..] else {
        unreachable!("four moves")
    };
    assert_eq!(scores(Some(look_ahead)), [first, -second, third, -fourth]);
}

#[test]
fn k_is_fitted_to_the_kept_positions_of_the_training_games() {
    let (games, split) = (scored_games(100, 8), Split::new(VALIDATION_SHARE, 0));
    let mut results = ResultsByScore::default();
    for game in games.iter().filter(|game| !split.holds_out(game)) {
        for position in game.positions().filter(|position| FILTER.keeps(position)) {
            results.add(position.score, game.outcome);
        }
    }
    let k = results.fit();
    assert!(k.is_some() && load(&games, u64::MAX).results.fit() == k, "{k:?}");
}

#[test]
fn samples_are_held_in_memory_or_in_files() {
    let games = scored_games(60, 2);
    let [memory, files] = [u64::MAX, 20_000].map(|memory| load(&games, memory));
    assert_eq!(memory.training.shard_count(), 1);
    assert!(files.training.shard_count() > 4, "{}", files.training.shard_count());
    assert!(counted(&memory.training) == counted(&files.training));
    assert!(memory.validation == files.validation);
    let kept = games.iter().flat_map(Game::positions).filter(|position| FILTER.keeps(position));
    assert_eq!(memory.training.len() + memory.validation.len(), kept.count());
}

#[test]
fn shards_without_samples_are_left_out() {
    let memory = size_of::<Sample>() as u64;
    let capacity = Capacity { max_positions: 90, memory, folder: std::env::temp_dir(), seed: 1 };
    let mut builder = StoreBuilder::new(&capacity).unwrap();
    builder.extend(&labelled(&scored_games(1, 2), 5)).unwrap();
    let store = builder.finish().unwrap();
    assert!((1..=5).contains(&store.shard_count()) && store.len() == 5);
    assert!((0..store.shard_count()).all(|shard| store.shard_len(shard) > 0));
}

#[test]
fn shards_have_similar_numbers_of_samples() {
    let games = scored_games(60, 3);
    let data = load(&games, 20_000);
    let mean = data.training.len() / data.training.shard_count();
    for shard in 0..data.training.shard_count() {
        assert!(data.training.shard_len(shard).abs_diff(mean) < mean / 3);
    }
}

#[test]
fn held_out_games_depend_on_nothing_but_the_games() {
    let mut games = scored_games(500, 4);
    let data = load(&games, u64::MAX);
    assert_eq!(data.training_games + data.validation_games, games.len());
    assert!((70..130).contains(&data.validation_games), "{}", data.validation_games);

    let sorted = |samples: &[Sample]| {
        let mut bytes: Vec<_> = samples.iter().map(|sample| sample.to_bytes()).collect();
        bytes.sort_unstable();
        bytes
    };
    games.reverse();
    let reversed = load(&games, u64::MAX);
    assert!(sorted(&data.validation) == sorted(&reversed.validation));
    let first_half = load(&games[..250], u64::MAX);
    let all = sorted(&data.validation);
    assert!(sorted(&first_half.validation).iter().all(|bytes| all.contains(bytes)));
}

#[test]
fn at_least_one_game_is_held_out() {
    for seed in 0..30 {
        let games = scored_games(3, 1_000 + seed);
        let data = load(&games, u64::MAX);
        assert!(data.validation_games > 0 && data.training_games > 0, "{seed}");
        assert!(!data.validation.is_empty());
        let alone = load(&games[..1], u64::MAX);
        assert_eq!((alone.training_games, alone.validation_games), (0, 1));
    }
}

#[test]
fn distilled_positions_are_mostly_new_and_quiet() {
    let data = load(&scored_games(60, 7), u64::MAX);
    let bases = data.training.load(0).unwrap();
    let mut samples = Vec::new();
    append_successors(&mut samples, 3_000, &bases, &mut StdRng::seed_from_u64(1));
    assert_eq!(samples.len(), 3_000);
    let boards = samples.iter().map(Sample::board);
    assert!(boards.clone().all(|board| !board.in_check()));
    let keys: std::collections::HashSet<u64> = boards.map(|board| board.key()).collect();
    assert!(keys.len() > 2_500, "{}", keys.len());
    assert!(samples.iter().all(|sample| sample.points().is_none()));
    let known = bases.iter().map(|sample| sample.board().key()).collect();
    // A random move may be the one that was played.
    let old = keys.intersection(&known).count();
    assert!(old < 300, "{old}");
}
