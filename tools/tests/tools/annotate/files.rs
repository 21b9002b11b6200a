//! Files and runs: what is never destroyed, and what an interrupted run keeps.

use std::fs;
use std::process::{Child, Stdio};

use super::*;
#[cfg(target_os = "linux")]
use crate::common::files::full_disks::run_limited;
use crate::common::wait_until;

#[test]
fn files_are_never_destroyed() {
    let folder = Folder::new();
    let refused = |arguments: &[&str], reason: &str| {
        let output = annotate(&folder, GAMES, arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).contains(reason), "{arguments:?}: {output:?}");
        assert_eq!(folder.read_text(IN), GAMES);
    };
    folder.write("existing", "data");
    for option in ["--out", "--plot"] {
        refused(&[option, "existing"], "the file exists; --force replaces it");
        refused(&[option, IN, "--force"], "the file is an input of this command");
        refused(&[option, "./games.pgn", "--force"], "the file is an input of this command");
        refused(&[option, "missing/file"], "missing/file: ");
        refused(&[option, ".", "--force"], "not a regular file");
    }
    refused(&["--out", "new", "--plot", "new"], "the file is another output of this command");
    refused(
        &["--out", "new", "--plot", "new.partial"],
        "the file is another output of this command",
    );
    folder.write("new.partial", "1. e4 *");
    refused(&["--out", "new", "--force"], "not the record of an interrupted run");
    assert_eq!(folder.read_text("new.partial"), "1. e4 *");
    assert_eq!(folder.read_text("existing"), "data");
    let output = annotate(&folder, GAMES, &["--out", "existing", "--force"]);
    assert!(output.status.success() && folder.read_text("existing").starts_with("% a collection"));

    for text in ["", "\n", "{ nothing }"] {
        let output = annotate(&folder, text, &[]);
        assert!(!output.status.success() && stderr(&output).contains("has no games"), "{text:?}");
    }
    let output = folder.run_program(&["annotate", "none.pgn"]);
    assert!(!output.status.success() && stderr(&output).contains("none.pgn"), "{output:?}");
}

#[test]
fn files_without_games_are_named() {
    let folder = Folder::new();
    folder.write("empty.pgn", "");
    let output = annotate(&folder, GAMES, &["empty.pgn"]);
    assert!(output.status.success(), "{output:?}");
    assert!(stderr(&output).contains("note: empty.pgn has no games in PGN"), "{output:?}");
}

#[test]
fn files_that_the_search_reads_are_never_replaced() {
    const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");
    let folder = Folder::new();
    let copy = |from: &str, name: &str| {
        let bytes = fs::read(format!("{PACKAGE}/../{from}")).expect("a file of the repository");
        folder.write(name, &bytes);
        bytes
    };
    let network = copy("src/eval/network/net.nnue", "net.nnue");
    let table = copy("tests/syzygy/KQvK.rtbw", "KQvK.rtbw");
    for (option, output) in [("--eval-file=net.nnue", "net.nnue"), ("--syzygy=.", "KQvK.rtbw")] {
        for out in ["--out", "--plot"] {
            let refused = annotate(&folder, GAMES, &[option, out, output, "--force"]);
            assert!(
                stderr(&refused).contains("the file is an input of this command"),
                "{refused:?}"
            );
        }
    }
    let kept = ["net.nnue", "KQvK.rtbw"].map(|name| fs::read(folder.path(name)).expect("a file"));
    assert!(kept == [network, table]);
}

#[cfg(unix)]
#[test]
fn inputs_are_recognised_through_links() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    symlink(IN, folder.path("link.pgn")).expect("a link");
    let output = annotate(&folder, GAMES, &["--out", "link.pgn", "--force"]);
    assert!(stderr(&output).contains("the file is an input of this command"), "{output:?}");
    assert_eq!(folder.read_text(IN), GAMES);
}

/// Arguments of a run that takes about a second.
const SLOW: [&str; 8] = ["annotate", IN, "--out", OUT, "--nodes", "40000", "--hash", "1"];

/// Starts a slow run and waits until it has evaluated this number of positions.
fn start(folder: &Folder, positions: usize) -> Child {
    let mut command = folder.program(&SLOW);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    wait_until(|| {
        assert!(child.try_wait().expect("a state").is_none());
        let text = fs::read_to_string(folder.path(PARTIAL));
        text.is_ok_and(|text| text.lines().count() > positions)
    });
    child
}

#[test]
fn a_run_that_is_killed_continues_without_loss() {
    let whole = Folder::new();
    whole.write(IN, GAMES);
    assert!(whole.run_program(&SLOW).status.success());
    let folder = Folder::new();
    folder.write(IN, GAMES);
    let mut done = 0;
    for positions in [1, 6, 9] {
        let mut child = start(&folder, positions);
        child.kill().expect("a running program");
        child.wait().expect("an exit code");
        assert!(!folder.path(OUT).exists());
        let text = folder.read_text(PARTIAL);
        assert!(text.starts_with("nunatak annotate: ") && text.lines().count() >= done, "{text}");
        done = text.lines().count();
    }
    // Other settings do not continue the run.
    let output = folder.run_program(&[&SLOW[..], &["--multipv", "2"]].concat());
    let difference = "other settings (multipv 1 instead of multipv 2); --force";
    assert!(!output.status.success() && stderr(&output).contains(difference), "{output:?}");
    // More threads do.
    let output = folder.run_program(&[&SLOW[..], &["--threads", "2"]].concat());
    assert!(output.status.success(), "{output:?}");
    assert!(stderr(&output).contains(" is continued: "), "{output:?}");
    assert_eq!(folder.read_text(OUT), whole.read_text(OUT));
    assert!(!folder.path(PARTIAL).exists());
}

#[cfg(target_os = "linux")]
#[test]
fn errors_on_writing_name_the_file_that_was_asked_for() {
    let folder = Folder::new();
    folder.write(IN, GAMES);
    let arguments = [&["annotate", IN][..], &FAST, &["--plot", "plot.svg"]].concat().join(" ");
    let output = run_limited(&folder, 0, &arguments, "");
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(message.contains("error: plot.svg: ") && !message.contains(".tmp"), "{message}");
    assert_eq!(folder.names(), [IN]);
}

/// Everything that decides the result is a setting that a run shares with the one that it
/// continues.
#[cfg(target_os = "linux")]
#[test]
fn other_searches_and_files_do_not_continue_a_run() {
    const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");
    let network = format!("{PACKAGE}/../src/eval/network/net.nnue");
    let tables = format!("{PACKAGE}/../tests/syzygy");
    let folder = Folder::new();
    folder.write(IN, GAMES);
    let build = |games: &str| {
        folder.write("book.pgn", games);
        let build = ["book", "build", "book.pgn", "--out", "b.bin", "--force"];
        assert!(folder.run_program(&build).status.success());
    };
    build("1. b3 *");
    let with = |settings: [&'static str; 4], others: &[&'static str]| {
        [&["annotate", IN, "--out", OUT, "--book", "b.bin"], &settings[..], others].concat()
    };
    let output = run_limited(&folder, 1, &with(FAST, &[]).join(" "), "");
    assert!(stderr(&output).contains("error: annotated.pgn.partial: "), "{output:?}");
    let refused = |arguments: &[&str], difference: &str| {
        let output = folder.run_program(arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stderr(&output).contains(difference), "{difference}: {output:?}");
    };
    for (settings, others, difference) in [
        (["--nodes", "3000", "--hash", "1"], [].as_slice(), "(nodes 2000 instead of nodes 3000)"),
        (["--nodes", "2000", "--hash", "2"], &[], "(hash 1 instead of hash 2)"),
        (FAST, &["--depth", "9"], "(depth none instead of depth 9)"),
        (FAST, &["--movetime", "9000"], "(movetime none instead of movetime 9000)"),
        (FAST, &["--game", "1"], "(game all instead of game 1)"),
    ] {
        refused(&with(settings, others), difference);
    }
    refused(
        &[&with(FAST, &[])[..], &["--eval-file", &network]].concat(),
        "(network none instead of network ",
    );
    if cfg!(any(target_arch = "x86_64", target_vendor = "apple")) {
        let syzygy = [&with(FAST, &[])[..], &["--syzygy", &tables]].concat();
        refused(&syzygy, "(syzygy none instead of syzygy ");
    }
    // Other contents of the same files.
    folder.write(IN, GAMES.replace("2. c4", "2. e3"));
    refused(&with(FAST, &[]), " used other settings (checksum of the games ");
    folder.write(IN, GAMES);
    build("1. g3 *");
    refused(&with(FAST, &[]), " used other settings (book b.bin (");
    build("1. b3 *");
    assert!(folder.run_program(&with(FAST, &[])).status.success());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_without_a_file_says_which_games_are_complete() {
    use std::thread;
    use std::time::Duration;

    /// Interrupts the annotation of games once it has printed a text that `is_reached`.
    fn interrupted(games: &str, is_reached: impl Fn(&str) -> bool) -> (Option<i32>, String) {
        let folder = Folder::new();
        folder.write(IN, games);
        let arguments = ["annotate", IN, "--movetime", "600000", "--hash", "1"];
        let output = crate::common::interrupted(&mut folder.program(&arguments), is_reached);
        (output.status.code(), stderr(&output))
    }
    let first = interrupted("[Event \"x\"]\n\n*\n\n1. e4 *\n", |text| !text.is_empty());
    assert_eq!(first, (Some(130), "Stopped after game 1.\n".to_owned()));
    // On a busy machine, the search begins late.
    let none = (Some(130), "Stopped before the first game was complete.\n".to_owned());
    let is_none = |seconds| {
        none == interrupted("1. e4 *\n", |_| {
            thread::sleep(Duration::from_secs_f64(seconds));
            true
        })
    };
    assert!([0.3, 3.0, 30.0].into_iter().any(is_none));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_continue() {
    let folder = Folder::new();
    folder.write(IN, GAMES);
    let child = start(&folder, 2);
    crate::common::interrupt(&child);
    let output = child.wait_with_output().expect("an exit code");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let message = stderr(&output);
    assert!(message.contains("Stopped: ") && message.contains(" of 13 positions"), "{message}");
    assert!(message.contains("annotated.pgn.partial; the same command continues"), "{message}");
    let (_, kept) = message.split_once("Stopped: ").expect("a count");
    let (kept, _) = kept.split_once(' ').expect("a count");
    // Which moves are of the book decides which positions share a table.
    assert!(folder.run_program(&["book", "build", IN, "--out", "b.bin"]).status.success());
    let output = folder.run_program(&[&SLOW[..], &["--book", "b.bin"]].concat());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stderr(&output).contains("book none instead of book b.bin ("), "{output:?}");
    // A run that ended after its plot is continued by force.
    let with_plot = [&SLOW[..], &["--plot", "plot.svg"]].concat();
    folder.write("plot.svg", "of another");
    let output = folder.run_program(&with_plot);
    assert!(!output.status.success() && stderr(&output).contains("the file exists"), "{output:?}");
    assert_eq!(folder.read_text("plot.svg"), "of another");
    let output = folder.run_program(&[&with_plot[..], &["--force"]].concat());
    let continued = format!("annotated.pgn.partial is continued: {kept} of 13 positions evaluated");
    assert!(output.status.success() && stderr(&output).contains(&continued), "{kept}: {output:?}");
    assert!(folder.read_text("plot.svg").starts_with("<svg"));
}

#[test]
fn threads_share_positions_without_changing_the_result() {
    let long = "[Event \"long\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6\n\
                8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1/2-1/2\n";
    let text = format!("{GAMES}\n{long}\n{}\n; the end\n", GAMES.replace("4. Qxf7#", "4. Qd1"));
    let folder = Folder::new();
    let run = |threads| {
        let plot = format!("{threads}.svg");
        let output =
            annotate(&folder, &text, &["--threads", threads, "--multipv", "2", "--plot", &plot]);
        assert!(output.status.success(), "{output:?}");
        (stdout(&output), stderr(&output), folder.read_text(&plot))
    };
    let one = run("1");
    assert!(one.0.ends_with("; the end\n") && one.0.matches("[Annotator").count() == 5, "{one:?}");
    assert_eq!(run("2"), one);
    assert_eq!(run("16"), one);
}
