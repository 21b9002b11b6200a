//! Rays, lines through squares, and the slider attacks computed from them, which fill the magic
//! tables at compile time.

use crate::types::{Bitboard, Square};

/// The two kinds of sliding movement; a queen combines both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slider {
    /// Movement along diagonals.
    Bishop,
    /// Movement along files and ranks.
    Rook,
}

/// The directions as (files, ranks). The first four lead to higher square indices; each is followed
/// by its opposite four places later.
pub(super) const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];

impl Slider {
    /// Returns the two lines on which the slider moves, each as the index in [`DIRECTIONS`] of its
    /// direction to higher square indices.
    pub(super) const fn lines(self) -> [usize; 2] {
        match self {
            Self::Rook => [0, 1],
            Self::Bishop => [2, 3],
        }
    }
}

/// The squares from a square to the edge of the board, by direction and square.
const RAYS: [[u64; Square::COUNT]; 8] = {
    let mut rays = [[0; Square::COUNT]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut square = 0;
        while square < Square::COUNT {
            let mut file = (square % 8) as i32 + files;
            let mut rank = (square / 8) as i32 + ranks;
            while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                rays[direction][square] |= 1 << (rank * 8 + file);
                file += files;
                rank += ranks;
            }
            square += 1;
        }
        direction += 1;
    }
    rays
};

static BETWEEN: [[Bitboard; Square::COUNT]; Square::COUNT] = line_table(false);
static LINE: [[Bitboard; Square::COUNT]; Square::COUNT] = line_table(true);

static EMPTY_BOARD_ATTACKS: [[Bitboard; Square::COUNT]; 2] = {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; 2];
    let mut square = 0;
    while square < Square::COUNT {
        let from = Square::from_index(square as u8);
        table[Slider::Bishop as usize][square] = ray_attacks(Slider::Bishop, from, Bitboard::EMPTY);
        table[Slider::Rook as usize][square] = ray_attacks(Slider::Rook, from, Bitboard::EMPTY);
        square += 1;
    }
    table
};

/// Returns the table of squares on the line through two squares: the `whole` line or, if not, the
/// squares strictly between the two.
const fn line_table(whole: bool) -> [[Bitboard; Square::COUNT]; Square::COUNT] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; Square::COUNT];
    let mut direction = 0;
    while direction < 8 {
        let opposite = (direction + 4) % 8;
        let mut from = 0;
        while from < Square::COUNT {
            let mut to_squares = RAYS[direction][from];
            while to_squares != 0 {
                let to = to_squares.trailing_zeros() as usize;
                table[from][to].0 = if whole {
                    RAYS[direction][from] | RAYS[opposite][from] | 1 << from
                } else {
                    RAYS[direction][from] & RAYS[opposite][to]
                };
                to_squares &= to_squares - 1;
            }
            from += 1;
        }
        direction += 1;
    }
    table
}

/// Returns the squares that a slider on `from` attacks along one of its [`Slider::lines`]: the
/// empty squares and the first blocker in both directions.
pub(super) const fn line_attacks(line: usize, from: Square, occupied: Bitboard) -> Bitboard {
    let up = RAYS[line][from.index()];
    let down = RAYS[line + 4][from.index()];
    let beyond_up = match Bitboard(up & occupied.0).first() {
        Some(blocker) => RAYS[line][blocker.index()],
        None => 0,
    };
    let beyond_down = match Bitboard(down & occupied.0).last() {
        Some(blocker) => RAYS[line + 4][blocker.index()],
        None => 0,
    };
    Bitboard((up & !beyond_up) | (down & !beyond_down))
}

/// Returns the squares that `slider` attacks from `from`, given `occupied`; slower than the magic
/// tables.
pub const fn ray_attacks(slider: Slider, from: Square, occupied: Bitboard) -> Bitboard {
    let [first, second] = slider.lines();
    Bitboard(line_attacks(first, from, occupied).0 | line_attacks(second, from, occupied).0)
}

/// Returns the squares that `slider` attacks from `square` on an empty board.
pub fn empty_board_attacks(slider: Slider, square: Square) -> Bitboard {
    EMPTY_BOARD_ATTACKS[slider as usize][square.index()]
}

/// Returns the squares strictly between two squares on a common file, rank or diagonal, or the
/// empty set for other pairs.
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Returns the whole file, rank or diagonal through two different squares, or the empty set if they
/// have none in common.
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_and_line_are_symmetric_and_nested() {
        for a in Square::all() {
            assert_eq!(line(a, a), Bitboard::EMPTY);
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
                assert!(between(a, b).is_subset_of(line(a, b)));
                assert!(!between(a, b).contains(a) && !between(a, b).contains(b));
            }
        }
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(between(square("a1"), square("d4")).count(), 2);
        assert_eq!(line(square("c2"), square("e4")).count(), 7);
        assert_eq!(line(square("a1"), square("b3")), Bitboard::EMPTY);
    }

    #[test]
    fn ray_attacks_stop_at_the_first_blocker() {
        let d4 = "d4".parse().unwrap();
        let blockers: Bitboard =
            ["d6", "d7", "b4", "e4", "d1"].map(|s| s.parse().unwrap()).into_iter().collect();
        let expected: Bitboard = ["d5", "d6", "c4", "b4", "e4", "d3", "d2", "d1"]
            .map(|s| s.parse().unwrap())
            .into_iter()
            .collect();
        assert_eq!(ray_attacks(Slider::Rook, d4, blockers), expected);
        assert_eq!(ray_attacks(Slider::Bishop, d4, Bitboard::EMPTY).count(), 13);
    }
}
