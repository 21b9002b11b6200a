//! The embedded network, and others that the engine loads.

use std::path::Path;

use tempfile::NamedTempFile;

use super::super::{EngineNetwork, HIDDEN};
use super::material::{PAWN, material_network};
use super::samples::{random_engine_network, random_network};
use crate::board::Board;
use crate::eval::Evaluator;

/// Returns the score of the embedded network with the piece on a square of the start position
/// removed, from Black's view, who is to move.
fn score_without(square: &str) -> i32 {
    let mut ranks =
        ["rnbqkbnr", "pppppppp", "8", "8", "8", "8", "PPPPPPPP", "RNBQKBNR"].map(str::to_owned);
    let file = usize::from(square.as_bytes()[0] - b'a');
    let rank = usize::from(b'8' - square.as_bytes()[1]);
    ranks[rank].replace_range(file..=file, "1");
    let board = format!("{} b - - 0 1", ranks.join("/")).parse().unwrap();
    EngineNetwork::embedded().evaluate_fresh(&board).0
}

#[test]
fn the_embedded_network_knows_the_values_of_the_pieces() {
    let start = EngineNetwork::embedded().evaluate_fresh(&Board::start());
    assert!(start.0.abs() <= 50, "{start}");
    let [pawn, knight, bishop, rook, queen] = ["a2", "b1", "c1", "a1", "d1"].map(score_without);
    assert!(0 < pawn && pawn < knight.min(bishop), "{pawn}, {knight}, {bishop}");
    assert!(knight.max(bishop) < rook && rook < queen, "{knight}, {bishop}, {rook}, {queen}");
    assert!((knight - bishop).abs() < 100, "{knight}, {bishop}");
}

#[test]
fn the_material_network_counts_material() {
    let network = material_network(HIDDEN);
    for (fen, quarters) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 4),
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", -4),
        ("3qk3/8/8/8/8/8/4P3/4K1NR w - - 0 1", 4 + 12 + 20 - 38),
        ("3qk2r/8/8/8/8/8/PPPP4/2B1K3 b - - 0 1", 38 + 20 - 4 * 4 - 13),
    ] {
        let score = network.evaluate_fresh(&fen.parse().unwrap()).0;
        assert!((score - PAWN * quarters / 4).abs() <= 5, "{fen}: {score}");
    }
}

#[test]
fn networks_of_another_width_are_refused() {
    for hidden in [HIDDEN - 1, HIDDEN + 1] {
        let error = EngineNetwork::new(&random_network(hidden, 6)).unwrap_err().to_string();
        assert!(error.contains(&format!("{hidden}; supported: {HIDDEN}")), "{error}");
    }
}

#[test]
fn a_network_file_is_opened() {
    let (network, _) = random_engine_network(7);
    let file = NamedTempFile::new().unwrap();
    network.write_to(&file).unwrap();
    let opened = EngineNetwork::open(file.path()).unwrap();
    let board = Board::start();
    assert_eq!(opened.evaluate_fresh(&board), network.evaluate_fresh(&board));
    assert!(EngineNetwork::open(Path::new("no such file.nnue")).is_err());
}

#[test]
fn known_endgames_keep_their_formulas() {
    let (network, laid_out) = random_engine_network(8);
    let mut evaluator = Evaluator::with_network(Some(laid_out));
    let mut classical = Evaluator::new();
    for (fen, is_known) in [
        ("8/8/8/4k3/8/8/8/KR6 b - - 0 1", true),
        ("8/8/8/4k3/8/8/8/KBN5 w - - 0 1", true),
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", false),
    ] {
        let board: Board = fen.parse().unwrap();
        let score = evaluator.evaluate(&board);
        assert_eq!(score == classical.evaluate(&board), is_known, "{fen}");
        assert_eq!(score == network.evaluate_fresh(&board), !is_known, "{fen}");
    }
}
