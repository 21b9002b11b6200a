//! The report of `eval` in JSON.

use nunatak::board::Board;
use nunatak::eval::network::{EngineNetwork, NetworkTrace};
use nunatak::eval::{CacheStats, Trace};
use nunatak::game::GameEnd;
use nunatak::types::{Outcome, Score};
use nunatak::wdl::Chances;
use serde::Serialize;

use crate::cli::json::{ChancesFields, ScoreFields, side};

/// An evaluation. Scores are from the view of the side to move; the terms are each from the view of
/// their own side.
#[derive(Serialize)]
pub(super) struct Report {
    fen: String,
    side_to_move: &'static str,
    /// The rule that has ended the game.
    game_end: Option<String>,
    #[serde(flatten)]
    score: ScoreFields,
    #[serde(flatten)]
    chances: ChancesFields,
    /// The breakdown; `None` if the game is over.
    #[serde(flatten)]
    breakdown: Option<Breakdown>,
    pawn_cache_lookups: u64,
    pawn_cache_hits: u64,
}

#[derive(Serialize)]
struct Breakdown {
    network_units: i32,
    /// The score of each output layer, the one for the fewest pieces first.
    network_units_by_bucket: Vec<i32>,
    network_pieces: Vec<PieceReport>,
    classical_units: i32,
    classical_terms: Vec<TermReport>,
}

/// The value of a piece: the difference it makes to the score of the network.
#[derive(Serialize)]
struct PieceReport {
    square: String,
    piece: String,
    units: i32,
}

#[derive(Serialize)]
struct TermReport {
    name: String,
    white_middlegame_units: i32,
    white_endgame_units: i32,
    black_middlegame_units: i32,
    black_endgame_units: i32,
}

impl Report {
    /// Evaluates `board`, unless the game is over.
    pub(super) fn new(board: &Board, end: Option<GameEnd>, pawn_cache: CacheStats) -> Self {
        let breakdown = end.is_none().then(|| Breakdown::new(board));
        let units = breakdown.as_ref().map_or(0, |breakdown| breakdown.network_units);
        let (score, chances) = match end.map(GameEnd::outcome) {
            None => {
                let score = Score::from_eval(units);
                (score, Chances::new(score, board, board.side_to_move()))
            }
            Some(Outcome::Draw) => (Score::DRAW, Chances::DRAW),
            // The side to move is checkmated.
            Some(_) => (Score::mated_in(0), Chances::WIN.of_opponent()),
        };
        Self {
            fen: board.to_string(),
            side_to_move: side(board.side_to_move()),
            game_end: end.map(|end| end.to_string()),
            score: ScoreFields::new(score, board),
            chances: chances.into(),
            breakdown,
            pawn_cache_lookups: pawn_cache.lookups,
            pawn_cache_hits: pawn_cache.hits,
        }
    }
}

impl Breakdown {
    fn new(board: &Board) -> Self {
        let sign = board.side_to_move().sign();
        let network = NetworkTrace::new(&EngineNetwork::embedded(), board);
        let terms = Trace::new(board);
        let piece = |square| {
            let units = sign * network.value(square)?;
            let piece = board.piece_on(square)?.to_string();
            Some(PieceReport { square: square.to_string(), piece, units })
        };
        Self {
            network_units: sign * network.total(),
            network_units_by_bucket: network.scores().map(|score| sign * score).to_vec(),
            network_pieces: board.occupied().into_iter().filter_map(piece).collect(),
            classical_units: sign * terms.total(),
            classical_terms: terms
                .terms()
                .map(|(name, [white, black])| TermReport {
                    name,
                    white_middlegame_units: white.middlegame(),
                    white_endgame_units: white.endgame(),
                    black_middlegame_units: black.middlegame(),
                    black_endgame_units: black.endgame(),
                })
                .collect(),
        }
    }
}
