//! The layout of an analysis and its end by Ctrl-C; `cli.rs` has the tests of its results.

mod common;

#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};
#[cfg(unix)]
use std::process::Stdio;

use common::{program, stdout};

/// Searches a position deep enough for lines of many moves.
fn analyse_at(width: Option<&str>, columns: Option<&str>) -> String {
    let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 10 16";
    let mut command = program(&["analyse", "--depth", "12", "--hash", "1", fen]);
    command.env_remove("COLUMNS").envs(columns.map(|columns| ("COLUMNS", columns)));
    command.args(width.into_iter().flat_map(|width| ["--width", width]));
    stdout(&command.output().expect("the program starts"))
}

#[test]
fn analyse_fits_the_width() {
    let widest = |text: &str| text.lines().map(str::len).max().expect("lines");
    let lines = |text: &str| {
        let words: Vec<&str> =
            text.split_whitespace().skip_while(|&word| word != "nodes").collect();
        let is_move = |word: &&&str| word.starts_with(|c: char| c.is_ascii_alphabetic());
        words.iter().filter(is_move).map(|word| (*word).to_owned()).collect::<Vec<_>>()
    };
    let wide = analyse_at(Some("500"), None);
    for (width, columns, limit) in [
        (Some("60"), None, 60),
        (Some("80"), None, 80),
        (Some("120"), None, 120),
        (None, Some("60"), 60),
        (None, Some("120"), 120),
        (Some("60"), Some("120"), 60),
        (None, None, 80),
        (None, Some("many"), 80),
        (None, Some("3"), 60),
    ] {
        let text = analyse_at(width, columns);
        assert!(widest(&text) <= limit, "{width:?} {columns:?} {text}");
        // Lines are broken between moves only: a number and its move stay together.
        assert!(
            text.lines().all(|line| line.starts_with("Scores")
                || !line.ends_with('.')
                || line.ends_with("Black.")),
            "{text}"
        );
        // But for the speed at the end, nothing is lost.
        let [found, expected] = [&text, &wide].map(|text| lines(text));
        assert_eq!(found[..found.len() - 4], expected[..expected.len() - 4], "{text}");
        // Beside the columns or below them, a line continues where it began.
        let indent = if limit >= 120 { 59 } else { 4 };
        let blanks = " ".repeat(indent);
        // Rows and the diagram also begin with blanks, but have no move number there.
        let is_continued = |rest: &str| !rest.starts_with(' ') && rest.contains(". ");
        let mut rests = text.lines().filter_map(|line| line.strip_prefix(&blanks));
        assert!(rests.any(is_continued), "{text}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_an_analysis_with_its_best_move() {
    let arguments = ["analyse", "--movetime", "600000", "--hash", "1"];
    let mut child = program(&arguments).stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    while !text.contains(" 8/") {
        assert_ne!(output.read_line(&mut text).expect("UTF-8"), 0, "{text}");
    }
    common::interrupt(&child);
    output.read_to_string(&mut text).expect("UTF-8");
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    assert!(text.contains("\nBest move: ") && text.trim_end().ends_with(" nps"), "{text}");
}
