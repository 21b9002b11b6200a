//! The layout of a game's text.

use std::fmt::{self, Write};

/// The maximum length of a line of moves, in characters.
const MAX_LINE: usize = 79;

/// Words in lines of at most [`MAX_LINE`] characters, except for longer words.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    /// The length of the last line in characters.
    column: usize,
    /// Parentheses before the next word.
    prefix: String,
    /// The last word, to which closing parentheses may be added.
    last: String,
}

impl Lines {
    /// Adds a word, which may contain line feeds.
    pub(super) fn add_word(&mut self, word: &str) {
        self.place_last();
        self.last = std::mem::take(&mut self.prefix) + word;
    }

    /// Adds a parenthesis to the beginning of the next word.
    pub(super) fn open(&mut self) {
        self.prefix.push('(');
    }

    /// Adds a parenthesis to the end of the last word.
    pub(super) fn close(&mut self) {
        if !self.prefix.is_empty() {
            self.add_word("");
        }
        self.last.push(')');
    }

    /// Adds a line of its own.
    pub(super) fn add_line(&mut self, line: &str) {
        if !self.prefix.is_empty() {
            self.add_word("");
        }
        self.end_line();
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Returns the text, without a line feed at its end.
    pub(super) fn finish(mut self) -> String {
        self.end_line();
        self.text.truncate(self.text.trim_end_matches('\n').len());
        self.text
    }

    fn end_line(&mut self) {
        self.place_last();
        if self.column > 0 {
            self.text.push('\n');
        }
        self.column = 0;
    }

    /// Adds the last word to the text.
    fn place_last(&mut self) {
        let word = std::mem::take(&mut self.last);
        if word.is_empty() {
            return;
        }
        let length = |line: Option<&str>| line.map_or(0, |line| line.chars().count());
        if self.column > 0 {
            let fits = self.column + 1 + length(word.split('\n').next()) <= MAX_LINE;
            self.text.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        let start = if word.contains('\n') { 0 } else { self.column };
        self.column = start + length(word.split('\n').next_back());
        self.text.push_str(&word);
    }
}

/// Writes a tag on a line of its own. Quotation marks and backslashes are escaped, line breaks
/// become spaces.
pub(super) fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' | '\r' => f.write_char(' ')?,
            c => f.write_char(c)?,
        }
    }
    writeln!(f, "\"]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(add: impl FnOnce(&mut Lines)) -> String {
        let mut lines = Lines::default();
        add(&mut lines);
        lines.finish()
    }

    #[test]
    fn parentheses_belong_to_words() {
        let nested = text(|lines| {
            lines.add_word("a");
            lines.open();
            lines.add_word("b");
            lines.open();
            lines.add_word("c");
            lines.close();
            lines.close();
            lines.add_word("d");
        });
        assert_eq!(nested, "a (b (c)) d");
        let empty = text(|lines| {
            lines.open();
            lines.close();
        });
        assert_eq!(empty, "()");
    }

    #[test]
    fn lines_of_their_own_interrupt_the_words() {
        let interrupted = text(|lines| {
            lines.open();
            lines.add_line("% one");
            lines.add_word("a");
            lines.add_line("; two");
            lines.close();
            lines.add_word("b");
            lines.add_line("% three");
        });
        assert_eq!(interrupted, "(\n% one\na\n; two\n) b\n% three");
    }

    #[test]
    fn only_long_words_exceed_the_maximum_length() {
        let long = "x".repeat(MAX_LINE + 1);
        let filled = text(|lines| {
            lines.add_word(&"y".repeat(MAX_LINE - 2));
            lines.add_word("z");
            lines.close();
            lines.add_word(&long);
            lines.add_word("two\nlines");
            lines.add_word("end");
        });
        let expected =
            ["y".repeat(MAX_LINE - 2), "z)".to_owned(), long, "two\nlines end".to_owned()];
        assert_eq!(filled, expected.join("\n"));
    }
}
