//! The breakdown for users.

use super::super::{BUCKETS, HIDDEN, bucket};
use super::super::{EngineNetwork, Network, NetworkTrace};
use super::material::{PAWN, material_network};
use super::samples::random_network;
use crate::board::Board;
use crate::types::{Color, Score, Square};

fn trace(network: &Network, fen: &str) -> NetworkTrace {
    NetworkTrace::new(&EngineNetwork::new(network).unwrap(), &fen.parse().unwrap())
}

/// Positions with either side to move.
const FENS: [&str; 2] = [
    "r1bqk2r/pp3ppp/2n5/8/1b6/2N2N2/PP3PPP/R1B1K2R w KQkq - 0 1",
    "8/1p3pk1/p5p1/P3P2p/1P1P3P/5KP1/8/8 b - - 0 1",
];

#[test]
fn the_total_is_the_score_from_whites_view() {
    let network = random_network(HIDDEN, 9);
    for fen in FENS {
        let board: Board = fen.parse().unwrap();
        let Score(score) = network.evaluate_fresh(&board);
        let white = if board.side_to_move() == Color::White { score } else { -score };
        let trace = trace(&network, fen);
        assert_eq!(trace.total(), white);
        assert_eq!(trace.scores()[bucket(&board)], white);
        assert!(trace.scores().iter().any(|&other| other != white));
        let text = trace.to_string();
        assert!(text.ends_with(&format!("Network: {white} units for White")), "{text}");
        assert_eq!(text.matches("<-").count(), 1);
        assert_eq!(text.lines().filter(|line| line.contains("..")).count(), BUCKETS);
    }
}

#[test]
fn the_value_of_a_piece_is_the_cost_of_its_removal() {
    let network = material_network(HIDDEN);
    for fen in FENS {
        let trace = trace(&network, fen);
        let board: Board = fen.parse().unwrap();
        for square in Square::all() {
            match board.piece_on(square).map(|piece| piece.to_string()).as_deref() {
                None | Some("K" | "k") => assert_eq!(trace.value(square), None),
                Some("P") => assert!((trace.value(square).unwrap() - PAWN).abs() <= PAWN / 20),
                Some("p") => assert!((trace.value(square).unwrap() + PAWN).abs() <= PAWN / 20),
                Some("q") => assert!(trace.value(square).unwrap() < -9 * PAWN),
                Some(_) => assert!(trace.value(square).unwrap().abs() > 5 * PAWN / 2),
            }
        }
    }
    let text = trace(&network, FENS[0]).to_string();
    assert!(text.starts_with("+------+"), "{text}");
    assert!(text.contains("|   r  |      |   b  |   q  |   k  |"), "{text}");
}

#[test]
fn drawish_material_is_marked() {
    let network = material_network(HIDDEN);
    // Without pawns, the lead of a minor piece seldom wins; that of a queen does.
    for (fen, is_drawish) in
        [("4k3/5N2/8/n7/8/8/7B/4K3 w - - 0 1", true), ("4k3/5N2/8/n7/8/8/7Q/4K3 w - - 0 1", false)]
    {
        let text = trace(&network, fen).to_string();
        assert_eq!(text.contains("Drawish material"), is_drawish, "{text}");
    }
}

#[test]
fn known_endgames_are_marked() {
    let network = random_network(HIDDEN, 10);
    let trace = trace(&network, "8/8/8/4k3/8/8/8/KR6 b - - 0 1");
    assert!(trace.total() > 4_000);
    assert!(trace.to_string().contains("Known endgame"));
}
