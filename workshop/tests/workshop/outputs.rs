//! No command destroys data: what is refused, and what is left after an error.

use std::fs;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;

#[cfg(target_os = "linux")]
use crate::common::Run;
#[cfg(unix)]
use crate::common::assert_escaped;
use crate::common::{Folder, assert_value_refused};
use crate::wdl::games;

/// Options of a quick training run.
const QUICK: &str = "--first-ply 0 --hidden 32 --distil 4000 --batch 500 --epochs 1";

/// Number of games from each of a few positions, enough for each command.
const GAMES: usize = 100;

const PGN: &str = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {+0.1/8 0.1s} e5 {-0.1/8 0.1s} 1-0\n";

/// Commands that write a file, without its name.
fn commands() -> [String; 9] {
    [
        "convert input.pgn --out ".to_owned(),
        "dataset input.vf --merge ".to_owned(),
        "dataset input.vf --shuffle ".to_owned(),
        "dataset input.vf --epd ".to_owned(),
        "tune input.vf --epochs 0 --validation-share 0.3 --out ".to_owned(),
        "tune input.vf --epochs 0 --validation-share 0.3 --out w.rs --plot ".to_owned(),
        "wdl input.vf --out ".to_owned(),
        format!("train input.vf {QUICK} --out "),
        format!("train input.vf {QUICK} --out n.nnue --plot "),
    ]
}

/// A folder with games in both formats, each under three names.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("input.vf", games(GAMES));
    folder.write("input.pgn", PGN);
    for name in ["input.vf", "input.pgn"] {
        fs::hard_link(folder.path(name), folder.path(&format!("hard.{name}"))).expect("a link");
        #[cfg(unix)]
        std::os::unix::fs::symlink(name, folder.path(&format!("soft.{name}"))).expect("a link");
    }
    folder
}

#[test]
fn inputs_are_never_replaced() {
    let folder = folder();
    let before = folder.contents();
    for command in commands() {
        let input = if command.starts_with("convert") { "input.pgn" } else { "input.vf" };
        for link in ["", "./", "hard.", "soft."] {
            if cfg!(not(unix)) && link == "soft." {
                continue;
            }
            let line = format!("{command}{link}{input} --force");
            let error = folder.run(&line).fail(1);
            assert!(error.contains("is an input"), "{line}: {error}");
            assert_eq!(folder.contents(), before, "{line}");
        }
    }
    for options in ["--start n.nnue --out n.nnue", "--resume n.nnue --out n.nnue"] {
        folder.write("n.nnue", b"a network");
        let error = folder.run(&format!("train input.vf {QUICK} --force {options}")).fail(1);
        assert!(error.contains("n.nnue: the file is an input"), "{error}");
        assert_eq!(folder.read("n.nnue"), b"a network");
    }
}

#[test]
fn existing_files_are_replaced_by_force_only_and_before_the_work_is_done() {
    let folder = folder();
    folder.write("old", b"precious");
    let before = folder.contents();
    for command in commands() {
        let run = folder.run(&format!("{command}old"));
        assert_eq!(run.stdout, "", "{command}");
        let error = run.fail(1);
        assert!(error.starts_with("error: old: the file exists; --force"), "{command}: {error}");
        assert_eq!(folder.contents(), before, "{command}");
        folder.run(&format!("{command}old --force")).succeed();
        assert_ne!(folder.read("old"), b"precious", "{command}");
        for name in folder.names() {
            if !before.iter().any(|(known, _)| *known == name) {
                fs::remove_file(folder.path(&name)).expect("a file");
            }
        }
        folder.write("old", b"precious");
    }
}

#[test]
fn files_that_cannot_be_written_are_found_before_the_work() {
    let folder = folder();
    let before = folder.contents();
    for command in commands() {
        for place in ["no/folder/file", ".", "input.vf/file"] {
            let run = folder.run(&format!("{command}{place} --force"));
            assert_eq!(run.stdout, "", "{command}");
            let error = run.fail(1);
            assert!(error.starts_with(&format!("error: {place}: ")), "{command}: {error}");
            assert_eq!(folder.contents(), before, "{command}{place}");
        }
    }
}

#[test]
fn standard_output_is_not_written_to() {
    let folder = folder();
    let before = folder.contents();
    let others = ["magics --seed 1", "label input.vf", "selfplay --games 1"];
    let others = others.map(|command| format!("{command} --out "));
    for command in commands().iter().chain(&others) {
        let error = folder.run(&format!("{command}-")).fail(2);
        assert!(error.contains("'./-' is a file"), "{command}: {error}");
        assert_eq!(folder.contents(), before, "{command}");
    }
}

#[test]
fn the_outputs_of_a_command_are_different_files() {
    let folder = folder();
    let before = folder.contents();
    for arguments in [
        "tune input.vf --out w --plot w",
        "tune input.vf --out w --plot ./w",
        "train input.vf --out n.nnue --plot n.nnue",
        "train input.vf --out n.nnue --plot n.checkpoint",
        "train input.vf --out n.checkpoint",
    ] {
        let error = folder.run(&format!("{arguments} --force")).fail(1);
        assert!(error.contains("another output"), "{arguments}: {error}");
        assert_eq!(folder.contents(), before, "{arguments}");
    }
}

#[test]
fn an_error_leaves_nothing_half_written() {
    let folder = folder();
    let whole = folder.read("input.vf");
    folder.write("short.vf", &whole[..whole.len() - 3]);
    folder.write("bad.pgn", b"[Event \"x\"]\n\n1. e4 e5 *\n");
    folder.write("old", b"precious");
    let before = folder.contents();
    for command in commands() {
        let command = command.replace("input.vf", "short.vf").replace("input.pgn", "bad.pgn");
        for name in ["new", "old"] {
            let line = format!("{command}{name} --force");
            assert_ne!(folder.run(&line).fail(1), "", "{line}");
            assert_eq!(folder.contents(), before, "{line}");
        }
    }
}

#[test]
fn an_error_that_is_not_read_is_an_error_all_the_same() {
    let folder = folder();
    let mut command = folder.command("dataset missing.vf");
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the program starts");
    drop(child.stderr.take());
    assert_eq!(child.wait().expect("an end").code(), Some(1));
}

#[test]
fn files_are_written_even_if_nobody_reads_the_report() {
    let folder = folder();
    for (line, file) in [
        (format!("train input.vf {QUICK} --out n.nnue"), "n.nnue"),
        ("convert input.pgn --out pgn.vf".to_owned(), "pgn.vf"),
        ("selfplay --games 2 --nodes 50 --out new.vf".to_owned(), "new.vf"),
    ] {
        let mut command = folder.command(&line);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        drop(child.stdout.take());
        assert!(child.wait().expect("an exit code").success(), "{line}");
        assert!(folder.has(file), "{line}");
    }
}

#[test]
fn a_resumed_training_run_replaces_its_own_files_only() {
    let folder = folder();
    let train = |options: &str| {
        folder.run(&format!("train input.vf {QUICK} --out n.nnue --plot p.svg {options}"))
    };
    train("--seed 1").succeed();
    fs::remove_file(folder.path("n.nnue")).expect("the network");
    let error = train("--seed 1").fail(1);
    assert!(error.contains("n.checkpoint: the file exists"), "{error}");
    let plot = folder.read("p.svg");
    fs::remove_file(folder.path("p.svg")).expect("the plot");
    train("--resume n.checkpoint").succeed();
    assert!(folder.read("p.svg") == plot, "the plot of a finished run is drawn again");
    // Another run does not replace the plot.
    let error = folder
        .run(&format!("train input.vf {QUICK} --out m.nnue --plot p.svg --resume n.checkpoint"))
        .fail(1);
    assert!(error.contains("p.svg: the file exists"), "{error}");
    // The network is now there, and another file is where the plot was.
    assert!(train("--resume n.checkpoint").fail(1).contains("n.nnue: the file exists"));
    fs::remove_file(folder.path("n.nnue")).expect("the network");
    for drawing in [b"precious".as_slice(), b"<svg>precious</svg>"] {
        folder.write("p.svg", drawing);
        assert!(train("--resume n.checkpoint").fail(1).contains("p.svg: the file exists"));
        assert_eq!(folder.read("p.svg"), drawing);
    }
}

#[test]
fn numbers_out_of_range_are_named_with_the_range() {
    for (line, value, range) in [
        ("selfplay --games -1 --out a.vf", "'-1'", "0 or more"),
        ("selfplay --games 1 --out a.vf --nodes 0", "'0'", "1 or more"),
        ("selfplay --games 1 --out a.vf --threads -2", "'-2'", "from 1 to 1024"),
        ("selfplay --games 1 --out a.vf --win-score 0", "'0'", "from 1 to"),
        ("dataset input.vf --memory 0", "'0'", "1 or more"),
        ("dataset input.vf --first-ply -1", "'-1'", "0 or more"),
        ("dataset input.vf --max-score -1", "'-1'", "from 0 to 32767"),
        ("tune input.vf --out w --epochs -1", "'-1'", "0 or more"),
        ("tune input.vf --out w --lambda -0.5", "'-0.5'", "from 0 to 1"),
        ("train input.vf --out n --batch 0", "'0'", "from 1 to 1048576"),
        ("train input.vf --out n --batch 99999999999999", "'99999999999999'", "from 1 to 1048576"),
        ("train input.vf --out n --k inf", "'inf'", "from 1 to 10000"),
        ("train input.vf --out n --learning-rate 0", "'0'", "a finite number above 0"),
        ("train input.vf --out n --hidden 0", "'0'", "a multiple of 32 from 32 to 1024"),
        ("tune input.vf --out w --learning-rate inf", "'inf'", "a finite number above 0"),
        ("tune input.vf --out w --spread 0", "'0'", "a number above 0, or 'inf'"),
        ("selfplay --games 1 --out a.vf --random-plies 101", "'101'", "from 0 to 100"),
        ("wdl input.vf --max-score -1", "'-1'", "from 0 to 32767"),
        ("magics --seed -1", "'-1'", "0 or more"),
    ] {
        assert_value_refused(line, value, range);
    }
}

#[test]
fn files_to_continue_from_are_read_before_the_games() {
    let folder = folder();
    for line in [
        "tune input.vf --out w --resume missing",
        "train input.vf --out n --resume missing",
        "train input.vf --out n --start missing",
        "train input.vf --out n --start input.vf",
        "train input.vf --out n --resume input.vf",
        "tune input.vf --out w --resume input.vf",
    ] {
        let run = folder.run(line);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{line}: {}", run.stderr);
        let name = line.split(' ').next_back().unwrap_or_default();
        assert!(run.stderr.starts_with(&format!("error: {name}: ")), "{line}: {}", run.stderr);
    }
}

#[test]
fn files_of_other_kinds_are_refused() {
    let folder = folder();
    let error = folder.run("convert input.vf --out new.vf").fail(1);
    assert_eq!(error, "error: input.vf: not a text file, expected PGN\n");
    #[cfg(unix)]
    for device in ["/dev/null", "/dev/zero"] {
        let error = folder.run(&format!("selfplay --games 1 --out {device}")).fail(1);
        assert_eq!(error, format!("error: {device}: not a regular file\n"));
        for command in ["train input.vf --out n", "tune input.vf --out w"] {
            let error = folder.run(&format!("{command} --resume {device}")).fail(1);
            assert_eq!(error, format!("error: {device}: not a regular file\n"));
        }
    }
    #[cfg(unix)]
    {
        let pipe = folder.path("new.vf.settings");
        assert!(Command::new("mkfifo").arg(pipe).status().expect("mkfifo").success());
        let error = folder.run("selfplay --games 1 --out new.vf").fail(1);
        assert_eq!(error, "error: new.vf.settings: not a regular file\n");
    }
    #[cfg(target_os = "linux")]
    {
        let file = fs::File::create(folder.path("redirected")).expect("a file");
        let mut command = folder.command("selfplay --games 1 --out /dev/stdout");
        let output = command.stdout(file).output().expect("the program starts");
        assert_eq!(Run::of(&output).fail(1), "error: /dev/stdout: not a regular file\n");
        // A pipe is not read for games that are labelled already.
        for device in ["/dev/stdout", "/dev/zero"] {
            let error = folder.run(&format!("label input.vf --out {device}")).fail(1);
            assert_eq!(error, format!("error: {device}: not a regular file\n"));
        }
    }
}

// Windows has no such names.
#[cfg(unix)]
#[test]
fn control_characters_of_files_are_escaped() {
    let folder = Folder::new();
    let name = "\u{1b}[31mgames";
    folder.write(name, b"[Event \"x\"]\n\n1. e4 Q\x1b[31mh9 *\n");
    for command in ["convert --out new", "tune --out new", "dataset", "wdl"] {
        let arguments: Vec<_> = command.split(' ').chain([name]).collect();
        assert_escaped(&folder, &arguments);
    }
}
