//! The marks of moves and positions, such as `!?` and `±`, and the glyphs that they stand for.

use std::ops::RangeInclusive;

use nunatak::board::{DASHES, plain_signs};

use super::annotations::Note;

/// Glyphs and the marks that stand for them, preferred first.
///
/// Source: the appendix on numeric annotation glyphs of the PGN standard, and the signs of the
/// Chess Informant.
const MARKS: [(&str, u16); 35] = [
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
    ("=∞", 44),
    ("=/∞", 44),
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

/// The largest number of characters of a mark.
const MAX_CHARS: usize = 3;

/// The glyphs that judge a move, from `!` to `?!`, and are written after it as marks.
const MOVE_GLYPHS: RangeInclusive<u16> = 1..=6;

/// Whether a glyph judges a move rather than the position after it.
pub(crate) fn is_move_glyph(glyph: u16) -> bool {
    MOVE_GLYPHS.contains(&glyph)
}

/// Returns the mark of a glyph that judges a move, such as `?!`.
pub(super) fn move_mark(glyph: u16) -> Option<&'static str> {
    let found = MARKS.iter().find(|&&(_, other)| other == glyph && is_move_glyph(glyph));
    found.map(|&(mark, _)| mark)
}

/// Splits the marks off the end of a word, as in `Nf3?!□`; the whole word may be a mark, as `+-`.
/// Marks that no glyph stands for, such as `⟳` for either side, become comments.
pub(super) fn split_marks(word: &str) -> (&str, Vec<Note>) {
    let mut notes = Vec::new();
    let mut text = word;
    while let Some(before) = before_mark(text) {
        let (before, mark) = text.split_at(before.len());
        notes.push(glyph_of(mark).map_or_else(|| Note::Comment(mark.to_owned()), Note::Glyph));
        text = before;
    }
    notes.reverse();
    (text, notes)
}

/// Returns the text before the mark at its end, if there is one.
fn before_mark(text: &str) -> Option<&str> {
    let judgement = ['!', '?'];
    // Most words are moves without marks.
    if text.is_empty() || text.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if text.ends_with(judgement) {
        return Some(text.trim_end_matches(judgement));
    }
    let ends = text.char_indices().rev().map(|(index, _)| text.split_at(index)).take(MAX_CHARS);
    let is_mark = |&(before, end): &(&str, &str)| {
        // Letters look like parts of a move, unless they follow another mark or a whole move.
        let is_apart = before.is_empty() || before.ends_with(judgement) || is_whole_move(before);
        (is_apart || !end.contains(char::is_alphabetic)) && glyph_of(end).is_some()
    };
    // The longest mark counts: `+-` is not a check.
    match ends.filter(is_mark).last() {
        Some((before, _)) => Some(before),
        None => text.strip_suffix(is_sign),
    }
}

/// Whether a word ends in a square, a promotion, castling or a check, so that a letter after it is
/// no promotion.
fn is_whole_move(word: &str) -> bool {
    let is_of_piece = word.starts_with(|c: char| "KQRBN".contains(c) || is_figurine(c));
    let before_piece = word.strip_suffix(['Q', 'R', 'B', 'N']).unwrap_or_default();
    before_piece.strip_suffix('=').unwrap_or(before_piece).ends_with(['1', '8'])
        || ["O-O", "0-0"].iter().any(|castling| word.ends_with(castling))
        || word.ends_with(|c| matches!(c, '2'..='7' | '+' | '#'))
        || is_of_piece && word.ends_with(['1', '8'])
}

/// Whether a character is the picture of a piece.
pub(super) fn is_figurine(c: char) -> bool {
    ('♔'..='♟').contains(&c)
}

fn glyph_of(mark: &str) -> Option<u16> {
    let mark = plain_signs(mark);
    MARKS.iter().find(|&&(known, _)| known == mark).map(|&(_, glyph)| glyph)
}

/// Whether a typeset character is a mark rather than part of a move or of its number.
fn is_sign(c: char) -> bool {
    let is_of_move = ['×', '†', '‡', '…'].contains(&c) || is_figurine(c);
    !c.is_ascii() && !c.is_alphanumeric() && !is_of_move && !DASHES.contains(&c)
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
            ("+−", "", vec![Note::Glyph(18)]),
            ("±", "", vec![Note::Glyph(16)]),
            ("=∞", "", vec![Note::Glyph(44)]),
            ("N", "", vec![Note::Glyph(146)]),
            ("Bb5!N", "Bb5", vec![Note::Glyph(1), Note::Glyph(146)]),
            ("Bc2!?TN", "Bc2", vec![Note::Glyph(5), Note::Glyph(146)]),
            ("Nf3N", "Nf3", vec![Note::Glyph(146)]),
            ("Qd8TN", "Qd8", vec![Note::Glyph(146)]),
            ("exd5+N", "exd5+", vec![Note::Glyph(146)]),
            ("cxd8N", "cxd8N", vec![]),
            ("cxd8=NN", "cxd8=N", vec![Note::Glyph(146)]),
            ("d8QTN", "d8Q", vec![Note::Glyph(146)]),
            ("O-O-ON", "O-O-O", vec![Note::Glyph(146)]),
            ("Qc2#RR", "Qc2#", vec![Note::Glyph(145)]),
            ("♖h1D", "♖h1", vec![Note::Glyph(220)]),
            ("e7e8N", "e7e8N", vec![]),
            ("Nf6??-+", "Nf6", vec![Note::Glyph(4), Note::Glyph(19)]),
            ("e4!?□⟳", "e4", vec![Note::Glyph(5), Note::Glyph(7), comment("⟳")]),
            ("‼", "", vec![Note::Glyph(3)]),
            ("e4=∞", "e4", vec![Note::Glyph(44)]),
            ("Nf3+-", "Nf3", vec![Note::Glyph(18)]),
            ("Nf3+−", "Nf3", vec![Note::Glyph(18)]),
            ("Qh5++-", "Qh5+", vec![Note::Glyph(18)]),
            ("O-O+/=", "O-O", vec![Note::Glyph(14)]),
            ("Nf3=", "Nf3", vec![Note::Glyph(10)]),
            ("e8=Q=+", "e8=Q", vec![Note::Glyph(15)]),
            ("O-O-O", "O-O-O", vec![]),
            ("O-O-O+", "O-O-O+", vec![]),
            ("e8N", "e8N", vec![]),
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
    fn signs_of_both_sides_and_typeset_signs_have_matching_glyphs() {
        let glyph = |mark: &str| match split_marks(mark) {
            ("", notes) => match notes.as_slice() {
                [Note::Glyph(glyph)] => *glyph,
                _ => unreachable!("{mark}: {notes:?}"),
            },
            (rest, _) => unreachable!("{rest}"),
        };
        for (white, black, number) in [
            ("⩲", "⩱", 14),
            ("+=", "=+", 14),
            ("+/=", "=/+", 14),
            ("±", "∓", 16),
            ("+/-", "-/+", 16),
            ("+-", "-+", 18),
            ("+--", "--+", 20),
        ] {
            assert_eq!((glyph(white), glyph(black)), (number, number + 1), "{white} {black}");
        }
        for (typeset, plain) in [("‼", "!!"), ("⁇", "??"), ("⁉", "!?"), ("⁈", "?!")] {
            assert_eq!(glyph(typeset), glyph(plain), "{typeset}");
        }
    }

    #[test]
    fn glyphs_that_judge_a_move_have_marks() {
        let marks: Vec<_> = (0..=7).filter_map(move_mark).collect();
        assert_eq!(marks, ["!", "?", "!!", "??", "!?", "?!"]);
    }
}
