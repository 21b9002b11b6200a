//! Boards, scores and moves as shown to users.

use std::env;

use console::Style;
use nunatak::board::Board;
use nunatak::game::GameLine;
use nunatak::types::{Bitboard, Color, MoveKind, Piece, PieceType, Score, Square, Wing};
use nunatak::wdl::{Chances, normalised};

use crate::annotate::Value;
use crate::terminal::shows_unicode;

/// Colour of White's pieces in the 256-colour palette of terminals.
const WHITE_PIECE: u8 = 231;

/// Colour of Black's pieces in the same palette.
const BLACK_PIECE: u8 = 16;

/// Colours of light and dark squares in the same palette, which contrast with the pieces of both
/// sides.
struct SquareColors {
    light: u8,
    dark: u8,
}

/// Browns.
const PLAIN_SQUARES: SquareColors = SquareColors { light: 137, dark: 94 };

/// Blues, for the last move.
const MARKED_SQUARES: SquareColors = SquareColors { light: 67, dark: 25 };

/// Terminals with fewer than 256 colours, by the beginning of the variable `TERM`.
const SIMPLE_TERMINALS: [&str; 6] = ["linux", "vt1", "vt2", "ansi", "cygwin", "xterm-16color"];

/// Draws the board of `game` with `bottom` at the bottom and the last move marked: in colour if
/// colours are enabled and the terminal has enough of them, else as a grid.
pub(super) fn draw(game: &GameLine, bottom: Color) -> String {
    let diagram = game.board().diagram(bottom).marking(last_squares(game));
    let is_simple = |name: String| SIMPLE_TERMINALS.iter().any(|known| name.starts_with(known));
    if !console::colors_enabled() || env::var("TERM").is_ok_and(is_simple) {
        return diagram.to_string();
    }
    let symbol = if shows_unicode() { glyph } else { letter };
    let mut text = String::new();
    for (rank, squares) in diagram.rows() {
        text.push_str(&format!("{} ", rank.digit()));
        for (square, piece) in squares {
            let symbol = piece.map_or(' ', symbol);
            let style = style(square, piece, diagram.is_marked(square));
            text.push_str(&style.apply_to(format!(" {symbol} ")).to_string());
        }
        text.push('\n');
    }
    text + " " + &diagram.files().map(|file| format!("  {}", file.letter())).concat()
}

fn style(square: Square, piece: Option<Piece>, is_marked: bool) -> Style {
    let colors = if is_marked { MARKED_SQUARES } else { PLAIN_SQUARES };
    let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
    let style = Style::new().on_color256(if is_light { colors.light } else { colors.dark });
    match piece.map(|piece| piece.color) {
        Some(Color::White) => style.color256(WHITE_PIECE),
        Some(Color::Black) => style.color256(BLACK_PIECE),
        None => style,
    }
}

/// Returns the solid chess symbol for both colours; White's and Black's differ in text colour.
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

/// Formats a score of the side to move of `board` from White's view: `+0.35` in pawns; `#3` if
/// White mates in three moves, `#-3` if Black does.
pub(super) fn white_score(score: Score, board: &Board) -> String {
    format!("{:+}", Value::new(normalised(score, board), board.side_to_move()))
}

/// Formats White's chances of a win, draw and loss in percent, given those of `side`.
pub(super) fn white_percent(chances: Chances, side: Color) -> String {
    let Chances { win, draw, loss } =
        if side == Color::White { chances } else { chances.of_opponent() };
    let [win, draw, loss] = [win, draw, loss].map(|permille| f64::from(permille) / 10.0);
    format!("{win:.1}/{draw:.1}/{loss:.1}")
}

/// Returns the squares that the last move of `game` left and reached, the king's if it castled;
/// none at the start.
fn last_squares(game: &GameLine) -> Bitboard {
    let Some(&last) = game.moves().last() else { return Bitboard::EMPTY };
    let (from, to) = (last.from(), last.to());
    let reached = if last.kind() == MoveKind::Castling {
        Wing::of(from, to).king_to(!game.board().side_to_move())
    } else {
        to
    };
    Bitboard::from_square(from) | Bitboard::from_square(reached)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the relative luminance of a colour of the 6 × 6 × 6 cube of the palette.
    fn luminance(color: u8) -> f64 {
        const LEVELS: [f64; 6] = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0];
        let index = usize::from(color - 16);
        let [red, green, blue] = [index / 36, index / 6 % 6, index % 6].map(|level| {
            let level = LEVELS[level] / 255.0;
            if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Source of the formula and of the ratio of 3 for graphics: W3C, "Web Content Accessibility
    /// Guidelines 2.1", 2018.
    #[test]
    fn pieces_stand_out_from_all_squares() {
        for SquareColors { light, dark } in [PLAIN_SQUARES, MARKED_SQUARES] {
            for square in [light, dark] {
                for piece in [WHITE_PIECE, BLACK_PIECE] {
                    let [a, b] = [square, piece].map(|color| luminance(color) + 0.05);
                    assert!(a.max(b) / a.min(b) > 3.0, "{piece} on {square}");
                }
            }
            assert!(luminance(light) > 1.5 * luminance(dark));
        }
    }

    #[test]
    fn squares_and_pieces_have_the_colors_of_a_chess_set() {
        let shown = |square: &str, piece: Option<Piece>, is_marked| {
            let style = style(square.parse().unwrap(), piece, is_marked).force_styling(true);
            style.apply_to("x").to_string()
        };
        let SquareColors { light, dark } = PLAIN_SQUARES;
        for (square, color) in [("a1", dark), ("h1", light), ("d1", light), ("d8", dark)] {
            assert_eq!(
                shown(square, None, false),
                format!("\u{1b}[48;5;{color}mx\u{1b}[0m"),
                "{square}"
            );
        }
        assert!(shown("a1", None, true).contains(&format!("[48;5;{}m", MARKED_SQUARES.dark)));
        for (color, name, expected) in
            [(Color::White, 'N', WHITE_PIECE), (Color::Black, 'n', BLACK_PIECE)]
        {
            let piece = Piece { color, piece_type: PieceType::Knight };
            assert!(shown("a1", Some(piece), false).contains(&format!("[38;5;{expected}m")));
            assert_eq!((glyph(piece), letter(piece)), ('♞', name));
        }
    }

    #[test]
    fn chances_are_whites() {
        let chances = Chances { win: 600, draw: 295, loss: 105 };
        assert_eq!(white_percent(chances, Color::White), "60.0/29.5/10.5");
        assert_eq!(white_percent(chances, Color::Black), "10.5/29.5/60.0");
    }

    fn game(moves: &str) -> GameLine {
        let mut game = GameLine::new(Board::start());
        for text in moves.split_whitespace() {
            game.play(game.board().parse_san(text).unwrap());
        }
        game
    }

    #[test]
    fn the_last_move_leaves_and_reaches_two_squares() {
        let squares = |moves| -> Vec<String> {
            let squares = last_squares(&game(moves));
            squares.into_iter().map(|square| square.to_string()).collect()
        };
        assert_eq!(squares(""), [""; 0]);
        assert_eq!(squares("e4"), ["e2", "e4"]);
        assert_eq!(squares("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O"), ["e1", "g1"]);
        assert_eq!(squares("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"), ["e8", "g8"]);
    }
}
