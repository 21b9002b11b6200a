//! Self-play: the rules that its games follow, and their independence of how they are played.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::process::Stdio;

use nunatak::board::Board;
use nunatak::types::{Color, MoveKind, Outcome, Score};
use nunatak::wdl::Chances;
use nunatak_tools::chess960::{CHESS960_STARTS, chess960_start};
use nunatak_tools::output_file::open_claimed;
use nunatak_workshop::dataset::{Game, GameReader, ScoredMove};
use nunatak_workshop::selfplay::{Adjudication, Settings, play_games};

use crate::common::{Folder, Run, wait_until};

fn settings() -> Settings {
    Settings { nodes: 200, seed: 5, ..Settings::default() }
}

fn play(settings: &Settings, games: Range<u64>, threads: usize) -> Vec<Game> {
    let mut played = Vec::new();
    let keep = |game: &Game| {
        played.push(game.clone());
        Ok(())
    };
    play_games(settings, games, threads, keep).expect("memory and threads");
    played
}

fn final_board(game: &Game) -> Board {
    game.moves.iter().fold(game.start, |board, scored| board.make(scored.mv))
}

#[test]
fn the_number_of_threads_does_not_affect_the_games() {
    let alone = play(&settings(), 0..6, 1);
    assert_eq!(alone.len(), 6);
    assert_eq!(play(&settings(), 0..6, 3), alone);
    assert_eq!(play(&settings(), 4..6, 2), alone[4..]);
    let other = play(&Settings { seed: 6, ..settings() }, 0..6, 2);
    assert!(alone.iter().zip(&other).all(|(a, b)| a != b));
}

#[test]
fn openings_have_the_right_length_and_score() {
    let settings = Settings { max_opening_score: 150, random_plies: 5, ..settings() };
    let games = play(&settings, 0..30, 2);
    let mut sides = [0; 2];
    for game in &games {
        let first = game.positions().next().expect("a move");
        assert!((5..=6).contains(&first.ply()), "{}", game.start);
        sides[game.start.side_to_move().index()] += 1;
        assert!(first.score.abs() <= 150);
    }
    assert!(sides.iter().all(|&count| count > 3), "{sides:?}");
    let starts: HashSet<_> = games.iter().map(|game| game.start.key()).collect();
    assert!(starts.len() > 25);
}

#[test]
fn a_share_of_the_games_begins_from_chess960() {
    let starts: Vec<_> = (0..CHESS960_STARTS).filter_map(chess960_start).collect();
    let settings = Settings { chess960: 0.5, random_plies: 0, nodes: 60, ..settings() };
    let games = play(&settings, 0..60, 2);
    // Half of the games have a random ply before their first search.
    let boards = games.iter().map(|game| game.start);
    let first = boards.filter(|board| board.side_to_move() == Color::White);
    let (standard, others): (Vec<_>, Vec<_>) = first.partition(|start| *start == Board::start());
    assert!(standard.len() > 5 && others.len() > 5, "{} and {}", standard.len(), others.len());
    assert!(others.iter().all(|start| starts.contains(start)));
    let is_castling = |scored: &ScoredMove| scored.mv.kind() == MoveKind::Castling;
    let castling = games.iter().filter(|game| game.moves.iter().any(is_castling));
    assert!(castling.filter(|game| others.contains(&game.start)).count() > 2);
    let mut bytes = Vec::new();
    games.iter().for_each(|game| game.write_to(&mut bytes).expect("memory"));
    let read: Result<Vec<_>, _> = GameReader::new(bytes.as_slice()).collect();
    assert_eq!(read.expect("legal games"), games);
}

#[test]
fn without_adjudication_the_rules_end_each_game() {
    let settings = Settings { play_out: true, nodes: 60, max_nodes: Some(4_000), ..settings() };
    let mut ends = [0; 2];
    for game in play(&settings, 0..12, 2) {
        let board = final_board(&game);
        let mut occurrences = HashMap::from([(game.start.key(), 1)]);
        // The game does not end before its last position.
        for board in game.positions().skip(1).map(|position| position.board) {
            assert!(board.has_legal_move() && !board.is_fifty_move_draw());
            assert!(!board.is_insufficient_material());
            let count = occurrences.entry(board.key()).or_insert(0);
            *count += 1;
            assert!(*count < 3);
        }
        let is_third = occurrences.get(&board.key()).is_some_and(|&count| count >= 2);
        let expected = match (board.has_legal_move(), board.in_check()) {
            (false, true) => Outcome::win_of(!board.side_to_move()),
            (false, false) => Outcome::Draw,
            _ => {
                assert!(board.is_drawn_by_rule() || is_third, "{board}");
                Outcome::Draw
            }
        };
        assert_eq!(game.outcome, expected, "{board}");
        ends[usize::from(expected == Outcome::Draw)] += 1;
    }
    assert!(ends.iter().all(|&count| count > 0), "{ends:?}");
}

#[test]
fn won_games_are_adjudicated() {
    let adjudication = Adjudication { win_score: 600, win_plies: 3, ..Adjudication::default() };
    let mut adjudicated = 0;
    for game in play(&Settings { adjudication, ..settings() }, 0..8, 2) {
        if !final_board(&game).has_legal_move() || game.outcome == Outcome::Draw {
            continue;
        }
        adjudicated += 1;
        let sign = if game.outcome == Outcome::win_of(Color::White) { 1 } else { -1 };
        let last: Vec<_> = game.moves.iter().rev().map(|scored| sign * scored.score).collect();
        assert!(last[..3].iter().all(|&score| score >= 600));
        assert!(last.windows(3).skip(1).all(|scores| scores.iter().any(|&score| score < 600)));
    }
    assert!(adjudicated > 0);
}

#[test]
fn draws_are_adjudicated_by_the_ply_of_the_game_with_its_opening() {
    let adjudication = Adjudication {
        win_score: i32::MAX,
        draw_score: i32::MAX,
        draw_plies: 1,
        draw_from: 20,
        ..Adjudication::default()
    };
    for game in play(&Settings { adjudication, random_plies: 8, ..settings() }, 0..4, 2) {
        let last = game.positions().last().expect("a move");
        assert_eq!((last.ply(), game.outcome), (20, Outcome::Draw));
    }
}

#[test]
fn games_with_few_pieces_end_with_a_result_by_the_chances_of_the_last_score() {
    let settings = Settings { min_pieces: 26, nodes: 60, ..settings() };
    let pieces = |board: &Board| board.occupied().count();
    // Points of the sides that stand better.
    let (mut points, mut expected, mut variance) = (0.0, 0.0, 0.0);
    let mut outcomes = HashSet::new();
    for game in play(&settings, 0..200, 2) {
        assert!(game.positions().all(|position| pieces(&position.board) >= 26));
        if pieces(&final_board(&game)) >= 26 {
            continue;
        }
        let last = game.positions().last().expect("a move");
        let Chances { win, draw, .. } =
            Chances::new(Score(last.score.into()), &last.board, Color::White);
        let [win, draw] = [win, draw].map(|chance| f64::from(chance) / 1_000.0);
        let mean = win + draw / 2.0;
        let of_better = |points: f64| if mean < 0.5 { 1.0 - points } else { points };
        points += of_better(game.outcome.points());
        expected += of_better(mean);
        variance += win + draw / 4.0 - mean * mean;
        outcomes.insert(game.outcome);
    }
    assert_eq!(outcomes.len(), 3);
    assert!(variance > 5.0, "{variance}");
    let deviation = (points - expected).abs();
    assert!(deviation < 3.0 * variance.sqrt(), "{deviation} of {}", variance.sqrt());
}

/// Runs the program until the file holds this number of games; returns its output.
fn play_file(folder: &Folder, name: &str, games: u64, threads: usize) -> String {
    let limits = "--nodes 50 --seed 3";
    let arguments = format!("selfplay {limits} --games {games} --threads {threads} --out {name}");
    folder.run(&arguments).succeed()
}

#[test]
fn an_interrupted_run_is_resumed() {
    let folder = Folder::new();
    let text = play_file(&folder, "whole.vf", 5, 2);
    assert!(text.starts_with("5 games played, "), "{text}");
    let whole = folder.read("whole.vf");
    let games: Result<Vec<_>, _> = GameReader::new(&*whole).collect();
    assert_eq!(games.expect("valid games").len(), 5);

    play_file(&folder, "parts.vf", 3, 1);
    let part = folder.read("parts.vf");
    assert!(whole.starts_with(&part));
    folder.write("parts.vf", &part[..part.len() - 5]);
    let text = play_file(&folder, "parts.vf", 5, 2);
    assert!(text.starts_with("removed an incomplete game of "), "{text}");
    assert!(text.contains("3 games played"), "{text}");
    assert_eq!(folder.read("parts.vf"), whole);

    // With fewer games than the file holds, nothing is played and nothing is lost.
    assert!(play_file(&folder, "parts.vf", 2, 2).starts_with("0 games played"));
    assert_eq!(folder.read("parts.vf"), whole);
}

#[test]
fn a_file_is_continued_with_the_same_settings_only() {
    let folder = Folder::new();
    play_file(&folder, "games.vf", 2, 1);
    let games = folder.read("games.vf");
    for (options, difference) in [
        ("--nodes 50 --seed 4", "made with '--seed 3', now '--seed 4'"),
        ("--nodes 60 --seed 3", "'--nodes 50, --max-nodes 100', now '--nodes 60, "),
        ("--nodes 50 --seed 3 --max-nodes 80", "'--max-nodes 100', now '--max-nodes 80'"),
        ("--nodes 50 --seed 3 --random-plies 6", "'--random-plies 8', now '--random-plies 6'"),
        ("--nodes 50 --seed 3 --max-opening-score 90", "now '--max-opening-score 90'"),
        ("--nodes 50 --seed 3 --win-score 90", "now '--win-score 90'"),
        ("--nodes 50 --seed 3 --draw-from 90", "now '--draw-from 90'"),
        ("--nodes 50 --seed 3 --chess960 0.1", "made without '--chess960 0.1'"),
        ("--nodes 50 --seed 3 --min-pieces 14", "made without '--min-pieces 14'"),
        ("--nodes 50 --seed 3 --no-adjudication", "now '--no-adjudication'"),
    ] {
        let error = folder.run(&format!("selfplay --games 3 --out games.vf {options}")).fail(1);
        assert!(error.starts_with("error: games.vf: ") && error.contains(difference), "{error}");
        assert_eq!(folder.read("games.vf"), games);
    }
    let both = "selfplay --games 3 --out games.vf --no-adjudication --win-plies 9";
    assert!(folder.run(both).fail(2).contains("cannot be used with"));
    // The default of --max-nodes may be spelled out.
    let arguments = "selfplay --nodes 50 --seed 3 --max-nodes 100 --games 3 --out games.vf";
    folder.run(arguments).succeed();
    assert!(folder.read("games.vf").starts_with(&games));

    folder.write("copy.vf", &games);
    let arguments = "selfplay --nodes 50 --seed 3 --games 3 --out copy.vf";
    let error = folder.run(arguments).fail(1);
    assert!(error.contains("copy.vf.settings is missing; --force"), "{error}");
    assert_eq!(folder.read("copy.vf"), games);
    folder.run(&format!("{arguments} --force")).succeed();
    assert_eq!(folder.read("copy.vf"), folder.read("games.vf"));
    let record = folder.read_text("copy.vf.settings");
    assert!(record.starts_with("nunatak-workshop selfplay, from game 3\nengine "), "{record}");
    folder.write("copy.vf.settings", record.replace("selfplay", "label").into_bytes());
    let error = folder.run(arguments).fail(1);
    assert!(error.contains("copy.vf.settings is not a record of these games;"), "{error}");
    folder.write("copy.vf.settings", record);
    folder.run(&arguments.replace("--games 3", "--games 4")).succeed();

    // Both settings are recorded, and the later ones continue.
    let record = folder.read_text("games.vf.settings");
    let other = "selfplay --nodes 60 --seed 3 --games 4 --out games.vf";
    // Without a new game, the settings can be changed again.
    folder.run(&other.replace("--games 4", "--games 3 --force")).succeed();
    folder.run(&arguments.replace("copy", "games")).succeed();
    assert_eq!(folder.read_text("games.vf.settings"), record);
    folder.run(&other.replace("--seed 3 --games 4", "--seed 4 --games 3 --force")).succeed();
    folder.run(&format!("{other} --force")).succeed();
    let both = folder.read_text("games.vf.settings");
    let added = both.strip_prefix(&record).expect("the old record");
    assert!(added.starts_with("nunatak-workshop selfplay, from game 4\n"), "{added}");
    assert!(added.contains("--nodes 60\n") && !added.contains("--nodes 50\n"), "{added}");
    folder.run(&other.replace("--games 4", "--games 5 --force")).succeed();
    folder.run(&other.replace("--games 4", "--games 6")).succeed();
    assert_eq!(folder.read_text("games.vf.settings"), both);
    folder.run(arguments.replace("copy", "games").as_str()).fail(1);
}

#[test]
fn a_file_is_continued_by_the_same_engine_only() {
    let folder = Folder::new();
    play_file(&folder, "games.vf", 1, 1);
    let record = folder.read_text("games.vf.settings");
    let engine = record.lines().find(|line| line.starts_with("engine ")).expect("the engine");
    let other = "engine with a bench of 5 nodes";
    folder.write("games.vf.settings", record.replace(engine, other));
    let arguments = "selfplay --nodes 50 --seed 3 --games 2 --out games.vf";
    let error = folder.run(arguments).fail(1);
    assert!(error.contains(&format!("'{other}', now '{engine}'")), "{error}");
}

#[test]
fn games_of_another_run_are_not_continued() {
    let folder = Folder::new();
    play_file(&folder, "games.vf", 2, 1);
    let own = folder.read("games.vf");
    let arguments = "selfplay --nodes 50 --seed 4 --games 2 --out other.vf";
    folder.run(arguments).succeed();
    let other = folder.read("other.vf");
    folder.write("games.vf", &other);
    let arguments = "selfplay --nodes 50 --seed 3 --games 3 --out games.vf";
    let error = folder.run(arguments).fail(1);
    assert!(error.contains("games.vf: game 2 is not the one that this program plays"), "{error}");
    assert_eq!(folder.read("games.vf"), other);
    // A refused run changes neither the games nor the record.
    let record = folder.read_text("games.vf.settings");
    let longer = format!("{record}nunatak-workshop selfplay, from game 9\n--seed 5\n");
    folder.write("games.vf.settings", &longer);
    folder.write("games.vf", [&other[..], &own[..20]].concat());
    folder.run(arguments).fail(1);
    assert_eq!(folder.read("games.vf"), [&other[..], &own[..20]].concat());
    assert_eq!(folder.read_text("games.vf.settings"), longer);
    folder.write("games.vf.settings", &record);
    folder.run(&format!("{arguments} --force")).succeed();
    assert!(folder.read("games.vf").starts_with(&other));
    let forced = folder.read_text("games.vf.settings");
    assert!(forced.contains("nunatak-workshop selfplay, from game 3\n"), "{forced}");
    folder.write("games.vf.settings", record);

    // Settings of games that were lost do not count.
    folder.write("games.vf", &own);
    let record = folder.read_text("games.vf.settings");
    let later = record.replace("selfplay\n", "selfplay, from game 9\n").replace("seed 3", "seed 4");
    folder.write("games.vf.settings", format!("{record}{later}"));
    folder.run(arguments).succeed();
    assert_eq!(folder.read_text("games.vf.settings"), record);
    folder.write("games.vf", &own);
    folder.write("games.vf.settings", later);
    let error = folder.run(arguments).fail(1);
    assert!(error.contains("games.vf.settings is not a record of these games"), "{error}");
}

#[test]
fn a_file_that_is_moved_away_ends_the_run() {
    let folder = Folder::new();
    let arguments = "selfplay --games 100000 --nodes 10 --seed 3 --out games.vf";
    let mut command = folder.command(arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("a program");
    wait_until(|| folder.has("games.vf") && !folder.read("games.vf").is_empty());
    fs::rename(folder.path("games.vf"), folder.path("moved.vf")).expect("another name");
    let output = child.wait_with_output().expect("an exit code");
    let error = Run::of(&output).fail(1);
    assert!(error.contains("games.vf: the file was changed, moved or replaced"), "{error}");
    assert!(GameReader::open(&folder.path("moved.vf")).expect("a file").all(|game| game.is_ok()));
}

#[test]
fn a_file_that_another_program_changes_ends_the_run() {
    let folder = Folder::new();
    let arguments = "selfplay --games 100000 --nodes 10 --seed 3 --out games.vf";
    // Cut, or with something else at its end, far enough not to be overwritten meanwhile.
    for length in [0, 1 << 24] {
        let mut command = folder.command(arguments);
        command.arg("--force").stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a run");
        wait_until(|| folder.has("games.vf") && !folder.read("games.vf").is_empty());
        let file = fs::OpenOptions::new().write(true).open(folder.path("games.vf"));
        let file = file.expect("a file");
        wait_until(|| {
            // A game may be on its way into the file, so once is not enough.
            file.set_len(length).expect("another length");
            child.try_wait().expect("a process").is_some()
        });
        let error = Run::of(&child.wait_with_output().expect("an exit code")).fail(1);
        assert!(error.contains("games.vf: the file was changed, moved or replaced"), "{error}");
        assert_eq!(file.metadata().expect("a length").len(), length);
    }
}

#[test]
fn a_run_changes_nothing_while_another_writes() {
    let folder = Folder::new();
    play_file(&folder, "games.vf", 1, 1);
    let record = folder.read("games.vf.settings");
    let _claimed = open_claimed(&folder.path("games.vf")).expect("the games").expect("no claim");
    let arguments = "selfplay --nodes 60 --seed 3 --games 2 --out games.vf --force";
    let error = folder.run(arguments).fail(1);
    assert!(error.contains("games.vf: another program is using the file"), "{error}");
    assert_eq!(folder.read("games.vf.settings"), record);
}

#[test]
fn the_record_of_settings_replaces_no_other_file() {
    let folder = Folder::new();
    folder.write("games.vf.settings", b"Something else.");
    let arguments = "selfplay --nodes 50 --games 1 --out games.vf";
    let error = folder.run(arguments).fail(1);
    assert!(error.contains("games.vf.settings: the file exists"), "{error}");
    assert_eq!(folder.names(), ["games.vf.settings"]);
    // Settings without games are left by a run that was interrupted at once.
    folder.write("games.vf.settings", b"nunatak-workshop selfplay\n--seed 7\n");
    folder.run(arguments).succeed();
}

#[test]
fn a_file_of_another_format_is_not_changed() {
    let folder = Folder::new();
    for (contents, message) in [
        ("This file holds something else that must not be lost.", "illegal position"),
        ("Too short for a game.", "the file ends inside the game at byte 0"),
    ] {
        folder.write("other.txt", contents);
        let error = folder.run("selfplay --games 1 --nodes 50 --out other.txt").fail(1);
        assert!(error.contains(message), "{error}");
        assert_eq!(folder.read_text("other.txt"), contents);
    }
}

#[test]
fn a_game_without_a_suitable_opening_ends_the_run() {
    // No score is small enough, whatever the network says.
    let settings = Settings { nodes: 20, max_opening_score: -1, ..settings() };
    let error = play_games(&settings, 0..3, 1, |_| Ok(())).unwrap_err().to_string();
    assert!(error.contains("10000 random openings in a row for game 1 "), "{error}");
}
