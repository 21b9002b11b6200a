//! Files of any name, lines that end as under Windows, and full disks.

use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use crate::common::files::{ODD, assert_only_text, folder_with, run_named};
use crate::common::{Folder, run_with_input, stderr, stdout};

const GAMES: &str =
    "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5\nNf6 4. Qxf7# 1-0\n";

const SUITE: &str = "# mates\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"a\";\n\n7k/8/6K1/5Q2/8/8/8/8 w - - dm 1;\n";

fn folder() -> Folder {
    folder_with(&[("games.pgn", GAMES), ("suite.epd", SUITE)])
}

/// Returns the text without the times and speeds of reports.
fn without_times(text: &str) -> String {
    let parts = text.split(',').filter(|part| {
        !["time_ms", "nodes_per_second", " ms", " nps"].iter().any(|time| part.contains(time))
    });
    parts.collect::<Vec<_>>().join(",")
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
            let output = run_named(&folder, arguments, beginning);
            let name = written.replace('*', beginning);
            let file = if name.is_empty() { Vec::new() } else { folder.read(&name) };
            let text = String::from_utf8_lossy(&file).into_owned() + &stdout(&output);
            text.replace('\r', "").replace(ODD, "")
        });
        assert_eq!(without_times(&odd), without_times(&plain), "{arguments}");
    }
}

#[test]
fn lines_may_end_as_on_old_systems() {
    let folder = folder();
    folder.write("old.epd", SUITE.replace('\n', "\r"));
    let lines = |file: &str| {
        let output = folder.program(&["epd", file, "--depth", "4", "--json"]).output();
        without_times(&stdout(&output.expect("the program starts")))
    };
    assert_eq!(lines("old.epd"), lines("suite.epd"));
    assert_eq!(lines("old.epd").lines().count(), 3);
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
    let commands = [
        ("annotate * --depth 1", "PGN"),
        ("analyse --depth 1 --pgn *", "PGN"),
        ("book build * --out book.bin", "PGN"),
        ("epd * --depth 1", "EPD"),
    ];
    assert_only_text(&folder, &commands);
    assert!(!folder.path("book.bin").exists());
    for (file, message) in
        [("table.bin", "not a text file, expected PGN"), ("/dev/zero", "not a regular file")]
    {
        let output = folder.run_program(&["play", "--depth", "1", "--pgn", file]);
        let is_missing = file.starts_with('/') && !Path::new(file).exists();
        assert!(
            is_missing || stderr(&output) == format!("error: {file}: {message}\n"),
            "{output:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn named_pipes_are_no_output_files() {
    let folder = folder();
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    for arguments in [
        &["annotate", "games.pgn", "--depth", "1", "--out", "pipe"][..],
        &["annotate", "games.pgn", "--depth", "1", "--plot", "pipe"],
        &["book", "build", "games.pgn", "--out", "pipe"],
        &["play", "--depth", "1", "--pgn", "pipe"],
    ] {
        let output = folder.run_program(arguments);
        assert!(stderr(&output).contains("pipe: not a regular file"), "{arguments:?}: {output:?}");
    }
}

/// Full disks, simulated by a limit on the size of files.
#[cfg(target_os = "linux")]
mod full_disks {
    use super::*;
    use crate::common::files::full_disks::{assert_printing_fails, run_limited};

    #[test]
    fn annotate_names_the_file_and_continues() {
        let arguments = "annotate games.pgn --nodes 3000 --hash 1 --multipv 5 --out out.pgn";
        let folder = folder();
        folder.write("games.pgn", GAMES.repeat(3));
        assert!(run_limited(&folder, 1_000, arguments, "").status.success());
        let whole = folder.read("out.pgn");
        std::fs::remove_file(folder.path("out.pgn")).expect("a file");
        // No journal without evaluations is left.
        for (blocks, has_journal) in [(0, false), (1, true)] {
            let output = run_limited(&folder, blocks, arguments, "");
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            let message = stderr(&output);
            assert!(message.contains("error: out.pgn.partial: File too large"), "{message}");
            assert!(!folder.path("out.pgn").exists());
            assert_eq!(folder.path("out.pgn.partial").exists(), has_journal);
        }
        // The journal has whole lines only.
        assert!(folder.read_text("out.pgn.partial").lines().count() > 1);
        assert!(folder.read_text("out.pgn.partial").ends_with('\n'));
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
        let commands = [
            "analyse --depth 2",
            "analyse --depth 2 --json",
            "epd suite.epd --depth 2",
            "epd suite.epd --depth 2 --csv",
            "annotate games.pgn --nodes 100",
            "--help",
            "analyse --help",
            "--version",
        ];
        assert_printing_fails(&folder(), &commands);
    }
}

#[test]
fn files_are_written_even_if_nothing_reads_the_report() {
    let folder = folder();
    let annotate = "annotate games.pgn --nodes 500 --hash 1";
    for (arguments, file) in [
        (format!("{annotate} --out out.pgn"), "out.pgn"),
        (format!("{annotate} --plot plot.svg"), "plot.svg"),
        ("book build games.pgn --out book.bin".to_owned(), "book.bin"),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = folder.program(&arguments.split(' ').collect::<Vec<_>>());
        let output = command.stdout(writer).output().expect("the program starts");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments}: {output:?}");
        assert!(folder.path(file).exists(), "{arguments}");
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
