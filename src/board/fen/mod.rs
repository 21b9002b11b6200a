//! Forsyth-Edwards Notation with its extensions for Chess960.
//!
//! X-FEN writes castling rights as `KQkq` for the outermost rooks and as the rook's file for
//! others; Shredder-FEN always writes the file. Both are read. [`Board`] displays as X-FEN, or as
//! Shredder-FEN in the alternate form `{:#}`.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod castling;
mod error;
#[cfg(test)]
mod tests;

pub use error::{FenCorrection, FenError, FenErrorReason};

use std::fmt;
use std::num::IntErrorKind;
use std::str::FromStr;

use self::castling::{castling_rook, write_castling};
use super::draw::FIFTY_MOVES;
use super::position::{Board, MAX_HALFMOVE_CLOCK};
use super::setup::{Setup, SetupError};
use crate::types::{CastlingRights, Color, File, Piece, Rank, Square};

/// The start position of standard chess.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The word that stands for the start position, as in UCI.
pub const START_WORD: &str = "startpos";

/// Whether `word` is [`START_WORD`], in upper or lower case.
pub fn is_start_word(word: &str) -> bool {
    word.eq_ignore_ascii_case(START_WORD)
}

/// The text for no castling rights or no en passant square.
const NONE: &str = "-";

/// The number of fields without the counters, as in EPD.
pub const EPD_FIELDS: usize = 4;

/// The names of the fields, and the text that stands for a missing one.
const FIELDS: [(&str, &str); 6] = [
    ("piece placement", ""),
    ("side to move", "w"),
    ("castling", NONE),
    ("en passant", NONE),
    ("half-move clock", "0"),
    ("full-move number", "1"),
];

impl Board {
    /// Returns the start position of standard chess.
    pub fn start() -> Self {
        START.parse().unwrap_or_else(|_| unreachable!("the start position is legal"))
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
        use FenCorrection::{Completed, Dropped};
        if is_start_word(text.trim()) {
            return Ok((Self::start(), Vec::new()));
        }
        let whole = Field { name: "FEN", text: text.trim() };
        let mut rest = whole.text;
        let mut count = 0;
        let [placement, side, castling_field, en_passant_field, clock, number] =
            FIELDS.map(|(name, default)| {
                let (text, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                rest = after.trim_start();
                count += usize::from(!text.is_empty());
                Field { name, text: if text.is_empty() { default } else { text } }
            });
        // A single word without a slash is no position.
        if count < 2 && !placement.text.contains('/') {
            return Err(whole.error(FenErrorReason::FieldCount(count)));
        }
        let mut corrections = Vec::new();
        if count < EPD_FIELDS {
            corrections.push(Completed(whole.error(FenErrorReason::FieldCount(count))));
        }
        if !rest.is_empty() {
            let rest = Field { name: "text after the FEN", text: rest };
            corrections.push(Dropped(rest.error(FenErrorReason::Rest)));
        }
        let pieces = parse_placement(placement.text).map_err(|reason| placement.error(reason))?;
        let side_to_move = parse_side(side.text).map_err(|reason| side.error(reason))?;
        let mut castling = CastlingRights::NONE;
        for letter in castling_field.text.chars().filter(|_| castling_field.text != NONE) {
            match castling_rook(letter, &pieces, castling) {
                Ok(rook) => castling.add(rook),
                Err(reason) => corrections.push(Dropped(castling_field.error(reason))),
            }
        }
        let en_passant = en_passant_field.text.to_ascii_lowercase().parse().ok();
        if en_passant.is_none() && en_passant_field.text != NONE {
            corrections.push(Dropped(en_passant_field.error(FenErrorReason::EnPassantSquare)));
        }
        let setup = Setup {
            pieces,
            side_to_move,
            castling,
            en_passant,
            halfmove_clock: read_clock(clock, &mut corrections),
            fullmove_number: read_number(number, 1, u16::MAX, &mut corrections),
        };
        let mut board = setup.clone().into_board();
        if let Err(reason @ SetupError::EnPassant(_)) = board {
            corrections.push(Dropped(en_passant_field.error(reason.into())));
            board = Setup { en_passant: None, ..setup }.into_board();
        }
        let board = board.map_err(|error| match error {
            SetupError::OpponentInCheck => side.error(error.into()),
            _ => placement.error(error.into()),
        })?;
        Ok((board, corrections))
    }
}

/// A field of a FEN.
#[derive(Clone, Copy)]
struct Field<'a> {
    name: &'static str,
    text: &'a str,
}

impl Field<'_> {
    /// Returns the error of the field.
    fn error(self, reason: FenErrorReason) -> FenError {
        FenError { field: self.name, value: self.text.to_owned(), reason }
    }
}

/// Returns the value of the half-move clock.
fn read_clock(field: Field<'_>, corrections: &mut Vec<FenCorrection>) -> u8 {
    let earlier = corrections.len();
    let clock = read_number(field, 0, MAX_HALFMOVE_CLOCK.into(), corrections);
    if clock > FIFTY_MOVES.into() && corrections.len() == earlier {
        let error = field.error(FenErrorReason::FiftyMoves(FIFTY_MOVES));
        corrections.push(FenCorrection::ReadAs(error, clock));
    }
    clock as u8
}

/// Returns the value of a counter, clamped to its range; `min` if it is not a number.
fn read_number(field: Field<'_>, min: u16, max: u16, corrections: &mut Vec<FenCorrection>) -> u16 {
    let written = field.text.parse::<u16>();
    let number = match &written {
        Ok(number) => (*number).clamp(min, max),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => max,
        Err(_) => min,
    };
    if written != Ok(number) {
        let error = field.error(FenErrorReason::Number { min, max });
        corrections.push(FenCorrection::ReadAs(error, number));
    }
    number
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
    let row = File::ALL.map(|file| board.piece_on(Square::new(file, rank)));
    // A piece is a run of its own; adjacent empty squares are one.
    row.chunk_by(|one, next| one.is_none() && next.is_none()).try_for_each(|run| match run {
        [Some(piece)] => write!(f, "{piece}"),
        empty => write!(f, "{}", empty.len()),
    })
}
