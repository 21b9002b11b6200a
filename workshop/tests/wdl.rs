//! The model of win, draw and loss, fitted through the real program.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output};

use nunatak::board::Board;
use nunatak::types::Outcome;
use nunatak::wdl::Model;
use nunatak_workshop::dataset::{Game, ScoredMove};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;

/// The opening, a middlegame and two endgames.
const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp3ppp/2n5/3p4/3P4/2N5/PP3PPP/R2QKB1R b KQ - 0 12",
    "r5k1/pp3ppp/2n5/8/8/2N5/PP3PPP/R5K1 w - - 0 20",
    "8/5k2/4p3/8/3n4/4K3/4P3/3B4 w - - 0 60",
];
/// From each start.
const GAMES: usize = 700;
const PLIES: usize = 40;

/// How the games end: 125 units win half of them.
const TRUTH: Model = Model { threshold: [1.5, 0.0, 0.0, 0.0], slope: [1.2, 0.0, 0.0, 0.0] };

fn wdl(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nunatak-workshop"));
    command.current_dir(folder).arg("wdl").args(arguments).output().expect("the program starts")
}

/// A game of random moves with the same score throughout, which decides the chances of its result.
fn game(start: &str, random: &mut StdRng) -> Game {
    let score: i16 = random.random_range(-350..=350);
    let [win, loss] = TRUTH.win_and_loss(score.into(), 0);
    let outcome = match random.random::<f64>() {
        chance if chance < win => Outcome::WhiteWins,
        chance if chance < win + loss => Outcome::BlackWins,
        _ => Outcome::Draw,
    };
    let start: Board = start.parse().expect("legal");
    let (mut board, mut moves) = (start, Vec::new());
    while let Some(&mv) = board.legal_moves().choose(random)
        && moves.len() < PLIES
    {
        moves.push(ScoredMove { mv, score });
        board = board.make(mv);
    }
    Game { start, moves, outcome }
}

fn write_games(path: &Path, count: usize) {
    let mut random = StdRng::seed_from_u64(1);
    let mut file = File::create(path).expect("a writable folder");
    for start in STARTS {
        for _ in 0..count {
            game(start, &mut random).write_to(&mut file).expect("a writable folder");
        }
    }
}

#[test]
fn what_decided_the_games_is_found() {
    let folder = TempDir::new().expect("a folder");
    write_games(&folder.path().join("games.bin"), GAMES);
    let output = wdl(folder.path(), &["games.bin", "--validation-share", "0.2"]);
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    let games = |part: &str| {
        let line = text.lines().find(|line| line.starts_with(part)).expect("a line");
        let words: Vec<&str> = line.split(' ').collect();
        words[words.len() - 2].parse::<usize>().expect("a number")
    };
    assert_eq!(games("training: ") + games("validation: "), STARTS.len() * GAMES);
    assert!(games("validation: ").abs_diff(STARTS.len() * GAMES / 5) < 150);

    let curves = text.lines().skip_while(|line| !line.starts_with("material  even")).skip(1);
    let mut rows = 0;
    for row in curves.take_while(|line| !line.is_empty()) {
        let numbers: Vec<f64> =
            row.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        assert!((100.0..156.0).contains(&numbers[1]), "{row}");
        rows += 1;
    }
    assert_eq!(rows, 8, "{text}");

    // The same again, to a file: the source is what was printed.
    let output = wdl(folder.path(), &["games.bin", "--validation-share", "0.2", "--out", "out.rs"]);
    assert!(output.status.success());
    let source = fs::read_to_string(folder.path().join("out.rs")).expect("the file");
    assert!(source.starts_with("//!") && text.ends_with(&source), "{source}");
}

#[test]
fn without_good_games_nothing_is_written() {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("noise.bin"), [7; 100]).expect("a writable folder");
    fs::write(folder.path().join("empty.bin"), []).expect("a writable folder");
    write_games(&folder.path().join("few.bin"), 1);
    for (file, part) in [
        ("noise.bin", "noise.bin: the game at byte 0"),
        ("empty.bin", "no model fits the games best"),
        ("few.bin", "no model fits the games best"),
        ("no such file", "no such file: "),
    ] {
        let output = wdl(folder.path(), &[file, "--out", "out.rs"]);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && complaint.contains(part), "{file}: {complaint}");
        assert!(!folder.path().join("out.rs").exists(), "{file}");
    }
    assert_eq!(wdl(folder.path(), &[]).status.code(), Some(2));
}
