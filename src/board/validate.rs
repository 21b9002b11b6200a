//! From a set-up of men to a legal board.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use thiserror::Error;

use super::{Board, FenField};
use crate::attacks::pawn_attacks;
use crate::types::{
    Bitboard, CastlingRights, Color, Piece, PieceType, Rank, Side, Square, with_side,
};

/// The most men that a side can have.
const MAX_MEN: u32 = 16;
/// The most pawns that a side can have.
const MAX_PAWNS: u32 = 8;

/// Why a set-up is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum SetupError {
    #[error("expected 4 to 6 fields, found {0}")]
    FieldCount(usize),
    #[error("expected 8 ranks, found {0}")]
    RankCount(usize),
    #[error("rank '{0}' does not have 8 squares")]
    RankLength(String),
    #[error("'{0}' is no man")]
    PieceLetter(char),
    #[error("{} has {count} kings, expected 1", name(*.color))]
    KingCount { color: Color, count: u32 },
    #[error("{} has {count} men, expected at most 16", name(*.color))]
    TooManyMen { color: Color, count: u32 },
    #[error("{} has {count} pawns, expected at most 8", name(*.color))]
    TooManyPawns { color: Color, count: u32 },
    #[error("a pawn stands on {0}")]
    PawnOnLastRank(Square),
    #[error("expected 'w' or 'b'")]
    Side,
    #[error("the side not to move is in check")]
    OpponentInCheck,
    #[error("'{0}' is neither one of KQkq nor a file")]
    CastlingLetter(char),
    #[error("'{0}' needs a king and a rook on the first rank of their side")]
    CastlingMen(char),
    #[error("'{0}' states a right a second time")]
    CastlingTwice(char),
    #[error("expected '-' or a square")]
    EnPassantSquare,
    #[error("no pawn can just have passed that square")]
    EnPassantImpossible,
    #[error("expected a number from 0 to {0}")]
    Number(u16),
    #[error("{0} squares are occupied, expected at most 32")]
    TooManyOccupied(u32),
    #[error("{0} is the code of no man")]
    ManCode(u8),
    #[error("the rook on {0} cannot castle")]
    CastlingRook(Square),
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// What a FEN states, not yet known to be legal. The castling rooks stand on their squares.
pub(super) struct Setup {
    /// No two on one square.
    pub(super) men: Vec<(Square, Piece)>,
    pub(super) side_to_move: Color,
    pub(super) castling: CastlingRights,
    pub(super) en_passant: Option<Square>,
    pub(super) halfmove_clock: u8,
    pub(super) fullmove_number: u16,
}

impl Setup {
    /// The board, or the field at fault and the reason.
    pub(super) fn into_board(self) -> Result<Board, (FenField, SetupError)> {
        let mut board = Board {
            pieces: [Bitboard::EMPTY; PieceType::COUNT],
            colors: [Bitboard::EMPTY; 2],
            mailbox: [None; Square::COUNT],
            key: 0,
            pawn_key: 0,
            non_pawn_keys: [0; 2],
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: CastlingRights::NONE,
            fullmove_number: self.fullmove_number,
            halfmove_clock: self.halfmove_clock,
            en_passant: None,
            side_to_move: self.side_to_move,
        };
        for (square, Piece { color, piece_type }) in self.men {
            board.put(color, piece_type, square);
        }
        board.check_men().map_err(|reason| (FenField::PiecePlacement, reason))?;
        board.set_castling(self.castling);
        if self.side_to_move == Color::Black {
            board.key ^= super::zobrist::black_to_move();
        }
        with_side!(self.side_to_move, S => {
            let opponents_king = board.king(!S::COLOR);
            if board.attackers::<<S as Side>::Opponent>(opponents_king, board.occupied()).is_nonempty() {
                return Err((FenField::SideToMove, SetupError::OpponentInCheck));
            }
            board.update_checks::<S>();
            if let Some(target) = self.en_passant {
                if !board.was_just_passed::<S>(target) {
                    return Err((FenField::EnPassant, SetupError::EnPassantImpossible));
                }
                board.set_en_passant::<S>(target);
            }
        });
        Ok(board)
    }
}

impl Board {
    fn check_men(&self) -> Result<(), SetupError> {
        for color in Color::ALL {
            let kings = self.colored_pieces(color, PieceType::King).count();
            if kings != 1 {
                return Err(SetupError::KingCount { color, count: kings });
            }
            let men = self.color(color).count();
            if men > MAX_MEN {
                return Err(SetupError::TooManyMen { color, count: men });
            }
            let pawns = self.colored_pieces(color, PieceType::Pawn).count();
            if pawns > MAX_PAWNS {
                return Err(SetupError::TooManyPawns { color, count: pawns });
            }
        }
        let last_ranks = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth);
        match (self.pieces(PieceType::Pawn) & last_ranks).first() {
            Some(square) => Err(SetupError::PawnOnLastRank(square)),
            None => Ok(()),
        }
    }

    /// Whether a pawn of the opponent of `S` may have made a double step over `target` just now.
    fn was_just_passed<S: Side>(&self, target: Square) -> bool {
        if target.rank() != Rank::Sixth.relative_to(S::COLOR) {
            return false;
        }
        let origin = target.step(S::COLOR.forward());
        let pawn = Bitboard::from(target.step(S::Opponent::COLOR.forward()));
        let way = Bitboard::from(target) | origin.into();
        let king = self.king(S::COLOR);
        let occupied_before = self.occupied() ^ pawn ^ origin.into();
        let attackers_before = self.attackers::<S>(king, occupied_before) & !pawn;
        pawn.is_subset_of(self.colored_pieces(S::Opponent::COLOR, PieceType::Pawn))
            && !self.occupied().intersects(way)
            // Before the step, the king was not in check with the opponent to move.
            && attackers_before.is_empty()
            && !pawn_attacks(S::Opponent::COLOR, origin).contains(king)
    }
}
