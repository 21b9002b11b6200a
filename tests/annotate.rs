//! Annotated games.

mod common;

use std::fs;
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nunatak::pgn::{Note, PgnGame, PgnReader};

use common::{Folder, stderr, stdout};

/// The time after which a test that waits fails, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A search that is fast and does not depend on the machine.
const FAST: [&str; 4] = ["--nodes", "2000", "--hash", "1"];

/// The files of most tests.
const IN: &str = "games.pgn";
const OUT: &str = "annotated.pgn";

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
    folder.nunatak(&[&["annotate", IN][..], &FAST, arguments].concat())
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
    let annotations = game.annotations.as_ref().expect("annotations");
    (0..game.moves.len()).map(|index| annotations.comment(index)).collect()
}

/// Returns the glyphs on the moves of a game.
fn glyphs(game: &PgnGame) -> Vec<Vec<u16>> {
    let annotations = game.annotations.as_ref().expect("annotations");
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
    assert!(
        one.starts_with("game 1, Müller – ? 1-0: White ") && one.contains(" ??; Black "),
        "{one}"
    );
    assert!(three.starts_with("game 3, ? – ? 1/2-1/2: "), "{three}");
    assert_eq!(last, "annotated.pgn: 2 games annotated, 1 kept as in the source");
    let message = stderr(&output);
    assert!(message.starts_with("game 2, line 13: 'Ke3' is not a legal move in "), "{message}");
    assert!(message.trim_end().ends_with("; the game is kept as it is"), "{message}");

    let text = folder.read_text(OUT);
    for kept in [
        "% a collection\n\n[Event \"one\"]\n[White \"Müller\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\n{ A trap }",
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
    let (white, black) =
        accuracy.and_then(|rest| rest.split_once("%, Black ")).expect("accuracies");
    for accuracy in [white, black.trim_end_matches('%')] {
        assert!(
            (0.0..=100.0).contains(&accuracy.parse::<f64>().expect("a number")),
            "{comments:?}"
        );
    }
    let glyphs = glyphs(&game);
    assert!(glyphs[2].starts_with(&[1]) && glyphs[5] == [4] && glyphs[6].is_empty(), "{glyphs:?}");
    let Some(Note::Variation(line)) =
        game.annotations.as_ref().and_then(|it| it.notes_on(5).last())
    else {
        panic!("{text}")
    };
    assert!(!line.moves.is_empty() && line.moves[0].mv != Some(game.moves[5]));
}

#[test]
fn several_lines_show_their_values() {
    let text = annotated("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0", &["--multipv", "3"]);
    let [game] = games(&text).try_into().expect("one game");
    let notes = game.annotations.as_ref().expect("annotations").notes_on(5);
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
fn unusual_files_are_read() {
    let shuffled = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
                    [FEN \"1rk5/pppppppp/8/8/8/8/PPPPPPPP/1RK5 w Bb - 0 1\"]";
    for (text, parts) in [
        // Windows lines and a byte-order mark.
        (
            "\u{feff}[Event \"x\"]\r\n\r\n1. e4\r\ne5 *\r\n",
            &["[Event \"x\"]\r\n\r\n1. e4 { [%eval "][..],
        ),
        ("[Event \"x\"]\n\n*", &["[Event \"x\"]\n\n*\n"]),
        (
            "[Event \"x\"]\n[Event \"y\"]\n\n1. e4",
            &["[Event \"x\"]\n\n*\n\n[Event \"y\"]\n\n1. e4 {"],
        ),
        ("1. e4 {a\n  b} ; c }\n% d\n e5 {end", &["; the game"]),
        (&format!("{shuffled}\n\n1. 0-0-0 O-O-O *"), &["\n\n1. O-O-O { [", "1... O-O-O { ["]),
        (
            "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 7\"]\n\n0-0-0 8. 0-0 *",
            &["\n\n7... O-O-O", "8. O-O"],
        ),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", &["[%eval 0.00] }"]),
        ("1. e4 (1. -- e5) *\n\n{at the end}", &["(1. -- e5)", "\n\n{at the end}\n"]),
        ("1. d4 {\u{201e}gut\u{201c}} *", &["\u{201e}gut\u{201c} }"]),
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
fn escape_sequences_reach_files_only() {
    let text =
        "[Event \"x\"]\n\n1. e4 { \u{1b}[31mred } e5 2. \u{1b}[2JKe4 *\n\n1. e4 { \u{9b}2J } *";
    let folder = Folder::new();
    let output = annotate(&folder, text, &[]);
    let shown = stdout(&output) + &stderr(&output);
    assert!(output.status.success() && shown.contains("[31mred"), "{shown}");
    assert!(!shown.contains(['\u{1b}', '\u{9b}']), "{shown}");
    let output = annotate(&folder, text, &["--out", OUT]);
    assert!(!(stdout(&output) + &stderr(&output)).contains(['\u{1b}', '\u{9b}']));
    assert!(folder.read_text(OUT).contains("1. e4 { \u{1b}[31mred } e5"));
}

#[test]
fn book_moves_are_left_alone() {
    let folder = Folder::new();
    folder.write("book.pgn", "1. e4 e5 2. Nf3 Nc6 1/2-1/2");
    assert!(folder.nunatak(&["book", "build", "book.pgn", "--out", "book.bin"]).status.success());
    let output = annotate(&folder, "1. e4 e5 2. Nf3 d6 3. d4 *", &["--book", "book.bin"]);
    let text = stdout(&output);
    assert!(
        text.starts_with("1. e4 e5 2. Nf3 d6") && text.matches("[%eval ").count() == 2,
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
fn the_evaluation_is_plotted() {
    let folder = Folder::new();
    let text = GAMES.replace("Müller", "A & B <\u{1b}>");
    assert!(annotate(&folder, &text, &["--plot", "plot.svg"]).status.success());
    let plot = folder.read_text("plot.svg");
    assert!(plot.starts_with("<svg ") && plot.trim_end().ends_with("</svg>"), "{plot}");
    assert!(
        plot.contains("A &amp; B &lt; &gt; – Black, one, 1-0") && plot.contains("three"),
        "{plot}"
    );
    // The marks of blunders beside those of two legends, and two curves.
    assert!(plot.matches("#DB3131").count() > 2, "{plot}");
    assert_eq!(plot.matches("#464646").count(), 2, "{plot}");
    // The three marks of each legend are beside the curves.
    let places = plot.split("<circle cx=\"").skip(1).map(|mark| mark.split('"').next().unwrap());
    let places: Vec<i32> = places.map(|place| place.parse().unwrap()).collect();
    let rightmost = places.iter().max().unwrap();
    assert_eq!(places.iter().filter(|place| *place == rightmost).count(), 2 * 3, "{plot}");
    let many = "1. e4 *\n\n".repeat(51);
    let output = annotate(&folder, many, &["--plot", "more.svg"]);
    assert!(!output.status.success() && stderr(&output).contains("at most 50 games, not 51"));
}

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
        refused(&[option, "missing/file"], "No such file");
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
    let output = folder.nunatak(&["annotate", "none.pgn"]);
    assert!(!output.status.success() && stderr(&output).contains("none.pgn"), "{output:?}");
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
const PARTIAL: &str = "annotated.pgn.partial";

/// Starts a slow run and waits until it has evaluated this number of positions.
fn start(folder: &Folder, positions: usize) -> Child {
    let mut command = folder.program(&SLOW);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let started = Instant::now();
    let count = || fs::read_to_string(folder.path(PARTIAL)).map_or(0, |text| text.lines().count());
    while count() <= positions {
        assert!(started.elapsed() < TIMEOUT && child.try_wait().expect("a state").is_none());
        thread::sleep(Duration::from_millis(2));
    }
    child
}

#[test]
fn a_run_that_is_killed_continues_without_loss() {
    let whole = Folder::new();
    whole.write(IN, GAMES);
    assert!(whole.nunatak(&SLOW).status.success());
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
    let output = folder.nunatak(&[&SLOW[..], &["--multipv", "2"]].concat());
    assert!(!output.status.success() && stderr(&output).contains("other settings"), "{output:?}");
    let output = folder.nunatak(&SLOW);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(folder.read_text(OUT), whole.read_text(OUT));
    assert!(!folder.path(PARTIAL).exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_to_continue() {
    let folder = Folder::new();
    folder.write(IN, GAMES);
    let child = start(&folder, 2);
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("an exit code");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let message = stderr(&output);
    assert!(message.contains("Stopped: ") && message.contains(" of 13 positions"), "{message}");
    assert!(message.contains("annotated.pgn.partial; the same command continues"), "{message}");
    assert!(folder.nunatak(&SLOW).status.success());
}
