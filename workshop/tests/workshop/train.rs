//! `nunatak-workshop train`.

use std::fs;

use nunatak::eval::network::StoredNetwork;
use nunatak::types::Outcome;

use crate::common::{Folder, records};
use crate::testing::{game_of, scored_games};

/// Arguments of a quick run.
const QUICK: &str = "--first-ply 0 --hidden 32 --distil 4000 --batch 500 --validation-share 0.2";

/// A folder with a file of games, `a.vf`.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("a.vf", records(&scored_games(150, 1)));
    folder
}

#[test]
fn network_checkpoint_and_plot_are_written_and_every_epoch_is_reported() {
    let folder = folder();
    let train = |name: &str, options: &str| {
        let text = folder.run(&format!("train a.vf --out {name}.nnue {QUICK} {options}")).succeed();
        (text, folder.read(&format!("{name}.nnue")))
    };
    let (text, network) = train("one", "--epochs 2 --threads 1 --plot losses.svg");
    for part in [
        "training: ",
        "validation: ",
        "K is ",
        "validation loss of the hand-crafted evaluation: 0.0",
        "distillation  1: training loss 0.",
        "games         2: training loss 0.",
        "standard deviation of undecided scores: ",
        "rounding to integers changes scores by ",
        " written to one.nnue",
    ] {
        assert!(text.lines().any(|line| line.contains(part)), "{part}\n{text}");
    }
    assert!(folder.read_text("losses.svg").starts_with("<svg"));
    let read = StoredNetwork::read(network.as_slice()).expect("a network");
    assert_eq!(read.hidden(), 32);

    // The mean of a network and itself is that network.
    let untrained = QUICK.replace("4000", "0 --epochs 0 --no-rescale");
    let starts = "--start one.nnue --start one.nnue";
    let text = folder.run(&format!("train a.vf --out mean.nnue {untrained} {starts}")).succeed();
    assert!(text.contains("validation loss of the network to start from: 0.0"), "{text}");
    let same = StoredNetwork::read(&*folder.read("mean.nnue")).expect("a network");
    assert!(same.feature_weights == read.feature_weights);
    assert!(same.output_weights == read.output_weights);
    for course in ["--distil 1000 --epochs 0", "--distil 1000 --epochs 2"] {
        let line = format!("train a.vf --out far.nnue --hidden 32 {course} --learning-rate 1e9");
        let error = folder.run(&line).fail(1);
        assert!(error.contains("does not learn") && !folder.has("far.nnue"), "{error}");
    }
    assert!(train("two", "--epochs 2 --threads 2").1 == network);
    // A finished run is resumed to write its network once more.
    assert!(train("three", "--epochs 2 --resume two.checkpoint").1 == network);
    assert!(train("four", "--epochs 2 --start one.nnue").1 != network);
    // Also with training.
    let single = train("five", "--epochs 1 --start one.nnue").1;
    assert!(train("six", "--epochs 1 --start one.nnue --start one.nnue").1 == single);
    assert!(train("seven", "--epochs 1 --start one.nnue --start four.nnue").1 != single);
    assert!(!folder.names().iter().any(|name| name.ends_with(".tmp")), "{:?}", folder.names());
}

#[test]
fn without_options_a_few_games_are_enough() {
    let folder = Folder::new();
    folder.write("a.vf", records(&scored_games(6, 1)));
    let train = |name: &str, options: &str| {
        let arguments = format!("train a.vf --out {name}.nnue --k 150 --hidden 32 {options}");
        folder.run(&arguments).succeed()
    };
    assert!(train("one", "--epochs 1").contains("distillation  1: "));
    assert_eq!(folder.names(), ["a.vf", "one.checkpoint", "one.nnue", "one.svg"]);
    assert!(folder.read_text("one.svg").starts_with("<svg"));
    // A network to start from knows what distillation teaches.
    let further = "--epochs 1 --start one.nnue";
    assert!(!train("two", further).contains("distillation"));
    fs::remove_file(folder.path("two.nnue")).expect("the network");
    train("two", &format!("{further} --resume two.checkpoint"));
}

#[test]
fn held_out_positions_may_all_be_decided() {
    let folder = Folder::new();
    let won = ["g1f3", "b1c3", "e2e4", "d2d4", "c2c4", "f2f4"]
        .map(|first| game_of(&[(first, 1_900), ("g8f6", -1_900)], Outcome::WhiteWins));
    folder.write("won.vf", records(&won));
    let options = "--out won.nnue --k 150 --hidden 32 --epochs 0 --distil 0 --mix 0 --first-ply 0";
    let text = folder.run(&format!("train won.vf {options}")).succeed();
    assert!(text.contains("no held-out position has an undecided score"), "{text}");
    assert!(!text.contains("NaN"), "{text}");
}

#[test]
fn samples_may_be_kept_in_files() {
    let folder = folder();
    // More than a megabyte of samples.
    folder.write("a.vf", records(&scored_games(1_500, 1)));
    let train = |name: &str, options: &str| {
        let options = format!("{QUICK} --epochs 1 {options}");
        folder.run(&format!("train a.vf --out {name}.nnue {options}")).succeed();
        folder.read(&format!("{name}.nnue"))
    };
    let from_files = train("files", "--memory 1");
    assert!(train("again", "--memory 1 --threads 2") == from_files);
    // Samples in files are taken in another order.
    assert!(train("memory", "--memory 100") != from_files);
}

#[test]
fn checkpoints_of_other_runs_are_rejected() {
    let folder = folder();
    folder.run(&format!("train a.vf --out a.nnue {QUICK} --epochs 1")).succeed();
    let resume = |options: &str| {
        let options = format!("{QUICK} --resume a.checkpoint --force {options}");
        folder.run(&format!("train a.vf --out b.nnue {options}"))
    };
    let error = resume("--epochs 2").fail(1);
    assert!(error.contains("made with 'epochs 1', expected 'epochs 2'"), "{error}");
    resume("--epochs 1").succeed();
    // The same games in another order.
    folder.write("a.vf", records(scored_games(150, 1).iter().rev()));
    let error = resume("--epochs 1").fail(1);
    assert!(error.contains("made with 'fingerprint of the positions "), "{error}");
    let network = folder.read("a.nnue");
    folder.write("a.checkpoint", &network);
    let error = resume("--epochs 1").fail(1);
    assert!(error.contains("a.checkpoint: the checkpoint is damaged"), "{error}");
    folder.run("tune a.vf --out weights.rs --epochs 1").succeed();
    folder.write("a.checkpoint", folder.read("weights.checkpoint"));
    let error = resume("--epochs 1").fail(1);
    assert!(error.contains("made with 'Nunatak tuning checkpoint"), "{error}");
}

#[test]
fn invalid_arguments_and_games_are_rejected() {
    let folder = folder();
    folder.assert_refused(
        "train",
        "
        a.vf
        --out n.nnue
        a.vf --out n.nnue --hidden 33
        a.vf --out n.nnue --hidden 1056
        a.vf --out n.nnue --memory 0
        a.vf --out n.nnue --k 10001
        a.vf --out n.nnue --lambda 1.5
        a.vf --out n.nnue --lambda 0.1..1.5
        a.vf --out n.nnue --look-ahead 0.5
        a.vf --out n.nnue --k 0
        a.vf --out n.nnue --threads 0
        a.vf --out n.nnue --validation-share 2
        a.vf --out n.nnue --start a.vf --resume a.vf
        missing.vf --out n.nnue
        a.vf --out no/folder/n.nnue --first-ply 0 --distil 0 --epochs 0 --hidden 32
        ",
    );
    folder.write("empty.vf", []);
    let error = folder.run("train empty.vf --out n.nnue").fail(1);
    assert!(error.contains("empty.vf: the file has no games"), "{error}");
    assert!(!folder.has("n.nnue"));
}
