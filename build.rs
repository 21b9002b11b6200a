//! Passes facts about the build to the compiler: the commit of the sources as `NUNATAK_COMMIT`, the
//! compiler, its target and its settings for the command `compiler`, and the network to embed.

use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use fnv::FnvHasher;

/// The network that is embedded unless the environment names another one.
const NETWORK: &str = "src/eval/network/net.nnue";
/// The environment variable that names it. OpenBench sets it to compare networks.
const NETWORK_VARIABLE: &str = "EVALFILE";
/// The offset of the checksum in a network file; see `src/eval/network/file.rs`.
const CHECKSUM: usize = 36;

/// Files and folders that determine the program.
const SOURCES: [&str; 5] = ["src", "build.rs", "Cargo.toml", "Cargo.lock", ".cargo"];

fn main() {
    for path in SOURCES.into_iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    describe_compiler();
    choose_network();
    // A packaged crate has no repository of its own; one in a parent folder belongs to something
    // else.
    if !Path::new(".git").exists() {
        return;
    }
    // Git appends to this log at every commit and checkout.
    let log = run("git", &["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    let Some(commit) = run("git", &["rev-parse", "--short", "HEAD"]) else { return };
    let status = ["--no-optional-locks", "status", "--porcelain", "--"];
    let is_changed =
        run("git", &[&status[..], &SOURCES].concat()).is_some_and(|list| !list.is_empty());
    let dirty = if is_changed { "-dirty" } else { "" };
    println!("cargo::rustc-env=NUNATAK_COMMIT={commit}{dirty}");
}

/// Passes on the version of the compiler, the target with its features, and the level of
/// optimisation.
fn describe_compiler() {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let version = run(&variable("RUSTC"), &["--version"]);
    for (name, value) in [
        ("NUNATAK_COMPILER", version.unwrap_or_else(|| "unknown".to_owned())),
        ("NUNATAK_TARGET", variable("TARGET")),
        ("NUNATAK_TARGET_FEATURES", variable("CARGO_CFG_TARGET_FEATURE").replace(',', " ")),
        ("NUNATAK_OPTIMISATION", variable("OPT_LEVEL")),
    ] {
        println!("cargo::rustc-env={name}={value}");
    }
}

/// Passes on the path of the network. The build fails if there is no such file, or if it is damaged,
/// which the program does not check at every start.
fn choose_network() {
    println!("cargo::rerun-if-env-changed={NETWORK_VARIABLE}");
    let given = env::var_os(NETWORK_VARIABLE).filter(|path| !path.is_empty());
    let path = given.map_or_else(|| PathBuf::from(NETWORK), PathBuf::from);
    match checked_network(&path) {
        Ok(path) => {
            println!("cargo::rerun-if-changed={}", path.display());
            println!("cargo::rustc-env=NUNATAK_NETWORK={}", path.display());
        }
        Err(error) => {
            // Cargo starts this program in the root of the package.
            let folder = env::current_dir().unwrap_or_default();
            let (path, folder) = (path.display(), folder.display());
            println!("cargo::error={NETWORK_VARIABLE}={path}, from {folder}: {error}");
        }
    }
}

/// Returns the full path of a network file whose checksum is right. The compiler checks its shape.
fn checked_network(path: &Path) -> io::Result<PathBuf> {
    let path = path.canonicalize()?;
    let bytes = fs::read(&path)?;
    let Some((header, rest)) = bytes.split_at_checked(CHECKSUM) else { return Ok(path) };
    let Some((checksum, weights)) = rest.split_first_chunk() else { return Ok(path) };
    let mut hasher = FnvHasher::default();
    hasher.write(header);
    hasher.write(weights);
    if hasher.finish() == u64::from_le_bytes(*checksum) {
        Ok(path)
    } else {
        Err(io::Error::other("not an intact network file: its checksum is wrong"))
    }
}

/// Returns the output of a program; `None` if it is missing or fails.
fn run(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
