//! Helpers of the tests that run the program.

pub(crate) mod cozy_moves;
pub(crate) mod engine;
pub(crate) mod positions;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Child;
use std::process::{Command, Output, Stdio};

use nunatak::board::Board;
use nunatak::types::Move;
use tempfile::TempDir;

/// Returns a command that runs the program without input.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nunatak"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// Runs the program without input.
pub(crate) fn nunatak(arguments: &[&str]) -> Output {
    program(arguments).output().expect("the program starts")
}

/// Runs a command with `input` as its standard input.
pub(crate) fn run_with_input(command: &mut Command, input: &[u8]) -> Output {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    // The program may end before it has read all its input.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// Sends the signal of Ctrl-C to a running program.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// Returns the standard output of a run as text.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the standard error output of a run as text.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns what follows `head` in the first line that begins with it.
pub(crate) fn after<'a>(text: &'a str, head: &str) -> &'a str {
    let line = text.lines().find_map(|line| line.strip_prefix(head));
    line.unwrap_or_else(|| panic!("{head} in {text}")).trim()
}

/// Returns the word that follows `word` in `line`, or an empty text.
pub(crate) fn word_after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split(' ').skip_while(|&other| other != word).nth(1).unwrap_or_default()
}

/// Returns the last of the lines that contains `part`.
pub(crate) fn last_with<'a>(lines: &'a [String], part: &str) -> &'a str {
    lines.iter().rev().find(|line| line.contains(part)).expect("a line")
}

/// Returns the moves of the principal variation in `line`, separated by spaces.
pub(crate) fn pv_text(line: &str) -> &str {
    line.split(" pv ").nth(1).expect("a principal variation")
}

/// Plays the principal variation in `line` from the position `fen`; returns its moves and the final
/// position. Checks that each move is legal and none follows a draw.
pub(crate) fn play_pv(line: &str, fen: &str) -> (Vec<Move>, Board) {
    let mut board: Board = fen.parse().expect("a legal position");
    let mut moves = Vec::new();
    for text in pv_text(line).split(' ') {
        let is_drawn = board.is_fifty_move_draw() || board.is_insufficient_material();
        assert!(moves.is_empty() || !is_drawn, "{board} in {line}");
        let mv = board.parse_move(text).unwrap_or_else(|error| panic!("{error} in {line}"));
        moves.push(mv);
        board = board.make(mv);
    }
    (moves, board)
}

/// A temporary folder.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a writable folder"))
    }

    /// Returns the path of a file in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the names of the files in the folder.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a readable folder");
        entries.map(|entry| entry.expect("an entry").file_name().display().to_string()).collect()
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).expect("a writable folder");
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    pub(crate) fn read_text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("UTF-8")
    }

    /// Returns a command that runs the program in the folder, without input.
    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let mut command = program(arguments);
        command.current_dir(self.0.path());
        command
    }

    /// Runs the program in the folder, without input.
    pub(crate) fn nunatak(&self, arguments: &[&str]) -> Output {
        self.program(arguments).output().expect("the program starts")
    }
}
