//! Moves as they are typed.

use super::{MATE, shown};

#[test]
fn after_an_invalid_move_the_player_is_asked_again() {
    let long = "x".repeat(100_000);
    let input = format!("Ra9\n\n \u{feff}\ncastle, please\nR\u{1f600}\n{long}\nhelp\nRa8\n");
    let text = shown(&["--fen", MATE], &input);
    for word in ["Ra9", "castle, please", "R\u{1f600}"] {
        assert!(text.contains(&format!("'{word}' is not a move; enter help")), "{text}");
    }
    assert!(!text.contains(&"x".repeat(100)) && text.contains(&"x".repeat(50)));
    assert!(text.contains("take back") && text.contains("Game over: 1-0"), "{text}");

    let text = shown(&["--fen", MATE], b"\xff\xfe\x80\nRa8\n");
    assert!(text.contains("Game over: 1-0"), "{text}");
}

#[test]
fn moves_are_typed_in_many_ways() {
    for text in ["nc3", "b1-c3", "Nb1-c3", "1. Nc3", "1.b1c3", "Nc3!", "NC3"] {
        let text = shown(&[], format!("{text}\npgn\nquit\n"));
        assert!(text.contains("\n1. Nc3 "), "{text}");
    }
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["0-0", "o-o", "O-O", "e1g1"] {
        assert!(shown(&[castle], format!("{text}\npgn\n")).contains("\n1. O-O "), "{text}");
    }
    let rooks = "4k3/8/8/8/8/8/3K4/R6R w - - 0 1";
    for (fen, typed, error) in [
        (rooks, "rd1", "'rd1' is ambiguous: it can be Rad1 or Rhd1;"),
        (rooks, "Ne4", "'Ne4' is not legal: no knight of yours can move to e4;"),
        (rooks, "Ke9", "'Ke9' is not a move;"),
        ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "nd5", "is not legal: it leaves the king in check;"),
    ] {
        let text = shown(&["--width", "200", fen], format!("{typed}\n"));
        assert!(text.contains(error), "{text}");
    }
}

#[test]
fn a_promotion_without_a_piece_asks_for_it() {
    let fen = "8/4P2k/8/8/8/8/8/K7 w - - 0 1";
    for (input, expected, questions) in [
        ("e8\nq\npgn\n", "\n1. e8=Q ", 1),
        ("e7e8\n\n=Knight\ne8\nR\npgn\n", "\n1. e8=R ", 2),
        ("e7-e8\nbishop\npgn\n", "\n1. e8=B ", 1),
        ("e8n\npgn\n", "\n1. e8=N ", 0),
        // Another move or command is an answer as well.
        ("e8\nKb2\npgn\n", "\n1. Kb2 ", 1),
        ("e8\nfen\n", fen, 1),
        // An illegal move repeats the question, so that `q` still means a queen.
        ("e8\nx\nq\npgn\n", "\n1. e8=Q ", 2),
    ] {
        let text = shown(&["--fen", fen], input);
        assert!(text.contains(expected), "{text}");
        let asked = text.matches("Promote to queen, rook, bishop or knight (q, r, b, n): ").count();
        assert_eq!(asked, questions, "{text}");
    }
}
