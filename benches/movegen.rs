//! Perft with bulk counting, compared with cozy-chess in the same run.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use nunatak::board::{Board, perft};

/// Test positions: name, FEN, depth in plies and node count.
const POSITIONS: [(&str, &str, u8, u64); 3] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
    ("rook-endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661),
];

/// Returns the perft of cozy-chess with bulk counting, written like its authors' example.
fn cozy_perft(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1);
            }
            false
        });
    }
    nodes
}

fn movegen(criterion: &mut Criterion) {
    for (name, fen, depth, nodes) in POSITIONS {
        let mut group = criterion.benchmark_group(format!("perft/{name}"));
        group
            .sample_size(10)
            .sampling_mode(SamplingMode::Flat)
            .warm_up_time(Duration::from_secs(1))
            .measurement_time(Duration::from_secs(5))
            .throughput(Throughput::Elements(nodes));
        let ours: Board = fen.parse().expect("a legal position");
        let cozy: cozy_chess::Board = fen.parse().expect("a legal position");
        group.bench_function("nunatak", |bencher| {
            bencher.iter(|| assert_eq!(perft(black_box(&ours), depth), nodes));
        });
        group.bench_function("cozy-chess", |bencher| {
            bencher.iter(|| assert_eq!(cozy_perft(black_box(&cozy), depth), nodes));
        });
        group.finish();
    }
}

criterion_group!(benches, movegen);
criterion_main!(benches);
