//! A game while it is being read.

use std::borrow::Cow;
use std::collections::HashSet;

use nunatak::board::{Board, FenCorrection};
use nunatak::types::{Move, Outcome};

use super::game::{PgnFault, PgnGame};
use super::notes::{LineEnd, NULL_MOVES, NotesBuilder};
use super::tokens::{FORFEIT, Token, half_closed_tag, parse_result};
use crate::pgn::annotations::Note;
use crate::pgn::marks::{is_figurine, split_marks};

/// The number of characters to which quoted text is cut; no move is longer.
const MAX_QUOTED: usize = 40;

/// Values of `Variant` for standard chess and Chess960, in lower case without spaces.
const VARIANTS: [&str; 11] = [
    "",
    "chess",
    "classical",
    "standard",
    "normal",
    "fromposition",
    "chess960",
    "fischerandom",
    "fischerrandom",
    "freestyle",
    "freestylechess",
];

/// Words after a move that say no more than it does, without full stops and signs of check at their
/// end.
const SUPERFLUOUS: [&str; 9] =
    ["check", "checkmate", "ch", "dbl", "dis", "dis.ch", "e.p", "ep", "mate"];
/// Castling with zeros and without dashes, which is no number.
const CASTLING: [&str; 2] = ["00", "000"];
/// Units of times and scores; most have none.
const UNITS: [&str; 9] = ["", "s", "sec", "m", "min", "h", "ms", "cp", "%"];
/// Characters that are not shown, which come with texts of web pages.
const INVISIBLE: [char; 9] = [
    '\u{ad}', '\u{200b}', '\u{200d}', '\u{200e}', '\u{200f}', '\u{2060}', '\u{fe0e}', '\u{fe0f}',
    '\u{feff}',
];

/// A partly read game.
#[derive(Default)]
pub(super) struct GameBuilder {
    tags: Tags,
    /// The start position and the end of the line of moves; `None` before the first move.
    line: Option<(Board, LineEnd)>,
    /// The corrections of its FEN.
    corrections: Vec<FenCorrection>,
    moves: Vec<Move>,
    /// The number of moves to read.
    max_plies: usize,
    /// Tags and notes, if they are to be kept.
    notes: Option<NotesBuilder>,
    /// Whether there was a text in brackets that is no tag.
    has_bad_tag: bool,
    /// Whether the movetext has begun.
    has_moves: bool,
    /// The number of words taken for moves outside variations, legal or not, read or skipped.
    move_words: usize,
    /// Whether there was a move after a number, legal or not.
    has_numbered_move: bool,
    /// The number before the next move, if one stands there.
    number: Option<u32>,
    /// The number of open variations.
    depth: usize,
    /// The outcome that follows the moves.
    outcome: Option<Outcome>,
    /// Whether a move was skipped, since there are enough.
    is_full: bool,
    /// The fault to report and its line.
    fault: Option<(u64, PgnFault)>,
    /// Whether there was a fault outside variations, which are only checked if notes are kept.
    is_broken: bool,
}

/// The tags that determine start position and outcome.
#[derive(Default)]
struct Tags {
    /// The names of all tags.
    names: HashSet<String>,
    /// The start position, with the line of its tag.
    fen: Option<(String, u64)>,
    set_up: Option<String>,
    outcome: Option<Outcome>,
    /// Whether both sides lost.
    is_forfeited: bool,
    /// The rules, with the line of their tag.
    variant: (String, u64),
}

impl Tags {
    /// Returns the start position and the corrections of its FEN, or a fault with the line of the
    /// tag.
    fn start(&self) -> Result<(Board, Vec<FenCorrection>), (u64, PgnFault)> {
        let (variant, line) = &self.variant;
        let mut name = variant.to_lowercase();
        name.retain(|c| c.is_alphanumeric());
        if !VARIANTS.contains(&name.as_str()) {
            return Err((*line, PgnFault::Variant(shortened(variant))));
        }
        match self.valid_fen() {
            Some((fen, line)) => Board::read_fen(fen).map_err(|error| (*line, error.into())),
            None => Ok((Board::start(), Vec::new())),
        }
    }

    /// Returns the FEN, if there is one that counts, with the line of its tag. `SetUp` says whether
    /// it does; many programs omit that.
    fn valid_fen(&self) -> Option<&(String, u64)> {
        self.fen.as_ref().filter(|_| self.set_up.as_deref() != Some("0"))
    }
}

impl GameBuilder {
    /// Creates an empty game with `notes` that keep its annotations, if any. Moves after the first
    /// `max_plies` will be skipped.
    pub(super) fn new(notes: Option<NotesBuilder>, max_plies: usize) -> Self {
        Self { notes, max_plies, ..Self::default() }
    }

    /// Whether the reader is inside a variation.
    pub(super) fn is_in_variation(&self) -> bool {
        self.depth > 0
    }

    /// Whether a tag of that name belongs to the next game.
    pub(super) fn ends_at(&self, tag: &str) -> bool {
        // After a faulty tag, more of the game's tags may follow words that are no moves. Without a
        // tag, such words are a text apart.
        let may_be_in_tags = self.is_broken && self.has_tags() && !self.has_read_move();
        let is_repeated = || self.has_tag(tag);
        match tag {
            "Event" if self.is_broken || is_repeated() => true,
            _ if self.is_in_variation() => true,
            _ => self.has_moves && (!may_be_in_tags || is_repeated()),
        }
    }

    /// Whether there was a tag, valid or not.
    fn has_tags(&self) -> bool {
        self.has_bad_tag || !self.tags.names.is_empty()
    }

    /// Whether there was a tag of that name.
    pub(super) fn has_tag(&self, name: &str) -> bool {
        self.tags.names.contains(name)
    }

    /// Whether a line that begins with a first move belongs to the next game. After a blank line,
    /// one move is enough for that; otherwise the line may have Black's, in a game like `1. e4`,
    /// `1. e5`, unless no move was legal. A text without tags ends there as well.
    pub(super) fn may_end_at_move(&self, is_after_blank: bool) -> bool {
        let has_move = self.has_read_move() || self.has_numbered_move;
        let has_both = self.move_words > 1 || !self.has_read_move();
        let follows_text = self.has_moves && !self.has_tags() && !self.has_read_move();
        let may_end = follows_text || has_move && (is_after_blank || has_both);
        may_end && !self.is_in_variation()
    }

    /// Whether there were only numbers, remarks and the like, which are no game.
    pub(super) fn is_text(&self) -> bool {
        !self.is_broken && !self.is_in_variation() && !self.has_tags() && self.move_words == 0
    }

    /// Whether there was a move, read or skipped.
    fn has_read_move(&self) -> bool {
        !self.moves.is_empty() || self.is_full
    }

    /// Whether [`FORFEIT`] at the end of a line is the result, not a move: the tag has it too, and
    /// there is no move number before it.
    pub(super) fn may_be_forfeited(&self) -> bool {
        self.tags.is_forfeited && self.number.is_none() && !self.is_in_variation()
    }

    /// Sets the outcome that follows the moves.
    pub(super) fn set_outcome(&mut self, outcome: Option<Outcome>) {
        self.outcome = outcome;
    }

    /// Records a fault at `line`, unless there was an earlier one; but an end inside a comment or
    /// variation is what matters to those who append a game.
    pub(super) fn fail(&mut self, line: u64, fault: PgnFault) {
        self.is_broken |= !self.is_in_variation();
        if self.fault.is_none() || matches!(fault, PgnFault::OpenComment | PgnFault::OpenVariation)
        {
            self.fault = Some((line, fault));
        }
    }

    /// Reads a token of `line`.
    pub(super) fn read_token(&mut self, token: Token, line: u64) {
        let read = match token {
            Token::Tag { name, value } => return self.read_tag(name, value, line),
            Token::Comment(text) => return self.read_note(Note::Comment(text)),
            Token::Glyph(glyph) => return self.read_note(Note::Glyph(glyph)),
            Token::Escape(text) => return self.read_note(Note::Escape(text.to_owned())),
            // Inside a variation, which has no result of its own.
            Token::Result(outcome) => {
                let text = outcome.map_or("*", Outcome::text);
                return self.read_note(Note::Comment(text.to_owned()));
            }
            Token::BadTag(text) => match half_closed_tag(text) {
                // A second `Event` would begin a game on a line of its own, as which it is written.
                Some((name, value)) if !self.has_moves && !self.ends_at(name) => {
                    return self.read_tag(name, value.to_owned(), line);
                }
                _ => {
                    self.has_bad_tag = true;
                    Err(PgnFault::Tag(shortened(text)))
                }
            },
            Token::Open => self.open_variation(),
            Token::Close => self.close_variation(),
            Token::Word(word) => self.read_word(word),
        };
        if let Err(fault) = read {
            self.fail(line, fault);
        }
    }

    /// Returns the annotations to be extended; `None` if they are not kept, after a fault or the
    /// last move to be read.
    fn wanted_notes(&mut self) -> Option<&mut NotesBuilder> {
        self.notes.as_mut().filter(|_| self.fault.is_none() && !self.is_full)
    }

    fn open_variation(&mut self) -> Result<(), PgnFault> {
        // After tags, it may stand among them.
        self.has_moves |= !self.has_tags();
        self.depth += 1;
        self.number = None;
        let game = self.line.map(|(_, end)| end);
        self.wanted_notes().map_or(Ok(()), |notes| notes.open(game))
    }

    fn close_variation(&mut self) -> Result<(), PgnFault> {
        self.depth = self.depth.checked_sub(1).ok_or(PgnFault::UnmatchedParenthesis)?;
        let moves = self.moves.len();
        let number = self.number.take();
        if let Some(notes) = self.wanted_notes() {
            // A number without a move, as in `(12)`, is a remark.
            if let Some(number) = number.filter(|_| notes.awaits_move()) {
                notes.add(Note::Comment(number.to_string()), moves);
            }
            notes.close(moves);
        }
        Ok(())
    }

    fn read_note(&mut self, note: Note) {
        let moves = self.moves.len();
        let is_empty = matches!(&note, Note::Comment(text) if text.is_empty());
        if let Some(notes) = self.wanted_notes().filter(|_| !is_empty) {
            notes.add(note, moves);
        }
    }

    /// Reads a move with or without number and marks, or one of these alone.
    fn read_word(&mut self, word: &str) -> Result<(), PgnFault> {
        if self.is_in_variation() && self.notes.is_none() {
            return Ok(());
        }
        self.has_moves |= !self.is_in_variation();
        let visible = visible(word);
        if is_figure(&visible) {
            self.read_note(Note::Comment(visible.into_owned()));
            return Ok(());
        }
        // After a number, numeric notation is reported, not skipped as another number. In a text
        // before a game, it may be a number.
        let awaits_move = self.number.is_some() && (self.has_tags() || self.has_read_move());
        let (number, text) = if awaits_move && is_numeric(&visible) {
            (None, &*visible)
        } else {
            split_number(&visible)
        };
        let follows_number = number.or(self.number.take());
        if text.is_empty() {
            self.number = follows_number;
            return Ok(());
        }
        let text = without_sentence_mark(text);
        // After a number, a letter is a move, though not a legal one.
        let is_letters = text.chars().all(|c| c.is_ascii_alphabetic());
        let (text, marks) = if follows_number.is_some() && is_letters {
            (text, Vec::new())
        } else {
            split_marks(text)
        };
        if !is_superfluous(text) {
            if is_remark(text) {
                self.read_note(Note::Comment(text.to_owned()));
            } else {
                self.read_move(text, follows_number)?;
            }
        }
        marks.into_iter().for_each(|mark| self.read_note(mark));
        Ok(())
    }

    /// Reads a move of the game or of a variation, with the `number` before it.
    fn read_move(&mut self, text: &str, number: Option<u32>) -> Result<(), PgnFault> {
        if self.is_in_variation() {
            self.wanted_notes().map_or(Ok(()), |notes| notes.play(&shortened(text)))?;
            return Ok(());
        }
        self.move_words += 1;
        // After a fault, which may be in a tag, only the first number is certain.
        self.has_numbered_move |= number.is_some_and(|it| it == 1 || !self.is_broken);
        if self.moves.len() >= self.max_plies {
            self.is_full = true;
        } else if !self.is_broken {
            // What follows a result or a tag that stands too early, or was copied without its FEN,
            // is no game from the start position.
            if let Some(number) = number.filter(|&number| number > 1)
                && self.line.is_none()
                && self.tags.valid_fen().is_none()
            {
                return Err(PgnFault::LateBeginning(number));
            }
            self.play(text)?;
        }
        Ok(())
    }

    fn read_tag(&mut self, name: &str, value: String, line: u64) {
        if let Some(notes) = &mut self.notes {
            notes.add_tag(name, &value);
        }
        // Of several tags of a name, the first one counts; an empty FEN is none.
        let is_empty = name == "FEN" && value.trim().is_empty();
        if is_empty || !self.tags.names.insert(name.to_owned()) {
            return;
        }
        match name {
            "FEN" => self.tags.fen = Some((value, line)),
            "SetUp" => self.tags.set_up = Some(value),
            "Variant" => self.tags.variant = (value, line),
            "Result" => {
                self.tags.outcome = parse_result(&value).flatten();
                self.tags.is_forfeited = value.replace(' ', "") == FORFEIT;
            }
            _ => {}
        }
    }

    fn play(&mut self, text: &str) -> Result<(), PgnFault> {
        let (start, mut end) = match self.line {
            Some(line) => line,
            None => match self.tags.start() {
                Ok((start, corrections)) => {
                    self.corrections = corrections;
                    (start, LineEnd::new(start))
                }
                Err((line, fault)) => {
                    self.fail(line, fault);
                    return Ok(());
                }
            },
        };
        if NULL_MOVES.contains(&text) {
            return Err(PgnFault::NullMove(text.to_owned()));
        }
        let mv = end.board.read_move(&shortened(text))?;
        self.moves.push(mv);
        end.play(mv);
        self.line = Some((start, end));
        Ok(())
    }

    /// Ends the game at `line`. Returns it, or its fault with the line.
    pub(super) fn into_game(mut self, line: u64) -> Result<PgnGame, (u64, PgnFault)> {
        if self.is_in_variation() {
            self.fail(line, PgnFault::OpenVariation);
        }
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let (start, corrections) = match self.line {
            Some((start, _)) => (start, self.corrections),
            None => self.tags.start()?,
        };
        // The tag has the official result, which may differ from the one after the moves.
        let outcome = self.tags.outcome.or(self.outcome);
        let annotations = self.notes.map(NotesBuilder::finish).unwrap_or_default();
        Ok(PgnGame { start, corrections, moves: self.moves, outcome, annotations })
    }
}

/// Splits a word into the number of a move at its beginning, if there is one, and the rest.
fn split_number(word: &str) -> (Option<u32>, &str) {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let (digits, _) = word.split_at(word.len() - rest.len());
    let text = rest.trim_start_matches(['.', '…']);
    // Castling with zeros and a null move begin with a digit too.
    let is_move = is_move_of_digits(word);
    let is_number = (rest.is_empty() && !is_move) || text.len() < rest.len();
    if is_number { (digits.parse().ok(), text) } else { (None, word) }
}

/// Whether a word is castling or a null move, some of which could be taken for numbers.
fn is_move_of_digits(word: &str) -> bool {
    CASTLING.contains(&word) || NULL_MOVES.contains(&word)
}

/// Whether a word may be a move in numeric notation, which is not read, such as `5254` for `e2e4`.
fn is_numeric(word: &str) -> bool {
    matches!(word.len(), 4 | 5) && word.chars().all(|c| ('1'..='8').contains(&c))
}

/// Returns a word without its invisible characters.
fn visible(word: &str) -> Cow<'_, str> {
    if word.is_ascii() { Cow::Borrowed(word) } else { Cow::Owned(word.replace(INVISIBLE, "")) }
}

/// Returns a move without the comma or full stop of a sentence after it. The full stop of `e.p.`
/// belongs to the move, and a word without letters, such as `0-0.`, may be a result.
fn without_sentence_mark(text: &str) -> &str {
    let text = text.trim_end_matches(',');
    let is_sentence = !text.ends_with("e.p.") && text.contains(char::is_alphabetic);
    if is_sentence { text.trim_end_matches('.') } else { text }
}

/// Whether a word without its marks says nothing that the move before it does not say.
fn is_superfluous(text: &str) -> bool {
    let is_sign = |c| "+#†‡-".contains(c);
    let is_check = !NULL_MOVES.contains(&text) && text.chars().all(is_sign);
    let word = text.trim_end_matches(|c| c == '.' || is_sign(c));
    is_check || SUPERFLUOUS.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a word without its marks, which is not superfluous, is a sign such as `~` rather than a
/// move or its piece.
fn is_remark(text: &str) -> bool {
    let is_in_move = |c: char| c.is_alphanumeric() || is_figurine(c);
    !NULL_MOVES.contains(&text) && !text.contains(is_in_move)
}

/// Whether a word is a time or a score, such as `0:01`, `12s`, `-0.35` or `+0.35/12`, rather than a
/// move or its number.
fn is_figure(word: &str) -> bool {
    let is_in_value = |c: char| c.is_ascii_digit() || ".,:/".contains(c);
    let unsigned = word.strip_prefix(['+', '-', '−', '±']).unwrap_or(word);
    let unit = unsigned.trim_start_matches(is_in_value);
    let (value, _) = unsigned.split_at(unsigned.len() - unit.len());
    let is_value = value.split(['.', ',', ':', '/']).all(|part| !part.is_empty());
    // A whole number is that of a move, and `5.00` castles, but `0.00` is a score.
    let is_move = |text: &str| is_move_of_digits(text) || is_numeric(text);
    let has_move =
        value.split_once('.').is_some_and(|(number, rest)| number != "0" && is_move(rest));
    let is_number = has_move || value.chars().all(|c| c.is_ascii_digit());
    is_value && UNITS.contains(&unit) && (!is_number || value.len() < word.len())
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
        for (word, number, text) in [
            ("e4", None, "e4"),
            ("1.e4", Some(1), "e4"),
            ("12...Nf6!?", Some(12), "Nf6!?"),
            ("1…e5", Some(1), "e5"),
            ("0-0", None, "0-0"),
            ("7.0-0-0+", Some(7), "0-0-0+"),
            ("00", None, "00"),
            ("5.000", Some(5), "000"),
            ("10", Some(10), ""),
            ("0000", None, "0000"),
            ("2.0000", Some(2), "0000"),
            ("--", None, "--"),
            ("1", Some(1), ""),
            ("1.", Some(1), ""),
            ("23...", Some(23), ""),
            ("...", None, ""),
            ("!?", None, "!?"),
        ] {
            assert_eq!(split_number(word), (number, text), "{word}");
        }
    }

    #[test]
    fn times_and_scores_are_neither_moves_nor_numbers() {
        for word in [
            "0:01", "0:00.123", "12s", "5min", "+0.35", "-0.35", "−1.2", "0.35", "1.5", "+3",
            "+0.35/12", "+1.00", "35%", "1,5", "0.00",
        ] {
            assert!(is_figure(word), "{word}");
        }
        for word in [
            "", "+", "-", "12", "12.", "12...", "e4", "1.e4", "00", "5.00", "5.000", "0-0",
            "7.0-0", "0000", "2.0000", "1.5254", "1...", "=", "s", ":", "1-0", "1.Nf3s", "±",
        ] {
            assert!(!is_figure(word), "{word}");
        }
    }

    #[test]
    fn some_words_are_neither_moves_nor_marks() {
        for (text, superfluous, remark) in [
            ("+", true, true),
            ("#", true, true),
            ("e.p.", true, false),
            ("EP", true, false),
            ("mate.", true, false),
            ("e.p.+", true, false),
            ("ep#", true, false),
            ("~", false, true),
            ("♘", false, false),
            ("e4", false, false),
            ("--", false, false),
            ("О-О", false, false),
        ] {
            assert_eq!((is_superfluous(text), is_remark(text)), (superfluous, remark), "{text}");
        }
    }
}
