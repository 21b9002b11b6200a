//! The arguments of `genfens`.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::str::FromStr;

use crate::text::{Printable, whole_number};

/// The word that stands for no book, in upper or lower case.
const NO_BOOK: &str = "none";

/// The default number of random plies from the start position.
const PLIES: usize = 8;
/// The default number of random plies from a position of a book, which is an opening already.
const PLIES_FROM_BOOK: usize = 2;
/// The largest number of random plies; after more, a position is no opening.
const MAX_PLIES: i128 = 100;

/// The default highest score of an opening for either side, in centipawns.
const MAX_SCORE: i32 = 200;

/// The words before the values; the number of openings, which comes first, has none.
const KEYWORDS: [&str; 4] = ["seed", "book", "plies", "maxscore"];
/// The name of the value without a keyword.
const COUNT: &str = "number of openings";

/// Openings to generate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    /// The number of openings.
    pub(super) count: usize,
    /// The seed of all random choices.
    pub(super) seed: u64,
    /// The positions before the random moves; the start position if absent.
    pub(super) book: Option<PathBuf>,
    /// The number of random plies; half of the openings get one more.
    pub(super) plies: usize,
    /// The highest score for either side, in centipawns.
    pub(super) max_score: i32,
}

impl FromStr for Request {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let values = split_values(text);
        let value = |name| values.get(name).map(|value| value.trim());
        let required = |name| value(name).ok_or_else(|| missing(name));
        let (seed, book) = (required("seed")?, parse_book(required("book")?)?);
        let default_plies = if book.is_some() { PLIES_FROM_BOOK } else { PLIES };
        let plies = value("plies").map(|it| number("plies", it, whole_number(0..=MAX_PLIES)));
        let max_score =
            value("maxscore").map(|it| number("maxscore", it, whole_number(1..=i32::MAX.into())));
        Ok(Self {
            count: number(COUNT, value(COUNT).unwrap_or_default(), whole_number(1..))?,
            seed: number("seed", seed, whole_number(0..))?,
            book,
            plies: plies.transpose()?.unwrap_or(default_plies),
            max_score: max_score.transpose()?.unwrap_or(MAX_SCORE),
        })
    }
}

/// Returns the values by their names. A value extends to the next keyword that has not occurred, so
/// that the path of a book may contain spaces.
fn split_values(text: &str) -> HashMap<&'static str, String> {
    let (mut values, mut name) = (HashMap::<_, String>::new(), COUNT);
    for word in text.trim().split(' ') {
        let is_new = |keyword: &&str| *keyword == word && !values.contains_key(keyword);
        match KEYWORDS.into_iter().find(is_new) {
            Some(keyword) => name = keyword,
            None => *values.entry(name).or_default() += word,
        }
        // The first blank follows the keyword.
        *values.entry(name).or_default() += " ";
    }
    values
}

fn number<T>(
    name: &str,
    value: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<T, String> {
    parse(value).map_err(|expected| format!("{name} '{}': {expected}", Printable(value)))
}

fn parse_book(value: &str) -> Result<Option<PathBuf>, String> {
    let (first, rest) = value.split_once(' ').unwrap_or((value, ""));
    if !first.eq_ignore_ascii_case(NO_BOOK) {
        return if value.is_empty() { Err(missing("book")) } else { Ok(Some(value.into())) };
    }
    let rest = rest.trim();
    if rest.is_empty() {
        return Ok(None);
    }
    let problem = "after the book is unknown; expected 'plies' or 'maxscore'";
    Err(format!("'{}' {problem}", Printable(rest)))
}

fn missing(keyword: &str) -> String {
    format!("'{keyword}' is missing; expected 'N seed S book <None|FILE>'")
}

/// The command `genfens`, whose arguments OpenBench gives in the same word.
const GENFENS: &str = "genfens";

/// The last word of OpenBench's call of `genfens`, meant for engines that read it as a UCI command.
const QUIT: &str = "quit";

/// Separates the command `genfens` from its arguments and joins these to one word, whether quoted
/// or not. Other commands are returned as they are.
pub(in crate::cli) fn join_genfens(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    let command = words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    let Some(first) =
        command.strip_prefix(GENFENS).filter(|&rest| rest.trim_start() != rest || rest.is_empty())
    else {
        return words;
    };
    let mut arguments = vec![OsStr::new(first)];
    arguments.extend(words.iter().skip(2).map(OsString::as_os_str));
    if arguments.last().is_some_and(|&last| last == QUIT) {
        arguments.pop();
    }
    let arguments = arguments.join(OsStr::new(" "));
    words.truncate(1);
    words.push(GENFENS.into());
    match arguments.to_str().map(str::trim) {
        Some("") => {}
        Some(text) => words.push(text.into()),
        // The program reads UTF-8 only, and says so.
        None => words.push(arguments),
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_parsed() {
        let none = Request { count: 64, seed: 2_147_483_647, book: None, plies: 8, max_score: 200 };
        assert_eq!("64 seed 2147483647 book None ".parse(), Ok(none.clone()));
        assert_eq!("64  book NONE  seed 2147483647".parse(), Ok(none.clone()));
        let book = Some("Books/my  book ü.epd".into());
        let from_book = Request { count: 1, seed: 0, book, plies: 2, max_score: 90 };
        let text = "1 seed 0 book Books/my  book ü.epd maxscore 90";
        assert_eq!(text.parse(), Ok(from_book.clone()));
        let more = Request { plies: 12, ..from_book };
        assert_eq!(format!("{text} plies 12").parse(), Ok(more));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, message) in [
            ("", "'seed' is missing; expected 'N seed S book <None|FILE>'"),
            ("seed 1 book None", "number of openings '': expected a whole number of 1 or more"),
            ("x seed 1 book None", "number of openings 'x': expected a whole number of 1 or more"),
            ("0 seed 1 book None", "number of openings '0': expected a whole number of 1 or more"),
            (
                "-1 seed 1 book None",
                "number of openings '-1': expected a whole number of 1 or more",
            ),
            ("5 seed -1 book None", "seed '-1': expected a whole number of 0 or more"),
            ("5 seed 1 x book None", "seed '1 x': expected a whole number of 0 or more"),
            ("5 seed book None", "seed '': expected a whole number of 0 or more"),
            ("5 seed 1", "'book' is missing; expected 'N seed S book <None|FILE>'"),
            ("5 seed 1 book", "'book' is missing; expected 'N seed S book <None|FILE>'"),
            ("5 book None", "'seed' is missing; expected 'N seed S book <None|FILE>'"),
            ("5 seed 1 seed 2 book None", "seed '1 seed 2': expected a whole number of 0 or more"),
            (
                "5 seed 1 book None x\u{7} 3",
                "'x\\u{7} 3' after the book is unknown; expected 'plies' or 'maxscore'",
            ),
            (
                "5 seed 1\t\u{1b} book None",
                "seed '1\t\\u{1b}': expected a whole number of 0 or more",
            ),
            ("5 seed 1 book None plies 101", "plies '101': expected a whole number from 0 to 100"),
            (
                "5 seed 1 book a maxscore 0",
                "maxscore '0': expected a whole number from 1 to 2147483647",
            ),
        ] {
            assert_eq!(text.parse::<Request>().unwrap_err(), message, "{text}");
        }
    }

    #[test]
    fn the_arguments_of_genfens_become_one_word() {
        for (line, expected) in [
            ("nunatak|genfens 2 seed 1 book None |quit", "nunatak|genfens|2 seed 1 book None"),
            ("nunatak|genfens|2|seed|1|book|a b.epd", "nunatak|genfens|2 seed 1 book a b.epd"),
            ("nunatak|genfens|--help", "nunatak|genfens|--help"),
            ("nunatak|genfens |quit", "nunatak|genfens"),
            ("nunatak|genfensx 2|quit", "nunatak|genfensx 2|quit"),
            ("nunatak|eval|genfens 2|quit", "nunatak|eval|genfens 2|quit"),
            ("nunatak", "nunatak"),
        ] {
            let expected: Vec<_> = expected.split('|').map(OsString::from).collect();
            assert_eq!(join_genfens(line.split('|').map(OsString::from)), expected);
        }
    }
}
