//! Attackers of a square, checkers and pinned pieces.

use super::position::Board;
use crate::attacks::{
    Slider, between, empty_board_attacks, king_attacks, knight_attacks, pawn_attacks,
    slider_attacks,
};
use crate::types::{Bitboard, Color, Move, PieceType, Side, Square};

impl Board {
    /// Whether the piece moved by the legal move `mv` attacks the opponent's king from its to
    /// square.
    ///
    /// Discovered checks and checks by castling or by a promoted piece are not detected.
    #[inline]
    pub fn gives_direct_check(&self, mv: Move) -> bool {
        let king = self.king(!self.side_to_move);
        let attacks = |slider| slider_attacks(slider, king, self.occupied());
        let checking_squares = match self.piece_type_on(mv.from()) {
            Some(PieceType::Pawn) => pawn_attacks(!self.side_to_move, king),
            Some(PieceType::Knight) => knight_attacks(king),
            Some(PieceType::Bishop) => attacks(Slider::Bishop),
            Some(PieceType::Rook) => attacks(Slider::Rook),
            Some(PieceType::Queen) => attacks(Slider::Bishop) | attacks(Slider::Rook),
            Some(PieceType::King) | None => Bitboard::EMPTY,
        };
        checking_squares.contains(mv.to())
    }

    /// Returns the pieces of the opponent of `S` that attack `square`, given `occupied`.
    #[inline]
    pub(super) fn opponent_attackers<S: Side>(
        &self,
        square: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        self.attackers(square, occupied) & self.color(S::Opponent::COLOR)
    }

    /// Returns the pieces of both sides that attack `square`, given `occupied`.
    #[inline]
    pub(super) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let mut attackers = knight_attacks(square) & self.pieces(PieceType::Knight)
            | king_attacks(square) & self.pieces(PieceType::King);
        for color in Color::ALL {
            // A pawn attacks the squares from which an opposing pawn would attack it.
            attackers |= pawn_attacks(!color, square) & self.colored_pieces(color, PieceType::Pawn);
        }
        for slider in [Slider::Bishop, Slider::Rook] {
            attackers |= slider_attacks(slider, square, occupied) & self.sliders(slider);
        }
        attackers
    }

    /// Returns the pieces of both sides that move like `slider`: bishops or rooks, and queens.
    #[inline]
    pub(super) fn sliders(&self, slider: Slider) -> Bitboard {
        let piece_type = match slider {
            Slider::Bishop => PieceType::Bishop,
            Slider::Rook => PieceType::Rook,
        };
        self.pieces(piece_type) | self.pieces(PieceType::Queen)
    }

    /// Recomputes the checkers and the pinned pieces of `S`, the side to move.
    #[inline]
    pub(super) fn update_checks<S: Side>(&mut self) {
        let king = self.king(S::COLOR);
        let us = self.color(S::COLOR);
        let them = self.color(S::Opponent::COLOR);
        self.checkers = (knight_attacks(king) & self.pieces(PieceType::Knight)
            | pawn_attacks(S::COLOR, king) & self.pieces(PieceType::Pawn))
            & them;
        self.pinned = Bitboard::EMPTY;
        for slider in [Slider::Bishop, Slider::Rook] {
            let sliders = self.sliders(slider) & them;
            if !sliders.intersects(empty_board_attacks(slider, king)) {
                continue;
            }
            // Our pieces are left out of the occupancy: no blocker means check, a single one a pin.
            for sniper in slider_attacks(slider, king, them) & sliders {
                let blockers = between(king, sniper) & us;
                if blockers.is_empty() {
                    self.checkers |= sniper.into();
                } else if !blockers.has_many() {
                    self.pinned |= blockers;
                }
            }
        }
    }
}
