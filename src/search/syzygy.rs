//! Syzygy tables in the search: they rank the root moves, bound the scores of nodes, and correct
//! the scores shown.

use std::sync::Arc;

use super::root_moves::{RootMoves, SyzygyValue};
use crate::board::{Board, FIFTY_MOVES, KeyHistory, is_threefold};
use crate::memory::PaddedCounter;
use crate::syzygy::{MAX_PIECES, MoveValue, Syzygy, Wdl};
use crate::tt::{Bound, Entry};
use crate::types::{MAX_PLY, Move, Score};

/// The default of [`SyzygySettings::probe_depth`].
pub const DEFAULT_PROBE_DEPTH: usize = 1;

/// Plies added to the depth of a node in the TT entry of a table result.
const DEPTH_BONUS: i32 = 6;

/// The rank of a win that the fifty-move rule cannot spoil.
const SURE_WIN: i32 = 10_000;

/// The settings of a searcher for Syzygy tables.
#[derive(Clone, Debug)]
pub struct SyzygySettings {
    /// The open tables, if any.
    pub tables: Option<Arc<Syzygy>>,
    /// Minimum depth in plies at which positions with the largest number of pieces are probed;
    /// those with fewer are probed at any depth.
    pub probe_depth: usize,
    /// Whether the fifty-move rule is in force, so that some wins are draws.
    pub fifty_move_rule: bool,
    /// Largest number of pieces at which positions are probed; 0 for never.
    pub probe_limit: u32,
}

impl Default for SyzygySettings {
    fn default() -> Self {
        Self {
            tables: None,
            probe_depth: DEFAULT_PROBE_DEPTH,
            fifty_move_rule: true,
            probe_limit: MAX_PIECES,
        }
    }
}

/// The tables of one search.
pub(super) struct Prober<'a> {
    settings: &'a SyzygySettings,
    /// Largest number of pieces at which positions are probed; 0 for never.
    max_pieces: u32,
    /// The number of successful probes of all threads.
    pub(super) hits: PaddedCounter,
}

impl<'a> Prober<'a> {
    /// Creates the prober of a search, which probes nothing unless `is_used`.
    pub(super) fn new(settings: &'a SyzygySettings, is_used: bool) -> Self {
        let tables = settings.tables.as_deref().filter(|_| is_used);
        let max_pieces = settings.probe_limit.min(tables.map_or(0, Syzygy::max_pieces));
        Self { settings, max_pieces, hits: PaddedCounter::default() }
    }

    /// Whether nodes with as many pieces as `board` are probed.
    pub(super) fn covers(&self, board: &Board) -> bool {
        board.occupied().count() <= self.max_pieces
    }

    /// Returns the table result of `board`, a node with few pieces that is searched to `depth`, as
    /// a TT entry: an exact draw with the score `draw`, or a bound for a win or loss, since the
    /// distance to mate is unknown. Positions are probed only after a capture or pawn move, since
    /// the tables ignore the half-move clock.
    #[cold]
    pub(super) fn entry(&self, board: &Board, depth: i32, draw: Score) -> Option<Entry> {
        let is_full = board.occupied().count() == self.max_pieces;
        let &SyzygySettings { ref tables, probe_depth, fifty_move_rule, .. } = self.settings;
        if board.halfmove_clock() > 0 || is_full && depth < probe_depth as i32 {
            return None;
        }
        let outcome = tables.as_ref()?.outcome(board)?.under(fifty_move_rule);
        self.hits.add(1);
        let (score, bound) = match outcome {
            Wdl::Win => (Score::TABLE_WIN, Bound::Lower),
            Wdl::Loss => (-Score::TABLE_WIN, Bound::Upper),
            _ => (draw, Bound::Exact),
        };
        let depth = (depth + DEPTH_BONUS).min(MAX_PLY as i32 - 1);
        Some(Entry { score, depth, bound: Some(bound), ..Entry::unsearched(None, false) })
    }

    /// Ranks the root moves if the tables have values for all of them.
    ///
    /// Once the moves are ranked, nodes are no longer probed: the search chooses among the moves
    /// that keep the result. Without known distances, a win or an uncertain result still needs the
    /// probes.
    pub(super) fn rank_root(&mut self, board: &Board, keys: &KeyHistory, moves: &mut RootMoves) {
        let Some(tables) = &self.settings.tables else { return };
        if !self.covers(board) {
            return;
        }
        let clock = board.halfmove_clock();
        let has_repeated = keys.threefold_is_possible(clock);
        let (mut values, is_known) = if let Some(values) = tables.move_values(board) {
            let value = |(mv, value)| (mv, self.value(value, clock, has_repeated));
            (values.into_iter().map(value).collect::<Vec<_>>(), true)
        } else if let Some(values) = self.values_by_outcome(tables, board) {
            let is_settled = |value: &SyzygyValue| value.outcome.is_some_and(|it| it != Wdl::Win);
            let is_known = values.iter().all(|(_, value)| is_settled(value));
            (values, is_known)
        } else {
            return;
        };
        if has_repeated {
            for (mv, value) in &mut values {
                *value = with_repetitions(*value, keys.up_to_root(), &board.make(*mv));
            }
        }
        self.hits.add(values.len() as u64);
        moves.rank(&values);
        if is_known {
            self.max_pieces = 0;
        }
    }

    /// Returns the rank and outcome of a root move. All wins that the fifty-move rule cannot spoil
    /// rank equal, so that the search chooses among them. After a repetition the shortest win ranks
    /// first, so that the game makes progress.
    fn value(&self, value: MoveValue, clock: u8, has_repeated: bool) -> SyzygyValue {
        let outcome = value.outcome.under(self.settings.fifty_move_rule);
        let distance = value.distance as i32;
        let plies = distance + i32::from(clock);
        let rank = match value.outcome {
            Wdl::Draw => 0,
            // The distance may be too small by 1.
            Wdl::Win | Wdl::CursedWin if plies < FIFTY_MOVES.into() && !has_repeated => SURE_WIN,
            Wdl::Win | Wdl::CursedWin => SURE_WIN - 1 - plies,
            // Clear losses rank equal, so that the search chooses among them.
            Wdl::Loss | Wdl::BlessedLoss if distance + plies < FIFTY_MOVES.into() => -SURE_WIN,
            Wdl::Loss | Wdl::BlessedLoss => plies - SURE_WIN,
        };
        SyzygyValue { rank, outcome: Some(outcome) }
    }

    /// Returns the values of all legal moves by their outcomes alone. These ignore the moves since
    /// the last capture or pawn move: after some, wins and losses are uncertain.
    fn values_by_outcome(
        &self,
        tables: &Syzygy,
        board: &Board,
    ) -> Option<Vec<(Move, SyzygyValue)>> {
        let fifty_move_rule = self.settings.fifty_move_rule;
        let value = |&mv: &Move| {
            let next = board.make(mv);
            let is_late = fifty_move_rule && next.is_fifty_move_draw();
            let outcome = if is_late || next.is_insufficient_material() {
                Wdl::Draw
            } else {
                tables.outcome(&next)?.of_opponent().under(fifty_move_rule)
            };
            let rank = outcome as i32 - Wdl::Draw as i32;
            let is_certain = outcome == Wdl::Draw || !fifty_move_rule || next.halfmove_clock() <= 1;
            Some((mv, SyzygyValue { rank, outcome: is_certain.then_some(outcome) }))
        };
        board.legal_moves().iter().map(value).collect()
    }
}

/// Returns the score to show for a line with this `score`, whose first move has this `outcome` in
/// the tables: that of the tables, with `draw` for a draw. `None` keeps a mate that agrees with
/// them.
pub(super) fn score_of_outcome(outcome: Wdl, score: Score, draw: Score) -> Option<Score> {
    match outcome {
        Wdl::Win => (score < Score::MATE_BOUND).then_some(Score::TABLE_WIN),
        Wdl::Loss => (score > -Score::MATE_BOUND).then_some(-Score::TABLE_WIN),
        _ => Some(draw),
    }
}

/// Returns `value`, that of a move to the position `next`, or a draw if `next` occurs for the third
/// time after positions with the keys `earlier`. A win is a draw, too, if a reply to it leads to a
/// third occurrence, but one that ranks above other draws.
fn with_repetitions(value: SyzygyValue, earlier: &[u64], next: &Board) -> SyzygyValue {
    let draw = |rank| SyzygyValue { rank, outcome: Some(Wdl::Draw) };
    if is_threefold(earlier, next) {
        return draw(0);
    }
    let keys = [earlier, &[next.key()]].concat();
    let can_reply = || next.legal_moves().iter().any(|&mv| is_threefold(&keys, &next.make(mv)));
    if value.rank > 0 && can_reply() { draw(1) } else { value }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;
    use crate::syzygy::tests::constant_table;

    /// Returns the settings with the tables of the tests.
    fn settings() -> SyzygySettings {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
        let tables = Some(Arc::new(Syzygy::open(path).expect("tables")));
        SyzygySettings { tables, ..SyzygySettings::default() }
    }

    #[test]
    fn wins_that_take_too_long_are_draws_only_under_the_fifty_move_rule() {
        let folder = TempDir::new().expect("a folder");
        let board: Board = "8/6p1/8/3k4/8/3K4/1P6/8 w - - 0 1".parse().unwrap();
        let draw = Score(-7);
        for (value, fifty_move_rule, score, bound) in [
            (3, true, draw, Bound::Exact),
            (3, false, Score::TABLE_WIN, Bound::Lower),
            (1, true, draw, Bound::Exact),
            (1, false, -Score::TABLE_WIN, Bound::Upper),
        ] {
            let table = constant_table("KPvKP", [value; 2]);
            fs::write(folder.path().join("KPvKP.rtbw"), table).expect("a file");
            let tables = Syzygy::open(folder.path().to_str().expect("UTF-8")).expect("a table");
            let tables = Some(Arc::new(tables));
            let settings =
                SyzygySettings { tables, fifty_move_rule, probe_depth: 5, ..Default::default() };
            let mut prober = Prober::new(&settings, true);
            let entry = prober.entry(&board, 5, draw).expect("a result");
            assert_eq!((entry.score, entry.bound), (score, Some(bound)));
            // The tables ignore the half-move clock.
            let later = "8/6p1/8/3k4/8/3K4/1P6/8 w - - 1 1".parse().unwrap();
            assert_eq!((prober.entry(&later, 5, draw), prober.hits.get()), (None, 1));
            // Positions with fewer pieces are probed at any depth.
            let kings = "8/8/8/3k4/8/3K4/8/8 w - - 0 1".parse().unwrap();
            assert_eq!(prober.entry(&board, 4, draw), None);
            assert!(prober.entry(&kings, 0, draw).is_some());
            let deepest = prober.entry(&kings, MAX_PLY as i32 - 1, draw).expect("a result");
            assert_eq!(deepest.depth, MAX_PLY as i32 - 1);
            // The moves lead to the same value for the other side.
            let keys = KeyHistory::new([], board.key());
            prober.rank_root(&board, &keys, &mut RootMoves::new(&board, &[]));
            assert_eq!(prober.covers(&board), value == 1 && !fifty_move_rule);
        }
    }

    #[test]
    fn wins_and_uncertain_results_without_distances_are_probed_further() {
        let settings = settings();
        for (fen, is_probed) in [
            ("8/8/4k3/8/8/8/8/BN2K3 w - - 0 1", true),
            ("8/8/4k3/8/8/8/8/BN2K3 b - - 0 1", false),
            // The fifty-move rule may spoil the result.
            ("8/8/4k3/8/8/8/8/BN2K3 b - - 1 1", true),
            ("r7/k7/8/K7/8/7R/8/8 w - - 0 1", false),
            ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", false),
        ] {
            let board: Board = fen.parse().unwrap();
            let mut prober = Prober::new(&settings, true);
            let mut moves = RootMoves::new(&board, &[]);
            let keys = KeyHistory::new([], board.key());
            prober.rank_root(&board, &keys, &mut moves);
            let hits = board.legal_moves().len() as u64;
            assert_eq!((prober.hits.get(), prober.covers(&board)), (hits, is_probed), "{fen}");
        }
    }

    #[test]
    fn repetitions_in_the_game_are_draws_whatever_the_tables_say() {
        let settings = settings();
        for (fen, played, mv, value) in [
            // The winner repeats, or lets the opponent do so.
            (
                "k7/8/8/8/8/8/1R6/K7 b - - 0 60",
                "a8a7 b2e2 a7a8 e2b2 a8a7 b2e2 a7a8",
                "e2b2",
                (0, Some(Wdl::Draw)),
            ),
            (
                "6R1/8/8/8/7k/8/8/5K2 w - - 0 60",
                "g8f8 h4h5 f8g8 h5h4 g8f8 h4h5",
                "f8g8",
                (1, Some(Wdl::Draw)),
            ),
            // The loser repeats.
            (
                "7k/8/8/K7/R7/8/8/8 w - - 60 60",
                "a4b4 h8h7 b4a4 h7h8 a5b6 h8h7 b6a5",
                "h7h8",
                (0, Some(Wdl::Draw)),
            ),
        ] {
            let mut board: Board = fen.parse().unwrap();
            let mut earlier = Vec::new();
            for mv in played.split(' ') {
                earlier.push(board.key());
                board = board.make(board.parse_move(mv).unwrap());
            }
            let repeating = board.parse_move(mv).unwrap();
            let mut moves = RootMoves::new(&board, &[]);
            let keys = KeyHistory::new(earlier, board.key());
            Prober::new(&settings, true).rank_root(&board, &keys, &mut moves);
            let found = moves.get(repeating).unwrap().syzygy_value.unwrap();
            assert_eq!((found.rank, found.outcome), value, "{fen}");
            let outcome = settings.tables.as_ref().and_then(|tables| tables.outcome(&board));
            let is_first = moves.moves().next() == Some(repeating);
            assert_eq!(is_first, outcome == Some(Wdl::Loss), "{fen}");
        }
    }

    #[test]
    fn only_mates_that_agree_with_the_tables_are_shown() {
        let [draw, mate, mated] = [Score(-7), Score::mate_in(5), Score::mated_in(4)];
        for (outcome, kept, shown) in
            [(Wdl::Win, mate, Score::TABLE_WIN), (Wdl::Loss, mated, -Score::TABLE_WIN)]
        {
            assert_eq!(score_of_outcome(outcome, kept, draw), None);
            assert_eq!(score_of_outcome(outcome, -kept, draw), Some(shown));
            assert_eq!(score_of_outcome(outcome, Score(30), draw), Some(shown));
        }
        for outcome in [Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin] {
            assert_eq!(score_of_outcome(outcome, mate, draw), Some(draw));
        }
    }

    #[test]
    fn root_moves_are_ranked_by_outcome_and_distance() {
        let settings = SyzygySettings::default();
        let prober = Prober::new(&settings, true);
        let rank = |(outcome, distance), clock, has_repeated| {
            prober.value(MoveValue { outcome, distance }, clock, has_repeated).rank
        };
        let worst_first = [
            (Wdl::Loss, 29),
            (Wdl::Loss, 30),
            (Wdl::Loss, 31),
            (Wdl::Loss, 60),
            (Wdl::BlessedLoss, 61),
            (Wdl::Draw, 0),
            (Wdl::CursedWin, 70),
            (Wdl::CursedWin, 61),
            (Wdl::Win, 60),
            (Wdl::Win, 59),
        ];
        assert!(worst_first.map(|value| rank(value, 40, false)).is_sorted_by(|a, b| a < b));
        // Wins and losses far from the fifty-move rule rank equal, wins only without a repetition.
        assert_eq!(rank((Wdl::Loss, 29), 40, false), rank((Wdl::Loss, 3), 40, false));
        assert_eq!(rank((Wdl::Win, 59), 40, false), rank((Wdl::Win, 3), 40, false));
        assert!(rank((Wdl::Win, 59), 40, true) < rank((Wdl::Win, 3), 40, true));
    }
}
