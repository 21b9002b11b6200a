//! The options of the network evaluation.

use std::fs;
use std::path::{Path, PathBuf};

use nunatak::eval::network::{BUCKETS, HIDDEN};
use tempfile::TempDir;

use crate::common::engine::Engine;
use crate::common::networks::constant_network;
use crate::common::word_after;

const GO: &str = "go depth 6";

/// Writes a network to a folder that is deleted with the first returned value.
fn network_file(units: i32) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("network.nnue");
    fs::write(&path, constant_network(HIDDEN, units)).expect("a written file");
    (folder, path)
}

/// Returns the score, node count and best move of a search.
fn result(engine: &mut Engine) -> [String; 3] {
    let lines = engine.search(GO);
    let last = lines.iter().rev().find(|line| line.contains(" pv ")).expect("a line");
    ["cp", "nodes", "pv"].map(|word| word_after(last, word).to_owned())
}

#[test]
fn a_change_of_the_evaluation_forgets_earlier_searches() {
    let network = result(&mut Engine::start());
    let mut classical = Engine::start();
    classical.send("setoption name Use NNUE value false");
    let classical = result(&mut classical);
    assert_ne!(classical, network);
    let mut engine = Engine::start();
    for (is_used, expected) in [(false, &classical), (true, &network), (false, &classical)] {
        engine.send(&format!("setoption name Use NNUE value {is_used}"));
        assert_eq!(result(&mut engine), *expected, "{is_used}");
    }
    engine.finish();
}

#[test]
fn networks_are_read_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for (name, hidden) in [("a network.nnue", HIDDEN), ("wide.nnue", HIDDEN + 1)] {
        fs::write(path(name), constant_network(hidden, 300)).expect("a written file");
    }
    fs::write(path("other.nnue"), "no network").expect("a written file");
    let mut engine = Engine::start();
    let internal = result(&mut engine);
    let mut choose = |file: &Path, error: Option<&str>| {
        engine.send(&format!("setoption name EvalFile value {}", file.display()));
        if let Some(error) = error {
            let line = engine.line();
            assert!(line.starts_with("info string option EvalFile: '"), "{line}");
            assert!(line.contains(error) && line.ends_with("; the old network is kept"), "{line}");
        } else if file.is_file() {
            let shape = format!("{HIDDEN} hidden neurons, {BUCKETS} buckets, scale 100");
            let line = format!("info string EvalFile: {}: {shape}", file.display());
            assert_eq!(engine.line(), line);
        }
        engine.send("ucinewgame");
        result(&mut engine)
    };
    let loaded = choose(&path("a network.nnue"), None);
    assert_ne!(loaded, internal);
    for (name, error) in [
        ("missing.nnue", "missing.nnue"),
        ("wide.nnue", &format!("number of hidden neurons is {}", HIDDEN + 1)),
        ("other.nnue", "not a network file"),
    ] {
        assert_eq!(choose(&path(name), Some(error))[0], loaded[0]);
    }
    for name in ["<internal>", "<empty>", ""] {
        assert_eq!(choose(Path::new(name), None)[0], internal[0]);
        assert_eq!(choose(&path("a network.nnue"), None), loaded);
    }
    engine.finish();
}

#[test]
fn the_network_in_use_is_exported() {
    let (folder, path) = network_file(300);
    let mut engine = Engine::start();
    let copy = |name: &str| folder.path().join(name);
    let mut export = |name: &str, arguments: &str| {
        engine.send(&format!("{arguments}export_net {}", copy(name).display()));
        loop {
            let line = engine.line();
            if line.contains("written") || line.contains("export_net") {
                return line;
            }
        }
    };
    let answer = export("embedded.nnue", "");
    assert!(answer.starts_with("info string network written to "), "{answer}");
    assert_eq!(fs::read(copy("embedded.nnue")).unwrap(), fs::read(embedded()).unwrap());
    export("file.nnue", &format!("setoption name EvalFile value {}\n", path.display()));
    assert_eq!(fs::read(copy("file.nnue")).unwrap(), fs::read(&path).unwrap());
    let answer = export("file.nnue", "");
    assert!(answer.contains("the file exists; --force replaces it"), "{answer}");
    let answer = export("network.nnue --force", "");
    assert!(answer.contains("the engine uses the file"), "{answer}");
    engine.finish();
}

/// Returns the path of the network that the build embeds.
fn embedded() -> PathBuf {
    let given = option_env!("EVALFILE").filter(|path| !path.is_empty());
    PathBuf::from(given.unwrap_or("src/eval/network/net.nnue"))
}

#[test]
fn the_same_network_again_keeps_the_transposition_table() {
    let (_folder, path) = network_file(300);
    let mut engine = Engine::start();
    for name in ["<internal>", &path.display().to_string()] {
        engine.set_option("EvalFile", name);
        let first = result(&mut engine);
        engine.set_option("EvalFile", name);
        let [_, nodes, _] = result(&mut engine);
        let count = |nodes: &str| nodes.parse::<u64>().expect("a number");
        assert!(count(&nodes) < count(&first[1]), "{nodes} of {first:?}");
    }
    engine.finish();
}

#[test]
fn the_reason_is_shown_after_a_long_path() {
    let mut engine = Engine::start();
    engine.set_option("EvalFile", format!("/{}.nnue", "folder/".repeat(100)));
    let line = engine.line();
    assert!(line.starts_with("info string option EvalFile: '/folder/"), "{line}");
    assert!(line.ends_with("; the old network is kept") && line.len() < 320, "{line}");
    engine.finish();
}

#[test]
fn eval_shows_the_network_and_the_terms() {
    let (_folder, path) = network_file(300);
    let mut engine = Engine::start();
    let mut shown = |option: &str| {
        engine.send(&format!("{option}\neval"));
        let lines = engine.until("Shown: cp ");
        let find = |start: &str| {
            lines.iter().find(|line| line.starts_with(start)).cloned().expect("a line")
        };
        [find("Network: "), find("Total: "), find("Shown: cp ")]
    };
    let terms = shown("setoption name Use NNUE value false");
    let file = shown(&format!("setoption name EvalFile value {}", path.display()));
    assert_eq!(file[0], "Network: 300 units for White");
    assert_ne!(file[0], terms[0]);
    assert_eq!(file[1..], terms[1..]);
    let used = shown("setoption name Use NNUE value true");
    assert_eq!(used[..2], file[..2]);
    assert_ne!(used[2], file[2]);
    engine.finish();
}
