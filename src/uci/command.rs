//! Parses lines of the protocol into commands.

use std::num::NonZeroUsize;

use super::go::GoArguments;
use super::position::PositionArguments;
use super::tokens::{CommandError, PERFT_DEPTH, Words, without_quotes};

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
    /// What is written to which file, and whether an existing one is replaced.
    Export {
        exported: Exported,
        file: String,
        force: bool,
    },
    Eval,
    Perft(u8),
    Divide(u8),
    Bench(Option<usize>),
    Help,
}

impl Command {
    /// Whether only another command ends it.
    pub(super) fn is_endless(&self) -> bool {
        matches!(self, Self::Go(go) if go.is_endless())
    }
}

/// What `export` and `export_net` write to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exported {
    Options,
    Network,
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
stop, ponderhit, quit (also exit)
d                         show the board
flip                      exchange the colours and mirror the ranks
eval                      show the value of each piece and the terms of the evaluation
perft N                   count the leaf nodes of the move tree N plies deep
divide N, go perft N      count them for each legal move
bench [N]                 search fixed positions to depth N
compiler                  show the compiler and the target of this build
export FILE [--force]     write all options to a file, as lines that set them
export_net FILE [--force] write the network in use to a file, for EvalFile";

/// The word that lets `export` replace a file.
const FORCE: &str = "--force";

/// A parsed line: the command, `None` if there is none to execute, and the errors to report.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ParsedLine {
    pub(super) command: Option<Command>,
    pub(super) errors: Vec<CommandError>,
}

/// Parses a line. Unknown words before and after a command are skipped and reported.
pub(super) fn parse(line: &str) -> ParsedLine {
    let mut words = Words::new(line);
    match parse_words(&mut words) {
        Ok(command) => ParsedLine { command, errors: words.errors },
        Err(error) => ParsedLine { command: None, errors: vec![error] },
    }
}

/// Parses the words of a line; `None` if it needs no answer.
fn parse_words(words: &mut Words) -> Result<Option<Command>, CommandError> {
    let Some(first) = words.peek() else { return Ok(None) };
    while let Some(word) = words.next() {
        let command = parse_command(word, words)?;
        if command.is_some() {
            words.ignore_rest(word);
            return Ok(command);
        }
        words.ignored.push(word);
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
        "register" => {
            words.rest();
            Command::Register
        }
        "ucinewgame" => Command::UciNewGame,
        "position" => Command::Position(PositionArguments::parse(words)),
        "go" => match GoArguments::parse(words)? {
            (_, Some(depth)) => Command::Divide(depth),
            (arguments, None) => Command::Go(arguments),
        },
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" | "exit" => Command::Quit,
        // For users at the console.
        "d" => Command::Display,
        "flip" => Command::Flip,
        "compiler" => Command::Compiler,
        "export" => parse_export("export", Exported::Options, words)?,
        "export_net" => parse_export("export_net", Exported::Network, words)?,
        "eval" => Command::Eval,
        "perft" => Command::Perft(words.number("perft", PERFT_DEPTH)?),
        "divide" => Command::Divide(words.number("divide", PERFT_DEPTH)?),
        "bench" if words.peek().is_none() => Command::Bench(None),
        "bench" => {
            let depth: NonZeroUsize = words.number("bench", "a whole number of 1 or more")?;
            Command::Bench(Some(depth.get()))
        }
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

/// Parses the name of a file, which may contain spaces, and whether an existing one is replaced.
fn parse_export(
    command: &'static str,
    exported: Exported,
    words: &mut Words,
) -> Result<Command, CommandError> {
    let rest = words.rest();
    let forced = rest.strip_suffix(FORCE).or_else(|| rest.strip_prefix(FORCE));
    // Without a blank between, the word is a part of the name.
    let forced = forced.filter(|file| file.trim() != *file);
    let file = without_quotes(forced.unwrap_or(rest).trim());
    if file.is_empty() || file == FORCE {
        return Err(CommandError::Missing { command, expected: "file name" });
    }
    if file.starts_with('-') {
        return Err(CommandError::unexpected(command, Some(file), "a file name"));
    }
    Ok(Command::Export { exported, file: file.to_owned(), force: forced.is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without_errors(command: Command) -> ParsedLine {
        ParsedLine { command: Some(command), errors: Vec::new() }
    }

    fn only_error(line: &str) -> String {
        match parse(line).errors.as_slice() {
            [error] => error.to_string(),
            errors => unreachable!("{line}: {errors:?}"),
        }
    }

    #[test]
    fn whitespace_and_unknown_words_are_skipped() {
        for line in ["isready", "\t isready \r\n", "what is this isready", "isready isready"] {
            assert_eq!(parse(line).command, Some(Command::IsReady), "{line:?}");
        }
        assert_eq!(parse("register name X code 1"), without_errors(Command::Register));
        for line in ["", " \t ", "\r\n", "xboard", "protover 2"] {
            assert_eq!(parse(line), ParsedLine::default());
        }
        assert!(only_error("xyzzy 12").contains("'xyzzy'"));
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
            ("bench -1", "bench: '-1' is not a whole number of 1 or more"),
            ("bench 0", "bench: '0' is not a whole number of 1 or more"),
            ("export --force", "export: missing file name"),
            ("export_net", "export_net: missing file name"),
            ("export -", "export: '-' is not a file name"),
            ("export_net - --force", "export_net: '-' is not a file name"),
        ] {
            let error = only_error(line);
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn option_names_and_values_may_contain_spaces() {
        let Some(Command::SetOption { name, value }) =
            parse("setoption  name Move   Overhead value  a  b ").command
        else {
            unreachable!("an option")
        };
        assert_eq!((name.as_str(), value.as_deref()), ("Move Overhead", Some("a  b")));
    }

    #[test]
    fn names_of_files_may_contain_any_blanks() {
        let exported = |line: &str| match parse(line).command {
            Some(Command::Export { exported: Exported::Options, file, force }) => (file, force),
            other => unreachable!("{other:?}"),
        };
        assert_eq!(exported("export  a  b.txt "), ("a  b.txt".to_owned(), false));
        assert_eq!(exported("export a  b.txt  --force"), ("a  b.txt".to_owned(), true));
        assert_eq!(exported("export --force  a  b.txt"), ("a  b.txt".to_owned(), true));
        for file in ["a--force", "a --forced"] {
            assert_eq!(exported(&format!("export {file}")), (file.to_owned(), false));
        }
    }

    #[test]
    fn go_perft_is_the_same_as_divide() {
        assert_eq!(parse("go depth 3 perft 4"), without_errors(Command::Divide(4)));
        assert!(matches!(parse("go depth 3").command, Some(Command::Go(_))));
    }

    #[test]
    fn ignored_words_are_reported() {
        for (line, expected) in [
            ("foo go bar perft 1 2", "go: unknown words ignored: 'foo', 'bar', '2'"),
            ("go nodes 1 nods 2", "go: unknown words ignored: 'nods', '2'"),
            ("perft 1 junk  more", "perft: unknown words ignored: 'junk', 'more'"),
            ("bench 1 junk", "bench: unknown words ignored: 'junk'"),
            ("flip x", "flip: unknown words ignored: 'x'"),
            ("foo isready bar", "isready: unknown words ignored: 'foo', 'bar'"),
            ("debug on bar", "debug: unknown words ignored: 'bar'"),
        ] {
            assert!(parse(line).command.is_some(), "{line}");
            let error = only_error(line);
            assert!(error.starts_with(expected), "{line}: {error}");
        }
    }
}
