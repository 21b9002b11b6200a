//! A game that has been read, and the reasons why one cannot be.

use std::io;

use thiserror::Error;

use crate::board::{Board, FenError, MoveError};
use crate::types::{Move, Outcome};

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// The position before the first move.
    pub start: Board,
    /// The moves, each legal, up to the limit of the reader.
    pub moves: Vec<Move>,
    /// The outcome; `None` if the game is unfinished or its outcome is unknown.
    pub outcome: Option<Outcome>,
    /// Tags and comments, if the reader keeps them.
    pub annotations: Option<Annotations>,
}

/// The parts of a game that do not matter for replaying it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Names and values of the tags, in order.
    pub(super) tags: Vec<(String, String)>,
    /// The comments after each move, up to the last one with a comment.
    pub(super) comments: Vec<String>,
}

impl Annotations {
    /// Returns the value of the tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(found, _)| found == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the comment on the move at this index, empty if there is none. Several comments are
    /// joined by blanks.
    pub fn comment(&self, index: usize) -> &str {
        self.comments.get(index).map_or("", String::as_str)
    }
}

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
    /// A comment without an end.
    #[error("a comment is not closed")]
    OpenComment,
    /// A variation without an end.
    #[error("a variation is not closed")]
    OpenVariation,
    /// The end of a variation without a beginning.
    #[error("')' without '('")]
    UnmatchedParenthesis,
}
