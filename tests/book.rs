//! Opening books, through the real program.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use nunatak::book::BookEntry;

/// Castling on both wings, an en-passant capture, a promotion and a move that only lost.
const GAMES: &str = "[Event \"a\"]\n[Result \"1/2-1/2\"]\n\n\
    1. e4 d5 2. e5 f5 3. exf6 Nc6 4. fxg7 d4 5. gxh8=N d3 6. Nf3 Qd4 7. Bxd3 Bg4\n\
    8. O-O O-O-O 1/2-1/2\n\n\
    [Event \"b\"]\n[Result \"0-1\"]\n\n1. e4 d5 2. exd5 Nf6 3. c4 c6 0-1\n";

/// Key, move in octal and weight of the entries that PolyGlot 2.0.4 makes of the games.
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

/// A folder of the test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("a writable folder");
        Self(path)
    }

    /// With the games, and the book of them.
    fn with_book(name: &str) -> Self {
        let folder = Self::new(name);
        folder.write("games.pgn", GAMES);
        assert!(folder.run(&["build", "games.pgn", "--out", "book.bin"]).status.success());
        folder
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), contents).expect("a writable folder");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("a file")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_nunatak"))
            .current_dir(&self.0)
            .arg("book")
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts")
    }

    /// What `book` prints when all goes well.
    fn text(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    }

    /// What `book` complains of.
    fn complaint(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        String::from_utf8(output.stderr).expect("text")
    }

    /// The answers of the engine to the lines of `script`.
    fn talk(&self, script: &str) -> Vec<String> {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_nunatak"))
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = engine.stdin.take().expect("a pipe");
        input.write_all(script.as_bytes()).expect("the program reads");
        drop(input);
        let output = engine.wait_with_output().expect("an exit code");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_book_is_the_one_that_polyglot_makes() {
    let folder = Folder::with_book("same");
    let entries = POLYGLOT.map(|(key, mv, weight)| BookEntry { key, mv, weight, learn: 0 });
    let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    assert_eq!(folder.read("book.bin"), bytes);
}

#[test]
fn several_files_make_one_book_and_broken_games_are_named() {
    let folder = Folder::with_book("broken");
    let (first, second) = GAMES.split_at(GAMES.find("[Event \"b\"]").expect("a game"));
    folder.write("first.pgn", first);
    folder.write("second.pgn", format!("[Event \"c\"]\n\n1. e4 e5 2. Ke3 1-0\n\n{second}"));
    let text = folder.text(&["build", "first.pgn", "second.pgn", "--out", "other.bin"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("second.pgn: game 1, line 3: 'Ke3' is not a legal move in "));
    assert_eq!(lines[1..], ["2 games, 1 broken", "other.bin: 18 moves of 18 positions"]);
    assert_eq!(folder.read("other.bin"), folder.read("book.bin"));

    let text = folder.text(&["build", "games.pgn", "--out", "short.bin", "--plies", "3"]);
    assert!(text.ends_with("short.bin: 3 moves of 3 positions\n"), "{text}");
    let text = folder.text(&["build", "games.pgn", "--out", "usual.bin", "--min-games", "2"]);
    assert!(text.ends_with("usual.bin: 2 moves of 2 positions\n"), "{text}");
}

#[test]
fn a_book_shows_its_moves() {
    let folder = Folder::new("show");
    folder.write("games.pgn", "1. e4 1-0  1. d4 1/2-1/2  1. c4 0-1");
    folder.text(&["build", "games.pgn", "--out", "book.bin"]);
    let expected = "e4          2  66.7 %\nd4          1  33.3 %\n";
    assert_eq!(folder.text(&["show", "book.bin"]), expected);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(folder.text(&["show", "book.bin", "--fen", fen]), "no moves\n");
}

#[test]
fn what_cannot_be_done_is_said_and_spoils_nothing() {
    let folder = Folder::with_book("refused");
    folder.write("short.bin", [0; 17]);
    folder.write("nothing.pgn", "");
    for (arguments, part) in [
        (&["show", "short.bin"][..], "short.bin: no Polyglot book: 17 bytes"),
        (&["show", "nothing.pgn"], "empty"),
        (&["show", "no such file"], "no such file"),
        (&["show", "book.bin", "--fen", "8/8"], "FEN"),
        (&["build", "no such file", "--out", "new.bin"], "no such file"),
        (&["build", "nothing.pgn", "--out", "new.bin"], "no book is written"),
        (&["build", "games.pgn", "--out", "games.pgn"], "games.pgn: "),
        (&["build", "games.pgn", "--out", "book.bin"], "book.bin: "),
        (&["build", "games.pgn", "--out", "no such folder/new.bin"], "no such folder"),
    ] {
        let complaint = folder.complaint(arguments);
        assert!(complaint.contains(part), "{arguments:?}: {complaint}");
    }
    assert_eq!(folder.read("games.pgn"), GAMES.as_bytes());
    assert_eq!(folder.read("book.bin").len(), POLYGLOT.len() * BookEntry::BYTES);
    assert!(!folder.0.join("new.bin").exists());
    for arguments in [&["build", "games.pgn"][..], &["build", "--out", "x"], &["show"], &[]] {
        assert_eq!(folder.run(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

const OWN_BOOK: &str =
    "setoption name ownbook value true\nsetoption name bookfile value book.bin\n";

#[test]
fn the_engine_plays_from_its_book() {
    let folder = Folder::with_book("engine");
    for (position, answer) in [
        ("startpos", "bestmove e2e4 ponder d7d5"),
        ("startpos moves e2e4 d7d5 e4d5 g8f6 c2c4", "bestmove c7c6"),
        (
            "startpos moves e2e4 d7d5 e4e5 f7f5 e5f6 b8c6 f6g7 d5d4 g7h8n d4d3 g1f3 d8d4 f1d3 c8g4",
            "bestmove e1g1 ponder e8c8",
        ),
    ] {
        let lines = folder.talk(&format!("{OWN_BOOK}position {position}\ngo wtime 9 btime 9\n"));
        assert_eq!(lines, ["info string book move", answer]);
    }
    let chess960 = "setoption name UCI_Chess960 value true";
    let moves = "position startpos moves e2e4 d7d5 e4e5 f7f5 e5f6 b8c6 f6g7 d5d4 g7h8n d4d3 \
                 g1f3 d8d4 f1d3 c8g4";
    let lines = folder.talk(&format!("{OWN_BOOK}{chess960}\n{moves}\ngo movetime 1\n"));
    assert_eq!(lines.last().map(String::as_str), Some("bestmove e1h1 ponder e8a8"));
}

#[test]
fn the_choice_is_free_or_the_best() {
    let folder = Folder::new("choice");
    folder.write("games.pgn", "1. e4 1-0  1. d4 1-0  1. e4 1-0  1. c4 0-1");
    folder.text(&["build", "games.pgn", "--out", "book.bin"]);
    const ROUNDS: usize = 200;
    let count = |option: &str| {
        let lines = folder.talk(&format!("{OWN_BOOK}{option}\n{}", "go depth 1\n".repeat(ROUNDS)));
        let count = |best: &str| lines.iter().filter(|line| *line == best).count();
        [count("bestmove e2e4"), count("bestmove d2d4")]
    };
    assert_eq!(count("setoption name Best Book Move value true"), [ROUNDS, 0]);
    let [e4, d4] = count("setoption name Best Book Move value false");
    // Two thirds and one third; six standard deviations are 40.
    assert_eq!(e4 + d4, ROUNDS);
    assert!(e4.abs_diff(ROUNDS * 2 / 3) < 40, "{e4}");
}

#[test]
fn the_book_is_not_used_where_a_search_is_wanted() {
    let folder = Folder::with_book("search");
    for go in [
        "go infinite",
        "go infinite wtime 9 btime 9",
        "go",
        "go ponder wtime 9 btime 9",
        "go mate 1",
        "go depth 1 searchmoves e2e4",
    ] {
        let lines = folder.talk(&format!("{OWN_BOOK}position startpos\n{go}\n"));
        assert!(lines.iter().any(|line| line.contains(" pv ")), "{go}: {lines:?}");
        assert!(!lines.contains(&"info string book move".to_owned()), "{go}: {lines:?}");
    }
    for options in [
        "setoption name BookFile value book.bin",
        "setoption name OwnBook value true",
        &format!("{OWN_BOOK}setoption name OwnBook value false"),
        &format!("{OWN_BOOK}setoption name BookFile value <empty>"),
        &format!("{OWN_BOOK}setoption name BookFile value"),
    ] {
        let lines = folder.talk(&format!("{options}\ngo depth 1\n"));
        assert!(lines.iter().all(|line| !line.contains("info string")), "{options}: {lines:?}");
        assert!(lines.iter().any(|line| line.contains(" pv ")), "{options}: {lines:?}");
    }
    let analysis = "setoption name UCI_AnalyseMode value true\ngo depth 1\n";
    let lines = folder.talk(&format!("{OWN_BOOK}{analysis}"));
    assert!(lines.iter().any(|line| line.contains(" pv ")), "{lines:?}");
    // The second move of the game.
    let script =
        "setoption name BookDepth value 1\nposition startpos moves e2e4 d7d5\ngo depth 1\n";
    let lines = folder.talk(&format!("{OWN_BOOK}{script}"));
    assert!(lines.iter().any(|line| line.contains(" pv ")), "{lines:?}");
}

#[test]
fn without_a_good_book_play_goes_on() {
    let folder = Folder::with_book("bad");
    folder.write("short.bin", [0; 17]);
    for file in ["no such file", "short.bin", "."] {
        let setting = format!("setoption name BookFile value {file}");
        let lines = folder.talk(&format!("{OWN_BOOK}{setting}\ngo depth 1\n"));
        let complaint = lines.first().expect("a line");
        assert!(complaint.starts_with("info string option BookFile: '"), "{complaint}");
        assert!(complaint.contains(file), "{complaint}");
        assert!(lines.iter().any(|line| line.contains(" pv ")), "{lines:?}");
    }
}
