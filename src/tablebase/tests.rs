//! All positions of the tables of three men, and samples of those of four.

use std::collections::BTreeMap;

use super::*;

const MOVERS: [Mover; 2] = [Mover::Strong, Mover::Weak];

/// The tables, and all positions of each.
fn tables() -> [&'static Table; 3] {
    [&TABLES.queen, &TABLES.rook, &TABLES.pawn]
}

fn positions() -> impl Iterator<Item = Position> {
    MOVERS.into_iter().flat_map(Position::all)
}

/// The squares of a position changed by `change`.
fn turned(position: Position, change: impl Fn(Square) -> Square) -> Position {
    Position {
        strong_king: change(position.strong_king),
        weak_king: change(position.weak_king),
        man: change(position.man),
        ..position
    }
}

fn mirror(square: Square) -> Square {
    Square::from_index(square.index() as u8 ^ 7)
}

fn transpose(square: Square) -> Square {
    Square::from_index((square.index() << 3 | square.index() >> 3) as u8)
}

/// What the moves of `board` say of it, one ply on.
fn by_its_moves(board: &Board) -> ProbeResult {
    let moves = board.legal_moves();
    let after = |mv: &Move| probe(&board.make(*mv)).unwrap_or(ProbeResult::Draw);
    let lost = |outcome| if let ProbeResult::Loss(plies) = outcome { Some(plies) } else { None };
    let won = |outcome| if let ProbeResult::Win(plies) = outcome { Some(plies) } else { None };
    if moves.is_empty() {
        return if board.in_check() { ProbeResult::Loss(0) } else { ProbeResult::Draw };
    }
    if let Some(quickest) = moves.iter().filter_map(|mv| lost(after(mv))).min() {
        return ProbeResult::Win(quickest + 1);
    }
    let resistance: Option<Vec<usize>> = moves.iter().map(|mv| won(after(mv))).collect();
    match resistance.and_then(|plies| plies.into_iter().max()) {
        Some(longest) => ProbeResult::Loss(longest + 1),
        None => ProbeResult::Draw,
    }
}

#[test]
fn the_tables_hold_the_legal_positions_and_their_moves_agree() {
    for table in tables() {
        for position in positions() {
            let outcome = table.outcome(position);
            let board = position.board(table.man);
            assert_eq!(outcome.is_some(), board.is_some(), "{position:?}");
            let Some(board) = board else { continue };
            assert_eq!(probe(&board), outcome, "{board}");
            assert_eq!(Some(by_its_moves(&board)), outcome, "{board}");
        }
    }
}

#[test]
fn mirrored_positions_have_the_same_outcome() {
    for table in tables() {
        for position in positions() {
            let outcome = table.outcome(position);
            assert_eq!(table.outcome(turned(position, mirror)), outcome, "{position:?}");
            if table.man != PieceType::Pawn {
                assert_eq!(table.outcome(turned(position, transpose)), outcome, "{position:?}");
                assert_eq!(table.outcome(turned(position, Square::flip_rank)), outcome);
            }
        }
    }
}

#[test]
fn the_colours_are_alike() {
    for table in tables() {
        for position in positions().step_by(7) {
            let Some(board) = position.board(table.man) else { continue };
            let text = board.to_string();
            let (men, side) = text.split_once(' ').unwrap();
            let swap = |letter: char| match Color::of_letter(letter) {
                Color::White => letter.to_ascii_lowercase(),
                Color::Black => letter.to_ascii_uppercase(),
            };
            let ranks: Vec<String> =
                men.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
            let side = if side.starts_with('w') { "b" } else { "w" };
            let flipped: Board = format!("{} {side} - - 0 1", ranks.join("/")).parse().unwrap();
            assert_eq!(probe(&flipped), probe(&board), "{board}");
        }
    }
}

/// The longest mates are known since the first tables; 23,048 draws with the queen are a published
/// count of stalemates and lost queens.
#[test]
fn counts_and_longest_mates_are_the_known_ones() {
    // Positions, wins or losses, and plies of the longest mate, for White and for Black to move.
    let expected = [
        [(144_508, 144_508, 2 * 10 - 1), (223_944, 223_944 - 23_048, 2 * 10)],
        [(175_168, 175_168, 2 * 16 - 1), (223_944, 201_700, 2 * 16)],
        [(163_328, 124_960, 2 * 28 - 1), (168_024, 97_604, 2 * 28)],
    ];
    for (table, expected) in tables().into_iter().zip(expected) {
        for (color, (positions, decided, longest)) in Color::ALL.into_iter().zip(expected) {
            let statistics = table.statistics(color);
            assert_eq!(statistics.positions(), positions, "{:?} {color}", table.man);
            assert_eq!(statistics.wins + statistics.losses, decided, "{:?} {color}", table.man);
            assert_eq!(statistics.longest, longest);
            let outcome = statistics.example.and_then(|board| probe(&board));
            assert!(
                matches!(outcome, Some(ProbeResult::Win(plies) | ProbeResult::Loss(plies)) if plies == longest)
            );
        }
    }
}

/// Black to move, positions that are mirrored or turned counted once, by moves to the mate.
/// Source: M. Bain, "Chess (King-Rook vs. King)", UCI machine learning repository, 1994.
#[test]
fn rook_endings_are_those_of_a_published_table() {
    let mirrors: [fn(Square) -> Square; 3] = [mirror, Square::flip_rank, transpose];
    let mut counts: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    for position in Position::all(Mover::Weak) {
        let turns = (0..8).map(|turn| {
            let chosen = mirrors.iter().enumerate().filter(|(bit, _)| turn >> bit & 1 == 1);
            chosen.fold(position, |position, (_, mirror)| turned(position, mirror)).index()
        });
        let moves = match TABLES.rook.outcome(position) {
            Some(ProbeResult::Loss(plies)) => Some(plies / 2),
            Some(_) => None,
            None => continue,
        };
        if turns.min() == Some(position.index()) {
            *counts.entry(moves).or_default() += 1;
        }
    }
    let expected = [
        27, 78, 246, 81, 198, 471, 592, 683, 1_433, 1_712, 1_985, 2_854, 3_597, 4_194, 4_553,
        2_166, 390,
    ];
    assert_eq!(counts.remove(&None), Some(2_796));
    assert_eq!(counts.into_values().collect::<Vec<_>>(), expected);
}

/// The longest mates are the published ones: 33, 19, 35 and 40 moves.
#[test]
fn the_longest_mates_of_four_men_are_the_known_ones() {
    for (men, moves) in Men::ALL.into_iter().zip([33, 19, 35, 40]) {
        let Wins { positions, wins, longest, example } = FourMen::new(men).wins();
        assert_eq!(longest, 2 * moves - 1, "{men:?}");
        assert!(wins < positions);
        let example = example.unwrap();
        assert_eq!(probe(&example), Some(ProbeResult::Win(longest)), "{example}");
        assert_eq!(best_line(&example).count(), longest);
        assert!(longest < MAX_PLIES);
    }
}

/// Some thousand positions from all parts of the board with either side to move.
fn boards_of_four_men(men: Men, strong: Color) -> impl Iterator<Item = Board> {
    (0_u32..1 << 24).step_by(1_021).flat_map(move |index| {
        let [a, b, c, d] =
            [0, 6, 12, 18].map(|shift| Square::from_index((index >> shift & 63) as u8));
        Color::ALL.into_iter().filter_map(move |side| men.board(strong, [a, b], [c, d], side))
    })
}

#[test]
fn distances_of_four_men_agree_with_the_moves() {
    for (men, strong) in Men::ALL.into_iter().flat_map(|men| Color::ALL.map(|color| (men, color))) {
        let [mut decided, mut others] = [0, 0];
        for board in boards_of_four_men(men, strong) {
            let is_strong_to_move = board.side_to_move() == strong;
            let outcome = probe(&board);
            let expected = match by_its_moves(&board) {
                win @ ProbeResult::Win(_) if is_strong_to_move => Some(win),
                loss @ ProbeResult::Loss(_) if !is_strong_to_move => Some(loss),
                // The weak side may mate the strong one.
                _ if men.is_second_weak && (is_strong_to_move || board.has_legal_move()) => None,
                _ => Some(ProbeResult::Draw),
            };
            assert_eq!(outcome, expected, "{board}");
            if let Some(ProbeResult::Win(plies) | ProbeResult::Loss(plies)) = outcome {
                let line: Vec<Move> = best_line(&board).collect();
                let end = line.iter().fold(board, |board, &mv| board.make(mv));
                assert!(line.len() == plies && end.in_check() && !end.has_legal_move(), "{board}");
                decided += 1;
            } else {
                others += 1;
            }
        }
        assert!(decided > 5_000 && others > 10, "{men:?}: {decided}, {others}");
    }
}

#[test]
fn four_men_are_known_where_a_search_begins_with_them() {
    for (known, fen) in [
        (4, "k7/8/8/8/8/2K5/8/3BN3 w - - 0 1"),
        (4, "K7/8/8/8/8/2k5/8/3bn3 w - - 0 1"),
        (4, "k7/8/8/8/8/2K5/8/3BB3 w - - 0 1"),
        (4, "k7/8/8/8/8/2K5/8/3Rn3 w - - 0 1"),
        (4, "k7/8/8/8/8/2K5/8/3rQ3 b - - 0 1"),
        (3, "k7/7p/8/8/8/2K5/8/3BN3 w - - 0 1"),
        (3, "k7/8/8/8/8/2K5/8/3Bn3 w - - 0 1"),
        (3, "k7/8/8/8/8/2K5/8/2BBN3 w - - 0 1"),
        (3, "k7/8/8/8/8/2K5/8/3QN3 w - - 0 1"),
        (3, "k7/8/8/8/8/2K5/8/3R4 w - - 0 1"),
    ] {
        assert_eq!(known_pieces(&fen.parse().unwrap(), true), known, "{fen}");
    }
}

#[test]
fn other_positions_are_not_known() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KRR1 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1",
        // The knight holds the rook; the rook mates; the rook wins the queen.
        "3nk3/8/8/8/8/8/8/K2R4 w - - 0 1",
        "7Q/8/8/8/8/k7/8/K2r4 w - - 0 1",
        "4k2r/8/8/7Q/8/8/8/K7 b - - 0 1",
        // Castling may be the best move.
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "r3k3/8/8/8/8/8/8/4K3 b q - 0 1",
        "4k3/8/8/8/8/8/n7/4K2R w K - 0 1",
        "r3k3/8/8/8/8/8/8/4KQ2 b q - 0 1",
    ] {
        let board: Board = fen.parse().unwrap();
        assert_eq!((probe(&board), best_move(&board)), (None, None), "{fen}");
    }
}

#[test]
fn best_lines_end_in_mate_on_time() {
    for table in tables() {
        for position in positions().step_by(37) {
            let Some(board) = position.board(table.man) else { continue };
            let line: Vec<Move> = best_line(&board).collect();
            match probe(&board) {
                Some(ProbeResult::Win(plies) | ProbeResult::Loss(plies)) => {
                    assert_eq!(line.len(), plies);
                    let end = line.into_iter().fold(board, |board, mv| board.make(mv));
                    assert!(end.in_check() && !end.has_legal_move(), "{board}");
                }
                _ => assert!(line.is_empty(), "{board}"),
            }
        }
    }
}
