//! The hand-crafted evaluation, without its pawn cache and with every pawn structure found in it.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nunatak::bench::POSITIONS;
use nunatak::board::Board;
use nunatak::eval::{Evaluator, evaluate_uncached};

fn eval(criterion: &mut Criterion) {
    let boards: Vec<Board> =
        POSITIONS.iter().map(|fen| fen.parse().expect("a legal position")).collect();
    let mut group = criterion.benchmark_group("eval");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("uncached", |bencher| {
        bencher
            .iter(|| boards.iter().map(|board| evaluate_uncached(black_box(board)).0).sum::<i32>());
    });
    let mut evaluator = Evaluator::default();
    group.bench_function("cached", |bencher| {
        bencher.iter(|| {
            boards.iter().map(|board| evaluator.evaluate(black_box(board)).0).sum::<i32>()
        });
    });
    group.finish();
}

criterion_group!(benches, eval);
criterion_main!(benches);
