//! The network that the engine plays with, the one embedded in the program, and the evaluation with
//! incrementally updated accumulators.

use std::array;
use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use arrayvec::ArrayVec;

use super::features::{
    BUCKETS, HIDDEN, INPUTS, MAX_PIECES, QA, QB, VIEWS, bucket, feature_index, view,
};
use super::file::{HEADER, has_shape, layers};
use super::row::Row;
use super::stored::{NetworkError, StoredNetwork};
use crate::board::Board;
use crate::memory::prefetch;
use crate::text::open_regular;
use crate::types::{Color, Piece, Score, Square};

/// A network with [`HIDDEN`] hidden neurons per perspective, in rows aligned to cache lines. All
/// search threads share one.
#[derive(Debug, PartialEq, Eq)]
pub struct Network {
    /// All rows in the order of a file: the feature weights by feature, the feature biases, and the
    /// output weights by bucket, then by side, the side to move first.
    rows: Cow<'static, [Row]>,
    output_bias: [i32; BUCKETS],
    scale: i32,
}

impl Network {
    /// Lays out a `stored` network.
    ///
    /// # Errors
    /// [`NetworkError`] if it does not have [`HIDDEN`] hidden neurons, or its
    /// [check](StoredNetwork::check) fails.
    pub fn new(stored: &StoredNetwork) -> Result<Self, NetworkError> {
        stored.check()?;
        if stored.hidden() != HIDDEN {
            let (name, found) = ("number of hidden neurons", stored.hidden());
            return Err(NetworkError::Shape { name, found, expected: HIDDEN.to_string() });
        }
        let layers = [&stored.feature_weights, &stored.feature_bias, &stored.output_weights];
        let rows = layers.into_iter().flat_map(|layer| layer.as_chunks().0);
        Ok(Self {
            rows: rows.map(|&numbers| Row(numbers)).collect(),
            output_bias: array::from_fn(|bucket| stored.output_bias[bucket]),
            scale: stored.scale,
        })
    }

    /// Returns the network of a file in the program where it lies, without a copy: a start takes a
    /// seventh of the time, and engines that run beside each other share the memory.
    fn in_place(file: &'static [u8]) -> Self {
        let (words, output_bias, scale) = layers(file);
        let rows: &[Row] = bytemuck::cast_slice(words);
        let rows = if cfg!(target_endian = "little") {
            rows.into()
        } else {
            rows.iter().map(|row| Row(row.0.map(i16::from_le))).collect()
        };
        Self { rows, output_bias, scale }
    }

    /// Returns the network as it is stored.
    pub fn to_stored(&self) -> StoredNetwork {
        let numbers = |rows: &[Row]| rows.iter().flat_map(|row| row.0).collect();
        let (feature_weights, others) = self.rows.split_at(INPUTS);
        let (feature_bias, output_weights) = others.split_at(1);
        StoredNetwork {
            feature_weights: numbers(feature_weights),
            feature_bias: numbers(feature_bias),
            output_weights: numbers(output_weights),
            output_bias: self.output_bias.to_vec(),
            scale: self.scale,
        }
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// [`NetworkError`] if the file cannot be read, is damaged or holds another kind of network.
    pub fn open(path: &Path) -> Result<Self, NetworkError> {
        Self::new(&StoredNetwork::read(open_regular(path)?)?)
    }

    /// Returns the network embedded in the program.
    pub fn embedded() -> Arc<Self> {
        Arc::clone(&EMBEDDED)
    }

    /// Returns the network's score of `board` from the view of the side to move, computed from
    /// scratch.
    pub fn evaluate_fresh(&self, board: &Board) -> Score {
        Accumulators::empty(self).evaluate(self, board, bucket(board))
    }

    /// Returns the weights of the features of `piece` on `square`, by perspective of `board`.
    fn feature_rows(&self, board: &Board, piece: Piece, square: Square) -> [&Row; 2] {
        Color::ALL.map(|perspective| {
            let feature = feature_index(perspective, board.king(perspective), piece, square);
            debug_assert!(feature < INPUTS);
            &self.rows[feature]
        })
    }

    /// Returns the output weights of a bucket, those of the side to move first.
    fn output_weights(&self, bucket: usize) -> &[Row] {
        &self.rows[INPUTS + 1..][2 * bucket..][..2]
    }
}

impl fmt::Display for Network {
    /// Writes the shape of the network: `512 hidden neurons, 8 buckets, scale 140`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{HIDDEN} hidden neurons, {BUCKETS} buckets, scale {}", self.scale)
    }
}

/// A network file in the program, whose rows begin at a cache line.
#[repr(C, align(64))]
struct NetworkFile {
    padding: [u8; PADDING],
    bytes: [u8; FILE_BYTES],
}

const PADDING: usize = HEADER.next_multiple_of(align_of::<Row>()) - HEADER;
const FILE_BYTES: usize = include_bytes!(env!("NUNATAK_NETWORK")).len();

/// The file that the build script chose, whose checksum it has compared: `net.nnue`, or another one
/// given as `EVALFILE`. A test checks the range of the weights.
static FILE: NetworkFile =
    NetworkFile { padding: [0; PADDING], bytes: *include_bytes!(env!("NUNATAK_NETWORK")) };

const _: () =
    assert!(has_shape(&FILE.bytes, HIDDEN), "EVALFILE is no network of this engine's shape");

static EMBEDDED: LazyLock<Arc<Network>> =
    LazyLock::new(|| Arc::new(Network::in_place(&FILE.bytes)));

/// An evaluator of positions by a network. Each search thread owns one.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator {
    network: Arc<Network>,
    /// Accumulators of the last board with each pair of [views](view), by White's, then Black's.
    accumulators: Box<[Accumulators; VIEWS * VIEWS]>,
}

impl NetworkEvaluator {
    /// Creates an evaluator with empty accumulators.
    pub fn new(network: Arc<Network>) -> Self {
        // On the heap from the start: 0.6 MB may be too much for the stack of a thread.
        let accumulators = vec![Accumulators::empty(&network); VIEWS * VIEWS].into_boxed_slice();
        let Ok(accumulators) = accumulators.try_into() else { unreachable!("there are as many") };
        Self { network, accumulators }
    }

    /// Returns the network's score of `board` from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        let [white, black] = Color::ALL.map(|color| view(color, board.king(color)));
        let accumulators = &mut self.accumulators[VIEWS * white + black];
        accumulators.evaluate(&self.network, board, bucket(board))
    }
}

/// The feature weights of pieces.
type Rows<'a> = ArrayVec<&'a Row, MAX_PIECES>;

/// The accumulators of both perspectives, and the board that they represent. An accumulator is the
/// sum of the feature weights of a perspective's pieces, with the biases.
#[derive(Clone, Debug)]
pub(super) struct Accumulators {
    by_perspective: [Row; 2],
    board: Board,
}

impl Accumulators {
    /// Returns the accumulators of a board without pieces.
    pub(super) fn empty(network: &Network) -> Self {
        Self { by_perspective: [network.rows[INPUTS]; 2], board: Board::empty(Color::White, 0, 1) }
    }

    /// Returns the score of `board` by the output layer `bucket`, from the view of the side to
    /// move. The accumulators are updated by the difference from the previous board, which must
    /// have had the same [views](view).
    #[inline]
    pub(super) fn evaluate(&mut self, network: &Network, board: &Board, bucket: usize) -> Score {
        // By perspective.
        let mut added = [Rows::new(), Rows::new()];
        let mut removed = [Rows::new(), Rows::new()];
        let changed = board.changed_squares(&self.board);
        for (pieces, rows) in [(&self.board, &mut removed), (board, &mut added)] {
            for square in changed & pieces.occupied() {
                let Some(piece) = pieces.piece_on(square) else { continue };
                for (rows, row) in rows.iter_mut().zip(network.feature_rows(board, piece, square)) {
                    // The rest of a row follows by itself, since it is read in order. Gain: 1 %
                    // more nodes per second.
                    prefetch(row);
                    rows.push(row);
                }
            }
        }
        self.board = *board;
        let side = board.side_to_move();
        let mut sum = 0;
        for (perspective, output) in [side, !side].into_iter().zip(network.output_weights(bucket)) {
            let index = perspective.index();
            sum += self.by_perspective[index].update(&added[index], &removed[index], output);
        }
        to_score(sum, network.output_bias[bucket], network.scale)
    }
}

/// Converts the weighted sum of an output layer, in units of 1/(`QA` · `QA` · `QB`), and its bias,
/// in units of 1/(`QA` · `QB`), to a score. An output of 1 is `scale` units of the evaluation.
pub fn to_score(sum: i32, bias: i32, scale: i32) -> Score {
    let output = i64::from(sum / QA) + i64::from(bias);
    let units = output * i64::from(scale) / i64::from(QA * QB);
    Score::from_eval(units.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}
