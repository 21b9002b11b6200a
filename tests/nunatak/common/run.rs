//! Runs of the program under test, shared by the tests of several packages.

use std::fmt::Debug;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use tempfile::TempDir;

use super::PROGRAM;

/// The time after which a test that waits fails, even on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// Waits until `is_reached`.
#[track_caller]
pub(crate) fn wait_until(mut is_reached: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_reached() {
        assert!(started.elapsed() < TIMEOUT, "not reached in time");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Returns a command that runs the program without input, and without what the environment says
/// about terminals.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::null());
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// Runs the program without input.
pub(crate) fn run_program(arguments: &[&str]) -> Output {
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

/// Sends a signal such as `-INT`, that of Ctrl-C, to the process with this ID.
#[cfg(unix)]
pub(crate) fn signal(name: &str, id: u32) {
    let sent = Command::new("kill").args([name, &id.to_string()]).status();
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

/// Runs the program with the words of `line`.
pub(crate) fn run(line: &str) -> Output {
    let words: Vec<&str> = line.split(' ').collect();
    run_program(&words)
}

/// Returns standard output; checks that the program succeeds.
pub(crate) fn shown(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    stdout(output)
}

/// Checks that a run with `arguments` failed with an error message, and not by a panic.
#[track_caller]
pub(crate) fn assert_refused(output: &Output, arguments: impl Debug) {
    let is_refused = matches!(output.status.code(), Some(1 | 2));
    assert!(is_refused && stderr(output).contains("error: "), "{arguments:?}: {output:?}");
}

/// Checks that the program with the words of `line` refuses a value, and names the range.
pub(crate) fn assert_value_refused(line: &str, value: &str, range: &str) {
    let output = run(line);
    assert_eq!(output.status.code(), Some(2), "{line}");
    let error = stderr(&output);
    assert!(error.contains(&format!("invalid value {value} for ")), "{line}: {error}");
    assert!(error.contains(range), "{line}: {error}");
}

/// Checks that the program fails, and escapes the control characters of its input.
pub(crate) fn assert_escaped(folder: &Folder, arguments: &[&str]) {
    let output = folder.run_program(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    let text = stdout(&output) + &stderr(&output);
    assert!(text.contains("\\u{1b}"), "{arguments:?}: {text}");
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{arguments:?}: {text:?}");
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

    /// Returns the names of the files in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a readable folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().display().to_string())
            .collect();
        names.sort();
        names
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
    pub(crate) fn run_program(&self, arguments: &[&str]) -> Output {
        self.program(arguments).output().expect("the program starts")
    }
}
