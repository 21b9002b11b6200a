//! The command `epd`.

use std::process::Output;

use crate::common::{Folder, run_program, stderr, stdout};

/// Runs the command on a suite.
fn run_suite(suite: &str, arguments: &[&str]) -> Output {
    let folder = Folder::new();
    folder.write("suite.epd", suite);
    folder.run_program(&[&["epd", "suite.epd"], arguments].concat())
}

/// A mate in one to be found, and the same mate to be avoided.
const MATES: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";\n\n\
                     6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8; bm h3 Kf1; id \"shy\";\n";

/// Replaces the numbers of nodes and milliseconds in the results of a suite.
fn without_effort(text: &str) -> String {
    let numbers = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let lines = text.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let is_effort = |index: usize| {
            let next = words.get(index + 1).map(|next| next.trim_end_matches(','));
            numbers(words[index]) && matches!(next, Some("nodes" | "ms"))
        };
        let shown = words.iter().enumerate();
        shown.map(|(index, &word)| if is_effort(index) { "N" } else { word }).collect::<Vec<_>>()
    });
    lines.map(|words| words.join(" ") + "\n").collect()
}

#[test]
fn epd_reports_on_each_position() {
    let output = run_suite(MATES, &["--depth", "3", "--hash", "1"]);
    assert!(output.status.success());
    let expected = "line 1, back rank: solved at depth 1 after N nodes and N ms, \
                    played Ra8# (mate 1)\n\
                    line 3, shy: missed at depth 1 after N nodes and N ms, \
                    played Ra8# (mate 1), wanted bm h3 Kf1; am Ra8#\n\
                    solved 1 of 2\n";
    assert_eq!(without_effort(&stdout(&output)), expected);
    assert!(run_suite(MATES, &["--nodes", "2000", "--require", "1"]).status.success());
    let output = run_suite(MATES, &["--depth", "3", "--require", "2"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(without_effort(&stdout(&output)), expected);
    assert_eq!(stderr(&output), "error: suite.epd: solved 1 of 2 positions, required 2\n");
}

#[test]
fn epd_counts_the_points_of_both_forms_and_skips_comments() {
    let position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    let suite = format!(
        "# A comment\n{position} bm Ra8#; c0 \"Ra8#=10, h3=3\"; id \"a\";\n  # and another\n \n\
         {position} bm h3; c0 \"h3=10, Ra8=4\"; id \"b\";\n\
         {position} c7 \"h3 Ra8#\"; c8 \"1 7\"; c9 \"h2h3 a1a8\"; id \"c\";\n\
         {position} bm Ra8; c0 \"no points\";\n"
    );
    let text = stdout(&run_suite(&suite, &["--depth", "3"]));
    let lines: Vec<&str> = text.lines().collect();
    for (line, start, points) in [
        (lines[0], "line 2, a: solved ", Some("10 of 10")),
        (lines[1], "line 5, b: missed ", Some("4 of 10")),
        (lines[2], "line 6, c: solved ", Some("7 of 7")),
        (lines[3], "line 7: solved ", None),
    ] {
        let shown = points.map(|points| format!(", {points} points,"));
        assert!(line.starts_with(start), "{text}");
        assert!(shown.map_or(!line.contains("points"), |shown| line.contains(&shown)), "{text}");
    }
    assert_eq!(lines[4..], ["points 21 of 27", "solved 3 of 4"]);
    let invalid = format!("{position} c0 \"h3=10, Ra9=4\";");
    let text = stdout(&run_suite(&invalid, &["--depth", "3"]));
    assert!(text.starts_with("line 1: 'Ra9' is not a legal move"), "{text}");
}

#[test]
fn names_in_other_encodings_are_kept() {
    let folder = Folder::new();
    let lines = [
        b"4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; id \"M\xfcller\";\n".as_slice(),
        "4k3/8/8/8/8/8/8/4K2R w K - bm Rh8; id \"Šahovski ♞\";\r\n".as_bytes(),
    ];
    folder.write("suite.epd", lines.concat());
    let text = stdout(&folder.run_program(&["epd", "suite.epd", "--depth", "1"]));
    assert!(text.contains("line 1, Müller: ") && text.contains("line 2, Šahovski ♞: "), "{text}");
}

#[test]
fn a_suite_with_nothing_to_solve_fails() {
    for suite in ["", "\n\n", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"no test\";\n"] {
        let output = run_suite(suite, &["--depth", "3"]);
        assert_eq!(output.status.code(), Some(1), "{suite}");
        assert!(stderr(&output).contains("nothing to solve"), "{output:?}");
    }
}

#[test]
fn epd_reports_invalid_lines_and_continues() {
    let invalid = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra9;\n6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - ;\n";
    let output = run_suite(&format!("{invalid}{MATES}"), &["--depth", "3", "--require", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let reasons = "invalid lines: 1; solved 1 of 2 positions, required 2";
    assert_eq!(stderr(&output), format!("error: suite.epd: {reasons}\n"));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("line 1: 'Ra9' is not a legal move in 6k1/"), "{text}");
    assert!(lines[1].starts_with("line 3, back rank: solved "), "{text}");
    assert!(lines[2].starts_with("line 5, shy: missed "), "{text}");
    assert_eq!(lines[3..], ["invalid lines: 1", "lines without a test: 1", "solved 1 of 2"]);

    let output = run_program(&["epd", "no such file"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no such file"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_suite_with_its_summary() {
    let folder = Folder::new();
    // The last position would be searched for ten minutes.
    folder.write("suite.epd", format!("{MATES}startpos bm e4;\n"));
    for (format, end) in
        [(&[][..], "\nsolved 1 of 2\n"), (&["--json"], "\"invalid_lines\":0,\"untested_lines\":0,")]
    {
        let arguments = ["epd", "suite.epd", "--movetime", "600000", "--hash", "1"];
        let command = &mut folder.program(&[&arguments[..], format].concat());
        let output = crate::common::interrupted(command, |text| text.lines().count() == 2);
        let text = stdout(&output);
        assert_eq!((output.status.code(), text.lines().count()), (Some(130), 3), "{text}");
        assert!(text.contains(end), "{text}");
        assert_eq!(stderr(&output), "Stopped after 2 of 3 lines.\n");
    }
}
