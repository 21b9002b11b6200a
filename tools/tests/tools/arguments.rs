//! Arguments of the program: positions, numbers, and text from files that is shown again.

use crate::common::positions::{KINGS_PAWNS, KIWIPETE, START};
use crate::common::{
    Folder, assert_escaped, assert_value_refused, program, run, run_with_input, shown, stderr,
};

#[test]
fn every_command_takes_a_fen_without_quotes() {
    let fen = KIWIPETE;
    for line in
        [format!("analyse {fen} --depth 1"), format!("analyze --depth 1 --fen {fen} --multipv 2")]
    {
        let text = shown(&run(&line));
        assert!(text.contains(&format!("FEN: {fen}\n")), "{line}: {text}");
    }
    for line in [
        format!("play {fen} --color white --depth 2"),
        format!("play --depth 2 --fen {fen} --color white"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let output = run_with_input(&mut program(&words), b"fen\nquit\n");
        assert!(shown(&output).lines().any(|line| line == fen), "{output:?}");
    }
    let folder = Folder::new();
    folder.write("games.pgn", "1. e4 e5 1-0");
    shown(&folder.run_program(&["book", "build", "games.pgn", "--out", "book.bin"]));
    for arguments in [vec![START], START.split(' ').collect(), vec!["startpos"]] {
        let output = folder.run_program(&[&["book", "show", "book.bin"], &arguments[..]].concat());
        assert!(shown(&output).starts_with("e4 "), "{output:?}");
    }
}

#[test]
fn startpos_is_a_fen_everywhere() {
    assert!(shown(&run("analyse startpos --depth 1")).contains(START));
    let folder = Folder::new();
    folder.write("suite.epd", "startpos am a4;\n");
    shown(&folder.run_program(&["epd", "suite.epd", "--depth", "2", "--require", "1"]));
}

#[test]
fn moves_may_follow_a_position() {
    for line in [
        "analyse startpos --depth 1 moves e4 e5",
        "analyse --depth 1 moves 1. e4 e7e5",
        &format!("analyse {START} moves e2e4 e5 --depth 1"),
        "analyse --depth 1 startpos moves e4 --moves e5",
    ] {
        assert!(shown(&run(line)).contains(&format!("FEN: {KINGS_PAWNS}\n")), "{line}");
    }
    let output = run_with_input(&mut program(&["play", "moves", "e4", "e5"]), b"undo\nfen\n");
    assert!(shown(&output).lines().any(|line| line == START), "{output:?}");
    let output = run("analyse startpos moves e4 e4");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("'e4' is not a legal move"), "{output:?}");
}

#[test]
fn the_default_time_is_in_the_help() {
    for (command, time) in
        [("analyse", 5_000), ("annotate", 1_000), ("play", 1_000), ("epd", 1_000)]
    {
        let help = shown(&run(&format!("{command} --help")));
        assert!(help.contains(&format!(" milliseconds [default: {time},")), "{help}");
    }
}

#[test]
fn numbers_out_of_range_are_named_with_the_range() {
    for (line, value, range) in [
        ("analyse --depth 0", "'0'", "1 or more"),
        ("analyse --nodes 0", "'0'", "1 or more"),
        ("analyse --depth -3", "'-3'", "1 or more"),
        ("analyse --multipv 257", "'257'", "from 1 to 256"),
        ("play --nodes -1", "'-1'", "1 or more"),
        ("play --elo -1", "'-1'", "from 1000 to 2850"),
        ("epd suite.epd --depth 0", "'0'", "1 or more"),
        ("epd suite.epd --require -1", "'-1'", "0 or more"),
        ("epd suite.epd --movetime -1", "'-1'", "1 or more"),
        ("book build g --out b --plies -1", "'-1'", "1 or more"),
    ] {
        assert_value_refused(line, value, range);
    }
}

#[test]
fn control_characters_of_files_are_escaped() {
    // Windows has no such names.
    let games = if cfg!(windows) { "games.pgn" } else { "\u{1b}[32mgames.pgn" };
    let folder = Folder::new();
    folder.write(
        "suite.epd",
        "4k3/8/8/8/8/8/8/4K2R w K - bm \u{1b}[31mRh9;\n\
         4k3/8/8/8/8/8/8/4K2R w K - bm Kd1; id \"\u{1b}]0;title\u{7}\u{9b}2J\";\n\
         4k3/8/8/8/8/8/8/\u{1b}[0m w - -\n\
         4k3/8/8/8/8/8/8/4K2R w \u{1b} - bm Kd1;\n",
    );
    folder.write(games, "[Event \"x\"]\n\n1. e4 Q\u{1b}[31mh9 *\n");
    for arguments in [
        &["epd", "suite.epd", "--depth", "2"][..],
        &["epd", "suite.epd", "--depth", "2", "--json"],
        &["epd", "suite.epd", "--depth", "2", "--csv"],
        &["book", "build", games, "--out", "b.bin"],
        &["book", "show", "no\u{1b}[31mfile"],
        &["epd", "no\u{1b}[31mfile"],
    ] {
        assert_escaped(&folder, arguments);
    }
}
