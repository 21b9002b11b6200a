//! Parses lines of the protocol into commands.

use super::go::{Go, GoArguments};
use super::position::PositionArguments;
use super::words::{CommandError, PERFT_DEPTH, Words};

/// A command of the protocol, or one for the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Register,
    UciNewGame,
    /// The new position, or the error for which it is refused.
    Position(Result<PositionArguments, CommandError>),
    Go(GoArguments),
    Stop,
    PonderHit,
    Quit,
    Display,
    Flip,
    Compiler,
    /// The file to which the options are written, and whether an existing one is replaced.
    Export {
        file: String,
        force: bool,
    },
    Eval,
    Perft(u8),
    Divide(u8),
    Bench(Option<usize>),
    Help,
}

/// The list of commands, for users at the console.
pub(super) const HELP: &str = "\
uci                       show name, author and options, then uciok
debug on|off              show more information about each search
isready                   answer readyok after all earlier commands; at once during a search
setoption name N value V  set an option
ucinewgame                forget the last game
position startpos|fen F [moves M ...]
go [searchmoves M ...] [ponder] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
   [depth N] [nodes N] [mate N] [movetime MS] [infinite]
stop, ponderhit, quit
d                         show the board
flip                      exchange the colours and turn the board around
eval                      show the static evaluation by term
perft N                   count the leaf nodes of the move tree N plies deep
divide N, go perft N      count them for each legal move
bench [N]                 search fixed positions to depth N
compiler                  show the compiler and the target of this build
export FILE [--force]     write all options to a file, as lines that set them";

/// The word that lets `export` replace a file.
const FORCE: &str = "--force";

/// Parses a line; `None` if it needs no answer. Unknown words before a command are skipped.
pub(super) fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let mut words = Words::new(line);
    let Some(first) = words.peek() else { return Ok(None) };
    while let Some(word) = words.next() {
        let command = parse_command(word, &mut words)?;
        if command.is_some() {
            return Ok(command);
        }
    }
    // Some interfaces try the XBoard protocol first and take silence for a refusal.
    if matches!(first, "xboard" | "protover") {
        return Ok(None);
    }
    Err(CommandError::Unknown(first.to_owned()))
}

/// Parses the arguments of the command `name`; `None` if there is no such command.
fn parse_command(name: &str, words: &mut Words) -> Result<Option<Command>, CommandError> {
    Ok(Some(match name {
        "uci" => Command::Uci,
        "debug" => parse_debug(words)?,
        "isready" => Command::IsReady,
        "setoption" => parse_set_option(words)?,
        "register" => Command::Register,
        "ucinewgame" => Command::UciNewGame,
        "position" => Command::Position(PositionArguments::parse(words)),
        "go" => match Go::parse(words)? {
            Go::Search(arguments) => Command::Go(arguments),
            Go::Perft(depth) => Command::Divide(depth),
        },
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "flip" => Command::Flip,
        "compiler" => Command::Compiler,
        "export" => parse_export(words)?,
        "eval" => Command::Eval,
        "perft" => Command::Perft(words.number("perft", PERFT_DEPTH)?),
        "divide" => Command::Divide(words.number("divide", PERFT_DEPTH)?),
        "bench" if words.peek().is_none() => Command::Bench(None),
        "bench" => Command::Bench(Some(words.number("bench", "a whole number of 0 or more")?)),
        "help" => Command::Help,
        _ => return Ok(None),
    }))
}

fn parse_debug(words: &mut Words) -> Result<Command, CommandError> {
    match words.next() {
        Some("on") => Ok(Command::Debug(true)),
        Some("off") => Ok(Command::Debug(false)),
        word => Err(CommandError::unexpected("debug", word, "'on' or 'off'")),
    }
}

/// Parses `name` and `value`, both of which may contain spaces.
fn parse_set_option(words: &mut Words) -> Result<Command, CommandError> {
    const COMMAND: &str = "setoption";
    match words.next() {
        Some("name") => {}
        word => return Err(CommandError::unexpected(COMMAND, word, "'name'")),
    }
    let name = words.before("value").join(" ");
    if name.is_empty() {
        return Err(CommandError::Missing { command: COMMAND, expected: "name of an option" });
    }
    let value = words.next().map(|_| words.rest().to_owned());
    Ok(Command::SetOption { name, value })
}

/// Parses the name of a file, which may contain spaces.
fn parse_export(words: &mut Words) -> Result<Command, CommandError> {
    let rest = words.rest();
    let forced = rest.strip_suffix(FORCE).filter(|file| file.trim_end() != *file);
    let file = forced.unwrap_or(rest).trim_end();
    if file.is_empty() || file == FORCE {
        return Err(CommandError::Missing { command: "export", expected: "file name" });
    }
    Ok(Command::Export { file: file.to_owned(), force: forced.is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whitespace_and_unknown_words_are_skipped() {
        for line in ["isready", "\t isready \r\n", "what is this isready", "isready isready"] {
            assert_eq!(parse(line), Ok(Some(Command::IsReady)), "{line:?}");
        }
        for line in ["", " \t ", "\r\n", "xboard", "protover 2"] {
            assert_eq!(parse(line), Ok(None));
        }
        assert!(parse("xyzzy 12").unwrap_err().to_string().contains("'xyzzy'"));
    }

    #[test]
    fn errors_name_the_invalid_argument() {
        for (line, part) in [
            ("perft", "perft: missing"),
            ("go perft", "perft: missing"),
            ("debug", "'on' or 'off'"),
            ("debug maybe", "'maybe'"),
            ("setoption", "'name'"),
            ("setoption Hash", "'Hash' is not 'name'"),
            ("setoption name value 3", "name of an option"),
            ("export", "export: missing file name"),
            ("perft 256", "perft: '256' is not a whole number from 0 to 255"),
            ("divide -1", "divide: '-1' is not a whole number from 0 to 255"),
            ("go perft x", "perft: 'x' is not a whole number from 0 to 255"),
            ("bench -1", "bench: '-1' is not a whole number of 0 or more"),
            ("export --force", "export: missing file name"),
        ] {
            let error = parse(line).unwrap_err().to_string();
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn option_names_and_values_may_contain_spaces() {
        let Ok(Some(Command::SetOption { name, value })) =
            parse("setoption  name Move   Overhead value  a  b ")
        else {
            unreachable!("an option")
        };
        assert_eq!((name.as_str(), value.as_deref()), ("Move Overhead", Some("a  b")));
    }

    #[test]
    fn names_of_files_may_contain_any_blanks() {
        let exported = |line| match parse(line) {
            Ok(Some(Command::Export { file, force })) => (file, force),
            other => unreachable!("{other:?}"),
        };
        assert_eq!(exported("export  a  b.txt "), ("a  b.txt".to_owned(), false));
        assert_eq!(exported("export a  b.txt  --force"), ("a  b.txt".to_owned(), true));
        assert_eq!(exported("export a--force"), ("a--force".to_owned(), false));
    }

    #[test]
    fn go_perft_is_the_same_as_divide() {
        assert_eq!(parse("go depth 3 perft 4"), Ok(Some(Command::Divide(4))));
        assert!(matches!(parse("go depth 3"), Ok(Some(Command::Go(_)))));
    }
}
