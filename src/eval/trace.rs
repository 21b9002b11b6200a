//! The evaluation laid open, term by term, for people to read.

use std::fmt;

use super::{FULL_PHASE, Pair, interpolate, phase, term, weights};
use crate::board::Board;
use crate::types::{Color, PieceType};

/// The terms of one evaluation. Displays as a table, everything from White's view.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Name of the term, White's share, Black's share.
    terms: Vec<(&'static str, Pair, Pair)>,
    phase: i32,
}

impl Trace {
    /// Evaluates `board`, keeping each term.
    pub fn new(board: &Board) -> Self {
        let names = ["Pawns", "Knights", "Bishops", "Rooks", "Queens", "Kings"];
        let mut terms: Vec<_> = names
            .into_iter()
            .zip(PieceType::ALL)
            .map(|(name, piece_type)| {
                (name, term(board, piece_type, Color::White), term(board, piece_type, Color::Black))
            })
            .collect();
        let tempo = |color| {
            if board.side_to_move() == color { weights::TEMPO } else { Pair::default() }
        };
        terms.push(("Tempo", tempo(Color::White), tempo(Color::Black)));
        Self { terms, phase: phase(board) }
    }

    /// The evaluation in centipawns from White's view.
    pub fn total(&self) -> i32 {
        interpolate(self.sum(), self.phase)
    }

    fn sum(&self) -> Pair {
        self.terms.iter().fold(Pair::default(), |sum, &(_, white, black)| sum + white - black)
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Term    |  White mg    eg |  Black mg    eg |  Total mg    eg")?;
        writeln!(f, "--------+----------------+----------------+---------------")?;
        for &(name, white, black) in &self.terms {
            write!(f, "{name:<8}")?;
            for pair in [white, black, white - black] {
                write!(f, "| {:>8} {:>5} ", pair.middlegame(), pair.endgame())?;
            }
            writeln!(f)?;
        }
        let sum = self.sum();
        writeln!(f, "Sum: middlegame {}, endgame {}", sum.middlegame(), sum.endgame())?;
        writeln!(f, "Phase: {} of {FULL_PHASE} towards the middlegame", self.phase)?;
        write!(f, "Total: {} centipawns for White", self.total())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Evaluator;
    use super::*;

    #[test]
    fn the_table_adds_up_to_the_evaluation() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            let score = Evaluator::new().evaluate(&board).0;
            let from_white = if board.side_to_move() == Color::White { score } else { -score };
            let trace = Trace::new(&board);
            assert_eq!(trace.total(), from_white);
            assert!(trace.to_string().ends_with(&format!("{from_white} centipawns for White")));
        }
    }
}
