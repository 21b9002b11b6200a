//! Tags and notes: the parts of a game that are not needed to replay it.

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
    /// The moves, at least one, the first in place of the move that the variation follows.
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
