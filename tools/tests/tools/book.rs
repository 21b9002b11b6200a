//! Opening books.

use std::fs;
use std::process::Output;
#[cfg(unix)]
use std::{io::Write, process::Stdio};

use nunatak::book::BookEntry;

use crate::common::positions::POLYGLOT;
use crate::common::{Folder, stderr, stdout};

/// Games with castling on both wings, an en-passant capture, a promotion and moves played only in
/// lost games.
const GAMES: &str = "[Event \"a\"]\n[Result \"1/2-1/2\"]\n\n\
    1. e4 d5 2. e5 f5 3. exf6 Nc6 4. fxg7 d4 5. gxh8=N d3 6. Nf3 Qd4 7. Bxd3 Bg4\n\
    8. O-O O-O-O 1/2-1/2\n\n\
    [Event \"b\"]\n[Result \"0-1\"]\n\n1. e4 d5 2. exd5 Nf6 3. c4 c6 0-1\n";

/// Returns a folder with the games and their book.
fn folder_with_book() -> Folder {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    book_output(&folder, &["build", "games.pgn", "--out", "book.bin"]);
    folder
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_says_that_it_is_stopped() {
    let folder = Folder::new();
    let mut command = folder.program(&["book", "build", "/dev/stdin", "--out", "book.bin"]);
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    // More than a pipe holds, so that the program has begun to read.
    input.write_all(&[b'\n'; 1 << 20]).expect("a reader");
    crate::common::interrupt(&child);
    let output = child.wait_with_output().expect("an exit code");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert_eq!(stderr(&output), "\nStopped.\n");
    assert!(!folder.path("book.bin").exists());
}

/// Runs `nunatak-tools book`.
fn book(folder: &Folder, arguments: &[&str]) -> Output {
    folder.run_program(&[&["book"], arguments].concat())
}

/// Runs `nunatak-tools book` and returns its output; checks that it succeeds.
fn book_output(folder: &Folder, arguments: &[&str]) -> String {
    let output = book(folder, arguments);
    assert!(output.status.success(), "{output:?}");
    stdout(&output)
}

/// Runs `nunatak-tools book` and returns its error message; checks that it fails.
fn book_error(folder: &Folder, arguments: &[&str]) -> String {
    let output = book(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    stderr(&output)
}

#[test]
fn books_are_identical_to_those_of_polyglot() {
    let folder = folder_with_book();
    let entries = POLYGLOT.map(|(key, mv, weight)| BookEntry { key, mv, weight });
    let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    assert_eq!(folder.read("book.bin"), bytes);
}

#[test]
fn books_are_built_from_several_files_and_invalid_games_are_reported() {
    let folder = folder_with_book();
    let (first, second) = GAMES.split_at(GAMES.find("[Event \"b\"]").expect("a game"));
    folder.write("first.pgn", first);
    folder.write("second.pgn", format!("[Event \"c\"]\n\n1. e4 e5 2. Ke3 1-0\n\n{second}"));
    let text = book_output(&folder, &["build", "first.pgn", "second.pgn", "--out", "other.bin"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("second.pgn: game 1, line 3: 'Ke3' is not a legal move in "));
    assert_eq!(lines[1..], ["2 games, 1 invalid", "other.bin: 18 moves in 18 positions"]);
    assert_eq!(folder.read("other.bin"), folder.read("book.bin"));

    let text = book_output(&folder, &["build", "games.pgn", "--out", "short.bin", "--plies", "3"]);
    assert!(text.ends_with("short.bin: 3 moves in 3 positions\n"), "{text}");
    // Forty plies have the first move ten times.
    folder.write("long.pgn", "Nf3 Nf6 Ng1 Ng8 ".repeat(12) + "1/2-1/2");
    book_output(&folder, &["build", "long.pgn", "--out", "long.bin"]);
    assert_eq!(book_output(&folder, &["show", "long.bin"]), "Nf3        10 100.0 %\n");
    let text =
        book_output(&folder, &["build", "games.pgn", "--out", "usual.bin", "--min-games", "2"]);
    assert!(text.ends_with("usual.bin: 2 moves in 2 positions\n"), "{text}");
}

#[test]
fn show_lists_the_moves_of_a_position() {
    let folder = Folder::new();
    folder.write("games.pgn", "1. e4 1-0  1. d4 1/2-1/2  1. c4 0-1");
    let built = book_output(&folder, &["build", "games.pgn", "--out", "book.bin"]);
    assert_eq!(built, "3 games, 0 invalid\nbook.bin: 2 moves in 1 position\n");
    let expected = "e4          2  66.7 %\nd4          1  33.3 %\n";
    assert_eq!(book_output(&folder, &["show", "book.bin"]), expected);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(book_output(&folder, &["show", "book.bin", "--fen", fen]), "no moves\n");
    // A move that is never played is listed too.
    let mut bytes = folder.read("book.bin");
    bytes.truncate(BookEntry::BYTES);
    bytes[10..12].fill(0);
    folder.write("zero.bin", bytes);
    assert_eq!(book_output(&folder, &["show", "zero.bin"]), "e4          0   0.0 %\n");
}

#[test]
fn errors_are_reported_and_existing_files_are_kept() {
    let folder = folder_with_book();
    folder.write("short.bin", [0; 17]);
    folder.write("nothing.pgn", "");
    folder.write("zeros.bin", [0; 64]);
    folder.write("text.bin", "These are sixty-four bytes of text, four entries, and not a book");
    fs::hard_link(folder.path("games.pgn"), folder.path("hard.pgn")).expect("a link");
    #[cfg(unix)]
    std::os::unix::fs::symlink("games.pgn", folder.path("soft.pgn")).expect("a link");
    #[cfg(not(unix))]
    fs::hard_link(folder.path("games.pgn"), folder.path("soft.pgn")).expect("a link");
    for (arguments, part) in [
        (&["show", "short.bin"][..], "short.bin: not a Polyglot book: its size, 17 bytes,"),
        (&["show", "zeros.bin"], "zeros.bin: not a Polyglot book"),
        (&["show", "text.bin"], "text.bin: not a Polyglot book"),
        (
            &["build", "games.pgn", "--out", "games.pgn", "--force"],
            "games.pgn: the file is an input",
        ),
        (&["build", "games.pgn", "--out", "soft.pgn", "--force"], "soft.pgn: the file is an input"),
        (&["build", "games.pgn", "--out", "hard.pgn", "--force"], "hard.pgn: the file is an input"),
        (&["build", "games.pgn", "--out", ".", "--force"], "not a regular file"),
        (&["show", "nothing.pgn"], "empty"),
        (&["show", "no such file"], "no such file"),
        (&["show", "book.bin", "--fen", "8/8"], "piece placement '8/8'"),
        (&["build", "no such file", "--out", "new.bin"], "no such file"),
        (&["build", "nothing.pgn", "--out", "new.bin"], "no book was written"),
        (
            &["build", "games.pgn", "--out", "new.bin", "--min-games", "3"],
            "no book was written: no move with points is played 3 times or more",
        ),
        (&["build", "games.pgn", "--out", "games.pgn"], "games.pgn: "),
        (&["build", "games.pgn", "--out", "book.bin"], "book.bin: "),
        (&["build", "games.pgn", "--out", "no such folder/new.bin"], "no such folder"),
    ] {
        let error = book_error(&folder, arguments);
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
    assert_eq!(folder.read("games.pgn"), GAMES.as_bytes());
    assert_eq!(folder.read("book.bin").len(), POLYGLOT.len() * BookEntry::BYTES);
    assert!(!folder.path("new.bin").exists());
    let is_temporary = |name: &str| name.ends_with(".tmp");
    assert!(!folder.names().iter().any(|name| is_temporary(name)), "{:?}", folder.names());
    folder.write("old.bin", "an old book");
    book_output(&folder, &["build", "games.pgn", "--out", "old.bin", "--force"]);
    assert_eq!(folder.read("old.bin"), folder.read("book.bin"));
    for arguments in [&["build", "games.pgn"][..], &["build", "--out", "x"], &["show"], &[]] {
        let output = book(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
