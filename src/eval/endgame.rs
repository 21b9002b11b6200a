//! Endgames of few men whose value is known better than their terms tell.
//!
//! A map from the men on the board to a function, from the view of the side with more material.

use super::spans::same_color;
use super::weights::WEIGHTS;
use crate::board::Board;
use crate::types::{Bitboard, Color, File, PieceType, Rank, Square};

/// What a win adds to the material that is on the board.
const KNOWN_WIN: i32 = 4_000;
/// Endgames with more men than this are not in the map.
const MAX_MEN: u32 = 4;
/// For each step of the losing king away from the centre, 0 to 6.
const EDGE_STEP: i32 = 20;
/// For each step that the kings are nearer to each other than 7.
const KINGS_STEP: i32 = 10;

/// A value in centipawns from the view of the given side.
type Evaluate = fn(&Board, Color) -> i32;

/// The men of the stronger and the weaker side, and what they are worth.
static ENDGAMES: [(u32, u32, Evaluate); 7] = [
    (men("BN"), men(""), bishop_and_knight),
    (men("NN"), men(""), two_knights),
    (men("R"), men("N"), rook_against_knight),
    (men("R"), men("B"), rook_against_bishop),
    (men("R"), men("P"), rook_against_pawn),
    (men("Q"), men("P"), queen_against_pawn),
    (men("Q"), men("R"), queen_against_rook),
];

/// Letters of men but the king as counts of four bits each.
const fn men(letters: &str) -> u32 {
    let letters = letters.as_bytes();
    let mut signature = 0;
    let mut i = 0;
    while i < letters.len() {
        signature += match letters[i] {
            b'P' => one(PieceType::Pawn),
            b'N' => one(PieceType::Knight),
            b'B' => one(PieceType::Bishop),
            b'R' => one(PieceType::Rook),
            _ => one(PieceType::Queen),
        };
        i += 1;
    }
    signature
}

/// The signature of one man.
const fn one(piece_type: PieceType) -> u32 {
    1 << (4 * piece_type.index())
}

/// The counts of the men of `color`, none above 15.
fn signature(board: &Board, color: Color) -> u32 {
    PieceType::ALL[..PieceType::King.index()]
        .iter()
        .map(|&piece_type| board.colored_pieces(color, piece_type).count() * one(piece_type))
        .sum()
}

/// The value of `board` in centipawns from White's view, if it is an endgame that is known.
#[inline]
pub(super) fn value(board: &Board) -> Option<i32> {
    let [white, black] = Color::ALL.map(|color| board.color(color).has_many());
    if white && black && board.occupied().count() > MAX_MEN {
        return None;
    }
    known_value(board)
}

#[cold]
fn known_value(board: &Board) -> Option<i32> {
    let [white, black] = Color::ALL.map(|color| signature(board, color));
    for (strong, weak, evaluate) in &ENDGAMES {
        if (white, black) == (*strong, *weak) {
            return Some(evaluate(board, Color::White));
        }
        if (black, white) == (*strong, *weak) {
            return Some(-evaluate(board, Color::Black));
        }
    }
    let strong = if black == 0 { Color::White } else { Color::Black };
    let is_bare = white == 0 || black == 0;
    let value = (is_bare && can_mate(board, strong)).then(|| bare_king(board, strong))?;
    Some(if strong == Color::White { value } else { -value })
}

/// Whether pieces suffice to mate a bare king: a major piece, bishops of both colours, a bishop and a
/// knight, or three knights.
fn can_mate(board: &Board, strong: Color) -> bool {
    let men = |piece_type| board.colored_pieces(strong, piece_type);
    let bishops = men(PieceType::Bishop);
    let knights = men(PieceType::Knight).count();
    (men(PieceType::Rook) | men(PieceType::Queen)).is_nonempty()
        || bishops.intersects(Bitboard::DARK_SQUARES) && bishops.intersects(!Bitboard::DARK_SQUARES)
        || bishops.is_nonempty() && knights > 0
        || knights > 2
}

/// How far `square` is from the four squares in the centre, by files and ranks, 0 to 6.
fn centre_distance(square: Square) -> i32 {
    let away = |index: usize| (3 - index as i32).max(index as i32 - 4);
    away(square.file().index()) + away(square.rank().index())
}

/// What is gained by kings that are near each other.
fn near_kings(board: &Board) -> i32 {
    KINGS_STEP * (7 - board.king(Color::White).distance(board.king(Color::Black)))
}

/// What is gained by a king near the edge.
fn at_edge(king: Square) -> i32 {
    EDGE_STEP * centre_distance(king)
}

/// The endgame value of the men of `color`.
fn material(board: &Board, color: Color) -> i32 {
    let worth = |(piece_type, weight): (&PieceType, &super::Pair)| {
        weight.endgame() * board.colored_pieces(color, *piece_type).count() as i32
    };
    PieceType::ALL.iter().zip(&WEIGHTS.material).map(worth).sum()
}

/// Mating material against a bare king: drive it to the edge and bring the kings together.
fn bare_king(board: &Board, strong: Color) -> i32 {
    KNOWN_WIN + material(board, strong) + at_edge(board.king(!strong)) + near_kings(board)
}

/// What is gained by kings that are near each other, by files and ranks: `step` for each that they
/// are nearer than 14. On long ways this tells progress apart where [`Square::distance`] does not.
fn close_in(board: &Board, step: i32) -> i32 {
    let [a, b] = Color::ALL.map(|color| board.king(color));
    step * (14 - a.file_distance(b) - a.rank_distance(b))
}

/// Bishop and knight: mate succeeds in the corners of the bishop's colour alone. Which terms there
/// are was fitted to the exact distances to mate, and their size to how often a short search wins.
fn bishop_and_knight(board: &Board, strong: Color) -> i32 {
    /// For each step towards such a corner, 0 to 7. Much more, and the search will not let the king
    /// step back even where the way leads over the middle of an edge.
    const CORNER_STEP: i32 = 40;
    /// For each step of the losing king from the centre and of the other one towards it.
    const CENTRE_STEP: i32 = 16;
    const KINGS_STEP: i32 = 30;
    let king = board.king(!strong);
    let (file, rank) = (king.file().index() as i32, king.rank().index() as i32);
    let bishop_is_dark = board.pieces(PieceType::Bishop).intersects(Bitboard::DARK_SQUARES);
    // Dark corners lie at both ends of the long dark diagonal: the further from the light one.
    let steps = if bishop_is_dark { (7 - file - rank).abs() } else { (file - rank).abs() };
    let outwards = centre_distance(king) - centre_distance(board.king(strong));
    KNOWN_WIN
        + material(board, strong)
        + CORNER_STEP * steps
        + CENTRE_STEP * outwards
        + close_in(board, KINGS_STEP)
}

/// Two knights cannot force mate.
fn two_knights(_: &Board, _: Color) -> i32 {
    0
}

/// A draw unless king and knight are driven apart.
fn rook_against_knight(board: &Board, strong: Color) -> i32 {
    const APART_STEP: i32 = 10;
    let king = board.king(!strong);
    let apart = board
        .pieces(PieceType::Knight)
        .first()
        .map_or(0, |knight| king.distance(knight).saturating_sub(1));
    10 + at_edge(king) / 5 + APART_STEP * apart
}

/// A draw unless the king is caught in a corner of the bishop's colour.
fn rook_against_bishop(board: &Board, strong: Color) -> i32 {
    const WRONG_CORNER: i32 = 30;
    let king = board.king(!strong);
    let is_wrong = board.pieces(PieceType::Bishop).first().is_some_and(|bishop| {
        let is_in_corner = centre_distance(king) >= 5;
        is_in_corner && same_color(bishop).contains(nearest_corner(king))
    });
    10 + at_edge(king) / 5 + if is_wrong { WRONG_CORNER } else { 0 }
}

fn nearest_corner(square: Square) -> Square {
    let file = if square.file() < File::E { File::A } else { File::H };
    let rank = if square.rank() < Rank::Fifth { Rank::First } else { Rank::Eighth };
    Square::new(file, rank)
}

/// Rook against pawn: won when the rook's king stops the pawn or the pawn's king is far away, else
/// the nearer the pawn's own king and its goal, the less.
fn rook_against_pawn(board: &Board, strong: Color) -> i32 {
    const WIN: i32 = 500;
    const DRAW: i32 = 20;
    const BALANCE: i32 = 150;
    const STEP: i32 = 20;
    let Some(pawn) = board.pieces(PieceType::Pawn).first() else { return WIN };
    let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(!strong));
    let steps = pawn.distance(goal);
    let weak_is_on_move = i32::from(board.side_to_move() != strong);
    let (own_king, enemy_king) = (board.king(strong), board.king(!strong));
    let own = own_king.distance(goal);
    let enemy = enemy_king.distance(pawn);
    let is_before =
        own_king.file() == pawn.file() && own_king.relative_to(!strong) > pawn.relative_to(!strong);
    if is_before || own + weak_is_on_move <= steps || enemy - weak_is_on_move > 2 && steps > 1 {
        WIN - STEP * own / 2
    } else if steps <= 2 && enemy - weak_is_on_move <= 1 && own > steps + 1 {
        DRAW
    } else {
        (BALANCE + STEP * (enemy - own + steps)).clamp(DRAW, WIN - 100)
    }
}

/// Queen against pawn: a draw only with a rook's or bishop's pawn on the seventh rank, its king at
/// hand, and the queen's king far away.
fn queen_against_pawn(board: &Board, strong: Color) -> i32 {
    const DRAW: i32 = 10;
    const FAR: i32 = 4;
    let Some(pawn) = board.pieces(PieceType::Pawn).first() else { return 0 };
    let goal = Square::new(pawn.file(), Rank::Eighth.relative_to(!strong));
    let is_drawing_file = matches!(pawn.file(), File::A | File::C | File::F | File::H);
    let is_held = is_drawing_file
        && pawn.distance(goal) == 1
        && board.king(!strong).distance(pawn) == 1
        && board.king(strong).distance(goal) > FAR;
    if is_held {
        return DRAW * (8 - board.king(strong).distance(goal));
    }
    KNOWN_WIN / 2 + material(board, strong) - material(board, !strong)
        + KINGS_STEP * (7 - board.king(strong).distance(pawn))
}

/// Queen against rook: a long win. The steps are large: with small ones the search wavers between
/// lines of nearly the same score until the fifty moves are over.
fn queen_against_rook(board: &Board, strong: Color) -> i32 {
    const EDGE_STEP: i32 = 100;
    const KINGS_STEP: i32 = 40;
    let lead = material(board, strong) - material(board, !strong);
    lead + EDGE_STEP * centre_distance(board.king(!strong)) + close_in(board, KINGS_STEP)
}

/// Whether a lone bishop with one pawn gets nowhere against a lone bishop: they are of opposite
/// colours, or the enemy king stands before the pawn where no bishop drives it away.
pub(super) fn is_blocked_bishop_ending(board: &Board, strong: Color) -> bool {
    if board.occupied().count() != 5
        || signature(board, strong) != const { men("BP") }
        || signature(board, !strong) != const { men("B") }
    {
        return false;
    }
    let bishop = |color| board.colored_pieces(color, PieceType::Bishop).first();
    let (Some(own), Some(enemy)) = (bishop(strong), bishop(!strong)) else { return false };
    let Some(pawn) = board.pieces(PieceType::Pawn).first() else { return false };
    let king = board.king(!strong);
    let is_before = king.file() == pawn.file()
        && king.relative_to(strong).rank() > pawn.relative_to(strong).rank();
    let is_safe = Bitboard::from(king).is_subset_of(!same_color(own));
    !same_color(own).contains(enemy) || is_before && is_safe
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::tablebase::{Outcome, board_of, probe};

    fn board(men: &str) -> Board {
        men.parse().unwrap()
    }

    /// From White's view, who is the stronger side.
    fn known(men: &str) -> i32 {
        value(&board(men)).unwrap()
    }

    #[test]
    fn wins_are_large_and_draws_near_zero() {
        for men in [
            "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
            "8/8/8/4k3/8/8/8/KR6 b - - 0 1",
            "8/8/8/4k3/8/8/8/KBB5 w - - 0 1",
            "8/8/8/4k3/8/8/8/KBN5 w - - 0 1",
            "8/8/8/4k3/8/8/PPPPPP2/KQRRBBNN w - - 0 1",
        ] {
            assert!(known(men) > KNOWN_WIN, "{men}");
        }
        for men in [
            // Two knights.
            "8/8/8/4k3/8/8/8/KNN5 w - - 0 1",
            // King and minor piece together in the centre.
            "8/8/8/3nk3/8/8/8/KR6 w - - 0 1",
            "8/8/8/4k3/3b4/8/8/KR6 w - - 0 1",
            // The pawn and its king hold the rook.
            "8/8/8/8/8/5K2/kp6/7R w - - 0 1",
            "8/8/8/K7/8/4k3/4p3/R7 w - - 0 1",
            // The queen's king is too far away from a rook's pawn.
            "8/7K/8/8/8/8/pk6/6Q1 w - - 0 1",
        ] {
            assert!((0..=30).contains(&known(men)), "{men}");
        }
        for men in [
            // The rook's king stands before the pawn; the pawn's king is far away.
            "8/8/8/8/4k3/4p3/8/R3K3 w - - 0 1",
            "8/8/8/7k/8/4p3/8/R6K w - - 0 1",
            // A centre pawn does not hold the queen, nor does a rook's pawn when her king is near.
            "8/7K/8/8/8/8/3p4/2k3Q1 b - - 0 1",
            "8/8/8/8/2K5/8/pk6/6Q1 w - - 0 1",
            "8/8/8/4k3/8/8/r7/KQ6 w - - 0 1",
        ] {
            assert!(known(men) > 350, "{men}");
        }
    }

    #[test]
    fn the_weaker_side_is_scored_the_same_way() {
        assert_eq!(known("8/8/8/4k3/8/8/8/KR6 b - - 0 1"), -known("kr6/8/8/8/4K3/8/8/8 w - - 0 1"));
    }

    #[test]
    fn the_king_is_driven_to_the_edge_and_into_the_right_corner() {
        let grows = |boards: [&str; 3]| {
            let values = boards.map(known);
            assert!(values.is_sorted() && values[0] < values[1] && values[1] < values[2]);
        };
        // To the edge, then the own king comes nearer.
        grows([
            "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
            "8/3k4/8/8/8/8/8/KR6 w - - 0 1",
            "8/3k4/8/3K4/8/8/8/1R6 w - - 0 1",
        ]);
        // From the wrong corner along the edge into that of a light bishop, h1 or a8.
        grows([
            "7k/8/5K2/8/8/8/8/3BN3 w - - 0 1",
            "4k3/8/5K2/8/8/8/8/3BN3 w - - 0 1",
            "k7/8/2K5/8/8/8/8/3BN3 w - - 0 1",
        ]);
        // A dark bishop wants a1 or h8.
        grows([
            "k7/8/2K5/8/8/8/8/2B1N3 w - - 0 1",
            "3k4/8/2K5/8/8/8/8/2B1N3 w - - 0 1",
            "7k/8/5K2/8/8/8/8/2B1N3 w - - 0 1",
        ]);
        // King and knight apart; the king in the corner of its bishop's colour.
        assert!(
            known("k7/8/8/8/6n1/8/8/KR6 w - - 0 1") > known("kn6/8/8/8/8/8/8/K1R5 w - - 0 1") + 20
        );
        assert!(
            known("8/8/8/8/8/1K2b3/7R/k7 b - - 0 1") > known("8/8/8/8/8/1K3b2/7R/k7 b - - 0 1")
        );
    }

    #[test]
    fn middlegames_and_other_endings_are_left_to_the_terms() {
        for men in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/3BK3 w - - 0 1",
            "4kr2/8/8/8/8/8/8/3RK3 w - - 0 1",
        ] {
            assert_eq!(value(&board(men)), None, "{men}");
        }
    }

    /// Some thousand positions of the `men`, named as in FEN, with White to move.
    fn boards(men: &[char]) -> Vec<Board> {
        let mut random = StdRng::seed_from_u64(1);
        let mut place = |&man| (man, Square::from_index(random.random()));
        let placed: Vec<Vec<(char, Square)>> =
            (0..6_000).map(|_| men.iter().map(&mut place).collect()).collect();
        placed.iter().filter_map(|men| board_of(men, Color::White)).collect()
    }

    fn mean(values: impl IntoIterator<Item = i32>) -> i32 {
        let values: Vec<i32> = values.into_iter().collect();
        assert!(values.len() > 100, "{values:?}");
        values.iter().sum::<i32>() / values.len() as i32
    }

    #[test]
    fn the_nearer_the_mate_the_higher_the_value() {
        for men in [
            &['K', 'k', 'Q'][..],
            &['K', 'k', 'R'],
            &['K', 'k', 'B', 'N'],
            &['K', 'k', 'B', 'B'],
            &['K', 'k', 'Q', 'r'],
        ] {
            let distance = |board| match probe(&board) {
                Some(Outcome::Win(plies)) => Some((plies, value(&board)?)),
                _ => None,
            };
            let mut won: Vec<(usize, i32)> = boards(men).into_iter().filter_map(distance).collect();
            won.sort_unstable();
            let quarter = won.len() / 4;
            let near = mean(won[..quarter].iter().map(|&(_, value)| value));
            let middle = mean(won[quarter..3 * quarter].iter().map(|&(_, value)| value));
            let far = mean(won[3 * quarter..].iter().map(|&(_, value)| value));
            assert!(near > middle + 5 && middle > far + 5, "{men:?}: {near}, {middle}, {far}");
        }
    }

    #[test]
    fn a_rook_is_worth_more_against_a_knight_where_it_wins() {
        let (won, others): (Vec<Board>, Vec<Board>) = boards(&['K', 'k', 'R', 'n'])
            .into_iter()
            .partition(|board| matches!(probe(board), Some(Outcome::Win(_))));
        let [won, others] = [won, others].map(|boards| mean(boards.iter().filter_map(value)));
        assert!(won > others + 10, "{won}, {others}");
    }
}
