//! Reading FENs.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::str::FromStr;

use super::error::{FenError, FenErrorReason, FenField};
use crate::board::position::{Board, MAX_HALFMOVE_CLOCK};
use crate::board::validate::Setup;
use crate::types::{CastlingRights, Color, File, Piece, PieceType, Rank, Square, Wing};

/// The start position of standard chess.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

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

    /// Parses a FEN of six fields, or of four (as in EPD) or five, with default clocks of 0 and 1.
    ///
    /// An en passant square where no capture is legal is dropped; a full-move number of 0, which
    /// some programs write, is read as 1.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let fields = Fields::split(text)?;
        let pieces = fields.parse(FenField::PiecePlacement, parse_placement)?;
        let setup = Setup {
            castling: fields.parse(FenField::Castling, |text| parse_castling(text, &pieces))?,
            pieces,
            side_to_move: fields.parse(FenField::SideToMove, parse_side)?,
            en_passant: fields.parse(FenField::EnPassant, parse_en_passant)?,
            halfmove_clock: fields.parse(FenField::HalfmoveClock, |text| {
                parse_number(text, MAX_HALFMOVE_CLOCK.into())
            })? as u8,
            fullmove_number: fields
                .parse(FenField::FullmoveNumber, |text| parse_number(text, u16::MAX))?
                .max(1),
        };
        setup.into_board().map_err(|error| fields.error(FenField::of(&error), error.into()))
    }
}

/// The text of a FEN, split into its fields.
struct Fields<'a> {
    text: &'a str,
    piece_placement: &'a str,
    side_to_move: &'a str,
    castling: &'a str,
    en_passant: &'a str,
    halfmove_clock: &'a str,
    fullmove_number: &'a str,
}

impl<'a> Fields<'a> {
    /// Splits `text` at white space.
    fn split(text: &'a str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        match *fields {
            [piece_placement, side_to_move, castling, en_passant, ref clocks @ ..]
                if clocks.len() <= 2 =>
            {
                let halfmove_clock = clocks.first().copied().unwrap_or("0");
                let fullmove_number = clocks.get(1).copied().unwrap_or("1");
                Ok(Self {
                    text,
                    piece_placement,
                    side_to_move,
                    castling,
                    en_passant,
                    halfmove_clock,
                    fullmove_number,
                })
            }
            _ => Err(FenError {
                field: FenField::WholeText,
                value: fields.join(" "),
                reason: FenErrorReason::FieldCount(fields.len()),
            }),
        }
    }

    fn value(&self, field: FenField) -> &'a str {
        match field {
            FenField::WholeText => self.text,
            FenField::PiecePlacement => self.piece_placement,
            FenField::SideToMove => self.side_to_move,
            FenField::Castling => self.castling,
            FenField::EnPassant => self.en_passant,
            FenField::HalfmoveClock => self.halfmove_clock,
            FenField::FullmoveNumber => self.fullmove_number,
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
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenErrorReason::SideToMove),
    }
}

fn parse_castling(
    text: &str,
    pieces: &[(Square, Piece)],
) -> Result<CastlingRights, FenErrorReason> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let color = Color::of_letter(letter);
        let (king, rook) = castling_pieces(letter, color, pieces)?;
        if rights.rook(color, king, Wing::of(king, rook)).is_some() {
            return Err(FenErrorReason::CastlingTwice(letter));
        }
        rights.add(rook);
    }
    Ok(rights)
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

fn parse_en_passant(text: &str) -> Result<Option<Square>, FenErrorReason> {
    match text {
        "-" => Ok(None),
        _ => text.parse().map(Some).map_err(|_| FenErrorReason::EnPassantSquare),
    }
}

/// Parses a number from 0 to `max`, written in digits alone.
fn parse_number(text: &str, max: u16) -> Result<u16, FenErrorReason> {
    let has_only_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if has_only_digits && number <= max => Ok(number),
        _ => Err(FenErrorReason::Number(max)),
    }
}
