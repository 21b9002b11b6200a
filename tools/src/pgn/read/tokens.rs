//! Splits lines of PGN into tokens.

use nunatak::board::{DASHES, plain_signs};
use nunatak::types::Outcome;

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
    /// A comment, possibly of several lines, without white space around it, or an expression in
    /// angle brackets.
    Comment(String),
    /// A numeric annotation glyph.
    Glyph(u16),
    /// A line that begins with a percent sign, without the sign.
    Escape(&'a str),
    /// A result such as `1-0`; `None` stands for `*`.
    Result(Option<Outcome>),
    /// A move, a move number with or without a move, or an annotation such as `!?`.
    Word(&'a str),
}

/// The result of a game that both sides lost, and castling if written with zeros.
pub(super) const FORFEIT: &str = "0-0";

/// The characters, other than whitespace, that end a word.
const DELIMITERS: [char; 11] = ['{', '}', '(', ')', '[', ']', ';', '<', '>', '$', '"'];

/// Whether a character separates words. Ctrl-Z ends text files of DOS.
pub(super) fn is_blank(c: char) -> bool {
    c.is_whitespace() || ['\0', '\u{1a}'].contains(&c)
}

fn is_in_word(c: char) -> bool {
    !is_blank(c) && !DELIMITERS.contains(&c)
}

/// An iterator over the tokens of a line.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    /// The text since the last call of [`Tokens::take_source`].
    source: &'a str,
    /// The text of an open comment in braces, which may continue on the next line.
    comment: &'a mut Option<String>,
    is_at_start: bool,
    /// Whether the rest may have a closing angle bracket.
    has_closing: bool,
}

impl<'a> Tokens<'a> {
    /// Creates an iterator over the tokens of `line`, which continues a `comment` that is open.
    pub(super) fn new(line: &'a str, comment: &'a mut Option<String>) -> Self {
        if let Some(comment) = comment {
            comment.push('\n');
        }
        Self { rest: line, source: line, comment, is_at_start: true, has_closing: true }
    }

    /// Returns the text of the tokens since the last call, with the white space before them.
    pub(super) fn take_source(&mut self) -> &'a str {
        // `rest` is the end of `source`.
        let (taken, _) = self.source.split_at(self.source.len() - self.rest.len());
        self.source = self.rest;
        taken
    }

    /// Whether a comment is open.
    pub(super) fn is_in_comment(&self) -> bool {
        self.comment.is_some()
    }

    /// Whether the line has no more moves: only comments, or the tags of the next game.
    pub(super) fn ends_moves(&self) -> bool {
        let mut rest = self.rest.trim_start_matches(is_blank);
        while let Some((_, after)) = rest.strip_prefix('{').and_then(|text| text.split_once('}')) {
            rest = after.trim_start_matches(is_blank);
        }
        rest.is_empty() || rest.starts_with([';', '['])
    }

    /// Adds text to the open comment; returns the comment once it is closed.
    fn continue_comment(&mut self) -> Option<Token<'a>> {
        let comment = self.comment.as_mut()?;
        let (text, rest) =
            self.rest.split_once('}').map_or((self.rest, None), |(text, rest)| (text, Some(rest)));
        comment.push_str(text);
        self.rest = rest.unwrap_or_default();
        rest?;
        self.comment.take().map(|comment| Token::Comment(comment.trim().to_owned()))
    }

    /// Takes the longest prefix of characters that are `wanted`.
    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Takes the result that follows, if any, also with spaces in it, as in `1/2 - 1/2`.
    fn take_result(&mut self) -> Option<Option<Outcome>> {
        if !self.rest.starts_with(['*', '0', '1', '½']) {
            return None;
        }
        let after_word = |text: &'a str| text.trim_start().trim_start_matches(is_in_word);
        let one = after_word(self.rest);
        let two = after_word(one);
        [after_word(two), two, one].into_iter().find_map(|rest| {
            let (text, rest) = self.rest.split_at(self.rest.len() - rest.len());
            let result = parse_result(text)?;
            self.rest = rest;
            Some(result)
        })
    }

    /// Takes the castling that follows, if there are spaces in it, or the number at its beginning.
    fn take_spaced_castling(&mut self) -> Option<&'a str> {
        let mv = after_number(self.rest);
        let (castling, after) = spaced_castling(mv)?;
        let (number, _) = self.rest.split_at(self.rest.len() - mv.len());
        let (word, rest) = if number.is_empty() { (castling, after) } else { (number, mv) };
        self.rest = rest;
        Some(word)
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
        let is_at_start = std::mem::take(&mut self.is_at_start);
        if is_at_start
            && self.comment.is_none()
            && let Some(text) = self.rest.strip_prefix('%')
        {
            self.rest = "";
            return Some(Token::Escape(text));
        }
        loop {
            if self.comment.is_some() {
                return self.continue_comment();
            }
            self.take_while(is_blank);
            let first = self.rest.chars().next()?;
            if first == '[' {
                return Some(self.tag());
            }
            if !DELIMITERS.contains(&first) {
                if let Some(result) = self.take_result() {
                    return Some(Token::Result(result));
                }
                if let Some(castling) = self.take_spaced_castling() {
                    return Some(Token::Word(castling));
                }
                let line = self.rest;
                let mut word = self.take_while(is_in_word);
                if let Some(rest) = after_promotion(word, self.rest) {
                    word = &line[..line.len() - rest.len()];
                    self.rest = rest;
                }
                let Some(bare) = before_result(word).filter(|_| self.ends_moves()) else {
                    return Some(Token::Word(word));
                };
                self.rest = &line[bare.len()..];
                return Some(Token::Word(bare));
            }
            self.rest = self.rest.strip_prefix(first).unwrap_or_default();
            match first {
                '{' => *self.comment = Some(String::new()),
                ';' => {
                    let text = std::mem::take(&mut self.rest).trim();
                    return Some(Token::Comment(text.to_owned()));
                }
                '(' => return Some(Token::Open),
                ')' => return Some(Token::Close),
                // The standard reserves this for extensions, so there is nothing to understand.
                '<' if self.has_closing => match self.rest.split_once('>') {
                    Some((text, rest)) => {
                        self.rest = rest;
                        return Some(Token::Comment(format!("<{text}>")));
                    }
                    None => self.has_closing = false,
                },
                '$' => {
                    let digits = self.take_while(|c| c.is_ascii_digit());
                    if let Ok(glyph) = digits.parse() {
                        return Some(Token::Glyph(glyph));
                    }
                }
                // Stray delimiters have no meaning.
                _ => {}
            }
        }
    }
}

/// Returns the text after the move number with a full stop at its beginning, or the whole text if
/// there is none.
fn after_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let mv = rest.trim_start_matches(['.', '…']);
    if mv.len() < rest.len() { mv } else { text }
}

/// Returns the castling with which a line begins, if there are spaces in it, as in `0 - 0 - 0`, and
/// the rest of the line.
fn spaced_castling(line: &str) -> Option<(&'static str, &str)> {
    let is_dash = |c: char| c == '-' || DASHES.contains(&c);
    let after = |castling: &str| {
        castling.chars().try_fold(line, |rest, c| {
            let rest = rest.trim_start_matches(is_blank);
            match c {
                '-' => rest.strip_prefix(is_dash),
                _ => rest.strip_prefix([c, c.to_ascii_lowercase()]),
            }
        })
    };
    // Not in `0 - 0.35`.
    let ends = |rest: &&str| {
        !rest.trim_start_matches(['.', ',', ':', '/']).starts_with(char::is_alphanumeric)
    };
    let (castling, rest) = ["O-O-O", "0-0-0", "O-O", "0-0"]
        .into_iter()
        .find_map(|castling| Some((castling, after(castling).filter(ends)?)))?;
    let (text, _) = line.split_at(line.len() - rest.len());
    text.contains(is_blank).then_some((castling, rest))
}

/// Returns the rest of a line after the piece in parentheses to which the pawn move `word`
/// promotes, as in `b8(Q)` or `12.bxa8=(N)`. After other moves, `(N)` marks a novelty.
fn after_promotion<'a>(word: &str, rest: &'a str) -> Option<&'a str> {
    let mv = after_number(word);
    let squares = mv.strip_suffix('=').unwrap_or(mv);
    let is_promotion =
        mv.starts_with(|c| ('a'..='h').contains(&c)) && squares.ends_with(['1', '8']);
    let (piece, rest) = rest.strip_prefix('(')?.split_once(')')?;
    let is_piece = piece.len() == 1 && piece.contains(['Q', 'R', 'B', 'N', 'q', 'r', 'b', 'n']);
    (is_promotion && is_piece).then_some(rest)
}

/// Returns the text before a result at the end of a word, as in `Qh4#0-1`: at the end of a game,
/// the result may stand at the last move.
fn before_result(word: &str) -> Option<&str> {
    let before_score = ["1-0", "0-1", "1/2-1/2"].iter().find_map(|score| word.strip_suffix(score));
    // Digits alone may be a mistyped result.
    let before_score = before_score.filter(|text| text.contains(char::is_alphabetic));
    word.strip_suffix('*').or(before_score)
}

/// Returns what closes a game whose `text` ends in a comment, in variations or without a result, so
/// that another game can follow.
pub fn closing(text: &str) -> String {
    let mut comment = None;
    let (mut depth, mut has_result) = (0_usize, false);
    for line in text.lines() {
        for token in Tokens::new(line, &mut comment) {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            has_result = match token {
                Token::Result(_) => depth == 0,
                // A comment after the result belongs to the game.
                Token::Comment(_) => has_result,
                _ => false,
            };
        }
    }
    let mut closing = String::new();
    if comment.is_some() {
        closing.push_str(" }");
    }
    closing.push_str(&" )".repeat(depth));
    if !has_result {
        closing.push_str(" *");
    }
    // The last line may end in a comment after a semicolon.
    closing.replacen(' ', "\n", 1)
}

/// Returns a comment without the commands, such as `[%clk 0:01:00]`, at its beginning.
pub fn after_commands(mut comment: &str) -> &str {
    while let Some(command) = comment.strip_prefix("[%")
        && let Some((_, rest)) = command.split_once(']')
    {
        comment = rest.trim_start();
    }
    comment
}

/// Parses a result such as `1-0`, also as it is printed: `1 : 0`, `½–½` or `½`. Returns
/// `Some(None)` for `*` and for results that differ for the two sides, such as `1/2-0`, and `None`
/// if the text is not a result.
pub(crate) fn parse_result(text: &str) -> Option<Option<Outcome>> {
    let text = plain_signs(text.trim());
    let sides = match text.split_once(['-', ':']) {
        Some((white, black)) => (white.trim_end(), Some(black.trim_start())),
        None => (&*text, None),
    };
    match sides {
        ("*", None) => Some(None),
        ("1", Some("0")) => Some(Some(Outcome::WhiteWins)),
        ("0", Some("1")) => Some(Some(Outcome::BlackWins)),
        ("1/2" | "½", None | Some("1/2" | "½")) => Some(Some(Outcome::Draw)),
        ("1/2" | "½", Some("0")) | ("0", Some("1/2" | "½")) => Some(None),
        _ => None,
    }
}

/// Whether a line is a tag such as `[Event "name"]` and nothing else.
pub(crate) fn is_tag(line: &str) -> bool {
    split_tag(line.trim()).is_some_and(|(_, _, rest)| rest.is_empty())
}

/// Returns the name of the tag at the beginning of a line.
pub(super) fn tag_name(line: &str) -> Option<&str> {
    let line = line.trim();
    split_tag(line).map(|(name, ..)| name).or_else(|| half_closed_tag(line).map(|(name, _)| name))
}

/// Returns name and value of a tag that only a quotation mark or only a bracket closes, at the end
/// of `text`.
pub(super) fn half_closed_tag(text: &str) -> Option<(&str, &str)> {
    let (name, text) = split_tag_name(text)?;
    let value = text.trim_end().strip_suffix(['"', ']'])?;
    (!value.contains(['"', '[', ']'])).then(|| (name, value.trim_end()))
}

/// Splits the beginning of a tag, up to the quotation mark before its value, into its name and the
/// text after it.
fn split_tag_name(text: &str) -> Option<(&str, &str)> {
    let (name, text) = text.strip_prefix('[')?.split_once('"')?;
    let name = name.trim();
    let is_valid = |c: char| c.is_alphanumeric() || "_+#=:-".contains(c);
    (!name.is_empty() && name.chars().all(is_valid)).then_some((name, text))
}

/// Splits off the tag at the beginning of `text`: its name, its value and the text after it.
///
/// Quotation marks in the value should be escaped by a backslash. If they are not, the value ends
/// at the quotation mark before the closing bracket. A backslash belongs to the value before any
/// character but a quotation mark or another backslash, and also before the last quotation mark of
/// the line if nothing but the closing bracket follows.
fn split_tag(text: &str) -> Option<(&str, String, &str)> {
    let (name, text) = split_tag_name(text)?;
    let mut value = String::new();
    // Where a quotation mark and the closing bracket end the line, once a backslash asks for it.
    let mut end = None;
    let find_end =
        || text.trim_end().strip_suffix(']').and_then(|text| text.trim_end().strip_suffix('"'));
    let mut chars = text.chars();
    loop {
        let rest = chars.as_str();
        let c = chars.next()?;
        let is_here = |end: &str| end.len() == text.len() - rest.len() + 1;
        match c {
            '\\' if end.get_or_insert_with(find_end).is_some_and(is_here) => value.push(c),
            '\\' if chars.as_str().starts_with(['"', '\\']) => value.push(chars.next()?),
            '"' => match chars.as_str().trim_start().strip_prefix(']') {
                Some(rest) => return Some((name, value, rest)),
                None => value.push('"'),
            },
            _ => value.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens of consecutive lines.
    fn tokens(lines: &[&str]) -> Vec<String> {
        let mut comment = None;
        let mut tokens = Vec::new();
        for line in lines {
            tokens.extend(Tokens::new(line, &mut comment).map(|token| match token {
                Token::Tag { name, value } => format!("{name}={value}"),
                Token::BadTag(text) => format!("bad {text}"),
                Token::Open => "(".to_owned(),
                Token::Close => ")".to_owned(),
                Token::Comment(text) => format!("{{{text}}}"),
                Token::Glyph(glyph) => format!("${glyph}"),
                Token::Escape(text) => format!("%{text}"),
                Token::Result(outcome) => outcome.map_or("*", Outcome::text).to_owned(),
                Token::Word(word) => word.to_owned(),
            }));
        }
        tokens
    }

    #[test]
    fn lines_are_split_into_tokens() {
        for (lines, expected) in [
            (&["1. e4 e5 2.Nf3"][..], &["1.", "e4", "e5", "2.Nf3"][..]),
            (
                &["e4{good}e5", "Nf3 $1$14 Nc6$2 $x $99999"],
                &["e4", "{good}", "e5", "Nf3", "$1", "$14", "Nc6", "$2", "x"],
            ),
            (&["e4 ; e5 { Nf3", "c5"], &["e4", "{e5 { Nf3}", "c5"]),
            (&["% e4 e5", "e4 % e5"], &["% e4 e5", "e4", "%", "e5"]),
            (
                &["e4 { one { [two] ; (", "", "% three } e5 {}{"],
                &["e4", "{one { [two] ; (\n\n% three}", "e5", "{}"],
            ),
            (&["e4(c4(d4)c5)e5"], &["e4", "(", "c4", "(", "d4", ")", "c5", ")", "e5"]),
            (&["<e4> } \" e5 < d4 > c5 <"], &["{<e4>}", "e5", "{< d4 >}", "c5"]),
            (&["", " \t\u{a0}\0 "], &[]),
            (
                &["9.b8(Q)+ bxa1=(n) c1(c2) d8(K)", "Rd8(N) d4(N)"],
                &[
                    "9.b8(Q)", "+", "bxa1=(n)", "c1", "(", "c2", ")", "d8", "(", "K", ")", "Rd8",
                    "(", "N", ")", "d4", "(", "N", ")",
                ],
            ),
        ] {
            assert_eq!(tokens(lines), expected, "{lines:?}");
        }
    }

    #[test]
    fn the_source_of_all_tokens_is_the_line() {
        let line = " e4  {a} ( d4 ) $3 [A \"b\"] c4 ; end";
        let mut comment = None;
        let mut tokens = Tokens::new(line, &mut comment);
        let mut sources = Vec::new();
        while tokens.next().is_some() {
            sources.push(tokens.take_source());
        }
        assert_eq!(sources.first(), Some(&" e4"));
        assert_eq!((sources.len(), sources.concat()), (9, line.to_owned()));
    }

    #[test]
    fn results_are_recognised() {
        assert_eq!(
            tokens(&[
                "1-0 0-1 1/2-1/2 1/2 * 0-0 c4* e4*d5 c3* {x} e5 {*} a6* {y} ; z",
                "Qd1*[Event \"a\"]"
            ]),
            [
                "1-0", "0-1", "1/2-1/2", "1/2-1/2", "*", "0-0", "c4*", "e4*d5", "c3*", "{x}", "e5",
                "{*}", "a6", "*", "{y}", "{z}", "Qd1", "*", "Event=a"
            ]
        );
        assert_eq!(
            tokens(&["Qh4#0-1 {x}", "Rxg2+1-0", "e51/2-1/2 ; y", "e41-0 e5", "11-0", "12.1-0"]),
            [
                "Qh4#", "0-1", "{x}", "Rxg2+", "1-0", "e5", "1/2-1/2", "{y}", "e41-0", "e5",
                "11-0", "12.1-0"
            ]
        );
        assert_eq!(
            tokens(&["½-½ ½–½ 1–0 0—1 0−1 1/2–1/2 ½ 0–0 e4½"]),
            ["1/2-1/2", "1/2-1/2", "1-0", "0-1", "0-1", "1/2-1/2", "1/2-1/2", "0–0", "e4½"]
        );
        assert_eq!(
            tokens(&[
                "1/2 - 1/2 1 - 0 {x} 0 -1 1/2 : ½ 1:0 1\u{2011}0 1 - e4 1/2 ½ 1 - 0 - 0 1/2 -"
            ]),
            [
                "1/2-1/2", "1-0", "{x}", "0-1", "1/2-1/2", "1-0", "1-0", "1", "-", "e4", "1/2-1/2",
                "1/2-1/2", "1-0", "-", "0", "1/2-1/2", "-"
            ]
        );
        for text in ["?", "½*é", "*-1", "*-*", "1-1", "0-0", "1/2-1", "1", "0", "", "-", "1-0-0"]
        {
            assert_eq!(parse_result(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_open_is_closed() {
        for (text, expected) in [
            ("1. e4 *", ""),
            ("1. e4 1-0 {x} ; y", ""),
            ("1. e4", "\n*"),
            ("1. e4 ; x", "\n*"),
            ("1. e4 (1. d4 1-0 {x", "\n} ) *"),
            ("1. e4 1-0 e5", "\n*"),
        ] {
            assert_eq!(closing(text), expected, "{text}");
        }
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
            (r#"[Event "Cup\"]"#, &[r"Event=Cup\"]),
            (r#"[Event "C:\temp\new\"]"#, &[r"Event=C:\temp\new\"]),
            (r#"[Event "a\b"] [White-Elo "3"]"#, &[r"Event=a\b", "White-Elo=3"]),
            (r#"[Event "\\x\" ] "#, &[r"Event=\x\"]),
            (r#"[Event "Cup\\"]"#, &[r"Event=Cup\"]),
            (r#"[Event "Cup\""]"#, &[r#"Event=Cup""#]),
            (r#"[Event "Cup\"] e4"#, &[r#"bad [Event "Cup\"] e4"#]),
            (r#"[%clk "1"] e4"#, &[r#"bad [%clk "1"] e4"#]),
            ("[Event] e4", &["bad [Event] e4"]),
            ("[", &["bad ["]),
        ] {
            assert_eq!(tokens(&[line]), expected);
        }
    }

    #[test]
    fn one_sign_closes_a_tag_if_it_is_the_only_one() {
        for (text, expected) in [
            (r#"[Event "Cup" "#, Some(("Event", "Cup"))),
            (r#"[Event "Cup]"#, Some(("Event", "Cup"))),
            (r#"[Event "Cup” ] "#, Some(("Event", "Cup”"))),
            (r#"[Event ""#, None),
            (r#"[Event "Cup"#, None),
            (r#"[Event "C"u"p""#, None),
            (r#"[Event "[Cup]"#, None),
            (r#"[Event "Cup] x"#, None),
            (r#"[%clk "1]"#, None),
        ] {
            assert_eq!(half_closed_tag(text), expected, "{text}");
        }
    }
}
