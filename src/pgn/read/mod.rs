//! Reading games, as far as a book needs them: start, moves and result.
//!
//! The reader is lenient where the meaning is clear. A game that it cannot follow is an error of its
//! own; the next one is read as if nothing had been.

mod draft;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::VecDeque;
use std::io::{self, BufRead};

use thiserror::Error;

use self::draft::Draft;
use self::tokens::{Token, Tokens};
use crate::board::{Board, FenError, MoveError};
use crate::types::{Color, Move};

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    /// The position in which it begins.
    pub start: Board,
    /// The moves played, as many of them as the reader was told to read. Each is legal.
    pub moves: Vec<Move>,
    /// How it ended.
    pub result: GameResult,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side won.
    Win(Color),
    /// Nobody won.
    Draw,
    /// The game goes on, or nobody noted its end.
    Unknown,
}

impl GameResult {
    /// The result of a text such as `1-0`; `None` if it says none.
    fn parse(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::Win(Color::White)),
            "0-1" => Some(Self::Win(Color::Black)),
            "1/2-1/2" | "1/2" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }
}

/// Why there is no game to read.
#[derive(Debug, Error)]
pub enum PgnError {
    /// The input cannot be read; nothing follows.
    #[error("line {line}: {error}")]
    Io {
        /// The number of the line, from 1.
        line: u64,
        /// What went wrong.
        error: io::Error,
    },
    /// The game makes no sense; the next one follows.
    #[error("game {game}, line {line}: {fault}")]
    Game {
        /// The number of the game, from 1.
        game: u64,
        /// The number of the line with the fault, from 1.
        line: u64,
        /// What is wrong.
        fault: PgnFault,
    },
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnFault {
    /// A line begins as a tag and is none.
    #[error("'{0}' is not a tag")]
    Tag(String),
    /// The game is one of other rules.
    #[error("'{0}' is not a kind of chess that is known here")]
    Variant(String),
    /// The game begins in no legal position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A comment has no end.
    #[error("a comment is not closed")]
    OpenComment,
    /// A variation has no end.
    #[error("a variation is not closed")]
    OpenVariation,
    /// A variation ends that never began.
    #[error("')' without '('")]
    NoVariation,
}

/// Reads one game after the other.
///
/// Comments, variations, glyphs and escaped lines are passed over. Bytes that are not UTF-8 spoil no
/// more than the word in which they stand. A line that begins with `[Event ` begins a game, whatever
/// was left open before it.
pub struct PgnReader<R> {
    input: R,
    /// How many moves of each game to read.
    max_plies: usize,
    /// How many lines have been read.
    lines: u64,
    /// How many games have been begun.
    games: u64,
    in_comment: bool,
    /// The game that is being read.
    draft: Option<Draft>,
    /// Games that the last line ended.
    ready: VecDeque<Result<PgnGame, PgnError>>,
    is_at_end: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// Reads from `input` the first `max_plies` moves of each game. What follows them is not looked
    /// at, so that it cannot be at fault.
    pub fn new(input: R, max_plies: usize) -> Self {
        Self {
            input,
            max_plies,
            lines: 0,
            games: 0,
            in_comment: false,
            draft: None,
            ready: VecDeque::new(),
            is_at_end: false,
        }
    }

    /// Reads a line, or notes the end of the input.
    fn advance(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            self.is_at_end = true;
            self.finish();
            return Ok(());
        }
        self.lines += 1;
        let text = String::from_utf8_lossy(&bytes);
        // Some systems of old end their lines with nothing but a carriage return.
        for line in text.trim_start_matches('\u{feff}').split('\r') {
            self.read_line(line.trim_end_matches('\n'));
        }
        Ok(())
    }

    fn read_line(&mut self, line: &str) {
        if line.starts_with("[Event ") && (self.in_comment || self.ends_at("Event")) {
            self.finish();
        }
        // A token stands in no comment, whatever the last line left open.
        let mut in_comment = std::mem::take(&mut self.in_comment);
        for token in Tokens::new(line, &mut in_comment) {
            self.take(token);
        }
        self.in_comment = in_comment;
    }

    /// Whether a tag of that name belongs to the game after the one that is being read.
    fn ends_at(&self, tag: &str) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.ends_at(tag))
    }

    fn take(&mut self, token: Token) {
        if let Token::Tag { name, .. } = &token
            && self.ends_at(name)
        {
            self.finish();
        }
        let is_in_variation = self.draft.as_ref().is_some_and(Draft::is_in_variation);
        let result = match token {
            Token::Word(word) if !is_in_variation => GameResult::parse(word),
            _ => None,
        };
        match result {
            // A result of no game means nothing.
            Some(_) if self.draft.is_none() => {}
            Some(result) => {
                self.draft_at_hand().note_result(result);
                self.finish();
            }
            None => {
                let (line, max_plies) = (self.lines, self.max_plies);
                self.draft_at_hand().take(token, line, max_plies);
            }
        }
    }

    /// The game that is being read, a new one if there is none.
    fn draft_at_hand(&mut self) -> &mut Draft {
        self.draft.get_or_insert_with(|| {
            self.games += 1;
            Draft::default()
        })
    }

    /// Ends the game that is being read.
    fn finish(&mut self) {
        if std::mem::take(&mut self.in_comment) {
            let line = self.lines;
            self.draft_at_hand().fail(line, PgnFault::OpenComment);
        }
        if let Some(draft) = self.draft.take() {
            let game = self.games;
            let broken = |(line, fault)| PgnError::Game { game, line, fault };
            self.ready.push_back(draft.into_game(self.lines).map_err(broken));
        }
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.ready.pop_front() {
                return Some(game);
            }
            if self.is_at_end {
                return None;
            }
            if let Err(error) = self.advance() {
                self.is_at_end = true;
                return Some(Err(PgnError::Io { line: self.lines + 1, error }));
            }
        }
    }
}
