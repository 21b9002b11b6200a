//! Static exchange evaluation: the outcome of a sequence of captures on one square.

use super::position::Board;
use crate::attacks::{Slider, slider_attacks};
use crate::types::{Bitboard, Color, Move, MoveKind, PieceType, Square};

/// The values of the piece types in an exchange, in centipawns. The king is never lost.
const VALUES: [i32; PieceType::COUNT] = [100, 320, 330, 500, 950, 0];

/// Returns the value of a piece in an exchange, in centipawns.
fn exchange_value(piece_type: PieceType) -> i32 {
    VALUES[piece_type.index()]
}

/// Returns the kinds of slider that a capture by `attacker` may uncover (x-ray attacks).
fn opened_lines(attacker: PieceType) -> &'static [Slider] {
    match attacker {
        PieceType::Pawn | PieceType::Bishop => &[Slider::Bishop],
        PieceType::Rook => &[Slider::Rook],
        PieceType::Queen => &[Slider::Bishop, Slider::Rook],
        PieceType::Knight | PieceType::King => &[],
    }
}

impl Board {
    /// Whether the static exchange evaluation of the legal move `mv` is at least `threshold`
    /// centipawns.
    ///
    /// Each side captures with its least valuable attacker and may stand pat. X-ray attackers take
    /// part; pins are ignored.
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castling {
            return threshold <= 0;
        }
        // The margin over the threshold, from the view of the side that has just captured.
        let mut balance = self.capture_value(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let moved = mv.promoted_to().unwrap_or_else(|| self.occupant(from));
        balance -= exchange_value(moved);
        if balance >= 0 {
            return true;
        }

        let mut occupied = (self.occupied() & !Bitboard::from(from)) | to.into();
        if mv.kind() == MoveKind::EnPassant {
            occupied &= !Bitboard::from(to.step((!self.side_to_move).forward()));
        }
        let mut attackers = self.attackers(to, occupied);
        let mut side = !self.side_to_move;
        loop {
            attackers &= occupied;
            let Some((attacker, square)) = self.least_valuable(attackers, side) else { break };
            if attacker == PieceType::King {
                // The king can capture only an undefended piece.
                if !attackers.intersects(self.color(!side)) {
                    side = !side;
                }
                break;
            }
            side = !side;
            balance = -balance - 1 - exchange_value(attacker);
            if balance >= 0 {
                break;
            }
            occupied &= !Bitboard::from(square);
            for &slider in opened_lines(attacker) {
                attackers |= slider_attacks(slider, to, occupied) & self.sliders(slider);
            }
        }
        // The side that was to capture when the exchange stopped has lost it.
        side != self.side_to_move
    }

    /// Returns the immediate material gain of the legal move `mv`, in centipawns: the captured
    /// piece and the difference between promotion piece and pawn.
    pub fn capture_value(&self, mv: Move) -> i32 {
        let captured = self.captured_by(mv).map_or(0, exchange_value);
        let promoted = |piece_type| exchange_value(piece_type) - exchange_value(PieceType::Pawn);
        captured + mv.promoted_to().map_or(0, promoted)
    }

    /// Returns the least valuable piece of `side` among `attackers` and its square.
    fn least_valuable(&self, attackers: Bitboard, side: Color) -> Option<(PieceType, Square)> {
        let candidates = attackers & self.color(side);
        if candidates.is_empty() {
            return None;
        }
        PieceType::ALL.into_iter().find_map(|piece_type| {
            (candidates & self.pieces(piece_type)).first().map(|square| (piece_type, square))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the best result for `side` of captures on `to`, where a piece worth `victim` stands,
    /// by trying both capturing and standing pat, without thresholds or early exits.
    fn naive_exchange(
        board: &Board,
        to: Square,
        occupied: Bitboard,
        side: Color,
        victim: i32,
    ) -> i32 {
        let attackers = board.attackers(to, occupied) & occupied;
        let Some((attacker, from)) = board.least_valuable(attackers, side) else { return 0 };
        let is_defended = attackers.intersects(board.color(!side));
        if attacker == PieceType::King && is_defended {
            return 0;
        }
        let remaining = occupied & !Bitboard::from(from);
        let reply = naive_exchange(board, to, remaining, !side, exchange_value(attacker));
        (victim - reply).max(0)
    }

    fn naive_see(board: &Board, mv: Move) -> i32 {
        if mv.kind() == MoveKind::Castling {
            return 0;
        }
        let mut occupied = (board.occupied() & !Bitboard::from(mv.from())) | mv.to().into();
        if mv.kind() == MoveKind::EnPassant {
            occupied &= !Bitboard::from(mv.to().step((!board.side_to_move()).forward()));
        }
        let piece_type = mv.promoted_to().or(board.piece_type_on(mv.from())).unwrap();
        let loss = naive_exchange(
            board,
            mv.to(),
            occupied,
            !board.side_to_move(),
            exchange_value(piece_type),
        );
        board.capture_value(mv) - loss
    }

    #[test]
    fn thresholds_agree_with_full_exchanges() {
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
                    let value = naive_see(&board, mv);
                    for threshold in [value - 300, value - 1, value, value + 1, value + 300, 0] {
                        let expected = value >= threshold;
                        let found = board.see_at_least(mv, threshold);
                        assert_eq!(found, expected, "{mv:?} {threshold} of {value} in {board}");
                    }
                    exchanges += usize::from(value != board.capture_value(mv));
                }
            }
        }
        assert!(exchanges > 1_000, "{exchanges} exchanges with a recapture");
    }

    #[test]
    fn known_exchanges_have_known_values() {
        for (fen, mv, value) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            // X-ray attacks by the queens, through rook and bishop.
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
            ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 400),
            // The king cannot capture a defended piece.
            ("8/8/3k4/3p4/8/8/3Q4/3RK3 w - - 0 1", "d2d5", 100),
        ] {
            let board: Board = fen.parse().unwrap();
            let mv = board.parse_move(mv).unwrap();
            assert!(board.see_at_least(mv, value), "{fen}");
            assert!(!board.see_at_least(mv, value + 1), "{fen}");
        }
    }
}
