//! A network laid out for the engine, and the one embedded in the program.

use std::fmt;
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use super::features::{BUCKETS, HIDDEN, INPUTS};
use super::file::has_shape;
use super::model::{Network, NetworkError, to_score};
use super::row::Row;
use crate::types::Score;

/// A network with [`HIDDEN`] hidden neurons per perspective, in rows aligned to cache lines. All
/// search threads share one.
#[derive(Debug, PartialEq, Eq)]
pub struct EngineNetwork {
    /// The feature weights, by feature.
    feature_weights: Box<[Row]>,
    feature_bias: Row,
    /// The output weights by bucket, then by side, the side to move first.
    output_weights: [[Row; 2]; BUCKETS],
    output_bias: [i32; BUCKETS],
    scale: i32,
}

impl EngineNetwork {
    /// Lays out `network`.
    ///
    /// # Errors
    /// [`NetworkError::Shape`] if it does not have [`HIDDEN`] hidden neurons.
    pub fn new(network: &Network) -> Result<Self, NetworkError> {
        if network.hidden() != HIDDEN {
            return Err(NetworkError::Shape {
                name: "number of hidden neurons",
                found: network.hidden() as u32,
                expected: HIDDEN.to_string(),
            });
        }
        let output_row = |bucket: usize, side: usize| {
            Row::new(&network.output_weights()[HIDDEN * (2 * bucket + side)..])
        };
        Ok(Self {
            feature_weights: network.feature_weights().chunks_exact(HIDDEN).map(Row::new).collect(),
            feature_bias: Row::new(network.feature_bias()),
            output_weights: std::array::from_fn(|bucket| {
                [0, 1].map(|side| output_row(bucket, side))
            }),
            output_bias: std::array::from_fn(|bucket| network.output_bias()[bucket]),
            scale: network.scale(),
        })
    }

    /// Returns the network as it is stored.
    pub fn to_network(&self) -> Network {
        let numbers = |rows: &[Row]| rows.iter().flat_map(Row::numbers).copied().collect();
        let network = Network::new(
            numbers(&self.feature_weights),
            self.feature_bias.numbers().to_vec(),
            numbers(self.output_weights.as_flattened()),
            self.output_bias.to_vec(),
            self.scale,
        );
        match network {
            Ok(network) => network,
            Err(_) => unreachable!("the layers are those of a network"),
        }
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// [`NetworkError`] if the file cannot be read, is damaged or holds another kind of network.
    pub fn open(path: &Path) -> Result<Self, NetworkError> {
        // Opening a named pipe would block.
        if !path.metadata()?.is_file() {
            return Err(NetworkError::NotAFile);
        }
        Self::new(&Network::read(File::open(path)?)?)
    }

    /// Returns the weights of a feature.
    #[inline]
    pub(super) fn feature_weights(&self, feature: usize) -> &Row {
        debug_assert!(feature < INPUTS);
        &self.feature_weights[feature]
    }

    /// Returns the accumulator of a perspective without features.
    pub(super) fn feature_bias(&self) -> &Row {
        &self.feature_bias
    }

    /// Returns the score for the accumulators of the side to move, `us`, and the opponent, `them`.
    #[inline]
    pub(super) fn output(&self, us: &Row, them: &Row, bucket: usize) -> Score {
        let [our_weights, their_weights] = &self.output_weights[bucket];
        let sum = us.activate(our_weights) + them.activate(their_weights);
        to_score(sum, self.output_bias[bucket], self.scale)
    }
}

impl fmt::Display for EngineNetwork {
    /// Writes the shape of the network: `512 hidden neurons, 8 buckets, scale 227`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HIDDEN} hidden neurons, {BUCKETS} buckets, scale {}", self.scale)
    }
}

/// The file that the build script chose: `net.nnue`, or another one given as `EVALFILE`.
static FILE: &[u8] = include_bytes!(env!("NUNATAK_NETWORK"));

const _: () = assert!(
    has_shape(include_bytes!(env!("NUNATAK_NETWORK")), HIDDEN),
    "EVALFILE is no network of this engine's shape"
);

static EMBEDDED: LazyLock<Arc<EngineNetwork>> =
    LazyLock::new(|| match Network::read(FILE).and_then(|network| EngineNetwork::new(&network)) {
        Ok(network) => Arc::new(network),
        // The shape was checked by the compiler, and a test reads the network of the repository.
        Err(error) => panic!("the embedded network is damaged: {error}"),
    });

impl EngineNetwork {
    /// Returns the network embedded in the program.
    pub fn embedded() -> Arc<Self> {
        Arc::clone(&EMBEDDED)
    }
}
