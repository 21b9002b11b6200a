//! Known endgames compared with each other and with the endgame tables.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::board::Board;
use crate::eval::classical::endgame::{KNOWN_WIN, known_value};
use crate::tablebase::tests::board_of;
use crate::tablebase::{ProbeResult, probe};
use crate::types::{Color, Square};

fn board(fen: &str) -> Board {
    fen.parse().unwrap()
}

/// Returns the known value of a position from White's view.
fn known(fen: &str) -> i32 {
    known_value(&board(fen)).unwrap()
}

#[test]
fn wins_are_large_and_draws_near_zero() {
    for fen in [
        "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
        "8/8/8/4k3/8/8/8/KR6 b - - 0 1",
        "8/8/8/4k3/8/8/8/KBB5 w - - 0 1",
        "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
        "8/8/8/4k3/8/8/8/KNNN4 w - - 0 1",
        "8/8/8/4k3/8/8/P7/KBN5 w - - 0 1",
        "8/8/8/4k3/8/8/PPPPPP2/KQRRBBNN w - - 0 1",
    ] {
        assert!(known(fen) > KNOWN_WIN, "{fen}");
    }
    for fen in [
        // A pawn promotes, with a piece, with another pawn, or with the right bishop.
        "8/8/8/4k3/8/8/4P3/KN6 w - - 0 1",
        "8/8/8/4k3/8/8/4P3/KB6 b - - 0 1",
        "8/8/8/4k3/8/8/4P2P/K7 w - - 0 1",
        "k7/8/8/P7/8/2K5/4B3/8 w - - 0 1",
        "8/8/8/4k3/8/8/4PP2/KNN5 b - - 0 1",
    ] {
        assert!((KNOWN_WIN / 2..KNOWN_WIN).contains(&known(fen)), "{fen}");
    }
    for fen in [
        // Two knights.
        "8/8/8/4k3/8/8/8/KNN5 w - - 0 1",
        // King and minor piece are together in the centre.
        "8/8/8/3nk3/8/8/8/KR6 w - - 0 1",
        "8/8/8/4k3/3b4/8/8/KR6 w - - 0 1",
        // The pawn costs the rook.
        "8/8/8/8/8/5K2/kp6/7R w - - 0 1",
        "8/8/8/K7/8/4k3/4p3/R7 w - - 0 1",
        "K7/8/8/8/4k3/4p3/8/7R w - - 0 1",
        // The queen's king is too far away from a rook or bishop pawn.
        "8/7K/8/8/8/8/pk6/6Q1 w - - 0 1",
        "7K/8/8/8/8/8/2pk4/6Q1 w - - 0 1",
        // The pawn's king is two files away, in front of the pawn, or about to advance it; with
        // stalemate in the corner, the queen's king may be nearer.
        "7K/8/8/8/7Q/8/p1k5/8 w - - 0 1",
        "7K/8/8/5Q2/8/8/p7/k7 w - - 0 1",
        "7K/8/8/5Q2/8/p7/1k6/8 b - - 0 1",
        "8/8/8/8/8/8/1Q3p2/1K5k w - - 0 1",
    ] {
        assert!((0..=50).contains(&known(fen)), "{fen}");
    }
    for fen in [
        // The rook's king is in front of the pawn; the pawn's king is far away.
        "8/8/8/8/4k3/4p3/8/R3K3 w - - 0 1",
        "8/8/8/7k/8/4p3/8/R6K w - - 0 1",
        // A centre pawn loses, and so does a rook pawn when the queen's king is near, before its
        // seventh rank, or without its king.
        "8/7K/8/8/8/8/2kp4/6Q1 w - - 0 1",
        "8/8/8/8/2K5/8/pk6/6Q1 w - - 0 1",
        "8/7K/8/8/8/pk6/8/6Q1 w - - 0 1",
        "8/7K/8/8/8/3k4/p7/6Q1 w - - 0 1",
        // The pawn's king is too far from the promotion square, leaves that to the queen, is on the
        // wrong side of a bishop pawn, or is in the pawn's way.
        "7K/8/8/5Q2/8/1k6/p7/8 w - - 0 1",
        "7K/8/8/8/3Q4/8/p1k5/8 w - - 0 1",
        "8/8/8/8/2K5/7Q/2pk4/8 w - - 0 1",
        "7K/8/8/5Q2/8/p7/k7/8 b - - 0 1",
        // A queen against another piece.
        "8/8/8/4k2r/8/8/8/KQ6 w - - 0 1",
        "8/8/8/4k2b/8/8/8/KQ6 w - - 0 1",
        "8/8/8/4k2n/8/8/8/KQ6 w - - 0 1",
    ] {
        assert!(known(fen) > 350, "{fen}");
    }
}

#[test]
fn both_colours_score_the_same_as_the_stronger_side() {
    assert_eq!(known("8/8/8/4k3/8/8/8/KR6 b - - 0 1"), -known("kr6/8/8/8/4K3/8/8/8 w - - 0 1"));
}

#[test]
fn driving_the_king_to_the_right_corner_raises_the_value() {
    let grows = |fens: [&str; 3]| {
        let values = fens.map(known);
        assert!(values.is_sorted() && values[0] < values[1] && values[1] < values[2]);
    };
    // The king is driven to the edge, then the other king approaches.
    grows([
        "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
        "8/3k4/8/8/8/8/8/KR6 w - - 0 1",
        "8/3k4/8/3K4/8/8/8/1R6 w - - 0 1",
    ]);
    // A light bishop: from the wrong corner along the edge to a8.
    grows([
        "7k/8/5K2/8/8/8/8/3BN3 w - - 0 1",
        "4k3/8/5K2/8/8/8/8/3BN3 w - - 0 1",
        "k7/8/2K5/8/8/8/8/3BN3 w - - 0 1",
    ]);
    // The other king belongs in the centre.
    assert!(known("k7/8/2K5/8/8/8/8/3BN3 w - - 0 1") > known("k7/8/8/8/K7/8/8/3BN3 w - - 0 1"));
    // A dark bishop: from the wrong corner along the edge to h8.
    grows([
        "k7/8/2K5/8/8/8/8/2B1N3 w - - 0 1",
        "3k4/8/2K5/8/8/8/8/2B1N3 w - - 0 1",
        "7k/8/5K2/8/8/8/8/2B1N3 w - - 0 1",
    ]);
    // Against a bare king the first pawn advances, with its king beside it and the other far away.
    for [better, worse] in [
        ["4k3/8/8/3P4/4K3/8/8/5B2", "4k3/8/8/8/3P4/4K3/8/5B2"],
        ["4k3/8/8/3P4/4K3/8/8/5B2", "4k3/8/8/3P4/8/8/4K3/5B2"],
        ["8/7k/8/3P4/8/8/4K2P/8", "8/5k2/8/3P4/8/8/4K2P/8"],
    ] {
        let [better, worse] = [better, worse].map(|it| known(&format!("{it} w - - 0 1")));
        assert!(better > worse, "{better}, {worse}");
    }
    // The king is on the edge; king and knight are separated.
    assert!(known("4k3/8/8/8/3b4/8/8/KR6 w - - 0 1") > known("8/8/8/4k3/3b4/8/8/KR6 w - - 0 1"));
    assert!(known("k7/8/8/8/6n1/8/8/KR6 w - - 0 1") > known("kn6/8/8/8/8/8/8/K1R5 w - - 0 1") + 20);
}

#[test]
fn rook_against_pawn_is_a_race_that_the_move_decides() {
    for placement in [
        // White wins on move, Black draws on move.
        "7R/8/8/8/4p3/1K6/3k4/8",
        "7R/8/2K5/8/1k2p3/8/8/8",
        "7R/8/8/5K2/2k5/4p3/8/8",
    ] {
        let [first, second] = ["w", "b"].map(|side| known(&format!("{placement} {side} - - 0 1")));
        assert!(first > second + 50, "{placement}: {first}, {second}");
    }
    for (better, worse) in [
        // The king is nearer by a step: in two races, and to the pawn in a won position.
        ("7R/8/8/8/8/4p3/1K1k4/8", "7R/8/8/8/8/4p3/K2k4/8"),
        ("7R/8/2K5/4k3/4p3/8/8/8", "7R/2K5/8/4k3/4p3/8/8/8"),
        ("7R/8/8/8/4k3/4p3/4K3/8", "7R/8/8/8/4k3/4p3/8/4K3"),
        // The same, against a queen.
        ("8/8/8/8/1K6/3p4/3k4/7Q", "8/8/1K6/8/8/3p4/3k4/7Q"),
    ] {
        let [better, worse] = [better, worse].map(|it| known(&format!("{it} w - - 0 1")));
        assert!(better > worse, "{better}, {worse}");
    }
}

#[test]
fn other_positions_have_no_known_value() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3BK3 w - - 0 1",
        // A bishop that does not control the corner of a rook pawn; bishops of one colour.
        "k7/8/8/P7/8/2K5/5B2/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1",
        "4kr2/8/8/8/8/8/8/3RK3 w - - 0 1",
    ] {
        assert_eq!(known_value(&board(fen)), None, "{fen}");
    }
}

/// Returns thousands of random positions with White to move; `pieces` are letters as in FEN.
fn boards(pieces: &[char]) -> Vec<Board> {
    let mut random = StdRng::seed_from_u64(1);
    let mut place = |&piece| (piece, Square::from_index(random.random()));
    let placed: Vec<Vec<(char, Square)>> =
        (0..6_000).map(|_| pieces.iter().map(&mut place).collect()).collect();
    placed.iter().filter_map(|pieces| board_of(pieces, Color::White)).collect()
}

fn mean(values: impl IntoIterator<Item = i32>) -> i32 {
    let values: Vec<i32> = values.into_iter().collect();
    assert!(values.len() > 100, "{values:?}");
    values.iter().sum::<i32>() / values.len() as i32
}

#[test]
fn values_grow_as_mate_approaches() {
    for pieces in [
        &['K', 'k', 'Q'][..],
        &['K', 'k', 'R'],
        &['K', 'k', 'B', 'N'],
        &['K', 'k', 'B', 'B'],
        &['K', 'k', 'Q', 'r'],
    ] {
        let distance = |board| match probe(&board) {
            Some(ProbeResult::Win(plies)) => Some((plies, known_value(&board)?)),
            _ => None,
        };
        let mut won: Vec<(usize, i32)> = boards(pieces).into_iter().filter_map(distance).collect();
        won.sort_unstable();
        let quarter = won.len() / 4;
        let near = mean(won[..quarter].iter().map(|&(_, value)| value));
        let middle = mean(won[quarter..3 * quarter].iter().map(|&(_, value)| value));
        let far = mean(won[3 * quarter..].iter().map(|&(_, value)| value));
        assert!(near > middle + 5 && middle > far + 5, "{pieces:?}: {near}, {middle}, {far}");
    }
}

#[test]
fn rook_against_minor_piece_is_worth_more_where_it_wins() {
    for piece in ['b', 'n'] {
        let (won, others): (Vec<Board>, Vec<Board>) = boards(&['K', 'k', 'R', piece])
            .into_iter()
            .partition(|board| matches!(probe(board), Some(ProbeResult::Win(_))));
        let [won, others] = [won, others].map(|boards| mean(boards.iter().filter_map(known_value)));
        assert!(won > others + 5, "{piece}: {won}, {others}");
    }
}
