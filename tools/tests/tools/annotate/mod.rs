//! Annotated games.

mod files;
mod plots;

use std::collections::HashSet;
use std::process::Output;

use nunatak_tools::pgn::{Note, PgnGame, PgnReader};

use crate::common::{Folder, stderr, stdout};

/// A search that is fast and does not depend on the machine.
const FAST: [&str; 4] = ["--nodes", "2000", "--hash", "1"];

/// The files of most tests.
const IN: &str = "games.pgn";
const OUT: &str = "annotated.pgn";
/// The journal of a run that is not complete.
const PARTIAL: &str = "annotated.pgn.partial";

/// Two games with an invalid one between them.
const GAMES: &str = r#"% a collection
[Event "one"]
[White "Müller"]
[Black "?"]
[Result "1-0"]

{ A trap } 1. e4 { [%clk 0:03:00] } e5 2. Bc4 $1 Nc6 (2... Nf6 3. d3 (3. Nc3)) 3. Qh5
{ [%eval 9.99] threat } 3... Nf6 4. Qxf7# 1-0

[Event "two"]
[Result "*"]

1. e4 e5 2. Ke3 {not legal}   *

; between
[Event "three"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 1/2-1/2
"#;

/// Runs the command on a file with this text in the folder, with a fast search.
fn annotate(folder: &Folder, text: impl AsRef<[u8]>, arguments: &[&str]) -> Output {
    folder.write(IN, text);
    folder.run_program(&[&["annotate", IN][..], &FAST, arguments].concat())
}

/// Runs the command with its output in a file; returns the file.
fn annotated(text: impl AsRef<[u8]>, arguments: &[&str]) -> String {
    let folder = Folder::new();
    let output = annotate(&folder, text, &[&["--out", OUT], arguments].concat());
    assert!(output.status.success(), "{output:?}");
    folder.read_text(OUT)
}

fn games(text: &str) -> Vec<PgnGame> {
    PgnReader::annotated(text.as_bytes()).collect::<Result<_, _>>().expect("valid games")
}

/// Returns the comments on the moves of a game.
fn comments(game: &PgnGame) -> Vec<String> {
    let annotations = &game.annotations;
    (0..game.moves.len()).map(|index| annotations.comment(index)).collect()
}

/// Returns the glyphs on the moves of a game.
fn glyphs(game: &PgnGame) -> Vec<Vec<u16>> {
    let annotations = &game.annotations;
    let glyph = |note: &Note| if let Note::Glyph(glyph) = note { Some(*glyph) } else { None };
    let on_move = |index| annotations.notes_on(index).iter().filter_map(glyph).collect();
    (0..game.moves.len()).map(on_move).collect()
}

#[test]
fn games_are_annotated_and_nothing_is_lost() {
    let folder = Folder::new();
    let output = annotate(&folder, GAMES, &["--out", OUT]);
    assert!(output.status.success());
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    let [one, three, last] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(one.starts_with("game 1, Müller – ? 1-0: White "), "{one}");
    assert!(one.contains(" 0 ??; Black ") && one.ends_with(" 1 ??"), "{one}");
    assert!(three.starts_with("game 3, ? – ? 1/2-1/2: "), "{three}");
    assert_eq!(last, "annotated.pgn: 2 games annotated, 1 kept as in the source");
    let message = stderr(&output);
    assert!(message.starts_with("game 2, line 13: 'Ke3' is not a legal move in "), "{message}");
    assert!(message.trim_end().ends_with("; the game is kept as it is"), "{message}");

    let text = folder.read_text(OUT);
    for kept in [
        concat!(
            "% a collection\n\n[Event \"one\"]\n[White \"Müller\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\
             [ECO \"C23\"]\n[Opening \"Bishop's Opening\"]\n[Annotator \"Nunatak ",
            env!("CARGO_PKG_VERSION"),
            "\"]\n\n{ A trap }",
        ),
        "[%clk 0:03:00] }",
        "(2... Nf6 3. d3 (3. Nc3))",
        " threat }",
        "\n\n[Event \"two\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 {not legal}   *\n\n; between\n\n[Event",
    ] {
        assert!(text.contains(kept), "{kept} in {text}");
    }
    assert!(!text.contains("9.99"), "{text}");
    // The file is the same as the text on standard output.
    assert_eq!(stdout(&annotate(&folder, GAMES, &[])), text);
    assert_eq!(folder.names().len(), 2, "nothing but the input and the output remains");
}

#[test]
fn lines_of_any_length_are_printed_whole() {
    let words = (0..200).map(|number| format!("word{number}")).collect::<Vec<_>>().join(" ");
    let source = format!("[Event \"{words}\"]\n\n1. e4 {{ {words} }} Ke9 {{ {words} }} *\n");
    let text = stdout(&annotate(&Folder::new(), &source, &[]));
    assert_eq!(text.matches(&words).count(), 3, "{text}");
    let source = source.replace(" Ke9", "");
    let text = stdout(&annotate(&Folder::new(), &source, &[]));
    assert_eq!(text.matches("word150").count(), 3, "{text}");
}

#[test]
fn corrections_of_a_start_position_are_noted() {
    let source = "[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n\n1. O-O *\n";
    let message = stderr(&annotate(&Folder::new(), source, &[]));
    assert!(message.starts_with("note: game 1: castling 'KQ': 'Q' "), "{message}");
}

#[test]
fn moves_have_evaluations_marks_and_better_lines() {
    let text = annotated(GAMES.split("\n\n[Event \"two\"]").next().expect("a game"), &[]);
    let [game] = games(&text).try_into().expect("one game");
    let comments = comments(&game);
    for comment in &comments[..6] {
        let value = comment.strip_prefix("[%eval ").and_then(|rest| rest.split_once(']'));
        let (value, _) = value.unwrap_or_else(|| panic!("{comments:?}"));
        assert!(
            value == "#1" || value.parse::<f64>().is_ok_and(|value| value.abs() < 2.0),
            "{value}"
        );
    }
    // Black allows a mate; the mate itself has no evaluation but ends the game.
    assert!(comments[5].starts_with("[%eval #1]"), "{comments:?}");
    let accuracy = comments[6].strip_prefix("Accuracy by lichess's formula: White ");
    let (white, black) = accuracy.and_then(|rest| rest.split_once("; Black ")).expect("accuracies");
    for side in [white, black] {
        let (accuracy, loss) = side.split_once("%, loss ").expect("two numbers");
        assert!((0.0..=100.0).contains(&accuracy.parse::<f64>().expect("a number")));
        assert!((0..=1_000).contains(&loss.parse::<i32>().expect("a number")), "{comments:?}");
    }
    let glyphs = glyphs(&game);
    assert!(glyphs[2].starts_with(&[1]) && glyphs[5] == [4] && glyphs[6].is_empty(), "{glyphs:?}");
    let Some(Note::Variation(line)) = game.annotations.notes_on(5).last() else { panic!("{text}") };
    assert!(!line.moves.is_empty() && line.moves[0].mv != Some(game.moves[5]));
}

#[test]
fn draws_that_nobody_claims_do_not_end_the_game() {
    // After the third occurrence, White gives away the queen.
    let repeated = "[FEN \"3k4/8/8/8/8/8/4Q3/4K3 w - - 0 1\"]\n\n1. Qd2+ Ke7 2. Qe2+ Kd7 3. Qd2+ Ke7 \
                    4. Qe2+ Kd7 5. Qd2+ Ke7";
    let annotated = |rest: &str| games(&annotated(format!("{repeated}{rest}"), &[])).remove(0);
    assert_eq!(glyphs(&annotated(" 6. Qd6+ Kxd6 1/2-1/2"))[10], [4]);
    // What ends it has the value of a draw, unless a side has won.
    for (result, is_drawn) in [("1/2-1/2", true), ("*", true), ("1-0", false)] {
        let last = &comments(&annotated(&format!(" {result}")))[9];
        assert_eq!(last.starts_with("[%eval 0.00]"), is_drawn, "{result}: {last}");
    }
}

#[test]
fn evaluations_are_the_scores_that_analyse_shows() {
    let folder = Folder::new();
    folder.write(IN, "1. e4 c5 2. Nf3 f6 3. Nc3 *");
    for limit in [["--nodes", "2000"], ["--depth", "5"]] {
        let run = |words: &[&str]| {
            let output = folder.run_program(&[words, &["--hash", "1"], &limit].concat());
            assert!(output.status.success(), "{output:?}");
            stdout(&output)
        };
        let report = run(&["analyse", "--pgn", IN, "--json"]);
        let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
        let score = report["lines"][0]["score_centipawns"].as_i64().expect("a score");
        // Black is to move, and the last position is searched first.
        let comment = format!("[%eval {:.2}]", -score as f64 / 100.0);
        let text = run(&["annotate", IN]).replace('\n', " ");
        let (_, after) = text.split_once("3. Nc3").expect("a move");
        assert!(after.contains(&comment), "{comment} {text}");
    }
}

#[test]
fn several_lines_show_their_values() {
    let text = annotated("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", &["--multipv", "3"]);
    let [game] = games(&text).try_into().expect("one game");
    let notes = game.annotations.notes_on(5);
    let variations: Vec<_> = notes
        .iter()
        .filter_map(
            |note| if let Note::Variation(variation) = note { Some(variation) } else { None },
        )
        .collect();
    assert_eq!(variations.len(), 3, "{text}");
    for variation in variations {
        let Some(Note::Comment(comment)) = variation.moves[0].notes.first() else {
            panic!("{text}")
        };
        assert!(comment.starts_with("[%eval ") && comment.ends_with(']'), "{comment}");
    }
}

#[test]
fn annotating_again_gives_the_same_file() {
    let once = annotated(GAMES, &[]);
    let twice = annotated(&once, &[]);
    assert_eq!(twice, once);
}

#[test]
fn judgements_of_earlier_analyses_are_replaced() {
    // As lichess exports a game with its analysis: a good move that it called a blunder.
    let lichess = "[Event \"li\"]\n\n1. e4 { [%eval 0.2] } 1... e5?? { [%eval 9.2] Blunder. c5 was best. }\n\
                   (1... c5 2. Nf3) 2. Nf3 Nc6 3. Bc4 f6?? 4. d4 Ke7 *\n";
    let folder = Folder::new();
    let first = annotate(&folder, lichess, &["--out", OUT]);
    let text = folder.read_text(OUT);
    assert!(!text.contains("Blunder") && !text.contains("(1... c5"), "{text}");
    // Again with more nodes and lines: the counts of the summary are those of the file.
    let settings = ["--nodes", "20000", "--multipv", "3", "--out", "again.pgn"];
    let second = folder.run_program(&[&["annotate", OUT][..], &settings].concat());
    for (output, name) in [(first, OUT), (second, "again.pgn")] {
        let text = folder.read_text(name);
        let [game] = games(&text).try_into().expect("one game");
        let glyphs = glyphs(&game);
        assert!(glyphs.iter().all(|on_move| on_move.len() <= 1), "{text}");
        let summary = stdout(&output);
        for (glyph, mark) in [(6, "?!"), (2, "?"), (4, "??")] {
            let counts = summary.split([',', ';', '\n']).filter_map(|part| {
                part.trim().strip_suffix(mark)?.strip_suffix(' ')?.parse::<usize>().ok()
            });
            let marked = glyphs.iter().filter(|on_move| on_move.contains(&glyph)).count();
            assert_eq!(counts.sum::<usize>(), marked, "{mark} in {summary}{text}");
        }
        assert!(glyphs[1].is_empty() && !glyphs[7].is_empty(), "{text}");
        let annotations = &game.annotations;
        for index in 0..game.moves.len() {
            let first = |note: &Note| match note {
                Note::Variation(line) => line.moves.first().map(|first| first.mv),
                _ => None,
            };
            let mut firsts = HashSet::new();
            let mut lines = annotations.notes_on(index).iter().filter_map(first);
            assert!(lines.all(|first| firsts.insert(first)), "{text}");
        }
    }
}

#[test]
fn unusual_files_are_read() {
    let shuffled = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
                    [FEN \"1rk5/pppppppp/8/8/8/8/PPPPPPPP/1RK5 w Bb - 0 1\"]";
    for (text, parts) in [
        // Windows lines and a byte-order mark.
        (
            "\u{feff}[Event \"x\"]\r\n\r\n1. e4\r\ne5 *\r\n",
            &[
                "[Event \"x\"]\r\n[ECO \"C20\"]\r\n[Opening \"King's Pawn Game\"]\r\n",
                "\r\n\r\n1. e4 { [%eval ",
            ][..],
        ),
        ("[Event \"x\"]\n\n*", &["[Event \"x\"]\n\n*\n"]),
        (
            "[Event \"x\"]\n[Event \"y\"]\n\n1. e4",
            &[
                "[Event \"x\"]\n\n*\n\n[Event \"y\"]\n[ECO \"B00\"]\n",
                concat!("[Annotator \"Nunatak ", env!("CARGO_PKG_VERSION"), "\"]\n\n1. e4 {"),
            ],
        ),
        (
            "1. e4 {a\n  b} ; c }\n% d\n e5 {end\n\n[Event \"x\"]\n\n*",
            &["; the game", " e5 {end\n\n["],
        ),
        (&format!("{shuffled}\n\n1. 0-0-0 O-O-O *"), &["\n\n1. O-O-O { [", "1... O-O-O { ["]),
        (
            "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 7\"]\n\n0-0-0 8. 0-0 *",
            &["\n\n7... O-O-O", "8. O-O"],
        ),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", &["[%eval 0.00] }"]),
        ("1. e4 (1. -- e5) *\n\n{at the end}", &["(1. -- e5)", "\n\n{at the end}\n"]),
        ("1. d4 {\u{201e}gut\u{201c}} *", &["\u{201e}gut\u{201c} }"]),
        ("1. d4 <x> \u{bd}-\u{bd}", &["] <x> }", "1/2-1/2\n"]),
        ("1. d4 1\u{2013}0\n\n1. e4 0\u{2013}1", &["1-0\n", "0-1\n"]),
    ] {
        let folder = Folder::new();
        let output = annotate(&folder, text, &["--out", OUT]);
        assert!(output.status.success(), "{output:?}");
        let written = folder.read_text(OUT) + &stderr(&output);
        for part in parts {
            let written = written.replace("?!", "").replace('?', "");
            assert!(written.contains(&part.replace('?', "")), "{part:?} in {written:?}");
        }
        assert_eq!(written.contains('\r'), text.contains('\r'));
    }
    let latin_1 = b"[White \"M\xfcller\"]\n\n1. e4 *";
    assert!(annotated(latin_1, &[]).starts_with("[White \"Müller\"]\n"));
}

#[test]
fn a_file_without_a_readable_game_is_an_error() {
    let impossible = "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*";
    for (text, is_error) in [
        ("1. e4 e5 2. Sf3 *", true),
        (impossible, true),
        (&*format!("1. Sf3 *\n\n{impossible}"), true),
        ("1. Sf3 *\n\n1. e4 *", false),
        // Nothing to do is not an error.
        ("1. Sf3 *\n\n1. e4 {book} *", false),
        ("[Event \"x\"]\n\n*", false),
    ] {
        let folder = Folder::new();
        for arguments in [&["--out", OUT][..], &[]] {
            let output = annotate(&folder, text, arguments);
            assert_eq!(output.status.code(), Some(i32::from(is_error)), "{text}: {output:?}");
            let message = "error: no game of games.pgn can be read\n";
            assert_eq!(stderr(&output).ends_with(message), is_error, "{output:?}");
            let written =
                if arguments.is_empty() { stdout(&output) } else { folder.read_text(OUT) };
            assert!(!is_error || written.trim() == text, "{written}");
        }
        assert!(!folder.path(PARTIAL).exists());
    }
}

#[test]
fn escape_sequences_reach_files_only() {
    let text = "[Event \"x\"]\n\n1. e4 { \u{1b}[31mred } e5 2. \u{1b}[2JKe4 *\n\n[Event \"y\"]\n\n1. e4 { \u{9b}2J } *";
    let folder = Folder::new();
    let output = annotate(&folder, text, &[]);
    let shown = stdout(&output) + &stderr(&output);
    assert!(output.status.success() && shown.contains("[31mred"), "{shown}");
    assert!(!shown.contains(['\u{1b}', '\u{9b}']), "{shown}");
    let output = annotate(&folder, text, &["--out", OUT]);
    assert!(!(stdout(&output) + &stderr(&output)).contains(['\u{1b}', '\u{9b}']));
    let written = folder.read_text(OUT);
    assert!(written.contains("1. e4 { \u{1b}[31mred } e5"), "{written}");
    // Tabs are no escape sequences.
    let shown = stdout(&annotate(&folder, "1. e4 { a\tb } *", &[]));
    assert!(shown.contains(" a\tb }"), "{shown}");
    let text = "[Event \"\u{1b}[32mx\"]\n\n1. e4 *";
    let shown = stdout(&annotate(&folder, text, &[]));
    assert!(shown.starts_with("[Event \"\\u{1b}[32mx\"]\n"), "{shown}");
    let written = annotated(text, &[]);
    assert!(written.starts_with("[Event \"\u{1b}[32mx\"]\n"), "{written}");
}

#[test]
fn book_moves_are_left_alone() {
    let folder = Folder::new();
    folder.write("book.pgn", "1. e4 e5 2. Nf3 Nc6 1/2-1/2");
    assert!(
        folder.run_program(&["book", "build", "book.pgn", "--out", "book.bin"]).status.success()
    );
    let output = annotate(&folder, "1. e4 e5 2. Nf3 Nf6 3. Nxe5 *", &["--book", "book.bin"]);
    let text = stdout(&output);
    assert!(
        text.starts_with("1. e4 e5 2. Nf3 Nf6") && text.matches("[%eval ").count() == 2,
        "{text}"
    );
    let output = annotate(&folder, "1. e4 {book} e5 {book} 2. Nf3 *", &[]);
    assert!(stdout(&output).starts_with("1. e4 { book } 1... e5 { book } 2. Nf3"), "{output:?}");
    let output = annotate(&folder, "1. e4 *", &["--book", IN]);
    assert!(
        !output.status.success() && stderr(&output).contains("not a Polyglot book"),
        "{output:?}"
    );
}

#[test]
fn several_files_are_annotated_one_after_the_other() {
    let folder = Folder::new();
    folder
        .write("second.pgn", "[Event \"four\"]\n\n1. c4 Zz9 *\n\n[Event \"five\"]\n\n1. c4 c5 *\n");
    let output = annotate(&folder, GAMES, &["second.pgn"]);
    assert!(output.status.success(), "{output:?}");
    let text = stdout(&output);
    for event in ["one", "two", "three", "four", "five"] {
        assert_eq!(text.matches(&format!("[Event \"{event}\"]")).count(), 1, "{text}");
    }
    let message = stderr(&output);
    assert!(message.contains("games.pgn, line 13: 'Ke3' is not"), "{message}");
    assert!(message.contains("second.pgn, line 3: 'Zz9' is not"), "{message}");
    let open = "[Event \"open\"]\n\n1. e4 e5 {not closed";
    let text = stdout(&annotate(&folder, open, &["second.pgn"]));
    assert!(text.starts_with(&format!("{open}\n}} *\n\n[Event \"four\"]")), "{text}");
    let output = annotate(&folder, GAMES, &["second.pgn", "--out", "second.pgn", "--force"]);
    assert!(stderr(&output).contains("the file is an input"), "{output:?}");
    let output = annotate(&folder, GAMES, &["second.pgn", "--game", "4"]);
    assert!(stderr(&output).contains("second.pgn: game 1, line 3: 'Zz9'"), "{output:?}");
    let output = annotate(&folder, GAMES, &["second.pgn", "--game", "5"]);
    assert!(stdout(&output).starts_with("[Event \"five\"]"), "{output:?}");
    let output = annotate(&folder, GAMES, &["second.pgn", "--game", "6"]);
    let message = "games.pgn, second.pgn have 5 games, so there is no game 6";
    assert!(stderr(&output).contains(message), "{output:?}");
    // The line ends are those of the first file.
    folder.write("second.pgn", "1. c4 *\r\n");
    assert!(!stdout(&annotate(&folder, GAMES, &["second.pgn"])).contains('\r'));
}

#[test]
fn a_game_ends_with_its_file() {
    let folder = Folder::new();
    folder.write("second.pgn", "1. d4 d5 *\n\n{ at the end }\n");
    folder.write("third.pgn", "1. c4 *\n");
    for (first, closing, fault) in [
        ("[Event \"cut\"]\n\n1. e4 e5", "", None),
        ("1. e4 (1. d4 ; open", "\n) *", Some("games.pgn, line 1: a variation is not closed")),
        ("1. e4 (1. d4 *", "\n) *", Some("games.pgn, line 1: a variation is not closed")),
        ("1. e4\n{ open", "\n} *", Some("games.pgn, line 2: a comment is not closed")),
    ] {
        let output = annotate(&folder, first, &["second.pgn", "third.pgn"]);
        let text = stdout(&output);
        // What is open is closed, so that another reader finds as many games.
        assert_eq!(PgnReader::annotated(text.as_bytes()).count(), 3, "{text}");
        let is_kept = text.starts_with(&format!("{first}{closing}\n\n1. d4 "));
        assert_eq!(is_kept, fault.is_some(), "{text}");
        for judged in ["1. e4 { [%eval", "1. d4 { [%eval", "1. c4 { [%eval"] {
            let is_judged = !(is_kept && judged.starts_with("1. e4"));
            assert_eq!(text.matches(judged).count(), usize::from(is_judged), "{text}");
        }
        assert_eq!(text.matches("{ at the end }").count(), 1, "{text}");
        assert!(stderr(&output).contains(fault.unwrap_or_default()), "{output:?}");
    }
}

#[test]
fn one_game_of_a_file_is_annotated() {
    let folder = Folder::new();
    let output = annotate(&folder, GAMES, &["--game", "3", "--out", OUT]);
    assert!(stdout(&output).starts_with("game 3, ? – ? 1/2-1/2: White "), "{output:?}");
    let [game] = games(&folder.read_text(OUT)).try_into().expect("one game");
    let annotator = concat!("Nunatak ", env!("CARGO_PKG_VERSION"));
    assert_eq!((game.tag("Event"), game.tag("Annotator")), (Some("three"), Some(annotator)));
    let output = annotate(&folder, GAMES.replace('\n', "\r\n"), &["--game", "3"]);
    assert!(
        stdout(&output).lines().count() > 5 && !stdout(&output).replace("\r\n", "").contains('\n')
    );
    for (number, message) in [("2", "'Ke3' is not a legal move"), ("4", "there is no game 4")] {
        let output = annotate(&folder, GAMES, &["--game", number]);
        assert!(!output.status.success() && stderr(&output).contains(message), "{output:?}");
    }
}

#[test]
fn openings_are_named_where_tags_are_missing() {
    let text = "[Event \"one\"]\n\n1. e4 c5 2. Nf3 *\n\n\
                [Event \"two\"]\n[ECO \"?\"]\n[Opening \"Mine\"]\n\n1. e4 c5 *\n\n\
                [Event \"three\"]\n[ECO \"A40a\"]\n\n1. d4 *\n\n\
                [Event \"four\"]\n[ECO \"B99\"]\n\n1. d4 *\n\n1. e4 *\n";
    let written = annotated(text, &[]);
    let games = games(&written);
    let tags = |name| games.iter().map(|game| game.tag(name)).collect::<Vec<_>>();
    assert_eq!(tags("ECO"), [Some("B27"), Some("?"), Some("A40a"), Some("B99"), None]);
    let names = ["Sicilian Defense", "Mine", "Queen's Pawn Game"].map(Some);
    assert_eq!(tags("Opening"), [&names[..], &[None, None]].concat());
    assert_eq!(annotated(&written, &[]), written);
}
