//! Forsyth-Edwards Notation with its extensions for Chess960.
//!
//! X-FEN writes castling rights as `KQkq` for the outermost rooks and as the rook's file for
//! others; Shredder-FEN always writes the file. Both are read. [`Board`] displays as X-FEN, or as
//! Shredder-FEN in the alternate form `{:#}`.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod error;
#[cfg(test)]
mod tests;

pub use error::{FenCorrection, FenError, FenErrorReason, FenField, FenRemedy};

use std::fmt;
use std::num::IntErrorKind;
use std::str::FromStr;

use super::draw::FIFTY_MOVES;
use super::position::{Board, MAX_HALFMOVE_CLOCK};
use super::setup::{Setup, SetupError};
use crate::types::{Bitboard, CastlingRights, Color, File, Piece, PieceType, Rank, Square, Wing};

/// The start position of standard chess.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The word that stands for the start position, as in UCI.
const START_WORD: &str = "startpos";

/// The text for no castling rights or no en passant square.
const NONE: &str = "-";

/// The default values of the fields after the side to move.
const OPTIONAL_FIELDS: [&str; 4] = [NONE, NONE, "0", "1"];

/// The number of fields without the counters, as in EPD.
const MIN_COMPLETE_FIELDS: usize = 4;

/// The default of the side to move.
const WHITE: &str = "w";

impl Board {
    /// Returns the start position of standard chess.
    pub fn start() -> Self {
        match START.parse() {
            Ok(board) => board,
            Err(_) => unreachable!("the start position is legal"),
        }
    }
}

impl FromStr for Board {
    type Err = FenError;

    /// Parses a FEN as [`Board::read_fen`] does, and ignores the corrections.
    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::read_fen(text).map(|(board, _)| board)
    }
}

impl Board {
    /// Parses a FEN of six fields, or of fewer with `w - - 0 1` for the missing ones, or the word
    /// `startpos` for the start position. Returns the position and the corrections.
    ///
    /// Many programs write castling rights without a king and a rook on their squares, impossible
    /// en passant squares, counters out of range, or more text after the FEN. Such fields are
    /// corrected, and the text is ignored. An en passant square where no capture is legal, as most
    /// programs write it, is dropped without a correction.
    ///
    /// # Errors
    /// [`FenError`] if the pieces are missing, they or the side to move cannot be read, or the
    /// position is not legal.
    pub fn read_fen(text: &str) -> Result<(Self, Vec<FenCorrection>), FenError> {
        if text.trim().eq_ignore_ascii_case(START_WORD) {
            return Ok((Self::start(), Vec::new()));
        }
        let mut reader = Reader { fields: Fields::split(text)?, corrections: Vec::new() };
        let board = reader.read()?;
        Ok((board, reader.corrections))
    }
}

/// A FEN being read, with the corrections so far.
struct Reader<'a> {
    fields: Fields<'a>,
    corrections: Vec<FenCorrection>,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<Board, FenError> {
        let fields = self.fields;
        if fields.count < MIN_COMPLETE_FIELDS {
            let reason = FenErrorReason::FieldCount(fields.count);
            self.correct(FenField::WholeText, reason, FenRemedy::Completed);
        }
        if !fields.rest.is_empty() {
            self.correct(FenField::Rest, FenErrorReason::Rest, FenRemedy::Dropped);
        }
        let pieces = fields.parse(FenField::PiecePlacement, parse_placement)?;
        let side_to_move = fields.parse(FenField::SideToMove, parse_side)?;
        let castling = self.castling(&pieces);
        let en_passant = self.en_passant();
        let setup = Setup {
            pieces,
            side_to_move,
            castling,
            en_passant,
            halfmove_clock: self.halfmove_clock(),
            fullmove_number: self.number(FenField::FullmoveNumber, 1, u16::MAX),
        };
        let error = |error| fields.error(FenField::of(&error), error.into());
        match setup.clone().into_board() {
            Err(reason @ SetupError::EnPassant(_)) => {
                self.correct(FenField::EnPassant, reason.into(), FenRemedy::Dropped);
                Setup { en_passant: None, ..setup }.into_board().map_err(error)
            }
            board => board.map_err(error),
        }
    }

    /// Returns the castling rights, without impossible ones.
    fn castling(&mut self, pieces: &[(Square, Piece)]) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        let letters = self.fields.castling;
        for letter in letters.chars().filter(|_| letters != NONE) {
            match castling_rook(letter, pieces, rights) {
                Ok(rook) => rights.add(rook),
                Err(reason) => self.correct(FenField::Castling, reason, FenRemedy::Dropped),
            }
        }
        rights
    }

    fn en_passant(&mut self) -> Option<Square> {
        let text = self.fields.en_passant;
        let square = text.to_ascii_lowercase().parse().ok();
        if square.is_none() && text != NONE {
            let reason = FenErrorReason::EnPassantSquare;
            self.correct(FenField::EnPassant, reason, FenRemedy::Dropped);
        }
        square
    }

    fn halfmove_clock(&mut self) -> u8 {
        let corrections = self.corrections.len();
        let clock = self.number(FenField::HalfmoveClock, 0, MAX_HALFMOVE_CLOCK.into());
        if clock > FIFTY_MOVES.into() && self.corrections.len() == corrections {
            let reason = FenErrorReason::FiftyMoves(FIFTY_MOVES);
            self.correct(FenField::HalfmoveClock, reason, FenRemedy::ReadAs(clock));
        }
        clock as u8
    }

    /// Returns the value of a counter, clamped to its range; `min` if it is not a number.
    fn number(&mut self, field: FenField, min: u16, max: u16) -> u16 {
        let text = self.fields.value(field);
        let written = text.parse::<u16>();
        let number = match &written {
            Ok(number) => (*number).clamp(min, max),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => max,
            Err(_) => min,
        };
        if written != Ok(number) {
            let reason = FenErrorReason::Number { min, max };
            self.correct(field, reason, FenRemedy::ReadAs(number));
        }
        number
    }

    fn correct(&mut self, field: FenField, reason: FenErrorReason, remedy: FenRemedy) {
        let error = self.fields.error(field, reason);
        self.corrections.push(FenCorrection { error, remedy });
    }
}

/// The text of a FEN, split into its fields.
#[derive(Clone, Copy)]
struct Fields<'a> {
    text: &'a str,
    /// The number of fields of the text; the others have default values.
    count: usize,
    piece_placement: &'a str,
    side_to_move: &'a str,
    castling: &'a str,
    en_passant: &'a str,
    halfmove_clock: &'a str,
    fullmove_number: &'a str,
    /// The text after the last field.
    rest: &'a str,
}

impl<'a> Fields<'a> {
    /// Splits `text` at white space. At least the pieces are required.
    fn split(text: &'a str) -> Result<Self, FenError> {
        let mut rest = text.trim();
        let mut count = 0;
        let mut next = || {
            let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            rest = after.trim_start();
            count += usize::from(!field.is_empty());
            Some(field).filter(|field| !field.is_empty())
        };
        let piece_placement = next();
        let side_to_move = next().unwrap_or(WHITE);
        let fields = OPTIONAL_FIELDS.map(|default| next().unwrap_or(default));
        let [castling, en_passant, halfmove_clock, fullmove_number] = fields;
        // A single word without a slash is no position.
        let is_position = |field: &&str| count > 1 || field.contains('/');
        let Some(piece_placement) = piece_placement.filter(is_position) else {
            return Err(FenError {
                field: FenField::WholeText,
                value: text.trim().to_owned(),
                reason: FenErrorReason::FieldCount(count),
            });
        };
        Ok(Self {
            text,
            count,
            piece_placement,
            side_to_move,
            castling,
            en_passant,
            halfmove_clock,
            fullmove_number,
            rest,
        })
    }

    fn value(&self, field: FenField) -> &'a str {
        match field {
            FenField::WholeText => self.text.trim(),
            FenField::PiecePlacement => self.piece_placement,
            FenField::SideToMove => self.side_to_move,
            FenField::Castling => self.castling,
            FenField::EnPassant => self.en_passant,
            FenField::HalfmoveClock => self.halfmove_clock,
            FenField::FullmoveNumber => self.fullmove_number,
            FenField::Rest => self.rest,
        }
    }

    fn parse<T>(
        &self,
        field: FenField,
        parse: impl FnOnce(&str) -> Result<T, FenErrorReason>,
    ) -> Result<T, FenError> {
        parse(self.value(field)).map_err(|reason| self.error(field, reason))
    }

    fn error(&self, field: FenField, reason: FenErrorReason) -> FenError {
        FenError { field, value: self.value(field).to_owned(), reason }
    }
}

fn parse_placement(text: &str) -> Result<Vec<(Square, Piece)>, FenErrorReason> {
    let mut pieces = Vec::new();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != Rank::ALL.len() {
        return Err(FenErrorReason::RankCount(rows.len()));
    }
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut files = File::ALL.into_iter();
        let wrong_length = || FenErrorReason::RankLength(row.to_owned());
        for letter in row.chars() {
            if let Some(empty_squares @ 1..=8) = letter.to_digit(10) {
                for _ in 0..empty_squares {
                    files.next().ok_or_else(wrong_length)?;
                }
            } else {
                let piece =
                    Piece::from_letter(letter).ok_or(FenErrorReason::PieceLetter(letter))?;
                let file = files.next().ok_or_else(wrong_length)?;
                pieces.push((Square::new(file, rank), piece));
            }
        }
        if files.next().is_some() {
            return Err(wrong_length());
        }
    }
    Ok(pieces)
}

fn parse_side(text: &str) -> Result<Color, FenErrorReason> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err(FenErrorReason::SideToMove),
    }
}

/// Returns the square of the rook that a letter of the castling field stands for, unless the letter
/// repeats one of `rights`.
fn castling_rook(
    letter: char,
    pieces: &[(Square, Piece)],
    rights: CastlingRights,
) -> Result<Square, FenErrorReason> {
    let color = Color::of_letter(letter);
    let (king, rook) = castling_pieces(letter, color, pieces)?;
    match rights.rook(color, king, Wing::of(king, rook)) {
        Some(_) => Err(FenErrorReason::CastlingTwice(letter)),
        None => Ok(rook),
    }
}

/// Returns the squares of the king and the rook that a letter of the castling field stands for.
fn castling_pieces(
    letter: char,
    color: Color,
    pieces: &[(Square, Piece)],
) -> Result<(Square, Square), FenErrorReason> {
    let on_back_rank = |piece_type| {
        let squares = File::ALL.map(|file| Square::new(file, color.back_rank())).into_iter();
        squares.filter(move |&square| pieces.contains(&(square, Piece { color, piece_type })))
    };
    let king = on_back_rank(PieceType::King).next();
    let mut rooks = on_back_rank(PieceType::Rook);
    let (rook, wing) = match letter.to_ascii_lowercase() {
        // X-FEN: the outermost rook on that side of the king.
        'k' => (rooks.next_back(), Some(Wing::King)),
        'q' => (rooks.next(), Some(Wing::Queen)),
        lower => {
            let file = File::from_letter(lower).ok_or(FenErrorReason::CastlingLetter(letter))?;
            (rooks.find(|rook| rook.file() == file), None)
        }
    };
    match (king, rook) {
        (Some(king), Some(rook)) if wing.is_none_or(|wing| wing == Wing::of(king, rook)) => {
            Ok((king, rook))
        }
        _ => Err(FenErrorReason::CastlingPieces(letter)),
    }
}

impl fmt::Display for Board {
    /// Writes the position as X-FEN, or as Shredder-FEN in the alternate form `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write_rank(self, rank, f)?;
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        write!(f, " {} ", self.side_to_move())?;
        write_castling(self, f)?;
        match self.en_passant() {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmove_clock(), self.fullmove_number())
    }
}

fn write_rank(board: &Board, rank: Rank, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut empty_squares = 0;
    for file in File::ALL {
        match board.piece_on(Square::new(file, rank)) {
            None => empty_squares += 1,
            Some(piece) => {
                if empty_squares > 0 {
                    write!(f, "{empty_squares}")?;
                }
                empty_squares = 0;
                write!(f, "{piece}")?;
            }
        }
    }
    if empty_squares > 0 {
        write!(f, "{empty_squares}")?;
    }
    Ok(())
}

fn write_castling(board: &Board, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if board.castling() == CastlingRights::NONE {
        return f.write_str("-");
    }
    for color in Color::ALL {
        for wing in Wing::ALL {
            if let Some(rook) = board.castling().rook(color, board.king(color), wing) {
                let letter = if f.alternate() {
                    rook.file().letter()
                } else {
                    x_fen_letter(board, color, wing, rook)
                };
                write!(f, "{}", color.cased(letter))?;
            }
        }
    }
    Ok(())
}

/// Returns the lower-case letter of a castling rook in X-FEN.
fn x_fen_letter(board: &Board, color: Color, wing: Wing, rook: Square) -> char {
    let back_rank = Bitboard::from_rank(color.back_rank());
    let rooks = board.colored_pieces(color, PieceType::Rook) & back_rank;
    let (outermost, letter) = match wing {
        Wing::King => (rooks.last(), 'k'),
        Wing::Queen => (rooks.first(), 'q'),
    };
    if outermost == Some(rook) { letter } else { rook.file().letter() }
}
