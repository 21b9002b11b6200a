//! Tags and notes: the parts of a game that are not needed to replay it.

use std::ops::RangeInclusive;

use nunatak::types::Move;

/// Tags and notes of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// The text between the game and the one before it, without blank lines around it.
    pub before: String,
    /// Names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// Notes before the first move.
    pub preface: Vec<Note>,
    /// Notes on each move, up to the last one that has any.
    pub notes: Vec<Vec<Note>>,
}

/// A remark on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A numeric annotation glyph, such as 2 for a mistake.
    Glyph(u16),
    /// A comment, possibly of several lines.
    Comment(String),
    /// A line that begins with a percent sign, for private use; without the sign.
    Escape(String),
    /// An alternative to the move.
    Variation(Variation),
}

/// Moves that were not played in the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// Notes before the first move.
    pub preface: Vec<Note>,
    /// The moves, the first in place of the move that the variation follows.
    pub moves: Vec<VariationMove>,
}

/// A move of a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariationMove {
    /// The legal move; `None` for a null move, which some annotators use to show a threat.
    pub mv: Option<Move>,
    /// Notes on the move.
    pub notes: Vec<Note>,
}

/// Glyphs and the marks that stand for them, preferred first.
///
/// Source: the appendix on numeric annotation glyphs of the PGN standard, and the signs of the
/// Chess Informant.
const MARKS: [(&str, u16); 33] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("+--", 20),
    ("--+", 21),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("∆", 140),
    ("⌓", 142),
    ("RR", 145),
    ("N", 146),
    ("TN", 146),
    ("D", 220),
];

/// The glyphs that judge a move, from `!` to `?!`, and are written after it as marks.
const MOVE_GLYPHS: RangeInclusive<u16> = 1..=6;

/// Whether a glyph judges a move rather than the position after it.
pub(crate) fn is_move_glyph(glyph: u16) -> bool {
    MOVE_GLYPHS.contains(&glyph)
}

/// Splits the marks off the end of a word, as in `Nf3?!□`; the whole word may be a mark, as `+-`. Marks
/// that no glyph stands for, such as `⟳` for either side, become comments.
pub(super) fn split_marks(word: &str) -> (&str, Vec<Note>) {
    let glyph = |mark: &str| {
        let found = MARKS.iter().find(|&&(known, _)| known == mark);
        found.map(|&(_, glyph)| Note::Glyph(glyph))
    };
    let judgement = ['!', '?'];
    let mut notes = Vec::new();
    let mut text = word;
    loop {
        let without_judgement = text.trim_end_matches(judgement);
        let before = if glyph(text).is_some() {
            Some("")
        } else if without_judgement.len() < text.len() {
            Some(without_judgement)
        } else {
            // At a move, `N` is a promotion unless it follows another mark.
            let novelty = text.strip_suffix('N').filter(|before| before.ends_with(judgement));
            novelty.or_else(|| text.strip_suffix(is_sign))
        };
        let Some(before) = before else { break };
        let (before, mark) = text.split_at(before.len());
        notes.push(glyph(mark).unwrap_or_else(|| Note::Comment(mark.to_owned())));
        text = before;
    }
    notes.reverse();
    (text, notes)
}

/// Whether a typeset character is a mark rather than part of a move or of its number.
fn is_sign(c: char) -> bool {
    let is_of_move = ['–', '—', '−', '×', '†', '‡', '…'].contains(&c) || ('♔'..='♟').contains(&c);
    !c.is_ascii() && !c.is_alphanumeric() && !is_of_move
}

/// Returns the mark of a glyph that judges a move, such as `?!`.
pub(super) fn move_mark(glyph: u16) -> Option<&'static str> {
    let found = MARKS.iter().find(|&&(_, other)| other == glyph && is_move_glyph(glyph));
    found.map(|&(mark, _)| mark)
}

impl Annotations {
    /// Returns the value of the first tag of this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(found, _)| found == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Adds a tag, unless there is one of this name or there are no tags at all.
    pub fn add_tag(&mut self, name: &str, value: &str) {
        if !self.tags.is_empty() && self.tag(name).is_none() {
            self.tags.push((name.to_owned(), value.to_owned()));
        }
    }

    /// Returns the notes on the move at this index.
    pub fn notes_on(&self, index: usize) -> &[Note] {
        self.notes.get(index).map_or(&[], Vec::as_slice)
    }

    /// Returns the comments on the move at this index.
    pub fn comments(&self, index: usize) -> impl Iterator<Item = &str> {
        self.notes_on(index).iter().filter_map(|note| match note {
            Note::Comment(text) => Some(text.as_str()),
            Note::Glyph(_) | Note::Escape(_) | Note::Variation(_) => None,
        })
    }

    /// Returns the comments on the move at this index, joined by spaces.
    pub fn comment(&self, index: usize) -> String {
        self.comments(index).collect::<Vec<_>>().join(" ")
    }

    /// Returns the notes after this number of moves, for editing.
    pub(super) fn notes_after(&mut self, moves: usize) -> &mut Vec<Note> {
        let Some(index) = moves.checked_sub(1) else { return &mut self.preface };
        self.notes_on_mut(index)
    }

    /// Returns the notes on the move at this index, for editing.
    pub fn notes_on_mut(&mut self, index: usize) -> &mut Vec<Note> {
        if self.notes.len() <= index {
            self.notes.resize_with(index + 1, Vec::new);
        }
        let Some(notes) = self.notes.get_mut(index) else {
            unreachable!("the list is long enough")
        };
        notes
    }
}

impl Variation {
    /// Creates a variation without notes.
    pub fn new(moves: impl IntoIterator<Item = Move>) -> Self {
        let bare = |mv| VariationMove { mv: Some(mv), notes: Vec::new() };
        Self { preface: Vec::new(), moves: moves.into_iter().map(bare).collect() }
    }

    /// Returns the notes on the last move, or before the first one if there is none, for editing.
    pub(super) fn last_notes(&mut self) -> &mut Vec<Note> {
        self.moves.last_mut().map_or(&mut self.preface, |last| &mut last.notes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_split_off_a_word() {
        let comment = |text: &str| Note::Comment(text.to_owned());
        for (word, text, notes) in [
            ("Nf3?!", "Nf3", vec![Note::Glyph(6)]),
            ("e8=Q+!!", "e8=Q+", vec![Note::Glyph(3)]),
            ("?", "", vec![Note::Glyph(2)]),
            ("+-", "", vec![Note::Glyph(18)]),
            ("±", "", vec![Note::Glyph(16)]),
            ("N", "", vec![Note::Glyph(146)]),
            ("Bb5!N", "Bb5", vec![Note::Glyph(1), Note::Glyph(146)]),
            ("e4!?□⟳", "e4", vec![Note::Glyph(5), Note::Glyph(7), comment("⟳")]),
            ("‼", "", vec![Note::Glyph(3)]),
            ("Nf3??!", "Nf3", vec![comment("??!")]),
            ("Nf3", "Nf3", vec![]),
            ("Nf3+", "Nf3+", vec![]),
            ("e8=N", "e8=N", vec![]),
            ("e8=♘†", "e8=♘†", vec![]),
            ("1…", "1…", vec![]),
            ("--", "--", vec![]),
            ("", "", vec![]),
        ] {
            assert_eq!(split_marks(word), (text, notes), "{word}");
        }
    }

    #[test]
    fn glyphs_that_judge_a_move_have_marks() {
        let marks: Vec<_> = (0..=7).filter_map(move_mark).collect();
        assert_eq!(marks, ["!", "?", "!!", "??", "!?", "?!"]);
    }
}
