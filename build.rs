//! Passes the commit of the sources to the compiler as `NUNATAK_COMMIT`.

use std::path::Path;
use std::process::Command;

/// Files and folders that determine the program.
const SOURCES: [&str; 5] = ["src", "build.rs", "Cargo.toml", "Cargo.lock", ".cargo"];

fn main() {
    for path in SOURCES.into_iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    // A packaged crate has no repository of its own; one in a parent folder belongs to something else.
    if !Path::new(".git").exists() {
        return;
    }
    // Git appends to this log at every commit and checkout.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    let Some(commit) = git(&["rev-parse", "--short", "HEAD"]) else { return };
    let status = ["--no-optional-locks", "status", "--porcelain", "--"];
    let is_changed = git(&[&status[..], &SOURCES].concat()).is_some_and(|list| !list.is_empty());
    let dirty = if is_changed { "-dirty" } else { "" };
    println!("cargo::rustc-env=NUNATAK_COMMIT={commit}{dirty}");
}

/// Returns the output of a git command; `None` if git is missing or fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
