//! The same position for the other side.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::position::Board;
use super::validate::Setup;
use crate::types::{CastlingRights, Piece, Square};

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
        match setup.into_board() {
            Ok(board) => board,
            Err(_) => unreachable!("the rules are the same for both sides"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
