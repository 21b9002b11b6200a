//! Games of the engine against itself: the rules that they keep, and that they come out the same
//! however they are played.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use nunatak::board::Board;
use nunatak::types::{Color, Outcome};
use nunatak_workshop::dataset::{Game, GameReader};
use nunatak_workshop::selfplay::{Adjudication, Settings, play_games};

fn settings() -> Settings {
    Settings { nodes: 200, max_nodes: 4_000, seed: 5, ..Settings::default() }
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
fn the_number_of_threads_does_not_matter() {
    let alone = play(&settings(), 0..6, 1);
    assert_eq!(alone.len(), 6);
    assert_eq!(play(&settings(), 0..6, 3), alone);
    assert_eq!(play(&settings(), 4..6, 2), alone[4..]);
    let other = play(&Settings { seed: 6, ..settings() }, 0..6, 2);
    assert!(alone.iter().zip(&other).all(|(a, b)| a != b));
}

#[test]
fn openings_are_as_long_as_asked_and_level() {
    let settings = Settings { max_opening_score: 150, random_plies: 5, ..settings() };
    let games = play(&settings, 0..30, 2);
    let mut sides = [0; 2];
    for game in &games {
        let side = game.start.side_to_move();
        let plies = 2 * usize::from(game.start.fullmove_number() - 1) + side.index();
        assert!((5..=6).contains(&plies), "{}", game.start);
        sides[side.index()] += 1;
        assert!(game.moves[0].score.abs() <= 150);
    }
    assert!(sides.iter().all(|&count| count > 3), "{sides:?}");
    let starts: std::collections::HashSet<_> = games.iter().map(|game| game.start.key()).collect();
    assert!(starts.len() > 25);
}

#[test]
fn without_adjudication_the_rules_end_each_game() {
    let settings = Settings { adjudication: None, nodes: 60, ..settings() };
    let mut ends = [0; 2];
    for game in play(&settings, 0..12, 2) {
        let board = final_board(&game);
        let mut times = HashMap::from([(game.start.key(), 1)]);
        let mut positions = game.positions().skip(1).map(|position| position.board);
        // No position of the game before its last is an end.
        for board in positions.by_ref() {
            assert!(board.has_legal_move() && !board.is_fifty_move_draw());
            assert!(!board.is_insufficient_material());
            let count = times.entry(board.key()).or_insert(0);
            *count += 1;
            assert!(*count < 3);
        }
        let is_third = times.get(&board.key()).is_some_and(|&count| count >= 2);
        let expected = match (board.has_legal_move(), board.in_check()) {
            (false, true) => Outcome::win_of(!board.side_to_move()),
            (false, false) => Outcome::Draw,
            _ => {
                let by_rule = board.is_fifty_move_draw() || board.is_insufficient_material();
                assert!(by_rule || is_third, "{board}");
                Outcome::Draw
            }
        };
        assert_eq!(game.outcome, expected, "{board}");
        ends[usize::from(expected == Outcome::Draw)] += 1;
    }
    assert!(ends[0] > 0, "{ends:?}");
}

#[test]
fn decided_games_end_early_with_the_right_winner() {
    let rules = Adjudication { win_score: 600, win_plies: 3, ..Adjudication::default() };
    let settings = Settings { adjudication: Some(rules), ..settings() };
    let mut early = 0;
    for game in play(&settings, 0..8, 2) {
        if !final_board(&game).has_legal_move() || game.outcome == Outcome::Draw {
            continue;
        }
        early += 1;
        let sign = if game.outcome == Outcome::win_of(Color::White) { 1 } else { -1 };
        let last: Vec<_> = game.moves.iter().rev().map(|scored| sign * scored.score).collect();
        assert!(last[..3].iter().all(|&score| score >= 600));
        assert!(last.windows(3).skip(1).all(|scores| scores.iter().any(|&score| score < 600)));
    }
    assert!(early > 0);
}

/// Runs the program on a file of games in the folder of the tests.
struct Run(PathBuf);

impl Run {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn play(&self, games: &str, threads: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_nunatak-workshop"))
            .args(["selfplay", "--nodes", "150", "--seed", "3", "--games", games])
            .args(["--threads", threads, "--out"])
            .arg(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts")
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.0).expect("a file")
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_broken_off_run_goes_on_where_it_was() {
    let whole = Run::new("whole.bin");
    let output = whole.play("5", "2");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("5 games played, "));
    let games: Result<Vec<_>, _> = GameReader::new(&*whole.bytes()).collect();
    assert_eq!(games.expect("games").len(), 5);

    let broken = Run::new("broken.bin");
    assert!(broken.play("3", "1").status.success());
    let part = broken.bytes();
    assert!(whole.bytes().starts_with(&part));
    fs::write(&broken.0, &part[..part.len() - 5]).expect("a writable file");
    let output = broken.play("5", "2");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.starts_with("the last game was not written whole: "), "{text}");
    assert!(text.contains("3 games played"), "{text}");
    assert_eq!(broken.bytes(), whole.bytes());

    // Nothing is left to play, and nothing is lost.
    assert!(broken.play("2", "2").status.success());
    assert_eq!(broken.bytes(), whole.bytes());
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let run = Run::new("other.bin");
    for (text, complaint) in [
        ("This is no file of games, but somebody needs it still.", "begins with no legal position"),
        ("Not even long enough.", "ends within the game that begins at byte 0"),
    ] {
        fs::write(&run.0, text).expect("a writable file");
        let output = run.play("1", "1");
        assert!(!output.status.success());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(complaint), "{error}");
        assert_eq!(run.bytes(), text.as_bytes());
    }
}
