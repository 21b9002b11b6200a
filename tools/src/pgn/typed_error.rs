//! The rules that a typed move breaks.

use nunatak::attacks::{pawn_attacks, piece_attacks};
use nunatak::board::{Board, SanPattern};
use nunatak::types::{Bitboard, File, Piece, PieceType, Rank, Square, Wing};

/// Returns why the first of `readings` that is algebraic notation denotes no legal move; `None` if
/// none is.
pub(super) fn reason(board: &Board, readings: &[String]) -> Option<String> {
    readings.iter().find_map(|text| SanPattern::parse(text)).map(|pattern| match pattern {
        SanPattern::Castling(wing) => castling_reason(board, wing),
        SanPattern::Normal { promotion: Some(piece), to, .. } if !can_promote(board, piece, to) => {
            "a pawn becomes a queen, rook, bishop or knight, on the last rank".to_owned()
        }
        SanPattern::Normal { piece_type, file, rank, to, .. } => {
            // The from square determines the piece, so the pattern need not name it.
            if let (PieceType::Pawn, Some(file), Some(rank)) = (piece_type, file, rank) {
                return from_square_reason(board, Square::new(file, rank), to);
            }
            let us = board.side_to_move();
            let is_meant = |from: &Square| {
                file.is_none_or(|file| from.file() == file)
                    && rank.is_none_or(|rank| from.rank() == rank)
            };
            let mut pieces = board.colored_pieces(us, piece_type).into_iter().filter(is_meant);
            if pieces.any(|from| reaches(board, piece_type, from, to)) {
                return king_reason(board);
            }
            let name = name(piece_type);
            // The pattern of a push of a pawn has the file that it stays on, which says something
            // only if a pawn of another file can move there.
            let can_reach = |from| reaches(board, piece_type, from, to);
            let says_something = |file: &File| {
                let mut pieces = board.colored_pieces(us, piece_type).into_iter();
                piece_type != PieceType::Pawn || *file != to.file() || pieces.any(can_reach)
            };
            let file = file.filter(says_something);
            let place = match (file, rank) {
                (None, None) => String::new(),
                (Some(file), None) => format!(" on the {}-file", file.letter()),
                (None, Some(rank)) => format!(" on rank {}", rank.digit()),
                (Some(file), Some(rank)) => format!(" on {}", Square::new(file, rank)),
            };
            match piece_type {
                PieceType::King if place.is_empty() => format!("your king cannot move to {to}"),
                _ => format!("no {name} of yours{place} can move to {to}"),
            }
        }
    })
}

/// Returns why no move leads from `from` to `to`.
fn from_square_reason(board: &Board, from: Square, to: Square) -> String {
    let us = board.side_to_move();
    match board.piece_on(from) {
        None => format!("there is no piece on {from}"),
        Some(Piece { color, piece_type }) if color != us => {
            format!("the {} on {from} is {}'s", name(piece_type), color.name())
        }
        Some(Piece { piece_type, .. }) if reaches(board, piece_type, from, to) => {
            king_reason(board)
        }
        Some(Piece { piece_type, .. }) => {
            format!("the {} on {from} cannot move to {to}", name(piece_type))
        }
    }
}

/// Whether a pawn of the side to move becomes `piece` on `to`.
fn can_promote(board: &Board, piece: PieceType, to: Square) -> bool {
    to.rank() == (!board.side_to_move()).back_rank() && PieceType::PROMOTIONS.contains(&piece)
}

/// Returns why a pseudo-legal move is illegal: it leaves the king in check.
fn king_reason(board: &Board) -> String {
    let reason = if board.in_check() {
        "the king would still be in check"
    } else {
        "it leaves the king in check"
    };
    reason.to_owned()
}

fn castling_reason(board: &Board, wing: Wing) -> String {
    let us = board.side_to_move();
    let rook = board.castling().rook(us, board.king(us), wing);
    let reason = if rook.is_none() {
        "there is no right to castle on that side"
    } else if board.in_check() {
        "the king is in check"
    } else {
        "a piece is in the way, or the king would pass through check or end in it"
    };
    reason.to_owned()
}

/// Whether the piece of the side to move on `from` has a pseudo-legal move to `to`, castling aside.
fn reaches(board: &Board, piece_type: PieceType, from: Square, to: Square) -> bool {
    let us = board.side_to_move();
    let attacked = match piece_type {
        PieceType::Pawn => {
            let capturable = board.color(!us)
                | board.en_passant().map_or(Bitboard::EMPTY, Bitboard::from_square);
            pawn_attacks(us, from) & capturable | pawn_pushes(board, from)
        }
        other => piece_attacks(other, us, from, board.occupied()),
    };
    attacked.contains(to) && !board.color(us).contains(to)
}

/// Returns the squares to which a pawn of the side to move on `from` can be pushed.
fn pawn_pushes(board: &Board, from: Square) -> Bitboard {
    let forward = board.side_to_move().forward();
    let single = Bitboard::from_square(from).shift(forward) & !board.occupied();
    let start = Rank::Second.relative_to(board.side_to_move());
    if from.rank() == start { single | single.shift(forward) & !board.occupied() } else { single }
}

fn name(piece_type: PieceType) -> &'static str {
    match piece_type {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}
