//! Helpers of the tests: runs of the program in temporary folders.

#[allow(dead_code)] // The tests of the other programs use all of them.
#[path = "../../../tests/nunatak/common/files.rs"]
pub(crate) mod files;
#[path = "../../../tests/nunatak/common/networks.rs"]
pub(crate) mod networks;
#[allow(dead_code)] // Likewise.
#[path = "../../../tests/nunatak/common/run.rs"]
mod run;

use std::fs;
use std::process::{Command, Output};

use nunatak_workshop::dataset::Game;

use self::run::assert_refused;
#[cfg(target_os = "linux")]
pub(crate) use self::run::run_with_input;
pub(crate) use self::run::{Folder, assert_value_refused, stderr, stdout, wait_until};
#[cfg(unix)]
pub(crate) use self::run::{assert_escaped, signal};

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_nunatak-workshop");

/// A finished run of the program.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Returns the names and contents of all files.
    pub(crate) fn contents(&self) -> Vec<(String, Vec<u8>)> {
        self.names().into_iter().map(|name| (name.clone(), self.read(&name))).collect()
    }

    /// Restores the names and contents of all files.
    pub(crate) fn restore(&self, contents: &[(String, Vec<u8>)]) {
        self.names().iter().for_each(|name| fs::remove_file(self.path(name)).expect("a file"));
        contents.iter().for_each(|(name, contents)| self.write(name, contents));
    }

    /// Asserts that `command` ends with an error message for each line of `arguments`.
    pub(crate) fn assert_refused(&self, command: &str, arguments: &str) {
        for arguments in arguments.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let arguments = format!("{command} {arguments}");
            let output = self.command(&arguments).output().expect("the program starts");
            assert_refused(&output, arguments);
        }
    }

    /// Returns a command that runs the program in the folder, with arguments separated by spaces.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        self.program(&arguments.split(' ').collect::<Vec<_>>())
    }

    /// Runs the program in the folder, with arguments separated by spaces.
    pub(crate) fn run(&self, arguments: &str) -> Run {
        Run::of(&self.command(arguments).output().expect("the program starts"))
    }
}

impl Run {
    pub(crate) fn of(output: &Output) -> Self {
        Self { code: output.status.code(), stdout: stdout(output), stderr: stderr(output) }
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
