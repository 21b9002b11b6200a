//! A breakdown of the network's evaluation for users.

use std::fmt;

use super::evaluator::{Accumulators, Network};
use super::features::{BUCKETS, bucket, pieces_of_bucket};
use crate::board::Board;
use crate::eval::classical;
use crate::types::{Color, PieceType, Square};

/// The network's evaluation of a position by output bucket, and the value of each piece: the change
/// of the score when it is removed. Displayed as a board and a table, from White's view.
#[derive(Clone, Debug)]
pub struct NetworkTrace {
    board: Board,
    /// The scores of all buckets in internal units from White's view.
    pub scores: [i32; BUCKETS],
    /// The value of each piece by square; `None` for kings and empty squares.
    values: [Option<i32>; Square::COUNT],
}

impl NetworkTrace {
    /// Evaluates `board` with the output layers of all buckets, and without each of its pieces but
    /// the kings.
    pub fn new(network: &Network, board: &Board) -> Self {
        let mut accumulators = Accumulators::empty(network);
        let sign = board.side_to_move().sign();
        let scores =
            std::array::from_fn(|bucket| sign * accumulators.evaluate(network, board, bucket).0);
        let mut values = [None; Square::COUNT];
        for square in board.occupied() & !board.pieces(PieceType::King) {
            let Some(piece) = board.piece_on(square) else { continue };
            // Its mailbox keeps the piece, but only occupied squares are looked up.
            let mut without = *board;
            without.toggle(piece.color, piece.piece_type, square);
            // With the output layer of the whole board, so that only the piece makes a difference.
            let bucket = bucket(board);
            let score = sign * accumulators.evaluate(network, &without, bucket).0;
            values[square.index()] = Some(scores[bucket] - score);
        }
        Self { board: *board, scores, values }
    }

    /// Returns the evaluation in internal units from White's view.
    pub fn total(&self) -> i32 {
        classical::with_endgames(&self.board, || self.network_score())
    }

    /// Returns the score of the network itself, from White's view.
    fn network_score(&self) -> i32 {
        self.scores[bucket(&self.board)]
    }

    /// Returns the value of the piece on `square` in internal units from White's view; `None` for
    /// kings and empty squares.
    pub fn value(&self, square: Square) -> Option<i32> {
        self.values[square.index()]
    }
}

impl fmt::Display for NetworkTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edge = format!("+{}", "------+".repeat(8));
        writeln!(f, "{edge}")?;
        for (_, squares) in self.board.diagram(Color::White).rows() {
            for (_, piece) in squares {
                match piece {
                    Some(piece) => write!(f, "|   {piece}  ")?,
                    None => f.write_str("|      ")?,
                }
            }
            writeln!(f, "|")?;
            for (square, _) in squares {
                match self.value(square) {
                    Some(value) => write!(f, "|{value:^+6}")?,
                    None => f.write_str("|      ")?,
                }
            }
            writeln!(f, "|\n{edge}")?;
        }
        writeln!(f, "Pieces | Network")?;
        writeln!(f, "-------+--------")?;
        for (index, score) in self.scores.into_iter().enumerate() {
            let (min, max) = pieces_of_bucket(index);
            let mark = if index == bucket(&self.board) { " <-" } else { "" };
            writeln!(f, "{min:>2}..{max:<2} | {score:>+7}{mark}")?;
        }
        if classical::known_value(&self.board).is_some() {
            writeln!(f, "Known endgame: its value replaces the network's")?;
        } else if self.total() != self.network_score() {
            writeln!(f, "Drawish material: the network's score is scaled down")?;
        }
        write!(f, "Network: {} units for White", self.total())
    }
}
