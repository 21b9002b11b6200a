//! `nunatak-workshop tune`.

use nunatak::bench;
use nunatak::board::Board;
use nunatak::eval::{WEIGHTS, evaluate_uncached};
use nunatak::types::{Color, Outcome, PieceType};
use nunatak_workshop::dataset::{Game, white_view};
use nunatak_workshop::tune::source;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::common::{Folder, records};
use crate::testing::random_moves;

const GAMES: usize = 1_500;
const PLIES: usize = 80;
/// Evaluation in centipawns from which a game counts as won.
const WIN: i32 = 200;
/// Centipawns by which a knight is worth more here than in the evaluation, for the tuner to learn.
const KNIGHT_BONUS: i32 = 600;

/// The outcome of a game with this final position.
fn outcome(board: &Board) -> Outcome {
    let score = white_view(board, evaluate_uncached(board)).0;
    let [white, black] = Color::ALL
        .map(|color| board.colored_pieces(color, PieceType::Knight).count() as i32 * KNIGHT_BONUS);
    match score + white - black {
        WIN.. => Outcome::WhiteWins,
        lead if lead <= -WIN => Outcome::BlackWins,
        _ => Outcome::Draw,
    }
}

/// The records of games of random moves, won by the side ahead in the final position.
fn games() -> Vec<u8> {
    let mut random = StdRng::seed_from_u64(11);
    let fens = bench::POSITIONS.iter().cycle().take(GAMES);
    let games = fens.map(|fen| {
        let start: Board = fen.parse().expect("a legal position");
        let score = random.random_range(-300..300);
        let moves = random_moves(&start, PLIES, score, &mut random);
        let end = moves.iter().fold(start, |board, scored| board.make(scored.mv));
        Game { start, moves, outcome: outcome(&end) }
    });
    records(&games.collect::<Vec<_>>())
}

/// A folder with a file of games, `a.vf`.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("a.vf", games());
    folder
}

/// The lines of `new` that differ from those of `old`.
fn changes<'a>(old: &str, new: &'a str) -> Vec<&'a str> {
    assert_eq!(old.lines().count(), new.lines().count());
    old.lines().zip(new.lines()).filter(|(old, new)| old != new).map(|(_, new)| new).collect()
}

#[test]
fn weights_and_plot_are_written_and_every_epoch_is_reported() {
    let folder = folder();
    let run = |threads: usize| {
        let options = "--plot errors.svg --force --epochs 4 --validation-share 0.3";
        let files = format!("a.vf --out {threads}.rs");
        let text = folder.run(&format!("tune {files} --threads {threads} {options}")).succeed();
        (text, folder.read_text(&format!("{threads}.rs")))
    };
    let (text, weights) = run(1);
    let epochs: Vec<&str> = text.lines().filter(|line| line.starts_with("epoch")).collect();
    assert_eq!(epochs.len(), 5);
    assert!(epochs[4].starts_with("epoch   4: training error 0."), "{text}");
    // The errors have the same number of digits, so that their texts are in numerical order.
    let validation: Vec<_> = epochs.iter().map(|line| line.rsplit(' ').next()).collect();
    let best = (0..epochs.len()).min_by_key(|&number| validation[number]).expect("epochs");
    assert!(text.ends_with(&format!("weights of epoch {best} written to 1.rs\n")), "{text}");
    assert!(text.contains("coefficients give the evaluation in all "), "{text}");
    let unused = "weights that apply in no position and stay unchanged: pawn_squares 16 of 64";
    assert!(text.contains(unused), "{text}");
    assert!(changes(&source(&WEIGHTS), &weights).len() > 20);
    assert!(folder.read_text("errors.svg").starts_with("<svg"));
    assert!(run(3).1 == weights);
}

#[test]
fn groups_can_be_chosen_or_frozen() {
    let folder = folder();
    let run = |option: &str| {
        let options = format!("--force --epochs 4 --validation-share 0.3 {option}");
        folder.run(&format!("tune a.vf --out w.rs {options}")).succeed();
        folder.read_text("w.rs")
    };
    let current = source(&WEIGHTS);
    let only_tempo = run("--only tempo");
    assert_eq!(changes(&current, &only_tempo).len(), 1);
    let tempo = only_tempo.lines().find(|line| line.contains("tempo:")).expect("a line");
    let others = run("--freeze tempo,material");
    assert!(changes(&current, &others).len() > 20 && !others.contains(tempo));
    assert!(others.lines().any(|line| current.contains(line) && line.contains("tempo:")));

    let error = folder.run("tune a.vf --out none.rs --freeze tempi").fail(2);
    assert!(error.contains("'tempi'") && error.contains("tempo"), "{error}");
    assert!(!folder.has("none.rs"));
}

#[test]
fn damaged_files_are_rejected() {
    let folder = Folder::new();
    let games = games();
    folder.write("short.vf", &games[..games.len() - 2]);
    // The first move of the first game goes from a1 to a1.
    let mut damaged = games;
    damaged[32..34].fill(0);
    damaged[34] = 1;
    folder.write("bad.vf", &damaged);
    for name in ["short.vf", "bad.vf", "missing.vf"] {
        let error = folder.run(&format!("tune {name} --out w.rs")).fail(1);
        assert!(error.starts_with(&format!("error: {name}: ")), "{error}");
    }
    folder.write("empty.vf", []);
    let error = folder.run("tune empty.vf --out w.rs").fail(1);
    assert!(error.contains("empty.vf: the file has no games"), "{error}");
    assert!(!folder.has("w.rs"));
}

#[test]
fn invalid_arguments_are_rejected() {
    let folder = folder();
    folder.assert_refused(
        "tune",
        "
        --out w.rs
        a.vf
        a.vf --out w.rs --lambda 1.5
        a.vf --out w.rs --validation-share -1
        a.vf --out w.rs --validation-share 1
        a.vf --out w.rs --learning-rate 0
        a.vf --out w.rs --spread nan
        a.vf --out w.rs --threads 0
        a.vf --out w.rs --only tempo --freeze space
        a.vf --out no/folder/w.rs
        a.vf --out w.rs --plot no/folder/p.svg --epochs 0
        ",
    );
}
