//! `nunatak-workshop install-net`.

use std::fs;

use nunatak::eval::network::HIDDEN;

use crate::common::Folder;
use crate::common::networks::constant_network;

/// The network that the engine embeds, from the root of the repository.
const EMBEDDED: &str = "src/eval/network/net.nnue";

/// A folder that looks like the repository, with `old` as its network.
fn repository() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("src/eval/network")).expect("folders");
    folder.write(EMBEDDED, b"old");
    folder
}

#[test]
fn a_network_of_the_engines_shape_is_installed() {
    let folder = repository();
    let new = constant_network(HIDDEN, 0);
    folder.write("new.nnue", &new);
    let text = folder.run("install-net new.nnue").succeed();
    let bench: u64 =
        text.split_once("Bench: ").expect("a bench").1.trim().parse().expect("a count");
    assert!(bench > 10_000, "{text}");
    assert!(folder.read(EMBEDDED) == new && folder.read("new.nnue") == new);
    assert_eq!(folder.names(), ["new.nnue", "src"]);
    let files = fs::read_dir(folder.path("src/eval/network")).expect("a folder");
    assert_eq!(files.count(), 1);
}

#[test]
fn other_files_are_refused_and_the_network_stays() {
    let folder = repository();
    let new = constant_network(HIDDEN, 0);
    folder.write("narrow.nnue", constant_network(256, 0));
    folder.write("cut.nnue", &new[..new.len() - 1]);
    let mut damaged = new;
    damaged[100] ^= 1;
    folder.write("damaged.nnue", &damaged);
    folder.write("text.nnue", b"text");
    let width = format!("the network's number of hidden neurons is 256; supported: {HIDDEN}");
    for (arguments, reason) in [
        ("narrow.nnue", width.as_str()),
        ("cut.nnue", "the network file is truncated"),
        ("damaged.nnue", "the network file is damaged"),
        ("text.nnue", "not a network file"),
        ("missing.nnue", "missing.nnue: "),
        (EMBEDDED, "the file is an input of this command"),
    ] {
        let error = folder.run(&format!("install-net {arguments}")).fail(1);
        assert!(error.contains(reason), "{arguments}: {error}");
        assert_eq!(folder.read_text(EMBEDDED), "old", "{arguments}");
    }
}

#[test]
fn the_command_is_for_the_root_of_the_repository() {
    let folder = Folder::new();
    folder.write("new.nnue", constant_network(HIDDEN, 0));
    let error = folder.run("install-net new.nnue").fail(1);
    assert!(error.contains("run this command in the root of the repository"), "{error}");
    assert_eq!(folder.names(), ["new.nnue"]);
}
