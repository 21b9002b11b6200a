//! Reads the games of an input one by one.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::draft::Draft;
use super::game::{PgnError, PgnFault, PgnGame};
use super::tokens::{Token, Tokens};
use crate::text::read_line;

/// An iterator over the games of an input.
///
/// Variations, annotation glyphs and escaped lines are skipped, and comments unless they are asked
/// for. Bytes that are not UTF-8
/// only affect the word they belong to. A line that begins with `[Event ` begins a game, whatever the
/// last one left open.
pub struct PgnReader<R> {
    input: R,
    /// The number of plies to read of each game.
    max_plies: usize,
    /// Whether to keep tags and comments.
    is_annotated: bool,
    /// The number of lines read.
    lines: u64,
    /// The number of games begun.
    games: u64,
    in_comment: bool,
    /// The current game.
    draft: Option<Draft>,
    /// Games that ended in the last line.
    ready: VecDeque<Result<PgnGame, PgnError>>,
    is_at_end: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// Creates a reader of the first `max_plies` plies of each game. Later moves are not checked.
    pub fn new(input: R, max_plies: usize) -> Self {
        Self {
            input,
            max_plies,
            is_annotated: false,
            lines: 0,
            games: 0,
            in_comment: false,
            draft: None,
            ready: VecDeque::new(),
            is_at_end: false,
        }
    }

    /// Creates a reader that keeps the tags and the comments of each game.
    pub fn annotated(input: R) -> Self {
        Self { is_annotated: true, ..Self::new(input, usize::MAX) }
    }

    /// Reads a line, or ends the last game at the end of the input.
    fn advance(&mut self) -> io::Result<()> {
        let Some(text) = read_line(&mut self.input)? else {
            self.is_at_end = true;
            self.finish_game();
            return Ok(());
        };
        self.lines += 1;
        // Old systems end lines with a carriage return alone.
        for line in text.split('\r') {
            self.read_tokens(line.trim_end_matches('\n'));
        }
        Ok(())
    }

    fn read_tokens(&mut self, line: &str) {
        if line.starts_with("[Event ") && (self.in_comment || self.ends_at("Event")) {
            self.finish_game();
        }
        // While tokens are read the flag is clear, since `finish_game` takes it for an open comment.
        let mut in_comment = std::mem::take(&mut self.in_comment);
        for token in Tokens::new(line, &mut in_comment) {
            self.read_token(token);
        }
        self.in_comment = in_comment;
    }

    /// Whether a tag of that name belongs to the next game.
    fn ends_at(&self, tag: &str) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.ends_at(tag))
    }

    fn read_token(&mut self, token: Token) {
        if let Token::Tag { name, .. } = &token
            && self.ends_at(name)
        {
            self.finish_game();
        }
        match token {
            // A comment between two games belongs to neither.
            Token::Comment(_) if self.draft.is_none() => {}
            Token::Result(outcome) if !self.is_in_variation() => {
                // A result without a game is ignored.
                if let Some(draft) = &mut self.draft {
                    draft.set_outcome(outcome);
                    self.finish_game();
                }
            }
            token => {
                let (line, max_plies) = (self.lines, self.max_plies);
                self.current_draft().read_token(token, line, max_plies);
            }
        }
    }

    fn is_in_variation(&self) -> bool {
        self.draft.as_ref().is_some_and(Draft::is_in_variation)
    }

    /// Returns the current game, beginning one if necessary.
    fn current_draft(&mut self) -> &mut Draft {
        self.draft.get_or_insert_with(|| {
            self.games += 1;
            Draft::new(self.is_annotated)
        })
    }

    /// Ends the current game.
    fn finish_game(&mut self) {
        if std::mem::take(&mut self.in_comment) {
            let line = self.lines;
            self.current_draft().fail(line, PgnFault::OpenComment);
        }
        if let Some(draft) = self.draft.take() {
            let game = self.games;
            let invalid = |(line, fault)| PgnError::Game { game, line, fault };
            self.ready.push_back(draft.into_game(self.lines).map_err(invalid));
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
