//! Attackers of a square, checkers and pinned pieces, and legal en passant captures.

use super::position::Board;
use super::zobrist;
use crate::attacks::{
    Slider, all_pawn_attacks, between, empty_board_attacks, king_attacks, knight_attacks,
    pawn_attacks, piece_attacks, slider_attacks,
};
use crate::types::{Bitboard, Color, Move, PieceType, Side, Square};

impl Board {
    /// Whether the piece moved by the legal move `mv` attacks the opponent's king from its to
    /// square.
    ///
    /// Discovered checks and checks by castling or by a promoted piece are not detected.
    pub fn gives_direct_check(&self, mv: Move) -> bool {
        self.checking_squares(self.occupant(mv.from())).contains(mv.to())
    }

    /// Returns [`Self::gives_direct_check`] as a predicate that is faster for many moves.
    #[inline]
    pub(crate) fn direct_checks(&self) -> impl Fn(Move) -> bool {
        let checking = PieceType::ALL.map(|piece_type| self.checking_squares(piece_type));
        move |mv| checking[self.occupant(mv.from()).index()].contains(mv.to())
    }

    /// Returns the squares from which a piece of this type and the side to move attacks the
    /// opponent's king; none for a king.
    pub(super) fn checking_squares(&self, piece_type: PieceType) -> Bitboard {
        let them = !self.side_to_move;
        match piece_type {
            PieceType::King => Bitboard::EMPTY,
            other => piece_attacks(other, them, self.king(them), self.occupied()),
        }
    }

    /// Returns the squares attacked by the pieces of `color`, occupied or not.
    pub fn attacked_squares(&self, color: Color) -> Bitboard {
        let us = self.color(color);
        let mut attacked = king_attacks(self.king(color))
            | all_pawn_attacks(color, us & self.pieces(PieceType::Pawn));
        for knight in us & self.pieces(PieceType::Knight) {
            attacked |= knight_attacks(knight);
        }
        for slider in [Slider::Bishop, Slider::Rook] {
            for square in us & self.sliders(slider) {
                attacked |= slider_attacks(slider, square, self.occupied());
            }
        }
        attacked
    }

    /// Returns the pieces of both sides that attack `square` if the squares `occupied` block
    /// sliders.
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
    pub(super) fn sliders(&self, slider: Slider) -> Bitboard {
        let piece_type = match slider {
            Slider::Bishop => PieceType::Bishop,
            Slider::Rook => PieceType::Rook,
        };
        self.pieces(piece_type) | self.pieces(PieceType::Queen)
    }

    /// Recomputes the checkers and the pinned pieces of `S`, the side to move.
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

impl Board {
    /// Returns the pawns of `S`, the side to move, that can legally capture en passant on `square`.
    pub(super) fn en_passant_capturers<S: Side>(&self, square: Square) -> Bitboard {
        let victim = square.step(S::Opponent::COLOR.forward());
        let pawns = self.colored_pieces(S::COLOR, PieceType::Pawn);
        let candidates = pawn_attacks(S::Opponent::COLOR, square) & pawns;
        // Pin masks do not cover the removal of two pawns from one rank, so each capture is tried.
        let is_legal = |pawn: &Square| {
            let victim = Bitboard::from(victim);
            let occupied = self.occupied() ^ victim ^ (*pawn).into() ^ square.into();
            let attackers = self.attackers(self.king(S::COLOR), occupied);
            (attackers & self.color(S::Opponent::COLOR)).is_subset_of(victim)
        };
        candidates.into_iter().filter(is_legal).collect()
    }

    /// Sets the en passant square to `square` if `S`, the side to move, can legally capture there.
    pub(super) fn set_en_passant<S: Side>(&mut self, square: Square) {
        if self.en_passant_capturers::<S>(square).is_nonempty() {
            self.en_passant = Some(square.file());
            self.key ^= zobrist::en_passant(square.file());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacked_squares_are_those_with_attackers() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            for color in Color::ALL {
                let attacked = board.attacked_squares(color);
                for square in Square::all() {
                    let attackers = board.attackers(square, board.occupied()) & board.color(color);
                    assert_eq!(attacked.contains(square), !attackers.is_empty(), "{fen} {square}");
                }
            }
        }
    }
}
