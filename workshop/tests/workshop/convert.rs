//! `nunatak-workshop convert`.

use nunatak_workshop::dataset::{Game, GameReader, NO_SCORE};

use crate::common::Folder;

const MATCH: &str = r#"[Event "Fastchess Tournament"]
[White "new"]
[Black "old"]
[Result "0-1"]
[Termination "normal"]

1. f3 {+0.19/8 0.028s, n=15013} e5 {-0.19/8 0.027s, n=20000}
2. g4 {-M2/7 0.031s, n=7685} Qh4# {+M1/9 0.023s, n=20000, Black mates} 0-1

[Event "Fastchess Tournament"]
[White "old"]
[Black "new"]
[Result "1-0"]
[Termination "time forfeit"]

1. e4 {+0.19/8 0.028s, n=15013, Black loses on time} 1-0

[Event "Fastchess Tournament"]
[White "old"]
[Black "new"]
[Result "1-0"]

1. e4 {+0.19/8 0.028s, n=15013} Ke4 {0.00/1 0.1s} 1-0

[Event "Fastchess Tournament"]
[White "old"]
[Black "new"]
[Result "1/2-1/2"]
[Termination "adjudication"]

1. e4 {book} e5 {0.00/8 0.028s, n=15013} 1/2-1/2
"#;

fn games(folder: &Folder, name: &str) -> Vec<Game> {
    let games = GameReader::open(&folder.path(name)).expect("a file");
    games.map(|game| game.expect("a valid game")).collect()
}

#[test]
fn games_are_converted_and_the_others_are_reported() {
    let folder = Folder::new();
    folder.write("match.pgn", MATCH);
    let text = folder.run("convert match.pgn match.pgn --out match.vf").succeed();
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("match.pgn: game 3, line 23: 'Ke4' is not a legal move"),
        "{text}"
    );
    assert_eq!(lines[2], "4 games with 12 positions converted, 10 of these scored");
    assert_eq!(lines[3], "scores of new, old; --engine NAME keeps those of one");
    assert_eq!(lines[4..], ["left out: 2 time forfeit", "left out: 2 invalid"]);
    let games = games(&folder, "match.vf");
    assert_eq!(games.len(), 4);
    assert_eq!((games[0].moves.len(), games[1].moves[0].score), (4, NO_SCORE));
    assert_eq!(games[..2], games[2..]);

    let error = folder.run("convert match.pgn --out match.vf").fail(1);
    assert!(error.starts_with("error: match.vf: "), "{error}");
    assert!(folder.run("dataset match.vf").succeed().contains("  unscored:  2 (16.7 %)"));
}

#[test]
fn rare_reasons_for_leaving_games_out_are_counted_together() {
    let folder = Folder::new();
    let game = |termination: &str| {
        format!("[Event \"x\"]\n[Termination \"{termination}\"]\n\n1. e4 {{+0.19/8}} 1-0\n\n")
    };
    let mut games = game("normal") + &game("rain").repeat(3);
    games.extend((1..=11).map(|number| game(&format!("player {number} resigns")).repeat(2)));
    folder.write("match.pgn", games);
    let text = folder.run("convert match.pgn --out match.vf").succeed();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("left out")).collect();
    assert_eq!((lines.len(), lines[0]), (11, "left out: 3 rain"), "{text}");
    assert_eq!(lines[10], "left out: 4 for other reasons");
}

#[test]
fn the_scores_of_one_engine_are_kept() {
    let folder = Folder::new();
    folder.write("match.pgn", MATCH);
    let text = folder.run("convert match.pgn --out match.vf --engine old").succeed();
    assert!(text.contains("1 game with 4 positions converted, 2 of these scored"), "{text}");
    assert!(text.contains("left out: 1 without scores"), "{text}");
    let scores: Vec<i16> =
        games(&folder, "match.vf")[0].moves.iter().map(|scored| scored.score).collect();
    assert!(scores[0] == NO_SCORE && scores[1] > 0 && scores[2] == NO_SCORE && scores[3] < 0);
}

#[test]
fn a_missing_player_and_the_scores_of_an_analysis_are_named() {
    let folder = Folder::new();
    folder.write("match.pgn", MATCH);
    let run = folder.run("convert match.pgn --out match.vf --engine other");
    // The third game is invalid.
    assert!(run.stdout.contains("left out: 3 between other players"), "{}", run.stdout);
    let error = run.fail(1);
    assert!(error.contains("none has a player 'other'"), "{error}");
    folder.write("lichess.pgn", b"1. e4 { [%eval 0.3] } e5 { [%eval 0.2] } 1-0\n");
    let output = folder.run("convert lichess.pgn --out match.vf");
    assert!(output.stdout.contains("left out: 1 with scores only as [%eval], which are not read"));
    output.fail(1);
}
