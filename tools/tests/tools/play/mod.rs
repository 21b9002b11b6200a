//! Games against the engine.

mod beginnings;
mod clocks;
mod moves;

use std::process::Output;

#[cfg(unix)]
use chrono::{TimeDelta, Utc};
use nunatak::board::Board;

use crate::common::positions::MATE_IN_ONE;
use crate::common::{Folder, assert_refused, program, run_with_input, stderr};

/// White mates with Ra8.
const MATE: &str = MATE_IN_ONE;
/// Black mates with Ra1.
const BLACK_MATE: &str = "r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1";
/// Black can only move between a8 and a7.
const CAGE: &str = "k7/8/8/8/8/8/8/1R3B1K w - - 0 1";

/// The file of the games in their folder.
const FILE: &str = "games.pgn";

/// Plays a game with the input of the player.
fn play(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut command = program(&["play", "--depth", "4", "--hash", "1"]);
    run_with_input(command.args(arguments), input.as_ref())
}

/// Plays a game and returns its output; checks that the program succeeds.
fn shown(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    success(play(arguments, input))
}

/// Plays a game that is saved in the folder and returns its output.
fn saved(folder: &Folder, arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let mut command = folder.program(&["play", "--depth", "4", "--hash", "1", "--pgn", FILE]);
    success(run_with_input(command.args(arguments), input.as_ref()))
}

fn success(output: Output) -> String {
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the value of a tag.
fn tag<'a>(pgn: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("[{name} \"");
    pgn.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix("\"]"))
}

/// Returns the final position of a game; checks its format.
fn replay(pgn: &str) -> Board {
    let names = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    for (line, name) in pgn.lines().zip(names) {
        assert!(line.starts_with(&format!("[{name} \"")), "{pgn}");
    }
    assert!(pgn.lines().all(|line| line.starts_with('[') || line.len() < 80), "{pgn}");
    assert_eq!(tag(pgn, "SetUp").is_some(), tag(pgn, "FEN").is_some());
    let mut board = tag(pgn, "FEN").map_or_else(Board::start, |fen| fen.parse().expect("a FEN"));
    let (_, moves) = pgn.split_once("\n\n").expect("tags and moves");
    // Without the comments on clocks.
    let moves: String =
        moves.split('{').map(|part| part.rsplit('}').next().unwrap_or(part)).collect();
    let mut words: Vec<&str> = moves.split_whitespace().collect();
    assert_eq!(words.pop(), tag(pgn, "Result"));
    for word in words.iter().filter(|word| !word.ends_with('.')) {
        board = board.make(board.parse_san(word).expect("a legal move"));
    }
    board
}

#[test]
fn games_end_by_rule_or_command() {
    for (fen, color, input, end) in [
        (MATE, "white", "Ra8", "1-0, checkmate"),
        (MATE, "black", "", "1-0, checkmate"),
        ("7k/4Q3/6K1/8/8/8/8/8 w - - 0 1", "white", "e7f7\n", "1/2-1/2, stalemate"),
        (CAGE, "white", "Kh2\nKh1\nKh2\nKh1\n", "1/2-1/2, threefold repetition"),
        ("k7/8/8/8/8/8/8/1R3B1K w - - 99 90", "white", "Kh2", "1/2-1/2, fifty-move rule"),
        ("k7/8/8/8/8/8/6r1/7K w - - 9 90", "white", "Kxg2", "1/2-1/2, insufficient material"),
        // The game is over from the start.
        ("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "black", "", "1-0, checkmate"),
        (MATE, "white", "resign\n", "0-1, you resigned"),
        (MATE, "white", "quit\nRa8\n", "unfinished: abandoned\n"),
        (MATE, "white", "", "unfinished: end of input\n"),
        (MATE, "white", "h", "unfinished: end of input\n"),
    ] {
        let folder = Folder::new();
        let text = saved(&folder, &["--fen", fen, "--color", color], input);
        let (_, last) = text.split_once("\nGame ").expect("an end");
        let is_unfinished = end.starts_with("unfinished");
        let last = if is_unfinished { last } else { last.strip_prefix("over: ").expect("an end") };
        assert!(last.starts_with(end), "{text}");
        if is_unfinished {
            // There is nothing to save.
            assert_eq!((last.lines().count(), folder.names().len()), (1, 0));
        } else {
            let pgn = folder.read_text(FILE);
            assert!(last.ends_with(&format!("\nSaved in {FILE}\n")), "{text}");
            assert_eq!(tag(&pgn, "Result"), end.split(',').next());
            replay(&pgn);
        }
    }
}

#[test]
fn games_are_appended_to_the_file() {
    let folder = Folder::new();
    folder.write(FILE, "[Event \"Old\"]\n\n*");
    saved(&folder, &[], "e4\nquit\n");
    saved(&folder, &["--color", "black"], "");
    let text = folder.read_text(FILE);
    let pgns: Vec<&str> = text.split_inclusive("\n\n").collect();
    assert_eq!((pgns.len(), &pgns.concat()), (6, &text));
    assert_eq!(pgns[..2].concat(), "[Event \"Old\"]\n\n*\n\n");
    let first = pgns[2..4].concat();
    assert_eq!((tag(&first, "White"), tag(&first, "Result")), (Some("Human"), Some("*")));
    assert_eq!(replay(&first).fullmove_number(), 2);
    let second = pgns[4..].concat();
    assert_eq!(tag(&second, "Black"), Some("Human"));
    assert!(tag(&second, "White").is_some_and(|name| name.starts_with("Nunatak")), "{second}");
    assert_eq!(replay(&second).side_to_move().to_string(), "b");
}

// Under Windows, the time zone is not taken from the environment.
#[cfg(unix)]
#[test]
fn the_date_is_that_of_the_players_time_zone() {
    for (zone, hours) in [("<east>-14", 14), ("<west>12", -12)] {
        let date = || (Utc::now() + TimeDelta::hours(hours)).format("%Y.%m.%d").to_string();
        let before = date();
        let output = run_with_input(program(&["play"]).env("TZ", zone), b"pgn\n");
        let text = success(output);
        // Midnight may pass meanwhile.
        assert!([before, date()].map(Some).contains(&tag(&text, "Date").map(str::to_owned)));
    }
}

#[test]
fn a_game_without_a_file_is_shown_at_its_end() {
    let text = shown(&["--fen", MATE], "Ra8\n");
    let (_, pgn) = text.split_once("Game over: 1-0, checkmate\n\n").expect("an end");
    assert!(!replay(pgn).has_legal_move());
}

#[test]
fn a_file_that_cannot_be_written_is_reported_before_the_game() {
    let folder = Folder::new();
    let mut command = folder.program(&["play", "--pgn", "no such folder/games.pgn"]);
    let output = run_with_input(&mut command, b"e4\n");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    assert!(stderr(&output).contains("no such folder"), "{output:?}");
    // A folder is not a file.
    let output = run_with_input(&mut folder.program(&["play", "--pgn", "."]), b"e4\n");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
}

/// The limit of the length of files takes the place of a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_whole_games_in_the_file() {
    use crate::common::files::full_disks::run_limited;

    const LIMIT: usize = 1_024;
    for room in (0..300).step_by(20) {
        let folder = Folder::new();
        let old = format!("[Event \"{}\"]\n\n*\n\n", "x".repeat(LIMIT - room - 15));
        folder.write(FILE, &old);
        let moves = "a3\nb3\nc3\nd3\ne3\nf3\ng3\nh3\n";
        let output = run_limited(&folder, 2, "play --depth 1 --hash 1 --pgn games.pgn", moves);
        let text = folder.read_text(FILE);
        let saved = text.strip_prefix(&old).expect("the old game");
        if !saved.is_empty() {
            assert!(saved.ends_with("\n\n"), "{saved}");
            replay(saved);
        }
        let shown = crate::common::stdout(&output);
        let errors = shown.matches("The game was not saved: games.pgn: ").count();
        match output.status.code() {
            Some(0) => assert!(room > 140 && errors == 0, "{room} {shown}"),
            // It is reported once, and again before the game.
            code => assert_eq!((code, errors, shown.matches("[Result ").count()), (Some(1), 2, 1)),
        }
    }
}

#[test]
fn undo_restores_earlier_positions() {
    let text = shown(&["--fen", CAGE], "undo\nfen\nKh2\nfen\nRb2\nundo\nfen\nundo\nfen\npgn\n");
    let fens: Vec<&str> =
        text.lines().filter(|line| line.ends_with(['1', '2']) && line.contains(" w ")).collect();
    assert_eq!(fens.len(), 4, "{text}");
    assert_eq!((fens[0], fens[1]), (CAGE, "8/k7/8/8/8/8/7K/1R3B2 w - - 2 2"));
    assert_eq!((fens[2], fens[3]), (fens[1], CAGE));
    assert_eq!(text.matches("You have no move to take back.").count(), 1);
    assert!(text.contains("\n\n*\n"), "{text}");

    // The first move, which is the engine's, cannot be taken back.
    let text = shown(&["--color", "black"], "undo\ne5\nundo\nundo\n");
    assert_eq!(text.matches("You have no move to take back.").count(), 2);
}

#[test]
fn draws_are_accepted_in_worse_positions_only() {
    let text = shown(&["--fen", MATE], "draw\n");
    assert!(text.contains("Game over: 1/2-1/2, draw agreed"), "{text}");
    let text = shown(&["--fen", "6k1/5ppp/r7/8/8/8/5PPP/6K1 w - - 0 1"], "draw\nquit\n");
    assert!(text.contains("declines") && text.contains("Game unfinished: "), "{text}");
    assert!(text.contains("prefers its position"), "{text}");
    assert!(shown(&[], "draw\n").contains("declines the draw: it is too early"));
    // After thirty moves, it is not.
    for (number, answer) in [(30, "it is too early"), (31, "draw agreed")] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {number}");
        assert!(shown(&["--fen", &fen], "draw\n").contains(answer), "{number}");
    }
    // Nor if Black begins.
    for (number, answer) in [(29, "it is too early"), (30, "draw agreed")] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 {number}");
        let text = shown(&[&fen, "moves", "a5", "--color", "white"], "draw\n");
        assert!(text.contains(answer), "{text}");
    }
}

#[test]
fn draws_are_accepted_in_drawn_positions_that_were_set_up() {
    for fen in [
        "8/8/4k3/r7/1R6/4K3/8/8 w - - 0 1",
        "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1",
        "8/5k2/3b4/8/8/3B4/5K2/8 w - - 0 1",
        "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/4K3 w - - 0 1",
        // Black is a little better, but has hardly a chance to win.
        "8/5kp1/5pp1/6b1/8/3B2P1/4KP2/8 w - - 0 1",
        // An equal position with less than half of the pieces.
        "3r2k1/1p3ppp/2n5/8/8/2N5/1P3PPP/3R2K1 w - - 0 1",
    ] {
        // At low depth, the engine prefers one side of the closed position.
        let mut command = program(&["play", "--depth", "12", "--hash", "1", fen]);
        let text = success(run_with_input(&mut command, b"draw\n"));
        assert!(text.contains("Game over: 1/2-1/2, draw agreed"), "{text}");
    }
}

#[test]
fn hints_are_best_moves() {
    let text = shown(&["--fen", MATE], "hint\n");
    assert!(text.contains("Hint: Ra8# (#1 for White)"), "{text}");
    let text = shown(&["--fen", BLACK_MATE, "--color", "black"], "hint\n");
    assert!(text.contains("Hint: Ra1# (#-1 for White)"), "{text}");
    let text = shown(&["--fen", CAGE], "fen\nhint\nfen\n");
    assert_eq!(text.lines().filter(|&line| line == CAGE).count(), 2, "{text}");
}

#[test]
fn the_board_is_drawn_from_both_sides() {
    let rank = |text: &str, number: usize| {
        let ranks = text.lines().filter(|line| line.contains(" | ")).map(|line| &line[..1]);
        ranks.map(str::to_owned).nth(number).expect("a rank")
    };
    let text = shown(&[], "flip\nboard\n");
    // Drawn first at the start, then by `flip` and by `board`.
    assert_eq!([0, 8, 16].map(|number| rank(&text, number)), ["8", "1", "1"]);
    assert_eq!(rank(&shown(&["--color", "black"], ""), 0), "1");
    for name in ["Black", "b", "BLACK"] {
        assert!(shown(&["--color", name], "").starts_with("You play Black"), "{name}");
    }
}

#[test]
fn the_end_of_a_game_can_be_taken_back() {
    // Black mates with Qh4.
    let fool = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
    for (fen, color, input, ends) in [
        (MATE, "white", "Ra8\nundo\nRa8\n", &["1-0, checkmate", "1-0, checkmate"][..]),
        (MATE, "white", "Ra8\nundo\nquit\n", &["1-0, checkmate"]),
        (fool, "white", "g4\nundo\nresign\n", &["0-1, checkmate", "0-1, you resigned"]),
        (MATE, "white", "resign\nundo\nRa8\n", &["0-1, you resigned", "1-0, checkmate"]),
        (MATE, "white", "draw\nundo\nRa8\n", &["1/2-1/2, draw agreed", "1-0, checkmate"]),
        // The mate is the engine's first move.
        (MATE, "black", "undo\n", &["1-0, checkmate"]),
        // A blank line ends the session.
        (MATE, "white", "Ra8\n\nundo\n", &["1-0, checkmate"]),
        (MATE, "white", "Ra8\nquit\nundo\n", &["1-0, checkmate"]),
    ] {
        let folder = Folder::new();
        let text = saved(&folder, &["--fen", fen, "--color", color], input);
        let shown: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("Game over: ")).collect();
        assert_eq!(shown, ends, "{text}");
        if text.contains("\nGame unfinished: abandoned\n") {
            assert_eq!(folder.names(), [""; 0]);
        } else {
            let last = ends.last().and_then(|end| end.split(',').next());
            assert_eq!(tag(&folder.read_text(FILE), "Result"), last);
        }
    }
    let text = shown(&["--fen", MATE], "Ra8\nRa1\ndraw\nresign\nfen\neval\nhint\npgn\n");
    assert_eq!(text.matches("The game is over. Enter undo").count(), 3, "{text}");
    assert!(text.contains("\nR5k1/") && text.matches("1. Ra8# 1-0").count() == 2, "{text}");
    assert_eq!(text.matches("The game is over: checkmate, 1-0").count(), 2, "{text}");
    // If there is nothing to take back, the result stays.
    let text = shown(&["--fen", MATE, "--color", "black"], "e4\nundo\npgn\n");
    assert!(text.contains("\nThe game is over. Press Enter to leave.\nYou have no move"), "{text}");
    assert_eq!(text.matches("1. Ra8# 1-0").count(), 2, "{text}");
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_is_an_error() {
    for (fen, end) in [
        (MATE, "Game unfinished: the input cannot be read\n"),
        ("R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "Game over: 1-0, checkmate\n"),
    ] {
        let folder = std::fs::File::open(".").expect("a folder");
        let mut command = program(&["play", "--fen", fen]);
        let output = command.stdin(folder).output().expect("the program starts");
        assert!(stderr(&output).starts_with("error: standard input: "), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains(end), "{output:?}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn evaluations_are_shown_on_request() {
    let text = shown(&["--fen", MATE], "eval\n");
    let evaluation = "Evaluation: #1 for White, win/draw/loss 100.0/0.0/0.0 %, depth ";
    assert!(text.contains(evaluation) && text.contains("\n  1. Ra8#\n"), "{text}");
    let text = shown(&["--fen", BLACK_MATE, "--color", "black"], "eval\n");
    let evaluation = "Evaluation: #-1 for White, win/draw/loss 0.0/0.0/100.0 %, depth ";
    assert!(text.contains(evaluation) && text.contains("\n  1... Ra1#\n"), "{text}");
    let text = shown(&["--width", "60"], "eval\n");
    assert!(text.lines().all(|line| line.len() <= 60), "{text}");
}

#[test]
fn the_last_move_is_marked() {
    let text = shown(&["--fen", CAGE], "Kh2\n");
    let boards: Vec<&str> = text.split("\n\n").filter(|part| part.contains("+---+")).collect();
    assert_eq!(boards.len(), 2);
    assert!(!boards[0].contains('['));
    assert!(boards[1].contains("8 |[ ]|") && boards[1].contains("7 |[k]|"), "{text}");
    assert_eq!(boards[1].matches('[').count(), 2);
}

#[test]
fn invalid_arguments_are_rejected() {
    for arguments in [
        &["--fen", "8/8 w"][..],
        &["--color", "green"],
        &["--hash", "0"],
        &["--threads", "0"],
        &["--depth", "x"],
        &["e4"],
    ] {
        let output = play(arguments, "");
        assert_refused(&output, arguments);
    }
}

#[test]
fn limited_strength_does_not_affect_hints() {
    let hint = |arguments: &[&str]| {
        let text = shown(arguments, "hint\nquit\n");
        text.lines().find(|line| line.starts_with("Hint: ")).expect("a hint").to_owned()
    };
    let fen = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 1";
    assert_eq!(hint(&["--elo", "1000", "--fen", fen]), hint(&["--fen", fen]));
    // Nor after a move of the engine, the only one, which allows a mate in two.
    let corner = "1k6/3R4/BK6/4P3/8/8/8/8 w - - 0 1";
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let arguments = ["--elo", "1000", "--seed", seed, "--fen", corner];
        let text = shown(&arguments, "Kc6\nhint\nquit\n");
        assert!(text.contains("Hint: Kb6 (#2 for White)"), "{text}");
    }
    let folder = Folder::new();
    let text = saved(&folder, &["--elo", "1000"], "e4\nd4\nNf3\nquit\n");
    assert!(text.matches("Nunatak plays 1...").count() == 1, "{text}");
    let pgn = folder.read_text(FILE);
    assert!(tag(&pgn, "Black").is_some_and(|name| name.ends_with("at 1000 Elo")));
    replay(&pgn);
    for elo in ["999", "2851", "strong"] {
        let output = play(&["--elo", elo], "");
        assert_refused(&output, elo);
        assert!(stderr(&output).contains(elo), "{output:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_game() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::Stdio;

    use crate::common::wait_until;

    // While the player thinks, and while the engine does.
    for (file, movetime) in [(&[][..], "1"), (&["--pgn", FILE], "1"), (&["--pgn", FILE], "600000")]
    {
        let folder = Folder::new();
        let mut command = folder.program(&["play", "--hash", "1", "--movetime", movetime]);
        let pipes = command.args(file).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.spawn().expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(b"e4\n").expect("a reader");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut text = String::new();
        if movetime == "1" {
            while !text.contains("Move 2, White to play: ") {
                assert_ne!(output.read_line(&mut text).expect("UTF-8"), 0, "{text}");
            }
        } else {
            wait_until(|| folder.names() == [FILE] && folder.read_text(FILE).contains("1. e4 "));
        }
        crate::common::interrupt(&child);
        output.read_to_string(&mut text).expect("UTF-8");
        assert_eq!(child.wait().expect("an end").code(), Some(130), "{text}");
        let (_, rest) = text.split_once("stopped by Ctrl-C\n").expect("an end");
        let pgn = match file {
            [] => rest.trim_start().to_owned(),
            _ => folder.read_text(FILE),
        };
        let moves = pgn.split("\n\n").nth(1).expect("moves");
        assert!(moves.starts_with("1. e4 ") && moves.ends_with(" *"), "{pgn}");
        assert_eq!(moves == "1. e4 *", movetime != "1", "{pgn}");
        replay(&pgn);
    }
}
