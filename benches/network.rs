//! The network evaluation: from scratch, after each move of a game, and of the same board again.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nunatak::bench::POSITIONS;
use nunatak::board::Board;
use nunatak::eval::network::{Network, NetworkEvaluator};

/// Number of moves of the game whose positions are evaluated one after the other.
const MOVES: usize = 100;

/// Returns the positions of a game of arbitrary moves, some of which capture, and then the same
/// ones back to the start, so that neighbours differ by one move.
fn game() -> Vec<Board> {
    let mut line = vec![Board::start()];
    for number in 0..MOVES {
        let board = line[line.len() - 1];
        let moves = board.legal_moves();
        line.push(board.make(moves[7 * number % moves.len()]));
    }
    line.extend_from_within(1..MOVES);
    line[MOVES + 1..].reverse();
    line
}

fn network(criterion: &mut Criterion) {
    let boards: Vec<Board> =
        POSITIONS.iter().map(|fen| fen.parse().expect("a legal position")).collect();
    let network = Network::embedded();
    let mut group = criterion.benchmark_group("network");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("refresh", |bencher| {
        bencher.iter(|| {
            boards.iter().map(|board| network.evaluate_fresh(black_box(board)).0).sum::<i32>()
        });
    });
    let mut evaluator = NetworkEvaluator::new(network);
    group.bench_function("output", |bencher| {
        evaluator.evaluate(&boards[0]);
        bencher.iter(|| {
            boards.iter().map(|_| evaluator.evaluate(black_box(&boards[0])).0).sum::<i32>()
        });
    });
    let moves = game();
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("update", |bencher| {
        bencher
            .iter(|| moves.iter().map(|board| evaluator.evaluate(black_box(board)).0).sum::<i32>());
    });
    group.finish();
}

criterion_group!(benches, network);
criterion_main!(benches);
