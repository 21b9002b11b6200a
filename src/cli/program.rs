//! What the command lines of all programs have in common: running a command, errors and exit codes.

use std::any::TypeId;
use std::env::consts::ARCH;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::LazyLock;
use std::thread;

use clap::Parser;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::error::ContextValue;

use crate::eval::network::VectorInstructions;
use crate::search::STACK_BYTES;
use crate::text::{Printable, Waiting};

/// Lists each instruction set if this build may use it.
macro_rules! instruction_sets {
    ($($name:literal)*) => { [$(cfg!(target_feature = $name).then_some($name)),*] };
}

/// The version, the commit if known, the architecture with the relevant instruction sets of this
/// build, and the vector instructions that the network uses on this processor: `0.1.0 (1a2b3c4)
/// x86_64 popcnt avx2`. A `-dirty` commit had uncommitted changes of the engine.
pub static VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("NUNATAK_COMMIT").map(|commit| format!("({commit})"));
    let sets = instruction_sets!("popcnt" "lzcnt" "bmi1" "bmi2" "neon" "sve");
    let vectors = match VectorInstructions::available() {
        VectorInstructions::Program => None,
        VectorInstructions::Avx2 => Some("avx2"),
        VectorInstructions::Avx512 => Some("avx512"),
    };
    let build = [Some(env!("CARGO_PKG_VERSION")), commit.as_deref(), Some(ARCH)];
    build.into_iter().chain(sets).chain([vectors]).flatten().collect::<Vec<_>>().join(" ")
});

/// An error that ends a program.
pub trait ProgramError: Display + From<io::Error> {
    /// Whether standard output was closed, which is not a failure: the reader has seen enough.
    fn is_closed_output(&self) -> bool;
}

/// Parses the arguments of a program, its `words`, runs `execute` with the stack that a search
/// needs, and reports its error; or prints the help or version that was asked for, or what is wrong
/// with the arguments. Returns the exit code.
pub fn run<A: Parser + 'static, E: ProgramError + 'static>(
    words: Vec<OsString>,
    execute: impl FnOnce(A) -> Result<ExitCode, E> + Send + 'static,
) -> ExitCode {
    run_thread(move || {
        let matches = with_common_rules(A::command()).try_get_matches_from(words);
        let arguments = matches.map_err(printable).and_then(|it| A::from_arg_matches(&it));
        match arguments {
            Ok(arguments) => execute(arguments),
            Err(error) => {
                let printed = error.print();
                if !error.use_stderr() {
                    printed?;
                }
                Ok(u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from))
            }
        }
    })
}

/// Runs `work` in a thread of its own with the stack that a search needs, because the size of the
/// main thread's stack depends on the system, and reports its error. Returns the exit code.
pub(super) fn run_thread<E: ProgramError + 'static>(
    work: impl FnOnce() -> Result<ExitCode, E> + Send + 'static,
) -> ExitCode {
    let reported = move || match work() {
        Ok(code) => code,
        Err(error) if error.is_closed_output() => ExitCode::SUCCESS,
        Err(error) => {
            say(format_args!("error: {}", Printable(error)));
            ExitCode::FAILURE
        }
    };
    let program = thread::Builder::new().name("program".to_owned()).stack_size(STACK_BYTES);
    match program.spawn(reported).map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => {
            say(format_args!("error: a thread cannot be started: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Writes a line to standard error. If its reader has ended, the line is lost and nothing else.
pub fn say(line: impl Display) {
    let _ = writeln!(Waiting(io::stderr()), "{line}");
}

/// Escapes control characters of the arguments that an error quotes; clap leaves them out.
fn printable(mut error: clap::Error) -> clap::Error {
    let quoted = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) => Some((kind, Printable(text).to_string())),
        _ => None,
    });
    for (kind, text) in quoted.collect::<Vec<_>>() {
        error.insert(kind, ContextValue::String(text));
    }
    error
}

/// Reads negative numbers as values instead of options, so that errors are about the number, and
/// refuses `-` as the name of a file, which stands for standard input or output in other programs.
fn with_common_rules(command: clap::Command) -> clap::Command {
    let file_name = PathBufValueParser::new().try_map(|path| {
        let problem = "it does not stand for standard input or output here; './-' is a file";
        if path.as_os_str() == "-" { Err(problem) } else { Ok(path) }
    });
    let rules = |arg: clap::Arg| {
        let takes_value = arg.get_action().takes_values();
        let names_file = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        let arg = arg.allow_negative_numbers(takes_value);
        if names_file { arg.value_parser(file_name.clone()) } else { arg }
    };
    command.mut_args(rules).mut_subcommands(with_common_rules)
}
