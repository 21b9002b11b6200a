//! Setting up positions: validation, and the same position for the other side.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use thiserror::Error;

use super::position::{Board, MAX_HALFMOVE_CLOCK};
use crate::attacks::pawn_attacks;
use crate::types::{
    Bitboard, CastlingRights, Color, Piece, PieceType, Rank, Side, Square, Wing, with_side,
};

/// The reason why a set-up position is not legal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum SetupError {
    #[error("two pieces on {0}, expected at most one")]
    Occupied(Square),
    #[error("{} has {count} {noun}, expected {expected}", color.name())]
    Count { color: Color, count: u32, noun: &'static str, expected: &'static str },
    #[error("a pawn stands on {0}, expected none on the first or last rank")]
    PawnOnLastRank(Square),
    #[error(
        "the rook on {0} cannot castle: expected at most one castling rook on each side of a king, \
         all on the back rank"
    )]
    CastlingRook(Square),
    #[error("the side not to move is in check")]
    OpponentInCheck,
    #[error("invalid en passant square {0}")]
    EnPassant(Square),
}

/// A position as set up, not yet known to be legal.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The pieces and their squares.
    pub pieces: Vec<(Square, Piece)>,
    /// The side to move.
    pub side_to_move: Color,
    /// The castling rights.
    pub castling: CastlingRights,
    /// The square over which a pawn has just made a double push.
    pub en_passant: Option<Square>,
    /// The half-move clock; one above [`MAX_HALFMOVE_CLOCK`] is lowered to that.
    pub halfmove_clock: u8,
    /// The full-move number; 0 is read as 1.
    pub fullmove_number: u16,
}

impl Setup {
    /// Creates a setup without castling rights or en passant square, at the first move of a game.
    pub fn new(pieces: Vec<(Square, Piece)>, side_to_move: Color) -> Self {
        let (castling, en_passant) = (CastlingRights::NONE, None);
        Self { pieces, side_to_move, castling, en_passant, halfmove_clock: 0, fullmove_number: 1 }
    }

    /// Returns the board if the position is legal. An en passant square is dropped if no capture
    /// there is legal.
    ///
    /// # Errors
    /// [`SetupError`] if the position is not legal.
    pub fn into_board(self) -> Result<Board, SetupError> {
        let clock = self.halfmove_clock.min(MAX_HALFMOVE_CLOCK);
        let mut board = Board::empty(self.side_to_move, clock, self.fullmove_number.max(1));
        for (square, Piece { color, piece_type }) in self.pieces {
            if board.piece_type_on(square).is_some() {
                return Err(SetupError::Occupied(square));
            }
            board.put(color, piece_type, square);
        }
        board.check_pieces()?;
        board.set_castling(self.castling);
        board.check_castling()?;
        with_side!(self.side_to_move, S => board.complete::<S>(self.en_passant)?);
        Ok(board)
    }
}

impl Board {
    /// Checks the number of kings, pawns and pieces of each side and the ranks of the pawns.
    fn check_pieces(&self) -> Result<(), SetupError> {
        for color in Color::ALL {
            let count = |piece_type| self.colored_pieces(color, piece_type).count();
            for (noun, count, allowed, expected) in [
                ("kings", count(PieceType::King), 1..=1, "1"),
                ("pieces", self.color(color).count(), 1..=16, "at most 16"),
                ("pawns", count(PieceType::Pawn), 0..=8, "at most 8"),
            ] {
                if !allowed.contains(&count) {
                    return Err(SetupError::Count { color, count, noun, expected });
                }
            }
        }
        let last_ranks = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        let wrong = (self.pieces(PieceType::Pawn) & last_ranks).first();
        wrong.map_or(Ok(()), |square| Err(SetupError::PawnOnLastRank(square)))
    }

    /// Checks that each castling rook is on its back rank like its king, and that none is on the
    /// same side of the king as another.
    fn check_castling(&self) -> Result<(), SetupError> {
        let is_wrong = |&square: &Square| {
            self.piece_on(square).is_none_or(|Piece { color, piece_type }| {
                let (king, back_rank) = (self.king(color), color.back_rank());
                piece_type != PieceType::Rook
                    || [king, square].iter().any(|square| square.rank() != back_rank)
                    || self.castling.rook(color, king, Wing::of(king, square)) != Some(square)
            })
        };
        let wrong = self.castling.rooks().into_iter().find(is_wrong);
        wrong.map_or(Ok(()), |square| Err(SetupError::CastlingRook(square)))
    }

    /// Sets checkers, pinned pieces and the en passant square once all pieces are on the board; `S`
    /// is the side to move.
    fn complete<S: Side>(&mut self, en_passant: Option<Square>) -> Result<(), SetupError> {
        let their_king = self.king(S::Opponent::COLOR);
        if self.attackers(their_king, self.occupied()).intersects(self.color(S::COLOR)) {
            return Err(SetupError::OpponentInCheck);
        }
        self.update_checks::<S>();
        if let Some(square) = en_passant {
            if !self.can_follow_double_push::<S>(square) {
                return Err(SetupError::EnPassant(square));
            }
            self.set_en_passant::<S>(square);
        }
        Ok(())
    }

    /// Whether the last move can have been a double push of the opponent of `S` over `square`.
    fn can_follow_double_push<S: Side>(&self, square: Square) -> bool {
        if square.rank() != Rank::Sixth.relative_to(S::COLOR) {
            return false;
        }
        let from = square.step(S::COLOR.forward());
        let pawn = Bitboard::from(square.step(S::Opponent::COLOR.forward()));
        let path = Bitboard::from(square) | from.into();
        let king = self.king(S::COLOR);
        let occupied_before = self.occupied() ^ pawn ^ from.into();
        let them = self.color(S::Opponent::COLOR) & !pawn;
        pawn.is_subset_of(self.colored_pieces(S::Opponent::COLOR, PieceType::Pawn))
            && !self.occupied().intersects(path)
            // Before the push, with the opponent to move, our king cannot have been in check.
            && !self.attackers(king, occupied_before).intersects(them)
            && !pawn_attacks(S::Opponent::COLOR, from).contains(king)
    }
}

impl Board {
    /// Returns the same position for the other side: the colours exchanged and the ranks mirrored.
    pub fn flipped(&self) -> Self {
        let mut castling = CastlingRights::NONE;
        self.castling().rooks().into_iter().for_each(|rook| castling.add(rook.flip_rank()));
        let flip = |square: Square| {
            let Piece { color, piece_type } = self.piece_on(square)?;
            Some((square.flip_rank(), Piece { color: !color, piece_type }))
        };
        let setup = Setup {
            pieces: self.occupied().into_iter().filter_map(flip).collect(),
            side_to_move: !self.side_to_move(),
            castling,
            en_passant: self.en_passant().map(Square::flip_rank),
            halfmove_clock: self.halfmove_clock(),
            fullmove_number: self.fullmove_number(),
        };
        let board = setup.into_board();
        board.unwrap_or_else(|_| unreachable!("the rules are the same for both sides"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the setup of these pieces, letters with squares, and castling rooks.
    fn setup(pieces: &[&str], rooks: &[&str]) -> Setup {
        let mut castling = CastlingRights::NONE;
        rooks.iter().for_each(|rook| castling.add(rook.parse().unwrap()));
        let piece = |text: &&str| {
            (text[1..].parse().unwrap(), Piece::from_letter(text.as_bytes()[0].into()))
        };
        let pieces = pieces.iter().map(piece).map(|(square, piece)| (square, piece.unwrap()));
        let setup = Setup::new(pieces.collect(), Color::White);
        Setup { castling, halfmove_clock: 200, fullmove_number: 0, ..setup }
    }

    #[test]
    fn two_pieces_on_a_square_and_rooks_that_cannot_castle_are_refused() {
        let pieces = ["Ke1", "ke8", "Ra1", "Rh1", "Rg1", "ra8", "Rb8", "nd8", "Nb1", "Ra3"];
        let refused = |rooks: &[&str]| setup(&pieces, rooks).into_board().unwrap_err().to_string();
        for (rooks, square) in [
            // No rook, another piece, one on a wrong rank or of the other side, two on one wing.
            (&["c1"][..], "c1"),
            (&["b1"], "b1"),
            (&["a3"], "a3"),
            (&["a1", "b8"], "b8"),
            (&["a8", "g1", "h1"], "h1"),
        ] {
            let error = refused(rooks);
            assert!(error.starts_with(&format!("the rook on {square} cannot castle")), "{error}");
        }
        let board = setup(&pieces, &["a1", "h1", "a8"]).into_board().unwrap();
        assert_eq!(format!("{board:#}").split(' ').nth(2), Some("HAa"));
        assert_eq!((board.halfmove_clock(), board.fullmove_number()), (MAX_HALFMOVE_CLOCK, 1));
        let king_has_moved = setup(&["Ke2", "ke8", "Rh1"], &["h1"]).into_board();
        assert_eq!(king_has_moved, Err(SetupError::CastlingRook("h1".parse().unwrap())));
        let doubled = setup(&["Ke1", "ke8", "Qe8"], &[]).into_board();
        assert_eq!(doubled, Err(SetupError::Occupied("e8".parse().unwrap())));
    }

    #[test]
    fn colours_are_exchanged_and_ranks_mirrored() {
        for (fen, flipped) in [
            (
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
            ),
            ("4k3/8/8/3pP3/8/8/8/4K2R w K d6 3 9", "4k2r/8/8/8/3Pp3/8/8/4K3 b k d3 3 9"),
            (
                "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                "bq1bnrkr/npp1p1pp/p2p4/5p2/2P5/3PPN2/PP3PPP/BQNB1RKR b KQkq - 2 9",
            ),
        ] {
            let board: Board = fen.parse().unwrap();
            assert_eq!(board.flipped().to_string(), flipped);
            assert_eq!(board.flipped().flipped(), board);
        }
    }
}
