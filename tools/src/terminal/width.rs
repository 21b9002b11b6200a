//! The width of the output, and text in lines that fit it.

use std::env;

use console::{Term, measure_text_width};
use nunatak::text::whole_number;

/// The least width for which output is laid out, in columns.
const MIN_WIDTH: u16 = 60;

/// The width if it is not known, in columns.
const DEFAULT_WIDTH: u16 = 80;

/// The width of the output.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct WidthArguments {
    /// Width of the output in columns, at least 60 [default: that of the terminal, else COLUMNS,
    /// else 80]
    #[arg(long, value_name = "N", value_parser = whole_number::<u16>(MIN_WIDTH as i128..=u16::MAX as i128))]
    width: Option<u16>,
}

impl WidthArguments {
    /// Returns the width in columns: without `--width`, the current one of the terminal.
    pub fn columns(&self) -> usize {
        self.width.map_or_else(columns, usize::from)
    }
}

/// Returns the width of the terminal, else that of the variable `COLUMNS`, else the default.
pub fn columns() -> usize {
    let terminal = || Term::stdout().size_checked().map(|(_, columns)| columns);
    let variable = || env::var("COLUMNS").ok()?.trim().parse().ok();
    terminal().or_else(variable).unwrap_or(DEFAULT_WIDTH).max(MIN_WIDTH).into()
}

/// Joins words with spaces to lines of at most `width` columns, except for longer words. The first
/// line follows `used` columns, the others begin with `indent` spaces.
pub fn wrap<T: AsRef<str>>(
    words: impl IntoIterator<Item = T>,
    used: usize,
    indent: usize,
    width: usize,
) -> String {
    let mut text = String::new();
    let mut column = used;
    // At the beginning of a line, no space precedes the word.
    let mut is_at_start = true;
    for word in words {
        let word = word.as_ref();
        let length = measure_text_width(word);
        if column + usize::from(!is_at_start) + length > width && column > indent {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else if !is_at_start {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
        is_at_start = false;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        for (words, used, indent, width, expected) in [
            ("a bc d", 0, 0, 10, "a bc d"),
            ("a bc d", 0, 2, 4, "a bc\n  d"),
            ("a bc d", 3, 1, 4, "a\n bc\n d"),
            ("a bc d", 4, 1, 4, "\n a\n bc\n d"),
            // A word that is too long for any line does not follow an empty one.
            ("abcdef gh", 0, 2, 4, "abcdef\n  gh"),
            ("♞c3 ♟e4", 0, 0, 7, "♞c3 ♟e4"),
            // These characters take two columns each.
            ("名 前", 0, 0, 4, "名\n前"),
            ("", 0, 0, 4, ""),
        ] {
            assert_eq!(wrap(words.split(' '), used, indent, width), expected, "{words} at {used}");
        }
    }
}
