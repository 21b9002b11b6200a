//! Reads recorded games, and checks that every position and move is legal.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

use nunatak::board::Board;
use nunatak::types::{Move, Outcome};
use thiserror::Error;

use super::game::{Game, HEADER_BYTES, MOVE_BYTES, ScoredMove, TERMINATOR, decode_move};
use super::packed::{PackedError, unpack};

/// Size of the buffer for a file in bytes.
const BUFFER_BYTES: usize = 1 << 20;

/// Reasons why a game record is invalid.
#[derive(Debug, Error)]
pub enum GameError {
    /// The source could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The source ends before the game does.
    #[error("the file ends inside the game at byte {offset}{}", hint(*offset))]
    Truncated {
        /// The offset of the game in bytes.
        offset: u64,
    },
    /// The first position is illegal.
    #[error("the game at byte {offset} starts from an illegal position: {reason}{}", hint(*offset))]
    Start {
        /// The offset of the game in bytes.
        offset: u64,
        /// The reason why the position is illegal.
        reason: PackedError,
    },
    /// The result code is unknown.
    #[error("the game at byte {offset} has the result {code}, expected 0, 1 or 2{}", hint(*offset))]
    Outcome {
        /// The offset of the game in bytes.
        offset: u64,
        /// The recorded result.
        code: u8,
    },
    /// A move is illegal.
    #[error("move {number} of the game at byte {offset}, {mv:?}, is illegal in {board}")]
    Move {
        /// The offset of the game in bytes.
        offset: u64,
        /// The number of the move in the game, counted from 1.
        number: usize,
        /// The move.
        mv: Move,
        /// The position before the move.
        board: Box<Board>,
    },
}

/// Returns the likely reason if the first game of a file is no game.
fn hint(offset: u64) -> &'static str {
    if offset == 0 { "; perhaps the file does not hold games in viriformat" } else { "" }
}

/// An iterator over recorded games, which ends after an error: where the next game starts is then
/// unknown.
#[derive(Debug)]
pub struct GameReader<R> {
    source: R,
    offset: u64,
    is_finished: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a file of games.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self::new(BufReader::with_capacity(BUFFER_BYTES, File::open(path)?)))
    }
}

impl<R: Read> GameReader<R> {
    /// Creates a reader of `source`, which should be buffered.
    pub fn new(source: R) -> Self {
        Self { source, offset: 0, is_finished: false }
    }

    /// Returns the size of all games read so far in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read_game(&mut self) -> Result<Option<Game>, GameError> {
        let offset = self.offset;
        let mut header = [0; HEADER_BYTES];
        if !self.fill(&mut header)? {
            return Ok(None);
        }
        let [packed @ .., _, _, code, _] = header;
        let start = unpack(&packed).map_err(|reason| GameError::Start { offset, reason })?;
        let outcome =
            *Outcome::ALL.get(usize::from(code)).ok_or(GameError::Outcome { offset, code })?;
        let moves = self.read_moves(start)?;
        let game = Game { start, moves, outcome };
        self.offset += game.byte_count();
        Ok(Some(game))
    }

    fn read_moves(&mut self, mut board: Board) -> Result<Vec<ScoredMove>, GameError> {
        let offset = self.offset;
        let mut moves = Vec::new();
        loop {
            let mut bytes = [0; MOVE_BYTES];
            if !self.fill(&mut bytes)? {
                return Err(GameError::Truncated { offset });
            }
            if bytes == TERMINATOR {
                return Ok(moves);
            }
            let [m0, m1, s0, s1] = bytes;
            let mv = decode_move(u16::from_le_bytes([m0, m1]));
            if !board.is_legal(mv) {
                let number = moves.len() + 1;
                return Err(GameError::Move { offset, number, mv, board: Box::new(board) });
            }
            moves.push(ScoredMove { mv, score: i16::from_le_bytes([s0, s1]) });
            board = board.make(mv);
        }
    }

    /// Fills `bytes` from the source; returns `false` if the source ends before the first of them.
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
        if self.is_finished {
            return None;
        }
        let game = self.read_game().transpose();
        self.is_finished = !matches!(game, Some(Ok(_)));
        game
    }
}
