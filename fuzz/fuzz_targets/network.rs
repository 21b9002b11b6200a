//! Reads bytes as a network file, and evaluates and searches with networks of extreme weights.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use nunatak::board::Board;
use nunatak::eval::network::{
    BUCKETS, HIDDEN, INPUTS, MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, Network, NetworkEvaluator,
    NetworkTrace, QA, QB, StoredNetwork, bucket, feature_index,
};
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher, Silent};
use nunatak::types::{Color, Score};

/// Number of bytes before the checksum, and the places of the numbers of inputs and of hidden
/// neurons among them.
const CHECKED_HEADER: usize = 36;
const INPUTS_FIELD: std::ops::Range<usize> = 12..16;
const HIDDEN_FIELD: std::ops::Range<usize> = 16..20;

/// The largest number of hidden neurons of the networks that are built here.
const MAX_BUILT: usize = HIDDEN;

/// Positions with few and with many pieces, and with kings on both wings.
const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 0 1",
    "1k6/1p3p2/8/8/2R5/8/1P3P2/6K1 w - - 3 30",
];

fuzz_target!(|input: &[u8]| {
    // Almost no input is a network, but all of them are read.
    if let Ok(network) = StoredNetwork::read(input) {
        check(&network, input, 0);
    }
    let Some((choices, rest)) = input.split_first() else { return };
    let Some((header, weights)) = rest.split_at_checked(CHECKED_HEADER) else { return };
    let file = build(*choices, header, weights);
    match StoredNetwork::read(file.as_slice()) {
        Ok(network) => check(&network, &file, (*choices).into()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

/// Builds a file whose checksum and number of inputs are right. The layers repeat `weights`;
/// `choices` say whether they are held within the limits, whether the header has the width of the
/// engine's networks, and whether the output biases are large.
fn build(choices: u8, header: &[u8], weights: &[u8]) -> Vec<u8> {
    let mut header = header.to_vec();
    header[INPUTS_FIELD].copy_from_slice(&(INPUTS as u32).to_le_bytes());
    if choices & 1 != 0 {
        header[HIDDEN_FIELD].copy_from_slice(&(HIDDEN as u32).to_le_bytes());
    }
    let field = u32::from_le_bytes(header[HIDDEN_FIELD].try_into().expect("four bytes"));
    let hidden = (field as usize).min(MAX_BUILT);
    let is_limited = choices & 2 != 0;
    let limited =
        |weight: i16, limit: i16| if is_limited { weight.clamp(-limit, limit) } else { weight };
    let numbers = weights.chunks_exact(2).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
    let numbers: Vec<i16> = numbers.chain((weights.len() < 2).then_some(i16::MAX)).collect();
    let mut numbers = numbers.into_iter().cycle();
    let mut take = |count: usize, limit| -> Vec<i16> {
        numbers.by_ref().take(count).map(|weight| limited(weight, limit)).collect()
    };
    let features = take((INPUTS + 1) * hidden, MAX_FEATURE_WEIGHT);
    let weights = [features, take(BUCKETS * 2 * hidden, MAX_OUTPUT_WEIGHT)].concat();
    // Large biases hide the rest of the network, since scores are limited.
    let shift = if choices & 128 != 0 { i16::BITS } else { 0 };
    let biases = take(BUCKETS, i16::MAX).into_iter().map(|bias| i32::from(bias) << shift);
    let mut payload: Vec<u8> = weights.into_iter().flat_map(i16::to_le_bytes).collect();
    payload.extend(biases.flat_map(i32::to_le_bytes));
    let sum = checksum(header.iter().chain(&payload));
    [header, sum.to_le_bytes().to_vec(), payload].concat()
}

/// Checks that the network is written back unchanged, and its evaluations if it has the engine's
/// width.
fn check(network: &StoredNetwork, file: &[u8], choice: usize) {
    assert!(network.to_bytes() == file, "the file is written back unchanged");
    let board: Board = POSITIONS[choice / 4 % POSITIONS.len()].parse().expect("a legal position");
    let engine = match Network::new(network) {
        Ok(engine) => Arc::new(engine),
        Err(error) => return assert!(network.hidden() != HIDDEN, "{error}"),
    };
    let mut evaluator = NetworkEvaluator::new(Arc::clone(&engine));
    for position in [board].into_iter().chain(board.legal_moves().iter().map(|&mv| board.make(mv)))
    {
        let expected = reference(network, &position);
        assert_eq!(evaluator.evaluate(&position), expected, "{position}");
        assert_eq!(engine.evaluate_fresh(&position), expected, "{position}");
    }
    NetworkTrace::new(&engine, &board).to_string();
    let mut searcher = Searcher::new(1).expect("a megabyte");
    searcher.set_network(Some(engine));
    let limits = Limits { nodes: Some(200), ..Limits::default() };
    let result = searcher.search(&board, &[], &limits, &SearchControl::default(), &mut Silent);
    assert!(result.best.is_some_and(|mv| board.is_legal(mv)));
}

/// Returns the score by the definition, in wide arithmetic.
fn reference(network: &StoredNetwork, board: &Board) -> Score {
    let (hidden, us) = (network.hidden(), board.side_to_move());
    let bucket = bucket(board);
    let mut sum = 0_i64;
    for (side, color) in [us, !us].into_iter().enumerate() {
        for unit in 0..hidden {
            let activation = accumulate(network, board, color, unit).clamp(0, QA.into());
            let weight = network.output_weights[(2 * bucket + side) * hidden + unit];
            sum += activation * activation * i64::from(weight);
        }
    }
    let output = sum / i64::from(QA) + i64::from(network.output_bias[bucket]);
    let units = output * i64::from(network.scale) / i64::from(QA * QB);
    let limit = i64::from(Score::MAX_EVAL.0);
    Score(units.clamp(-limit, limit) as i32)
}

/// Returns the sum of a hidden neuron.
fn accumulate(network: &StoredNetwork, board: &Board, color: Color, unit: usize) -> i64 {
    let weight = |square| {
        let piece = board.piece_on(square).expect("an occupied square");
        let feature = feature_index(color, board.king(color), piece, square);
        i64::from(network.feature_weights[feature * network.hidden() + unit])
    };
    i64::from(network.feature_bias[unit]) + board.occupied().into_iter().map(weight).sum::<i64>()
}

/// Returns the 64-bit FNV-1a hash.
fn checksum<'a>(bytes: impl Iterator<Item = &'a u8>) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.fold(0xcbf2_9ce4_8422_2325, step)
}
