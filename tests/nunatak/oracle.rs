//! Comparison of the board with cozy-chess, an independent library, in random games of standard
//! chess and Chess960.

use std::collections::HashSet;

use cozy_chess as cozy;
use nunatak::board::Board;
use nunatak::types::{Move, MoveKind, MoveList};
use proptest::prelude::*;

use crate::common::cozy_moves::cozy_moves;

/// The maximum length of a random game in plies.
const GAME_PLIES: usize = 120;

/// The count of Chess960 start positions.
const START_POSITIONS: u32 = 960;
/// The Chess960 number of the start position of standard chess.
const STANDARD: u32 = 518;

/// Generates the number of a start position, that of standard chess in half of the cases.
fn start() -> impl Strategy<Value = u32> {
    prop_oneof![Just(STANDARD), 0..START_POSITIONS]
}

/// Generates a game: the number of its start position, and the indices of its moves among the legal
/// moves, each modulo their count.
fn game() -> impl Strategy<Value = (u32, Vec<usize>)> {
    (start(), prop::collection::vec(any::<usize>(), GAME_PLIES))
}

/// Returns the Shredder-FEN with an en passant square only where a capture is legal; cozy-chess
/// sets it after every double push.
fn cozy_fen(board: &cozy::Board) -> String {
    let text = format!("{board:#}");
    let mut fields: Vec<&str> = text.split(' ').collect();
    let target = fields[3].parse::<cozy::Square>().ok();
    let is_capture = |mv: &cozy::Move| {
        Some(mv.to) == target
            && board.piece_on(mv.from) == Some(cozy::Piece::Pawn)
            && mv.from.file() != mv.to.file()
    };
    if !cozy_moves(board).iter().any(is_capture) {
        fields[3] = "-";
    }
    fields.join(" ")
}

/// Returns the moves as text, sorted.
fn texts<T: ToString>(moves: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut texts: Vec<String> = moves.into_iter().map(|mv| mv.to_string()).collect();
    texts.sort();
    texts
}

/// Returns our moves as text, with castling as king takes rook like cozy-chess.
fn our_texts(board: &Board, moves: &[Move]) -> Vec<String> {
    texts(moves.iter().map(|&mv| board.move_text(mv, true)))
}

/// Asserts that algebraic notation equals that of cozy-chess and is parsed back.
fn assert_same_san(ours: &Board, theirs: &cozy::Board) {
    for mv in cozy_moves(theirs) {
        let our_move = ours.parse_move(&mv.to_string()).expect("legal for cozy-chess");
        let san = ours.san(our_move);
        assert_eq!(san, cozy::util::display_san_move(theirs, mv).to_string(), "{ours}");
        assert_eq!(ours.parse_san(&san), Ok(our_move), "{san}");
    }
}

/// Plays a game on both boards and checks each of its positions.
fn play(
    (start, choices): (u32, Vec<usize>),
    mut check: impl FnMut(&Board, &cozy::Board) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut theirs = cozy::Board::chess960_startpos(start);
    let mut ours: Board = format!("{theirs:#}").parse().expect("a legal position");
    for choice in choices {
        check(&ours, &theirs)?;
        let moves = cozy_moves(&theirs);
        if moves.is_empty() {
            break;
        }
        let mv = moves[choice % moves.len()];
        ours = ours.make(ours.parse_move(&mv.to_string()).expect("legal for cozy-chess"));
        theirs.play_unchecked(mv);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn moves_and_fens_agree(game in game()) {
        play(game, |ours, theirs| {
            prop_assert_eq!(our_texts(ours, &ours.legal_moves()), texts(cozy_moves(theirs)));
            prop_assert_eq!(format!("{ours:#}"), cozy_fen(theirs));
            prop_assert_eq!(ours.in_check(), !theirs.checkers().is_empty());
            prop_assert_eq!(ours.has_legal_move(), !cozy_moves(theirs).is_empty());
            Ok(())
        })?;
    }

    #[test]
    fn algebraic_notation_agrees(game in game()) {
        play(game, |ours, theirs| {
            // Most positions differ little from the one before.
            if ours.fullmove_number() % 8 == 1 {
                assert_same_san(ours, theirs);
            }
            Ok(())
        })?;
    }

    /// Keys, checkers, pins and all other state updated incrementally equal those of a fresh board.
    #[test]
    fn incremental_state_equals_that_of_a_fresh_board(game in game()) {
        play(game, |ours, _| {
            prop_assert_eq!(ours.to_string().parse(), Ok(*ours));
            prop_assert_eq!(format!("{ours:#}").parse(), Ok(*ours));
            if !ours.in_check() {
                let passed = ours.make_null();
                prop_assert_eq!(passed.to_string().parse(), Ok(passed));
            }
            Ok(())
        })?;
    }

    #[test]
    fn tactical_and_quiet_moves_make_up_the_legal_moves(game in game()) {
        play(game, |ours, _| {
            let [mut tactical, mut quiet] = [MoveList::new(), MoveList::new()];
            ours.add_tactical_moves(&mut tactical);
            ours.add_quiet_moves(&mut quiet);
            for &mv in &tactical {
                let changes_material = ours.make(mv).occupied().count() < ours.occupied().count()
                    || mv.promoted_to().is_some();
                prop_assert!(changes_material, "{:?} in {}", mv, ours);
            }
            let both = [tactical.as_slice(), quiet.as_slice()].concat();
            prop_assert_eq!(our_texts(ours, &both), our_texts(ours, &ours.legal_moves()));
            let is_check = |&mv: &Move| {
                mv.kind() == MoveKind::Normal && ours.make(mv).checkers().contains(mv.to())
            };
            let checks: Vec<Move> = quiet.into_iter().filter(is_check).collect();
            prop_assert_eq!(ours.quiet_checks().to_vec(), checks, "in {}", ours);
            Ok(())
        })?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    /// Of all 16-bit values, `is_legal` accepts exactly the generated moves.
    #[test]
    fn is_legal_agrees_with_the_move_list(game in game()) {
        play(game, |ours, _| {
            // Most positions differ little from the one before.
            if ours.fullmove_number() % 4 != 1 {
                return Ok(());
            }
            let legal: HashSet<u16> = ours.legal_moves().iter().map(|mv| mv.bits()).collect();
            for bits in 0..=u16::MAX {
                let is_legal = ours.is_legal(Move::from_bits(bits));
                prop_assert_eq!(is_legal, legal.contains(&bits), "{:#06x} in {}", bits, ours);
            }
            Ok(())
        })?;
    }

    #[test]
    fn different_positions_have_different_keys(game in game()) {
        let mut known = std::collections::HashMap::new();
        play(game, |ours, _| {
            let text = ours.to_string();
            let position = text.rsplitn(3, ' ').nth(2).expect("six fields").to_owned();
            let first = known.entry(ours.key()).or_insert_with(|| position.clone());
            prop_assert_eq!(&*first, &position);
            Ok(())
        })?;
    }
}

/// Compares positions that random games rarely reach.
#[test]
fn rare_positions_agree() {
    let mut compared = 0;
    for line in include_str!("../../perftsuite.epd").lines() {
        let fen = line.split(';').next().expect("a position").trim();
        let ours: Board = fen.parse().expect("a legal position");
        assert_eq!(ours.to_string(), fen);
        let legal: HashSet<u16> = ours.legal_moves().iter().map(|mv| mv.bits()).collect();
        for bits in 0..=u16::MAX {
            assert_eq!(ours.is_legal(Move::from_bits(bits)), legal.contains(&bits), "{bits} {fen}");
        }
        // cozy-chess rejects some checks that cannot occur in a game.
        let Ok(theirs) = fen.parse::<cozy::Board>() else { continue };
        assert_eq!(our_texts(&ours, &ours.legal_moves()), texts(cozy_moves(&theirs)), "{fen}");
        assert_same_san(&ours, &theirs);
        compared += 1;
    }
    assert!(compared >= 300, "{compared}");
}
