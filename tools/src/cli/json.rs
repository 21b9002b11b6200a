//! Reports for other programs, in JSON.

use std::io::{self, Write};
use std::time::Duration;

use nunatak::board::Board;
use nunatak::types::{Color, Score, ScoreKind};
use nunatak::wdl::{Chances, normalised};
use serde::Serialize;

/// Writes `value` as one line of JSON.
pub(super) fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    out.flush()
}

/// A displayed score from the view of the side to move. Exactly one field has a value.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct ScoreFields {
    pub(super) score_centipawns: Option<i32>,
    pub(super) score_mate_moves: Option<i32>,
}

impl ScoreFields {
    /// Normalises `score`, which is from the view of the side to move of `board`.
    pub(super) fn new(score: Score, board: &Board) -> Self {
        let (score_centipawns, score_mate_moves) = match normalised(score, board).kind() {
            ScoreKind::Centipawns(centipawns) => (Some(centipawns), None),
            ScoreKind::Mate(moves) => (None, Some(moves)),
        };
        Self { score_centipawns, score_mate_moves }
    }
}

/// The chances of the side to move.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ChancesFields {
    win_permille: u32,
    draw_permille: u32,
    loss_permille: u32,
}

impl From<Chances> for ChancesFields {
    fn from(Chances { win, draw, loss }: Chances) -> Self {
        Self { win_permille: win, draw_permille: draw, loss_permille: loss }
    }
}

/// Returns `time` in milliseconds, rounded down.
pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the name of a side.
pub(super) fn side(color: Color) -> String {
    color.name().to_lowercase()
}
