//! Edits the notes on a move.

use nunatak::types::Move;

use crate::pgn::{Note, Variation, VariationMove, is_move_glyph};

/// The beginning of the command that states an evaluation in a comment; white space and the value
/// follow.
const EVAL_COMMAND: &str = "[%eval";

/// The end of a command in a comment.
const COMMAND_END: char = ']';

/// Whether a comment states an evaluation.
pub fn has_evaluation(text: &str) -> bool {
    split_evaluation(text).is_some()
}

/// Whether a comment is an evaluation as this module writes it, and nothing else.
pub(super) fn is_evaluation(text: &str) -> bool {
    let Some(("", value, "")) = split_evaluation(text) else { return false };
    value.trim_start_matches('#').parse::<f64>().is_ok()
}

/// Sets the evaluation in the comments on a move, or none, in place of earlier ones.
pub(super) fn set_evaluation(notes: &mut Vec<Note>, value: Option<&str>) {
    for note in notes.iter_mut() {
        if let Note::Comment(text) = note {
            *text = without_evaluations(text);
        }
    }
    if let Some(value) = value {
        let command = format!("{EVAL_COMMAND} {value}{COMMAND_END}");
        // After the glyphs at the beginning.
        let place = notes.iter().take_while(|note| matches!(note, Note::Glyph(_))).count();
        match notes.get_mut(place) {
            // A comment with `}` is written after a semicolon, where programs read no commands.
            Some(Note::Comment(text)) if !text.contains('}') => *text = joined(&command, text),
            _ => notes.insert(place, Note::Comment(command)),
        }
    }
    notes.retain(|note| !matches!(note, Note::Comment(text) if text.is_empty()));
}

/// Marks a move with a glyph, in place of the other glyphs that judge it.
pub(super) fn set_mark(notes: &mut Vec<Note>, glyph: u16) {
    notes.retain(|note| !matches!(note, Note::Glyph(glyph) if is_move_glyph(*glyph)));
    notes.insert(0, Note::Glyph(glyph));
}

/// Adds a variation with these moves and the `value` on the first one, unless a variation begins
/// with that move.
pub(super) fn add_variation(notes: &mut Vec<Note>, moves: &[Move], value: &str) {
    let mut variation = Variation::new(moves.iter().copied());
    let Some(VariationMove { mv, notes: first_notes }) = variation.moves.first_mut() else {
        return;
    };
    let begins_same = |other: &Variation| other.moves.first().is_some_and(|first| first.mv == *mv);
    if notes.iter().any(|note| matches!(note, Note::Variation(other) if begins_same(other))) {
        return;
    }
    set_evaluation(first_notes, Some(value));
    notes.push(Note::Variation(variation));
}

/// Splits a comment into the text before its first evaluation, the value and the text after it.
fn split_evaluation(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.match_indices(EVAL_COMMAND).find_map(|(index, command)| {
        let (before, rest) = text.split_at(index);
        // Programs that break lines do so in commands too.
        Some((before, rest.strip_prefix(command)?.strip_prefix(char::is_whitespace)?))
    })?;
    // Without an end, it is text and not a command.
    let (value, after) = rest.split_once(COMMAND_END)?;
    Some((before, value.trim(), after))
}

/// Returns a comment without the evaluations in it.
fn without_evaluations(mut text: &str) -> String {
    let mut kept = String::new();
    while let Some((before, _, after)) = split_evaluation(text) {
        join(&mut kept, before);
        text = after;
    }
    join(&mut kept, text);
    kept
}

/// Joins the parts of a comment with a space.
pub(super) fn joined(before: &str, after: &str) -> String {
    let mut text = before.trim_end().to_owned();
    join(&mut text, after);
    text
}

/// Adds a part of a comment to the parts before it, with a space.
fn join(text: &mut String, after: &str) {
    text.truncate(text.trim_end().len());
    let after = after.trim_start();
    if !text.is_empty() && !after.is_empty() {
        text.push(' ');
    }
    text.push_str(after);
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::pgn::{PgnGame, PgnReader};

    /// Returns the text of these `notes` on a move after `change`.
    pub(in crate::annotate) fn changed(notes: &str, change: impl FnOnce(&mut Vec<Note>)) -> String {
        let text = format!("1. e4 {notes} *");
        let mut game: PgnGame = PgnReader::annotated(text.as_bytes()).next().unwrap().unwrap();
        change(game.annotations.notes_on_mut(0));
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
            ("; good } move\n$14", "{ [%eval 0.35] }\n; good } move\n$14"),
            ("(1. d4) {later}", "{ [%eval 0.35] } (1. d4) { later }"),
            ("{good [%eval\n0.30]}", "{ [%eval 0.35] good }"),
            ("{[%evp 0,1] [%evals 1] [%eval 3}", "{ [%eval 0.35] [%evp 0,1] [%evals 1] [%eval 3 }"),
        ] {
            let found = changed(notes, |notes| set_evaluation(notes, Some("0.35")));
            assert_eq!(found, expected, "{notes}");
        }
        let found = changed("{[%eval 0.0]} {good [%eval #1]}", |notes| set_evaluation(notes, None));
        assert_eq!(found, "{ good }");
        let many = format!("{{good {}}}", "[%eval 1] ".repeat(200_000));
        let found = changed(&many, |notes| set_evaluation(notes, Some("0.35")));
        assert_eq!(found, "{ [%eval 0.35] good }");
    }

    #[test]
    fn marks_and_variations_are_not_repeated() {
        let [d4, c4] =
            ["d2d4", "c2c4"].map(|text| nunatak::board::Board::start().parse_move(text).unwrap());
        for (notes, expected) in [
            ("", "?? (1. d4 { [%eval 0.20] }) (1. c4 { [%eval 0.10] })"),
            ("$14 $1 {x} (1. d4 {y})", "?? $14 { x } (1. d4 { y }) (1. c4 { [%eval 0.10] })"),
            ("! $3 (1. c4 e5)", "?? (1. c4 e5) (1. d4 { [%eval 0.20] })"),
        ] {
            let found = changed(notes, |notes| {
                set_mark(notes, 4);
                add_variation(notes, &[d4], "0.20");
                add_variation(notes, &[c4], "0.10");
            });
            assert_eq!(found, expected, "{notes}");
        }
    }

    #[test]
    fn evaluations_are_recognised() {
        for text in
            ["[%eval 0.35]", "[%eval -12.00]", "[%eval #3]", "[%eval #-3]", "[%eval\n-0.3\n]"]
        {
            assert!(has_evaluation(text) && is_evaluation(text), "{text}");
        }
        for text in ["", "0.35", "[%eval 35,20]", "[%eval 0.35] good", "[%eval 1] [%eval 2]"] {
            assert!(!is_evaluation(text), "{text}");
        }
    }
}
