//! Text diagrams of the board.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;

use super::position::Board;
use crate::types::{Bitboard, Color, File, Piece, Rank, Square};

/// A diagram of a board from the view of one of the players.
///
/// It displays as a grid of piece letters, upper case for White, with coordinates and without a
/// final line break. Marked squares are in brackets.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    board: &'a Board,
    bottom: Color,
    marked: Bitboard,
}

impl Board {
    /// Returns a diagram of the board with the side of `bottom` at the bottom.
    pub fn diagram(&self, bottom: Color) -> Diagram<'_> {
        Diagram { board: self, bottom, marked: Bitboard::EMPTY }
    }
}

impl Diagram<'_> {
    /// Marks `squares` instead of those marked before.
    pub fn marking(self, squares: Bitboard) -> Self {
        Self { marked: squares, ..self }
    }

    /// Whether `square` is marked.
    pub fn is_marked(&self, square: Square) -> bool {
        self.marked.contains(square)
    }

    /// Returns the files from left to right.
    pub fn files(&self) -> [File; 8] {
        let mut files = File::ALL;
        if self.bottom == Color::Black {
            files.reverse();
        }
        files
    }

    /// Iterates over the ranks from top to bottom, each with its squares from left to right and the
    /// pieces on them.
    pub fn rows(&self) -> impl Iterator<Item = (Rank, [(Square, Option<Piece>); 8])> {
        Rank::ALL.map(|rank| rank.relative_to(self.bottom)).into_iter().rev().map(|rank| {
            let square = |file| Square::new(file, rank);
            (rank, self.files().map(square).map(|square| (square, self.board.piece_on(square))))
        })
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EDGE: &str = "  +---+---+---+---+---+---+---+---+";
        writeln!(f, "{EDGE}")?;
        for (rank, squares) in self.rows() {
            write!(f, "{} ", rank.digit())?;
            for (square, piece) in squares {
                let piece = piece.map_or_else(|| " ".to_owned(), |piece| piece.to_string());
                let [open, close] = if self.is_marked(square) { ['[', ']'] } else { [' '; 2] };
                write!(f, "|{open}{piece}{close}")?;
            }
            writeln!(f, "|\n{EDGE}")?;
        }
        let files = self.files().map(|file| format!("   {}", file.letter()));
        write!(f, " {}", files.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_pieces_are_at_the_bottom() {
        let board: Board = "k7/8/8/8/8/8/8/4K2R w - - 0 1".parse().unwrap();
        let lines = |bottom| -> Vec<String> {
            board.diagram(bottom).to_string().lines().map(str::to_owned).collect()
        };
        let white = lines(Color::White);
        assert_eq!(white[1], "8 | k |   |   |   |   |   |   |   |");
        assert_eq!(white[15], "1 |   |   |   |   | K |   |   | R |");
        assert_eq!(white[17], "    a   b   c   d   e   f   g   h");
        let black = lines(Color::Black);
        assert_eq!(black[1], "1 | R |   |   | K |   |   |   |   |");
        assert_eq!(black[15], "8 |   |   |   |   |   |   |   | k |");
        assert_eq!(black[17], "    h   g   f   e   d   c   b   a");
    }

    #[test]
    fn marked_squares_are_in_brackets() {
        let board: Board = "k7/8/8/8/8/8/8/4K2R w - - 0 1".parse().unwrap();
        let diagram = board.diagram(Color::White).marking(Bitboard(0b1001_0000));
        let text = diagram.to_string();
        assert_eq!(text.lines().nth(15), Some("1 |   |   |   |   |[K]|   |   |[R]|"));
        assert_eq!(text.matches('[').count(), 2);
    }
}
