//! The command line, through the real program.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use nunatak::board::Board;

fn nunatak(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nunatak"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A file of the test's own, removed at its end.
struct Suite(PathBuf);

impl Suite {
    fn new(name: &str, text: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, text).expect("a writable folder");
        Self(path)
    }

    fn run(&self, command: &str, arguments: &[&str]) -> Output {
        let path = self.0.to_str().expect("a path in UTF-8");
        nunatak(&[&[command, path], arguments].concat())
    }

    fn check(&self, arguments: &[&str]) -> Output {
        self.run("perft-suite", arguments)
    }

    fn solve(&self, arguments: &[&str]) -> Output {
        self.run("epd", arguments)
    }
}

impl Drop for Suite {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn perft_counts_and_divide_lists() {
    let output = nunatak(&["perft", "4"]);
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.starts_with("197281 nodes ") && text.trim_end().ends_with(" nps"), "{text}");

    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let text = stdout(&nunatak(&["divide", "2", "--fen", fen, "--chess960"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines.last()), (22, Some(&"Total: 528")));
    assert!(lines[..21].is_sorted());
}

#[test]
fn a_right_suite_passes_and_a_wrong_one_fails_by_line() {
    let right = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1197\n\n\
                 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 ;D1 16 ;D2 71\n";
    let suite = Suite::new("right.epd", right);
    let output = suite.check(&[]);
    assert!(output.status.success() && stdout(&output).contains("2 positions, 5 counts, 0 wrong"));
    assert!(stdout(&suite.check(&["--max-depth", "1"])).contains("2 counts"));
    assert!(stdout(&suite.check(&["--max-nodes", "70"])).contains("3 counts"));

    let wrong = right.replace("66", "67").replace("R3K3 w Q", "4K3 w Q");
    let output = Suite::new("wrong.epd", &wrong).check(&[]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let first = text.lines().find(|line| line.starts_with("line 1:")).expect("a complaint");
    assert!(first.contains("depth 2") && first.contains("67") && first.contains("66"), "{first}");
    assert!(text.lines().any(|line| line.starts_with("line 3: castling 'Q'")), "{text}");
}

#[test]
fn what_proves_nothing_fails() {
    assert_eq!(Suite::new("empty.epd", "").check(&[]).status.code(), Some(1));
    let output = nunatak(&["perft-suite", "no such file"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such file"));
}

/// Two mates in one, the second to be avoided.
const MATES: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n\n\
                     6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8; bm h3 Kf1; id \"shy\";\n";

#[test]
fn a_test_suite_ends_with_its_misses_and_the_sum() {
    let suite = Suite::new("mates.epd", MATES);
    let output = suite.solve(&["--depth", "3", "--hash", "1"]);
    assert!(output.status.success());
    let expected = "line 3, shy: played Ra8# (mate 1), wanted bm h3 Kf1; am Ra8#\nsolved 1 of 2\n";
    assert_eq!(stdout(&output), expected);
    assert!(suite.solve(&["--nodes", "2000", "--require", "1"]).status.success());
    let output = suite.solve(&["--depth", "3", "--require", "2"]);
    assert_eq!((output.status.code(), &*stdout(&output)), (Some(1), expected));
}

#[test]
fn a_test_suite_goes_on_after_a_bad_line() {
    let bad = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra9;\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ;\n";
    let output = Suite::new("bad.epd", &format!("{bad}{MATES}")).solve(&["--depth", "3"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("line 1: 'Ra9' is not a legal move in 6k1/"), "{text}");
    assert!(lines[1].starts_with("line 5, shy: "), "{text}");
    assert_eq!(lines[2..], ["bad lines: 1", "nothing to judge: 1", "solved 1 of 2"]);

    let output = nunatak(&["epd", "no such file"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such file"));
}

#[test]
fn bad_arguments_are_refused() {
    for arguments in [
        &["perft"][..],
        &["perft", "x"],
        &["perft", "2", "--fen", "8/8 w"],
        &["bench", "--depth", "-1"],
        &["magics"],
        &["epd"],
        &["epd", "suite.epd", "--movetime", "-1"],
        &["analyse", "8/8", "w"],
        &["analyse", "--moves", "e4 e4"],
        &["analyse", "--threads", "0"],
        &["speedtest", "--seconds", "0"],
        &["speedtest", "--hash", "0"],
        &["nonesuch"],
    ] {
        let output = nunatak(arguments);
        assert!(!output.status.success() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn bench_ends_with_its_signature() {
    let run = || {
        let text = stdout(&nunatak(&["bench", "--depth", "3"]));
        let last = text.lines().last().expect("a line").to_owned();
        let words: Vec<_> = last.split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{last}");
        words[0].to_owned()
    };
    assert_eq!(run(), run());
}

#[test]
fn magics_prints_the_source_in_use() {
    let source = include_str!("../src/attacks/magic_numbers.rs");
    let seed = source.split("--seed ").nth(1).and_then(|rest| rest.split('`').next());
    let output = nunatak(&["magics", "--seed", seed.expect("the seed")]);
    assert_eq!(stdout(&output), source);
}

#[test]
fn tablebase_shows_what_the_tables_hold() {
    let text = stdout(&nunatak(&["tablebase"]));
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
fn eval_shows_the_terms_of_a_position() {
    let fen = "4k3/8/8/8/8/8/8/KBB4R w - - 0 1";
    let whole = nunatak(&["eval", fen]);
    assert!(whole.status.success());
    assert!(stdout(&whole).contains("bishop pair"));
    let words: Vec<&str> = std::iter::once("eval").chain(fen.split(' ')).collect();
    assert_eq!(stdout(&nunatak(&words)), stdout(&whole));
    let start = stdout(&nunatak(&["eval"]));
    assert_ne!(start, stdout(&whole));
    let last = start.lines().last().expect("a line");
    let rate = last.strip_prefix("Pawn cache: ").and_then(|rest| rest.split_once(' '));
    let (rate, _) = rate.expect("the use of the pawn cache");
    assert!(rate.parse::<f64>().expect("a number") > 50.0, "{last}");
    assert!(!nunatak(&["eval", "4k3"]).status.success());
}

/// The words after the first that begins with `head`, up to the line's end.
fn after<'a>(text: &'a str, head: &str) -> &'a str {
    let line = text.lines().find_map(|line| line.strip_prefix(head));
    line.unwrap_or_else(|| panic!("{head} in {text}")).trim()
}

#[test]
fn analyse_lists_what_each_depth_finds() {
    let text = stdout(&nunatak(&["analyse", "--depth", "6", "--moves", "1. e4", "e5", "2.Nf3"]));
    assert!(text.starts_with("  +---+") && !text.contains('\u{1b}'), "{text}");
    let fen = after(&text, "FEN: ");
    assert_eq!(fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    let mut depths = Vec::new();
    for line in text.lines().skip_while(|line| !line.contains("depth")).skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [depth, score, chances, time, "s", nodes, "2...", moves @ ..] = &*words else { break };
        depths.extend(depth.split('/').next().map(|depth| depth.parse::<u8>().expect("a depth")));
        assert!(score.trim_start_matches(['<', '>', '=']).parse::<f64>().is_ok(), "{line}");
        let chances: f64 = chances.split('/').filter_map(|it| it.parse::<f64>().ok()).sum();
        assert!((chances - 100.0).abs() < 0.01, "{line}");
        assert!(time.parse::<f64>().is_ok() && nodes.parse::<u64>().is_ok(), "{line}");
        let mut board: Board = fen.parse().expect("a FEN");
        for san in moves.iter().filter(|word| !word.ends_with('.')) {
            board = board.make(board.parse_san(san).expect("a legal line"));
        }
    }
    assert!(
        depths.is_sorted() && depths.first() == Some(&1) && depths.last() == Some(&6),
        "{text}"
    );
    assert!(!after(&text, "Best move: ").is_empty());
    assert!(text.trim_end().ends_with(" nps"), "{text}");
}

#[test]
fn analyse_lists_several_lines() {
    let text = stdout(&nunatak(&["analyse", "--depth", "3", "--multipv", "4"]));
    let rows: Vec<&str> = text.lines().filter(|line| line.trim().starts_with("3/")).collect();
    assert_eq!(rows.len(), 4, "{text}");
    let first_moves: std::collections::HashSet<_> = rows
        .iter()
        .filter_map(|row| row.split_whitespace().skip_while(|word| *word != "1.").nth(1))
        .collect();
    assert_eq!(first_moves.len(), 4, "{text}");
}

#[test]
fn analyse_shows_scores_as_white_sees_them() {
    for (fen, score) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", " #1 "),
        ("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", " #-1 "),
    ] {
        let words: Vec<&str> = ["analyse"].into_iter().chain(fen.split(' ')).collect();
        let text = stdout(&nunatak(&[&words, &["--nodes", "2000"][..]].concat()));
        assert!(text.contains(score), "{text}");
    }
    let text = stdout(&nunatak(&["analyse", "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"]));
    assert_eq!(text.lines().last(), Some("The game is over: checkmate, 1-0"));
}

#[test]
fn colours_are_shown_where_they_are_wanted() {
    let text = |variables: &[(&str, &str)]| {
        let output = Command::new(env!("CARGO_BIN_EXE_nunatak"))
            .args(["analyse", "--depth", "1"])
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .output();
        stdout(&output.expect("the program starts"))
    };
    let has_colours = |variables: &[_]| text(variables).contains('\u{1b}');
    assert!(has_colours(&[("CLICOLOR_FORCE", "1")]));
    assert!(!has_colours(&[]));
    assert!(!has_colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(text(&[("NO_COLOR", "1")]).starts_with("  +---+"));
}

#[test]
fn speedtest_tells_what_was_measured() {
    let text = stdout(&nunatak(&["speedtest", "--seconds", "1", "--threads", "2", "--hash", "4"]));
    assert!(text.starts_with(concat!("Nunatak ", env!("CARGO_PKG_VERSION"))), "{text}");
    let number = |head| -> u64 {
        let word = after(&text, head).split(' ').next().and_then(|word| word.parse().ok());
        word.unwrap_or_else(|| panic!("{head} in {text}"))
    };
    assert_eq!((number("threads "), number("hash ")), (2, 4));
    assert!(number("nodes ") > 0);
    assert_eq!(number("a thread "), number("speed ") / 2);
    let time: f64 = after(&text, "time ").trim_end_matches(" s").parse().expect("a time");
    assert!(time >= 0.9, "{text}");
}

#[test]
fn the_version_names_what_was_built() {
    let text = stdout(&nunatak(&["--version"]));
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
}
