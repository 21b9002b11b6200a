//! The command line: parses the arguments, runs a command and returns its exit code.
//!
//! What the command lines of other programs need too is public.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod bench;
mod error;
mod eval;
mod files;
mod genfens;
mod json;
mod parameters;
mod perft;
mod position;
#[cfg(target_arch = "x86_64")]
mod processor;
mod program;
mod progress;
mod speedtest;
mod tablebase;

use std::env;
use std::ffi::OsString;
use std::io::{self, BufReader, IsTerminal, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use self::error::CliError;
pub use self::files::{FileError, at_file, numbered_lines, open_text, read_text};
use self::genfens::join_genfens;
use self::perft::{PerftArguments, PerftSuiteArguments};
pub use self::position::{MOVES, PositionArguments, PositionError, join_fens, play_moves};
use self::program::run_thread;
pub use self::program::{ProgramError, VERSION, run as run_program, say};
use crate::board::is_start_word;
use crate::text::{Printable, Waiting};
use crate::types::Square;
use crate::uci;

/// A UCI chess engine. Without a command, it speaks UCI on standard input and output; commands of
/// UCI, such as "position startpos" "go depth 9", are executed one after the other. The program
/// nunatak-tools analyses, annotates and plays.
#[derive(Parser)]
#[command(name = "nunatak", version = VERSION.as_str())]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Measure the search speed, to compare machines and builds
    Speedtest(speedtest::Arguments),
    /// Count the leaf nodes of the move tree
    Perft(PerftArguments),
    /// Count the leaf nodes of the move tree below each legal move
    Divide(PerftArguments),
    /// Check the counts of a perft suite, with lines such as `FEN ;D1 20 ;D2 400`
    PerftSuite(PerftSuiteArguments),
    /// Search fixed positions to show the node-count signature and the speed
    Bench(bench::Arguments),
    /// Show the static evaluation of a position: by piece, by number of pieces and by term
    Eval(eval::Arguments),
    /// Generate the endgame tables and show their statistics
    Tablebase,
    /// Print the tunable parameters as OpenBench's input for SPSA
    Parameters(parameters::Arguments),
    /// Print random balanced openings, as OpenBench's workers ask for them
    Genfens(genfens::Arguments),
}

/// The greeting at a terminal, before UCI begins.
const GREETING: &str = "Nunatak speaks UCI: 'help' lists the commands, 'quit' exits; \
                        'nunatak --help' lists other commands.";

/// Commands of the program nunatak-tools, which were once commands of this one.
const COMMANDS_OF_TOOLS: [&str; 6] = ["analyse", "analyze", "annotate", "play", "epd", "book"];

/// The command of UCI that ends the program.
const QUIT: &str = "quit";
/// The command of UCI that lists its commands.
const HELP: &str = "help";

/// Commands that the program has as well as the UCI input.
const SHARED_COMMANDS: [&str; 5] = ["bench", "eval", "perft", "divide", HELP];

/// The exit code of invalid arguments.
const USAGE_ERROR: u8 = 2;

/// Returns the declaration of the command line, for manual pages and completions.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Runs the command given by the arguments of the program.
pub fn run() -> ExitCode {
    let words: Vec<OsString> = env::args_os().collect();
    let command = words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    if COMMANDS_OF_TOOLS.contains(&command) {
        say(format_args!(
            "error: '{command}' is a command of nunatak-tools: 'nunatak-tools {command}'"
        ));
        return ExitCode::from(USAGE_ERROR);
    }
    if !(is_of_uci(command) || is_shared(command) && is_followed(&words)) {
        return run_program(join_fens(join_genfens(words)), execute);
    }
    // The commands of UCI have one help for all.
    let asks_for_help = words.iter().skip(2).any(|word| word == "--help" || word == "-h");
    let lines: Result<Vec<_>, _> = if asks_for_help {
        Ok(vec![HELP.to_owned()])
    } else {
        words.into_iter().skip(1).map(OsString::into_string).collect()
    };
    match lines {
        Ok(lines) => run_thread(|| {
            let is_accepted = uci::execute(&uci_lines(lines), Waiting(io::stdout()))?;
            Ok::<_, CliError>(if is_accepted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }),
        Err(word) => {
            say(format_args!("error: '{}' is not valid UTF-8", Printable(word.display())));
            ExitCode::from(USAGE_ERROR)
        }
    }
}

/// Whether the arguments after a shared command are further commands of UCI: the command is a whole
/// line, or there is a `quit` at the end, and it has no arguments that only the command of the
/// program knows.
fn is_followed(words: &[OsString]) -> bool {
    let is_of_program = |word: &str| {
        word.starts_with('-') || word.contains('/') || word == MOVES || is_start_word(word)
    };
    let mut arguments = words.iter().skip(1).map(|word| word.to_str().unwrap_or_default());
    arguments.next().is_some_and(|command| command.contains(' '))
        || words.last().is_some_and(|word| word == QUIT)
            && !arguments.take_while(|word| !is_of_uci(word)).any(is_of_program)
}

/// Whether an argument is a line of UCI, or the first word of one.
fn is_of_uci(argument: &str) -> bool {
    let word = argument.split_whitespace().next().unwrap_or_default();
    uci::is_command(word) && !SHARED_COMMANDS.contains(&word)
}

/// Whether an argument is the line of a shared command, or the first word of one.
fn is_shared(argument: &str) -> bool {
    argument.split_whitespace().next().is_some_and(|word| SHARED_COMMANDS.contains(&word))
}

/// Words of UCI that the next argument belongs to, even if it has blanks.
const WORDS_BEFORE_TEXT: [&str; 5] = ["fen", "moves", "searchmoves", "name", "value"];

/// Returns the lines of UCI in arguments, which may be lines or single words.
fn uci_lines(arguments: Vec<String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut is_whole = false;
    let mut arguments = arguments.into_iter().peekable();
    while let Some(argument) = arguments.next() {
        let is_line = argument.contains(' ');
        // `go perft 3` is one command. In Chess960, `d` may be a field of a FEN, castling rights.
        let is_field = lines.last().is_some_and(|line| lacks_castling_rights(line))
            && arguments.peek().is_some_and(|next| next == "-" || next.parse::<Square>().is_ok());
        let is_command = is_of_uci(&argument) && !is_field
            || is_shared(&argument) && lines.last().is_none_or(|line| line != "go");
        match lines.last_mut() {
            // After a whole line, another one is not a part of it, but perhaps a misspelled
            // command.
            Some(line) if !(is_command || is_whole && is_line && !expects_text(line)) => {
                *line += &format!(" {argument}");
            }
            _ => {
                lines.push(argument);
                is_whole = is_line;
            }
        }
    }
    lines
}

/// Whether a line of UCI ends in the first two fields of a FEN.
fn lacks_castling_rights(line: &str) -> bool {
    line.split_whitespace().rev().position(|word| word == "fen") == Some(2)
}

/// Whether a line of UCI ends in a word that the next argument belongs to.
fn expects_text(line: &str) -> bool {
    line.split_whitespace().last().is_some_and(|word| WORDS_BEFORE_TEXT.contains(&word))
}

fn execute(arguments: Arguments) -> Result<ExitCode, CliError> {
    let mut out = Waiting(io::stdout().lock());
    match arguments.command {
        None => {
            if io::stdin().is_terminal() {
                writeln!(out, "{GREETING}")?;
            }
            // The threads of the protocol share standard output.
            drop(out);
            uci::serve(BufReader::new(Waiting(io::stdin())), Waiting(io::stdout()))?;
        }
        Some(Command::Speedtest(arguments)) => speedtest::run(&mut out, &arguments)?,
        Some(Command::Perft(arguments)) => perft::write_perft(&mut out, &arguments, false)?,
        Some(Command::Divide(arguments)) => perft::write_perft(&mut out, &arguments, true)?,
        Some(Command::PerftSuite(arguments)) => perft::check_suite(&mut out, &arguments)?,
        Some(Command::Bench(arguments)) => bench::run(&mut out, &arguments)?,
        Some(Command::Eval(arguments)) => eval::run(&mut out, &arguments)?,
        Some(Command::Tablebase) => tablebase::write_statistics(&mut out)?,
        Some(Command::Parameters(arguments)) => parameters::write(&mut out, &arguments)?,
        Some(Command::Genfens(arguments)) => genfens::run(&mut out, &arguments)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_lines_or_words_of_uci() {
        let lines =
            |arguments: &[&str]| uci_lines(arguments.iter().map(|&word| word.to_owned()).collect());
        assert_eq!(lines(&["go depth 3", "quit"]), ["go depth 3", "quit"]);
        let words = "position startpos moves e2e4 go depth 3 quit";
        let words: Vec<&str> = words.split(' ').collect();
        assert_eq!(lines(&words), ["position startpos moves e2e4", "go depth 3", "quit"]);
        let words = "setoption name Hash value 1 bench 1 go perft 2 eval quit";
        let words: Vec<&str> = words.split(' ').collect();
        let expected = ["setoption name Hash value 1", "bench 1", "go perft 2", "eval", "quit"];
        assert_eq!(lines(&words), expected);
        assert_eq!(lines(&["setoption name Hash value 1", "bench 1"]).len(), 2);
        assert_eq!(lines(&["setoption name Hash value 1", "psoition startpos"]).len(), 2);
        let fen = "8/8/8/8/8/k7/8/K7 w - -";
        for words in [
            &["position", "fen", fen, "moves", "a1b1", "d"][..],
            &["position fen", fen, "moves", "a1b1", "d"],
        ] {
            assert_eq!(lines(words), ["position fen 8/8/8/8/8/k7/8/K7 w - - moves a1b1", "d"]);
        }
        for en_passant in ["-", "e3"] {
            let position = format!("position fen 3rk3/8/8/8/8/8/8/4K3 b d {en_passant} 0 1");
            let words: Vec<&str> = position.split(' ').chain(["d", "quit"]).collect();
            assert_eq!(lines(&words), [&*position, "d", "quit"]);
        }
        assert_eq!(lines(&["position startpos", "debug on", "go infinite", "stop"]).len(), 4);
        assert!(is_of_uci("go depth 3") && !is_of_uci("bench") && !is_of_uci(""));
    }
}
