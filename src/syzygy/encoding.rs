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

use std::iter;

use arrayvec::ArrayVec;

use super::file::{Cursor, Defect};
use super::folders::Sides;
use super::placement::{
    CHOOSE, FIRST_PAWN_SQUARE, KING_PAIRS, PAWN_RANKS, PAWN_SQUARES, PIECES, TRIPLE_PLACEMENTS,
    pawn_placements, place_kings, place_pawns, place_triple,
};
use crate::board::Board;
use crate::types::{Color, PieceType, Square};

/// The bit of a piece's code that marks the second side of the table.
const SECOND_SIDE: u8 = 8;

/// The error of an impossible order.
const WRONG_ORDER: Defect = Defect::Corrupt("order of pieces");

/// The side, 0 or 1, and the type of a piece.
type PieceKind = (usize, PieceType);

/// The numbering of the positions of one part of a table with one side to move.
pub(super) struct Encoding {
    /// The kinds of pieces in their order.
    kinds: ArrayVec<PieceKind, PIECES>,
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
        let (leader, leading) = if material.has_pawns() {
            (Leader::Pawns, material.pawns(material.leading_side()))
        } else if material.single_pieces() == 2 {
            (Leader::Kings, 2)
        } else {
            (Leader::Triple, 3)
        };
        let other_sizes = codes[leading..].chunk_by(u8::eq).map(<[u8]>::len);
        let sizes: ArrayVec<usize, PIECES> = iter::once(leading).chain(other_sizes).collect();
        let mut free = Square::COUNT - sizes[..digits.len()].iter().sum::<usize>();
        let mut groups: ArrayVec<Group, PIECES> =
            sizes.iter().map(|&size| Group { size, first_square: 0, factor: 0 }).collect();
        let mut others = digits.len()..sizes.len();
        let mut positions = 1_u64;
        for digit in 0..sizes.len() {
            let special = digits.iter().position(|&place| usize::from(place) == digit);
            // If one of `digits` does not exist or is repeated, the other groups run out.
            let number = special.or_else(|| others.next()).ok_or(WRONG_ORDER)?;
            let size = sizes[number];
            let placements = match (number, leader) {
                (0, Leader::Pawns) => pawn_placements(size, file, PAWN_RANKS).into(),
                (0, Leader::Kings) => KING_PAIRS.into(),
                (0, Leader::Triple) => TRIPLE_PLACEMENTS as u64,
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
            Leader::Kings => place_kings(&mut squares),
            Leader::Triple => place_triple(&mut squares),
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

/// Returns the part of a table with pawns that has the positions of `board`, in which `leading` is
/// the side of the leading pawns.
pub(super) fn part_of(board: &Board, leading: Color) -> usize {
    let pawns = board.colored_pieces(leading, PieceType::Pawn).into_iter();
    pawns.map(|pawn| pawn.file().edge_distance()).min().unwrap_or(0)
}

/// Returns the code of a piece type of `side`, 0 or 1.
fn code((side, piece_type): PieceKind) -> u8 {
    piece_type.index() as u8 + 1 + if side == 0 { 0 } else { SECOND_SIDE }
}

/// Returns the kinds of pieces in the order of `codes`, which must be those of the material, equal
/// ones together and the leading ones first.
fn check_codes(codes: &[u8], material: Sides) -> Result<ArrayVec<PieceKind, PIECES>, Defect> {
    let mut expected: ArrayVec<u8, PIECES> = material.pieces().map(code).take(PIECES).collect();
    let mut sorted: ArrayVec<u8, PIECES> = codes.iter().copied().collect();
    expected.sort_unstable();
    sorted.sort_unstable();
    if sorted != expected {
        return Err(Defect::Material);
    }
    let kind_of = |run: &[u8]| material.pieces().find(|&piece| code(piece) == run[0]);
    let kinds: ArrayVec<PieceKind, PIECES> = codes.chunk_by(u8::eq).filter_map(kind_of).collect();
    let is_repeated = |(index, kind): (usize, &PieceKind)| kinds[..index].contains(kind);
    let are_leading_first = if material.has_pawns() {
        let leading = material.leading_side();
        let pawns = [leading, 1 - leading].map(|side| (side, PieceType::Pawn));
        let sides = if material.both_have_pawns() { 2 } else { 1 };
        kinds[..sides] == pawns[..sides]
    } else {
        let is_king = |kind: &PieceKind| kind.1 == PieceType::King;
        material.single_pieces() > 2 || kinds.iter().take(2).all(is_king)
    };
    if kinds.iter().enumerate().any(is_repeated) || !are_leading_first {
        return Err(WRONG_ORDER);
    }
    Ok(kinds)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::tablebase::tests::board_of;

    /// Returns the numbering of part `file` of the table `name`. The pieces that lead come first.
    fn encoding(name: &str, file: usize, digits: &[u8]) -> Encoding {
        let material = Sides::from_name(name).expect("a name");
        let mut kinds: Vec<PieceKind> = material.pieces().collect();
        let all = kinds.clone();
        kinds.sort_by_key(|&kind| match kind {
            (side, PieceType::Pawn) => (usize::from(side != material.leading_side()), kind),
            (_, PieceType::King) => (2, kind),
            _ => (2 + all.iter().filter(|&&other| other == kind).count(), kind),
        });
        let codes: Vec<u8> = kinds.into_iter().map(code).collect();
        Encoding::new(&codes, digits, material, file).expect("an order")
    }

    /// Returns all placements of the pieces of the table `name` on some squares, no two of which
    /// are mirror images: two leading pawns on such squares are not normalised.
    fn placements(name: &str) -> Vec<Vec<(char, u8)>> {
        let (white, black) = name.split_once('v').expect("two sides");
        let letters = white.chars().chain(black.chars().map(|it| it.to_ascii_lowercase()));
        letters.fold(vec![Vec::new()], |placements, letter| {
            let extend = |placement: Vec<(char, u8)>| {
                let squares = [0, 9, 13, 27, 36, 50, 55, 22].into_iter();
                squares.map(move |square| [&placement[..], &[(letter, square)]].concat())
            };
            placements.into_iter().flat_map(extend).collect()
        })
    }

    #[test]
    fn positions_share_a_number_only_if_they_are_mirror_images() {
        // The number of positions is that of the first part.
        for (name, digits, positions) in [
            ("KRvKB", &[0][..], 31_332 * 61),
            ("KRvKR", &[1], 31_332 * 61),
            ("KNNvK", &[1], 462 * (62 * 61 / 2)),
            ("KBBvKN", &[0], 31_332 * (61 * 60 / 2)),
            ("KPPvK", &[0], (47 + 45 + 43 + 41 + 39 + 37) * 62 * 61),
            ("KRvKP", &[1], 6 * 63 * 62 * 61),
            ("KPvKP", &[0, 3], 6 * 47 * 62 * 61),
            ("KPPvKP", &[0, 1], 6 * (47 * 46 / 2) * 61 * 60),
        ] {
            let leading = Color::ALL[Sides::from_name(name).expect("a name").leading_side()];
            let files = if name.contains('P') { 4 } else { 1 };
            let encodings: Vec<_> = (0..files).map(|file| encoding(name, file, digits)).collect();
            assert_eq!(encodings[0].positions, positions, "{name}");
            let number_of = |pieces: &[(char, u8)]| {
                let placed = pieces.iter().map(|&(it, square)| (it, Square::from_index(square)));
                let placed: Vec<_> = placed.collect();
                let board = Color::ALL.into_iter().find_map(|side| board_of(&placed, side))?;
                let part = if files == 4 { part_of(&board, leading) } else { 0 };
                let number = encodings[part].index(&board, Color::White).expect("a number");
                assert!(number < encodings[part].positions, "{board}");
                Some((part, number))
            };
            let mut seen = HashMap::new();
            for pieces in placements(name) {
                let Some(number) = number_of(&pieces) else { continue };
                // All images that pawns allow.
                let images = (0..if files == 4 { 2 } else { 8 }).map(|mirrors| {
                    let image = pieces.iter().map(|&(letter, square)| {
                        let square = square ^ (mirrors % 2 * 7) ^ (mirrors / 2 % 2 * 56);
                        let transposed = square % 8 * 8 + square / 8;
                        (letter, if mirrors < 4 { square } else { transposed })
                    });
                    let mut image: Vec<_> = image.collect();
                    image.sort_unstable();
                    image
                });
                let images: Vec<_> = images.collect();
                assert_eq!(number_of(&images[1]), Some(number), "{name} {pieces:?}");
                let first = images.iter().min().cloned();
                assert_eq!(*seen.entry(number).or_insert_with(|| first.clone()), first, "{name}");
            }
            assert!(seen.len() > 300, "{name}: {}", seen.len());
        }
    }

    #[test]
    fn impossible_orders_are_rejected() {
        let new = |name: &str, codes: &[u8], digits: &[u8]| {
            Encoding::new(codes, digits, Sides::from_name(name).expect("a name"), 0).map(drop)
        };
        assert!(new("KPvKP", &[1, 9, 6, 14], &[0, 1]).is_ok());
        assert!(new("KNNvK", &[6, 14, 2, 2], &[0]).is_ok());
        for (name, codes, digits) in [
            // Digits that do not exist or are equal.
            ("KPvKP", &[1, 9, 6, 14][..], &[0, 4][..]),
            ("KPvKP", &[1, 9, 6, 14], &[1, 1]),
            ("KNNvK", &[6, 14, 2, 2], &[2]),
            // The leading pieces are not first, and equal ones apart.
            ("KPvKP", &[9, 1, 6, 14], &[0, 1]),
            ("KPvKP", &[1, 6, 9, 14], &[0, 1]),
            ("KNNvK", &[2, 2, 6, 14], &[0]),
            ("KNNvKN", &[2, 6, 2, 14, 10], &[0]),
        ] {
            let result = new(name, codes, digits);
            assert!(matches!(result, Err(Defect::Corrupt(_))), "{name} {codes:?} {digits:?}");
        }
    }
}
