//! Extended Position Description: a position and operations on one line.

use std::str::FromStr;

use nunatak::board::{
    Board, EPD_FIELDS, FenCorrection, FenError, MoveError, START_WORD, is_start_word,
};
use nunatak::cli::{MOVES, play_moves};
use nunatak::game::GameLine;
use nunatak::text::unquoted;
use nunatak::types::{Move, Score, ScoreKind};
use thiserror::Error;

use super::points::{Points, PointsError};

/// The opcodes that are read, except comments with points.
const OPCODES: [&str; 7] = ["bm", "am", "dm", "id", "hmvc", "fmvn", MOVES];

/// A position and the tests that a search should pass in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdRecord {
    /// The position, with the moves that lead to it.
    pub game: GameLine,
    /// The corrections of the position.
    pub corrections: Vec<FenCorrection>,
    /// `bm`: the best moves, one of which should be played; no test if empty.
    pub best_moves: Vec<Move>,
    /// `am`: the moves to avoid; no test if empty.
    pub avoid_moves: Vec<Move>,
    /// `dm`: the number of moves, at least 1, in which the side to move can mate.
    pub direct_mate: Option<i32>,
    /// `c0`, or `c8` with `c9` or `c7`: the points for moves; empty in most suites.
    pub points: Points,
    /// `id`: the name of the position.
    pub id: Option<String>,
}

/// Reasons why a text is not a valid line of EPD.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// An invalid position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of `bm`, `am` or `moves` that is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// Points that cannot be read.
    #[error(transparent)]
    Points(#[from] PointsError),
    /// `bm` or `am` without an operand.
    #[error("{0}: expected at least one move")]
    NoMove(String),
    /// An operand of `dm` that is not a positive number of moves.
    #[error("dm: '{0}' is not a positive number of moves")]
    DirectMate(String),
    /// Text after the position that is no opcode but a move.
    #[error("'{0}' after the position; moves follow the word 'moves'")]
    MoveAfterPosition(String),
    /// An unmatched quotation mark.
    #[error("'{0}' has an unmatched quotation mark")]
    Quotes(String),
}

impl EpdRecord {
    /// Parses a line but for its tests, which need not be valid.
    ///
    /// # Errors
    /// [`EpdError`] if the position, the moves after it or the quotation marks are not valid, or
    /// the word `moves` is missing.
    pub fn without_tests(text: &str) -> Result<Self, EpdError> {
        Self::parse(text, |_, _| Ok(()))
    }

    /// Parses a line and lets `add_tests` read the operations that are tests.
    fn parse(
        text: &str,
        add_tests: fn(&mut Self, &[Operation]) -> Result<(), EpdError>,
    ) -> Result<Self, EpdError> {
        let (position, rest) = split_position(text);
        let operations = parse_operations(rest)?;
        let (start, corrections) = parse_board(position, &operations)?;
        if let Some(mv) = leading_move(position, &start, rest) {
            if !is_start_word(position.trim()) {
                return Err(EpdError::MoveAfterPosition(mv.to_owned()));
            }
            return Self::parse(&format!("{START_WORD} {MOVES} {rest}"), add_tests);
        }
        let mut game = GameLine::new(start);
        for operation in operations.iter().filter(|operation| operation.opcode == MOVES) {
            play_moves(&mut game, operation.operands.iter().map(String::as_str))?;
        }
        let id = operations.iter().rfind(|operation| operation.opcode == "id");
        let mut record = Self {
            game,
            corrections,
            best_moves: Vec::new(),
            avoid_moves: Vec::new(),
            direct_mate: None,
            points: Points::default(),
            id: id.map(|operation| operation.operands.join(" ")),
        };
        add_tests(&mut record, &operations)?;
        Ok(record)
    }

    /// Reads the operations that are tests.
    fn add_tests(&mut self, operations: &[Operation]) -> Result<(), EpdError> {
        let board = *self.board();
        self.points = parse_points(&board, operations)?;
        for operation in operations {
            match operation.opcode {
                "bm" => operation.add_moves(&board, &mut self.best_moves)?,
                "am" => operation.add_moves(&board, &mut self.avoid_moves)?,
                "dm" => self.direct_mate = Some(operation.direct_mate()?),
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the position.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// Whether the line has at least one test.
    pub fn has_test(&self) -> bool {
        self.has_operation() || !self.points.is_empty()
    }

    /// Whether the line has at least one of `bm`, `am` and `dm`.
    fn has_operation(&self) -> bool {
        !self.best_moves.is_empty() || !self.avoid_moves.is_empty() || self.direct_mate.is_some()
    }

    /// Whether a search with this best move and score passes all tests of the line. If there are
    /// only points, the move must get the maximum.
    pub fn is_solved_by(&self, best: Option<Move>, score: Score) -> bool {
        if !self.has_operation() {
            return self.has_test() && self.points.of(best) == self.points.max();
        }
        let names_best = |moves: &[Move]| best.is_some_and(|best| moves.contains(&best));
        let mates_within = |limit: i32| match score.kind() {
            ScoreKind::Mate(moves) => (1..=limit).contains(&moves),
            ScoreKind::Centipawns(_) => false,
        };
        (self.best_moves.is_empty() || names_best(&self.best_moves))
            && !names_best(&self.avoid_moves)
            && self.direct_mate.is_none_or(mates_within)
    }

    /// Returns the tests of the line in EPD syntax: `bm Qd2 Qe1; dm 3`. Points are not included.
    pub fn tests(&self) -> String {
        let mut tests = Vec::new();
        for (opcode, moves) in [("bm", &self.best_moves), ("am", &self.avoid_moves)] {
            if !moves.is_empty() {
                let moves: Vec<String> = moves.iter().map(|&mv| self.board().san(mv)).collect();
                tests.push(format!("{opcode} {}", moves.join(" ")));
            }
        }
        tests.extend(self.direct_mate.map(|moves| format!("dm {moves}")));
        tests.join("; ")
    }
}

impl FromStr for EpdRecord {
    type Err = EpdError;

    /// Parses the fields of a FEN, of which all but the pieces may be missing, and operations
    /// separated by semicolons.
    ///
    /// Moves are in algebraic or coordinate notation; `hmvc` and `fmvn` set the move counters.
    /// Operands may be quoted. The position may be followed by `moves` and moves, as in UCI, and
    /// `startpos` by moves alone. Other operations are ignored.
    fn from_str(text: &str) -> Result<Self, EpdError> {
        Self::parse(text, Self::add_tests)
    }
}

/// An opcode and its operands, unquoted.
struct Operation<'a> {
    opcode: &'a str,
    operands: Vec<String>,
}

impl Operation<'_> {
    /// Adds the operands to `moves`, each move once.
    fn add_moves(&self, board: &Board, moves: &mut Vec<Move>) -> Result<(), EpdError> {
        // Some suites write signs apart from their move, or commas between the moves.
        let is_separator = |c: char| c.is_whitespace() || c == ',';
        let texts = self.operands.iter().flat_map(|operand| operand.split(is_separator));
        let texts = texts.filter(|text| !text.chars().all(|c| "+#!?".contains(c)));
        let named: Vec<Move> = texts.map(|text| board.read_move(text)).collect::<Result<_, _>>()?;
        if named.is_empty() {
            return Err(EpdError::NoMove(self.opcode.to_owned()));
        }
        for mv in named {
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
        Ok(())
    }

    fn direct_mate(&self) -> Result<i32, EpdError> {
        let text = self.operands.join(" ");
        let moves = text.parse().ok().filter(|&moves| moves >= 1);
        moves.ok_or(EpdError::DirectMate(text))
    }
}

/// Splits a line into position and operations. The fields for castling and en passant may be
/// missing; after them, the first letter or semicolon begins the operations.
fn split_position(text: &str) -> (&str, &str) {
    let mut rest = text.trim_start();
    let (first, after) = split_word(rest);
    if is_start_word(first) {
        return text.split_at(text.len() - after.trim_start().len());
    }
    for index in 0..EPD_FIELDS {
        let (field, after) = split_word(rest);
        // An operation before its time, since fields are missing.
        let may_be_field = field.chars().all(|c| "KQkq-".contains(c));
        let has_quoted_operand = after.trim_start().starts_with('"');
        if OPCODES.contains(&field) || index >= 2 && has_quoted_operand && !may_be_field {
            break;
        }
        rest = after.trim_start();
    }
    let begins_operation = |c: char| c.is_alphabetic() || c == ';';
    let counters = rest.find(begins_operation).unwrap_or(rest.len());
    text.split_at(text.len() - rest.len() + counters)
}

/// Returns the first word of the text after a position if it is a legal move, and no opcode before
/// a comment, as in `c4 "quiet"`, or, after a FEN, before what is no reply, as in `c7 Kd2 Ke2;`.
/// After `startpos` it may also be the number of a move, or anything else that is no opcode.
fn leading_move<'a>(position: &str, board: &Board, text: &'a str) -> Option<&'a str> {
    let (word, after) = split_word(text);
    let is_start = is_start_word(position.trim());
    if is_start && word.starts_with(|c: char| !c.is_alphabetic()) {
        return Some(word);
    }
    let mv = board.read_move(word).ok()?;
    let (operand, rest) = split_word(after.trim_start());
    let is_comment = matches!(word.as_bytes(), [b'c', b'0'..=b'9'])
        && !is_start
        && rest.contains(';')
        && !operand.is_empty()
        && board.make(mv).read_move(operand).is_err();
    (!is_comment && !operand.starts_with('"')).then_some(word)
}

/// Splits a text after its first word, which ends before a space or semicolon.
fn split_word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(text.len()))
}

fn parse_operations(text: &str) -> Result<Vec<Operation<'_>>, EpdError> {
    let mut quotes = Quotes::default();
    if text.chars().map(|c| quotes.read(c)).last() == Some(true) {
        return Err(EpdError::Quotes(text.to_owned()));
    }
    let parse = |operation| {
        let mut words = split_outside_quotes(operation, char::is_whitespace)
            .filter(|word| !word.trim_matches('"').trim().is_empty());
        let opcode = words.next()?.trim_matches('"');
        Some(Operation { opcode, operands: words.map(operand).collect() })
    };
    Ok(split_outside_quotes(text, |c| c == ';').filter_map(parse).collect())
}

/// Returns an operand without its quotation marks. In them, `\"` stands for one.
fn operand(word: &str) -> String {
    let quoted = word.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    quoted.map_or_else(
        || word.trim_matches('"').to_owned(),
        |text| text.trim().replace("\\\"", "\"").replace("\\\\", "\\"),
    )
}

/// Parses the points of `c8` with `c9` or `c7`, or else those of `c0`.
fn parse_points(board: &Board, operations: &[Operation]) -> Result<Points, PointsError> {
    let text = |opcode| {
        let operation = operations.iter().find(|operation| operation.opcode == opcode);
        operation.map(|operation| operation.operands.join(" "))
    };
    for moves in ["c9", "c7"] {
        if let (Some(points), Some(moves)) = (text("c8"), text(moves)) {
            let points = Points::of_lists(board, &points, &moves)?;
            if !points.is_empty() {
                return Ok(points);
            }
        }
    }
    text("c0").map_or(Ok(Points::default()), |pairs| Points::of_pairs(board, &pairs))
}

/// Splits `text` at separators outside quotation marks.
fn split_outside_quotes(text: &str, is_separator: fn(char) -> bool) -> impl Iterator<Item = &str> {
    let mut quotes = Quotes::default();
    text.split(move |c| !quotes.read(c) && is_separator(c))
}

/// The quotation marks of a text that is read character by character.
#[derive(Default)]
struct Quotes {
    are_open: bool,
    is_escaped: bool,
}

impl Quotes {
    /// Reads the next character. Returns whether it stands between quotation marks or opens them.
    fn read(&mut self, c: char) -> bool {
        self.are_open ^= c == '"' && !self.is_escaped;
        self.is_escaped = self.are_open && c == '\\' && !self.is_escaped;
        self.are_open
    }
}

/// Parses the position; its move counters come from `hmvc` and `fmvn` if present.
fn parse_board(
    position: &str,
    operations: &[Operation],
) -> Result<(Board, Vec<FenCorrection>), FenError> {
    let start = Board::start().to_string();
    let position = unquoted(position);
    let position = if is_start_word(&position) { &start } else { &position };
    let mut fields: Vec<&str> = position.split_whitespace().collect();
    let mut completions = Vec::new();
    if (1..EPD_FIELDS).contains(&fields.len()) {
        (_, completions) = Board::read_fen(position)?;
        completions.retain(|correction| matches!(correction, FenCorrection::Completed(_)));
        // The counters follow.
        fields.extend(["w", "-", "-"].into_iter().skip(fields.len() - 1));
    }
    for (index, opcode, default) in [(4, "hmvc", "0"), (5, "fmvn", "1")] {
        let operation = operations.iter().find(|operation| operation.opcode == opcode);
        let operand = operation.and_then(|operation| operation.operands.first());
        if fields.len() == index {
            fields.push(operand.map_or(default, String::as_str));
        } else if let (Some(field), Some(operand)) = (fields.get_mut(index), operand) {
            *field = operand;
        }
    }
    let (board, corrections) = Board::read_fen(&fields.join(" "))?;
    Ok((board, [completions, corrections].concat()))
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
    fn operations_are_parsed() {
        let record = record(
            " acd 12; bm Nxd7, O-O,d5e6 e5d7; c0 \"bm a3; dm 1; a comment\"; am \"Qxf6 0-0-0!\" \
             \"Rg1\" !? ; dm 4; id \"Kiwi; pete\"; bm e1a1 O-O; pv;",
        );
        assert_eq!(record.tests(), "bm Nxd7 O-O dxe6 O-O-O; am Qxf6 O-O-O Rg1; dm 4");
        assert_eq!(record.id.as_deref(), Some("Kiwi; pete"));
        let escaped = |id: &str| super::tests::record(&format!(" id {id}; bm a3;")).id.unwrap();
        for (id, expected) in [
            (r#""5\" board""#, r#"5" board"#),
            (r#""ends \"here; or here\"""#, r#"ends "here; or here""#),
            (r#""a\\b \\""#, r"a\b \"),
            (r#""C:\suite""#, r"C:\suite"),
        ] {
            assert_eq!(escaped(id), expected, "{id}");
        }
        assert!(record.has_test());
    }

    #[test]
    fn points_are_read_and_are_a_test_of_their_own() {
        for rest in [
            " bm O-O; c0 \"O-O=10, a3=2\";",
            " c7 \"O-O a3\"; c8 \"10 2\"; c9 \"e1g1 a2a3\"; c0 \"a3=7\";",
            " c7 \"O-O a3\"; c8 \"10 2\"; c9 \"a comment\"; c0 \"a3=7\";",
            " c8 10 2; c7 O-O a3; c9 \"a comment\"; c0 O-O=10,a3=2;",
        ] {
            let record = record(rest);
            let mv = |text| Some(record.board().parse_san(text).unwrap());
            let points = ["O-O", "a3", "a4"].map(|text| record.points.of(mv(text)));
            assert_eq!((points, record.points.max()), ([10, 2, 0], 10), "{rest}");
            assert!(record.has_test());
            assert!(record.is_solved_by(mv("O-O"), Score::DRAW));
            assert!(!record.is_solved_by(mv("a3"), Score::DRAW), "{rest}");
            assert!(!record.is_solved_by(None, Score::DRAW), "{rest}");
        }
    }

    #[test]
    fn lines_without_tests_are_valid() {
        for rest in [
            "",
            ";",
            " ;;",
            " c0 \"O-O=0\";",
            " 0 1",
            " 0 1 ;D1 48 ;D2 2039",
            " id WAC 1",
            " id \"\";",
        ] {
            let record = record(rest);
            assert!(!record.has_test(), "{rest}");
            assert_eq!(record.board().fullmove_number(), 1);
        }
        assert_eq!(record(" id WAC 1").id.as_deref(), Some("WAC 1"));
    }

    #[test]
    fn fields_may_be_missing_before_a_quoted_operand() {
        for fields in ["w", "w K", "w K -", "w K - 0 1"] {
            for points in ["c0 \"Rh7=10\"", "c8 \"10 2\"; c9 \"h1h7 h1h8\""] {
                let line = format!("4k3/8/8/8/8/8/8/4K2R {fields} {points}; id \"x\";");
                let record: EpdRecord = line.parse().unwrap();
                assert_eq!((record.points.max(), record.id.as_deref()), (10, Some("x")), "{line}");
            }
        }
    }

    #[test]
    fn move_counters_come_from_fields_or_operations() {
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
            let board = *record(rest).board();
            let counters = (board.halfmove_clock(), board.fullmove_number());
            assert_eq!(counters, (halfmoves, move_number), "{rest}");
        }
    }

    #[test]
    fn errors_name_the_invalid_value() {
        for (rest, message) in [
            (" bm O-O Nf4;", "'Nf4' is not a legal move"),
            (" am e2e4;", "'e2e4' is not a legal move"),
            (" bm;", "bm: expected at least one move"),
            (" am \"\";", "am: expected at least one move"),
            (" bm + ;", "bm: expected at least one move"),
            (" bm ♘ f3;", "'♘' is not a legal move"),
            (" dm 0;", "dm: '0'"),
            (" dm two;", "dm: 'two'"),
            (" dm;", "dm: ''"),
            (" c0 \"a3=10, a9=2\";", "'a9' is not a legal move"),
            (" c8 \"10 2\"; c9 e1g1;", "2 numbers for 1 move"),
            (" id \"WAC;", "id \"WAC;"),
        ] {
            let error = error(rest).to_string();
            assert!(error.contains(message), "{rest}: {error}");
        }
        let error = "startpos moves e4 e4".parse::<EpdRecord>().unwrap_err().to_string();
        assert!(error.contains("'e4' is not a legal move"), "{error}");
        for text in ["", "bm e4;", "8/8/8/8/8/8/8/8 w - - bm e4;", "8/8 w bm e4;"] {
            assert!(matches!(text.parse::<EpdRecord>(), Err(EpdError::Fen(_))), "{text}");
        }
    }

    #[test]
    fn moves_after_a_position_are_played_or_refused() {
        let start = Board::start();
        for (text, played) in [
            ("startpos e4 e5", "startpos moves e4 e5"),
            ("startpos e4", "startpos moves e4"),
            ("startpos 1. e4 e5", "startpos moves e4 e5"),
            ("STARTPOS 1.e4 e5 2.Nf3; id \"x\";", "startpos moves e4 e5 Nf3; id \"x\";"),
            ("startpos e2e4 c5; bm Nf3;", "startpos moves e4 c5; bm Nf3"),
            ("startpos c4 \"a comment\"; bm e4;", "startpos bm e4;"),
            ("startpos c4 c5; bm Nc3;", "startpos moves c4 c5; bm Nc3;"),
            (&format!("{start} c4 quiet; bm e4;"), "startpos bm e4;"),
        ] {
            let [found, expected] = [text, played].map(|text| text.parse::<EpdRecord>().unwrap());
            assert_eq!(found, expected, "{text}");
        }
        for text in [
            format!("{POSITION} a3 a6"),
            format!("{POSITION} 0 1 O-O;"),
            format!("{start} c4 quiet"),
            format!("{start} c4; bm e4;"),
            format!("{start} c4 c5; bm Nc3;"),
        ] {
            let error = text.parse::<EpdRecord>().unwrap_err();
            assert!(matches!(error, EpdError::MoveAfterPosition(_)), "{text}");
        }
        for text in ["startpos e4 e4", "startpos - - bm e4;", "startpos \"1\" bm e4;"] {
            assert!(text.parse::<EpdRecord>().is_err(), "{text}");
        }
    }

    #[test]
    fn sloppy_positions_are_corrected() {
        for (text, fen, corrections) in [
            ("4k3/8/8/8/8/8/8/4K3 w KQ - bm Ke2;", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2),
            ("4k3/8/8/8/8/8/8/4K3 w - e3 bm Ke2; hmvc x;", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 3 bm Ke2;", "4k3/8/8/8/8/8/8/4K3 w - - 0 3", 1),
            ("4k3/8/8/8/8/8/8/4K3 w - - 1 2 3 bm Ke2;", "4k3/8/8/8/8/8/8/4K3 w - - 1 2", 1),
            ("4k3/8/8/8/8/8/8/4K3 w bm Ke2; hmvc 7;", "4k3/8/8/8/8/8/8/4K3 w - - 7 1", 1),
            ("4k3/8/8/8/8/8/8/4K3 w KQ bm Ke2; fmvn 7;", "4k3/8/8/8/8/8/8/4K3 w - - 0 7", 3),
            (
                "startpos bm e4; fmvn 3;",
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3",
                0,
            ),
            ("4k3/8/8/8/8/8/8/4K3 w moves Ke2 e8e7; bm Kd3", "8/4k3/8/8/8/8/4K3/8 w - - 2 2", 1),
        ] {
            let record: EpdRecord = text.parse().unwrap();
            assert_eq!(record.board().to_string(), fen);
            assert_eq!(
                (record.corrections.len(), record.best_moves.len()),
                (corrections, 1),
                "{text}"
            );
        }
    }

    #[test]
    fn a_line_is_solved_by_passing_all_its_tests() {
        let record = record(" bm O-O O-O-O; am O-O; dm 2;");
        let mv = |text| Some(record.board().parse_san(text).unwrap());
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
        fn arbitrary_text_never_panics(text in "\\PC*", rest in "[ ;\"a-z0-9NQO=x#-]*") {
            let _ = text.parse::<EpdRecord>();
            for operation in [text, rest] {
                for opcode in ["", "bm ", "dm ", "hmvc "] {
                    let _ = format!("{POSITION} {opcode}{operation}").parse::<EpdRecord>();
                }
            }
        }
    }
}
