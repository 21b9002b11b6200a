//! Time of a search to a fixed depth from an empty transposition table.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use nunatak::board::Board;
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};

/// Test positions: name, depth in plies and FEN.
const POSITIONS: [(&str, usize, &str); 4] = [
    ("start", 12, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kiwipete", 11, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("middlegame", 12, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    ("rook endgame", 16, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
];

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for (name, depth, fen) in POSITIONS {
        let board: Board = fen.parse().expect("a legal position");
        let mut searcher = Searcher::new(16).expect("memory");
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        group.bench_function(format!("{name} to depth {depth}"), |bencher| {
            bencher.iter(|| {
                searcher.new_game();
                let control = SearchControl::default();
                searcher.search(black_box(&board), &[], &limits, &control, &mut Silent)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, search);
criterion_main!(benches);
