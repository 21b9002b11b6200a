//! Games that begin with a book, in Chess960, or with a game of a file.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use nunatak::board::Board;

use super::{FILE, MATE, play, replay, saved, shown, success, tag};
use crate::common::{Folder, assert_refused, run_with_input, stderr};

#[test]
fn the_engine_plays_from_its_book() {
    let folder = Folder::new();
    folder.write("lines.pgn", "1. e4 h5 2. d4 a5 1-0\n\n1. e4 h5 2. d4 a5 0-1\n");
    let built = folder.run_program(&["book", "build", "lines.pgn", "--out", "book.bin"]);
    assert!(built.status.success());
    let text = saved(&folder, &["--book", "book.bin"], "e4\nd4\nNf3\nquit\n");
    assert!(text.contains("Nunatak plays 1... h5 from its book\n"), "{text}");
    assert!(text.contains("Nunatak plays 2... a5 from its book\n"), "{text}");
    assert_eq!(text.matches("from its book").count(), 2, "{text}");
    let output = run_with_input(&mut folder.program(&["play", "--book", "lines.pgn"]), b"");
    assert!(!output.status.success() && stderr(&output).contains("lines.pgn"), "{output:?}");
}

#[test]
fn a_game_goes_on_without_a_book_that_was_damaged() {
    let folder = Folder::new();
    folder.write("lines.pgn", "1. e4 h5 2. d4 a5 1/2-1/2\n");
    assert!(folder.run_program(&["book", "build", "lines.pgn", "--out", "b.bin"]).status.success());
    let words = ["play", "--depth", "1", "--hash", "1", "--book", "b.bin"];
    let mut command = folder.program(&words);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"e4\n").expect("a reader");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    while !text.contains("plays 1... h5 from its book") {
        assert_ne!(output.read_line(&mut text).expect("UTF-8"), 0, "{text}");
    }
    folder.write("b.bin", "");
    input.write_all(b"d4\nNf3\nquit\n").expect("a reader");
    drop(input);
    output.read_to_string(&mut text).expect("UTF-8");
    let end = child.wait_with_output().expect("an end");
    assert!(end.status.success() && text.contains("plays 3... "), "{text}");
    let warning = stderr(&end);
    assert_eq!(warning.matches("no book is used").count(), 1, "{warning}");
    assert!(warning.contains("b.bin: the file has been shortened"), "{warning}");
}

#[test]
fn chess960_start_positions_have_numbers() {
    let fen = |arguments: &[&str]| {
        let text = shown(arguments, "fen\n");
        let line = text.lines().find(|line| line.contains("/8/8/8/8/"));
        line.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    let start = Board::start().to_string();
    assert_eq!(fen(&["--chess960", "518"]), start);
    let first = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    assert_eq!(fen(&["--chess960", "0"]), first);
    let seeded = ["--chess960", "--seed", "7"];
    assert_eq!(fen(&seeded), fen(&seeded));
    let text = shown(&["--chess960", "0"], "pgn\n");
    assert!(
        text.contains("Chess960 start position 0.") && text.contains("\n[Variant \"Chess960\"]")
    );
    // King and rook change places.
    let text = shown(&["--chess960", "288"], "0-0\npgn\n");
    assert!(text.contains("\n1. O-O "), "{text}");
    for arguments in
        [&["--chess960", "960"][..], &["--chess960", "-1"], &["--chess960", "3", "--fen", MATE]]
    {
        assert_refused(&play(arguments, ""), arguments);
    }
}

#[test]
fn a_seed_decides_all_random_choices() {
    let folder = Folder::new();
    folder.write("lines.pgn", "1. e4 e5 0-1\n\n1. e4 c5 0-1\n\n1. e4 d5 0-1\n\n1. e4 e6 0-1\n");
    let build = ["book", "build", "lines.pgn", "--out", "book.bin"];
    assert!(folder.run_program(&build).status.success());
    let game = |seed: &str, arguments: &[&str], input: &str| {
        let all = [&["play", "--nodes", "500", "--hash", "1", "--seed", seed], arguments].concat();
        success(run_with_input(&mut folder.program(&all), input.as_bytes()))
    };
    for (arguments, input) in [
        (&["--color", "random"][..], ""),
        (&["--book", "book.bin"], "e4\n"),
        (&["--elo", "1000"], "e4\nd4\nc4\nb4\na4\nh4\n"),
        (&["--chess960", "--color", "random"], "fen\n"),
    ] {
        let games =
            ["1", "2", "3", "4", "5", "6", "7", "8"].map(|seed| game(seed, arguments, input));
        assert!(games.iter().any(|other| *other != games[0]), "{arguments:?}: {}", games[0]);
        assert_eq!(game("1", arguments, input), games[0], "{arguments:?}");
    }
}

#[test]
fn games_of_a_file_are_continued() {
    let games = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Event \"b\"]\n\n1. d4 d5 *\n\n";
    for (arguments, input, moves) in [
        (&["--game", "2"][..], "c4\nquit\n", "1. d4 d5 2. c4 "),
        (&["--game", "1", "--ply", "2"], "d4\nquit\n", "1. e4 e5 2. d4 "),
        (&["--ply", "2"], "f4\nquit\n", "1. e4 e5 2. f4 "),
        // Earlier moves can be taken back.
        (&["--game", "2"], "undo\nc4\nquit\n", "1. c4 "),
        (&["--game", "1", "--color", "black"], "Nf6\nquit\n", "1. e4 e5 2. Nf3 Nf6 "),
        (&[], "a3\nquit\n", "1. a3 "),
    ] {
        let folder = Folder::new();
        folder.write(FILE, games);
        saved(&folder, arguments, input);
        let text = folder.read_text(FILE);
        let added = text.strip_prefix(games).expect("the old games");
        replay(added);
        assert!(added.contains(&format!("\n\n{moves}")), "{added}");
    }
    let folder = Folder::new();
    folder.write(FILE, games);
    // Without a move, nothing is added.
    let text = saved(&folder, &["--game", "2"], "quit\n");
    assert!(text.contains("Move 2, White") && folder.read_text(FILE) == games, "{text}");
    let note = "A new game is appended to games.pgn; --game N continues one of its games.";
    assert!(!text.contains(note) && saved(&folder, &[], "").contains(note));
    // Nor if moves are only taken back.
    let text = saved(&folder, &["--game", "2"], "undo\nquit\n");
    assert!(!text.contains("Saved") && folder.read_text(FILE) == games, "{text}");
    // Nor is a game that was over.
    for (ended, end) in [
        ("1. f3 e5 2. g4 Qh4# 0-1\n\n", "0-1, checkmate"),
        ("[FEN \"8/8/K7/3k4/8/8/8/8 w - - 0 1\"]\n\n1/2-1/2\n\n", "1/2-1/2, insufficient material"),
    ] {
        let over = Folder::new();
        over.write(FILE, ended);
        let text = saved(&over, &["--game", "1"], "quit\n");
        assert!(text.contains(&format!("Game over: {end}")) && !text.contains("Saved"), "{text}");
        assert_eq!(over.read_text(FILE), ended);
    }
    for (arguments, message) in [
        (&["--game", "3"][..], "games.pgn has 2 games, so there is no game 3"),
        (&["--ply", "4"], "game 1 of games.pgn has 3 plies, fewer than 4"),
        (&["--game", "1", "--fen", MATE], "cannot be used with"),
    ] {
        let mut command = folder.program(&["play", "--pgn", FILE]);
        let output = run_with_input(command.args(arguments), b"");
        assert!(!output.status.success() && stderr(&output).contains(message), "{output:?}");
        assert_eq!(folder.read_text(FILE), games);
    }
    assert!(stderr(&play(&["--game", "1"], "")).contains("--pgn"));
}

#[test]
fn a_name_is_saved_without_control_characters() {
    let folder = Folder::new();
    saved(&folder, &["--name", "A\u{1b}[31m\tB\u{9b}"], "e4\nquit\n");
    let text = folder.read_text(FILE);
    assert!(text.contains("[White \"A [31m B \"]\n"), "{text}");
}

#[test]
fn a_continued_game_keeps_colours_names_level_and_clocks() {
    let game = "[Event \"a\"]\n[White \"Nunatak 0.1.0 at 1400 Elo\"]\n[Black \"Anna\"]\n\
                [TimeControl \"600+5\"]\n\n1. e4 { [%clk 0:09:30] } 1... e5 { [%clk 0:08:00] } 2. Nf3\n\
                { [%clk 0:09:10] } *\n\n";
    let folder = Folder::new();
    folder.write(FILE, game);
    let text = saved(&folder, &["--game", "1"], "moves\nNc6\nquit\n");
    let start: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let note = "Game 1 is continued: Anna plays Black, Nunatak at 1400 Elo, clocks 10:00+5: you 8:00, \
                Nunatak 9:10.";
    assert!(start.starts_with(note), "{text}");
    assert!(start.contains("1. e4 e5 2. Nf3 "), "{text}");
    let added = folder.read_text(FILE);
    let added = added.strip_prefix(game).expect("the old game");
    replay(added);
    let engine = concat!("Nunatak ", env!("CARGO_PKG_VERSION"), " at 1400 Elo");
    assert_eq!(tag(added, "White"), Some(engine));
    assert_eq!((tag(added, "Black"), tag(added, "TimeControl")), (Some("Anna"), Some("600+5")));
    let words = added.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("1... e5 { [%clk 0:08:00] } 2. Nf3 { [%clk 0:09:10] } 2... Nc6 {"),
        "{added}"
    );
    // Arguments take precedence.
    let all = ["--game", "1", "--ply", "2", "--color", "white", "--elo", "1200", "--name", "Bob"];
    let text = saved(&folder, &[&all[..], &["--clock", "1"]].concat(), "takeback\nquit\n");
    assert!(
        text.starts_with(
            "Game 1 is continued: Bob plays White, Nunatak at 1200 Elo, clocks 1:00+0:"
        )
    );
    assert!(text.contains("Move 1, White to play"), "{text}");
    // As other programs name the engine and its level.
    let other = "[White \"nunatak\"]\n[Black \"Anna\"]\n[WhiteElo \"1700\"]\n\n1. e4 e5 *\n\n";
    folder.write(FILE, other);
    let text = saved(&folder, &["--game", "1"], "quit\n");
    assert!(
        text.starts_with("Game 1 is continued: Anna plays Black, Nunatak at 1700 Elo"),
        "{text}"
    );
    folder.write(FILE, other.replace(" *", " 0-1"));
    let text = saved(&folder, &["--game", "1"], "quit\n");
    assert!(text.starts_with("Game 1, which ended 0-1, is continued: Anna plays "), "{text}");
    // A level that it does not have is named, and the Elo of another player is none.
    for (white, start) in [
        (
            "nunatak at 99 Elo",
            "Anna plays Black, Nunatak at full strength, since '99' is not an Elo",
        ),
        ("Bob", "Bob plays White, Nunatak at full strength, no clocks."),
    ] {
        folder.write(FILE, other.replace("nunatak", white));
        let text = saved(&folder, &["--game", "1"], "quit\n");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.starts_with(&format!("Game 1 is continued: {start}")), "{text}");
    }
}

#[test]
fn a_file_without_games_is_left_alone() {
    let folder = Folder::new();
    folder.write(FILE, "Shopping list: milk, 2 eggs\n");
    let output = run_with_input(&mut folder.program(&["play", "--pgn", FILE]), b"quit\n");
    assert!(!output.status.success());
    assert!(stderr(&output).contains("games.pgn: not a file of games in PGN"), "{output:?}");
    assert_eq!(folder.read_text(FILE), "Shopping list: milk, 2 eggs\n");
}
