//! A game that has been read, and the reasons why one cannot be.

use std::io;

use nunatak::board::{Board, FenCorrection, FenError, MoveError};
use nunatak::game::GameLine;
use nunatak::types::{Move, Outcome};
use thiserror::Error;

use crate::pgn::annotations::Annotations;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// The position before the first move.
    pub start: Board,
    /// The corrections of its FEN.
    pub corrections: Vec<FenCorrection>,
    /// The moves, each legal, up to the limit of the reader.
    pub moves: Vec<Move>,
    /// The outcome; `None` if the game is unfinished or its outcome is unknown.
    pub outcome: Option<Outcome>,
    /// Tags and notes; none unless the reader keeps them.
    pub annotations: Annotations,
}

impl PgnGame {
    /// Returns the moves with the positions that they lead to.
    pub fn line(&self) -> GameLine {
        let mut line = GameLine::new(self.start);
        self.moves.iter().for_each(|&mv| line.play(mv));
        line
    }

    /// Returns the value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.annotations.tag(name)
    }
}

/// The maximum nesting depth of variations.
pub(super) const MAX_DEPTH: usize = 100;

/// An error of the reader.
#[derive(Debug, Error)]
pub enum PgnError {
    /// An input error; no further game follows.
    #[error("line {line}: {error}")]
    Io {
        /// The line number, from 1.
        line: u64,
        /// The error of the input.
        error: io::Error,
    },
    /// An invalid game; the next one follows.
    #[error("game {game}, line {line}: {fault}")]
    Game {
        /// The number of the game, from 1.
        game: u64,
        /// The line number of the fault, from 1.
        line: u64,
        /// The reason why the game is invalid.
        fault: PgnFault,
        /// The text of the game with the text before it, if the reader keeps annotations.
        text: String,
    },
}

/// Reasons why a game is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnFault {
    /// Text in brackets that is not a tag.
    #[error("'{0}' is not a tag; expected one such as [Event \"name\"]")]
    Tag(String),
    /// A chess variant with other rules.
    #[error("variant '{0}' is not supported; expected standard chess or Chess960")]
    Variant(String),
    /// An invalid start position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An illegal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A null move outside a variation.
    #[error("the null move '{0}' cannot be played in a game, only in a variation")]
    NullMove(String),
    /// Moves of a game without a FEN that do not begin with the first.
    #[error("a game without a FEN begins with move 1, not {0}")]
    LateBeginning(u32),
    /// A comment without an end.
    #[error("a comment is not closed")]
    OpenComment,
    /// A variation without an end.
    #[error("a variation is not closed")]
    OpenVariation,
    /// The end of a variation without a beginning.
    #[error("')' without '('")]
    UnmatchedParenthesis,
    /// A variation before the first move, where there is no move to replace.
    #[error("a variation begins before the first move")]
    EarlyVariation,
    /// Variations that are nested too deep.
    #[error("variations are nested more than {MAX_DEPTH} deep")]
    DeepVariation,
}
