//! How positions, scores and moves are shown to a person.

use console::{Style, Term};
use nunatak::board::{Board, MoveError};
use nunatak::types::{Color, Move, Piece, PieceType, Score, ScoreKind, Square};

/// The colours of squares and men, of the 256 that terminals know.
const LIGHT_SQUARE: u8 = 180;
const DARK_SQUARE: u8 = 137;
const WHITE_MAN: u8 = 231;
const BLACK_MAN: u8 = 16;

/// The board as the player of `bottom` sees it: in colours where they are shown, else as a grid.
pub(super) fn draw(board: &Board, bottom: Color) -> String {
    let diagram = board.diagram(bottom);
    if !console::colors_enabled() {
        return diagram.to_string();
    }
    let has_glyphs = Term::stdout().features().wants_emoji();
    let mut text = String::new();
    for (rank, squares) in diagram.rows() {
        text.push_str(&format!("{} ", rank.digit()));
        for (square, man) in squares {
            let letter = man.map_or(' ', |man| if has_glyphs { glyph(man) } else { letter(man) });
            text.push_str(&style(square, man).apply_to(format!(" {letter} ")).to_string());
        }
        text.push('\n');
    }
    text + " " + &diagram.files().map(|file| format!("  {}", file.letter())).concat()
}

fn style(square: Square, man: Option<Piece>) -> Style {
    let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
    let style = Style::new().on_color256(if is_light { LIGHT_SQUARE } else { DARK_SQUARE });
    match man.map(|man| man.color) {
        Some(Color::White) => style.color256(WHITE_MAN),
        Some(Color::Black) => style.color256(BLACK_MAN),
        None => style,
    }
}

/// The filled figure, whatever the colour: that is the colour of the text.
fn glyph(man: Piece) -> char {
    match man.piece_type {
        PieceType::Pawn => '♟',
        PieceType::Knight => '♞',
        PieceType::Bishop => '♝',
        PieceType::Rook => '♜',
        PieceType::Queen => '♛',
        PieceType::King => '♚',
    }
}

fn letter(man: Piece) -> char {
    man.color.cased(man.piece_type.letter())
}

/// A normalised score of `side` as White sees it: `+0.35` in pawns; `#3` if White mates in three moves, `#-3`
/// if Black does.
pub(super) fn white_score(score: Score, side: Color) -> String {
    let sign = if side == Color::White { 1 } else { -1 };
    match score.kind() {
        ScoreKind::Centipawns(centipawns) => {
            format!("{:+.2}", f64::from(sign * centipawns) / 100.0)
        }
        ScoreKind::Mate(moves) => format!("#{}", sign * moves),
    }
}

/// The legal move that `text` names in algebraic or in coordinate notation. Where both could be
/// meant, as in `B1c3`, it is the former.
pub(super) fn parse_move(board: &Board, text: &str) -> Result<Move, MoveError> {
    board.parse_san(text).or_else(|error| board.parse_move(text).map_err(|_| error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_white() {
        for (score, side, text) in [
            (Score(35), Color::White, "+0.35"),
            (Score(35), Color::Black, "-0.35"),
            (Score(0), Color::Black, "+0.00"),
            (Score::mate_in(1), Color::White, "#1"),
            (Score::mate_in(1), Color::Black, "#-1"),
            (Score::mated_in(4), Color::White, "#-2"),
            (Score::mated_in(4), Color::Black, "#2"),
        ] {
            assert_eq!(white_score(score, side), text);
        }
    }

    #[test]
    fn moves_are_read_in_both_notations() {
        let board: Board = "4k3/8/8/8/8/8/3P4/1N2KB2 w - - 0 1".parse().unwrap();
        for (text, coordinates) in [("Nc3", "b1c3"), ("b1c3", "b1c3"), ("d2d4", "d2d4")] {
            assert_eq!(parse_move(&board, text), board.parse_move(coordinates), "{text}");
        }
        // The bishop on the first rank cannot go there, and the knight is not a bishop.
        assert_eq!(parse_move(&board, "Ke9").unwrap_err().text, "Ke9");
        let board: Board = "4k3/8/8/8/1B6/8/8/BN2K3 w - - 0 1".parse().unwrap();
        let bishop = board.parse_move("a1c3").unwrap();
        assert_eq!(parse_move(&board, "B1c3"), Ok(bishop));
    }
}
