//! Reads the games of an input one by one.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};

use nunatak::text::read_long_line;

use super::builder::GameBuilder;
use super::game::{PgnError, PgnFault, PgnGame};
use super::notes::NotesBuilder;
use super::tokens::{FORFEIT, Token, Tokens, is_blank, is_tag, tag_name};

/// An iterator over the games of an input.
///
/// Tags that do not matter for replaying a game, comments, glyphs, escaped lines and variations are
/// skipped unless they are asked for. Bytes that are not UTF-8 are read as Windows-1252, which
/// extends the encoding of the standard. A line with the tag `Event` begins a game, even if the
/// last one left a comment or variation open. So does a line that begins with White's first move,
/// after a blank line or if both sides have moved, and after a blank line a tag that was there
/// before. Numbers and remarks between games belong to none of them.
pub struct PgnReader<R> {
    input: R,
    /// The number of the first game of which more than the first move is read.
    first: u64,
    /// The number of plies to read of each game.
    max_plies: usize,
    /// Whether to keep annotations.
    is_annotated: bool,
    /// The number of lines read.
    lines: u64,
    /// The number of games begun.
    games: u64,
    /// The text of an open comment.
    comment: Option<String>,
    /// The text since the end of the last game, if annotations are kept.
    source: String,
    /// The current game.
    builder: Option<GameBuilder>,
    /// Whether the current game has its result; comments before a blank line may follow.
    has_result: bool,
    /// Whether the last line was blank, outside of comments.
    is_after_blank: bool,
    /// Games that ended in the last line.
    ready: VecDeque<Result<PgnGame, PgnError>>,
    is_at_end: bool,
}

impl<R> fmt::Debug for PgnReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PgnReader").field("lines", &self.lines).finish_non_exhaustive()
    }
}

impl<R: BufRead> PgnReader<R> {
    /// Creates a reader of the moves and outcomes of games.
    pub fn new(input: R) -> Self {
        Self {
            input,
            first: 1,
            max_plies: usize::MAX,
            is_annotated: false,
            lines: 0,
            games: 0,
            comment: None,
            source: String::new(),
            builder: None,
            has_result: false,
            is_after_blank: false,
            ready: VecDeque::new(),
            is_at_end: false,
        }
    }

    /// Creates a reader that keeps the annotations of each game, with the variations checked.
    pub fn annotated(input: R) -> Self {
        Self { is_annotated: true, ..Self::new(input) }
    }

    /// Reads only the first move of the games before number `first`, counted from 1, which are
    /// returned all the same: to check the other moves takes most of the time, and they do not tell
    /// where a game ends.
    pub fn from_game(self, first: u64) -> Self {
        Self { first, ..self }
    }

    /// Reads only the first `max_plies` plies of each game. Later moves are not checked, and notes
    /// on them are dropped.
    pub fn up_to(self, max_plies: usize) -> Self {
        Self { max_plies, ..self }
    }

    /// Puts a text before the first game, if annotations are kept.
    pub fn after(mut self, text: &str) -> Self {
        self.keep_source(text);
        self.keep_source("\n");
        self
    }

    /// Returns the text after the last game, if annotations are kept and there is no further game.
    pub fn text_after(&self) -> &str {
        self.source.trim_matches(is_blank)
    }

    /// Reads a line, or ends the last game at the end of the input.
    fn advance(&mut self) -> io::Result<()> {
        let Some(text) = read_long_line(&mut self.input)? else {
            self.is_at_end = true;
            self.finish_game();
            return Ok(());
        };
        // Old systems end lines with a carriage return alone.
        for line in text.trim_end_matches(['\r', '\n', '\0']).split('\r') {
            self.lines += 1;
            self.read_tokens(line);
        }
        Ok(())
    }

    fn read_tokens(&mut self, line: &str) {
        if self.has_result && !line.trim_start().starts_with(['{', ';']) {
            self.finish_game();
        }
        let is_outside = self.comment.is_none();
        if is_outside && self.ends_at_line(line) {
            self.finish_game();
        }
        self.is_after_blank = is_outside && line.trim().is_empty();
        let is_next = || if self.comment.is_some() { is_tag(line) } else { self.ends_at("Event") };
        if line.starts_with("[Event ") && is_next() {
            self.finish_game();
        }
        // The open comment is taken while tokens are read, because `finish_game` would report it as
        // an error.
        let mut comment = self.comment.take();
        let mut tokens = Tokens::new(line, &mut comment);
        while let Some(token) = tokens.next() {
            let token = match token {
                Token::Word(FORFEIT) if tokens.ends_moves() && self.may_be_forfeited() => {
                    Token::Result(None)
                }
                token => token,
            };
            self.read_token(token, tokens.take_source());
        }
        // The comment may stay open to the end of the file.
        if self.has_result && tokens.is_in_comment() {
            self.finish_game();
        }
        let rest = tokens.take_source();
        self.keep_source(rest);
        self.keep_source("\n");
        self.comment = comment;
    }

    /// Keeps text of the input, if annotations are kept.
    fn keep_source(&mut self, text: &str) {
        if self.is_annotated {
            self.source.push_str(text);
        }
    }

    /// Whether a tag of that name belongs to the next game.
    fn ends_at(&self, tag: &str) -> bool {
        self.builder.as_ref().is_some_and(|builder| builder.ends_at(tag))
    }

    /// Whether a line belongs to the next game: a first move, after a blank line or when the
    /// current game has had its own first moves, or a repeated tag after a blank line.
    fn ends_at_line(&self, line: &str) -> bool {
        self.builder.as_ref().is_some_and(|builder| {
            is_first_move(line) && builder.may_end_at_move(self.is_after_blank)
                || self.is_after_blank && tag_name(line).is_some_and(|name| builder.has_tag(name))
        })
    }

    /// Whether [`FORFEIT`] may be the result of the current game.
    fn may_be_forfeited(&self) -> bool {
        self.builder.as_ref().is_some_and(GameBuilder::may_be_forfeited)
    }

    /// Reads a token with its text in the `source`.
    fn read_token(&mut self, token: Token, source: &str) {
        if self.has_result && !matches!(token, Token::Comment(_) | Token::Result(_)) {
            self.finish_game();
        }
        if let Token::Tag { name, .. } = &token
            && self.ends_at(name)
        {
            self.finish_game();
        }
        if self.builder.is_none() && begins_game(&token) {
            self.begin_game();
        }
        self.keep_source(source);
        let Some(builder) = &mut self.builder else { return };
        match token {
            Token::Result(outcome) if !builder.is_in_variation() => {
                if !self.has_result {
                    builder.set_outcome(outcome);
                }
                self.has_result = true;
            }
            token => builder.read_token(token, self.lines),
        }
    }

    fn begin_game(&mut self) {
        self.games += 1;
        let is_wanted = self.games >= self.first;
        let is_annotated = self.is_annotated && is_wanted;
        let notes = is_annotated.then(|| NotesBuilder::new(self.source.trim_matches(is_blank)));
        self.builder = Some(GameBuilder::new(notes, if is_wanted { self.max_plies } else { 1 }));
    }

    /// Ends the current game.
    fn finish_game(&mut self) {
        if self.comment.take().is_some() {
            if self.builder.is_none() {
                self.begin_game();
            }
            let line = self.lines;
            if let Some(builder) = &mut self.builder {
                builder.fail(line, PgnFault::OpenComment);
            }
        }
        self.has_result = false;
        let Some(builder) = self.builder.take() else { return };
        if builder.is_text() {
            // It stays in the source before the next game.
            self.games -= 1;
            return;
        }
        let text = std::mem::take(&mut self.source).trim_matches(is_blank).to_owned();
        let game = self.games;
        let invalid = |(line, fault)| PgnError::Game { game, line, fault, text };
        self.ready.push_back(builder.into_game(self.lines).map_err(invalid));
    }
}

/// Whether a token that belongs to no game begins one. Comments, lines such as `-----` and the like
/// between two games belong to neither, and a result without a game is ignored.
fn begins_game(token: &Token) -> bool {
    match token {
        Token::Word(word) => word.contains(char::is_alphanumeric),
        Token::Comment(_) | Token::Glyph(_) | Token::Escape(_) | Token::Result(_) => false,
        _ => true,
    }
}

/// Whether a line begins with White's first move, such as `1. e4` or `1 e4`.
fn is_first_move(line: &str) -> bool {
    let after_number =
        line.trim_start().strip_prefix('1').filter(|rest| rest.starts_with(['.', ' ']));
    after_number.is_some_and(|rest| {
        let rest = rest.trim_start();
        rest.strip_prefix('.').unwrap_or(rest).trim_start().starts_with(char::is_alphabetic)
    })
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
                if self.has_result {
                    self.finish_game();
                }
                self.ready.push_back(Err(PgnError::Io { line: self.lines + 1, error }));
            }
        }
    }
}
