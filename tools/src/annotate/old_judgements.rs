//! Removes the judgements of earlier analyses.

use nunatak::board::Board;
use nunatak::types::{Color, Move};

use super::evaluation::MAX_LINE;
use super::judgement::Judgement;
use super::notes::{has_evaluation, is_evaluation, joined};
use crate::pgn::{Note, Variation, after_commands};

/// The beginning of the comment at the end of a game.
pub(super) const ACCURACY_COMMENT: &str = "Accuracy by lichess's formula: ";

/// The word before the average centipawn loss of a side, which follows its accuracy.
pub(super) const LOSS: &str = "loss";

/// Beginnings of the sentences in which lichess judges a move.
///
/// Source: `Advice` in lichess-org/lila, `modules/tree/src/main/Advice.scala`.
const VERDICTS: [&str; 6] = [
    "Inaccuracy.",
    "Mistake.",
    "Blunder.",
    "Checkmate is now unavoidable.",
    "Lost forced checkmate sequence.",
    "Not the best checkmate sequence.",
];

/// The end of such a sentence, after the best move.
const WAS_BEST: &str = " was best.";

/// The words before the best move instead in analyses of earlier years.
const BEST_WAS: [&str; 2] = ["Best move was ", "The best move was "];

/// The arrow in the parentheses before such a sentence, as in `(0.20 → 9.20) Blunder.`.
const ARROW: char = '→';

/// Removes the accuracies of an earlier run from the notes on a move. Returns whether there were
/// any.
pub(super) fn remove_accuracies(notes: &mut Vec<Note>) -> bool {
    let mut found = false;
    for note in notes.iter_mut() {
        if let Note::Comment(text) = note
            && let Some(rest) = without_accuracies(text)
        {
            *text = rest;
            found = true;
        }
    }
    notes.retain(|note| !matches!(note, Note::Comment(text) if text.is_empty()));
    found
}

/// Returns a comment without its accuracies; `None` if it has none. Programs that keep one comment
/// for each move put others before them.
fn without_accuracies(text: &str) -> Option<String> {
    let text = text.replace('\n', " ");
    let (before, after) = text.split_once(ACCURACY_COMMENT)?;
    let after = after.split_whitespace().collect::<Vec<_>>().join(" ");
    let of_white = after_accuracy(&after, Color::White);
    Some(joined(before, after_accuracy(of_white, Color::Black)))
}

/// Returns `text` without the accuracy of `side` at its beginning, such as `White 99.0%, loss 2; `.
fn after_accuracy(text: &str, side: Color) -> &str {
    let number = text.strip_prefix(side.name()).and_then(|rest| rest.strip_prefix(' '));
    let Some((number, rest)) = number.and_then(|rest| rest.split_once('%')) else { return text };
    if number.parse::<f64>().is_err() {
        return text;
    }
    let loss = rest.strip_prefix(", ").and_then(|rest| rest.strip_prefix(LOSS));
    let rest = loss.map_or(rest, |loss| {
        loss.trim_start().trim_start_matches(|letter: char| letter.is_ascii_digit())
    });
    rest.strip_prefix([';', ',']).unwrap_or(rest).trim_start()
}

/// Removes what earlier analyses wrote about the quality of a move from `board`: the marks `?!`,
/// `?` and `??`, lichess's sentences with the lines of the moves that they name, and, if the game
/// `has_own_lines`, the lines that this program added.
///
/// A variation is removed only if it is certainly an engine's.
pub(super) fn remove_judgement(notes: &mut Vec<Note>, board: &Board, has_own_lines: bool) {
    let is_bad = |glyph: u16| Judgement::ALL.iter().any(|judgement| judgement.glyph() == glyph);
    let is_evaluated =
        notes.iter().any(|note| matches!(note, Note::Comment(text) if has_evaluation(text)));
    let is_marked = notes.iter().any(|note| matches!(note, Note::Glyph(glyph) if is_bad(*glyph)));
    if has_own_lines && is_evaluated && is_marked {
        notes.retain(|note| !matches!(note, Note::Variation(line) if is_own_line(line)));
    }
    // If this program added the evaluation, that says nothing about who wrote a sentence, and
    // lichess's were removed then.
    let is_evaluated = is_evaluated && !has_own_lines;
    let mut named = Vec::new();
    for note in notes.iter_mut() {
        if let Note::Comment(text) = note
            && let Some((best, rest)) = split_verdict(text, board, is_evaluated)
        {
            *text = rest;
            named.extend(best);
        }
    }
    for best in named {
        let is_line =
            |note: &Note| matches!(note, Note::Variation(line) if is_bare_line(line, best));
        notes.iter().position(is_line).map(|index| notes.remove(index));
    }
    notes.retain(|note| match note {
        Note::Glyph(glyph) => !is_bad(*glyph),
        Note::Comment(text) => !text.is_empty(),
        Note::Escape(_) | Note::Variation(_) => true,
    });
}

/// Splits lichess's sentence from a comment on a move from `board`. Returns the move that it names
/// as the best and the rest of the comment; `None` if an annotator may have written the sentence.
fn split_verdict(text: &str, board: &Board, is_evaluated: bool) -> Option<(Option<Move>, String)> {
    // Programs that break lines do so in comments too.
    let text = text.replace('\n', " ");
    let sentence = after_commands(&text);
    let commands = text.strip_suffix(sentence)?;
    let (has_values, sentence) = match sentence.split_once(") ") {
        Some((values, sentence)) if values.starts_with('(') && values.contains(ARROW) => {
            (true, sentence)
        }
        _ => (false, sentence),
    };
    let rest = VERDICTS.iter().find_map(|verdict| sentence.strip_prefix(verdict))?;
    let named = split_best(rest.trim_start());
    match named.and_then(|(san, rest)| Some((board.parse_san(san).ok()?, rest))) {
        Some((best, rest)) if is_evaluated || has_values => {
            Some((Some(best), joined(commands, rest)))
        }
        None if has_values => Some((None, joined(commands, rest))),
        Some(_) | None => None,
    }
}

/// Splits the text after a verdict into the move that it names as the best and what follows.
fn split_best(text: &str) -> Option<(&str, &str)> {
    let Some(text) = BEST_WAS.iter().find_map(|words| text.strip_prefix(words)) else {
        return text.split_once(WAS_BEST);
    };
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    Some((word.strip_suffix('.')?, rest))
}

/// Whether this is a line as lichess writes it, without notes, that begins with the move `best`.
fn is_bare_line(line: &Variation, best: Move) -> bool {
    line.preface.is_empty()
        && line.moves.first().is_some_and(|first| first.mv == Some(best))
        && line.moves.iter().all(|played| played.notes.is_empty())
}

/// Whether this is a line as this program writes it, with the evaluation as its only note.
fn is_own_line(line: &Variation) -> bool {
    let [first, rest @ ..] = line.moves.as_slice() else { return false };
    let [Note::Comment(text)] = first.notes.as_slice() else { return false };
    line.preface.is_empty()
        && is_evaluation(text)
        && line.moves.len() <= MAX_LINE
        && rest.iter().all(|played| played.notes.is_empty() && played.mv.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::annotate::notes::tests::changed;

    /// Returns the notes on the move 1. e4 without earlier judgements.
    fn cleaned(notes: &str, has_own_lines: bool) -> String {
        changed(notes, |notes| remove_judgement(notes, &Board::start(), has_own_lines))
    }

    #[test]
    fn marks_of_bad_moves_are_removed() {
        for (notes, expected) in [
            ("?! $14", "$14"),
            ("?? $2 {x} $6", "{ x }"),
            ("! $14", "! $14"),
            ("!? $1 $4 $10 $3", "!? $1 $10 $3"),
        ] {
            assert_eq!(cleaned(notes, false), expected, "{notes}");
        }
    }

    #[test]
    fn sentences_of_lichess_are_removed_with_their_lines() {
        for (notes, expected) in [
            ("?? { [%eval -9.2] Blunder. d4 was best. } (1. d4 d5)", "{ [%eval -9.2] }"),
            (
                "?! {(0.2 → -0.5) Inaccuracy. Nf3 was best.} { [%eval -0.5] } (1. Nf3)",
                "{ [%eval -0.5] }",
            ),
            ("? { (0.2 → -1.5) Mistake. d4 was best. } (1. d4)", ""),
            (
                "? {[%eval -1.5] [%clk 0:01:00] Mistake. d4\nwas best.}",
                "{ [%eval -1.5] [%clk 0:01:00] }",
            ),
            (
                "{(0 → Mate in 1) Checkmate is now unavoidable. c4 was best. [%eval #-1]} (1. c4)",
                "{ [%eval #-1] }",
            ),
            ("{[%eval 0]} {Lost forced checkmate sequence. c4 was best.}", "{ [%eval 0] }"),
            ("?! {[%eval 0.7] Inaccuracy. Best move was Nf3.} (1. Nf3 d5)", "{ [%eval 0.7] }"),
            ("?{(0.2 → -1.5) Mistake. The best move was d4. Tired.} (1. d4)", "{ Tired. }"),
            ("{[%eval #7] Not the best checkmate sequence. c4 was best.}", "{ [%eval #7] }"),
            ("?? { (0.2 → -9.2) Blunder. }", ""),
            // Of two such lines, the second is another's.
            ("{[%eval 1] Mistake. d4 was best.} (1. d4) (1. d4 d5)", "{ [%eval 1] } (1. d4 d5)"),
        ] {
            assert_eq!(cleaned(notes, false), expected, "{notes}");
        }
    }

    #[test]
    fn comments_and_lines_of_annotators_are_kept() {
        for notes in [
            // Without an evaluation, an annotator may have written it.
            "{ Blunder. d4 was best. } (1. d4)",
            "{ [%eval 1] Blunder. }",
            "{ [%eval 1] Blunder. Something else was best. }",
            "{ [%eval 1] Blunder. Best move was d4 or c4. }",
            "{ Blunder. Best move was d4. } (1. d4)",
            "{ [%eval 1] My blunder. d4 was best. } (1. d4)",
            "{ [%eval 1] A line. } (1. d4 d5)",
            "{ (see → there) good }",
        ] {
            for has_own_lines in [false, true] {
                assert_eq!(cleaned(notes, has_own_lines), notes, "{notes}");
            }
        }
        // With lines of this program, the evaluation may be its own too.
        let notes = "{ [%eval 1] Blunder. d4 was best. }";
        assert_eq!(cleaned(notes, true), notes);
        let verdict = "{[%eval 1] Mistake. d4 was best. I was tired.}";
        for line in
            ["(1. c4)", "(1. d4 { mine })", "(1. d4 d5!)", "({ why } 1. d4)", "(1. d4 (1. c4))"]
        {
            let expected = format!("{{ [%eval 1] I was tired. }} {line}");
            assert_eq!(cleaned(&format!("{verdict} {line}"), false), expected);
        }
    }

    #[test]
    fn accuracies_are_removed() {
        for (notes, expected) in [
            ("{ Accuracy by lichess's formula: White 24.0%, Black 93.3% }", ""),
            ("{ Accuracy by lichess's formula: White 24.0%, loss 99; Black 93.3%,\nloss 3 }", ""),
            (
                "! {Accuracy by lichess's\nformula: Black 9.0% Nice game!} {x}",
                "! { Nice game! } { x }",
            ),
            (
                "{ [%eval 0.2] Ouch. Accuracy by lichess's formula: White 24.0%, loss 99 End. }",
                "{ [%eval 0.2] Ouch. End. }",
            ),
            (
                "{ Accuracy by lichess's formula: White 99.0%, loss 2; Black 98.3%, loss 3 White lost on \
                 time, 50% of it by the phone. }",
                "{ White lost on time, 50% of it by the phone. }",
            ),
            (
                "{ Accuracy by lichess's formula: Black 98.3%, loss 3 Black 2 minutes, loss 0. }",
                "{ Black 2 minutes, loss 0. }",
            ),
        ] {
            let found = changed(notes, |notes| assert!(remove_accuracies(notes)));
            assert_eq!(found, expected, "{notes}");
        }
        let notes = "{ Accuracy: 93% }";
        assert_eq!(changed(notes, |notes| assert!(!remove_accuracies(notes))), notes);
    }

    #[test]
    fn only_certain_lines_of_this_program_are_removed() {
        let own = "(1. d4 { [%eval 0.35] } 1... d5) (1. c4 { [%eval #-3] })";
        assert_eq!(cleaned(&format!("?! {{ [%eval 1] }} {own}"), true), "{ [%eval 1] }");
        assert_eq!(
            cleaned(&format!("?! {{ [%eval 1] }} {own}"), false),
            format!("{{ [%eval 1] }} {own}")
        );
        for notes in ["{ [%eval 1] } (1. d4 { [%eval 0.35] })", own] {
            assert_eq!(cleaned(notes, true), notes);
        }
        for line in [
            "(1. d4)",
            "(1. d4! { [%eval 0.35] })",
            "(1. d4 { [%eval 0.35] good })",
            "(1. d4 { [%eval 35,20] })",
            "(1. d4 { [%eval 0.35] } 1... d5 { solid })",
            "({ first } 1. d4 { [%eval 0.35] })",
            "(1. d4 { [%eval 0.35] } 1... d5 2. --)",
            "(1. d4 { [%eval 0.35] } 1... d5 2. c4 c6 3. Nf3 Nf6 4. Nc3 dxc4 5. a4 Bf5 6. e3 e6 7. Bxc4)",
        ] {
            let expected = format!("{{ [%eval 1] }} {line}");
            assert_eq!(cleaned(&format!("? {expected}"), true).replace('\n', " "), expected);
        }
    }
}
