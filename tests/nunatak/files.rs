//! Files of any name, lines that end as under Windows, and full disks.

use nunatak::board::Board;
use nunatak::book::{BookEntry, book_key};
use nunatak::eval::network::HIDDEN;

use crate::common::files::{ODD, assert_only_text, folder_with, run_named};
use crate::common::networks::constant_network;
use crate::common::{Folder, run_program, run_with_input, stderr, stdout};

/// A perft suite.
const COUNTS: &str = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1 ;D1 6 ;D2 44\n";

fn folder() -> Folder {
    folder_with(&[("counts.epd", COUNTS)])
}

#[test]
fn suites_have_any_name_and_line_end() {
    let folder = folder();
    for beginning in ["", ODD] {
        let text = stdout(&run_named(&folder, "perft-suite *counts.epd", beginning));
        assert!(text.starts_with("1 position, 2 counts, 0 wrong\n"), "{text}");
    }
}

#[test]
fn options_take_any_name_and_line_end() {
    let folder = folder();
    let start = Board::start();
    let mv = start.parse_move("e2e4").expect("a legal move");
    folder.write(&format!("{ODD}book.bin"), BookEntry::new(book_key(&start), mv, 1).to_bytes());
    let network = constant_network(HIDDEN, 0);
    folder.write(&format!("{ODD}net.nnue"), &network);
    let lines = [
        "setoption name Debug Log File value *a log.txt",
        "setoption name EvalFile value *net.nnue",
        "setoption name BookFile value *book.bin",
        "setoption name OwnBook value true",
        "position startpos",
        "go depth 1",
        "export *settings.txt",
    ];
    let input = lines.map(|line| line.replace('*', ODD) + "\r\n").concat();
    let output = run_with_input(&mut folder.program(&[]), input.as_bytes());
    let text = stdout(&output);
    assert!(text.contains("info string book move\nbestmove e2e4"), "{text}");
    assert!(!text.contains("info string option "), "{text}");
    let settings = folder.read_text(&format!("{ODD}settings.txt"));
    for line in &lines[..4] {
        assert!(settings.lines().any(|it| it == line.replace('*', ODD)), "{line} in {settings}");
    }
    assert!(folder.read_text(&format!("{ODD}a log.txt")).contains(">> go depth 1\n"));
    // The exported lines can be sent again, also with the line ends of Windows.
    let output =
        run_with_input(&mut folder.program(&[]), settings.replace('\n', "\r\n").as_bytes());
    let text = stdout(&output);
    assert!(text.starts_with("info string EvalFile: ") && text.lines().count() == 1, "{text}");
}

#[test]
fn files_that_are_no_text_are_refused() {
    let commands = [("genfens 1 seed 1 book *", "EPD"), ("perft-suite *", "a perft suite")];
    assert_only_text(&folder(), &commands);
}

/// Full disks, simulated by a limit on the size of files.
#[cfg(target_os = "linux")]
mod full_disks {
    use super::*;
    use std::process::Command;

    use crate::common::files::full_disks::{assert_printing_fails, run_limited};

    #[test]
    fn the_engine_says_what_was_not_written_and_goes_on() {
        let folder = folder();
        folder.write("old.txt", "setoption name Hash value 1\n");
        let input = "setoption name Debug Log File value log.txt\nuci\nexport new.txt\n\
                     export old.txt --force\ngo depth 1\n";
        let output = run_limited(&folder, 0, "", input);
        assert!(output.status.success(), "{output:?}");
        let text = stdout(&output);
        for part in [
            "info string Debug Log File: File too large (os error 27); the log is off\n",
            "\nuciok\n",
            "\ninfo string export: new.txt: File too large",
            "\ninfo string export: old.txt: File too large",
            "\nbestmove ",
        ] {
            assert!(text.contains(part), "{part:?} in {text}");
        }
        assert_eq!(text.matches("the log is off").count(), 1, "{text}");
        assert!(!folder.path("new.txt").exists());
        assert_eq!(folder.read_text("old.txt"), "setoption name Hash value 1\n");
        assert!(!folder.names().iter().any(|name| name.ends_with(".tmp")));
    }

    #[test]
    fn results_that_cannot_be_printed_are_an_error() {
        let commands = [
            "eval",
            "uci isready",
            "perft 2",
            "divide 2",
            "bench --depth 2",
            "perft-suite counts.epd",
            "tablebase",
            "--help",
            "--version",
        ];
        assert_printing_fails(&folder(), &commands);
    }

    #[test]
    fn a_protocol_that_cannot_answer_is_an_error() {
        let script = "echo isready | \"$0\" > /dev/full";
        let mut command = Command::new("sh");
        let output = command.args(["-c", script, env!("CARGO_BIN_EXE_nunatak")]).output();
        let output = output.expect("a shell");
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stderr(&output).contains("No space left"), "{output:?}");
    }
}

#[test]
fn a_dash_is_not_a_file() {
    let output = run_program(&["perft-suite", "-"]);
    assert_eq!(output.status.code(), Some(2));
    let error = stderr(&output);
    assert!(error.contains("invalid value '-' for") && error.contains("'./-'"), "{error}");
}
