//! The words of a game's text.

/// A part of a line that says something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`
    Tag { name: &'a str, value: String },
    /// What begins as a tag and is none, to the end of its line.
    BadTag(&'a str),
    /// The beginning of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A move, a move number with or without one, a result, or a mark of its own.
    Word(&'a str),
}

/// What ends a word beside a blank.
const DELIMITERS: [char; 11] = ['{', '}', '(', ')', '[', ']', ';', '<', '>', '$', '"'];

/// The tokens of one line. Comments, numeric glyphs and escaped lines give none.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    /// Whether a comment in braces is open; it may go on in the next line.
    in_comment: &'a mut bool,
}

impl<'a> Tokens<'a> {
    /// The tokens of `line`, which begins in a comment if the one before ended in one.
    pub(super) fn new(line: &'a str, in_comment: &'a mut bool) -> Self {
        let is_escaped = line.starts_with('%') && !*in_comment;
        Self { rest: if is_escaped { "" } else { line }, in_comment }
    }

    /// Takes as many characters as fit `wanted` from the front.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|letter| !wanted(letter)).unwrap_or(self.rest.len());
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
                let Some((_, rest)) = self.rest.split_once('}') else {
                    self.rest = "";
                    return None;
                };
                self.rest = rest;
                *self.in_comment = false;
            }
            let is_blank = |letter: char| letter.is_whitespace() || letter == '\0';
            self.take_while(is_blank);
            let first = self.rest.chars().next()?;
            if first == '[' {
                return Some(self.tag());
            }
            if !DELIMITERS.contains(&first) {
                let is_part = |letter| !is_blank(letter) && !DELIMITERS.contains(&letter);
                return Some(Token::Word(self.take_while(is_part)));
            }
            self.rest = self.rest.strip_prefix(first).unwrap_or_default();
            match first {
                '{' => *self.in_comment = true,
                ';' => self.rest = "",
                '(' => return Some(Token::Open),
                ')' => return Some(Token::Close),
                '$' => {
                    self.take_while(|letter| letter.is_ascii_digit());
                }
                // Means nothing here.
                _ => {}
            }
        }
    }
}

/// Name and value of the tag with which `text` begins, and what follows it.
///
/// A quotation mark in the value should stand behind a backslash. Where it does not, the value ends
/// at the mark behind which the tag ends.
fn split_tag(text: &str) -> Option<(&str, String, &str)> {
    let text = text.strip_prefix('[')?.trim_start();
    let (name, text) = text.split_once('"')?;
    let name = name.trim_end();
    if name.is_empty() || !name.chars().all(|letter| letter.is_alphanumeric() || letter == '_') {
        return None;
    }
    let mut value = String::new();
    let mut letters = text.chars();
    loop {
        match letters.next()? {
            '\\' => value.push(letters.next()?),
            '"' => match letters.as_str().trim_start().strip_prefix(']') {
                Some(rest) => return Some((name, value, rest)),
                None => value.push('"'),
            },
            letter => value.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of some lines, one after the other.
    fn tokens(lines: &[&str]) -> Vec<String> {
        let mut in_comment = false;
        let mut tokens = Vec::new();
        for line in lines {
            tokens.extend(Tokens::new(line, &mut in_comment).map(|token| match token {
                Token::Tag { name, value } => format!("{name}={value}"),
                Token::BadTag(text) => format!("bad {text}"),
                Token::Open => "(".to_owned(),
                Token::Close => ")".to_owned(),
                Token::Word(word) => word.to_owned(),
            }));
        }
        tokens
    }

    #[test]
    fn what_says_nothing_is_passed_over() {
        for (lines, expected) in [
            (&["1. e4 e5 2.Nf3"][..], &["1.", "e4", "e5", "2.Nf3"][..]),
            (&["e4{good}e5", "Nf3 $1$14 Nc6$2"], &["e4", "e5", "Nf3", "Nc6"]),
            (&["e4 ; e5 { Nf3", "c5"], &["e4", "c5"]),
            (&["% e4 e5", "e4 % e5"], &["e4", "%", "e5"]),
            (&["e4 { one { [two] ; (", "% three } e5"], &["e4", "e5"]),
            (&["e4(c4(d4)c5)e5"], &["e4", "(", "c4", "(", "d4", ")", "c5", ")", "e5"]),
            (&["<e4> } \" e5"], &["e4", "e5"]),
            (&["", " \t\u{a0}\0 "], &[]),
        ] {
            assert_eq!(tokens(lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn tags_have_a_name_and_a_value() {
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
