//! Points for moves, as in the Strategic Test Suite (STS).

use nunatak::board::{Board, MoveError};
use nunatak::text::counted;
use nunatak::types::Move;
use thiserror::Error;

/// Moves and the points for playing them; all other moves get none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points(Vec<(Move, u32)>);

/// Reasons why the points of a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PointsError {
    /// A move that is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A part of `c0` that is not a move with its points.
    #[error("c0: '{0}' is not a move with points such as 'Nf3=10'")]
    Pair(String),
    /// Different numbers of points in `c8` and of moves in `c9` or `c7`.
    #[error(
        "c8: {} for {}, expected one for each move",
        counted(*points, "number"),
        counted(*moves, "move")
    )]
    Count {
        /// The number of points.
        points: usize,
        /// The number of moves.
        moves: usize,
    },
}

impl Points {
    /// Parses the text of `c0`: pairs such as `f5=10, Be5+=2`. A text without a legal move and its
    /// points is a comment and gives no points.
    pub(super) fn of_pairs(board: &Board, text: &str) -> Result<Self, PointsError> {
        let parts = || text.split([',', ' ']).filter(|part| !part.is_empty());
        let split = |part: &'_ str| -> Option<(String, u32)> {
            let (mv, points) = part.rsplit_once('=')?;
            Some((mv.to_owned(), points.parse().ok()?))
        };
        let is_legal_pair = |part| split(part).is_some_and(|(mv, _)| board.read_move(&mv).is_ok());
        if !parts().any(is_legal_pair) {
            return Ok(Self::default());
        }
        let read = |part: &str| {
            let (mv, points) = split(part).ok_or_else(|| PointsError::Pair(part.to_owned()))?;
            Ok((board.read_move(&mv)?, points))
        };
        Ok(Self(parts().map(read).collect::<Result<_, PointsError>>()?))
    }

    /// Parses the points of `c8`, such as `10 2`, and the moves to which they belong, such as
    /// `f4f5 d4e5`. Texts that are not numbers or have no legal move are comments and give no
    /// points.
    pub(super) fn of_lists(board: &Board, points: &str, moves: &str) -> Result<Self, PointsError> {
        let points: Option<Vec<u32>> =
            points.split_whitespace().map(|it| it.parse().ok()).collect();
        let moves: Vec<_> = moves.split_whitespace().map(|mv| board.read_move(mv)).collect();
        let Some(points) = points.filter(|_| moves.iter().any(Result::is_ok)) else {
            return Ok(Self::default());
        };
        if points.len() != moves.len() {
            return Err(PointsError::Count { points: points.len(), moves: moves.len() });
        }
        let moves = moves.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok(Self(moves.into_iter().zip(points).collect()))
    }

    /// Whether no move gets points.
    pub fn is_empty(&self) -> bool {
        self.max() == 0
    }

    /// Returns the points for playing `mv`.
    pub fn of(&self, mv: Option<Move>) -> u32 {
        self.0.iter().find(|(known, _)| Some(*known) == mv).map_or(0, |&(_, points)| points)
    }

    /// Returns the most points that a move gets.
    pub fn max(&self) -> u32 {
        self.0.iter().map(|&(_, points)| points).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - - 0 1".parse().unwrap()
    }

    fn of(points: &Points, mv: &str) -> u32 {
        points.of(Some(board().parse_move(mv).unwrap()))
    }

    #[test]
    fn both_forms_give_the_same_points() {
        let board = board();
        let points = Points::of_pairs(&board, "f5=10, Be5+=2,Bf2=3 Bg4=2,").unwrap();
        let moves = ["f4f5", "d4e5", "d4f2", "f3g4", "d4h8"];
        assert_eq!(moves.map(|mv| of(&points, mv)), [10, 2, 3, 2, 0]);
        assert_eq!((points.max(), points.of(None)), (10, 0));
        for moves in ["f4f5 d4e5 d4f2 f3g4", "f5 Be5+ Bf2 Bg4"] {
            assert_eq!(Points::of_lists(&board, "10 2 3 2", moves).as_ref(), Ok(&points));
        }
        let promotion: Board = "8/4P1k1/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
        let points = Points::of_pairs(&promotion, "e8=Q=10, e8=R=4").unwrap();
        let mv = promotion.parse_move("e7e8r").unwrap();
        assert_eq!((points.of(Some(mv)), points.max()), (4, 10));
    }

    #[test]
    fn comments_give_no_points() {
        let board = board();
        for text in ["", "f5", "f5 wins, Elo=2000", "e8=Q", "=", "=10", "a comment; f5 = 10"] {
            assert_eq!(Points::of_pairs(&board, text), Ok(Points::default()), "{text}");
        }
        for (points, moves) in [("10", ""), ("ten", "f5"), ("10 2", "White is better"), ("", "")] {
            assert_eq!(Points::of_lists(&board, points, moves), Ok(Points::default()), "{points}");
        }
    }

    #[test]
    fn mistakes_in_points_are_errors() {
        let board = board();
        for (text, part) in [("f5=10, Ra9=3", "'Ra9'"), ("f5=10, Bf2=x", "c0: 'Bf2=x'")] {
            let error = Points::of_pairs(&board, text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        let error = Points::of_lists(&board, "10 2", "f5").unwrap_err().to_string();
        assert_eq!(error, "c8: 2 numbers for 1 move, expected one for each move");
        let error = Points::of_lists(&board, "10 2", "f5 Ra9").unwrap_err();
        assert!(matches!(error, PointsError::Move(_)));
    }
}
