//! The options of the network evaluation.

use std::fs;
use std::path::{Path, PathBuf};

use nunatak::eval::network::{BUCKETS, HIDDEN};

use crate::common::engine::Engine;
use crate::common::networks::constant_network;
use crate::common::{Folder, run_with_input, shown, word_after};

const GO: &str = "go depth 6";

/// Returns a folder with a network, `network.nnue`.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("network.nnue", constant_network(HIDDEN, 300));
    folder
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
    let folder = Folder::new();
    for (name, hidden) in [("a network.nnue", HIDDEN), ("wide.nnue", HIDDEN + 1)] {
        folder.write(name, constant_network(hidden, 300));
    }
    folder.write("other.nnue", "no network");
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
    let loaded = choose(&folder.path("a network.nnue"), None);
    assert_ne!(loaded, internal);
    for (name, error) in [
        ("missing.nnue", "missing.nnue"),
        ("wide.nnue", &format!("number of hidden neurons is {}", HIDDEN + 1)),
        ("other.nnue", "not a network file"),
    ] {
        assert_eq!(choose(&folder.path(name), Some(error))[0], loaded[0]);
    }
    for name in ["<internal>", "<empty>", ""] {
        assert_eq!(choose(Path::new(name), None)[0], internal[0]);
        assert_eq!(choose(&folder.path("a network.nnue"), None), loaded);
    }
    engine.finish();
}

#[test]
fn a_network_is_named_when_it_replaces_another() {
    let folder = folder();
    fs::copy(embedded(), folder.path("copy.nnue")).expect("a copy");
    let values =
        ["<internal>", "network.nnue", "<internal>", "<internal>", "copy.nnue", "<internal>"];
    let input = values.map(|value| format!("setoption name EvalFile value {value}\n")).concat();
    let text = shown(&run_with_input(&mut folder.program(&[]), input.as_bytes()));
    let expected = ["network.nnue", "<internal>", "copy.nnue", "<internal>"];
    assert_eq!(text.lines().count(), expected.len(), "{text}");
    for (line, name) in text.lines().zip(expected) {
        assert!(line.starts_with(&format!("info string EvalFile: {name}: {HIDDEN} ")), "{text}");
    }
}

#[test]
fn the_network_in_use_is_exported() {
    let folder = folder();
    let mut engine = Engine::start();
    let mut export = |name: &str, arguments: &str| {
        engine.send(&format!("{arguments}export_net {}", folder.path(name).display()));
        loop {
            let line = engine.line();
            if line.contains("written") || line.contains("export_net") {
                return line;
            }
        }
    };
    let answer = export("embedded.nnue", "");
    assert!(answer.starts_with("info string network written to "), "{answer}");
    assert!(folder.read("embedded.nnue") == fs::read(embedded()).expect("a network"));
    let path = folder.path("network.nnue");
    export("file.nnue", &format!("setoption name EvalFile value {}\n", path.display()));
    assert!(folder.read("file.nnue") == folder.read("network.nnue"));
    let answer = export("file.nnue", "");
    assert!(answer.contains("the file exists; --force replaces it"), "{answer}");
    let answer = export("network.nnue --force", "");
    assert!(answer.contains("the engine uses the file"), "{answer}");
    engine.finish();
}

/// Returns the path of the network that the build embeds.
fn embedded() -> PathBuf {
    let given = option_env!("EVALFILE").filter(|path| !path.is_empty());
    Path::new(env!("CARGO_MANIFEST_DIR")).join(given.unwrap_or("src/eval/network/net.nnue"))
}

#[test]
fn the_same_network_again_keeps_the_transposition_table() {
    let folder = folder();
    let mut engine = Engine::start();
    for name in ["<internal>", &folder.path("network.nnue").display().to_string()] {
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
    let folder = folder();
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
    let path = folder.path("network.nnue");
    let file = shown(&format!("setoption name EvalFile value {}", path.display()));
    assert_eq!(file[0], "Network: 300 units for White");
    assert_ne!(file[0], terms[0]);
    assert_eq!(file[1..], terms[1..]);
    let used = shown("setoption name Use NNUE value true");
    assert_eq!(used[..2], file[..2]);
    assert_ne!(used[2], file[2]);
    engine.finish();
}
