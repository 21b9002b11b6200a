//! Chess960, compared with cozy-chess.

use cozy_chess as cozy;

use crate::common::cozy_moves::cozy_moves;
use crate::common::engine::Engine;
use crate::common::{pv_text, word_after};

/// Numbers of start positions with kings and rooks at various distances; 518 is standard chess.
const STARTS: [u32; 8] = [0, 112, 297, 405, 518, 640, 843, 959];
/// The maximum length of a game in plies.
const PLIES: usize = 60;

fn is_castling(board: &cozy::Board, mv: cozy::Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// Returns the piece placement after `moves` from the position `fen`.
fn placement_after(engine: &mut Engine, fen: &str, moves: &str) -> String {
    engine.send(&format!("position fen {fen} moves {moves}"));
    position(&engine.shown_fen()).remove(0)
}

/// Returns placement, side to move and castling rights; the rules for the en-passant field differ.
fn position(fen: &str) -> Vec<String> {
    fen.split(' ').take(3).map(str::to_owned).collect()
}

#[test]
fn games_with_castling_are_legal() {
    let mut engine = Engine::start();
    engine.set_option("UCI_Chess960", true);
    let mut castled = 0;
    for start in STARTS {
        let mut board = cozy::Board::chess960_startpos(start);
        let setup = format!("position fen {board:#}");
        let mut moves = String::new();
        for _ in 0..PLIES {
            if board.status() != cozy::GameStatus::Ongoing {
                break;
            }
            engine.send(&format!("{setup} moves{moves}"));
            assert_eq!(position(&engine.shown_fen()), position(&format!("{board:#}")), "{moves}");
            let castling = cozy_moves(&board).into_iter().find(|&mv| is_castling(&board, mv));
            let only = castling.map_or_else(String::new, |mv| format!(" searchmoves {mv}"));
            let lines = engine.search(&format!("go nodes 300{only}"));
            for line in lines.iter().filter(|line| line.contains(" pv ")) {
                let mut board = board.clone();
                for text in pv_text(line).split(' ') {
                    board.play(text.parse().expect("a move"));
                }
            }
            let best = word_after(lines.last().expect("a line"), "bestmove").to_owned();
            assert!(castling.is_none_or(|mv| mv.to_string() == best), "{best} in {board:#}");
            castled += usize::from(castling.is_some());
            board.play(best.parse().expect("a move"));
            moves = format!("{moves} {best}");
        }
    }
    assert!(castled >= STARTS.len(), "{castled}");
    engine.finish();
}

#[test]
fn castling_is_read_in_both_notations_and_written_as_set() {
    let mut engine = Engine::start();
    for (fen, step, takes, placement) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1h1", "r3k2r/8/8/8/8/8/8/R4RK1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "e1a1", "r3k2r/8/8/8/8/8/8/2KR3R"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b HAha - 0 1", "e8g8", "e8h8", "r4rk1/8/8/8/8/8/8/R3K2R"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b HAha - 0 1", "e8c8", "e8a8", "2kr3r/8/8/8/8/8/8/R3K2R"),
    ] {
        for chess960 in [false, true] {
            engine.set_option("UCI_Chess960", chess960);
            for text in [step, takes] {
                engine.send(&format!("position fen {fen}"));
                let best = engine.best_move(&format!("go depth 2 searchmoves {text}"));
                let written = if chess960 { takes } else { step };
                assert_eq!(best, written);
                engine.send("d\ngo perft 1");
                let lines = engine.until("Total: ");
                let is_listed = |line: &String| line.split(' ').any(|word| word == written);
                assert!(lines.iter().any(is_listed), "{lines:?}");
                assert!(lines.contains(&format!("{written}: 1")), "{lines:?}");
                assert_eq!(placement_after(&mut engine, fen, text), placement, "{text}");
            }
        }
    }
    engine.finish();
}

#[test]
fn king_moves_next_to_the_rook_are_not_castling() {
    let mut engine = Engine::start();
    engine.set_option("UCI_Chess960", true);
    for (fen, moves, placement) in [
        // The king may move to g1 or castle to it.
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "4k3/8/8/8/8/8/8/6KR"),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "4k3/8/8/8/8/8/8/5RK1"),
        // The rook occupies g1, so that f1g1 is castling.
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1c1", "4k3/8/8/8/8/8/8/R1K5"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4"),
        // The rook stays on its square, then the king does.
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1"),
    ] {
        assert_eq!(placement_after(&mut engine, fen, moves), placement, "{fen} {moves}");
    }
    engine.finish();
}

#[test]
fn castling_rights_are_read_as_x_fen_and_shredder_fen() {
    let mut engine = Engine::start();
    for (x_fen, shredder, shown) in [
        // Outermost rooks, and inner rooks that X-FEN names by their files.
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb -", "GBgb"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb -", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb -", "GBgb"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR b KQkq -", "rr2k1rr/8/8/8/8/8/8/RR2K1RR b HAha -", "HAha"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R w HAha -", "HAha"),
    ] {
        for chess960 in [false, true] {
            engine.set_option("UCI_Chess960", chess960);
            let [first, second] = [x_fen, shredder].map(|text| {
                engine.send(&format!("position fen {text} 0 1"));
                engine.shown_fen()
            });
            assert_eq!(first, second);
            assert!(!chess960 || position(&first)[2] == shown, "{first}");
        }
    }
    engine.finish();
}
