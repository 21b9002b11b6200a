//! The commands of the program, except those with tests of their own.

use std::process::{Output, Stdio};

use crate::common::positions::{CHESS960, STALEMATE};
use crate::common::{Folder, after, assert_refused, program, run_program, stderr, stdout};

#[test]
fn perft_and_divide_count_leaf_nodes() {
    let output = run_program(&["perft", "4"]);
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.starts_with("197281 nodes ") && text.trim_end().ends_with(" nps"), "{text}");

    let text = stdout(&run_program(&["divide", "2", "--fen", CHESS960, "--chess960"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines.last()), (22, Some(&"Total: 528")));
    assert!(lines[..21].is_sorted());
    for (option, castling) in [(&[][..], "e1c1: 1"), (&["--chess960"], "e1a1: 1")] {
        let arguments = [&["divide", "1", "--fen", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"], option];
        let text = stdout(&run_program(&arguments.concat()));
        assert!(text.lines().any(|line| line == castling), "{text}");
    }
    // The position itself.
    assert_eq!(stdout(&run_program(&["divide 0", "go perft 0", "quit"])), "Total: 1\nTotal: 1\n");
}

#[test]
fn perft_suites_are_checked_line_by_line() {
    let right = "\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\" ;D1 15 ;D2 66 ;D3 1197\n\n\
                 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 ;D1 16 ;D2 71\n";
    let output = run_suite(right, &[]);
    assert!(output.status.success() && stdout(&output).contains("2 positions, 5 counts, 0 wrong"));
    // As old systems and some programs end lines and files.
    for end in ["\r", "\0\r\n"] {
        let text = stdout(&run_suite(&(right.replace('\n', end) + "\u{1a}"), &[]));
        assert!(text.contains("2 positions, 5 counts, 0 wrong"), "{end:?}: {text}");
    }
    let limited = |limit| stdout(&run_suite(right, limit));
    assert!(limited(&["--max-depth", "1"]).contains("2 counts"));
    assert!(limited(&["--max-nodes", "71"]).contains("4 counts"));

    let wrong = right.replace("66", "67").replace("R3K3 w Q", "4K3 w Q");
    let output = run_suite(&wrong, &[]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let first = text.lines().find(|line| line.starts_with("line 1:")).expect("an error");
    assert!(first.contains("depth 2") && first.contains("67") && first.contains("66"), "{first}");
    assert!(text.lines().any(|line| line.starts_with("line 3: castling 'Q'")), "{text}");
    assert_eq!(stderr(&output), "error: suite.epd: wrong counts or lines: 3\n");
    let text = stdout(&run_suite(&format!("{right}no position ;D1 20\n"), &[]));
    assert!(text.contains("2 positions, 5 counts, 0 wrong, 1 invalid line"), "{text}");
}

#[test]
fn empty_and_missing_suites_fail() {
    for (suite, limit) in [("", "9"), (" # nothing\n \n", "9"), ("startpos ;D3 8902\n", "2")] {
        let output = run_suite(suite, &["--max-depth", limit]);
        assert_eq!(output.status.code(), Some(1));
        let error = stderr(&output);
        assert!(error.starts_with("error: suite.epd: no counts within the limits"), "{error}");
    }
    let output = run_program(&["perft-suite", "no such file"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no such file"));
}

/// Runs `perft-suite` on a suite.
fn run_suite(suite: &str, arguments: &[&str]) -> Output {
    let folder = Folder::new();
    folder.write("suite.epd", suite);
    folder.run_program(&[&["perft-suite", "suite.epd"], arguments].concat())
}

#[test]
fn invalid_arguments_are_rejected() {
    for arguments in [
        &["perft"][..],
        &["perft", "2", "--fen", "8/8 w"],
        &["eval", "8/8", "w"],
        &["eval", "4k3"],
        &["speedtest", "--seconds", "0"],
        &["speedtest", "--hash", "0"],
        &["nonesuch"],
    ] {
        assert_refused(&run_program(arguments), arguments);
    }
}

#[test]
fn the_help_of_a_command_of_uci_lists_them_all() {
    let help = stdout(&run_program(&["help", "quit"]));
    assert!(help.contains("export_net"), "{help}");
    for command in ["go", "export_net", "uci"] {
        for option in ["-h", "--help"] {
            assert_eq!(stdout(&run_program(&[command, option])), help, "{command} {option}");
        }
    }
}

#[test]
fn tablebase_shows_the_statistics_of_the_tables() {
    let text = stdout(&run_program(&["tablebase"]));
    for part in [
        "KRK, generated in ",
        "  White to move: 163328 positions, 124960 won\n    longest mate: 55 plies, ",
        "  Black to move: 223944 positions, 200896 lost\n    longest mate: 20 plies, ",
        "KBNK, generated in ",
        "  White to move: 10875504 positions, 10822184 won\n    longest mate: 65 plies, ",
        "KRKN, generated in ",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn eval_shows_the_terms_that_occur() {
    let fen = "4k3/8/8/8/8/8/8/KBB4R w - - 0 1";
    let whole = run_program(&["eval", fen]);
    assert!(whole.status.success());
    assert!(stdout(&whole).contains("bishop pair"));
    // Without pawns, no term of pawns occurs.
    assert!(!stdout(&whole).contains("isolated"));
    let words: Vec<&str> = std::iter::once("eval").chain(fen.split(' ')).collect();
    assert_eq!(stdout(&run_program(&words)), stdout(&whole));
    let start = stdout(&run_program(&["eval"]));
    assert_ne!(start, stdout(&whole));
    assert!(start.lines().all(|line| line.len() <= 80), "{start}");
    assert!(start.lines().last().is_some_and(|line| line.starts_with("Shown: cp ")), "{start}");
}

#[test]
fn eval_shows_the_score_of_white() {
    // White is a queen up.
    for side in ["w", "b"] {
        let fen = format!("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {side} KQkq - 0 1");
        let text = stdout(&run_program(&["eval", &fen]));
        let (score, _) = after(&text, "Shown: cp ").split_once(';').expect("chances");
        assert!(score.parse::<i32>().expect("a score") > 300, "{text}");
    }
}

#[test]
fn a_closed_output_is_not_an_error() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = program(&["divide", "2"]);
    let output = command.stdout(writer).stderr(Stdio::piped()).output().expect("a start");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn eval_of_a_finished_game_is_its_result() {
    for (fen, end, shown) in [
        (STALEMATE, "draw by stalemate, 1/2-1/2", "cp 0; White wins 0, "),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate, 1-0", "mate 0; White wins 1000, "),
        ("7K/6q1/6k1/8/8/8/8/8 w - - 0 1", "checkmate, 0-1", "mate 0; White wins 0, "),
    ] {
        let text = stdout(&run_program(&["eval", fen]));
        assert_eq!(after(&text, "The game is over: "), end);
        assert!(after(&text, "Shown: ").starts_with(shown) && !text.contains("Total"), "{text}");
    }
    let moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(' ');
    let arguments: Vec<_> = ["eval", "startpos", "moves"].into_iter().chain(moves).collect();
    let text = stdout(&run_program(&arguments));
    assert_eq!(after(&text, "The game is over: "), "draw by threefold repetition, 1/2-1/2");
}

#[test]
fn speedtest_shows_settings_and_speed() {
    let text = stdout(&run_program(&["speedtest", "--seconds", "1", "--threads", "2"]));
    assert!(text.starts_with(concat!("Nunatak ", env!("CARGO_PKG_VERSION"))), "{text}");
    let number = |head| -> u64 {
        let word = after(&text, head).split(' ').next().and_then(|word| word.parse().ok());
        word.unwrap_or_else(|| panic!("{head} in {text}"))
    };
    // By default 16 MB per thread.
    assert_eq!((number("threads "), number("hash ")), (2, 32));
    assert!(number("nodes ") > 0);
    assert_eq!(number("per thread "), number("speed ") / 2);
    let time: f64 = after(&text, "time ").trim_end_matches(" s").parse().expect("a time");
    assert!(time >= 0.9, "{text}");
}

#[cfg(unix)]
#[test]
fn the_engine_says_at_a_terminal_what_to_type() {
    use std::fs::File;
    use std::io::Write;

    use crate::common::run_with_input;

    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let mut command = program(&[]);
    let child = command.stdin(terminal.slave).stdout(Stdio::piped()).spawn();
    let mut keyboard = File::from(terminal.master);
    keyboard.write_all(b"quit\n").expect("a reader");
    let output = child.expect("the program starts").wait_with_output().expect("an end");
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("UCI") && text.contains("quit") && text.contains("--help"), "{text}");
    assert_eq!(stdout(&run_with_input(&mut program(&[]), b"quit\n")), "");
}

#[cfg(unix)]
#[test]
fn the_engine_waits_at_non_blocking_streams() {
    use std::io::{Read, Write};
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::thread;
    use std::time::Duration;

    /// More than sockets hold.
    const REQUESTS: usize = 500;
    let (mut interface, stream) = UnixStream::pair().expect("two sockets");
    stream.set_nonblocking(true).expect("a socket");
    let input = OwnedFd::from(stream.try_clone().expect("a socket"));
    let mut child = program(&[])
        .stdin(input)
        .stdout(OwnedFd::from(stream))
        .spawn()
        .expect("the program starts");
    for part in ["is", "ready\n", &"uci\n".repeat(REQUESTS), "quit\n"] {
        thread::sleep(Duration::from_millis(50));
        interface.write_all(part.as_bytes()).expect("a reader");
    }
    let mut text = String::new();
    interface.read_to_string(&mut text).expect("text");
    assert!(text.starts_with("readyok\n"), "{text}");
    assert_eq!(text.matches("uciok\n").count(), REQUESTS);
    assert!(child.wait().expect("an end").success());
}

#[cfg(unix)]
#[test]
fn perft_shows_its_progress_from_the_beginning() {
    use std::fs::File;
    use std::io::Read;

    let size = nix::pty::Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
    let terminal = nix::pty::openpty(Some(&size), None).expect("a terminal");
    // A subtree takes many seconds.
    let mut command = program(&["perft", "10"]);
    let mut child =
        command.env("TERM", "xterm").stderr(terminal.slave).spawn().expect("the program starts");
    let mut screen = File::from(terminal.master);
    let mut text = String::new();
    while !text.contains("0/400 subtrees") {
        let mut bytes = [0; 100];
        let length = screen.read(&mut bytes).expect("a bar");
        text += &String::from_utf8_lossy(&bytes[..length]);
        assert!(!text.contains(" 1/400"), "{text}");
    }
    child.kill().expect("a running program");
    child.wait().expect("an end");
}

#[test]
fn the_version_describes_the_build() {
    let text = stdout(&run_program(&["--version"]));
    let rest = text.strip_prefix(concat!("nunatak ", env!("CARGO_PKG_VERSION"), " "));
    let rest = rest.unwrap_or_else(|| panic!("{text}")).trim_end();
    let build = match rest.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
        Some((commit, build)) => {
            let hash = commit.trim_end_matches("-dirty");
            assert!(hash.len() >= 7 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{text}");
            build
        }
        None => rest,
    };
    let sets: Vec<&str> = build.split(' ').collect();
    assert_eq!(sets[0], std::env::consts::ARCH);
    assert_eq!(sets.contains(&"popcnt"), cfg!(target_feature = "popcnt"));
    #[cfg(target_arch = "x86_64")]
    {
        let widest = if is_x86_feature_detected!("avx512bw") { "avx512" } else { "avx2" };
        assert_eq!(sets.contains(&widest), is_x86_feature_detected!("avx2"), "{text}");
    }
}

#[test]
fn commands_of_the_tools_name_the_other_program() {
    for command in ["analyse", "analyze", "annotate", "play", "epd", "book"] {
        let output = run_program(&[command, "--help"]);
        assert_eq!((output.status.code(), &*stdout(&output)), (Some(2), ""), "{command}");
        let error = stderr(&output);
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(&format!("'nunatak-tools {command}'")), "{error}");
    }
}
