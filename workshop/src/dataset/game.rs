//! Recorded games, and their compact binary form.
//!
//! A game is 32 bytes, four more for each move, and four zero bytes at its end:
//!
//! | bytes | what |
//! |---|---|
//! | 28 | the first position, as [`Board::to_packed`] has it |
//! | 2 | unused here: a score |
//! | 1 | the result: 0 Black won, 1 a draw, 2 White won |
//! | 1 | unused here |
//! | 2 + 2 | a move, and the score that its search found in centipawns from White's view |
//! | … | |
//! | 4 | zeros |
//!
//! All numbers are little-endian. A move is 6 bits of origin, 6 of target (for castling the rook's
//! square), 2 of promotion (knight to queen), and 2 of kind: 1 en passant, 2 castling, 3 promotion.
//! Games stand one after the other, nothing before, between or behind them. This is *viriformat*,
//! which other engines' trainers read. Source: the crate `viriformat`, which the tests compare with.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::Path;

use thiserror::Error;

use nunatak::board::{Board, PACKED_BYTES, PackedError};
use nunatak::types::{Move, MoveKind, Outcome};

/// The bytes before the moves.
const HEADER_BYTES: usize = 32;
/// Where the header has the result.
const OUTCOME_BYTE: usize = PACKED_BYTES + 2;
/// The bytes of a move and its score.
const MOVE_BYTES: usize = 4;

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The position before the first move.
    pub start: Board,
    /// The moves, each legal after those before it.
    pub moves: Vec<ScoredMove>,
    /// The result.
    pub outcome: Outcome,
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// What its search found, in centipawns from White's view; mates as [`nunatak::types::Score`] has
    /// them.
    pub score: i16,
}

/// A position of a recorded game, and what was played there.
#[derive(Clone, Debug)]
pub struct Position {
    /// The position.
    pub board: Board,
    /// The move that was played.
    pub mv: Move,
    /// Its score in centipawns from White's view.
    pub score: i16,
}

impl Game {
    /// The positions before each move, in their order.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.moves.iter().scan(self.start, |next, &ScoredMove { mv, score }| {
            let board = *next;
            *next = board.make(mv);
            Some(Position { board, mv, score })
        })
    }

    /// Writes the game.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + MOVE_BYTES * (self.moves.len() + 1));
        bytes.extend_from_slice(&self.start.to_packed());
        bytes.extend_from_slice(&[0, 0, self.outcome as u8, 0]);
        for &ScoredMove { mv, score } in &self.moves {
            bytes.extend_from_slice(&to_recorded(mv).to_le_bytes());
            bytes.extend_from_slice(&score.to_le_bytes());
        }
        bytes.extend_from_slice(&[0; MOVE_BYTES]);
        out.write_all(&bytes)
    }

    /// The bytes that the game takes.
    pub fn byte_count(&self) -> u64 {
        (HEADER_BYTES + MOVE_BYTES * (self.moves.len() + 1)) as u64
    }
}

/// Why bytes are not recorded games.
#[derive(Debug, Error)]
pub enum GameError {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file ends within a game.
    #[error("the file ends within the game that begins at byte {offset}")]
    Truncated {
        /// Where the game begins.
        offset: u64,
    },
    /// The first position is not legal.
    #[error("the game at byte {offset} begins with no legal position: {reason}")]
    Start {
        /// Where the game begins.
        offset: u64,
        /// What is wrong with it.
        reason: PackedError,
    },
    /// The result is none.
    #[error("the game at byte {offset} has the result {code}, expected 0 to 2")]
    Outcome {
        /// Where the game begins.
        offset: u64,
        /// What stands there.
        code: u8,
    },
    /// A move is not legal.
    #[error("move {number} of the game at byte {offset}, {mv:?}, is not legal in {board}")]
    Move {
        /// Where the game begins.
        offset: u64,
        /// Which move, from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// Where it was to be played.
        board: Box<Board>,
    },
}

/// Reads games one after the other. After an error it ends: where the next game begins is unknown.
#[derive(Debug)]
pub struct GameReader<R> {
    source: R,
    offset: u64,
    is_over: bool,
}

impl GameReader<BufReader<File>> {
    /// Reads the games of a file.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::new(BufReader::with_capacity(1 << 20, File::open(path)?)))
    }
}

impl<R: Read> GameReader<R> {
    /// Reads the games of `source`, which should be buffered.
    pub fn new(source: R) -> Self {
        Self { source, offset: 0, is_over: false }
    }

    /// How many bytes the games read so far have taken.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read(&mut self) -> Result<Option<Game>, GameError> {
        let offset = self.offset;
        let mut header = [0; HEADER_BYTES];
        if !self.fill(&mut header)? {
            return Ok(None);
        }
        let mut packed = [0; PACKED_BYTES];
        packed.copy_from_slice(&header[..PACKED_BYTES]);
        let start =
            Board::from_packed(&packed).map_err(|reason| GameError::Start { offset, reason })?;
        let code = header[OUTCOME_BYTE];
        let outcome =
            *Outcome::ALL.get(usize::from(code)).ok_or(GameError::Outcome { offset, code })?;
        let moves = self.read_moves(&start)?;
        let game = Game { start, moves, outcome };
        self.offset += game.byte_count();
        Ok(Some(game))
    }

    fn read_moves(&mut self, start: &Board) -> Result<Vec<ScoredMove>, GameError> {
        let offset = self.offset;
        let mut board = *start;
        let mut moves = Vec::new();
        loop {
            let mut bytes = [0; MOVE_BYTES];
            if !self.fill(&mut bytes)? {
                return Err(GameError::Truncated { offset });
            }
            if bytes == [0; MOVE_BYTES] {
                return Ok(moves);
            }
            let [m0, m1, s0, s1] = bytes;
            let mv = from_recorded(u16::from_le_bytes([m0, m1]));
            if !board.is_legal(mv) {
                let number = moves.len() + 1;
                return Err(GameError::Move { offset, number, mv, board: Box::new(board) });
            }
            moves.push(ScoredMove { mv, score: i16::from_le_bytes([s0, s1]) });
            board = board.make(mv);
        }
    }

    /// Fills `bytes`. Returns `false` if there is nothing left.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<bool, GameError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.source.read(bytes.get_mut(filled..).unwrap_or_default()) {
                Ok(0) if filled == 0 => return Ok(false),
                Ok(0) => return Err(GameError::Truncated { offset: self.offset }),
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<Game, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.read().transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}

/// The bits below a move's kind.
const KIND_SHIFT: u32 = 14;

/// The recorded form of a move, which differs from [`Move`] in the order of the kinds.
fn to_recorded(mv: Move) -> u16 {
    let code = match mv.kind() {
        MoveKind::Normal => 0,
        MoveKind::EnPassant => 1,
        MoveKind::Castling => 2,
        MoveKind::Promotion => 3,
    };
    mv.bits() & !(3 << KIND_SHIFT) | code << KIND_SHIFT
}

/// The inverse of [`to_recorded`], of any 16 bits.
fn from_recorded(bits: u16) -> Move {
    let kind = match bits >> KIND_SHIFT {
        0 => MoveKind::Normal,
        1 => MoveKind::EnPassant,
        2 => MoveKind::Castling,
        _ => MoveKind::Promotion,
    };
    Move::from_bits(bits & !(3 << KIND_SHIFT) | (kind as u16) << KIND_SHIFT)
}
