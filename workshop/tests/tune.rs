//! `nunatak tune`, through the real program.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use nunatak::bench;
use nunatak::board::Board;
use nunatak::eval::{WEIGHTS, evaluate_afresh};
use nunatak::types::{Color, Outcome, PieceType};
use nunatak_workshop::dataset::{Game, ScoredMove};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const GAMES: usize = 1_500;
const GAME_PLIES: usize = 80;
/// A game counts as won with such a lead in centipawns at its end, …
const WIN: i32 = 200;
/// … and a knight for so much more than the evaluation says, which is there to be learned.
const KNIGHT: i32 = 600;

/// A folder of the test's own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("a writable folder");
        Self(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        fs::write(self.0.join(name), bytes).expect("a writable folder");
    }

    fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.0.join(name)).ok()
    }

    fn tune(&self, arguments: &str) -> Output {
        Command::new(env!("CARGO_BIN_EXE_nunatak-workshop"))
            .arg("tune")
            .args(arguments.split(' '))
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("the program starts")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The result if the game ends so.
fn outcome(board: &Board) -> Outcome {
    let score = evaluate_afresh(board).0;
    let white = if board.side_to_move() == Color::White { score } else { -score };
    let [own, enemy] = Color::ALL
        .map(|color| board.colored_pieces(color, PieceType::Knight).count() as i32 * KNIGHT);
    match white + own - enemy {
        WIN.. => Outcome::WhiteWins,
        lead if lead <= -WIN => Outcome::BlackWins,
        _ => Outcome::Draw,
    }
}

/// Games of random moves, won by whoever is ahead at their end.
fn games() -> Vec<u8> {
    let mut random = StdRng::seed_from_u64(11);
    let mut bytes = Vec::new();
    for number in 0..GAMES {
        let fen = bench::POSITIONS[number % bench::POSITIONS.len()];
        let start: Board = fen.parse().expect("a legal position");
        let mut board = start;
        let mut moves = Vec::new();
        for _ in 0..GAME_PLIES {
            let legal = board.legal_moves();
            let Some(&mv) = legal.get(random.random_range(0..legal.len().max(1))) else { break };
            moves.push(ScoredMove { mv, score: random.random_range(-300..300) });
            board = board.make(mv);
        }
        let outcome = outcome(&board);
        Game { start, moves, outcome }.write_to(&mut bytes).expect("memory does not fail");
    }
    bytes
}

/// The lines in which two texts of the same length differ.
fn changes<'a>(old: &'a str, new: &'a str) -> Vec<&'a str> {
    assert_eq!(old.lines().count(), new.lines().count());
    old.lines().zip(new.lines()).filter(|(old, new)| old != new).map(|(_, new)| new).collect()
}

#[test]
fn weights_and_plot_are_written_and_every_epoch_is_told() {
    let folder = Folder::new("tune");
    folder.write("a.games", &games());
    let run = |threads: usize| {
        let out = format!("{threads}.rs");
        let rest = "--plot errors.svg --epochs 4 --validation-share 0.3";
        let output = folder.tune(&format!("a.games --out {out} --threads {threads} {rest}"));
        assert!(output.status.success(), "{}", stderr(&output));
        (stdout(&output), folder.read(&out).expect("weights"))
    };
    let (text, weights) = run(1);
    let epochs: Vec<&str> = text.lines().filter(|line| line.starts_with("epoch")).collect();
    assert_eq!(epochs.len(), 5);
    assert!(epochs[4].starts_with("epoch   4: error 0."), "{text}");
    // Zero point, and as many digits everywhere: the order of texts is that of numbers.
    let validation: Vec<_> = epochs.iter().map(|line| line.rsplit(' ').next()).collect();
    let best = (0..epochs.len()).min_by_key(|&number| validation[number]).expect("epochs");
    assert!(text.ends_with(&format!("weights of epoch {best} written to 1.rs\n")), "{text}");
    assert!(text.contains("coefficients are those of the evaluation in all "), "{text}");
    assert!(text.contains("weights that count nowhere and stay: pawn_squares 16 of 64"), "{text}");
    assert!(changes(&WEIGHTS.source(), &weights).len() > 20);
    assert!(folder.read("errors.svg").is_some_and(|svg| svg.starts_with("<svg")));
    assert!(run(3).1 == weights);
}

#[test]
fn groups_can_be_chosen_or_frozen() {
    let folder = Folder::new("tune_groups");
    folder.write("a.games", &games());
    let run = |options: &str| {
        let output =
            folder.tune(&format!("a.games --out w.rs --epochs 4 --validation-share 0.3 {options}"));
        assert!(output.status.success(), "{}", stderr(&output));
        folder.read("w.rs").expect("weights")
    };
    let source = WEIGHTS.source();
    let only_tempo = run("--only tempo");
    assert_eq!(changes(&source, &only_tempo).len(), 1);
    let tempo = only_tempo.lines().find(|line| line.contains("tempo:")).expect("a line");
    let others = run("--freeze tempo,material");
    assert!(changes(&source, &others).len() > 20 && !others.contains(tempo));
    assert!(others.lines().any(|line| source.contains(line) && line.contains("tempo:")));

    let output = folder.tune("a.games --out none.rs --freeze tempi");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("'tempi'") && stderr(&output).contains("tempo"));
    assert_eq!(folder.read("none.rs"), None);
}

#[test]
fn a_damaged_file_is_refused() {
    let folder = Folder::new("tune_damage");
    let games = games();
    folder.write("short.games", &games[..games.len() - 2]);
    // The first move of the first game goes from a1 to a1.
    let mut damaged = games;
    damaged[32..34].fill(0);
    damaged[34] = 1;
    folder.write("bad.games", &damaged);
    for name in ["short.games", "bad.games", "missing.games"] {
        let output = folder.tune(&format!("{name} --out w.rs"));
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).starts_with(&format!("error: {name}: ")), "{}", stderr(&output));
    }
    folder.write("empty.games", &[]);
    let output = folder.tune("empty.games --out w.rs");
    assert!(stderr(&output).contains("no position to learn from"));
    assert_eq!(folder.read("w.rs"), None);
}

#[test]
fn bad_arguments_are_refused() {
    let folder = Folder::new("tune_arguments");
    folder.write("a.games", &games());
    for arguments in [
        "--out w.rs",
        "a.games",
        "a.games --out w.rs --lambda 1.5",
        "a.games --out w.rs --validation-share -1",
        "a.games --out w.rs --validation-share 1",
        "a.games --out w.rs --learning-rate 0",
        "a.games --out w.rs --spread nan",
        "a.games --out w.rs --threads 0",
        "a.games --out w.rs --only tempo --freeze space",
        "a.games --out no/folder/w.rs",
        "a.games --out w.rs --plot no/folder/p.svg --epochs 0",
    ] {
        let output = folder.tune(arguments);
        assert!(!output.status.success() && !output.stderr.is_empty(), "{arguments}");
    }
}
