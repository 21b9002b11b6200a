//! Joins the words of the command line that form one argument.

use std::ffi::OsString;

/// The number of fields of a FEN after the pieces and the side to move.
const OPTIONAL_FIELDS: usize = 4;

/// Joins each FEN that is split into words to one word, as if it were quoted.
///
/// A FEN begins with a word that has a slash, followed by the side to move. Otherwise an option
/// could not have a FEN as its value, nor a FEN contain a dash or a negative number.
pub(super) fn join_fens(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let fits = |word: &OsString, is_field: fn(&str) -> bool| word.to_str().is_some_and(is_field);
    let mut words = words.into_iter().peekable();
    let mut joined = Vec::new();
    while let Some(mut word) = words.next() {
        if fits(&word, is_placement)
            && let Some(side) = words.next_if(|word| fits(word, is_side))
        {
            push_field(&mut word, &side);
            let fields: [fn(&str) -> bool; OPTIONAL_FIELDS] =
                [is_castling, is_en_passant, is_counter, is_counter];
            for is_field in fields {
                let Some(field) = words.next_if(|word| fits(word, is_field)) else { break };
                push_field(&mut word, &field);
            }
        }
        joined.push(word);
    }
    joined
}

/// The command `genfens`, whose arguments OpenBench gives in the same word.
const GENFENS: &str = "genfens";

/// The last word of OpenBench's call of `genfens`, meant for engines that read it as a UCI command.
const QUIT: &str = "quit";

/// Separates the command `genfens` from its arguments and joins these to one word, whether quoted
/// or not. Other commands are returned as they are.
pub(super) fn join_genfens(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.into_iter().collect();
    let command = words.get(1).and_then(|word| word.to_str()).unwrap_or_default();
    let Some(first) =
        command.strip_prefix(GENFENS).filter(|&rest| rest.trim_start() != rest || rest.is_empty())
    else {
        return words;
    };
    let mut arguments = vec![first.to_owned()];
    arguments.extend(words.iter().skip(2).map(|word| word.to_string_lossy().into_owned()));
    if arguments.last().is_some_and(|last| last == QUIT) {
        arguments.pop();
    }
    let arguments = arguments.join(" ");
    words.truncate(1);
    words.push(GENFENS.into());
    if !arguments.trim().is_empty() {
        words.push(arguments.trim().into());
    }
    words
}

fn push_field(fen: &mut OsString, field: &OsString) {
    fen.push(" ");
    fen.push(field);
}

/// Whether `word` may be a piece placement, which may follow an option such as `--fen=`.
fn is_placement(word: &str) -> bool {
    let text = word.strip_prefix("--fen=").unwrap_or(word);
    text.contains('/') && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'/')
}

fn is_side(word: &str) -> bool {
    ["w", "b", "white", "black"].contains(&word.to_ascii_lowercase().as_str())
}

/// Whether `word` may be a castling field, valid or not.
fn is_castling(word: &str) -> bool {
    word == "-" || word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Whether `word` may be an en passant field, valid or not.
fn is_en_passant(word: &str) -> bool {
    let is_square = |letter: u8, digit: u8| letter.is_ascii_alphabetic() && digit.is_ascii_digit();
    word == "-" || matches!(*word.as_bytes(), [letter, digit] if is_square(letter, digit))
}

/// Whether `word` may be a move counter, valid or not.
fn is_counter(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_fen_is_joined_wherever_it_stands() {
        for (line, expected) in [
            ("eval 8/8/8/k7/8/8/8/7K w - - 0 1", "eval|8/8/8/k7/8/8/8/7K w - - 0 1"),
            (
                "play --fen 8/8/k7/K7 b KQ e3 -5 x --depth 3",
                "play|--fen|8/8/k7/K7 b KQ e3 -5|x|--depth|3",
            ),
            ("perft --fen=8/8 w - - 0 1 5", "perft|--fen=8/8 w - - 0 1|5"),
            ("analyse 8/8 White --depth 1", "analyse|8/8 White|--depth|1"),
            ("book show 8/8 w - - book.bin", "book|show|8/8 w - -|book.bin"),
            ("book build a/b c/d --out w", "book|build|a/b|c/d|--out|w"),
            ("epd a/b.epd w", "epd|a/b.epd|w"),
            ("perft 5 8/8", "perft|5|8/8"),
        ] {
            let expected: Vec<_> = expected.split('|').map(OsString::from).collect();
            assert_eq!(join_fens(line.split(' ').map(OsString::from)), expected);
        }
        let quoted = ["8/8/8/k7/8/8/8/7K w - - 0 1", "5"].map(OsString::from);
        assert_eq!(join_fens(quoted.clone()), quoted);
    }
}
