//! Positions on the command line.

use std::ffi::OsString;

use thiserror::Error;

use super::program::say;
use crate::board::{Board, FenError, MoveError, START_WORD, is_start_word};
use crate::game::GameLine;
use crate::text::{Printable, unquoted};

/// The word that separates the moves from a position, as in UCI.
pub const MOVES: &str = "moves";

/// Reasons why a position on the command line cannot be set up.
#[derive(Debug, Error)]
pub enum PositionError {
    /// An invalid FEN.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An illegal move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

/// The position that a command is about.
#[derive(Debug, clap::Args)]
pub struct PositionArguments {
    /// Position as a FEN, quoted or not, or `startpos`; `moves` and moves may follow, after
    /// `startpos` also moves alone [default: start position]
    #[arg(value_name = "FEN")]
    words: Vec<String>,
    /// Position as a FEN, quoted or not, or `startpos`, as an option; `moves` and moves may follow
    #[arg(long, value_name = "FEN", conflicts_with = "words")]
    fen: Option<String>,
}

impl PositionArguments {
    /// Returns the position with the moves that lead to it, and reports the corrections of its FEN.
    ///
    /// # Errors
    /// [`PositionError`] if the position or a move is invalid.
    pub fn line(&self) -> Result<GameLine, PositionError> {
        let text = self.fen.clone().unwrap_or_else(|| self.words.join(" "));
        // Not every shell strips every kind of quotation marks.
        let text = unquoted(&text);
        let mut words = text.split_whitespace().peekable();
        let is_start = match words.peek() {
            Some(&word) => word == MOVES || is_start_word(word),
            None => self.fen.is_none() && self.words.is_empty(),
        };
        let fen: Vec<&str> = if is_start {
            words.next_if(|&word| word != MOVES);
            words.next_if_eq(&MOVES);
            vec![START_WORD]
        } else {
            words.by_ref().take_while(|&word| word != MOVES).collect()
        };
        let (board, corrections) = Board::read_fen(&fen.join(" "))?;
        for correction in &corrections {
            say(format_args!("note: {}", Printable(correction)));
        }
        let mut game = GameLine::new(board);
        play_moves(&mut game, words)?;
        Ok(game)
    }
}

/// The results that may end the moves of a game.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Plays moves in algebraic or coordinate notation; move numbers, as in `12.` and `12...Nf6`, and
/// results of games are ignored.
///
/// # Errors
/// [`MoveError`] of the first move that is not legal.
pub fn play_moves<'a>(
    game: &mut GameLine,
    words: impl Iterator<Item = &'a str>,
) -> Result<(), MoveError> {
    for word in words {
        let mv = match word.split_once('.') {
            Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                rest.trim_start_matches('.')
            }
            _ => word,
        };
        if !mv.is_empty() && !RESULTS.contains(&mv) {
            game.play(game.board().read_move(mv)?);
        }
    }
    Ok(())
}

/// The option that has a position as its value, in the next word or the same.
const FEN_OPTION: &str = "--fen";
const FEN_OPTION_WITH_VALUE: &str = "--fen=";

/// Joins each FEN that is split into words to one word, as if it were quoted; in the option `--fen`
/// also the start position, and the moves after the position.
///
/// A FEN begins with a word that has a slash, followed by the side to move. Otherwise an option
/// could not have a FEN as its value, nor a FEN contain a dash or a negative number.
pub fn join_fens(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let fits = |word: &OsString, is_field: fn(&str) -> bool| word.to_str().is_some_and(is_field);
    let mut words = words.into_iter().peekable();
    let mut joined: Vec<OsString> = Vec::new();
    while let Some(mut word) = words.next() {
        let is_option = fits(&word, |word| word.starts_with(FEN_OPTION_WITH_VALUE))
            || joined.last().is_some_and(|last| last == FEN_OPTION);
        if fits(&word, is_placement)
            && let Some(side) = words.next_if(|word| fits(word, is_side))
        {
            push_field(&mut word, &side);
            let fields: [fn(&str) -> bool; _] =
                [is_castling, is_en_passant, is_counter, is_counter];
            for is_field in fields {
                let Some(field) = words.next_if(|word| fits(word, is_field)) else { break };
                push_field(&mut word, &field);
            }
        }
        if is_option && words.peek().is_some_and(|word| word == MOVES) {
            while let Some(mv) = words.next_if(|word| fits(word, is_move)) {
                push_field(&mut word, &mv);
            }
        }
        joined.push(word);
    }
    joined
}

fn push_field(fen: &mut OsString, field: &OsString) {
    fen.push(" ");
    fen.push(field);
}

/// Whether `word` may be a piece placement, which may follow an option such as `--fen=`.
fn is_placement(word: &str) -> bool {
    let text = word.strip_prefix(FEN_OPTION_WITH_VALUE).unwrap_or(word);
    text.contains('/') && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'/')
}

fn is_side(word: &str) -> bool {
    ["w", "b", "white", "black"].contains(&word.to_ascii_lowercase().as_str())
}

/// Whether `word` may be a castling field, valid or not.
fn is_castling(word: &str) -> bool {
    word == "-" || word != MOVES && word.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Whether `word` may be an en passant field, valid or not.
fn is_en_passant(word: &str) -> bool {
    let is_square = |letter: u8, digit: u8| letter.is_ascii_alphabetic() && digit.is_ascii_digit();
    word == "-" || matches!(*word.as_bytes(), [letter, digit] if is_square(letter, digit))
}

/// Whether `word` is neither an option nor a number alone, which may be the depth of `perft`.
fn is_move(word: &str) -> bool {
    !word.starts_with('-') && !word.bytes().all(|byte| byte.is_ascii_digit())
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
    fn only_move_numbers_are_ignored() {
        let moves = |text: &str| {
            let mut game = GameLine::new(Board::start());
            play_moves(&mut game, text.split(' ')).map(|()| game.moves().len())
        };
        assert_eq!(moves("1. e4 1...e5 2.Nf3 2... Nc6 3.Bb5 12.Nf6 O-O 1-0").ok(), Some(7));
        for text in ["1.e4,e5;2.Nf3", "d4.e4", "xyz.Nf3", "1.e4.d4", "e4 e5..", "-1.e4"] {
            assert!(moves(text).is_err(), "{text}");
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
            ("perft --fen 8/8 w moves a2a3 1... b6 5", "perft|--fen|8/8 w moves a2a3 1... b6|5"),
            ("perft 5 --fen startpos moves e4 --json", "perft|5|--fen|startpos moves e4|--json"),
            ("perft --fen=startpos moves 0-0 5", "perft|--fen=startpos moves 0-0|5"),
            ("perft 5 8/8 w moves a2a3", "perft|5|8/8 w|moves|a2a3"),
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
