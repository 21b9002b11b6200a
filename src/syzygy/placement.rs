//! The numbers of the placements of pieces: of the leading ones, up to the symmetries of the board,
//! and of `k` equal ones on `n` squares.

use super::folders::MAX_PIECES;
use crate::types::{File, Square};

/// The number of parts of a table with pawns: one for each file of the leading pawn.
pub(super) const PAWN_FILES: usize = 4;

/// [`MAX_PIECES`] as a size.
pub(super) const PIECES: usize = MAX_PIECES as usize;

/// The number of squares on which a pawn can be.
pub(super) const PAWN_SQUARES: usize = 48;
/// The index of the first square on which a pawn can be.
pub(super) const FIRST_PAWN_SQUARE: usize = 8;
/// The number of ranks on which a pawn can be.
pub(super) const PAWN_RANKS: usize = 6;

/// The number of squares of the triangle that are off the diagonal and on it.
const TRIANGLE: [usize; 2] = [6, 4];
/// The squares of the triangle in the order of their numbers: b1, c1, d1, c2, d2, d3, and the
/// diagonal.
const TRIANGLE_SQUARES: [usize; TRIANGLE[0] + TRIANGLE[1]] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// The number of placements of the kings.
pub(super) const KING_PAIRS: u32 = 462;

/// The number of squares below the diagonal.
const BELOW: usize = 28;
/// Running totals of the placements of three different pieces, by the first piece off the diagonal:
/// the first, the second, the third, none.
const TRIPLES: [usize; 4] = {
    let first = TRIANGLE[0] * 63 * 62;
    let second = first + TRIANGLE[1] * BELOW * 62;
    let third = second + TRIANGLE[1] * 7 * BELOW;
    [first, second, third, third + TRIANGLE[1] * 7 * 6]
};

/// The number of placements of three different pieces.
pub(super) const TRIPLE_PLACEMENTS: usize = TRIPLES[3];

/// The number of ways to choose `k` of `n` squares, as `CHOOSE[k][n]`.
pub(super) static CHOOSE: [[u32; Square::COUNT]; PIECES] = {
    let mut choose = [[0; Square::COUNT]; PIECES];
    let mut n = 0;
    while n < Square::COUNT {
        choose[0][n] = 1;
        let mut k = 1;
        while k < PIECES && n > 0 {
            choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The numbers of the placements of the kings, the first one by its number in the triangle. Those
/// with both kings on the diagonal come last.
static KINGS: [[u16; Square::COUNT]; TRIANGLE_SQUARES.len()] = {
    const PLACEMENTS: usize = TRIANGLE_SQUARES.len() * Square::COUNT;
    let mut kings = [[0; Square::COUNT]; TRIANGLE_SQUARES.len()];
    let mut number = 0;
    let mut step = 0;
    while step < 2 * PLACEMENTS {
        let (turn, first, second) =
            (step / PLACEMENTS, step % PLACEMENTS / Square::COUNT, step % Square::COUNT);
        let [first_file, first_rank] = file_and_rank(TRIANGLE_SQUARES[first]);
        let [file, rank] = file_and_rank(second);
        let is_apart = file.abs_diff(first_file) > 1 || rank.abs_diff(first_rank) > 1;
        let its_turn = if first < TRIANGLE[0] || file > rank { 0 } else { 1 };
        let is_above = first >= TRIANGLE[0] && file < rank;
        if is_apart && !is_above && its_turn == turn {
            kings[first][second] = number;
            number += 1;
        }
        step += 1;
    }
    assert!(number as u32 == KING_PAIRS);
    kings
};

/// The number of placements of the leading pawns with the first one on the first ranks of pawns, as
/// `LEADING[others][file][ranks]`.
static LEADING: [[[u32; PAWN_RANKS + 1]; PAWN_FILES]; PIECES - 2] = {
    let mut leading = [[[0; PAWN_RANKS + 1]; PAWN_FILES]; PIECES - 2];
    let mut entry = 0;
    while entry < (PIECES - 2) * PAWN_FILES * PAWN_RANKS {
        let (part, rank) = (entry / PAWN_RANKS, entry % PAWN_RANKS + 1);
        let (others, file) = (part / PAWN_FILES, part % PAWN_FILES);
        let counts = &mut leading[others][file];
        counts[rank] = counts[rank - 1] + CHOOSE[others][pawn_rank(8 * rank + file)];
        entry += 1;
    }
    leading
};

const fn file_and_rank(square: usize) -> [usize; 2] {
    [square % 8, square / 8]
}

/// Returns the rank of a pawn among the pawns of its side, of which the highest leads: 47 on a2, 46
/// on h2, 45 on a3, down to 0 on e7. It is also the number of squares that a leading pawn leaves to
/// the others.
const fn pawn_rank(square: usize) -> usize {
    let [file, rank] = file_and_rank(square);
    let pair = PAWN_RANKS * File::ALL[file].edge_distance() + rank - 1;
    PAWN_SQUARES - 1 - 2 * pair - if file < PAWN_FILES { 0 } else { 1 }
}

/// Returns the number of placements of `size` leading pawns, the first one on `file` and on the
/// first `ranks` ranks of pawns.
pub(super) fn pawn_placements(size: usize, file: usize, ranks: usize) -> u32 {
    LEADING[size - 1][file][ranks]
}

/// Brings the leading pawn to the front and its file to a to d, sorts the other pawns of its group,
/// and returns the number of their placement.
pub(super) fn place_pawns(squares: &mut [usize], size: usize) -> u32 {
    let by_rank = |&index: &usize| pawn_rank(squares[index]);
    if let Some(leader) = (0..size).max_by_key(by_rank) {
        squares.swap(0, leader);
    }
    if squares[0] % 8 >= PAWN_FILES {
        squares.iter_mut().for_each(|square| *square ^= 7);
    }
    squares[1..size].sort_unstable_by_key(|&square| std::cmp::Reverse(pawn_rank(square)));
    let [file, rank] = file_and_rank(squares[0]);
    let others = (1..size).map(|index| CHOOSE[size - index][pawn_rank(squares[index])]);
    pawn_placements(size, file, rank - 1) + others.sum::<u32>()
}

/// Brings the first piece into the triangle and the first of the `leading` pieces that is off the
/// diagonal below it.
fn normalize(squares: &mut [usize], leading: usize) {
    let [file, rank] = file_and_rank(squares[0]);
    let flip = if file < 4 { 0 } else { 7 } ^ if rank < 4 { 0 } else { 56 };
    squares.iter_mut().for_each(|square| *square ^= flip);
    let mut leading = squares[..leading].iter().map(|&square| file_and_rank(square));
    let first = leading.find(|[file, rank]| file != rank);
    if first.is_some_and(|[file, rank]| file < rank) {
        squares.iter_mut().for_each(|square| *square = *square % 8 * 8 + *square / 8);
    }
}

/// Returns the number of a square of the triangle.
fn triangle_number(square: usize) -> usize {
    let [file, rank] = file_and_rank(square);
    match rank {
        _ if file == rank => TRIANGLE[0] + file,
        0 => file - 1,
        1 => file + 1,
        _ => 5,
    }
}

/// Brings the kings, the first two pieces, to where their placement has a number, and returns it.
pub(super) fn place_kings(squares: &mut [usize]) -> u32 {
    normalize(squares, 2);
    KINGS[triangle_number(squares[0])][squares[1]].into()
}

/// Brings three different pieces, the first ones, to where their placement has a number, and
/// returns it.
pub(super) fn place_triple(squares: &mut [usize]) -> u32 {
    normalize(squares, 3);
    let [a, b, c] = [squares[0], squares[1], squares[2]];
    let [is_b_skipped, skipped] = [usize::from(b > a), usize::from(c > a) + usize::from(c > b)];
    let diagonal = |square: usize| square % 8;
    let below = |square: usize| {
        let [file, rank] = file_and_rank(square);
        rank * (13 - rank) / 2 + file - 1
    };
    let is_off = |square| {
        let [file, rank] = file_and_rank(square);
        file != rank
    };
    let number = if is_off(a) {
        (triangle_number(a) * 63 + b - is_b_skipped) * 62 + c - skipped
    } else if is_off(b) {
        TRIPLES[0] + (diagonal(a) * BELOW + below(b)) * 62 + c - skipped
    } else if is_off(c) {
        TRIPLES[1] + (diagonal(a) * 7 + diagonal(b) - is_b_skipped) * BELOW + below(c)
    } else {
        TRIPLES[2] + (diagonal(a) * 7 + diagonal(b) - is_b_skipped) * 6 + diagonal(c) - skipped
    };
    number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the numbers are those below `count`, each at least once.
    fn assert_complete(numbers: impl Iterator<Item = u32>, count: usize) {
        let mut seen = vec![false; count];
        for number in numbers {
            seen[number as usize] = true;
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    /// Returns all ways to put pieces on different `squares`.
    fn placements(pieces: usize, squares: &[usize]) -> Vec<Vec<usize>> {
        (0..pieces).fold(vec![Vec::new()], |placements, _| {
            let extend = |placement: &Vec<usize>| {
                let free = squares.iter().filter(|square| !placement.contains(square));
                free.map(|&square| [&placement[..], &[square]].concat()).collect::<Vec<_>>()
            };
            placements.iter().flat_map(extend).collect()
        })
    }

    #[test]
    fn leading_pieces_are_numbered_without_gaps() {
        let squares: Vec<usize> = (0..Square::COUNT).collect();
        let triples = placements(3, &squares).into_iter().map(|mut it| place_triple(&mut it));
        assert_complete(triples, TRIPLE_PLACEMENTS);
        let kings = placements(2, &squares).into_iter().filter_map(|mut squares| {
            let [a, b] = [squares[0], squares[1]].map(file_and_rank);
            let is_apart = a[0].abs_diff(b[0]) > 1 || a[1].abs_diff(b[1]) > 1;
            is_apart.then(|| place_kings(&mut squares))
        });
        assert_complete(kings, KING_PAIRS as usize);
    }

    #[test]
    fn leading_pawns_are_numbered_without_gaps() {
        let squares: Vec<usize> = (FIRST_PAWN_SQUARE..FIRST_PAWN_SQUARE + PAWN_SQUARES).collect();
        for size in 1..=3 {
            for file in 0..PAWN_FILES {
                let pawns = placements(size, &squares).into_iter().filter_map(|mut squares| {
                    let nearest =
                        squares.iter().map(|square| File::ALL[square % 8].edge_distance()).min();
                    let number = place_pawns(&mut squares, size);
                    (nearest == Some(file)).then_some(number)
                });
                assert_complete(pawns, pawn_placements(size, file, PAWN_RANKS) as usize);
            }
        }
    }
}
