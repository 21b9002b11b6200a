//! A game in progress, and the rules that end it.

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::board::{Board, is_threefold};
use crate::types::{Color, Move, Outcome};

/// A start position, the moves played from it, and the positions after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    moves: Vec<Move>,
    /// The positions before `board`, oldest first.
    earlier: Vec<Board>,
    board: Board,
}

/// The rule that ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// Checkmate by this side.
    Checkmate(Color),
    /// No legal move, and not in check.
    Stalemate,
    /// Fifty moves by each side without a capture or pawn move.
    FiftyMoves,
    /// The third occurrence of the position.
    Repetition,
    /// Too little material on both sides to give mate.
    InsufficientMaterial,
}

impl GameLine {
    /// Creates a game without moves.
    pub fn new(start: Board) -> Self {
        Self { moves: Vec::new(), earlier: Vec::new(), board: start }
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &Board {
        self.earlier.first().unwrap_or(&self.board)
    }

    /// Returns the position after the last move.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the moves, each legal after those before it.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the positions before [`GameLine::board`], oldest first.
    pub fn earlier(&self) -> &[Board] {
        &self.earlier
    }

    /// Returns the number of plies played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.earlier.push(self.board);
        self.moves.push(mv);
        self.board = self.board.make(mv);
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        self.board = self.earlier.pop()?;
        self.moves.pop()
    }

    /// Plays random legal moves until `plies` have been played in all or, in half of the cases, one
    /// more, so that either side may be to move; fewer if there is no legal move before.
    pub fn play_random_moves(&mut self, plies: usize, random: &mut StdRng) {
        let plies = plies + usize::from(random.random::<bool>());
        while self.ply() < plies
            && let Some(&mv) = self.board.legal_moves().choose(random)
        {
            self.play(mv);
        }
    }

    /// Returns the rule that has ended the game; `None` if it goes on. Draws need no claim.
    pub fn end(&self) -> Option<GameEnd> {
        let board = &self.board;
        if !board.has_legal_move() {
            let winner = !board.side_to_move();
            let is_mate = board.in_check();
            return Some(if is_mate { GameEnd::Checkmate(winner) } else { GameEnd::Stalemate });
        }
        let keys: Vec<u64> = self.earlier.iter().map(Board::key).collect();
        let draws = [
            (board.is_insufficient_material(), GameEnd::InsufficientMaterial),
            (is_threefold(&keys, board), GameEnd::Repetition),
            (board.is_fifty_move_draw(), GameEnd::FiftyMoves),
        ];
        draws.into_iter().find_map(|(is_drawn, end)| is_drawn.then_some(end))
    }
}

impl GameEnd {
    /// Returns the name of the rule.
    pub fn name(self) -> &'static str {
        match self {
            Self::Checkmate(_) => "checkmate",
            Self::Stalemate => "stalemate",
            Self::FiftyMoves => "fifty-move rule",
            Self::Repetition => "threefold repetition",
            Self::InsufficientMaterial => "insufficient material",
        }
    }

    /// Returns the outcome of the game.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Checkmate(winner) => Outcome::win_of(winner),
            _ => Outcome::Draw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> GameLine {
        let mut game = GameLine::new(fen.parse().unwrap());
        for text in moves.split_whitespace() {
            game.play(game.board().parse_san(text).unwrap());
        }
        game
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn games_end_by_every_rule() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
        for (fen, moves, end) in [
            (START, "f3 e5 g4 Qh4#", Some(GameEnd::Checkmate(Color::Black))),
            (START, "f3 e5 g4", None),
            (START, &shuffle.repeat(2), Some(GameEnd::Repetition)),
            (START, shuffle, None),
            // In the first position, Black's pawn can still be captured en passant.
            ("4k3/8/8/3pP3/8/8/8/4K1N1 w - d6 0 1", "Nf3 Kd7 Ng1 Ke8 Nf3 Kd7 Ng1 Ke8", None),
            ("7k/4Q3/6K1/8/8/8/8/8 w - - 0 1", "Qf7", Some(GameEnd::Stalemate)),
            ("4k3/8/8/8/8/8/8/4K2R w - - 99 90", "Kd2", Some(GameEnd::FiftyMoves)),
            // Mate takes precedence over the fifty-move rule.
            ("4k3/R7/4K3/8/8/8/8/8 w - - 99 90", "Ra8#", Some(GameEnd::Checkmate(Color::White))),
            ("4k3/8/8/8/8/8/3p4/4K1N1 w - - 9 1", "Kxd2", Some(GameEnd::InsufficientMaterial)),
            // The game was over before.
            ("4k3/8/8/8/8/8/8/4K1N1 w - - 99 90", "Kd2", Some(GameEnd::InsufficientMaterial)),
        ] {
            assert_eq!(game(fen, moves).end(), end, "{fen} {moves}");
        }
    }

    #[test]
    fn undo_restores_each_earlier_position() {
        let mut line = game(START, "e4 e5 Nf3");
        let earlier = game(START, "e4 e5");
        assert!(line.undo().is_some());
        assert_eq!((line.board(), line.earlier()), (earlier.board(), earlier.earlier()));
        assert!(line.undo().is_some() && line.undo().is_some());
        assert_eq!((line.undo(), line.board(), line.ply()), (None, &Board::start(), 0));
    }
}
