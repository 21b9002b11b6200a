//! Symmetric positions score the same.

use super::samples::random_engine_network;
use crate::board::Board;
use crate::eval::tests::positions;

/// Returns the position without castling rights.
fn without_castling(board: &Board) -> Board {
    let text = board.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    fields[2] = "-";
    fields.join(" ").parse().unwrap()
}

/// Returns the mirror image of a position without castling rights: the a-file becomes the h-file.
fn mirror(board: &Board) -> Board {
    let text = board.to_string();
    let fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<String> =
        fields[0].split('/').map(|rank| rank.chars().rev().collect()).collect();
    let mirror_file = |letter: char| match letter {
        'a'..='h' => (b'a' + b'h' - letter as u8) as char,
        _ => letter,
    };
    let en_passant: String = fields[3].chars().map(mirror_file).collect();
    [&ranks.join("/"), fields[1], "-", &en_passant, "0", "1"].join(" ").parse().unwrap()
}

#[test]
fn colour_flipped_positions_score_the_same() {
    let network = random_engine_network(3).1;
    for board in positions() {
        let flipped = board.flipped();
        assert_eq!(network.evaluate_fresh(&board), network.evaluate_fresh(&flipped), "{board}");
    }
}

#[test]
fn mirrored_positions_score_the_same() {
    let network = random_engine_network(4).1;
    for board in positions() {
        let board = without_castling(&board);
        let mirrored = mirror(&board);
        assert_ne!(board, mirrored);
        assert_eq!(network.evaluate_fresh(&board), network.evaluate_fresh(&mirrored), "{board}");
    }
}

#[test]
fn a_piece_elsewhere_changes_the_score() {
    let network = random_engine_network(5).1;
    let score = |fen: &str| network.evaluate_fresh(&fen.parse().unwrap());
    let scores = ["4k3/8/8/8/8/8/8/N3K3", "4k3/8/8/8/8/8/8/1N2K3", "4k3/8/8/8/8/8/8/n3K3"]
        .map(|pieces| score(&format!("{pieces} w - - 0 1")));
    assert!(scores[0] != scores[1] && scores[0] != scores[2], "{scores:?}");
}
