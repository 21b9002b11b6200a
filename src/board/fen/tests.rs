use crate::board::Board;

#[test]
fn fens_of_legal_positions_round_trip() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 7 12",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/8/8/8/8/5k2/8/5K1R w - - 150 65535",
        // X-FEN: the right of the inner rook is written as its file.
        "1r2k1r1/8/8/8/8/8/8/1R2K1RR w GQkq - 3 9",
        // The letter of the wing means the outer of two rooks on the back rank.
        "1r2krr1/8/8/8/8/R6r/8/1RR1K1RR w KQkq - 3 9",
    ] {
        assert_eq!(fen.parse::<Board>().unwrap().to_string(), fen);
    }
}

#[test]
fn shredder_fen_and_x_fen_give_the_same_castling_rights() {
    let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let board: Board = shredder.parse().unwrap();
    assert_eq!(format!("{board:#}"), shredder);
    assert_eq!(board.to_string(), shredder.replace("HFhf", "KQkq"));
    assert_eq!(board.to_string().parse(), Ok(board));
}

#[test]
fn en_passant_square_without_a_legal_capture_is_dropped() {
    for fen in [
        // No black pawn next to the white pawn.
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        // The capture would expose the king to the rook.
        "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
    ] {
        let board: Board = fen.parse().unwrap();
        assert_eq!(board.en_passant(), None, "{fen}");
    }
}

#[test]
fn double_check_by_two_bishops_is_accepted() {
    let board: Board = "B6b/8/8/8/2K5/5k2/8/b6B b - -".parse().unwrap();
    assert_eq!(board.checkers().count(), 2);
}

#[test]
fn errors_give_the_field_and_the_value() {
    const WHOLE: &str = "FEN";
    const PIECES: &str = "piece placement";
    const SIDE: &str = "side to move";
    for (fen, field, value) in [
        ("", WHOLE, "found 0"),
        ("4k3", WHOLE, "found 1"),
        ("8/8 w", PIECES, "found 2"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", PIECES, "found 7"),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", PIECES, "rank '4K4'"),
        ("4k3/8/8/8/8/8/7/4K3 w - - 0 1", PIECES, "rank '7'"),
        ("4k3/8/8/8/8/8/9/4K3 w - - 0 1", PIECES, "'9' is neither"),
        ("4k3/8/8/8/8/8/8/04K3 w - - 0 1", PIECES, "'0' is neither"),
        ("4x3/8/8/8/8/8/8/4K3 w - - 0 1", PIECES, "'x'"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", PIECES, "Black has 0 kings"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", PIECES, "White has 2 kings"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", PIECES, "h8"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", PIECES, "a1"),
        ("4k3/8/8/8/7P/8/PPPPPPPP/4K3 w - - 0 1", PIECES, "9 pawns"),
        ("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", PIECES, "17 pieces"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", SIDE, "'x'"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", SIDE, "'w'"),
        ("3kK3/8/8/8/8/8/8/8 b - - 0 1", SIDE, "'b'"),
        // No correction makes the position possible.
        ("4k3/8/8/8/8/8/8/4RK2 w KQkq e3 -5 0", SIDE, "'w'"),
    ] {
        let error = fen.parse::<Board>().unwrap_err();
        assert_eq!(error.field, field, "{fen}: {error}");
        assert!(error.to_string().contains(value), "{fen}: {error}");
    }
}

#[test]
fn impossible_rights_and_counters_are_corrected() {
    for (fen, expected, corrections) in [
        // A right without its rook, without its king, and with a rook on the other side.
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &["'K'"][..]),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1", &["'K'"]),
        ("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", &["'K'"]),
        (
            "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            &["'K'", "'Q'", "'k'", "'q'"],
        ),
        ("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &["'H' repeats"]),
        ("4k3/8/8/8/8/8/8/4K2R w xK - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &["'x'"]),
        ("4k3/8/8/8/8/8/8/4K3 w - e5 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &["'e5'"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", &["'d3'"]),
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", &["'d6'"]),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 1", &["'d6'"]),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1", &["'d6'"]),
        ("4k3/8/8/8/8/8/8/4K3 w - z9 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &["'z9'"]),
        // White would have been in check before the push, by the rook or by the pawn.
        ("4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/r3K3 w - - 0 1", &["'d6'"]),
        ("6k1/8/4K3/3pP3/8/8/8/8 w - d6 0 1", "6k1/8/4K3/3pP3/8/8/8/8 w - - 0 1", &["'d6'"]),
        // The push itself gives check, or opens the line of a bishop.
        ("4k3/8/8/3pP3/2K5/8/8/8 w - D6 0 1", "4k3/8/8/3pP3/2K5/8/8/8 w - d6 0 1", &[]),
        ("4b3/8/8/3pP2k/K7/8/8/8 w - d6 0 1", "4b3/8/8/3pP2k/K7/8/8/8 w - - 0 1", &[]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 101 1", "4k3/8/8/8/8/8/8/4K3 w - - 101 1", &["as 101"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 151 1", "4k3/8/8/8/8/8/8/4K3 w - - 150 1", &["as 150"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 99999999 1", "4k3/8/8/8/8/8/8/4K3 w - - 150 1", &["as 150"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &["'-1'"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &["'0'"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", "4k3/8/8/8/8/8/8/4K3 w - - 0 65535", &["'65536'"]),
        ("4k3/8/8/8/8/8/8/4K3 w - - x y", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &["'x'", "'y'"]),
        // Fields are missing, but for the counters, which EPD does not have.
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", &["found 1"]),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", &["found 2"]),
        ("4k3/8/8/8/8/8/8/4K2R White K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &["found 3"]),
        (" 4k3/8/8/8/8/8/8/4K2R   w K - ", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", &[]),
        (
            "4k3/8/8/8/8/8/8/4K3  w - - 0 1 bm  Ke2;",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            &["'bm  Ke2;'"],
        ),
        (" startpos ", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 100 1", "4k3/8/8/8/8/8/8/4K3 w - - 100 1", &[]),
    ] {
        let (board, found) = Board::read_fen(fen).unwrap();
        assert_eq!(board.to_string(), expected, "{fen}");
        let found: Vec<String> = found.iter().map(|correction| correction.to_string()).collect();
        assert_eq!(found.len(), corrections.len(), "{fen}: {found:?}");
        for (found, part) in found.iter().zip(corrections) {
            assert!(found.contains(part), "{fen}: {found}");
        }
        assert_eq!(fen.parse(), Ok(board));
    }
}
