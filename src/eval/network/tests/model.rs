//! The definition of the network.

use super::super::{
    BUCKETS, INPUTS, MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, Network, NetworkError, QA, QB,
};
use crate::board::Board;

/// The layers of a network with two hidden neurons and no weights.
struct Layers {
    feature_weights: Vec<i16>,
    feature_bias: Vec<i16>,
    output_weights: Vec<i16>,
    output_bias: Vec<i32>,
    scale: i32,
}

const HIDDEN: usize = 2;

/// A change to the layers.
type Change = fn(&mut Layers);
/// A change of one value of the layers.
type ChangeTo = fn(&mut Layers, i16);

impl Layers {
    fn new() -> Self {
        Self {
            feature_weights: vec![0; INPUTS * HIDDEN],
            feature_bias: vec![0; HIDDEN],
            output_weights: vec![0; BUCKETS * 2 * HIDDEN],
            output_bias: vec![0; BUCKETS],
            scale: 100,
        }
    }

    fn build(self) -> Result<Network, NetworkError> {
        let Self { feature_weights, feature_bias, output_weights, output_bias, scale } = self;
        Network::new(feature_weights, feature_bias, output_weights, output_bias, scale)
    }
}

#[test]
fn layers_of_wrong_lengths_are_refused() {
    let changes: [(Change, &str); 5] = [
        (
            |layers| layers.feature_weights.truncate(9),
            "9 feature weights instead of 1536 for 2 hidden",
        ),
        (|layers| layers.output_weights.push(0), "33 output weights instead of 32 for 2 hidden"),
        (|layers| layers.output_bias.clear(), "0 output biases instead of 8 for 2 hidden"),
        (|layers| layers.feature_bias.clear(), "hidden neurons is 0"),
        (|layers| layers.scale = 0, "scale is 0"),
    ];
    assert!(Layers::new().build().is_ok());
    for (change, part) in changes {
        let mut layers = Layers::new();
        change(&mut layers);
        let error = layers.build().unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn values_that_might_overflow_are_refused() {
    let changes: [(ChangeTo, &str, i16); 3] = [
        (|layers, value| layers.feature_weights[5] = value, "feature weights", MAX_FEATURE_WEIGHT),
        (|layers, value| layers.feature_bias[1] = value, "feature biases", MAX_FEATURE_WEIGHT),
        (|layers, value| layers.output_weights[7] = value, "output weights", MAX_OUTPUT_WEIGHT),
    ];
    for (change, layer, limit) in changes {
        let with = |value| {
            let mut layers = Layers::new();
            change(&mut layers, value);
            layers.build()
        };
        assert!(with(limit).is_ok() && with(-limit).is_ok());
        for value in [limit + 1, -limit - 1, i16::MIN] {
            let error = with(value).unwrap_err().to_string();
            assert!(error.contains(&format!("{layer}: {value} is not within ±{limit}")), "{error}");
        }
    }
}

#[test]
fn the_output_is_the_clipped_square_of_the_side_to_move() {
    let board = Board::start();
    let score = |bias: i16| {
        let mut layers = Layers::new();
        layers.feature_bias = vec![bias, 0];
        // An output weight of 1 for the first unit of the side to move, for all piece counts.
        layers.output_weights = [QB as i16, 0, 0, 0].repeat(BUCKETS);
        layers.build().unwrap().evaluate_fresh(&board).0
    };
    for (bias, expected) in [(-50, 0), (0, 0), (QA as i16, 100), (900, 100)] {
        assert_eq!(score(bias), expected, "bias {bias}");
    }
    // Half the activation is a quarter of the output.
    assert_eq!(score(128), 25);
}

#[test]
fn each_bucket_has_its_own_output() {
    let mut layers = Layers::new();
    layers.output_bias = (0..BUCKETS as i32).map(|bucket| bucket * QA * QB).collect();
    let network = layers.build().unwrap();
    assert_eq!(network.evaluate_fresh(&Board::start()).0, 700);
    let endgame = "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1".parse().unwrap();
    assert_eq!(network.evaluate_fresh(&endgame).0, 100);
}

#[test]
fn outputs_are_kept_below_mate_scores() {
    let mut layers = Layers::new();
    layers.output_bias = vec![i32::MIN; BUCKETS];
    layers.scale = 10_000;
    let score = layers.build().unwrap().evaluate_fresh(&Board::start());
    assert!(!score.is_mate() && score.0 < -30_000, "{score}");
}
