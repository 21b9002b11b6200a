//! One line of Extended Position Description: a position and operations on it.

use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, FenError, MoveError};
use crate::types::{Move, Score, ScoreKind};

/// A position and what a search should find in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdRecord {
    /// The position.
    pub board: Board,
    /// `bm`: the best moves, of which one should be played; none are named if empty.
    pub best_moves: Vec<Move>,
    /// `am`: the moves to avoid.
    pub avoid_moves: Vec<Move>,
    /// `dm`: the side to move can mate in so many moves, at least 1.
    pub direct_mate: Option<i32>,
    /// `id`: the name of the position.
    pub id: Option<String>,
}

/// Text that is not a line of EPD.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// The position is not legal.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An operand of `bm` or `am` is not a legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// `bm` or `am` names no move.
    #[error("'{0}' without a move")]
    NoMove(String),
    /// The operand of `dm` is not a number of moves.
    #[error("dm '{0}': expected a number of moves, at least 1")]
    DirectMate(String),
    /// A quotation mark has no partner.
    #[error("'{0}' has a quotation mark without a partner")]
    Quotes(String),
}

impl EpdRecord {
    /// Whether the line says what a search should find.
    pub fn has_test(&self) -> bool {
        !self.best_moves.is_empty() || !self.avoid_moves.is_empty() || self.direct_mate.is_some()
    }

    /// Whether a search that would play `best` and ends with `score` passes every test of the line.
    pub fn is_solved_by(&self, best: Option<Move>, score: Score) -> bool {
        let names_best = |moves: &[Move]| best.is_some_and(|best| moves.contains(&best));
        let mates_within = |limit: i32| match score.kind() {
            ScoreKind::Mate(moves) => (1..=limit).contains(&moves),
            ScoreKind::Centipawns(_) => false,
        };
        (self.best_moves.is_empty() || names_best(&self.best_moves))
            && !names_best(&self.avoid_moves)
            && self.direct_mate.is_none_or(mates_within)
    }

    /// The tests of the line as EPD writes them: `bm Qd2 Qe1; dm 3`.
    pub fn tests(&self) -> String {
        let mut tests = Vec::new();
        for (opcode, moves) in [("bm", &self.best_moves), ("am", &self.avoid_moves)] {
            if !moves.is_empty() {
                let moves: Vec<String> = moves.iter().map(|&mv| self.board.san(mv)).collect();
                tests.push(format!("{opcode} {}", moves.join(" ")));
            }
        }
        tests.extend(self.direct_mate.map(|moves| format!("dm {moves}")));
        tests.join("; ")
    }
}

impl FromStr for EpdRecord {
    type Err = EpdError;

    /// Reads four fields of a FEN, or with the clocks six, and operations that end with semicolons.
    ///
    /// `bm` and `am` take moves in algebraic notation or in coordinates; `hmvc` and `fmvn` set the
    /// clocks. Operands may stand in quotation marks. Other operations are passed over.
    fn from_str(text: &str) -> Result<Self, EpdError> {
        let (position, operations) = split_position(text);
        let operations = parse_operations(operations)?;
        let mut record = Self {
            board: parse_board(position, &operations)?,
            best_moves: Vec::new(),
            avoid_moves: Vec::new(),
            direct_mate: None,
            id: None,
        };
        for operation in &operations {
            match operation.opcode {
                "bm" => record.best_moves.extend(operation.moves(&record.board)?),
                "am" => record.avoid_moves.extend(operation.moves(&record.board)?),
                "dm" => record.direct_mate = Some(operation.direct_mate()?),
                "id" => record.id = Some(operation.operands.join(" ")),
                _ => {}
            }
        }
        Ok(record)
    }
}

/// An opcode and its operands, without quotation marks.
struct Operation<'a> {
    opcode: &'a str,
    operands: Vec<&'a str>,
}

impl Operation<'_> {
    fn moves(&self, board: &Board) -> Result<Vec<Move>, EpdError> {
        let texts = self.operands.iter().flat_map(|operand| operand.split_whitespace());
        let parse =
            |text| board.parse_san(text).or_else(|error| board.parse_move(text).map_err(|_| error));
        let moves: Vec<Move> = texts.map(parse).collect::<Result<_, _>>()?;
        if moves.is_empty() {
            return Err(EpdError::NoMove(self.opcode.to_owned()));
        }
        Ok(moves)
    }

    fn direct_mate(&self) -> Result<i32, EpdError> {
        let text = self.operands.join(" ");
        let moves = text.parse().ok().filter(|&moves| moves >= 1);
        moves.ok_or(EpdError::DirectMate(text))
    }
}

/// Parts the position from the operations: after four fields they begin with a letter, or with the
/// semicolon of an operation that is empty.
fn split_position(text: &str) -> (&str, &str) {
    let in_field = |letter: char| !letter.is_whitespace() && letter != ';';
    let mut rest = text.trim_start();
    for _ in 0..4 {
        rest = rest.trim_start_matches(in_field).trim_start();
    }
    let begins_operation = |letter: char| letter.is_alphabetic() || letter == ';';
    let clocks = rest.find(begins_operation).unwrap_or(rest.len());
    text.split_at(text.len() - rest.len() + clocks)
}

fn parse_operations(text: &str) -> Result<Vec<Operation<'_>>, EpdError> {
    if text.matches('"').count() % 2 == 1 {
        return Err(EpdError::Quotes(text.to_owned()));
    }
    let parse = |operation| {
        let mut words = split_outside_quotes(operation, char::is_whitespace)
            .map(|word| word.trim_matches('"').trim())
            .filter(|word| !word.is_empty());
        Some(Operation { opcode: words.next()?, operands: words.collect() })
    };
    Ok(split_outside_quotes(text, |letter| letter == ';').filter_map(parse).collect())
}

/// The parts of `text` between separators that do not stand in quotation marks.
fn split_outside_quotes(text: &str, is_separator: fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |letter| {
        quoted ^= letter == '"';
        !quoted && is_separator(letter)
    })
}

/// The position, with its clocks from `operations` where they name them.
fn parse_board(position: &str, operations: &[Operation]) -> Result<Board, FenError> {
    let mut fields: Vec<&str> = position.split_whitespace().collect();
    for (index, opcode, default) in [(4, "hmvc", "0"), (5, "fmvn", "1")] {
        let operation = operations.iter().find(|operation| operation.opcode == opcode);
        let operand = operation.and_then(|operation| operation.operands.first().copied());
        if fields.len() == index {
            fields.push(operand.unwrap_or(default));
        } else if let (Some(field), Some(operand)) = (fields.get_mut(index), operand) {
            *field = operand;
        }
    }
    fields.join(" ").parse()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const POSITION: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

    fn record(rest: &str) -> EpdRecord {
        format!("{POSITION}{rest}").parse().unwrap()
    }

    fn error(rest: &str) -> EpdError {
        format!("{POSITION}{rest}").parse::<EpdRecord>().unwrap_err()
    }

    #[test]
    fn operations_are_read() {
        let record = record(
            " acd 12; bm Nxd7 O-O d5e6; c0 \"bm a3; dm 1; a comment\"; am \"Qxf6 0-0-0!\" \
             \"Rg1\"; dm 4; id \"Kiwi; pete\"; bm e1a1; pv;",
        );
        assert_eq!(record.tests(), "bm Nxd7 O-O dxe6 O-O-O; am Qxf6 O-O-O Rg1; dm 4");
        assert_eq!(record.id.as_deref(), Some("Kiwi; pete"));
        assert!(record.has_test());
    }

    #[test]
    fn a_line_without_a_test_is_legal() {
        for rest in ["", ";", " ;;", " 0 1", " 0 1 ;D1 48 ;D2 2039", " id WAC 1", " id \"\";"] {
            let record = record(rest);
            assert!(!record.has_test(), "{rest}");
            assert_eq!(record.board.fullmove_number(), 1);
        }
        assert_eq!(record(" id WAC 1").id.as_deref(), Some("WAC 1"));
    }

    #[test]
    fn clocks_stand_in_fields_or_in_operations() {
        for (rest, halfmoves, move_number) in [
            (" bm O-O;", 0, 1),
            (" 7 9 bm O-O", 7, 9),
            (" 7 bm O-O", 7, 1),
            (" 7 9; bm O-O", 7, 9),
            (" hmvc 3; fmvn 20;", 3, 20),
            (" bm O-O; fmvn \"20\";", 0, 20),
            (" 7 9 hmvc 3;", 3, 9),
            (" hmvc; fmvn \" \";", 0, 1),
        ] {
            let board = record(rest).board;
            let clocks = (board.halfmove_clock(), board.fullmove_number());
            assert_eq!(clocks, (halfmoves, move_number), "{rest}");
        }
    }

    #[test]
    fn errors_name_the_value() {
        for (rest, value) in [
            (" bm O-O Nf4;", "'Nf4' is not a legal move"),
            (" am e2e4;", "'e2e4' is not a legal move"),
            (" bm;", "'bm' without a move"),
            (" am \"\";", "'am' without a move"),
            (" dm 0;", "dm '0'"),
            (" dm two;", "dm 'two'"),
            (" dm;", "dm ''"),
            (" hmvc x;", "half-move clock 'x'"),
            (" -1 1 bm O-O;", "half-move clock '-1'"),
            (" 1 2 3 bm O-O;", "found 7"),
            (" id \"WAC;", "id \"WAC;"),
        ] {
            let error = error(rest).to_string();
            assert!(error.contains(value), "{rest}: {error}");
        }
        for text in ["", "bm e4;", "8/8/8/8/8/8/8/8 w - - bm e4;", "8/8 w bm e4;"] {
            assert!(matches!(text.parse::<EpdRecord>(), Err(EpdError::Fen(_))), "{text}");
        }
    }

    #[test]
    fn every_test_of_a_line_must_be_passed() {
        let record = record(" bm O-O O-O-O; am O-O; dm 2;");
        let mv = |text| Some(record.board.parse_san(text).unwrap());
        let mate = Score::mate_in(3);
        assert!(record.is_solved_by(mv("O-O-O"), mate));
        assert!(!record.is_solved_by(mv("O-O"), mate));
        assert!(!record.is_solved_by(mv("Rg1"), mate));
        assert!(!record.is_solved_by(None, mate));
        for score in [Score::mate_in(5), Score::mated_in(2), Score::mated_in(0), Score(900)] {
            assert!(!record.is_solved_by(mv("O-O-O"), score), "{score}");
        }
        assert!(record.is_solved_by(mv("O-O-O"), Score::mate_in(1)));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*", rest in "[ ;\"a-z0-9NQO=x#-]*") {
            let _ = text.parse::<EpdRecord>();
            for operation in [text, rest] {
                for opcode in ["", "bm ", "dm ", "hmvc "] {
                    let _ = format!("{POSITION} {opcode}{operation}").parse::<EpdRecord>();
                }
            }
        }
    }
}
