//! Random and malformed input.

use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::string::{RegexGeneratorStrategy, string_regex};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::common::engine::Engine;

/// The number of lines to send to each of two engines.
const LINES: usize = 15_000;
/// The number of lines to send at once.
const BATCH: usize = 25;
/// The time after a batch and a `stop` in which the engine must be ready again, on a machine that
/// does other work.
const READY_TIME: Duration = Duration::from_secs(20);
/// The time in which it usually is.
const USUAL_READY_TIME: Duration = Duration::from_secs(1);

const FENS: [&str; 8] = [
    "startpos",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "fen 8/8/8/1k6/8/8/K5P1/8 w - - 99 200",
    "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "fen 4k3/8/8/8/8/8/8/4K3 x KQkq e9 -1 99999999999",
];

const WORDS: [&str; 34] = [
    "go",
    "stop",
    "position",
    "startpos",
    "fen",
    "moves",
    "setoption",
    "name",
    "value",
    "Hash",
    "depth",
    "nodes",
    "e2e4",
    "e7e8q",
    "0000",
    "(none)",
    "-1",
    "3",
    "18446744073709551616",
    "NaN",
    "true",
    "<empty>",
    "searchmoves",
    "ponder",
    "mate",
    "debug",
    "on",
    "register",
    "later",
    "d",
    "\u{0}",
    "♞",
    "\t",
    "=",
];

/// Text that matches `pattern`; a pattern that is a strategy itself is parsed for each value.
fn text(pattern: &str) -> RegexGeneratorStrategy<String> {
    string_regex(pattern).expect("a regular expression")
}

/// Numbers for `go` and options.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (0..50_i64).prop_map(|number| number.to_string()),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => text("[0-9]{1,40}"),
        1 => text("-?[a-z0-9.]{0,6}"),
    ]
}

/// Searches that end soon or wait for the next `stop`.
fn go() -> impl Strategy<Value = String> {
    let limits = prop_oneof![
        (0..4_u32).prop_map(|depth| format!("depth {depth}")),
        (0..500_u32).prop_map(|nodes| format!("nodes {nodes}")),
        (0..3_u32).prop_map(|time| format!("movetime {time}")),
        (0..30_u32).prop_map(|time| format!("wtime {time} btime {time}")),
        Just("infinite".to_owned()),
        Just("ponder nodes 100".to_owned()),
        Just("mate 2 nodes 300".to_owned()),
        Just("depth 3 searchmoves e2e4 a7a6 zz".to_owned()),
        number().prop_map(|number| format!("nodes 200 depth {number} winc {number}")),
    ];
    limits.prop_map(|limits| format!("go {limits}"))
}

fn option() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec![
        "MultiPV",
        "Contempt",
        "UCI_Chess960",
        "Ponder",
        "Move Overhead",
        "Clear Hash",
        "Skill Level",
        "Use NNUE",
        "EvalFile",
        "OwnBook",
        "BookFile",
        "BookDepth",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "UCI_Opponent",
        "UCI_EngineAbout",
        "clear hash",
        "Nonesuch",
        "",
    ]);
    prop_oneof![
        (name, number()).prop_map(|(name, value)| format!("setoption name {name} value {value}")),
        (1..9_u32).prop_map(|megabytes| format!("setoption name Hash value {megabytes}")),
        (1..5_u32).prop_map(|threads| format!("setoption name Threads value {threads}")),
        Just("setoption name MultiPV value 1".to_owned()),
        Just("setoption name UCI_Chess960 value true".to_owned()),
        Just("setoption name UCI_LimitStrength value true".to_owned()),
    ]
}

/// Positions with a wrong character.
fn garbled() -> impl Strategy<Value = String> {
    let fen = prop::sample::select(FENS[1..].to_vec());
    (fen, any::<prop::sample::Index>(), text("[1-9/a-hA-HKQRBNPkqrbnpw -]")).prop_map(
        |(fen, place, letter)| {
            let place = 4 + place.index(fen.len() - 4);
            format!("position {}{letter}{}", &fen[..place], &fen[place + 1..])
        },
    )
}

fn position() -> impl Strategy<Value = String> {
    let fen = || prop::sample::select(FENS.to_vec());
    let known = || prop::sample::select(vec!["", "e2e4", "e2e4 e7e5 g1f3", "d2d4 d7d5 c2c4 e7e6"]);
    let moves = prop::collection::vec(text("[a-h][1-8][a-h][1-8][qnx]?|0000|O-O"), 0..6);
    prop_oneof![
        // Mostly legal ones: after an illegal one, nothing is searched.
        2 => fen().prop_map(|fen| format!("position {fen}")),
        2 => known().prop_map(|known| format!("position startpos moves {known}")),
        1 => (fen(), known(), moves).prop_map(|(fen, known, moves)| {
            format!("position {fen} moves {known} {}", moves.join(" "))
        }),
    ]
}

/// Lines: mostly commands that are valid or nearly so, sometimes arbitrary text.
fn line() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..8);
    let plain =
        vec!["isready", "ucinewgame", "uci", "eval", "d", "help", "perft 1", "divide 2", "xboard"];
    prop_oneof![
        6 => go(),
        4 => Just("stop".to_owned()),
        1 => Just("ponderhit".to_owned()),
        5 => position(),
        2 => garbled(),
        3 => option(),
        2 => prop::sample::select(plain).prop_map(str::to_owned),
        2 => words.prop_map(|words| words.join(" ")),
        1 => text("[^\n]{0,40}"),
    ]
    .prop_filter("no command that ends the engine or takes long", |line| {
        !["quit", "bench", "perft 2", "perft 3"].iter().any(|word| line.contains(word))
    })
}

#[test]
fn thirty_thousand_random_lines_are_handled() {
    thread::scope(|scope| {
        for seed in 1..=2 {
            scope.spawn(move || send_random_lines(seed));
        }
    });
}

/// Sends [`LINES`] lines to an engine, which must then search as usual.
fn send_random_lines(seed: u8) {
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let strategy = line();
    let mut engine = Engine::start();
    let batches = LINES / BATCH;
    let (mut searches, mut slow_batches) = (0, 0);
    for batch in 0..batches {
        let mut text = String::new();
        for _ in 0..BATCH {
            text += &strategy.new_tree(&mut runner).expect("a line").current();
            text.push('\n');
        }
        engine.send(&text);
        let started = Instant::now();
        // The error message for an unknown option marks the end of the batch.
        engine.send(&format!("stop\nsetoption name batch{batch} value 0"));
        let end = format!("batch{batch}'");
        loop {
            let line = engine.line();
            searches += usize::from(line.starts_with("bestmove ") && line != "bestmove (none)");
            if line.contains(&end) {
                break;
            }
            assert!(started.elapsed() < READY_TIME, "hangs in batch {batch}:\n{text}");
        }
        slow_batches += usize::from(started.elapsed() > USUAL_READY_TIME);
    }
    assert!(slow_batches <= batches / 50, "{slow_batches} of {batches} batches are slow");
    assert!(searches > LINES / 20, "{searches}");
    engine.send("ucinewgame\nsetoption name MultiPV value 1\nposition startpos");
    engine.search("go depth 3");
    engine.finish();
}
