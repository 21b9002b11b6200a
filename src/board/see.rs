//! Static exchange evaluation: what a series of captures on one square wins.

use super::Board;
use crate::attacks::{Slider, slider_attacks};
use crate::types::{Bitboard, Color, Move, MoveKind, PieceType, Square};

/// What a man of each type counts in an exchange, in centipawns. The king cannot be lost.
const VALUES: [i32; PieceType::COUNT] = [100, 320, 330, 500, 950, 0];

/// What a man of a type counts in an exchange, in centipawns.
#[inline]
pub fn exchange_value(piece_type: PieceType) -> i32 {
    VALUES[piece_type.index()]
}

impl Board {
    /// Whether the legal move `mv` wins `threshold` centipawns or more once the captures on its
    /// target are done. Each side takes with its least valuable man and may stop at any time. Men
    /// behind others join in; pins are not looked at.
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castling {
            return threshold <= 0;
        }
        // What the side that has just captured is ahead of what it needs.
        let mut balance = self.capture_value(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let moved = mv.promoted_to().unwrap_or_else(|| self.man_on(from));
        balance -= exchange_value(moved);
        if balance >= 0 {
            return true;
        }

        let mut occupied = (self.occupied() & !Bitboard::from(from)) | to.into();
        if mv.kind() == MoveKind::EnPassant {
            occupied &= !Bitboard::from(to.step((!self.side_to_move).forward()));
        }
        let mut attackers = self.attackers_of_both(to, occupied);
        let mut side = !self.side_to_move;
        loop {
            attackers &= occupied;
            let Some((taker, square)) = self.least_valuable(attackers, side) else { break };
            if taker == PieceType::King {
                // It may take only what nobody guards any more.
                if !attackers.intersects(self.color(!side)) {
                    side = !side;
                }
                break;
            }
            side = !side;
            balance = -balance - 1 - exchange_value(taker);
            if balance >= 0 {
                break;
            }
            occupied &= !Bitboard::from(square);
            for slider in [Slider::Bishop, Slider::Rook] {
                attackers |= slider_attacks(slider, to, occupied) & self.sliders(slider);
            }
        }
        // The side that has no good capture left has lost the exchange.
        side != self.side_to_move
    }

    /// What `mv` gains at once: the captured man, and the pawn's growth when it promotes.
    #[inline]
    pub fn capture_value(&self, mv: Move) -> i32 {
        let captured = self.captured_by(mv).map_or(0, exchange_value);
        let grown = |man| exchange_value(man) - exchange_value(PieceType::Pawn);
        captured + mv.promoted_to().map_or(0, grown)
    }

    /// The man of `side` that is worth least among `attackers`, and its square.
    #[inline]
    fn least_valuable(&self, attackers: Bitboard, side: Color) -> Option<(PieceType, Square)> {
        let own = attackers & self.color(side);
        if own.is_empty() {
            return None;
        }
        PieceType::ALL
            .into_iter()
            .find_map(|man| (own & self.pieces(man)).first().map(|square| (man, square)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `side` wins on `to` at best, where a man worth `victim` stands, by trying both taking
    /// and leaving: no thresholds, no early ends.
    fn naive(board: &Board, to: Square, occupied: Bitboard, side: Color, victim: i32) -> i32 {
        let attackers = board.attackers_of_both(to, occupied) & occupied;
        let Some((taker, from)) = board.least_valuable(attackers, side) else { return 0 };
        let guarded = attackers.intersects(board.color(!side));
        if taker == PieceType::King && guarded {
            return 0;
        }
        let left = occupied & !Bitboard::from(from);
        let reply = naive(board, to, left, !side, exchange_value(taker));
        (victim - reply).max(0)
    }

    fn naive_move(board: &Board, mv: Move) -> i32 {
        if mv.kind() == MoveKind::Castling {
            return 0;
        }
        let mut occupied = (board.occupied() & !Bitboard::from(mv.from())) | mv.to().into();
        if mv.kind() == MoveKind::EnPassant {
            occupied &= !Bitboard::from(mv.to().step((!board.side_to_move()).forward()));
        }
        let man = mv.promoted_to().or(board.piece_type_on(mv.from())).unwrap();
        let loss = naive(board, mv.to(), occupied, !board.side_to_move(), exchange_value(man));
        board.capture_value(mv) - loss
    }

    #[test]
    fn exchanges_equal_those_played_out() {
        let mut exchanges = 0;
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            let replies = board.legal_moves().into_iter().map(|mv| board.make(mv));
            for board in replies.chain([board]) {
                for mv in board.legal_moves() {
                    let worth = naive_move(&board, mv);
                    for threshold in [worth - 300, worth - 1, worth, worth + 1, worth + 300, 0] {
                        let expected = worth >= threshold;
                        let found = board.see_at_least(mv, threshold);
                        assert_eq!(found, expected, "{mv:?} {threshold} of {worth} in {board}");
                    }
                    exchanges += usize::from(worth != board.capture_value(mv));
                }
            }
        }
        assert!(exchanges > 1_000, "{exchanges} captures that were answered");
    }

    #[test]
    fn known_exchanges() {
        for (fen, mv, worth) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            // Rook, queen and bishop stand behind each other.
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 400),
            // The king may not take what is guarded.
            ("8/8/3k4/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", 100),
        ] {
            let board: Board = fen.parse().unwrap();
            let mv = board.parse_move(mv).unwrap();
            assert!(board.see_at_least(mv, worth), "{fen}");
            assert!(!board.see_at_least(mv, worth + 1), "{fen}");
        }
    }
}
