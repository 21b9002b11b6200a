//! Splits lines of PGN into tokens.

use crate::types::Outcome;

/// A meaningful part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`
    Tag { name: &'a str, value: String },
    /// The rest of a line that begins with a bracket but not with a valid tag.
    BadTag(&'a str),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// The text of a comment, or of its part on this line.
    Comment(&'a str),
    /// A result such as `1-0`; `None` stands for `*`.
    Result(Option<Outcome>),
    /// A move, a move number with or without a move, or an annotation such as `!?`.
    Word(&'a str),
}

/// The characters, other than whitespace, that end a word.
const DELIMITERS: [char; 11] = ['{', '}', '(', ')', '[', ']', ';', '<', '>', '$', '"'];

/// An iterator over the tokens of a line. Numeric glyphs and escaped lines have none.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    /// Whether a comment in braces is open; it may continue on the next line.
    in_comment: &'a mut bool,
}

impl<'a> Tokens<'a> {
    /// Creates an iterator over the tokens of `line`, which begins inside a comment if `in_comment`
    /// is set.
    pub(super) fn new(line: &'a str, in_comment: &'a mut bool) -> Self {
        let is_escaped = line.starts_with('%') && !*in_comment;
        Self { rest: if is_escaped { "" } else { line }, in_comment }
    }

    /// Takes the longest prefix of characters that are `wanted`.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn tag(&mut self) -> Token<'a> {
        match split_tag(self.rest) {
            Some((name, value, rest)) => {
                self.rest = rest;
                Token::Tag { name, value }
            }
            None => Token::BadTag(std::mem::take(&mut self.rest)),
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if *self.in_comment {
                let (text, rest) = match self.rest.split_once('}') {
                    Some(parts) => parts,
                    None if self.rest.is_empty() => return None,
                    None => (self.rest, ""),
                };
                *self.in_comment = text.len() == self.rest.len();
                self.rest = rest;
                return Some(Token::Comment(text.trim()));
            }
            let is_blank = |c: char| c.is_whitespace() || c == '\0';
            self.take_while(is_blank);
            let first = self.rest.chars().next()?;
            if first == '[' {
                return Some(self.tag());
            }
            if !DELIMITERS.contains(&first) {
                let is_part = |c| !is_blank(c) && !DELIMITERS.contains(&c);
                let word = self.take_while(is_part);
                return Some(parse_result(word).map_or(Token::Word(word), Token::Result));
            }
            self.rest = self.rest.strip_prefix(first).unwrap_or_default();
            match first {
                '{' => *self.in_comment = true,
                ';' => return Some(Token::Comment(std::mem::take(&mut self.rest).trim())),
                '(' => return Some(Token::Open),
                ')' => return Some(Token::Close),
                '$' => {
                    self.take_while(|c| c.is_ascii_digit());
                }
                // Stray delimiters have no meaning.
                _ => {}
            }
        }
    }
}

/// Parses the result that a word states: `Some(None)` for `*`, `None` if the word is not a result.
pub(super) fn parse_result(word: &str) -> Option<Option<Outcome>> {
    match word {
        "*" => Some(None),
        "1/2" => Some(Some(Outcome::Draw)),
        _ => Outcome::ALL.into_iter().find(|outcome| outcome.text() == word).map(Some),
    }
}

/// Splits off the tag at the beginning of `text`: its name, its value and the text after it.
///
/// Quotation marks in the value should be escaped by a backslash. If they are not, the value ends at
/// the quotation mark before the closing bracket.
fn split_tag(text: &str) -> Option<(&str, String, &str)> {
    let text = text.strip_prefix('[')?.trim_start();
    let (name, text) = text.split_once('"')?;
    let name = name.trim_end();
    if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let mut value = String::new();
    let mut chars = text.chars();
    loop {
        match chars.next()? {
            '\\' => value.push(chars.next()?),
            '"' => match chars.as_str().trim_start().strip_prefix(']') {
                Some(rest) => return Some((name, value, rest)),
                None => value.push('"'),
            },
            c => value.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of consecutive lines.
    fn tokens(lines: &[&str]) -> Vec<String> {
        let mut in_comment = false;
        let mut tokens = Vec::new();
        for line in lines {
            tokens.extend(Tokens::new(line, &mut in_comment).map(|token| match token {
                Token::Tag { name, value } => format!("{name}={value}"),
                Token::BadTag(text) => format!("bad {text}"),
                Token::Open => "(".to_owned(),
                Token::Close => ")".to_owned(),
                Token::Comment(text) => format!("{{{text}}}"),
                Token::Result(outcome) => outcome.map_or("*", Outcome::text).to_owned(),
                Token::Word(word) => word.to_owned(),
            }));
        }
        tokens
    }

    #[test]
    fn glyphs_and_escaped_lines_are_skipped() {
        for (lines, expected) in [
            (&["1. e4 e5 2.Nf3"][..], &["1.", "e4", "e5", "2.Nf3"][..]),
            (&["e4{good}e5", "Nf3 $1$14 Nc6$2"], &["e4", "{good}", "e5", "Nf3", "Nc6"]),
            (&["e4 ; e5 { Nf3", "c5"], &["e4", "{e5 { Nf3}", "c5"]),
            (&["% e4 e5", "e4 % e5"], &["e4", "%", "e5"]),
            (
                &["e4 { one { [two] ; (", "", "% three } e5 {}{"],
                &["e4", "{one { [two] ; (}", "{% three}", "e5", "{}"],
            ),
            (&["e4(c4(d4)c5)e5"], &["e4", "(", "c4", "(", "d4", ")", "c5", ")", "e5"]),
            (&["<e4> } \" e5"], &["e4", "e5"]),
            (&["", " \t\u{a0}\0 "], &[]),
        ] {
            assert_eq!(tokens(lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn results_are_recognised() {
        assert_eq!(
            tokens(&["1-0 0-1 1/2-1/2 1/2 * 0-0"]),
            ["1-0", "0-1", "1/2-1/2", "1/2-1/2", "*", "0-0"]
        );
        assert_eq!(parse_result("?"), None);
    }

    #[test]
    fn tags_are_split_into_name_and_value() {
        for (line, expected) in [
            (r#"[Event "Cup"]"#, &["Event=Cup"][..]),
            (r#"[ White_1  "" ] [B"c"]e4"#, &["White_1=", "B=c", "e4"]),
            (r#"[Event "The \"Big\" one \\ 1"]"#, &[r#"Event=The "Big" one \ 1"#]),
            (r#"[Event "The "Big" one"]"#, &[r#"Event=The "Big" one"#]),
            (r#"[Event "[x] {y} ;z"] d4"#, &["Event=[x] {y} ;z", "d4"]),
            (r#"[Event "Cup"#, &[r#"bad [Event "Cup"#]),
            (r#"[Event "Cup\"]"#, &[r#"bad [Event "Cup\"]"#]),
            (r#"[%clk "1"] e4"#, &[r#"bad [%clk "1"] e4"#]),
            ("[Event] e4", &["bad [Event] e4"]),
            ("[", &["bad ["]),
        ] {
            assert_eq!(tokens(&[line]), expected);
        }
    }
}
