//! How a table numbers its positions.
//!
//! Positions that a symmetry of the board makes equal share a number. The pieces form groups: first
//! the leading one, which takes the symmetry into account, then each kind of the other pieces. The
//! members of a group are interchangeable, so that a group of `k` pieces has as many placements as
//! there are ways to choose `k` of the free squares. The placement of each group is a digit of the
//! number.
//!
//! - With pawns, the pawns of one side lead. The file of the pawn nearest to the edge, mirrored to
//!   a to d, chooses one of four parts of the table. The pawns of the other side follow.
//! - Without pawns, three different pieces lead or, if only the kings are single, the two kings.
//!   The first piece is brought into the triangle a1, d1, d4; if it is on the diagonal, the next
//!   piece off the diagonal is brought below it.

use arrayvec::ArrayVec;

use super::file::{Cursor, Defect};
use super::folders::{MAX_PIECES, Sides};
use crate::board::Board;
use crate::types::{Color, PieceType, Square};

/// The number of parts of a table with pawns: one for each file of the leading pawn.
pub(super) const PAWN_FILES: usize = 4;

/// The bit of a piece's code that marks the second side of the table.
const SECOND_SIDE: u8 = 8;

/// The error of an impossible order.
const WRONG_ORDER: Defect = Defect::Corrupt("order of pieces");

/// [`MAX_PIECES`] as a size.
const PIECES: usize = MAX_PIECES as usize;

/// The number of squares on which a pawn can be, the index of the first, and the number of ranks.
const PAWN_SQUARES: usize = 48;
const FIRST_PAWN_SQUARE: usize = 8;
const PAWN_RANKS: usize = 6;

/// The number of squares of the triangle that are off the diagonal and on it.
const TRIANGLE: [usize; 2] = [6, 4];
/// The squares of the triangle in the order of their numbers: b1, c1, d1, c2, d2, d3, and the
/// diagonal.
const TRIANGLE_SQUARES: [usize; TRIANGLE[0] + TRIANGLE[1]] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// The number of placements of the kings.
const KING_PAIRS: u64 = 462;

/// The number of squares below the diagonal.
const BELOW: usize = 28;
/// The number of placements of three different pieces with the first one off the diagonal, with the
/// first or second one off it, and with any; the others are all on the diagonal.
const TRIPLES: [usize; 4] = {
    let first = TRIANGLE[0] * 63 * 62;
    let second = first + TRIANGLE[1] * BELOW * 62;
    let third = second + TRIANGLE[1] * 7 * BELOW;
    [first, second, third, third + TRIANGLE[1] * 7 * 6]
};

/// The number of ways to choose `k` of `n` squares, as `CHOOSE[k][n]`.
static CHOOSE: [[u32; Square::COUNT]; PIECES] = {
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
    let mut kings = [[0; Square::COUNT]; TRIANGLE_SQUARES.len()];
    let mut number = 0;
    let mut turn = 0;
    while turn < 2 {
        let mut first = 0;
        while first < TRIANGLE_SQUARES.len() {
            let [first_file, first_rank] = file_and_rank(TRIANGLE_SQUARES[first]);
            let mut second = 0;
            while second < Square::COUNT {
                let [file, rank] = file_and_rank(second);
                let is_apart = file.abs_diff(first_file) > 1 || rank.abs_diff(first_rank) > 1;
                let its_turn = if first < TRIANGLE[0] || file > rank { 0 } else { 1 };
                let is_above = first >= TRIANGLE[0] && file < rank;
                if is_apart && !is_above && its_turn == turn {
                    kings[first][second] = number;
                    number += 1;
                }
                second += 1;
            }
            first += 1;
        }
        turn += 1;
    }
    assert!(number as u64 == KING_PAIRS);
    kings
};

/// The number of placements of the leading pawns with the first one behind a rank, as
/// `LEADING[others][file][rank]` with the ranks from 2 on; the last entry counts all placements.
static LEADING: [[[u32; PAWN_RANKS + 1]; PAWN_FILES]; PIECES - 2] = {
    let mut leading = [[[0; PAWN_RANKS + 1]; PAWN_FILES]; PIECES - 2];
    let mut others = 0;
    while others < leading.len() {
        let mut file = 0;
        while file < PAWN_FILES {
            let mut rank = 0;
            while rank < PAWN_RANKS {
                let squares_left = pawn_rank(8 * (rank + 1) + file);
                leading[others][file][rank + 1] =
                    leading[others][file][rank] + CHOOSE[others][squares_left];
                rank += 1;
            }
            file += 1;
        }
        others += 1;
    }
    leading
};

const fn file_and_rank(square: usize) -> [usize; 2] {
    [square % 8, square / 8]
}

/// Returns the file distance of a square from the edge, 0 to 3.
const fn edge_distance(square: usize) -> usize {
    let [file, _] = file_and_rank(square);
    if file < PAWN_FILES { file } else { 7 - file }
}

/// Returns the rank of a pawn among the pawns of its side, of which the highest leads: 47 on a2, 46
/// on h2, 45 on a3, down to 0 on e7. It is also the number of squares that a leading pawn leaves to
/// the others.
const fn pawn_rank(square: usize) -> usize {
    let [file, rank] = file_and_rank(square);
    let pair = PAWN_RANKS * edge_distance(square) + rank - 1;
    PAWN_SQUARES - 1 - 2 * pair - if file < PAWN_FILES { 0 } else { 1 }
}

/// The side, 0 or 1, and the type of a piece.
type Kind = (usize, PieceType);

/// The numbering of the positions of one part of a table with one side to move.
pub(super) struct Encoding {
    /// The kinds of pieces in their order.
    kinds: ArrayVec<Kind, PIECES>,
    /// The groups, the leading one first.
    groups: ArrayVec<Group, PIECES>,
    leader: Leader,
    /// The number of positions.
    pub(super) positions: u64,
}

/// Pieces that are placed together.
struct Group {
    size: usize,
    /// The first square on which they can be: a2 for pawns.
    first_square: usize,
    /// The value of the group's digit.
    factor: u64,
}

/// The kind of the leading group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leader {
    Pawns,
    Kings,
    Triple,
}

impl Encoding {
    /// Reads the numberings of part `file` for `sides`, 1 or 2, to move. The low half of each byte
    /// is for the first side, the high half for the second.
    pub(super) fn read(
        cursor: &mut Cursor<'_>,
        material: Sides,
        file: usize,
        sides: usize,
    ) -> Result<Vec<Self>, Defect> {
        let orders = if material.both_have_pawns() { 2 } else { 1 };
        let orders = cursor.bytes(orders)?;
        let codes = cursor.bytes(material.piece_count().into())?;
        let half = |bytes: &[u8], side: usize| -> ArrayVec<u8, PIECES> {
            bytes.iter().map(|byte| byte >> (4 * side) & 0xf).take(PIECES).collect()
        };
        (0..sides)
            .map(|side| Self::new(&half(&codes, side), &half(&orders, side), material, file))
            .collect()
    }

    /// Creates the numbering from the codes of the pieces in their order and the digits of the
    /// groups of leading pieces and, if both sides have pawns, of the other pawns. The other groups
    /// have the remaining digits in their order.
    fn new(codes: &[u8], digits: &[u8], material: Sides, file: usize) -> Result<Self, Defect> {
        let kinds = check_codes(codes, material)?;
        let leader = if material.has_pawns() {
            Leader::Pawns
        } else if material.single_pieces() == 2 {
            Leader::Kings
        } else {
            Leader::Triple
        };
        let sizes = group_sizes(codes, material, leader);
        let mut free = Square::COUNT - sizes[..digits.len()].iter().sum::<usize>();
        let mut groups: ArrayVec<Group, PIECES> =
            sizes.iter().map(|&size| Group { size, first_square: 0, factor: 0 }).collect();
        let mut others = digits.len()..sizes.len();
        let mut positions = 1_u64;
        for digit in 0..sizes.len() {
            let special = digits.iter().position(|&place| usize::from(place) == digit);
            let number = special.or_else(|| others.next()).ok_or(WRONG_ORDER)?;
            let size = sizes[number];
            let placements = match (number, leader) {
                (0, Leader::Pawns) => LEADING[size - 1][file][PAWN_RANKS].into(),
                (0, Leader::Kings) => KING_PAIRS,
                (0, Leader::Triple) => TRIPLES[3] as u64,
                _ if special.is_some() => {
                    groups[number].first_square = FIRST_PAWN_SQUARE;
                    CHOOSE[size][PAWN_SQUARES - sizes[0]].into()
                }
                _ => {
                    free -= size;
                    CHOOSE[size][free + size].into()
                }
            };
            groups[number].factor = positions;
            positions = positions.checked_mul(placements).ok_or(WRONG_ORDER)?;
        }
        if others.next().is_some() {
            return Err(WRONG_ORDER);
        }
        Ok(Self { kinds, groups, leader, positions })
    }

    /// Returns the number of the position of `board`, in which `first` has the pieces of the first
    /// side.
    pub(super) fn index(&self, board: &Board, first: Color) -> Option<u64> {
        // With pawns the first side is White, without them ranks are symmetric.
        let flip = if self.leader == Leader::Pawns && first == Color::Black { 56 } else { 0 };
        let mut squares: ArrayVec<usize, PIECES> = ArrayVec::new();
        for &(side, piece_type) in &self.kinds {
            let color = if side == 0 { first } else { !first };
            for square in board.colored_pieces(color, piece_type) {
                squares.try_push(square.index() ^ flip).ok()?;
            }
        }
        let leading = match self.leader {
            Leader::Pawns => place_pawns(&mut squares, self.groups[0].size),
            Leader::Kings => {
                normalize(&mut squares, 2);
                KINGS[triangle_number(squares[0])][squares[1]].into()
            }
            Leader::Triple => {
                normalize(&mut squares, 3);
                place_triple([squares[0], squares[1], squares[2]])
            }
        };
        let mut number = leading as u64 * self.groups[0].factor;
        let mut placed = self.groups[0].size;
        for &Group { size, first_square, factor } in &self.groups[1..] {
            let (before, rest) = squares.split_at_mut(placed);
            let members = rest.get_mut(..size)?;
            members.sort_unstable();
            let mut digit = 0;
            for (index, &member) in members.iter().enumerate() {
                let skipped = before.iter().filter(|&&other| other < member).count();
                digit += u64::from(CHOOSE[index + 1][member - skipped - first_square]);
            }
            number += digit * factor;
            placed += size;
        }
        Some(number)
    }
}

/// Returns the part of a table with pawns that has the positions of `board`, in which `pawns` are
/// the pawns of the leading side.
pub(super) fn part_of(board: &Board, leading: Color) -> usize {
    let pawns = board.colored_pieces(leading, PieceType::Pawn).into_iter();
    pawns.map(|pawn| edge_distance(pawn.index())).min().unwrap_or(0)
}

/// Brings the leading pawn to the front and its file to a to d, sorts the other pawns of its group,
/// and returns the number of their placement.
fn place_pawns(squares: &mut [usize], size: usize) -> u32 {
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
    LEADING[size - 1][file][rank - 1] + others.sum::<u32>()
}

/// Brings the first piece into the triangle and the first of the `leading` pieces that is off the
/// diagonal below it, if no other piece comes before.
fn normalize(squares: &mut [usize], leading: usize) {
    let [file, rank] = file_and_rank(squares[0]);
    let flip = if file < 4 { 0 } else { 7 } ^ if rank < 4 { 0 } else { 56 };
    squares.iter_mut().for_each(|square| *square ^= flip);
    let off_diagonal = squares[..leading].iter().map(|&square| file_and_rank(square));
    let first = off_diagonal.into_iter().find(|[file, rank]| file != rank);
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

/// Returns the number of the placement of three different pieces.
fn place_triple([a, b, c]: [usize; 3]) -> u32 {
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

/// Returns the code of a piece type of `side`, 0 or 1.
fn code((side, piece_type): Kind) -> u8 {
    piece_type.index() as u8 + 1 + if side == 0 { 0 } else { SECOND_SIDE }
}

/// Returns the kinds of pieces in the order of `codes`, which must be those of the material, equal
/// ones together and the leading ones first.
fn check_codes(codes: &[u8], material: Sides) -> Result<ArrayVec<Kind, PIECES>, Defect> {
    let mut expected: ArrayVec<u8, PIECES> = material.pieces().map(code).take(PIECES).collect();
    let mut sorted: ArrayVec<u8, PIECES> = codes.iter().copied().collect();
    expected.sort_unstable();
    sorted.sort_unstable();
    if sorted != expected {
        return Err(Defect::Material);
    }
    let kind_of = |run: &[u8]| material.pieces().find(|&piece| code(piece) == run[0]);
    let kinds: ArrayVec<Kind, PIECES> = codes.chunk_by(u8::eq).filter_map(kind_of).collect();
    let is_repeated = |(index, kind): (usize, &Kind)| kinds[..index].contains(kind);
    let are_leading_first = if material.has_pawns() {
        let leading = material.leading_side();
        let pawns = [leading, 1 - leading].map(|side| (side, PieceType::Pawn));
        let sides = if material.both_have_pawns() { 2 } else { 1 };
        kinds[..sides] == pawns[..sides]
    } else {
        let is_king = |kind: &Kind| kind.1 == PieceType::King;
        material.single_pieces() > 2 || kinds.iter().take(2).all(is_king)
    };
    if kinds.iter().enumerate().any(is_repeated) || !are_leading_first {
        return Err(WRONG_ORDER);
    }
    Ok(kinds)
}

/// Returns the sizes of the groups, the leading ones first.
fn group_sizes(codes: &[u8], material: Sides, leader: Leader) -> ArrayVec<usize, PIECES> {
    let leading = match leader {
        Leader::Pawns => material.pawns(material.leading_side()),
        Leader::Kings => 2,
        Leader::Triple => 3,
    };
    let rest = codes[leading..].chunk_by(u8::eq).map(<[u8]>::len);
    std::iter::once(leading).chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the numbers are those below `count`, each at least once.
    fn assert_complete(numbers: impl Iterator<Item = u32>, count: u64) {
        let mut seen = vec![false; count as usize];
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
        let triples = placements(3, &squares).into_iter().map(|mut squares| {
            normalize(&mut squares, 3);
            place_triple([squares[0], squares[1], squares[2]])
        });
        assert_complete(triples, TRIPLES[3] as u64);
        let kings = placements(2, &squares).into_iter().filter_map(|mut squares| {
            let [a, b] = [squares[0], squares[1]].map(file_and_rank);
            let is_apart = a[0].abs_diff(b[0]) > 1 || a[1].abs_diff(b[1]) > 1;
            normalize(&mut squares, 2);
            is_apart.then(|| KINGS[triangle_number(squares[0])][squares[1]].into())
        });
        assert_complete(kings, KING_PAIRS);
    }

    #[test]
    fn leading_pawns_are_numbered_without_gaps() {
        let squares: Vec<usize> = (FIRST_PAWN_SQUARE..FIRST_PAWN_SQUARE + PAWN_SQUARES).collect();
        for size in 1..=3 {
            for (file, placements_by_rank) in LEADING[size - 1].iter().enumerate() {
                let pawns = placements(size, &squares).into_iter().filter_map(|mut squares| {
                    let nearest = squares.iter().map(|&square| edge_distance(square)).min();
                    let number = place_pawns(&mut squares, size);
                    (nearest == Some(file)).then_some(number)
                });
                assert_complete(pawns, placements_by_rank[PAWN_RANKS].into());
            }
        }
    }
}
