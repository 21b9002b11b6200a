//! Runs of the program in temporary folders.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use nunatak_workshop::dataset::Game;
use tempfile::TempDir;

/// A temporary folder.
pub(crate) struct Folder(TempDir);

/// A finished run of the program.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
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

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("a file")
    }

    pub(crate) fn read_text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a text file")
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).expect("a writable folder");
    }

    /// Asserts that `command` ends with an error message for each line of `arguments`.
    pub(crate) fn assert_refused(&self, command: &str, arguments: &str) {
        for arguments in arguments.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let run = self.run(&format!("{command} {arguments}"));
            let is_refused = matches!(run.code, Some(1 | 2)) && run.stderr.contains("error: ");
            assert!(is_refused, "{command} {arguments}: {:?} {}", run.code, run.stderr);
        }
    }

    /// Returns a command that runs the program in the folder.
    pub(crate) fn program<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nunatak-workshop"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null());
        command
    }

    /// Runs the program in the folder, with arguments separated by spaces.
    pub(crate) fn run(&self, arguments: &str) -> Run {
        Run::of(&mut self.program(arguments.split(' ')))
    }
}

impl Run {
    /// Runs a command to its end.
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.output().expect("the program starts");
        let text = |bytes| String::from_utf8(bytes).expect("text in UTF-8");
        Self {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Returns standard output, and checks that the program succeeded.
    pub(crate) fn succeed(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.stderr);
        self.stdout
    }

    /// Returns standard error, and checks that the program failed with this exit code.
    pub(crate) fn fail(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}", self.stderr);
        self.stderr
    }
}

/// Returns the records of games.
pub(crate) fn records<'a>(games: impl IntoIterator<Item = &'a Game>) -> Vec<u8> {
    let mut bytes = Vec::new();
    games.into_iter().for_each(|game| game.write_to(&mut bytes).expect("writing to memory"));
    bytes
}
