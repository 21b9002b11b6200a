//! `nunatak-workshop wdl`.

use nunatak::board::Board;
use nunatak::types::Outcome;
use nunatak::wdl::Model;
use nunatak_workshop::dataset::Game;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::common::{Folder, records};
use crate::testing::random_moves;

/// An opening, a middlegame and two endgames.
const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp3ppp/2n5/3p4/3P4/2N5/PP3PPP/R2QKB1R b KQ - 0 12",
    "r5k1/pp3ppp/2n5/8/8/2N5/PP3PPP/R5K1 w - - 0 20",
    "8/5k2/4p3/8/3n4/4K3/4P3/3B4 w - - 0 60",
];
/// Number of games from each start.
const GAMES: usize = 700;
const PLIES: usize = 40;

/// The model behind the results, with which 125 units are an even chance to win.
const TRUTH: Model = Model { threshold: [1.5, 0.0, 0.0, 0.0], slope: [1.2, 0.0, 0.0, 0.0] };

/// Returns a game of random moves with a random score, the same for all moves, and a result with
/// the chances that the score has in the model.
fn game(start: &str, random: &mut StdRng) -> Game {
    let score: i16 = random.random_range(-350..=350);
    let [win, loss] = TRUTH.win_and_loss(score.into(), 0);
    let outcome = match random.random::<f64>() {
        chance if chance < win => Outcome::WhiteWins,
        chance if chance < win + loss => Outcome::BlackWins,
        _ => Outcome::Draw,
    };
    let start: Board = start.parse().expect("a legal position");
    Game { start, moves: random_moves(&start, PLIES, score, random), outcome }
}

/// The records of games, the same number from each start.
pub(crate) fn games(count: usize) -> Vec<u8> {
    let mut random = StdRng::seed_from_u64(1);
    let starts = STARTS.into_iter().flat_map(|start| [start].repeat(count));
    records(&starts.map(|start| game(start, &mut random)).collect::<Vec<_>>())
}

#[test]
fn the_model_behind_the_results_is_recovered() {
    let folder = Folder::new();
    folder.write("games.vf", games(GAMES));
    let text = folder.run("wdl games.vf --validation-share 0.2").succeed();

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

    // With --out, the same source goes to a file.
    folder.run("wdl games.vf --validation-share 0.2 --out out.rs").succeed();
    let source = folder.read_text("out.rs");
    assert!(source.starts_with("//!") && text.ends_with(&source), "{source}");
}

#[test]
fn without_sufficient_games_nothing_is_written() {
    let folder = Folder::new();
    folder.write("noise.vf", [7; 100]);
    folder.write("empty.vf", []);
    folder.write("few.vf", games(1));
    for (file, message) in [
        ("noise.vf", "noise.vf: the game at byte 0"),
        ("noise.vf", "; perhaps the file does not hold games in viriformat"),
        ("empty.vf", "empty.vf: the file has no games"),
        ("few.vf", "too few games for a model: "),
        ("missing.vf", "missing.vf: "),
    ] {
        let error = folder.run(&format!("wdl {file} --out out.rs")).fail(1);
        assert!(error.contains(message), "{file}: {error}");
        assert!(!folder.has("out.rs"), "{file}");
    }
    folder.run("wdl").fail(2);
}
