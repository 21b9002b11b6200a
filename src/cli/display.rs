//! Boards and scores as shown to users.

use console::{Style, Term};
use nunatak::board::Board;
use nunatak::types::{Color, Piece, PieceType, Score, ScoreKind, Square};

/// Colours of squares and pieces in the 256-colour palette of terminals.
const LIGHT_SQUARE: u8 = 180;
const DARK_SQUARE: u8 = 137;
const WHITE_PIECE: u8 = 231;
const BLACK_PIECE: u8 = 16;

/// Draws the board with `bottom` below: in colour if colours are enabled, else as a grid.
pub(super) fn draw(board: &Board, bottom: Color) -> String {
    let diagram = board.diagram(bottom);
    if !console::colors_enabled() {
        return diagram.to_string();
    }
    let has_glyphs = Term::stdout().features().wants_emoji();
    let symbol = |piece| if has_glyphs { glyph(piece) } else { letter(piece) };
    let mut text = String::new();
    for (rank, squares) in diagram.rows() {
        text.push_str(&format!("{} ", rank.digit()));
        for (square, piece) in squares {
            let symbol = piece.map_or(' ', symbol);
            text.push_str(&style(square, piece).apply_to(format!(" {symbol} ")).to_string());
        }
        text.push('\n');
    }
    text + " " + &diagram.files().map(|file| format!("  {}", file.letter())).concat()
}

fn style(square: Square, piece: Option<Piece>) -> Style {
    let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
    let style = Style::new().on_color256(if is_light { LIGHT_SQUARE } else { DARK_SQUARE });
    match piece.map(|piece| piece.color) {
        Some(Color::White) => style.color256(WHITE_PIECE),
        Some(Color::Black) => style.color256(BLACK_PIECE),
        None => style,
    }
}

/// Returns the solid chess symbol; the colour of the text tells White's pieces from Black's.
fn glyph(piece: Piece) -> char {
    match piece.piece_type {
        PieceType::Pawn => '♟',
        PieceType::Knight => '♞',
        PieceType::Bishop => '♝',
        PieceType::Rook => '♜',
        PieceType::Queen => '♛',
        PieceType::King => '♚',
    }
}

fn letter(piece: Piece) -> char {
    piece.color.cased(piece.piece_type.letter())
}

/// Formats a normalised score of `side` from White's view: `+0.35` in pawns; `#3` if White mates in
/// three moves, `#-3` if Black does.
pub(super) fn white_score(score: Score, side: Color) -> String {
    let sign = if side == Color::White { 1 } else { -1 };
    match score.kind() {
        ScoreKind::Centipawns(centipawns) => {
            format!("{:+.2}", f64::from(sign * centipawns) / 100.0)
        }
        ScoreKind::Mate(moves) => format!("#{}", sign * moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_from_whites_view() {
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
}
