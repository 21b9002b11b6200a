//! The network evaluation: from scratch, after each move of a game, and of the same board again.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nunatak::bench::POSITIONS;
use nunatak::board::Board;
use nunatak::eval::network::{EngineNetwork, NetworkEvaluator};

/// Number of moves after each position.
const MOVES: usize = 8;

/// Returns a line of legal moves from `board`, some of which capture.
fn line(board: Board) -> Vec<Board> {
    let mut line = vec![board];
    for number in 0..MOVES {
        let board = line[line.len() - 1];
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        line.push(board.make(moves[7 * number % moves.len()]));
    }
    line
}

fn network(criterion: &mut Criterion) {
    let boards: Vec<Board> =
        POSITIONS.iter().map(|fen| fen.parse().expect("a legal position")).collect();
    let network = EngineNetwork::embedded();
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
    let moves: Vec<Board> = boards.into_iter().flat_map(line).collect();
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("update", |bencher| {
        bencher
            .iter(|| moves.iter().map(|board| evaluator.evaluate(black_box(board)).0).sum::<i32>());
    });
    group.finish();
}

criterion_group!(benches, network);
criterion_main!(benches);
