//! Lines of the protocol as typed commands.

use thiserror::Error;

use super::go::{self, GoText};
use crate::board::{Board, FenError, MoveError};

/// A line that the engine understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    Debug(bool),
    IsReady,
    SetOption { name: String, value: Option<String> },
    Register,
    UciNewGame,
    Position(PositionText),
    Go(GoText),
    Stop,
    PonderHit,
    Quit,
    Display,
    Eval,
    Perft(u8),
    Divide(u8),
    Bench(Option<usize>),
    Help,
}

/// A line that looks like a command and is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum CommandError {
    #[error("unknown command '{0}'")]
    Unknown(String),
    #[error("{command}: missing {what}")]
    Missing { command: &'static str, what: &'static str },
    #[error("{command}: '{value}' is not {expected}")]
    BadValue { command: &'static str, value: String, expected: &'static str },
}

/// The arguments of `position`, not yet looked at on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionText {
    /// The start position if `None`.
    fen: Option<String>,
    moves: Vec<String>,
}

impl PositionText {
    /// The position, and the keys of those before it from the oldest on.
    pub(super) fn resolve(&self) -> Result<(Board, Vec<u64>), PositionError> {
        let mut board = match &self.fen {
            Some(fen) => fen.parse()?,
            None => Board::start(),
        };
        let mut keys = Vec::with_capacity(self.moves.len());
        for text in &self.moves {
            let mv = board.parse_move(text)?;
            keys.push(board.key());
            board = board.make(mv);
        }
        Ok((board, keys))
    }
}

/// A `position` that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum PositionError {
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// The words of a line, one after the other.
pub(super) type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// Reads a line. `Ok(None)` if there is nothing to do; words before the first command are skipped.
pub(super) fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let mut words = line.split_whitespace().peekable();
    let Some(&first) = words.peek() else { return Ok(None) };
    while let Some(word) = words.next() {
        let command = match word {
            "uci" => Command::Uci,
            "debug" => parse_debug(&mut words)?,
            "isready" => Command::IsReady,
            "setoption" => parse_set_option(&mut words)?,
            "register" => Command::Register,
            "ucinewgame" => Command::UciNewGame,
            "position" => Command::Position(parse_position(&mut words)?),
            "go" => go::parse(&mut words)?,
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            "d" => Command::Display,
            "eval" => Command::Eval,
            "perft" => Command::Perft(value(&mut words, "perft")?),
            "divide" => Command::Divide(value(&mut words, "divide")?),
            "bench" => match words.peek() {
                None => Command::Bench(None),
                Some(_) => Command::Bench(Some(value(&mut words, "bench")?)),
            },
            "help" => Command::Help,
            _ => continue,
        };
        return Ok(Some(command));
    }
    // With these an interface tries another protocol first. Silence tells that it is not spoken.
    if matches!(first, "xboard" | "protover") {
        return Ok(None);
    }
    Err(CommandError::Unknown(first.to_owned()))
}

fn parse_debug(words: &mut Words) -> Result<Command, CommandError> {
    match words.next() {
        Some("on") => Ok(Command::Debug(true)),
        Some("off") => Ok(Command::Debug(false)),
        None => Err(CommandError::Missing { command: "debug", what: "'on' or 'off'" }),
        Some(word) => Err(CommandError::BadValue {
            command: "debug",
            value: word.to_owned(),
            expected: "'on' or 'off'",
        }),
    }
}

/// Names and values may hold blanks.
fn parse_set_option(words: &mut Words) -> Result<Command, CommandError> {
    if words.next_if_eq(&"name").is_none() {
        return Err(CommandError::Missing { command: "setoption", what: "'name'" });
    }
    let mut name = Vec::new();
    while let Some(word) = words.next_if(|&word| word != "value") {
        name.push(word);
    }
    if name.is_empty() {
        return Err(CommandError::Missing { command: "setoption", what: "name of an option" });
    }
    let value = words.next().map(|_| words.collect::<Vec<_>>().join(" "));
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn parse_position(words: &mut Words) -> Result<PositionText, CommandError> {
    let fen = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let mut fields = Vec::new();
            while let Some(word) = words.next_if(|&word| word != "moves") {
                fields.push(word);
            }
            Some(fields.join(" "))
        }
        Some(word) => {
            return Err(CommandError::BadValue {
                command: "position",
                value: word.to_owned(),
                expected: "'startpos' or 'fen'",
            });
        }
        None => {
            return Err(CommandError::Missing { command: "position", what: "'startpos' or 'fen'" });
        }
    };
    match words.next() {
        None => Ok(PositionText { fen, moves: Vec::new() }),
        Some("moves") => Ok(PositionText { fen, moves: words.map(str::to_owned).collect() }),
        Some(word) => Err(CommandError::BadValue {
            command: "position",
            value: word.to_owned(),
            expected: "'moves'",
        }),
    }
}

/// The number that follows a word.
pub(super) fn value<T: std::str::FromStr>(
    words: &mut Words,
    command: &'static str,
) -> Result<T, CommandError> {
    let word = words.next().ok_or(CommandError::Missing { command, what: "number" })?;
    word.parse().map_err(|_| CommandError::BadValue {
        command,
        value: word.to_owned(),
        expected: "a number in range",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_and_unknown_words_do_not_matter() {
        for line in ["isready", "\t isready \r\n", "what is this isready", "isready isready"] {
            assert_eq!(parse(line), Ok(Some(Command::IsReady)), "{line:?}");
        }
        for line in ["", " \t ", "\r\n", "xboard", "protover 2"] {
            assert_eq!(parse(line), Ok(None));
        }
        assert!(parse("xyzzy 12").unwrap_err().to_string().contains("'xyzzy'"));
    }

    #[test]
    fn bad_arguments_are_named() {
        for (line, part) in [
            ("perft", "perft: missing"),
            ("debug maybe", "'maybe'"),
            ("position", "'startpos' or 'fen'"),
            ("position nowhere", "'nowhere'"),
            ("position startpos e2e4", "'e2e4'"),
            ("setoption", "'name'"),
            ("setoption name value 3", "name of an option"),
        ] {
            let error = parse(line).unwrap_err().to_string();
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn option_names_and_values_keep_their_blanks() {
        let Ok(Some(Command::SetOption { name, value })) =
            parse("setoption  name Move   Overhead value  a  b ")
        else {
            unreachable!("an option")
        };
        assert_eq!((name.as_str(), value.as_deref()), ("Move Overhead", Some("a b")));
    }

    #[test]
    fn positions_are_played_out() {
        let resolve = |line: &str| match parse(line) {
            Ok(Some(Command::Position(position))) => position.resolve(),
            other => unreachable!("{line}: {other:?}"),
        };
        let (board, keys) = resolve("position startpos moves e2e4 e7e5 g1f3").unwrap();
        assert_eq!(keys.len(), 3);
        assert_eq!(keys.first(), Some(&Board::start().key()));
        let fen = board.to_string();
        assert_eq!(fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
        assert_eq!(resolve(&format!("position fen {fen}")).unwrap().0, board);
        assert!(resolve("position startpos moves e2e4 e2e4").is_err());
        assert!(resolve("position fen 8/8 w - -").is_err());
    }
}
