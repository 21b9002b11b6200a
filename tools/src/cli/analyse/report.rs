//! The report of `analyse` in JSON.

use std::fmt;

use nunatak::board::Board;
use nunatak::game::{GameEnd, GameLine};
use nunatak::search::{LastReports, SearchObserver, SearchReport, SearchResult};
use nunatak::text::counted;
use nunatak::tt::Bound;
use nunatak::types::Outcome;
use serde::Serialize;

use crate::cli::json::{ChancesFields, ScoreFields, milliseconds, side};

/// An analysis. Scores are from the view of the side to move.
#[derive(Default, Serialize)]
pub(super) struct AnalysisReport {
    fen: String,
    side_to_move: String,
    /// The rule that has ended the game.
    game_end: Option<&'static str>,
    /// The best move and the expected reply in coordinate notation.
    best_move: Option<String>,
    best_move_san: Option<String>,
    reply: Option<String>,
    nodes: u64,
    time_ms: u64,
    nodes_per_second: u64,
    /// The number of moves within which a search for a mate by any move has shown that there is
    /// none.
    no_mate_in: Option<usize>,
    /// The final principal variations, best first.
    lines: Vec<LineReport>,
    /// The results of the search in order, each different from the last one of its line.
    history: Vec<LineReport>,
}

/// A principal variation.
#[derive(Serialize)]
struct LineReport {
    rank: usize,
    depth_plies: usize,
    selective_depth_plies: usize,
    #[serde(flatten)]
    score: ScoreFields,
    /// Whether the score is exact, or a bound.
    bound: &'static str,
    #[serde(flatten)]
    chances: ChancesFields,
    nodes: u64,
    time_ms: u64,
    /// The moves in coordinate notation.
    moves: Vec<String>,
    moves_san: Vec<String>,
}

impl AnalysisReport {
    /// Creates the report on the position of a finished game, which is not searched.
    pub(super) fn without_search(game: &GameLine) -> Self {
        Self {
            fen: game.board().to_string(),
            side_to_move: side(game.board().side_to_move()),
            game_end: game.end().map(GameEnd::name),
            ..Self::default()
        }
    }

    /// Creates the report on a search with its `result` and all that it reported.
    pub(super) fn new(game: &GameLine, result: &SearchResult, history: History) -> Self {
        let board = game.board();
        let throughput = result.report.throughput();
        let reply = result.best.zip(result.ponder);
        Self {
            best_move: result.best.map(|best| board.move_text(best, false)),
            best_move_san: result.best.map(|best| board.san(best)),
            reply: reply.map(|(best, reply)| board.make(best).move_text(reply, false)),
            nodes: throughput.nodes,
            time_ms: milliseconds(throughput.elapsed),
            nodes_per_second: throughput.nodes_per_second(),
            no_mate_in: history.ruled_out.filter(|it| !it.is_partial).map(|it| it.moves),
            lines: history.lines().iter().map(|report| LineReport::new(board, report)).collect(),
            history: history.reports,
            ..Self::without_search(game)
        }
    }
}

impl LineReport {
    /// Creates the part of the report on `board` that tells what a search reported.
    fn new(board: &Board, report: &SearchReport) -> Self {
        let mut next = *board;
        let (mut moves, mut moves_san) = (Vec::new(), Vec::new());
        for &mv in &report.pv {
            moves.push(next.move_text(mv, false));
            moves_san.push(next.san(mv));
            next = next.make(mv);
        }
        Self {
            rank: report.number,
            depth_plies: report.depth,
            selective_depth_plies: report.selective_depth,
            score: ScoreFields::new(report.score, board),
            bound: match report.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            chances: report.chances(board).into(),
            nodes: report.nodes,
            time_ms: milliseconds(report.elapsed),
            moves,
            moves_san,
        }
    }
}

/// Whether the game is over and every legal move, if any, draws too: after a repetition or fifty
/// moves, a move may play on.
pub(super) fn needs_no_search(game: &GameLine) -> bool {
    let draws = |&mv| {
        let mut next = game.clone();
        next.play(mv);
        next.end().is_some_and(|end| end.outcome() == Outcome::Draw)
    };
    game.end().is_some() && game.board().legal_moves().iter().all(draws)
}

/// The mates that a search has ruled out.
#[derive(Clone, Copy)]
pub(super) struct NoMate {
    /// The number of moves within which there is none.
    pub(super) moves: usize,
    /// Whether only some of the legal moves were searched.
    pub(super) is_partial: bool,
}

impl fmt::Display for NoMate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.is_partial { " by these moves" } else { "" };
        write!(f, "no mate in {}{by}", counted(self.moves, "move"))
    }
}

/// An observer that keeps the reports of a search that differ from the last one of their line.
pub(super) struct History<'a> {
    board: &'a Board,
    reports: Vec<LineReport>,
    last: LastReports,
    /// The mates that a search has ruled out.
    pub(super) ruled_out: Option<NoMate>,
}

impl<'a> History<'a> {
    /// Creates an empty history of a search of `board`.
    pub(super) fn new(board: &'a Board) -> Self {
        Self { board, reports: Vec::new(), last: LastReports::default(), ruled_out: None }
    }

    /// Returns the last report of each line as the search made it, best first.
    pub(super) fn lines(&self) -> &[SearchReport] {
        self.last.lines()
    }
}

impl SearchObserver for History<'_> {
    fn report(&mut self, report: &SearchReport) {
        if self.last.update(report) {
            self.reports.push(LineReport::new(self.board, report));
        }
    }

    fn mate_ruled_out(&mut self, moves: usize, is_partial: bool) {
        self.ruled_out = Some(NoMate { moves, is_partial });
    }
}
