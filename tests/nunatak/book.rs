//! Opening books.

use std::fs;
use std::process::Output;

use nunatak::book::BookEntry;

use crate::common::{Folder, run_with_input, stderr, stdout};

/// Games with castling on both wings, an en-passant capture, a promotion and moves played only in
/// lost games.
const GAMES: &str = "[Event \"a\"]\n[Result \"1/2-1/2\"]\n\n\
    1. e4 d5 2. e5 f5 3. exf6 Nc6 4. fxg7 d4 5. gxh8=N d3 6. Nf3 Qd4 7. Bxd3 Bg4\n\
    8. O-O O-O-O 1/2-1/2\n\n\
    [Event \"b\"]\n[Result \"0-1\"]\n\n1. e4 d5 2. exd5 Nf6 3. c4 c6 0-1\n";

/// The entries of the book that PolyGlot 2.0.4 builds from the games: key, move in octal and
/// weight.
const POLYGLOT: [(u64, u16, u16); 18] = [
    (0x0756_b944_61c5_0fb0, 0o03444, 1),
    (0x201a_b9a6_de66_4ef0, 0o07470, 1),
    (0x2089_b309_bbaa_4db6, 0o07655, 2),
    (0x22a4_8b5a_8e47_ff78, 0o04455, 1),
    (0x3c3a_b423_d3a4_b826, 0o07333, 1),
    (0x3ff5_8fc2_b20e_6ade, 0o04333, 1),
    (0x463b_9618_1691_fc9c, 0o01434, 1),
    (0x5cbc_08a0_e510_9b0a, 0o07236, 1),
    (0x5e6f_c292_a295_95e0, 0o00407, 1),
    (0x662f_afb9_65db_29d4, 0o06545, 1),
    (0x6969_2c50_db40_53b7, 0o05566, 1),
    (0x74a0_64b3_1f27_f489, 0o00523, 1),
    (0x7b6a_749f_043b_db03, 0o03323, 1),
    (0x823c_9b50_fd11_4196, 0o06343, 3),
    (0xc284_f4b2_cad1_f6b4, 0o07152, 1),
    (0xdd98_e5ac_7e31_4039, 0o16677, 1),
    (0xe75e_58d5_bb42_d91b, 0o00625, 1),
    (0xf744_18d8_555f_a727, 0o06252, 2),
];

/// Returns a folder with the games and their book.
fn folder_with_book() -> Folder {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    book_output(&folder, &["build", "games.pgn", "--out", "book.bin"]);
    folder
}

/// Runs `nunatak book`.
fn book(folder: &Folder, arguments: &[&str]) -> Output {
    folder.nunatak(&[&["book"], arguments].concat())
}

/// Runs `nunatak book` and returns its output; checks that it succeeds.
fn book_output(folder: &Folder, arguments: &[&str]) -> String {
    let output = book(folder, arguments);
    assert!(output.status.success(), "{output:?}");
    stdout(&output)
}

/// Runs `nunatak book` and returns its error message; checks that it fails.
fn book_error(folder: &Folder, arguments: &[&str]) -> String {
    let output = book(folder, arguments);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    stderr(&output)
}

/// Runs the engine on the lines of `script` and returns the lines of its output.
fn talk(folder: &Folder, script: &str) -> Vec<String> {
    let output = run_with_input(&mut folder.program(&[]), script.as_bytes());
    assert!(output.status.success(), "{output:?}");
    stdout(&output).lines().map(str::to_owned).collect()
}

#[test]
fn books_are_identical_to_those_of_polyglot() {
    let folder = folder_with_book();
    let entries = POLYGLOT.map(|(key, mv, weight)| BookEntry { key, mv, weight, learn: 0 });
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
    let text =
        book_output(&folder, &["build", "games.pgn", "--out", "usual.bin", "--min-games", "2"]);
    assert!(text.ends_with("usual.bin: 2 moves in 2 positions\n"), "{text}");
}

#[test]
fn show_lists_the_moves_of_a_position() {
    let folder = Folder::new();
    folder.write("games.pgn", "1. e4 1-0  1. d4 1/2-1/2  1. c4 0-1");
    book_output(&folder, &["build", "games.pgn", "--out", "book.bin"]);
    let expected = "e4          2  66.7 %\nd4          1  33.3 %\n";
    assert_eq!(book_output(&folder, &["show", "book.bin"]), expected);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(book_output(&folder, &["show", "book.bin", "--fen", fen]), "no moves\n");
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
        (&["show", "book.bin", "--fen", "8/8"], "FEN"),
        (&["build", "no such file", "--out", "new.bin"], "no such file"),
        (&["build", "nothing.pgn", "--out", "new.bin"], "no book was written"),
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

const OWN_BOOK: &str =
    "setoption name ownbook value true\nsetoption name bookfile value book.bin\n";

#[test]
fn the_engine_plays_book_moves() {
    let folder = folder_with_book();
    for (position, answer) in [
        ("startpos", "bestmove e2e4 ponder d7d5"),
        ("startpos moves e2e4 d7d5 e4d5 g8f6 c2c4", "bestmove c7c6"),
        (
            "startpos moves e2e4 d7d5 e4e5 f7f5 e5f6 b8c6 f6g7 d5d4 g7h8n d4d3 g1f3 d8d4 f1d3 c8g4",
            "bestmove e1g1 ponder e8c8",
        ),
    ] {
        let lines = talk(&folder, &format!("{OWN_BOOK}position {position}\ngo wtime 9 btime 9\n"));
        assert_eq!(lines, ["info string book move", answer]);
    }
    let chess960 = "setoption name UCI_Chess960 value true";
    let moves = "position startpos moves e2e4 d7d5 e4e5 f7f5 e5f6 b8c6 f6g7 d5d4 g7h8n d4d3 \
                 g1f3 d8d4 f1d3 c8g4";
    let lines = talk(&folder, &format!("{OWN_BOOK}{chess960}\n{moves}\ngo movetime 1\n"));
    assert_eq!(lines.last().map(String::as_str), Some("bestmove e1h1 ponder e8a8"));
}

#[test]
fn book_moves_are_random_by_weight_or_always_the_best() {
    let folder = Folder::new();
    folder.write("games.pgn", "1. e4 1-0  1. d4 1-0  1. e4 1-0  1. c4 0-1");
    book_output(&folder, &["build", "games.pgn", "--out", "book.bin"]);
    const ROUNDS: usize = 200;
    let count = |option: &str| {
        let lines =
            talk(&folder, &format!("{OWN_BOOK}{option}\n{}", "go depth 1\n".repeat(ROUNDS)));
        let count = |best: &str| lines.iter().filter(|line| *line == best).count();
        [count("bestmove e2e4"), count("bestmove d2d4")]
    };
    assert_eq!(count("setoption name Best Book Move value true"), [ROUNDS, 0]);
    let [e4, d4] = count("setoption name Best Book Move value false");
    // Two thirds and one third; six standard deviations are 40.
    assert_eq!(e4 + d4, ROUNDS);
    assert!(e4.abs_diff(ROUNDS * 2 / 3) < 40, "{e4}");
}

/// Settings and searches for which a book is not used.
const SEARCHED: [(&str, &str); 11] = [
    ("position startpos", "go infinite"),
    ("position startpos", "go infinite wtime 9 btime 9"),
    ("position startpos", "go"),
    ("position startpos", "go ponder wtime 9 btime 9"),
    ("position startpos", "go mate 1"),
    ("position startpos", "go depth 1 searchmoves e2e4"),
    ("setoption name OwnBook value false", "go depth 1"),
    ("setoption name BookFile value <empty>", "go depth 1"),
    ("setoption name BookFile value", "go depth 1"),
    ("setoption name UCI_AnalyseMode value true", "go depth 1"),
    // Beyond the book depth.
    ("setoption name BookDepth value 1\nposition startpos moves e2e4 d7d5", "go depth 1"),
];

/// Checks that the engine answers `script` with a search and without any message about a book.
fn assert_searches(folder: &Folder, script: &str) {
    let lines = talk(folder, &format!("{script}\n"));
    assert!(lines.iter().any(|line| line.contains(" pv ")), "{script}: {lines:?}");
    assert!(lines.iter().all(|line| !line.contains("book")), "{script}: {lines:?}");
}

#[test]
fn book_moves_are_not_played_where_a_search_is_expected() {
    let folder = folder_with_book();
    for (setting, go) in SEARCHED {
        assert_searches(&folder, &format!("{OWN_BOOK}{setting}\n{go}"));
    }
    for option in ["BookFile value book.bin", "OwnBook value true"] {
        assert_searches(&folder, &format!("setoption name {option}\ngo depth 1"));
    }
}

#[test]
fn an_invalid_book_is_refused_and_the_old_one_is_kept() {
    let folder = folder_with_book();
    folder.write("short.bin", [0; 17]);
    for file in ["no such file", "short.bin", "."] {
        let setting = format!("setoption name BookFile value {file}");
        let lines = talk(&folder, &format!("{OWN_BOOK}{setting}\ngo depth 1\n"));
        let error = lines.first().expect("a line");
        assert!(error.starts_with("info string option BookFile: '"), "{error}");
        assert!(error.contains(file), "{error}");
        assert!(lines.iter().any(|line| line == "info string book move"), "{lines:?}");
    }
}
