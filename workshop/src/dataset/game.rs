//! Games with the scores of their moves, and their records.
//!
//! A game takes 32 bytes, four more per move, and four zero bytes at its end:
//!
//! | bytes | contents |
//! |---|---|
//! | 28 | the first position, packed by [`pack`] |
//! | 2 | a score, unused and zero |
//! | 1 | the result: 0 Black won, 1 draw, 2 White won |
//! | 1 | unused and zero |
//! | 2 + 2 | a move, and its score in units of the evaluation from White's view, −32,768 if it has none |
//! | … | |
//! | 4 | zeros |
//!
//! Numbers are little-endian. A move has 6 bits for the from square, 6 for the to square (the
//! rook's square when castling), 2 for the promotion (knight, bishop, rook, queen) and 2 for the
//! kind (1 en passant, 2 castling, 3 promotion). A file is a sequence of games and nothing else.
//!
//! Source: *viriformat*, a format that trainers of several engines read. The tests compare with the
//! crate of that name.

use std::io::{self, Write};

use nunatak::board::Board;
use nunatak::types::{Color, Move, MoveKind, Outcome, Score};

use super::packed::{PACKED_BYTES, pack};

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

    /// Returns the number of moves with a score.
    pub fn scored_count(&self) -> usize {
        self.moves.iter().filter(|scored| scored.score != NO_SCORE).count()
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

/// Size of the header, the part before the moves, in bytes.
pub(super) const HEADER_BYTES: usize = PACKED_BYTES + 4;
/// Size of a move and its score in bytes.
pub(super) const MOVE_BYTES: usize = 4;
/// The bytes after the last move of a game.
pub(super) const TERMINATOR: [u8; MOVE_BYTES] = [0; MOVE_BYTES];

/// Shift of the two bits for the kind of a move.
const KIND_SHIFT: u32 = 14;
/// The bits of a move other than those for its kind.
const SQUARES_AND_PROMOTION: u16 = (1 << KIND_SHIFT) - 1;

impl Game {
    /// Writes the game's record.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(self.byte_count() as usize);
        bytes.extend_from_slice(&pack(&self.start));
        bytes.extend_from_slice(&[0, 0, self.outcome as u8, 0]);
        for &ScoredMove { mv, score } in &self.moves {
            bytes.extend_from_slice(&encode_move(mv).to_le_bytes());
            bytes.extend_from_slice(&score.to_le_bytes());
        }
        bytes.extend_from_slice(&TERMINATOR);
        out.write_all(&bytes)
    }

    /// Returns the size of the game's record in bytes.
    pub fn byte_count(&self) -> u64 {
        (HEADER_BYTES + MOVE_BYTES * self.moves.len() + TERMINATOR.len()) as u64
    }
}

/// Returns the recorded form of a move, in which the kinds have other numbers than in [`Move`].
fn encode_move(mv: Move) -> u16 {
    let code = match mv.kind() {
        MoveKind::Normal => 0,
        MoveKind::EnPassant => 1,
        MoveKind::Castling => 2,
        MoveKind::Promotion => 3,
    };
    mv.bits() & SQUARES_AND_PROMOTION | code << KIND_SHIFT
}

/// Returns the move that is recorded as `bits`, which need not be legal anywhere.
pub(super) fn decode_move(bits: u16) -> Move {
    let kind = match bits >> KIND_SHIFT {
        0 => MoveKind::Normal,
        1 => MoveKind::EnPassant,
        2 => MoveKind::Castling,
        _ => MoveKind::Promotion,
    };
    Move::from_bits(bits & SQUARES_AND_PROMOTION | (kind as u16) << KIND_SHIFT)
}
