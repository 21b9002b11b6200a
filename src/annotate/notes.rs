//! Edits the notes on a move.

use crate::pgn::{Note, Variation, VariationMove};
use crate::types::Move;

/// The beginning of the command that states an evaluation in a comment.
const EVAL_COMMAND: &str = "[%eval ";

/// The end of a command in a comment.
const COMMAND_END: char = ']';

/// Sets the evaluation in the comments on a move, replacing earlier ones.
pub(super) fn set_evaluation(notes: &mut Vec<Note>, value: &str) {
    let command = format!("{EVAL_COMMAND}{value}{COMMAND_END}");
    for note in notes.iter_mut() {
        if let Note::Comment(text) = note {
            *text = without_evaluations(text);
        }
    }
    let place = glyph_count(notes);
    match notes.get_mut(place) {
        Some(Note::Comment(text)) => *text = joined(&command, text),
        _ => notes.insert(place, Note::Comment(command)),
    }
    notes.retain(|note| !matches!(note, Note::Comment(text) if text.is_empty()));
}

/// Adds a glyph after the existing ones, unless the move has it already.
pub(super) fn add_glyph(notes: &mut Vec<Note>, glyph: u16) {
    if !notes.contains(&Note::Glyph(glyph)) {
        notes.insert(glyph_count(notes), Note::Glyph(glyph));
    }
}

/// Adds a variation with these moves, unless there is one; `value` is noted on its first move.
pub(super) fn add_variation(notes: &mut Vec<Note>, moves: &[Move], value: Option<&str>) {
    let is_same = |variation: &Variation| {
        variation.moves.iter().map(|played| played.mv).eq(moves.iter().copied().map(Some))
    };
    if notes.iter().any(|note| matches!(note, Note::Variation(variation) if is_same(variation))) {
        return;
    }
    let mut variation = Variation::new(moves.iter().copied());
    if let (Some(VariationMove { notes, .. }), Some(value)) = (variation.moves.first_mut(), value) {
        set_evaluation(notes, value);
    }
    notes.push(Note::Variation(variation));
}

/// Removes the comments with this beginning.
pub(super) fn remove_comments(notes: &mut Vec<Note>, beginning: &str) {
    notes.retain(|note| !matches!(note, Note::Comment(text) if text.starts_with(beginning)));
}

/// Returns the number of glyphs before the other notes.
fn glyph_count(notes: &[Note]) -> usize {
    notes.iter().take_while(|note| matches!(note, Note::Glyph(_))).count()
}

/// Returns a comment without the evaluations in it.
fn without_evaluations(text: &str) -> String {
    let Some((before, rest)) = text.split_once(EVAL_COMMAND) else { return text.to_owned() };
    // Without an end, it is text and not a command.
    let Some((_, after)) = rest.split_once(COMMAND_END) else { return text.to_owned() };
    joined(before, &without_evaluations(after))
}

/// Joins the parts of a comment with a space.
fn joined(before: &str, after: &str) -> String {
    let (before, after) = (before.trim_end(), after.trim_start());
    let gap = if before.is_empty() || after.is_empty() { "" } else { " " };
    format!("{before}{gap}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{PgnGame, PgnReader};

    /// Returns the text of these `notes` on a move after `change`.
    fn changed(notes: &str, change: impl FnOnce(&mut Vec<Note>)) -> String {
        let text = format!("1. e4 {notes} *");
        let mut game: PgnGame = PgnReader::annotated(text.as_bytes()).next().unwrap().unwrap();
        let mut annotations = game.annotations.take().unwrap_or_default();
        change(annotations.notes_on_mut(0));
        game.annotations = Some(annotations);
        let text = game.to_string();
        text.trim().strip_prefix("1. e4").unwrap().strip_suffix(" *").unwrap().trim().to_owned()
    }

    #[test]
    fn an_evaluation_takes_the_place_of_earlier_ones() {
        for (notes, expected) in [
            ("", "{ [%eval 0.35] }"),
            ("{good}", "{ [%eval 0.35] good }"),
            ("$1 $14 {[%clk 0:01:00]} {good}", "! $14 { [%eval 0.35] [%clk 0:01:00] } { good }"),
            ("{[%eval #-3] [%clk 0:01:00]}", "{ [%eval 0.35] [%clk 0:01:00] }"),
            ("{good [%eval 1.5,20] move} {[%eval 2]}", "{ [%eval 0.35] good move }"),
            ("{[%eval 1] [%eval 2]} {[%eval 3]} {good}", "{ [%eval 0.35] } { good }"),
            ("(1. d4) {later}", "{ [%eval 0.35] } (1. d4) { later }"),
            ("{[%evp 0,1] [%eval 3}", "{ [%eval 0.35] [%evp 0,1] [%eval 3 }"),
        ] {
            let found = changed(notes, |notes| set_evaluation(notes, "0.35"));
            assert_eq!(found, expected, "{notes}");
        }
    }

    #[test]
    fn glyphs_variations_and_comments_are_not_repeated() {
        let [d4, c4] =
            ["d2d4", "c2c4"].map(|text| crate::board::Board::start().parse_move(text).unwrap());
        for (notes, expected) in [
            ("", "?? (1. d4) (1. c4 { [%eval 0.10] })"),
            ("$2 {x} (1. d4 {y})", "? $4 { x } (1. d4 { y }) (1. c4 { [%eval 0.10] })"),
            ("?? (1. c4) {Sum: 0}", "?? (1. c4) (1. d4)"),
        ] {
            let found = changed(notes, |notes| {
                add_glyph(notes, 4);
                add_variation(notes, &[d4], None);
                add_variation(notes, &[c4], Some("0.10"));
                remove_comments(notes, "Sum: ");
            });
            assert_eq!(found, expected, "{notes}");
        }
    }
}
