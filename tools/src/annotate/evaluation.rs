//! The engine's view of a position.

use nunatak::board::Board;
use nunatak::game::{GameEnd, GameLine};
use nunatak::limits::Limits;
use nunatak::search::{LastReports, SearchControl, SearchReport, Searcher};
use nunatak::types::Move;
use nunatak::wdl::normalised;

use super::value::Value;

/// The maximum length of a line in plies, as in lichess's analyses.
pub(super) const MAX_LINE: usize = 12;

/// The value of a position and its principal variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The value.
    pub value: Value,
    /// The best lines, best first; none if the game is over.
    pub lines: Vec<Line>,
}

/// A line of moves and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The value.
    pub value: Value,
    /// The moves, at least one, each legal after those before it.
    pub moves: Vec<Move>,
}

impl Evaluation {
    /// Creates the evaluation with these lines; `None` without a line.
    pub fn new(lines: Vec<Line>) -> Option<Self> {
        let value = lines.first()?.value;
        Some(Self { value, lines })
    }

    /// Creates the evaluation of a game that is over.
    pub fn of_end(end: GameEnd) -> Self {
        let value = match end {
            GameEnd::Checkmate(winner) => Value::Mate { winner, moves: 0 },
            GameEnd::Stalemate
            | GameEnd::FiftyMoves
            | GameEnd::Repetition
            | GameEnd::InsufficientMaterial => Value::Centipawns(0),
        };
        Self { value, lines: Vec::new() }
    }

    /// Returns the best move; `None` if the game is over.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }
}

/// Number of consecutive positions that are searched, the last first, with the same transposition
/// table and histories.
///
/// Results of later positions bring the evaluations before and after a move closer together: the
/// mean difference at moves that the engine would play is halved. Each group starts as a new game,
/// so that an interrupted run can resume at any group.
pub const GROUP: usize = 8;

/// Searches the last position of a game that is not over. Returns `None` if `control` stopped the
/// search.
pub fn evaluate(
    game: &GameLine,
    searcher: &mut Searcher,
    limits: &Limits,
    control: &SearchControl,
) -> Option<Evaluation> {
    let board = game.board();
    let mut last = LastReports::default();
    searcher.search(board, game.earlier(), limits, control, &mut last);
    if control.is_stopped() {
        return None;
    }
    Evaluation::new(last.lines().iter().filter_map(|report| line(board, report)).collect())
}

/// Returns the line that a report on `board` states; `None` if it has no move.
fn line(board: &Board, report: &SearchReport) -> Option<Line> {
    let value = Value::new(normalised(report.score, board), board.side_to_move());
    let moves: Vec<Move> = report.pv.iter().copied().take(MAX_LINE).collect();
    (!moves.is_empty()).then_some(Line { value, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation(searcher: &mut Searcher, fen: &str, lines: usize) -> Option<Evaluation> {
        searcher.multi_pv = lines;
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let game = GameLine::new(fen.parse().unwrap());
        evaluate(&game, searcher, &limits, &SearchControl::default())
    }

    const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

    #[test]
    fn lines_are_sorted_and_legal() {
        let mut searcher = Searcher::new(1).unwrap();
        let found = evaluation(&mut searcher, MATE_IN_ONE, 3).unwrap();
        assert_eq!((found.value.to_string().as_str(), found.lines.len()), ("#1", 3));
        let board: Board = MATE_IN_ONE.parse().unwrap();
        assert_eq!(found.best(), board.parse_san("Ra8#").ok());
        assert!(found.lines.is_sorted_by_key(|line| -line.value.centipawns()));
        for line in &found.lines {
            assert!(line.moves.len() <= MAX_LINE);
            line.moves.iter().fold(board, |board, &mv| {
                assert!(board.is_legal(mv));
                board.make(mv)
            });
        }
    }

    #[test]
    fn long_lines_are_cut() {
        // A mate in eleven moves by the endgame tables.
        let rook = "8/8/8/8/8/3k4/8/R3K3 w - - 0 1";
        let found = evaluation(&mut Searcher::new(1).unwrap(), rook, 1).unwrap();
        assert_eq!(
            (found.value.to_string().as_str(), found.lines[0].moves.len()),
            ("#11", MAX_LINE)
        );
    }

    #[test]
    fn repetitions_of_the_game_are_known() {
        let mut game = GameLine::new(Board::start());
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
            game.play(game.board().parse_move(mv).unwrap());
        }
        let back = game.board().parse_move("f6g8").unwrap();
        let limits = Limits { nodes: Some(1_000), search_moves: vec![back], ..Limits::default() };
        let mut searcher = Searcher::new(1).unwrap();
        let found = evaluate(&game, &mut searcher, &limits, &SearchControl::default()).unwrap();
        assert_eq!(found.value, Value::Centipawns(0));
    }

    #[test]
    fn a_stopped_search_has_no_result() {
        let control = SearchControl::default();
        control.stop();
        let mut searcher = Searcher::new(1).unwrap();
        let game = GameLine::new(Board::start());
        assert_eq!(evaluate(&game, &mut searcher, &Limits::default(), &control), None);
    }
}
