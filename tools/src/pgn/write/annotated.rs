//! Writes games with their annotations.

use std::fmt;

use nunatak::board::Board;
use nunatak::types::{Color, Move, Outcome};

use super::layout::{Lines, write_tag};
use crate::pgn::annotations::{Note, Variation};
use crate::pgn::marks::move_mark;
use crate::pgn::read::PgnGame;

/// The text of a null move.
const NULL_MOVE: &str = "--";

impl fmt::Display for PgnGame {
    /// Writes the game as a text from which
    /// [`PgnReader::annotated`](crate::pgn::PgnReader::annotated) reads the same game, with a blank
    /// line after it. The tags are those of the annotations: none is derived from the game.
    ///
    /// Without tags and moves, it is read as no game. Notes that no PGN can hold are read
    /// otherwise: an empty comment not at all, and one of several lines with a closing brace as a
    /// comment for each line, as are the lines of an escape.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let annotations = &self.annotations;
        if !annotations.before.is_empty() {
            // Other programs would take text before a blank line for a game of its own.
            let end = if annotations.tags.is_empty() { "" } else { "\n" };
            writeln!(f, "{}{end}", annotations.before)?;
        }
        for (name, value) in &annotations.tags {
            write_tag(f, name, value)?;
        }
        if !annotations.tags.is_empty() {
            writeln!(f)?;
        }
        let mut text = Movetext::default();
        if annotations.tags.is_empty() && !annotations.preface.is_empty() {
            // Without a tag or a number, notes would belong to the text before the game.
            text.add_number(&self.start);
        }
        text.add_notes(&self.start, &annotations.preface);
        let mut board = self.start;
        for (index, &mv) in self.moves.iter().enumerate() {
            text.add_move(&board, Some(mv), annotations.notes_on(index));
            board = board.make(mv);
        }
        writeln!(f, "{}\n", text.finish(self.outcome))
    }
}

/// The moves and notes of a game while they are being written.
#[derive(Default)]
struct Movetext {
    lines: Lines,
    /// Whether the last word is a move or a glyph, so that Black's next move needs no number.
    is_after_move: bool,
    /// Whether the number of the next move is already written.
    is_numbered: bool,
}

impl Movetext {
    /// Adds a move from `board`, or a null move, with its notes.
    fn add_move(&mut self, board: &Board, mv: Option<Move>, notes: &[Note]) {
        let needs_number = board.side_to_move() == Color::White || !self.is_after_move;
        if needs_number && !self.is_numbered {
            self.add_number(board);
        }
        self.is_numbered = false;
        let text = mv.map_or_else(|| NULL_MOVE.to_owned(), |mv| board.san(mv));
        // A null move with marks would not be recognised.
        let mark = notes.first().filter(|_| mv.is_some()).and_then(|note| match note {
            Note::Glyph(glyph) => move_mark(*glyph),
            Note::Comment(_) | Note::Escape(_) | Note::Variation(_) => None,
        });
        self.lines.add_word(&(text + mark.unwrap_or_default()));
        self.is_after_move = true;
        self.add_notes(board, notes.get(mark.iter().len()..).unwrap_or_default());
    }

    /// Adds the result of the game and returns the text.
    fn finish(mut self, outcome: Option<Outcome>) -> String {
        self.lines.add_word(outcome.map_or("*", Outcome::text));
        self.lines.finish()
    }

    /// Adds the number of the move from `board`.
    fn add_number(&mut self, board: &Board) {
        let dots = if board.side_to_move() == Color::White { "." } else { "..." };
        self.lines.add_word(&format!("{}{dots}", board.fullmove_number()));
        self.is_numbered = true;
    }

    /// Adds the notes on a move from `board`.
    fn add_notes(&mut self, board: &Board, notes: &[Note]) {
        for note in notes {
            match note {
                Note::Glyph(glyph) => self.lines.add_word(&format!("${glyph}")),
                Note::Comment(text) => self.add_comment(text),
                Note::Escape(text) => {
                    text.split('\n').for_each(|line| self.lines.add_line(&format!("%{line}")));
                }
                Note::Variation(variation) => self.add_variation(board, variation),
            }
            self.is_after_move &= matches!(note, Note::Glyph(_));
        }
    }

    fn add_comment(&mut self, text: &str) {
        // A comment in braces cannot contain their end.
        if text.contains('}') {
            text.lines().for_each(|line| self.lines.add_line(&format!("; {line}")));
        } else {
            self.lines.add_word(&format!("{{ {text} }}"));
        }
    }

    /// Adds a variation whose first move is made from `board`.
    fn add_variation(&mut self, board: &Board, variation: &Variation) {
        self.lines.open();
        self.is_after_move = false;
        self.add_notes(board, &variation.preface);
        let mut board = *board;
        for played in &variation.moves {
            self.add_move(&board, played.mv, &played.notes);
            board = played.mv.map_or_else(|| board.make_null(), |mv| board.make(mv));
        }
        self.lines.close();
    }
}
