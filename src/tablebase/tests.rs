//! All positions of the tables of three pieces, and samples of those of four.

use std::collections::BTreeMap;

use super::endgame::Position;
use super::symmetry::Kings;
use super::*;
use crate::attacks::king_attacks;
use crate::board::Setup;
use crate::types::{Color, Piece, PieceType, Square};

/// Returns the board with the given pieces, named as in FEN, and `side` to move, or `None` if it is
/// not legal.
pub(crate) fn board_of(pieces: &[(char, Square)], side: Color) -> Option<Board> {
    let piece = |&(letter, square)| Some((square, Piece::from_letter(letter)?));
    let pieces = pieces.iter().map(piece).collect::<Option<_>>()?;
    Setup::new(pieces, side).into_board().ok()
}

/// Returns the endgames with this number of pieces.
fn endgames(piece_count: u32) -> impl Iterator<Item = Endgame> {
    Endgame::ALL.into_iter().filter(move |endgame| endgame.piece_count() == piece_count)
}

/// Returns the table of `endgame`.
fn table_of(endgame: Endgame) -> &'static Table {
    table(Endgame::ALL.into_iter().position(|other| other == endgame).unwrap())
}

/// Returns all placements of three pieces, legal or not.
fn positions() -> impl Iterator<Item = Position> {
    (0..1_u32 << 18).map(|index| {
        let [strong_king, weak_king, first] =
            [12, 6, 0].map(|shift| Square::from_index((index >> shift & 63) as u8));
        Position { strong_king, weak_king, first, second: None }
    })
}

/// Returns all placements of three pieces with either side to move.
fn positions_and_movers() -> impl Iterator<Item = (Position, Color)> {
    positions().flat_map(|position| Color::ALL.map(|mover| (position, mover)))
}

/// Returns thousands of placements of four pieces from all parts of the board.
fn sampled_positions() -> impl Iterator<Item = Position> {
    (0..1_u32 << 24).step_by(2_039).map(|index| {
        let [strong_king, weak_king, first, second] =
            [0, 6, 12, 18].map(|shift| Square::from_index((index >> shift & 63) as u8));
        Position { strong_king, weak_king, first, second: Some(second) }
    })
}

fn transpose(square: Square) -> Square {
    Square::from_index((square.index() << 3 | square.index() >> 3) as u8)
}

/// Returns the result of `board` that follows from the results one ply later.
fn result_by_moves(board: &Board) -> ProbeResult {
    let moves = board.legal_moves();
    let after = |mv: &Move| probe(&board.make(*mv)).unwrap_or(ProbeResult::Draw);
    let lost = |result| if let ProbeResult::Loss(plies) = result { Some(plies) } else { None };
    let won = |result| if let ProbeResult::Win(plies) = result { Some(plies) } else { None };
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

/// Asserts that the best line of `board` ends in mate after as many plies as `result` says, if any.
fn assert_best_line_mates(board: &Board, result: Option<ProbeResult>) {
    let line: Vec<Move> = best_line(board).collect();
    match result {
        Some(ProbeResult::Win(plies) | ProbeResult::Loss(plies)) => {
            assert_eq!(line.len(), plies, "{board}");
            let end = line.into_iter().fold(*board, |board, mv| board.make(mv));
            assert!(end.in_check() && !end.has_legal_move(), "{board}");
        }
        Some(ProbeResult::Draw) | None => assert!(line.is_empty(), "{board}"),
    }
}

#[test]
fn results_of_three_pieces_agree_with_the_moves() {
    for endgame in endgames(3) {
        for (position, mover) in positions_and_movers() {
            let Some(board) = position.board(endgame, mover) else { continue };
            assert_eq!(probe(&board), Some(result_by_moves(&board)), "{board}");
        }
    }
}

#[test]
fn legal_positions_are_those_of_legal_boards() {
    let assert_same = |endgame: Endgame, position: Position, mover| {
        let (kings, reflection) =
            Kings::reflected([position.strong_king, position.weak_king], endgame.has_pawn());
        let reflected = position.map(|square| reflection.square(square));
        let is_legal = !(king_attacks(kings.strong) | kings.strong.into()).contains(kings.weak)
            && endgame.legal(mover, kings, reflected.second).contains(reflected.first);
        let board = position.board(endgame, mover);
        assert_eq!(is_legal, board.is_some(), "{endgame:?} {mover:?} {position:?}");
    };
    for mover in Color::ALL {
        for endgame in endgames(3) {
            positions().for_each(|position| assert_same(endgame, position, mover));
        }
        for endgame in endgames(4) {
            sampled_positions().for_each(|position| assert_same(endgame, position, mover));
        }
    }
}

#[test]
fn mirrored_positions_have_the_same_result() {
    let mirrors: [fn(Square) -> Square; 3] = [Square::flip_file, Square::flip_rank, transpose];
    for endgame in endgames(3) {
        let mirrors = if endgame.has_pawn() { &mirrors[..1] } else { &mirrors };
        for (position, mover) in positions_and_movers() {
            let moves = table_of(endgame).moves(mover, position);
            for mirror in mirrors {
                let mirrored = position.map(mirror);
                assert_eq!(table_of(endgame).moves(mover, mirrored), moves, "{position:?}");
            }
        }
    }
}

#[test]
fn colour_flipped_positions_have_the_same_result() {
    for endgame in endgames(3) {
        for (position, mover) in positions_and_movers().step_by(7) {
            let Some(board) = position.board(endgame, mover) else { continue };
            assert_eq!(probe(&board), probe(&board.flipped()), "{board}");
        }
    }
}

/// The longest mates are well known; 23,048 draws with the queen are a published count of
/// stalemates and lost queens.
#[test]
fn counts_and_longest_mates_of_three_pieces_match_published_ones() {
    // Positions, decided positions, and plies of the longest mate, with White and with Black to
    // move.
    let expected = [
        [(144_508, 144_508, 2 * 10 - 1), (223_944, 223_944 - 23_048, 2 * 10)],
        [(175_168, 175_168, 2 * 16 - 1), (223_944, 201_700, 2 * 16)],
        [(163_328, 124_960, 2 * 28 - 1), (168_024, 97_604, 2 * 28)],
    ];
    for (endgame, expected) in endgames(3).zip(expected) {
        for (color, expected) in Color::ALL.into_iter().zip(expected) {
            let Statistics { positions, decided, longest, example } =
                table_of(endgame).statistics(color);
            assert_eq!((positions, decided, longest), expected, "{endgame:?} {color}");
            assert_example(example, color, longest);
        }
    }
}

/// The longest mates are the published ones: 33, 19, 35, 40 and 29 moves.
#[test]
fn longest_mates_of_four_pieces_match_published_ones() {
    for (endgame, moves) in endgames(4).zip([33, 19, 35, 40, 29]) {
        let table = generate(endgame);
        for (color, plies) in Color::ALL.into_iter().zip([2 * moves - 1, 2 * moves]) {
            let Statistics { positions, decided, longest, example } = table.statistics(color);
            assert_eq!(longest, plies, "{endgame:?}");
            assert!(decided < positions && longest <= MAX_PLIES);
            assert_example(example, color, longest);
        }
    }
}

/// Asserts that White wins the example of the longest mate in this number of plies.
fn assert_example(example: Option<Board>, color: Color, plies: usize) {
    let board = example.unwrap();
    let result = match color {
        Color::White => ProbeResult::Win(plies),
        Color::Black => ProbeResult::Loss(plies),
    };
    assert_eq!((board.side_to_move(), probe(&board)), (color, Some(result)), "{board}");
    assert_best_line_mates(&board, Some(result));
}

/// The counts are for Black to move, by moves to mate, with positions that are mirror images of
/// each other counted once.
///
/// Source: M. Bain, "Chess (King-Rook vs. King)", UCI machine learning repository, 1994.
#[test]
fn rook_endgames_match_a_published_table() {
    let endgame = Endgame { first: PieceType::Rook, second: None };
    let mirrors: [fn(Square) -> Square; 3] = [Square::flip_file, Square::flip_rank, transpose];
    let key = |position: Position| {
        [position.strong_king, position.weak_king, position.first].map(Square::index)
    };
    let mut counts: BTreeMap<Option<usize>, usize> = BTreeMap::new();
    for position in positions() {
        let images = (0..1 << mirrors.len()).map(|image| {
            let chosen = mirrors.iter().enumerate().filter(|(bit, _)| image >> bit & 1 == 1);
            chosen.fold(position, |position, (_, mirror)| position.map(mirror))
        });
        let is_first_image = images.map(key).min() == Some(key(position));
        if is_first_image && position.board(endgame, Color::Black).is_some() {
            *counts.entry(table_of(endgame).moves(Color::Black, position)).or_default() += 1;
        }
    }
    let expected = [
        27, 78, 246, 81, 198, 471, 592, 683, 1_433, 1_712, 1_985, 2_854, 3_597, 4_194, 4_553,
        2_166, 390,
    ];
    assert_eq!(counts.remove(&None), Some(2_796));
    assert_eq!(counts.into_values().collect::<Vec<_>>(), expected);
}

#[test]
fn results_of_four_pieces_agree_with_the_moves() {
    for (endgame, strong) in
        endgames(4).flat_map(|endgame| Color::ALL.map(|strong| (endgame, strong)))
    {
        let [mut decided, mut others] = [0, 0];
        for (position, mover) in
            sampled_positions().flat_map(|position| Color::ALL.map(|mover| (position, mover)))
        {
            let Some(board) = position.board(endgame, mover) else { continue };
            let board = if strong == Color::White { board } else { board.flipped() };
            let expected = match (result_by_moves(&board), mover) {
                (win @ ProbeResult::Win(_), Color::White) => Some(win),
                (loss @ ProbeResult::Loss(_), Color::Black) => Some(loss),
                // The weak side may mate the strong one, unless it is stalemated.
                _ if endgame.is_second(Color::Black)
                    && (mover == Color::White || board.has_legal_move()) =>
                {
                    None
                }
                _ => Some(ProbeResult::Draw),
            };
            let result = probe(&board);
            assert_eq!(result, expected, "{board}");
            assert_best_line_mates(&board, result);
            let is_decided = matches!(result, Some(ProbeResult::Win(_) | ProbeResult::Loss(_)));
            *if is_decided { &mut decided } else { &mut others } += 1;
        }
        assert!(decided > 2_000 && others > 5, "{endgame:?}: {decided}, {others}");
    }
    // The knight is pinned.
    let stalemate: Board = "kn5R/8/1K6/8/8/8/8/8 b - - 0 1".parse().unwrap();
    assert_eq!(probe(&stalemate), Some(ProbeResult::Draw));
}

#[test]
fn four_pieces_are_known_if_the_root_has_them() {
    for (known, fen) in [
        (4, "k7/8/8/8/8/2K5/8/3BN3 w - - 0 1"),
        (4, "K7/8/8/8/8/2k5/8/3bn3 w - - 0 1"),
        (4, "k7/8/8/8/8/2K5/8/3BB3 w - - 0 1"),
        (4, "k7/8/8/8/8/2K5/8/3Rn3 w - - 0 1"),
        (4, "k7/8/8/8/8/2K5/8/3rQ3 b - - 0 1"),
        (4, "k7/8/8/8/8/2K5/8/3rB3 w - - 0 1"),
        (3, "k7/7p/8/8/8/2K5/8/3BN3 w - - 0 1"),
        (3, "k7/8/8/8/8/2K5/8/3Bn3 w - - 0 1"),
        (3, "k7/8/8/8/8/2K5/8/2BBN3 w - - 0 1"),
        (3, "k7/8/8/8/8/2K5/8/3QN3 w - - 0 1"),
        (3, "k7/8/8/8/8/2K5/8/3R4 w - - 0 1"),
    ] {
        assert_eq!(max_pieces(&fen.parse().unwrap(), true), known, "{fen}");
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
    for endgame in endgames(3) {
        for (position, mover) in positions_and_movers().step_by(37) {
            if let Some(board) = position.board(endgame, mover) {
                assert_best_line_mates(&board, probe(&board));
            }
        }
    }
}
