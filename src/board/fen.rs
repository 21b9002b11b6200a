//! Positions as text: FEN with its extensions for Chess960.
//!
//! X-FEN writes `KQkq` for the outermost rooks and the file's letter for others; Shredder-FEN always
//! writes the file's letter. Both are read; [`Board`] displays as X-FEN, and as Shredder-FEN in the
//! alternate form `{:#}`.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::validate::{Setup, SetupError};
use super::{Board, MAX_HALFMOVE_CLOCK};
use crate::types::{Bitboard, CastlingRights, Color, File, Piece, PieceType, Rank, Square, Wing};

/// Text that is not the FEN of a legal position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field} '{value}': {reason}")]
pub struct FenError {
    /// The field at fault.
    pub field: FenField,
    /// What stands in the field.
    pub value: String,
    /// What is wrong with it.
    pub reason: SetupError,
}

/// The fields of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FenField {
    WholeText,
    PiecePlacement,
    SideToMove,
    Castling,
    EnPassant,
    HalfmoveClock,
    FullmoveNumber,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WholeText => "FEN",
            Self::PiecePlacement => "piece placement",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "half-move clock",
            Self::FullmoveNumber => "move number",
        })
    }
}

impl FromStr for Board {
    type Err = FenError;

    /// Reads six fields, or four (as in EPD) or five with the clocks at 0 and 1.
    ///
    /// An en-passant square on which nobody can legally capture is dropped; a move number of 0,
    /// which some programs write, is read as 1.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let (placement, side, castling, en_passant, clocks) = match *fields {
            [placement, side, castling, en_passant, ref clocks @ ..] if clocks.len() <= 2 => {
                (placement, side, castling, en_passant, clocks)
            }
            _ => {
                let value = fields.join(" ");
                let reason = SetupError::FieldCount(fields.len());
                return Err(FenError { field: FenField::WholeText, value, reason });
            }
        };
        let halfmove_clock = clocks.first().copied().unwrap_or("0");
        let fullmove_number = clocks.get(1).copied().unwrap_or("1");
        let at = |field, value: &str| {
            let value = value.to_owned();
            move |reason| FenError { field, value, reason }
        };

        let men = parse_placement(placement).map_err(at(FenField::PiecePlacement, placement))?;
        let setup = Setup {
            castling: parse_castling(castling, &men).map_err(at(FenField::Castling, castling))?,
            men,
            side_to_move: parse_side(side).map_err(at(FenField::SideToMove, side))?,
            en_passant: parse_en_passant(en_passant)
                .map_err(at(FenField::EnPassant, en_passant))?,
            halfmove_clock: parse_number(halfmove_clock, MAX_HALFMOVE_CLOCK.into())
                .map_err(at(FenField::HalfmoveClock, halfmove_clock))?
                as u8,
            fullmove_number: parse_number(fullmove_number, u16::MAX)
                .map_err(at(FenField::FullmoveNumber, fullmove_number))?
                .max(1),
        };
        setup.into_board().map_err(|(field, reason)| {
            let value = match field {
                FenField::PiecePlacement => placement,
                FenField::SideToMove => side,
                FenField::Castling => castling,
                FenField::EnPassant => en_passant,
                _ => text,
            };
            at(field, value)(reason)
        })
    }
}

fn parse_placement(text: &str) -> Result<Vec<(Square, Piece)>, SetupError> {
    let mut men = Vec::new();
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 8 {
        return Err(SetupError::RankCount(rows.len()));
    }
    for (row, rank) in rows.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut files = File::ALL.into_iter();
        let wrong_length = || SetupError::RankLength(row.to_owned());
        for letter in row.chars() {
            if let Some(blanks @ 1..=8) = letter.to_digit(10) {
                for _ in 0..blanks {
                    files.next().ok_or_else(wrong_length)?;
                }
            } else {
                let piece = Piece::from_letter(letter).ok_or(SetupError::PieceLetter(letter))?;
                let file = files.next().ok_or_else(wrong_length)?;
                men.push((Square::new(file, rank), piece));
            }
        }
        if files.next().is_some() {
            return Err(wrong_length());
        }
    }
    Ok(men)
}

fn parse_side(text: &str) -> Result<Color, SetupError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(SetupError::Side),
    }
}

fn parse_castling(text: &str, men: &[(Square, Piece)]) -> Result<CastlingRights, SetupError> {
    let mut rights = CastlingRights::NONE;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let color = Color::of_letter(letter);
        let holds = |piece_type, file: &File| {
            let square = Square::new(*file, color.back_rank());
            men.contains(&(square, Piece { color, piece_type }))
        };
        let king = File::ALL.into_iter().find(|file| holds(PieceType::King, file));
        let rook = match letter.to_ascii_lowercase() {
            // The outermost rook on the king's right or left.
            'k' => File::ALL.into_iter().rev().find(|file| holds(PieceType::Rook, file)),
            'q' => File::ALL.into_iter().find(|file| holds(PieceType::Rook, file)),
            lower => {
                let file = File::from_letter(lower).ok_or(SetupError::CastlingLetter(letter))?;
                Some(file).filter(|file| holds(PieceType::Rook, file))
            }
        };
        let (Some(king), Some(rook)) = (king, rook) else {
            return Err(SetupError::CastlingMen(letter));
        };
        let king = Square::new(king, color.back_rank());
        let rook = Square::new(rook, color.back_rank());
        let wing = Wing::of(king, rook);
        let named_wing = match letter.to_ascii_lowercase() {
            'k' => Wing::King,
            'q' => Wing::Queen,
            _ => wing,
        };
        if wing != named_wing {
            return Err(SetupError::CastlingMen(letter));
        }
        if rights.rook(color, king, wing).is_some() {
            return Err(SetupError::CastlingTwice(letter));
        }
        rights.add(rook);
    }
    Ok(rights)
}

fn parse_en_passant(text: &str) -> Result<Option<Square>, SetupError> {
    match text {
        "-" => Ok(None),
        _ => text.parse().map(Some).map_err(|_| SetupError::EnPassantSquare),
    }
}

fn parse_number(text: &str, max: u16) -> Result<u16, SetupError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && number <= max => Ok(number),
        _ => Err(SetupError::Number(max)),
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let mut blanks = 0;
            for file in File::ALL {
                match self.piece_on(Square::new(file, rank)) {
                    None => blanks += 1,
                    Some(piece) => {
                        if blanks > 0 {
                            write!(f, "{blanks}")?;
                        }
                        blanks = 0;
                        write!(f, "{piece}")?;
                    }
                }
            }
            if blanks > 0 {
                write!(f, "{blanks}")?;
            }
            if rank != Rank::First {
                f.write_str("/")?;
            }
        }
        write!(f, " {} ", self.side_to_move())?;
        self.write_castling(f, f.alternate())?;
        match self.en_passant() {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmove_clock(), self.fullmove_number())
    }
}

impl Board {
    fn write_castling(&self, f: &mut fmt::Formatter<'_>, always_files: bool) -> fmt::Result {
        if self.castling() == CastlingRights::NONE {
            return f.write_str("-");
        }
        for color in Color::ALL {
            for wing in Wing::ALL {
                let Some(rook) = self.castling().rook(color, self.king(color), wing) else {
                    continue;
                };
                let back_rank = Bitboard::from_rank(color.back_rank());
                let rooks = self.colored_pieces(color, PieceType::Rook) & back_rank;
                let (outermost, letter) = match wing {
                    Wing::King => (rooks.last(), 'k'),
                    Wing::Queen => (rooks.first(), 'q'),
                };
                let letter = if always_files || outermost != Some(rook) {
                    rook.file().letter()
                } else {
                    letter
                };
                write!(f, "{}", color.cased(letter))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_legal_positions_are_reproduced() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 7 12",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "8/8/8/8/8/5k2/8/5K1R w - - 150 65535",
            // X-FEN: the inner rook by its file, the outer one by K.
            "1r2k1r1/8/8/8/8/8/8/1R2K1RR w GQkq - 3 9",
        ] {
            assert_eq!(fen.parse::<Board>().unwrap().to_string(), fen);
        }
    }

    #[test]
    fn shredder_and_x_fen_name_the_same_rights() {
        let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let board: Board = shredder.parse().unwrap();
        assert_eq!(format!("{board:#}"), shredder);
        assert_eq!(board.to_string(), shredder.replace("HFhf", "KQkq"));
        assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn epd_of_four_fields_begins_its_clocks() {
        let board: Board = " 4k3/8/8/8/8/8/8/4K2R   w K - ".parse().unwrap();
        assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    }

    #[test]
    fn an_en_passant_square_without_a_legal_capture_is_dropped() {
        for fen in [
            // Nobody beside the pawn.
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            // The capture would open the rank to the rook.
            "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            assert_eq!(board.en_passant(), None, "{fen}");
        }
    }

    #[test]
    fn a_position_in_check_from_two_bishops_is_legal() {
        let board: Board = "B6b/8/8/8/2K5/5k2/8/b6B b - -".parse().unwrap();
        assert_eq!(board.checkers().count(), 2);
    }

    #[test]
    fn errors_name_the_field_and_the_value() {
        use FenField::*;
        for (fen, field, value) in [
            ("", WholeText, "found 0"),
            ("8/8 w", WholeText, "found 2"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", WholeText, "found 7"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", PiecePlacement, "found 7"),
            ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", PiecePlacement, "rank '4K4'"),
            ("4k3/8/8/8/8/8/7/4K3 w - - 0 1", PiecePlacement, "rank '7'"),
            ("4k3/8/8/8/8/8/9/4K3 w - - 0 1", PiecePlacement, "'9' is no man"),
            ("4x3/8/8/8/8/8/8/4K3 w - - 0 1", PiecePlacement, "'x'"),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", PiecePlacement, "Black has 0 kings"),
            ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", PiecePlacement, "White has 2 kings"),
            ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", PiecePlacement, "h8"),
            ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", PiecePlacement, "a1"),
            ("4k3/8/8/8/7P/8/PPPPPPPP/4K3 w - - 0 1", PiecePlacement, "9 pawns"),
            ("4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", PiecePlacement, "17 men"),
            ("4k3/8/8/8/8/8/8/4K3 white - - 0 1", SideToMove, "'white'"),
            ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", SideToMove, "'w'"),
            ("3kK3/8/8/8/8/8/8/8 b - - 0 1", SideToMove, "'b'"),
            ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", Castling, "'Q'"),
            ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", Castling, "'K'"),
            ("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", Castling, "'H'"),
            ("4k3/8/8/8/8/8/8/4K2R w x - 0 1", Castling, "'x'"),
            ("4k3/8/8/8/8/8/8/4K3 w - e5 0 1", EnPassant, "'e5'"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", EnPassant, "'d3'"),
            ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", EnPassant, "'d6'"),
            ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", EnPassant, "'d6'"),
            ("4k3/8/8/8/8/8/8/4K3 w - z9 0 1", EnPassant, "'z9'"),
            // White would have been in check before the step, from the rook or from the pawn.
            ("4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", EnPassant, "'d6'"),
            ("6k1/8/4K3/3pP3/8/8/8/8 w - d6 0 1", EnPassant, "'d6'"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 151 1", HalfmoveClock, "'151'"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", HalfmoveClock, "'-1'"),
            ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", HalfmoveClock, "'+1'"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", FullmoveNumber, "'65536'"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", FullmoveNumber, "'x'"),
        ] {
            let error = fen.parse::<Board>().unwrap_err();
            assert_eq!(error.field, field, "{fen}: {error}");
            assert!(error.to_string().contains(value), "{fen}: {error}");
        }
    }
}
