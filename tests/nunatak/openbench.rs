//! The commands that OpenBench's server and workers need.

use std::collections::HashSet;
use std::process::Output;

use nunatak::board::Board;
use nunatak::limits::Limits;
use nunatak::params::PARAMETERS;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::types::Color;
use nunatak::wdl;

use crate::common::positions::{CHECKMATE, CHESS960, KIWIPETE};
use crate::common::{Folder, run_program, stderr, stdout};

/// Returns the positions of the lines; checks that the program succeeds and writes nothing else.
fn openings(output: &Output) -> Vec<Board> {
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = stdout(output);
    let fens = text.lines().map(|line| line.strip_prefix("info string genfens ").expect(line));
    fens.map(|fen| {
        assert_eq!(fen.split(' ').count(), 6, "{fen}");
        fen.parse().expect("a legal position")
    })
    .collect()
}

/// Returns the score of a search without the openings' limit, in centipawns.
fn score(searcher: &mut Searcher, board: &Board) -> i32 {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    searcher.new_game();
    let result = searcher.search(board, &[], &limits, &SearchControl::default(), &mut Silent);
    wdl::normalised(result.report.score, board).0
}

#[test]
fn openings_are_random_and_balanced() {
    // The call of a worker, with its blank before missing extra arguments.
    let boards = openings(&run_program(&["genfens 40 seed 7 book None ", "quit"]));
    let different: HashSet<String> = boards.iter().map(Board::to_string).collect();
    assert_eq!((boards.len(), different.len()), (40, 40));
    let mut searcher = Searcher::new(1).expect("memory");
    for board in &boards {
        // Eight or nine plies.
        assert_eq!(board.fullmove_number(), 5, "{board}");
        // A longer search may find more.
        assert!(score(&mut searcher, board).abs() <= 400, "{board}");
    }
    for color in [Color::White, Color::Black] {
        assert!(boards.iter().filter(|board| board.side_to_move() == color).count() >= 8);
    }
}

#[test]
fn openings_depend_on_the_seed_alone() {
    let run = |text: &str| stdout(&run_program(&[text, "quit"]));
    let eight = run("genfens 8 seed 123 book None");
    assert_eq!(eight.lines().count(), 8);
    assert_eq!(run("genfens 8 seed 123 book none "), eight);
    assert!(eight.starts_with(&run("genfens 3 seed 123 book None")));
    let words = run_program(&["genfens", "8", "seed", "123", "book", "None"]);
    assert_eq!(stdout(&words), eight);
    let other = run("genfens 8 seed 124 book None");
    assert_eq!(other.lines().count(), 8);
    assert!(other.lines().all(|line| !eight.contains(line)), "{eight}{other}");
}

#[test]
fn extra_arguments_set_plies_and_scores() {
    let run =
        |extra: &str| openings(&run_program(&[&format!("genfens 12 seed 1 book None {extra}")]));
    let long = run("plies 20");
    assert!(long.iter().all(|board| board.fullmove_number() == 11), "{long:?}");
    let mut searcher = Searcher::new(1).expect("memory");
    let mut largest = |extra: &str| {
        let scores = run(extra).iter().map(|board| score(&mut searcher, board).abs()).max();
        scores.expect("openings")
    };
    assert!(largest("maxscore 10") < 150);
    assert!(largest("plies 20 maxscore 100000") > 300);
}

#[test]
fn openings_begin_with_positions_of_the_book() {
    let folder = Folder::new();
    let lines = format!("# two\n\n{KIWIPETE}; id \"1\";\r\n{CHESS960} bm e4;\n");
    folder.write("two ü lines.epd", lines);
    let without_counters = KIWIPETE.trim_end_matches(" 0 1");
    folder.write("short.epd", format!("{without_counters} bm e2a6; fmvn 9;\n"));
    let run = |arguments: &str| {
        let boards = openings(&folder.run_program(&[&format!("genfens {arguments}"), "quit"]));
        boards.iter().map(Board::to_string).collect::<HashSet<_>>()
    };
    let exact = run("2 seed 3 book two ü lines.epd plies 0 maxscore 1000");
    let chess960: Board = CHESS960.parse().expect("a legal position");
    assert_eq!(exact, HashSet::from([KIWIPETE.to_owned(), chess960.to_string()]));
    let short = run("1 seed 3 book short.epd plies 0 maxscore 1000");
    assert_eq!(short, HashSet::from([KIWIPETE.to_owned()]));
    // Two or three random plies from either line.
    let near = run("20 seed 3 book two ü lines.epd maxscore 1000");
    let moves = |fen: &str| fen.rsplit(' ').next().expect("a field").parse::<u16>().expect("one");
    assert!(near.iter().all(|fen| [2, 10].contains(&moves(fen))), "{near:?}");
    for number in [2, 10] {
        assert!(near.iter().filter(|fen| moves(fen) == number).count() >= 4, "{near:?}");
    }
}

#[test]
fn openings_that_cannot_be_made_are_errors() {
    let folder = Folder::new();
    folder.write("empty.epd", "# nothing\n");
    folder.write("mated.epd", CHECKMATE);
    folder.write("broken.epd", format!("\n{KIWIPETE}9\nx\n"));
    folder.write("games.pgn", "[Event \"x\"]\n\n1. e4 e5 *\n");
    let run = |arguments: &str| folder.run_program(&[&format!("genfens {arguments}"), "quit"]);
    for (arguments, code, message) in [
        ("", 2, "N seed S book <None|FILE>"),
        ("x seed 1 book None", 2, "'x': expected a whole number of 1 or more"),
        ("-3 seed 1 book None", 2, "'-3': expected a whole number of 1 or more"),
        ("3 seed -1 book None", 2, "seed '-1': expected a whole number of 0 or more"),
        ("3 seed 1", 2, "'book' is missing"),
        ("3 seed 1 book None colour 2", 2, "'colour 2' after the book is unknown"),
        ("3 seed 1 book no such.epd", 1, "no such.epd: "),
        ("3 seed 1 book empty.epd", 1, "empty.epd: it has no positions"),
        ("3 seed 1 book games.pgn", 1, "games.pgn: line "),
        ("3 seed 1 book broken.epd", 1, "broken.epd: line "),
        (
            "3 seed 1 book mated.epd",
            1,
            "random openings in a row were finished games, duplicates or",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments}");
        assert!(stderr(&output).contains(message), "{arguments}: {output:?}");
        assert!(output.stdout.is_empty(), "{arguments}: {output:?}");
    }
}

#[test]
fn a_request_for_more_openings_than_there_are_ends_with_an_error() {
    let output = run_program(&["genfens", "2 seed 1 book None plies 0"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output).lines().count(), 1, "{output:?}");
    assert!(stderr(&output).contains("1000 random openings in a row were finished games"));
}

#[test]
fn parameters_are_input_for_spsa() {
    let output = run_program(&["parameters"]);
    assert!(output.status.success(), "{output:?}");
    let text = stdout(&output);
    assert!(text.lines().count() > 50, "{text}");
    assert_eq!(stderr(&output).contains("'--features tune'"), !cfg!(feature = "tune"));
    for (name, rest) in [
        ("reverse_futility_margin", "20, 200, 9, 0.002"),
        ("quiet_see_margin", "-100, -5, 4.75, 0.002"),
    ] {
        let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name).unwrap();
        let expected = format!("{name}, int, {}, {rest}", parameter.default);
        assert!(text.lines().any(|line| line == expected), "{expected}");
    }
    let weak = stdout(&run_program(&["parameters", "--limited-strength"]));
    assert!(weak.lines().count() > 10, "{weak}");
    assert!(weak.lines().all(|line| line.starts_with("weak_")), "{weak}");
    assert!(!text.contains("weak_"), "{text}");
    for line in text.lines().chain(weak.lines()) {
        let fields: Vec<&str> = line.split(", ").collect();
        let [name, "int", numbers @ ..] = &fields[..] else { panic!("{line}") };
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{line}");
        let numbers: Vec<f64> = numbers.iter().map(|it| it.parse().expect("a number")).collect();
        let [default, min, max, step, rate] = numbers[..] else { panic!("{line}") };
        assert!(min <= default && default <= max && min < max, "{line}");
        assert!(step >= 0.5 && step <= (max - min) / 2.0 && rate > 0.0, "{line}");
    }
}
