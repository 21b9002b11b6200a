//! Files of any name, lines that end as under Windows, and full disks.

use std::process::Output;

use crate::common::{Folder, run_with_input, stderr, stdout};

/// A folder within the folder, and the beginning of all names.
const ODD: &str = "zwei  Blanks/Führung ♞ ";

const GAMES: &str =
    "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5\nNf6 4. Qxf7# 1-0\n";

const SUITE: &str = "# mates\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"a\";\n\n7k/8/6K1/5Q2/8/8/8/8 w - - dm 1;\n";

/// A folder with each file under a plain name with line feeds, and under an odd one with carriage
/// returns, too.
fn folder() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("zwei  Blanks")).expect("a folder");
    for (name, text) in [("games.pgn", GAMES), ("suite.epd", SUITE)] {
        folder.write(name, text);
        folder.write(&format!("{ODD}{name}"), text.replace('\n', "\r\n"));
    }
    folder
}

/// Runs the program with arguments separated by blanks, in which `*` stands for the beginning of a
/// name.
fn run(folder: &Folder, arguments: &str, beginning: &str) -> Output {
    let arguments: Vec<String> =
        arguments.split(' ').map(|argument| argument.replace('*', beginning)).collect();
    let output = folder.run_program(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    output
}

#[test]
fn every_command_takes_any_name_and_line_end() {
    let folder = folder();
    for (arguments, written) in [
        ("book build *games.pgn --out *book.bin", "*book.bin"),
        ("book show *book.bin", ""),
        ("annotate *games.pgn --nodes 500 --hash 1 --out *out.pgn --plot *plot.svg", "*out.pgn"),
        ("annotate *games.pgn --nodes 500 --hash 1 --book *book.bin --plot *book.svg", "*book.svg"),
        ("analyse --pgn *games.pgn --ply 3 --depth 4 --json", ""),
        ("epd *suite.epd --depth 4 --json", ""),
    ] {
        let [plain, odd] = ["", ODD].map(|beginning| {
            let output = run(&folder, arguments, beginning);
            let name = written.replace('*', beginning);
            let file = if name.is_empty() { Vec::new() } else { folder.read(&name) };
            let text = String::from_utf8_lossy(&file).into_owned() + &stdout(&output);
            text.replace('\r', "").replace(ODD, "")
        });
        assert_eq!(without_times(&odd), without_times(&plain), "{arguments}");
    }
}

/// Returns the text without the times and speeds of reports.
fn without_times(text: &str) -> String {
    let parts = text.split(',').filter(|part| {
        !["time_ms", "nodes_per_second", " ms", " nps"].iter().any(|time| part.contains(time))
    });
    parts.collect::<Vec<_>>().join(",")
}

#[test]
fn games_are_saved_and_continued_under_any_name() {
    let folder = folder();
    let name = format!("{ODD}saved.pgn");
    let play = |arguments: &[&str], input: &str| {
        let arguments = [&["play", "--nodes", "500", "--color", "white"], arguments].concat();
        let output = run_with_input(&mut folder.program(&arguments), input.as_bytes());
        assert!(output.status.success(), "{output:?}");
    };
    play(&["--pgn", &name], "e4\r\nquit\r\n");
    assert!(folder.read_text(&name).contains("1. e4 "));
    play(&["--pgn", &name, "--game", "1"], "quit\n");
    let games = format!("{ODD}games.pgn");
    play(&["--pgn", &games, "--ply", "2"], "Nf3\nquit\n");
    assert!(folder.read_text(&games).contains("1. e4 e5 2. Nf3"), "{}", folder.read_text(&games));
}

#[test]
fn files_that_are_no_text_are_refused() {
    let folder = folder();
    folder.write("table.bin", [b'x', 0, 1, 2]);
    // A device without end, where there is one.
    for file in ["table.bin", "/dev/zero"] {
        for (arguments, expected) in [
            ("annotate * --depth 1", "PGN"),
            ("analyse --depth 1 --pgn *", "PGN"),
            ("play --depth 1 --pgn *", "PGN"),
            ("book build * --out book.bin", "PGN"),
            ("epd * --depth 1", "EPD"),
        ] {
            if file.starts_with('/') && !std::path::Path::new(file).exists() {
                continue;
            }
            let arguments = arguments.replace('*', file);
            let output = folder.run_program(&arguments.split(' ').collect::<Vec<_>>());
            assert_eq!(output.status.code(), Some(1), "{arguments}: {output:?}");
            let message = format!("error: {file}: not a text file, expected {expected}\n");
            assert_eq!(stderr(&output), message, "{arguments}");
            assert_eq!(stdout(&output), "", "{arguments}");
        }
    }
    assert!(!folder.path("book.bin").exists());
}

/// Full disks, simulated by a limit on the size of files.
#[cfg(target_os = "linux")]
mod full_disks {
    use std::fs::File;
    use std::process::{Command, Stdio};

    use super::*;

    /// Runs the program in the folder with files limited to this number of blocks of 512 or 1,024
    /// bytes.
    fn run_limited(folder: &Folder, blocks: usize, arguments: &str, input: &str) -> Output {
        // The signal that would end the program is ignored, so that writing fails.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {arguments}");
        let mut command = Command::new("sh");
        command
            .args(["-c", &script, env!("CARGO_BIN_EXE_nunatak-tools")])
            .current_dir(folder.path(""));
        run_with_input(&mut command, input.as_bytes())
    }

    #[test]
    fn annotate_names_the_file_and_continues() {
        let arguments = "annotate games.pgn --nodes 3000 --hash 1 --multipv 5 --out out.pgn";
        let folder = folder();
        folder.write("games.pgn", GAMES.repeat(3));
        assert!(run_limited(&folder, 1_000, arguments, "").status.success());
        let whole = folder.read("out.pgn");
        std::fs::remove_file(folder.path("out.pgn")).expect("a file");
        for blocks in [0, 1] {
            let output = run_limited(&folder, blocks, arguments, "");
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            let message = stderr(&output);
            assert!(message.contains("error: out.pgn.partial: File too large"), "{message}");
            assert!(!folder.path("out.pgn").exists());
        }
        assert!(folder.read_text("out.pgn.partial").lines().count() > 2);
        let output = run_limited(&folder, 1_000, arguments, "");
        assert!(stderr(&output).contains("out.pgn.partial is continued"), "{output:?}");
        assert!(folder.read("out.pgn") == whole);
        assert!(!folder.path("out.pgn.partial").exists());
    }

    #[test]
    fn books_are_whole_or_absent() {
        let folder = folder();
        let output = run_limited(&folder, 0, "book build games.pgn --out book.bin", "");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stderr(&output).contains("error: book.bin: File too large"), "{output:?}");
        assert!(!folder.names().iter().any(|name| name.contains("book.bin")));
    }

    #[test]
    fn results_that_cannot_be_printed_are_an_error() {
        let folder = folder();
        for arguments in [
            "analyse --depth 2",
            "analyse --depth 2 --json",
            "epd suite.epd --depth 2",
            "epd suite.epd --depth 2 --csv",
            "annotate games.pgn --nodes 100",
            "--help",
            "analyse --help",
            "--version",
        ] {
            let full = File::options().write(true).open("/dev/full").expect("a device");
            let mut command = folder.program(&arguments.split(' ').collect::<Vec<_>>());
            let output = command.stdout(full).stderr(Stdio::piped()).output().expect("a start");
            assert_eq!(output.status.code(), Some(1), "{arguments}: {output:?}");
            let message = stderr(&output);
            assert!(message.contains("No space left"), "{arguments}: {message}");
        }
    }
}

#[test]
fn a_dash_is_not_a_file() {
    let folder = Folder::new();
    folder.write("g.pgn", "1. e4 e5 1-0");
    for arguments in [
        &["annotate", "g.pgn", "--out", "-"][..],
        &["annotate", "g.pgn", "--plot", "-"],
        &["annotate", "-"],
        &["book", "build", "g.pgn", "--out", "-"],
        &["book", "show", "-"],
        &["play", "--pgn", "-"],
        &["analyse", "--pgn", "-"],
        &["epd", "-"],
    ] {
        let output = folder.run_program(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = stderr(&output);
        assert!(error.contains("invalid value '-' for") && error.contains("'./-'"), "{error}");
    }
    assert_eq!(folder.names(), ["g.pgn"]);
    assert!(folder.run_program(&["book", "build", "g.pgn", "--out", "./-"]).status.success());
}
