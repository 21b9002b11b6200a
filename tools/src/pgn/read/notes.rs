//! The annotations of a game while it is being read.

use nunatak::board::{Board, MoveError};
use nunatak::types::Move;

use super::game::{MAX_DEPTH, PgnFault};
use crate::pgn::annotations::{Annotations, Note, Variation, VariationMove};

/// Texts of a null move.
pub(super) const NULL_MOVES: [&str; 5] = ["--", "Z0", "null", "0000", "@@@@"];

/// The end of a line of moves.
#[derive(Clone, Copy)]
pub(super) struct LineEnd {
    /// The position after the last move.
    pub(super) board: Board,
    /// The position before the last move; `None` without moves.
    pub(super) previous: Option<Board>,
}

impl LineEnd {
    /// Creates the end of a line without moves from `board`.
    pub(super) fn new(board: Board) -> Self {
        Self { board, previous: None }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: Move) {
        self.advance(self.board.make(mv));
    }

    fn advance(&mut self, next: Board) {
        self.previous = Some(std::mem::replace(&mut self.board, next));
    }
}

/// The annotations read so far.
pub(super) struct NotesBuilder {
    annotations: Annotations,
    /// The open variations, the innermost last.
    open: Vec<(LineEnd, Variation)>,
}

impl NotesBuilder {
    /// Creates the annotations of a game that follows the text `before`.
    pub(super) fn new(before: &str) -> Self {
        let annotations = Annotations { before: before.to_owned(), ..Annotations::default() };
        Self { annotations, open: Vec::new() }
    }

    /// Adds a tag.
    pub(super) fn add_tag(&mut self, name: &str, value: &str) {
        self.annotations.tags.push((name.to_owned(), value.to_owned()));
    }

    /// Adds a note on the last move of the innermost open variation, or of the game with this
    /// number of `moves`.
    pub(super) fn add(&mut self, note: Note, moves: usize) {
        match self.open.last_mut() {
            Some((_, variation)) => variation.last_notes().push(note),
            None => self.annotations.notes_after(moves).push(note),
        }
    }

    /// Begins a variation in place of the last move of the innermost open one, or of the `game`.
    pub(super) fn open(&mut self, game: Option<LineEnd>) -> Result<(), PgnFault> {
        if self.open.len() >= MAX_DEPTH {
            return Err(PgnFault::DeepVariation);
        }
        let line = self.open.last().map(|(line, _)| *line).or(game);
        let board = line.and_then(|line| line.previous).ok_or(PgnFault::EarlyVariation)?;
        self.open.push((LineEnd::new(board), Variation::default()));
        Ok(())
    }

    /// Whether a variation is open that has no move yet.
    pub(super) fn awaits_move(&self) -> bool {
        self.open.last().is_some_and(|(_, variation)| variation.moves.is_empty())
    }

    /// Ends the innermost variation of a game with this number of `moves`.
    pub(super) fn close(&mut self, moves: usize) {
        match self.open.pop() {
            // Without a move, it is a remark on the move before, such as `(=)` for the offer of a
            // draw.
            Some((_, Variation { preface, moves: line })) if line.is_empty() => {
                preface.into_iter().for_each(|note| self.add(note, moves));
            }
            Some((_, variation)) => self.add(Note::Variation(variation), moves),
            None => {}
        }
    }

    /// Plays a move of the innermost variation.
    pub(super) fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let Some((line, variation)) = self.open.last_mut() else { return Ok(()) };
        let is_null = NULL_MOVES.contains(&text) && !line.board.in_check();
        let mv = if is_null { None } else { Some(line.board.read_move(text)?) };
        line.advance(mv.map_or_else(|| line.board.make_null(), |mv| line.board.make(mv)));
        variation.moves.push(VariationMove { mv, notes: Vec::new() });
        Ok(())
    }

    /// Returns the annotations of a game whose variations are closed.
    pub(super) fn finish(self) -> Annotations {
        self.annotations
    }
}
