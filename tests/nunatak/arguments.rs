//! Arguments of the program: positions, numbers, and text from files that is shown again.

use std::process::{Output, Stdio};

use crate::common::positions::{KIWIPETE, START};
use crate::common::{
    Folder, assert_escaped, assert_value_refused, program, run, run_program, shown, stderr, stdout,
};

/// Returns the words of standard output before the unit, time and speed of `perft`.
fn counts(output: &Output) -> Vec<String> {
    let text = shown(output);
    text.split_whitespace().take_while(|&word| word != "nodes").map(str::to_owned).collect()
}

#[test]
fn every_command_takes_a_fen_without_quotes() {
    let fen = KIWIPETE;
    for command in ["perft 2", "divide 1"] {
        let expected = counts(&run_program(
            &[&command.split(' ').collect::<Vec<_>>()[..], &["--fen", fen]].concat(),
        ));
        for line in [
            format!("{command} {fen}"),
            format!("{command} --fen {fen}"),
            format!("{command} --fen={fen}"),
        ] {
            assert_eq!(counts(&run(&line)), expected, "{line}");
        }
    }
    assert_eq!(counts(&run(&format!("perft --fen {fen} 2"))), ["2039"]);
    assert_eq!(counts(&run("perft 1 --fen startpos moves e2e4 e5")), ["29"]);
    assert_eq!(counts(&run("perft --fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a8=Q 1")), ["3"]);
    // Shells that do not know a kind of quotation marks leave them in the words.
    assert_eq!(counts(&run(&format!("perft 2 '{fen}'"))), ["2039"]);
    assert_eq!(counts(&run_program(&["perft", "2", "--fen", &format!("\"{fen}\"")])), ["2039"]);
    let expected = shown(&run_program(&["eval", fen]));
    for line in [format!("eval {fen}"), format!("eval --fen {fen}")] {
        assert_eq!(shown(&run(&line)), expected, "{line}");
    }
}

#[test]
fn the_exit_code_is_the_same_if_nobody_reads_the_errors() {
    for (line, code) in [("perft x", 2), ("eval x", 1), ("analyse", 2), ("perft 1", 0)] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let words: Vec<&str> = line.split(' ').collect();
        let status = program(&words).stdout(Stdio::null()).stderr(writer).status();
        assert_eq!(status.expect("the program starts").code(), Some(code), "{line}");
    }
}

#[test]
fn startpos_is_a_fen_everywhere() {
    assert_eq!(counts(&run("perft 3 startpos")), ["8902"]);
    assert_eq!(counts(&run("perft 3 --fen startpos")), ["8902"]);
    assert_eq!(shown(&run("eval startpos")), shown(&run("eval")));
    let folder = Folder::new();
    folder.write("suite.epd", "startpos ;D1 20 ;D2 400\n");
    shown(&folder.run_program(&["perft-suite", "suite.epd"]));
}

#[test]
fn moves_may_follow_a_position() {
    for line in [
        "perft 1 startpos moves e4 e5",
        "perft 1 STARTPOS e4 e5",
        "perft 1 startpos e4 e5",
        "perft 1 --chess960 startpos e4 e5",
        "perft 1 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
        "perft 1 moves 1. e4 e7e5",
        &format!("perft 1 {START} moves e2e4 e5"),
    ] {
        assert_eq!(counts(&run(line)), ["29"], "{line}");
    }
    for quoted in ["'startpos moves e2e4 e7e5'", "moves e4 e5", "Startpos e4 e5"] {
        assert_eq!(counts(&run_program(&["perft", "1", quoted])), ["29"], "{quoted}");
        assert_eq!(counts(&run_program(&["perft", "1", "--fen", quoted])), ["29"], "{quoted}");
    }
    assert_eq!(run_program(&["perft", "1", "--fen", ""]).status.code(), Some(1));
    let output = run("eval startpos moves e4 e4");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("'e4' is not a legal move"), "{output:?}");
}

#[test]
fn sloppy_fens_are_corrected_with_a_note() {
    let output = run("perft 1 4k3/8/8/8/8/8/8/4K2R w KQ e3 0 0");
    assert!(shown(&output).starts_with("15 nodes"), "{output:?}");
    let notes = stderr(&output);
    assert_eq!(notes.lines().filter(|line| line.starts_with("note: ")).count(), 3, "{notes}");
    assert!(notes.contains("'Q'") && notes.contains("'e3'") && notes.contains("'0'"), "{notes}");
    // Only a position that cannot be is refused, with its reason.
    let output = run("eval 4k3/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("White has 0 kings"), "{output:?}");
}

#[test]
fn numbers_out_of_range_are_named_with_the_range() {
    for (line, value, range) in [
        ("bench --depth 0", "'0'", "1 or more"),
        ("bench --depth -1", "'-1'", "1 or more"),
        ("bench 0", "'0'", "1 or more"),
        ("perft -1", "'-1'", "from 0 to 255"),
        ("divide 256", "'256'", "from 0 to 255"),
        ("perft 1 --threads 0", "'0'", "from 1 to 256"),
        ("perft 1 --hash 0", "'0'", "from 1 to "),
        ("divide 1 --hash x", "'x'", "from 1 to "),
        ("perft-suite f --max-nodes -1", "'-1'", "0 or more"),
        ("speedtest --threads -2", "'-2'", "from 1 to 256"),
    ] {
        assert_value_refused(line, value, range);
    }
    assert!(shown(&run("perft 0")).starts_with("1 node 0 ms "));
    assert_eq!(shown(&run("divide 0")), "Total: 1\n");
}

#[cfg(target_pointer_width = "64")]
#[test]
fn a_table_larger_than_the_memory_is_refused() {
    for command in ["perft", "divide"] {
        let output = run(&format!("{command} 2 --hash 134217728"));
        assert_eq!((output.status.code(), &*stdout(&output)), (Some(1), ""));
        let error = stderr(&output);
        assert_eq!(error, "error: cannot allocate 134217728 MB for the hash table\n");
    }
}

#[test]
fn control_characters_of_files_are_escaped() {
    let folder = Folder::new();
    folder.write(
        "perft.epd",
        "4k3/8/8/8/8/8/8/4K2R w K\u{1b} - 0 1 ;D1 \u{1b}[1m\n4k3/8/8/8/8/8/8/\u{1b}[0m w - -\n",
    );
    for arguments in [&["perft-suite", "perft.epd"], &["perft-suite", "no\u{1b}[31mfile"]] {
        assert_escaped(&folder, arguments);
    }
}

#[test]
fn control_characters_of_arguments_are_escaped() {
    for (arguments, quoted) in [
        (&["\u{1b}[31m"][..], "subcommand '\\u{1b}[31m'"),
        (&["perft", "\u{7}\n"], "invalid value '\\u{7}\\n' for"),
        (&["bench", "--\u{1b}[1mx"], "argument '--\\u{1b}[1mx'"),
    ] {
        let output = run_program(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = stderr(&output);
        assert!(error.contains(quoted), "{arguments:?}: {error}");
    }
}

#[test]
fn bench_takes_its_depth_with_or_without_a_name() {
    let nodes = |line| {
        let text = shown(&run(line));
        let last = text.lines().last().expect("a line").to_owned();
        let words: Vec<_> = last.split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{last}");
        // A line for each position.
        let [counts @ .., _] = &text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        let sum: u64 = counts
            .iter()
            .map(|line| line.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok()))
            .map(|nodes| nodes.unwrap_or_else(|| panic!("{text}")))
            .sum();
        assert_eq!((counts.len(), sum.to_string().as_str()), (50, words[0]));
        words[0].to_owned()
    };
    assert_eq!(nodes("bench 2"), nodes("bench --depth 2"));
}

#[test]
fn commands_of_uci_may_be_arguments() {
    let folder = Folder::new();
    let log = "setoption name Debug Log File value log";
    shown(&folder.run_program(&[log, "isready", "quit"]));
    let logged = folder.read_text("log");
    let ends = [&format!(">> {log}"), ">> isready", "<< readyok", ">> quit"];
    assert!(logged.lines().zip(ends).all(|(line, end)| line.ends_with(end)), "{logged}");
    assert_eq!(logged.lines().count(), ends.len(), "{logged}");
    let text = shown(&run_program(&["go depth 3", "quit"]));
    assert!(text.contains("info depth 3 ") && text.contains("\nbestmove "), "{text}");
    let text = shown(&run("position startpos moves e2e4 d go depth 2 quit uci"));
    assert!(text.contains("PPPP1PPP/RNBQKBNR b KQkq") && !text.contains("uciok"), "{text}");
    assert!(text.contains("\nbestmove "), "{text}");
    for line in ["go infinite stop", "go infinite quit", "position startpos go quit"] {
        assert!(shown(&run(line)).contains("\nbestmove "), "{line}");
    }
    for line in ["exit", "register later isready exit"] {
        assert!(run(line).status.success(), "{line}");
    }
    let text = shown(&run("uci"));
    assert!(text.starts_with("id name Nunatak ") && text.ends_with("uciok\n"), "{text}");
}

#[test]
fn arguments_of_the_program_are_not_taken_for_those_of_uci() {
    let output = run_program(&["perft", "3", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "quit"]);
    assert_eq!(counts(&output), ["342"]);
    assert!(stderr(&output).starts_with("note: text after the FEN 'quit'"), "{output:?}");
    let output = run("perft 1 startpos moves e2e4 quit");
    assert!(stderr(&output).contains("'quit' is not a legal move"), "{output:?}");
    let output = run("divide 1 --json quit");
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
}

#[cfg(unix)]
#[test]
fn text_that_is_not_unicode_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use crate::common::program;

    for first in ["position startpos", "eval", "setoption", "genfens 1 seed 1 book"] {
        let output = program(&[first]).arg(OsStr::from_bytes(b"\xff")).output();
        let output = output.expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr(&output).contains("UTF-8"), "{output:?}");
    }
}

#[test]
fn an_endless_search_ends_if_any_later_command_stops_it() {
    for last in ["stop", "quit"] {
        let output = run_program(&["go infinite", "isready", last]);
        let text = stdout(&output);
        assert!(output.status.success() && text.contains("bestmove "), "{output:?}");
        assert!(text.ends_with("readyok\n"), "{text}");
    }
}

#[test]
fn refused_commands_of_uci_are_an_error_and_the_others_are_executed() {
    for (arguments, message) in [
        (["setoption name Hash value 0", "isready"], "info string option Hash: '0'"),
        (["ucinewgame", "position fen bad"], "info string position refused: "),
        (["position startpos", "psoition startpos"], "info string unknown command 'psoition'"),
        (["go depth 1", "export ."], "\ninfo string export: "),
        (
            ["isready", "psoition startpos"],
            "isready: unknown words ignored: 'psoition', 'startpos'",
        ),
        (
            ["go depth 1", "setoption name Debug Log File value ."],
            "info string option Debug Log File",
        ),
        (["go depth 1", "setoption name SyzygyPath value src"], "string option SyzygyPath: 'src'"),
    ] {
        let output = run_program(&[&arguments[..], &["isready"]].concat());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let text = stdout(&output);
        assert!(text.contains(message) && text.ends_with("readyok\n"), "{text}");
    }
}
