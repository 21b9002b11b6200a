//! Parses lines of the protocol into commands.

use std::num::NonZeroUsize;

use super::go::GoArguments;
use super::tokens::{CommandError, PERFT_DEPTH, Words, unexpected, without_quotes};

/// A command of the protocol, or one for the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Uci,
    Debug(bool),
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    Register,
    UciNewGame,
    /// The description of the new position, or the error for which it is refused.
    Position(Result<String, CommandError>),
    Go(Box<GoArguments>),
    Stop,
    PonderHit,
    Quit,
    Display,
    Flip,
    Compiler,
    /// Whether the network is written instead of the options, to which file, and whether an existing
    /// one is replaced.
    Export {
        is_network: bool,
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

/// Parses a line. Returns the command, `None` if there is none to execute, and the errors to report.
/// Unknown words before and after a command are skipped and reported.
pub(super) fn parse(line: &str) -> (Option<Command>, Vec<CommandError>) {
    let mut words = Words::new(line);
    match parse_words(&mut words) {
        Ok(command) => (command, words.errors),
        Err(error) => (None, vec![error]),
    }
}

/// Whether `word` begins a command, though what must follow may be missing.
pub(crate) fn is_command(word: &str) -> bool {
    !matches!(parse_command(word, &mut Words::new("")), Ok(None))
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
        "debug" => match words.next() {
            Some("on") => Command::Debug(true),
            Some("off") => Command::Debug(false),
            word => return Err(unexpected("debug", word, "'on' or 'off'")),
        },
        "isready" => Command::IsReady,
        "setoption" => parse_set_option(words)?,
        "register" => {
            words.rest();
            Command::Register
        }
        "ucinewgame" => Command::UciNewGame,
        "position" => Command::Position(Ok(words.rest().to_owned())),
        "go" => match GoArguments::parse(words)? {
            (_, Some(depth)) => Command::Divide(depth),
            (arguments, None) => Command::Go(Box::new(arguments)),
        },
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" | "exit" => Command::Quit,
        // For users at the console.
        "d" => Command::Display,
        "flip" => Command::Flip,
        "compiler" => Command::Compiler,
        "export" => parse_export("export", false, words)?,
        "export_net" => parse_export("export_net", true, words)?,
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

/// Parses `name` and `value`, both of which may contain spaces.
fn parse_set_option(words: &mut Words) -> Result<Command, CommandError> {
    match words.next() {
        Some("name") => {}
        word => return Err(unexpected("setoption", word, "'name'")),
    }
    let name = words.before("value").join(" ");
    if name.is_empty() {
        return Err(unexpected("setoption", None, "name of an option"));
    }
    let value = words.next().map(|_| words.rest().to_owned()).unwrap_or_default();
    Ok(Command::SetOption { name, value })
}

/// Parses the name of a file, which may contain spaces, and whether an existing one is replaced.
fn parse_export(
    command: &str,
    is_network: bool,
    words: &mut Words,
) -> Result<Command, CommandError> {
    let rest = words.rest();
    let forced = rest.strip_suffix(FORCE).or_else(|| rest.strip_prefix(FORCE));
    // Without a blank between, the word is a part of the name.
    let forced = forced.filter(|file| file.trim() != *file);
    let file = without_quotes(forced.unwrap_or(rest).trim());
    if file.is_empty() || file == FORCE {
        return Err(unexpected(command, None, "file name"));
    }
    if file.starts_with('-') {
        return Err(unexpected(command, Some(file), "a file name"));
    }
    Ok(Command::Export { is_network, file: file.to_owned(), force: forced.is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without_errors(command: Command) -> (Option<Command>, Vec<CommandError>) {
        (Some(command), Vec::new())
    }

    fn only_error(line: &str) -> String {
        match parse(line).1.as_slice() {
            [error] => error.to_string(),
            errors => unreachable!("{line}: {errors:?}"),
        }
    }

    #[test]
    fn whitespace_and_unknown_words_are_skipped() {
        for line in ["isready", "\t isready \r\n", "what is this isready", "isready isready"] {
            assert_eq!(parse(line).0, Some(Command::IsReady), "{line:?}");
        }
        assert_eq!(parse("register name X code 1"), without_errors(Command::Register));
        for line in ["", " \t ", "\r\n", "xboard", "protover 2"] {
            assert_eq!(parse(line), (None, Vec::new()));
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
            parse("setoption  name Move   Overhead value  a  b ").0
        else {
            unreachable!("an option")
        };
        assert_eq!((name.as_str(), value.as_str()), ("Move Overhead", "a  b"));
    }

    #[test]
    fn names_of_files_may_contain_any_blanks() {
        let exported = |line: &str| match parse(line).0 {
            Some(Command::Export { is_network: false, file, force }) => (file, force),
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
        assert!(matches!(parse("go depth 3").0, Some(Command::Go(_))));
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
            assert!(parse(line).0.is_some(), "{line}");
            let error = only_error(line);
            assert!(error.starts_with(expected), "{line}: {error}");
        }
    }
}
