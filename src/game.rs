//! A game as far as it was played, and how the rules end it.

use std::fmt;

use crate::board::Board;
use crate::types::{Color, Move, Outcome};

/// A position and the moves that led to it.
#[derive(Clone, Debug)]
pub struct GameLine {
    start: Board,
    moves: Vec<Move>,
    /// The keys of the positions before `board`, the oldest first.
    keys: Vec<u64>,
    board: Board,
}

/// Why the rules end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// This side has mated the other.
    Checkmate(Color),
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Fifty moves of each side without a capture or a pawn's move.
    FiftyMoves,
    /// The position occurs for the third time.
    Repetition,
    /// Neither side has the men to mate.
    InsufficientMaterial,
}

impl GameLine {
    /// A game of no moves yet, which begins with `start`.
    pub fn new(start: Board) -> Self {
        Self { start, moves: Vec::new(), keys: Vec::new(), board: start }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The position after the last move.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves, each legal after those before it.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of the positions before [`GameLine::board`], the oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How many plies were played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.keys.push(self.board.key());
        self.moves.push(mv);
        self.board = self.board.make(mv);
    }

    /// Takes the last move back, and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.keys.pop();
        self.board = self.moves.iter().fold(self.start, |board, &mv| board.make(mv));
        Some(last)
    }

    /// Why the game is over; `None` if it is not. A draw needs no claim.
    pub fn end(&self) -> Option<GameEnd> {
        let board = &self.board;
        if !board.has_legal_move() {
            let mated = board.in_check();
            let winner = !board.side_to_move();
            return Some(if mated { GameEnd::Checkmate(winner) } else { GameEnd::Stalemate });
        }
        let reach = usize::from(board.halfmove_clock());
        let earlier = self.keys.iter().rev().take(reach).filter(|&&key| key == board.key()).count();
        if earlier >= 2 {
            Some(GameEnd::Repetition)
        } else if board.is_fifty_move_draw() {
            Some(GameEnd::FiftyMoves)
        } else if board.is_insufficient_material() {
            Some(GameEnd::InsufficientMaterial)
        } else {
            None
        }
    }
}

impl GameEnd {
    /// The result.
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Checkmate(winner) => Outcome::win_of(winner),
            Self::Stalemate | Self::FiftyMoves | Self::Repetition | Self::InsufficientMaterial => {
                Outcome::Draw
            }
        }
    }
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate(_) => "checkmate",
            Self::Stalemate => "stalemate",
            Self::FiftyMoves => "fifty moves without capture or pawn move",
            Self::Repetition => "the same position for the third time",
            Self::InsufficientMaterial => "neither side can mate",
        })
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
    fn every_rule_ends_its_game() {
        let dance = "Nf3 Nf6 Ng1 Ng8 ";
        for (fen, moves, end) in [
            (START, "f3 e5 g4 Qh4#", Some(GameEnd::Checkmate(Color::Black))),
            (START, "f3 e5 g4", None),
            (START, &dance.repeat(2), Some(GameEnd::Repetition)),
            (START, dance, None),
            // The first position is another: there Black could still be hit en passant.
            ("4k3/8/8/3pP3/8/8/8/4K1N1 w - d6 0 1", "Nf3 Kd7 Ng1 Ke8 Nf3 Kd7 Ng1 Ke8", None),
            ("7k/4Q3/6K1/8/8/8/8/8 w - - 0 1", "Qf7", Some(GameEnd::Stalemate)),
            ("4k3/8/8/8/8/8/8/4K2R w - - 99 90", "Kd2", Some(GameEnd::FiftyMoves)),
            // Mate on the hundredth half-move counts.
            ("4k3/R7/4K3/8/8/8/8/8 w - - 99 90", "Ra8#", Some(GameEnd::Checkmate(Color::White))),
            ("4k3/8/8/8/8/8/3p4/4K1N1 w - - 9 1", "Kxd2", Some(GameEnd::InsufficientMaterial)),
        ] {
            assert_eq!(game(fen, moves).end(), end, "{fen} {moves}");
        }
    }

    #[test]
    fn undo_leads_back_to_the_start() {
        let mut line = game(START, "e4 e5 Nf3");
        let earlier = game(START, "e4 e5");
        assert!(line.undo().is_some());
        assert_eq!((line.board(), line.keys()), (earlier.board(), earlier.keys()));
        assert!(line.undo().is_some() && line.undo().is_some());
        assert_eq!((line.undo(), line.board(), line.ply()), (None, &Board::start(), 0));
    }
}
