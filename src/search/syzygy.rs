//! Syzygy probes of nodes, and reported scores from the Syzygy tables.

use super::report::SearchReport;
use super::root_moves::TableValue;
use super::worker::Worker;
use crate::board::Board;
use crate::syzygy::Outcome;
use crate::tt::{Bound, Entry};
use crate::types::{MAX_PLY, Move, Score};

/// Plies added to the depth of a node in the TT entry of a table result.
const DEPTH_BONUS: i32 = 6;

impl Worker<'_> {
    /// Returns the table result of the current node, `board`, searched to `depth`, as a TT entry:
    /// an exact draw, or a bound for a win or loss, since the distance to mate is unknown.
    #[inline]
    pub(super) fn probe_syzygy(&self, board: &Board, depth: i32) -> Option<Entry> {
        if self.shared.syzygy.covers(board) { self.probe_few_pieces(board, depth) } else { None }
    }

    #[cold]
    fn probe_few_pieces(&self, board: &Board, depth: i32) -> Option<Entry> {
        // A mate proof trusts mate scores only.
        if self.is_mate_proof {
            return None;
        }
        let (score, bound) = match self.shared.syzygy.outcome(board, depth)? {
            Outcome::Win => (Score::TABLE_WIN, Bound::Lower),
            Outcome::Loss => (-Score::TABLE_WIN, Bound::Upper),
            _ => (self.draw_score(board), Bound::Exact),
        };
        Some(Entry {
            mv: Move::NONE,
            score,
            static_eval: None,
            depth: (depth + DEPTH_BONUS).min(MAX_PLY as i32 - 1),
            was_pv: false,
            bound: Some(bound),
        })
    }

    /// Returns `line` with the score of the tables, if they have one for its first move. A mate
    /// found by the search is kept if it agrees with them.
    pub(super) fn with_table_score(&self, line: &SearchReport) -> SearchReport {
        let mut line = line.clone();
        let value = line.pv.first().and_then(|&mv| self.root_moves.table_value(mv));
        let Some(TableValue { outcome, .. }) = value else { return line };
        let is_proven_mate = line.score.is_mate()
            && match outcome {
                Outcome::Win => line.score > Score::DRAW,
                Outcome::Loss => line.score < Score::DRAW,
                _ => false,
            };
        if !is_proven_mate {
            line.bound = Bound::Exact;
            line.is_drawn = false;
            line.score = match outcome {
                Outcome::Win => Score::TABLE_WIN,
                Outcome::Loss => -Score::TABLE_WIN,
                _ => {
                    line.is_drawn = true;
                    self.draw_score(self.shared.board)
                }
            };
        }
        line
    }
}
