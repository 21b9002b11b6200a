//! A game while it is being read.

use super::game::{Annotations, PgnFault, PgnGame};
use super::tokens::{Token, parse_result};
use crate::board::Board;
use crate::types::{Move, Outcome};

/// The number of characters to which quoted text is cut; no move is longer.
const MAX_QUOTED: usize = 40;

/// Values of `Variant` for standard chess and Chess960, in lower case without spaces.
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

/// A partly read game.
#[derive(Default)]
pub(super) struct Draft {
    tags: Tags,
    /// The start position and the one after the last move; `None` before the first move.
    boards: Option<(Board, Board)>,
    moves: Vec<Move>,
    /// Tags and comments, if they are to be kept.
    annotations: Option<Annotations>,
    /// Whether the movetext has begun.
    has_moves: bool,
    /// The number of open variations.
    depth: usize,
    /// The outcome that follows the moves.
    outcome: Option<Outcome>,
    /// The first fault and its line.
    fault: Option<(u64, PgnFault)>,
}

/// The tags that determine start position and outcome.
#[derive(Default)]
struct Tags {
    has_event: bool,
    fen: Option<String>,
    set_up: Option<String>,
    outcome: Option<Outcome>,
    variant: String,
}

impl Tags {
    /// Returns the start position.
    fn start(&self) -> Result<Board, PgnFault> {
        let mut variant = self.variant.to_lowercase();
        variant.retain(|c| c.is_alphanumeric());
        if !VARIANTS.contains(&variant.as_str()) {
            return Err(PgnFault::Variant(shortened(&self.variant)));
        }
        match &self.fen {
            // `SetUp` says whether `FEN` is valid; many programs omit it.
            Some(fen) if self.set_up.as_deref() != Some("0") => Ok(fen.parse()?),
            _ => Ok(Board::start()),
        }
    }
}

impl Draft {
    /// Creates an empty game, which keeps tags and comments if it `is_annotated`.
    pub(super) fn new(is_annotated: bool) -> Self {
        Self { annotations: is_annotated.then(Annotations::default), ..Self::default() }
    }

    /// Whether the reader is inside a variation.
    pub(super) fn is_in_variation(&self) -> bool {
        self.depth > 0
    }

    /// Whether a tag of that name belongs to the next game.
    pub(super) fn ends_at(&self, tag: &str) -> bool {
        self.has_moves
            || self.is_in_variation()
            || tag == "Event" && (self.tags.has_event || self.fault.is_some())
    }

    /// Sets the outcome that follows the moves.
    pub(super) fn set_outcome(&mut self, outcome: Option<Outcome>) {
        self.outcome = outcome;
    }

    /// Records a fault at `line`, unless there was an earlier one.
    pub(super) fn fail(&mut self, line: u64, fault: PgnFault) {
        self.fault.get_or_insert((line, fault));
    }

    /// Reads a token of `line`. Moves after the first `max_plies` are skipped.
    pub(super) fn read_token(&mut self, token: Token, line: u64, max_plies: usize) {
        match token {
            Token::Tag { name, value } => self.read_tag(name, value),
            Token::BadTag(text) => self.fail(line, PgnFault::Tag(shortened(text))),
            Token::Open => self.depth += 1,
            Token::Close => match self.depth.checked_sub(1) {
                Some(depth) => self.depth = depth,
                None => self.fail(line, PgnFault::UnmatchedParenthesis),
            },
            Token::Comment(text) if !self.is_in_variation() => self.read_comment(text),
            Token::Word(word) if !self.is_in_variation() => {
                self.has_moves = true;
                let is_wanted = self.fault.is_none() && self.moves.len() < max_plies;
                if let Some(text) = move_text(word).filter(|_| is_wanted)
                    && let Err(fault) = self.play(text)
                {
                    self.fail(line, fault);
                }
            }
            // Inside a variation.
            Token::Word(_) | Token::Comment(_) | Token::Result(_) => {}
        }
    }

    /// Keeps a comment on the last move.
    fn read_comment(&mut self, text: &str) {
        let Some(Annotations { comments, .. }) = &mut self.annotations else { return };
        let Some(index) = self.moves.len().checked_sub(1) else { return };
        comments.resize(index + 1, String::new());
        if let Some(comment) = comments.last_mut() {
            let separator = if comment.is_empty() { "" } else { " " };
            comment.push_str(separator);
            comment.push_str(text);
        }
    }

    fn read_tag(&mut self, name: &str, value: String) {
        if let Some(annotations) = &mut self.annotations {
            annotations.tags.push((name.to_owned(), value.clone()));
        }
        match name {
            "Event" => self.tags.has_event = true,
            "FEN" => self.tags.fen = Some(value),
            "SetUp" => self.tags.set_up = Some(value),
            "Variant" => self.tags.variant = value,
            "Result" => self.tags.outcome = parse_result(&value).flatten(),
            _ => {}
        }
    }

    fn play(&mut self, text: &str) -> Result<(), PgnFault> {
        let (start, board) = match self.boards {
            Some(boards) => boards,
            None => self.tags.start().map(|start| (start, start))?,
        };
        let mv = board.parse_san(&shortened(text))?;
        self.moves.push(mv);
        self.boards = Some((start, board.make(mv)));
        Ok(())
    }

    /// Ends the game at `line`. Returns it, or its first fault with the line.
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
        // The tag has the official result, which may differ from the one after the moves.
        let outcome = self.tags.outcome.or(self.outcome);
        Ok(PgnGame { start, moves: self.moves, outcome, annotations: self.annotations })
    }
}

/// Returns the move in a word that may begin with a move number; `None` if there is no move.
fn move_text(word: &str) -> Option<&str> {
    let after_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = match after_number.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if after_number.is_empty() => "",
        // Castling with zeros begins with a digit too.
        None => word,
    };
    // The null move `--` is rejected later as illegal. Other words without letters or digits are
    // annotations such as `!?` and `+-`, or an ellipsis.
    let is_mark = text != "--" && !text.contains(|c: char| c.is_ascii_alphanumeric());
    (!is_mark && text != "e.p.").then_some(text)
}

/// Cuts `text` to [`MAX_QUOTED`] characters.
fn shortened(text: &str) -> String {
    text.chars().take(MAX_QUOTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_contain_a_move_number_or_a_move_or_both() {
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
