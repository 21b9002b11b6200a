//! A game while it is being read.

use super::tokens::Token;
use super::{GameResult, PgnFault, PgnGame};
use crate::board::Board;
use crate::types::Move;

/// No move is longer. What is longer is quoted so far.
const MAX_WORD: usize = 40;

/// The values of `Variant` under whose rules a board plays, in small letters and without blanks.
const VARIANTS: [&str; 8] = [
    "",
    "chess",
    "standard",
    "normal",
    "fromposition",
    "chess960",
    "fischerandom",
    "fischerrandom",
];

/// A game of which part has been read.
#[derive(Default)]
pub(super) struct Draft {
    tags: Tags,
    /// The position at the beginning, and the one after the last move; `None` before the first.
    boards: Option<(Board, Board)>,
    moves: Vec<Move>,
    /// Whether there were moves, or words in their place.
    has_moves: bool,
    /// How many variations are open.
    depth: usize,
    result: Option<GameResult>,
    /// The first thing that is wrong, and its line.
    fault: Option<(u64, PgnFault)>,
}

/// The tags that matter.
#[derive(Default)]
struct Tags {
    has_event: bool,
    fen: Option<String>,
    set_up: Option<String>,
    result: Option<GameResult>,
    variant: String,
}

impl Tags {
    /// The position in which the game begins.
    fn start(&self) -> Result<Board, PgnFault> {
        let mut variant = self.variant.to_lowercase();
        variant.retain(|letter| letter.is_alphanumeric());
        if !VARIANTS.contains(&variant.as_str()) {
            return Err(PgnFault::Variant(shortened(&self.variant)));
        }
        match &self.fen {
            // `SetUp` says whether `FEN` counts; where it is missing, it does.
            Some(fen) if self.set_up.as_deref() != Some("0") => Ok(fen.parse()?),
            _ => Ok(Board::start()),
        }
    }
}

impl Draft {
    /// Whether the text stands in a variation.
    pub(super) fn is_in_variation(&self) -> bool {
        self.depth > 0
    }

    /// Whether a tag of that name belongs to the next game.
    pub(super) fn ends_at(&self, tag: &str) -> bool {
        self.has_moves
            || self.is_in_variation()
            || tag == "Event" && (self.tags.has_event || self.fault.is_some())
    }

    /// Notes the result that stands behind the moves.
    pub(super) fn note_result(&mut self, result: GameResult) {
        self.result = Some(result);
    }

    /// Notes what is wrong in `line`. The first fault counts.
    pub(super) fn fail(&mut self, line: u64, fault: PgnFault) {
        self.fault.get_or_insert((line, fault));
    }

    /// Takes a token of `line`. Moves beyond the first `max_plies` are not looked at.
    pub(super) fn take(&mut self, token: Token, line: u64, max_plies: usize) {
        match token {
            Token::Tag { name, value } => self.take_tag(name, value),
            Token::BadTag(text) => self.fail(line, PgnFault::Tag(shortened(text))),
            Token::Open => self.depth += 1,
            Token::Close => match self.depth.checked_sub(1) {
                Some(depth) => self.depth = depth,
                None => self.fail(line, PgnFault::NoVariation),
            },
            Token::Word(word) if self.depth == 0 => {
                self.has_moves = true;
                let wanted = self.fault.is_none() && self.moves.len() < max_plies;
                if let Some(text) = move_text(word).filter(|_| wanted)
                    && let Err(fault) = self.take_move(text)
                {
                    self.fail(line, fault);
                }
            }
            Token::Word(_) => {}
        }
    }

    fn take_tag(&mut self, name: &str, value: String) {
        match name {
            "Event" => self.tags.has_event = true,
            "FEN" => self.tags.fen = Some(value),
            "SetUp" => self.tags.set_up = Some(value),
            "Variant" => self.tags.variant = value,
            "Result" => self.tags.result = GameResult::parse(&value),
            _ => {}
        }
    }

    fn take_move(&mut self, text: &str) -> Result<(), PgnFault> {
        let (start, board) = match self.boards {
            Some(boards) => boards,
            None => self.tags.start().map(|start| (start, start))?,
        };
        let mv = board.parse_san(&shortened(text))?;
        self.moves.push(mv);
        self.boards = Some((start, board.make(mv)));
        Ok(())
    }

    /// The game, or what is wrong with it and where. `line` is the last one read.
    pub(super) fn into_game(mut self, line: u64) -> Result<PgnGame, (u64, PgnFault)> {
        if self.is_in_variation() {
            self.fail(line, PgnFault::OpenVariation);
        }
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let start = match self.boards {
            Some((start, _)) => start,
            None => self.tags.start().map_err(|fault| (line, fault))?,
        };
        // Of two that differ, the tag's is what the players agreed on, if it says anything.
        let tag = self.tags.result.filter(|&result| result != GameResult::Unknown);
        let result = tag.or(self.result).unwrap_or(GameResult::Unknown);
        Ok(PgnGame { start, moves: self.moves, result })
    }
}

/// The move in a word, which may begin with a move number; `None` if there is none.
fn move_text(word: &str) -> Option<&str> {
    let after_number = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let text = match after_number.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if after_number.is_empty() => "",
        // Castling with zeros begins with a digit too.
        None => word,
    };
    // A null move is a move, and not a legal one. Other words without a letter are marks such as
    // `!?`, `+-` or an ellipsis.
    let is_mark = text != "--" && !text.contains(|letter: char| letter.is_ascii_alphanumeric());
    (!is_mark && text != "e.p.").then_some(text)
}

/// As much of a text as may be quoted.
fn shortened(text: &str) -> String {
    text.chars().take(MAX_WORD).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_hold_a_number_and_a_move() {
        for (word, expected) in [
            ("e4", Some("e4")),
            ("1.e4", Some("e4")),
            ("12...Nf6!?", Some("Nf6!?")),
            ("0-0", Some("0-0")),
            ("7.0-0-0+", Some("0-0-0+")),
            ("--", Some("--")),
            ("1", None),
            ("1.", None),
            ("23...", None),
            ("...", None),
            ("!?", None),
            ("+-", None),
            ("±", None),
            ("e.p.", None),
        ] {
            assert_eq!(move_text(word), expected, "{word}");
        }
    }
}
