//! The static evaluation of a position.
//!
//! [`Evaluator`] is the one seam between the search and whatever judges a position. Here it adds
//! material and piece-square tables, each a pair of a middlegame and an endgame value, and
//! interpolates between the two by the men that are left.

mod pair;
mod trace;
mod weights;

pub use pair::Pair;
pub use trace::Trace;

use crate::board::Board;
use crate::types::{Color, PieceType, Score, Square};

/// What a man of each type adds to the phase.
const PHASE: [i32; PieceType::COUNT] = [0, 1, 1, 2, 4, 0];
/// The phase of the start position: all middlegame. Bare kings and pawns are all endgame.
const FULL_PHASE: i32 = 24;

/// Evaluates positions. Each search thread owns one, with whatever it remembers.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {}

impl Evaluator {
    /// An evaluator that remembers nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The score of `board` from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let mut pair = weights::TEMPO;
        for piece_type in PieceType::ALL {
            pair += term(board, piece_type, board.side_to_move())
                - term(board, piece_type, !board.side_to_move());
        }
        Score::from_eval(interpolate(pair, phase(board)))
    }
}

/// Material and squares of the men of one type and colour, from that colour's view.
#[inline]
fn term(board: &Board, piece_type: PieceType, color: Color) -> Pair {
    let material = weights::MATERIAL[piece_type.index()];
    board.colored_pieces(color, piece_type).into_iter().fold(Pair::default(), |sum, square| {
        sum + material + weights::PIECE_SQUARE[piece_type.index()][table_index(color, square)]
    })
}

/// Tables begin with a8 as White sees the board.
#[inline]
fn table_index(color: Color, square: Square) -> usize {
    square.relative_to(!color).index()
}

/// What is left of `centipawns` by the game phase: all in the opening, half in a middlegame, nothing
/// in an endgame.
pub fn fade_with_material(board: &Board, centipawns: i32) -> i32 {
    /// From here down it is an endgame, …
    const ENDGAME: i32 = 8;
    /// … and from here up the opening.
    const OPENING: i32 = 20;
    let phase = phase(board).clamp(ENDGAME, OPENING);
    centipawns * (phase - ENDGAME) / (OPENING - ENDGAME)
}

/// How much of the middlegame is left, 0 to [`FULL_PHASE`].
#[inline]
fn phase(board: &Board) -> i32 {
    let weigh =
        |piece_type: PieceType| PHASE[piece_type.index()] * board.pieces(piece_type).count() as i32;
    PieceType::ALL.into_iter().map(weigh).sum::<i32>().min(FULL_PHASE)
}

#[inline]
fn interpolate(pair: Pair, phase: i32) -> i32 {
    (pair.middlegame() * phase + pair.endgame() * (FULL_PHASE - phase)) / FULL_PHASE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_and_its_colour_flip_score_the_same() {
        for (fen, flipped) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1",
            ),
            (
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
                "8/4p1p1/8/1r3P1K/kp5R/3P4/2P5/8 b - - 0 1",
            ),
        ] {
            let score = |fen: &str| Evaluator::new().evaluate(&fen.parse().unwrap());
            assert_eq!(score(fen), score(flipped));
            // The same men with the other side to move: all but the tempo changes its sign.
            let board: Board = fen.parse().unwrap();
            let other = Evaluator::new().evaluate(&board.make_null());
            let tempo = interpolate(weights::TEMPO, phase(&board));
            // Each of the three is rounded.
            assert!((score(fen).0 + other.0 - 2 * tempo).abs() <= 3);
        }
    }

    #[test]
    fn the_start_is_level_but_for_the_tempo() {
        let score = Evaluator::new().evaluate(&Board::start());
        assert_eq!(score.0, weights::TEMPO.middlegame());
        assert_eq!(phase(&Board::start()), FULL_PHASE);
    }

    #[test]
    fn more_material_is_better() {
        let score = |men: &str| {
            let fen = format!("4k3/pppp4/8/8/8/8/PPPP4/4K{men} w - - 0 1");
            Evaluator::new().evaluate(&fen.parse().unwrap())
        };
        let scores = ["3", "N2", "R2", "Q2"].map(score);
        assert!(scores.is_sorted() && scores[0] < scores[1]);
    }
}
