//! Splits a line into words and reads values from them.

use std::str::FromStr;

use thiserror::Error;

use crate::board::{FenError, MoveError};

/// Reasons why a line is refused, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum CommandError {
    #[error("unknown command '{0}'; 'help' lists the commands")]
    Unknown(String),
    #[error("{command}: unknown words ignored: {words}; 'help' lists the arguments")]
    Ignored { command: String, words: String },
    #[error("{subject}: missing {expected}")]
    Missing { subject: String, expected: &'static str },
    #[error("{subject}: '{value}' is not {expected}")]
    BadValue { subject: String, value: String, expected: &'static str },
    #[error("the line is too long")]
    TooLong,
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error("'{text}' is not in coordinate notation, which would be '{expected}'")]
    Notation { text: String, expected: String },
    #[error("unknown option '{0}'; 'uci' lists the options")]
    UnknownOption(String),
    #[error("option {name}: '{value}' {reason}")]
    BadOption { name: &'static str, value: String, reason: String },
    #[error("option {name}: '{value}': {error}")]
    RefusedOption { name: &'static str, value: String, error: String },
}

/// The range of the depth of perft, for error messages.
pub(super) const PERFT_DEPTH: &str = "a whole number from 0 to 255";

/// Returns the error of a `subject` with `word` instead of the `expected` text.
pub(super) fn unexpected(
    subject: &str,
    word: Option<&str>,
    expected: &'static str,
) -> CommandError {
    let subject = subject.to_owned();
    match word {
        None => CommandError::Missing { subject, expected },
        Some(word) => CommandError::BadValue { subject, value: word.to_owned(), expected },
    }
}

/// An iterator over the words of a line.
pub(super) struct Words<'a> {
    rest: &'a str,
    /// The errors that do not prevent the command, in order.
    pub(super) errors: Vec<CommandError>,
    /// The unknown words so far.
    pub(super) ignored: Vec<&'a str>,
}

impl<'a> Words<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        Self { rest: line, errors: Vec::new(), ignored: Vec::new() }
    }

    /// Takes the rest of the line, and records that `command` ignores it and all unknown words
    /// before.
    pub(super) fn ignore_rest(&mut self, command: &str) {
        let rest = self.rest();
        self.ignored.extend(rest.split_whitespace());
        let words: Vec<String> = self.ignored.iter().map(|word| format!("'{word}'")).collect();
        if !words.is_empty() {
            let (command, words) = (command.to_owned(), words.join(", "));
            self.errors.push(CommandError::Ignored { command, words });
        }
    }

    /// Returns the next word without taking it.
    pub(super) fn peek(&self) -> Option<&'a str> {
        self.rest.split_whitespace().next()
    }

    /// Takes the next word unless it is a keyword.
    pub(super) fn next_unless(&mut self, is_keyword: impl Fn(&str) -> bool) -> Option<&'a str> {
        self.peek().filter(|word| !is_keyword(word))?;
        self.next()
    }

    /// Takes the rest of the line, trimmed but otherwise unchanged.
    pub(super) fn rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest).trim()
    }

    /// Takes the words before `keyword`, or all words if it does not occur.
    pub(super) fn before(&mut self, keyword: &str) -> Vec<&'a str> {
        std::iter::from_fn(|| self.next_unless(|word| word == keyword)).collect()
    }

    /// Takes a word and parses it as a number; `expected` states the range.
    pub(super) fn number<T: FromStr>(
        &mut self,
        command: &str,
        expected: &'static str,
    ) -> Result<T, CommandError> {
        let word = self.next().ok_or_else(|| unexpected(command, None, "number"))?;
        word.parse().map_err(|_| unexpected(command, Some(word), expected))
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.rest = self.rest.trim_start().strip_prefix(word)?;
        Some(word)
    }
}

/// The protocol's notation for an empty string, in letters of either case.
pub(super) const EMPTY: &str = "<empty>";

/// Returns the text of an option's value; `None` if it is empty.
pub(super) fn non_empty(value: &str) -> Option<&str> {
    Some(value).filter(|value| !value.is_empty() && !value.eq_ignore_ascii_case(EMPTY))
}

/// Returns the name of a file without the quotation marks around it, if any.
pub(super) fn without_quotes(name: &str) -> &str {
    let inner = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(name)
}
