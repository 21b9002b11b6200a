//! Games with the search score of each move.

use nunatak::board::Board;
use nunatak::types::{Color, Move, Outcome, Score};

/// The score of a move that was played without a search. No filter keeps its position.
pub const NO_SCORE: i16 = i16::MIN;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The position before the first move.
    pub start: Board,
    /// The moves, each legal after those before it.
    pub moves: Vec<ScoredMove>,
    /// The result.
    pub outcome: Outcome,
}

/// A played move and the score of the search that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score in units of the evaluation from White's view; mate scores are those of [`Score`].
    /// [`NO_SCORE`] if there is none.
    pub score: i16,
}

/// A position of a recorded game, and the move played there.
#[derive(Clone, Debug)]
pub struct Position {
    /// The position before the move.
    pub board: Board,
    /// The move.
    pub mv: Move,
    /// The score of the move from White's view, as in [`ScoredMove::score`].
    pub score: i16,
}

impl Game {
    /// Returns the position before each move, in order.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.moves.iter().scan(self.start, |next, &ScoredMove { mv, score }| {
            let board = *next;
            *next = board.make(mv);
            Some(Position { board, mv, score })
        })
    }
}

impl Position {
    /// Returns the number of plies before the position, from its move number.
    pub fn ply(&self) -> usize {
        2 * (usize::from(self.board.fullmove_number()) - 1) + self.board.side_to_move().index()
    }

    /// Whether the move has a score.
    pub fn has_score(&self) -> bool {
        self.score != NO_SCORE
    }

    /// Whether the score is that of a mate.
    pub fn is_mate(&self) -> bool {
        self.has_score() && Score(self.score.into()).is_mate()
    }
}

/// Converts a score from the view of the side to move to White's view, or the reverse.
pub fn white_view(board: &Board, score: Score) -> Score {
    if board.side_to_move() == Color::White { score } else { -score }
}
