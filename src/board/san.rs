//! Moves in standard algebraic notation: `Nf3`, `exd6`, `R1xe4+`, `e8=Q#`, `O-O`.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::borrow::Cow;

use super::notation::{MoveError, MoveErrorReason};
use super::position::Board;
use crate::types::{File, Move, MoveKind, PieceType, Rank, Square, Wing, is_standard_castling};

/// Characters that may follow a move.
pub const SUFFIXES: [char; 4] = ['+', '#', '!', '?'];
/// Typeset characters in place of `-`: hyphens, dashes and the minus sign.
pub const DASHES: [char; 5] = ['\u{2010}', '\u{2011}', '–', '—', '−'];
/// Characters within a move that carry no information beyond the squares.
const PUNCTUATION: [char; 7] = ['x', ':', '-', '=', '/', '(', ')'];
/// The figurines, White's first, each colour in the order of [`PIECE_LETTERS`].
const FIGURINES: &str = "♔♕♖♗♘♙♚♛♜♝♞♟";
/// The letters of the pieces from king to pawn.
const PIECE_LETTERS: &str = "KQRBNP";

impl Board {
    /// Returns the standard algebraic notation of `mv`, which must be legal. Castling is written
    /// with the letter O, also in Chess960.
    pub fn san(&self, mv: Move) -> String {
        let next = self.make(mv);
        let check = if !next.in_check() {
            ""
        } else if next.has_legal_move() {
            "+"
        } else {
            "#"
        };
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castling {
            let castling = match Wing::of(from, to) {
                Wing::King => "O-O",
                Wing::Queen => "O-O-O",
            };
            return format!("{castling}{check}");
        }
        let captures = self.occupied().contains(to) || mv.kind() == MoveKind::EnPassant;
        let piece = match self.piece_type_on(from) {
            Some(PieceType::Pawn) if captures => from.file().letter().to_string(),
            Some(PieceType::Pawn) | None => String::new(),
            Some(piece_type) => {
                format!("{}{}", piece_type.letter().to_ascii_uppercase(), self.disambiguation(mv))
            }
        };
        let capture = if captures { "x" } else { "" };
        let promotion = mv.promoted_to().map_or_else(String::new, |piece_type| {
            format!("={}", piece_type.letter().to_ascii_uppercase())
        });
        format!("{piece}{capture}{to}{promotion}{check}")
    }

    /// Returns the part of the from square that distinguishes `mv` from moves of other pieces of
    /// the same type to the same square.
    fn disambiguation(&self, mv: Move) -> String {
        let from = mv.from();
        let is_rival = |other: &Move| {
            other.from() != from
                && other.to() == mv.to()
                && self.piece_type_on(other.from()) == self.piece_type_on(from)
        };
        let rivals: Vec<Square> =
            self.legal_moves().iter().filter(|other| is_rival(other)).map(|mv| mv.from()).collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.file() != from.file()) {
            from.file().letter().to_string()
        } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
            from.rank().digit().to_string()
        } else {
            from.to_string()
        }
    }

    /// Returns the legal move that `text` denotes in standard algebraic notation.
    ///
    /// Common deviations are accepted: marks for captures, checks and promotions and annotations
    /// such as `!?` may be missing or superfluous, the from square may be given in full, pawn moves
    /// may start with P, castling may be written with zeros or lower-case letters, without dashes
    /// or, in standard chess, as a king move with both squares, promotion letters may be in either
    /// case, as in `e8q`, `e8(Q)` and `e8/Q`, pieces may be figurines such as `♘`, dashes, `×` and
    /// `†` may be typeset, and `e.p.` or `ep` may follow.
    ///
    /// # Errors
    /// [`MoveError`] if `text` denotes no legal move or more than one.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let error = |reason| self.move_error(text, reason);
        let pattern = SanPattern::parse(text).ok_or_else(|| error(MoveErrorReason::Illegal))?;
        let moves = self.legal_moves();
        let mut matching = moves.iter().filter(|&&mv| pattern.matches(self, mv));
        match (matching.next(), matching.next()) {
            (Some(&mv), None) => Ok(mv),
            (None, _) => Err(error(MoveErrorReason::Illegal)),
            (Some(_), Some(_)) => Err(error(MoveErrorReason::Ambiguous)),
        }
    }

    /// Returns the legal move that `text` denotes in standard algebraic or coordinate notation.
    /// Coordinates may have punctuation and marks, as in `b1-c3!` and `e7xf8=Q+`. A capital `B` is
    /// a bishop, so `B1c3` is never a move from b1, but `B1C3` is.
    ///
    /// # Errors
    /// [`MoveError`] of the algebraic notation if `text` is not a legal move.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.parse_san(text).or_else(|error| {
            let text = plain_signs(text);
            let coordinates = without_punctuation(text.trim_end_matches(SUFFIXES));
            let is_bishop = text.starts_with('B') && text.contains(|c| matches!(c, 'a'..='h'));
            let found = if is_bishop { None } else { self.parse_move(&coordinates).ok() };
            found.ok_or(error)
        })
    }
}

/// Returns `text` with plain dashes and marks of captures and checks in place of typeset ones.
pub fn plain_signs(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let text = text.replace(DASHES, "-").replace('×', "x");
    Cow::Owned(text.replace(['†', '‡'], "+"))
}

/// Returns `text` without the mark that may follow an en passant capture.
pub fn without_en_passant(text: &str) -> &str {
    text.trim_end_matches("e.p.").trim_end_matches("ep")
}

/// Returns `text` without the characters that carry no information beyond the squares.
pub fn without_punctuation(text: &str) -> String {
    plain_signs(text).chars().filter(|c| !PUNCTUATION.contains(c)).collect()
}

/// Returns the letter of the piece that a figurine shows; other characters are returned as they
/// are.
fn without_figurine(letter: char) -> char {
    let mut pairs = FIGURINES.chars().zip(PIECE_LETTERS.chars().cycle());
    pairs.find(|&(figurine, _)| figurine == letter).map_or(letter, |(_, piece)| piece)
}

/// The properties of a move that a text specifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SanPattern {
    /// Castling to this side.
    Castling(Wing),
    /// Any other move.
    Normal {
        /// The piece that moves.
        piece_type: PieceType,
        /// The file of the from square.
        file: Option<File>,
        /// The rank of the from square.
        rank: Option<Rank>,
        /// The to square.
        to: Square,
        /// The piece to which a pawn promotes.
        promotion: Option<PieceType>,
    },
}

impl SanPattern {
    /// Parses a move in algebraic notation; returns `None` if `text` is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let text = plain_signs(text);
        let text = without_en_passant(text.trim_end_matches(SUFFIXES)).trim_end_matches(SUFFIXES);
        match text.replace(['0', 'o'], "O").as_str() {
            "O-O" | "OO" => return Some(Self::Castling(Wing::King)),
            "O-O-O" | "OOO" => return Some(Self::Castling(Wing::Queen)),
            _ => {}
        }
        let letters = text.chars().filter(|letter| !PUNCTUATION.contains(letter));
        let letters: Vec<char> = letters.map(without_figurine).collect();
        let (piece_type, rest) = match letters.as_slice() {
            // A lower-case b is a file, not a bishop.
            [letter, rest @ ..] if letter.is_ascii_uppercase() => {
                (PieceType::from_letter(*letter)?, rest)
            }
            rest => (PieceType::Pawn, rest),
        };
        let (promotion, rest) = match rest {
            [rest @ .., letter] if letter.is_alphabetic() => {
                (Some(PieceType::from_letter(*letter)?), rest)
            }
            _ => (None, rest),
        };
        let [from @ .., file, rank] = rest else { return None };
        let to = Square::new(File::from_letter(*file)?, Rank::from_digit(*rank)?);
        let (file, rank) = match *from {
            [] => (None, None),
            [file, rank] => (Some(File::from_letter(file)?), Some(Rank::from_digit(rank)?)),
            [letter] if letter.is_alphabetic() => (Some(File::from_letter(letter)?), None),
            [digit] => (None, Some(Rank::from_digit(digit)?)),
            _ => return None,
        };
        // A pawn capture gives the file; without it, the pawn move is a push.
        let push_file = (piece_type == PieceType::Pawn).then_some(to.file());
        Some(Self::Normal { piece_type, file: file.or(push_file), rank, to, promotion })
    }

    /// Whether the legal move `mv` of `board` has the specified properties.
    pub fn matches(&self, board: &Board, mv: Move) -> bool {
        let from = mv.from();
        match *self {
            Self::Castling(wing) => {
                mv.kind() == MoveKind::Castling && Wing::of(from, mv.to()) == wing
            }
            Self::Normal { piece_type, file, rank, to, promotion } => {
                let end = match mv.kind() {
                    // With both squares, as in `Ke1-g1`.
                    MoveKind::Castling if file.is_some() && rank.is_some() => {
                        is_standard_castling(from, mv.to())
                            .then(|| Wing::of(from, mv.to()).king_to(board.side_to_move()))
                    }
                    MoveKind::Castling => None,
                    _ => Some(mv.to()),
                };
                end == Some(to)
                    && mv.promoted_to() == promotion
                    && board.piece_type_on(from) == Some(piece_type)
                    && file.is_none_or(|file| from.file() == file)
                    && rank.is_none_or(|rank| from.rank() == rank)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A position with promotions, double ambiguity, castling with check, en passant and mate.
    const RICH: &str = "3k2n1/7P/Q3p3/4BPp1/Q1Q4q/8/5B2/R3K2R w KQ g6 0 1";

    fn board(fen: &str) -> Board {
        fen.parse().unwrap()
    }

    #[test]
    fn moves_are_written_in_standard_notation() {
        for (fen, coordinates, san) in [
            (RICH, "a6d6", "Qd6#"),
            (RICH, "a6c6", "Q6c6"),
            (RICH, "a4c6", "Qa4c6"),
            (RICH, "c4c6", "Qcc6"),
            (RICH, "h7g8q", "hxg8=Q+"),
            (RICH, "h7h8n", "h8=N"),
            (RICH, "f5g6", "fxg6"),
            (RICH, "f5f6", "f6"),
            (RICH, "e1g1", "O-O"),
            (RICH, "e1c1", "O-O-O+"),
            // The knight on d2 is pinned, so no disambiguation is needed.
            ("4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "Nf3"),
            // Chess960: a king move, or castling with the adjacent rook.
            ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", "Kg1"),
            ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", "O-O"),
            ("1rk5/8/8/8/8/8/8/4K3 b b - 0 1", "c8b8", "O-O-O"),
        ] {
            let board = board(fen);
            let mv = board.parse_move(coordinates).unwrap();
            assert_eq!(board.san(mv), san, "{fen}");
            assert_eq!(board.parse_san(san), Ok(mv), "{fen}");
        }
    }

    #[test]
    fn common_deviations_are_accepted() {
        let board = board(RICH);
        for (text, coordinates) in [
            ("hg8Q", "h7g8q"),
            ("h7xg8=Q", "h7g8q"),
            ("h8(Q)", "h7h8q"),
            ("h8=(N)", "h7h8n"),
            ("hxg8/R+", "h7g8r"),
            ("h8q", "h7h8q"),
            ("h8=b!?", "h7h8b"),
            ("h7h8r", "h7h8r"),
            ("Pf6", "f5f6"),
            ("fg6", "f5g6"),
            ("f5:g6", "f5g6"),
            ("0-0", "e1g1"),
            ("0-0-0!", "e1c1"),
            ("o-o", "e1g1"),
            ("OO", "e1g1"),
            ("000!", "e1c1"),
            ("O–O", "e1g1"),
            ("Ke1-g1", "e1g1"),
            ("Ke1c1+", "e1c1"),
            ("0—0−0", "e1c1"),
            ("f5×g6", "f5g6"),
            ("fxg6e.p.", "f5g6"),
            ("fxg6!e.p.+", "f5g6"),
            ("fxg6ep", "f5g6"),
            ("Qa6d6‡", "a6d6"),
            ("Qd6†", "a6d6"),
            ("Qd6", "a6d6"),
            ("Qxd6+", "a6d6"),
            ("Qa6-d6#!!", "a6d6"),
            ("Kxe2?", "e1e2"),
            ("♕d6", "a6d6"),
            ("♛a6-d6#", "a6d6"),
            ("♔e2", "e1e2"),
            ("♟f6", "f5f6"),
            ("h8=♘", "h7h8n"),
        ] {
            assert_eq!(board.parse_san(text), board.parse_move(coordinates), "{text}");
        }
    }

    #[test]
    fn text_that_is_not_a_single_legal_move_is_rejected() {
        let board = board(RICH);
        for (text, reason) in [
            ("Qc6", MoveErrorReason::Ambiguous),
            ("Qac6", MoveErrorReason::Ambiguous),
            ("", MoveErrorReason::Illegal),
            ("+", MoveErrorReason::Illegal),
            ("x", MoveErrorReason::Illegal),
            ("e4", MoveErrorReason::Illegal),
            // A pawn capture must give the file.
            ("xg6", MoveErrorReason::Illegal),
            ("h8", MoveErrorReason::Illegal),
            ("h8=K", MoveErrorReason::Illegal),
            ("f6=Q", MoveErrorReason::Illegal),
            ("bh2", MoveErrorReason::Illegal),
            ("Q66c6", MoveErrorReason::Illegal),
            ("Qaa6c6", MoveErrorReason::Illegal),
            ("0000", MoveErrorReason::Illegal),
            ("oo-o", MoveErrorReason::Illegal),
            // Castling is king takes rook only in coordinates.
            ("Kh1", MoveErrorReason::Illegal),
            ("Ke1h1", MoveErrorReason::Illegal),
            ("Kg1", MoveErrorReason::Illegal),
            ("Ñf3", MoveErrorReason::Illegal),
        ] {
            let error = board.parse_san(text).unwrap_err();
            assert_eq!((&*error.text, error.reason), (text, reason));
            assert!(error.to_string().contains(RICH), "{error}");
        }
        assert!(board.make(board.parse_san("h8=N").unwrap()).parse_san("O-O").is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_rejected(
            text in "\\PC*",
            like in "[KQRBNPO0a-h1-8x=+()-]{0,7}",
            often_legal in "[KQRBf]x?[a-h][1-8][+#]?",
        ) {
            let board = board(RICH);
            for text in [&text, &like, &often_legal] {
                if let Ok(mv) = board.parse_san(text) {
                    prop_assert!(board.is_legal(mv));
                    prop_assert_eq!(board.parse_san(&board.san(mv)).ok(), Some(mv));
                }
            }
        }
    }

    #[test]
    fn moves_are_parsed_in_both_notations() {
        let board: Board = "4k3/8/8/8/8/8/3P4/1N2KB2 w - - 0 1".parse().unwrap();
        for (text, coordinates) in
            [("Nc3", "b1c3"), ("b1–c3†!", "b1c3"), ("B1-C3", "b1c3"), ("d2d4", "d2d4")]
        {
            assert_eq!(board.read_move(text), board.parse_move(coordinates), "{text}");
        }
        assert_eq!(board.read_move("Ke9").unwrap_err().text, "Ke9");
        for text in ["b1-e4!", "B1c3"] {
            assert_eq!(board.read_move(text).unwrap_err().text, text);
        }
        let board: Board = "4kr2/4P3/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
        for (text, san) in [
            ("e1c1", "O-O-O"),
            ("e1-c1?!", "O-O-O"),
            ("a1:a8", "Ra8"),
            ("e7xf8=N", "exf8=N"),
            ("e7f8q", "exf8=Q+"),
        ] {
            assert_eq!(board.read_move(text), board.parse_san(san), "{text}");
        }
    }

    #[test]
    fn algebraic_notation_takes_precedence() {
        // As coordinates, B1c3 would be a knight's move.
        let board: Board = "4k3/8/8/8/1B6/8/8/BN2K3 w - - 0 1".parse().unwrap();
        let bishop = board.parse_move("a1c3").unwrap();
        assert_eq!(board.read_move("B1c3"), Ok(bishop));
    }
}
