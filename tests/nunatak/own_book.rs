//! Moves from opening books.

use nunatak::board::Board;
use nunatak::book::{BookEntry, book_key};

use crate::common::engine::Engine;
use crate::common::positions::POLYGLOT;
use crate::common::{Folder, run_with_input, stdout};

/// Returns a folder with a book of these entries.
fn folder_with(entries: impl IntoIterator<Item = BookEntry>) -> Folder {
    let folder = Folder::new();
    let bytes: Vec<u8> = entries.into_iter().flat_map(BookEntry::to_bytes).collect();
    folder.write("book.bin", bytes);
    folder
}

/// Returns a folder with the book of [`POLYGLOT`].
fn folder_with_book() -> Folder {
    folder_with(POLYGLOT.map(|(key, mv, weight)| BookEntry { key, mv, weight }))
}

/// Runs the engine on the lines of `script` and returns the lines of its output.
fn talk(folder: &Folder, script: &str) -> Vec<String> {
    let output = run_with_input(&mut folder.program(&[]), script.as_bytes());
    assert!(output.status.success(), "{output:?}");
    stdout(&output).lines().map(str::to_owned).collect()
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
    // The name may be in quotation marks.
    let quoted = OWN_BOOK.replace("book.bin", "\"book.bin\"");
    let lines = talk(&folder, &format!("{quoted}go depth 1\n"));
    assert_eq!(lines, ["info string book move", "bestmove e2e4 ponder d7d5"]);
    // The last move within the book depth.
    let lines = talk(&folder, &format!("{OWN_BOOK}setoption name BookDepth value 1\ngo depth 1\n"));
    assert_eq!(lines, ["info string book move", "bestmove e2e4 ponder d7d5"]);
}

#[test]
fn a_game_without_the_book_that_is_wanted_begins_with_a_message() {
    let folder = folder_with_book();
    let message = "info string OwnBook has no effect without a BookFile";
    let (switch, file) = OWN_BOOK.split_once('\n').expect("two lines");
    for (script, expected) in
        [(switch, &[message][..]), (file.trim_end(), &[]), (OWN_BOOK.trim_end(), &[])]
    {
        assert_eq!(talk(&folder, &format!("{script}\nucinewgame\n")), expected, "{script}");
    }
}

#[test]
fn book_moves_are_random_by_weight_or_always_the_best() {
    let start = Board::start();
    let entry = |text, weight| {
        BookEntry::new(book_key(&start), start.parse_san(text).expect("a move"), weight)
    };
    let folder = folder_with([entry("e4", 9), entry("d4", 1)]);
    const ROUNDS: usize = 200;
    let count = |option: &str| {
        let lines =
            talk(&folder, &format!("{OWN_BOOK}{option}\n{}", "go depth 1\n".repeat(ROUNDS)));
        let count = |best: &str| lines.iter().filter(|line| *line == best).count();
        [count("bestmove e2e4"), count("bestmove d2d4")]
    };
    assert_eq!(count("setoption name Best Book Move value true"), [ROUNDS, 0]);
    let [e4, d4] = count("setoption name Best Book Move value false");
    // Nine tenths and one tenth; six standard deviations are 26.
    assert_eq!(e4 + d4, ROUNDS);
    assert!(e4.abs_diff(ROUNDS * 9 / 10) < 26, "{e4}");
}

#[test]
fn the_expected_reply_is_the_best_of_the_book() {
    let start = Board::start();
    let first = start.parse_san("e4").expect("a move");
    let next = start.make(first);
    let replies = [("c5", 2), ("e5", 3), ("e6", 2)].map(|(text, weight)| {
        BookEntry::new(book_key(&next), next.parse_san(text).expect("a move"), weight)
    });
    let mut entries = [&[BookEntry::new(book_key(&start), first, 1)][..], &replies].concat();
    entries.sort_by_key(|entry| entry.key);
    let lines = talk(&folder_with(entries), &format!("{OWN_BOOK}{}", "go depth 1\n".repeat(20)));
    let best: Vec<_> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(best, ["bestmove e2e4 ponder e7e5"; 20]);
}

#[test]
fn a_book_that_cannot_be_read_any_more_is_closed() {
    let folder = folder_with_book();
    let mut engine = Engine::start();
    engine.set_option("OwnBook", true);
    engine.set_option("BookFile", folder.path("book.bin").display());
    engine.assert_answer("go depth 1", "info string book move");
    engine.until("bestmove");
    folder.write("book.bin", []);
    for messages in [1, 0] {
        let lines = engine.search("go depth 1");
        let is_message = |line: &&String| line.ends_with("; no book is used");
        assert_eq!(lines.iter().filter(is_message).count(), messages, "{lines:?}");
    }
    engine.finish();
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
        assert!(error.contains(file) && error.ends_with("; the old book is kept"), "{error}");
        assert!(lines.iter().any(|line| line == "info string book move"), "{lines:?}");
        let lines = talk(&folder, &format!("{setting}\ngo depth 1\n"));
        assert!(lines[0].ends_with("; no book is used"), "{lines:?}");
    }
}
