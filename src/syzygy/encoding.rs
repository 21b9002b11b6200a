//! How a table numbers its positions: the order of the pieces and of the groups that they form.

use super::cursor::Cursor;
use super::defect::Defect;
use super::material::Material;
use crate::types::PieceType;

/// Bit of a piece's code that marks the second side of the table.
const SECOND_SIDE: u8 = 8;

/// Number of placements of two kings, up to symmetry.
const KINGS: u64 = 462;
/// Number of placements of three different pieces, up to symmetry.
const TRIPLES: u64 = 31_332;

/// Squares that a pawn can stand on.
const PAWN_SQUARES: u64 = 48;

/// For the ranks 2 to 7 of each file of the leading pawn, the number of squares left for the next
/// pawn of its group.
const SQUARES_BEHIND: [[u64; 6]; 4] = [
    [47, 45, 43, 41, 39, 37],
    [35, 33, 31, 29, 27, 25],
    [23, 21, 19, 17, 15, 13],
    [11, 9, 7, 5, 3, 1],
];

/// The order byte of an absent group.
const UNUSED: u8 = 0xff;

/// The error of an impossible order.
const WRONG_ORDER: Defect = Defect::Corrupt("order of pieces");

/// The description of one part of a table, with both sides to move.
pub(super) struct Encoding {
    /// Order of the leading group, and of the other side's pawns if both have pawns.
    orders: [u8; 2],
    /// The codes of the pieces.
    codes: Vec<u8>,
}

impl Encoding {
    /// Reads the description. The low half of each byte is for one side to move, the high half for
    /// the other.
    pub(super) fn read(cursor: &mut Cursor<'_>, material: Material) -> Result<Self, Defect> {
        let [first] = cursor.array()?;
        let second = if both_have_pawns(material) { cursor.array::<1>()?[0] } else { UNUSED };
        let codes = cursor.bytes(material.piece_count().into())?.to_vec();
        Ok(Self { orders: [first, second], codes })
    }

    /// Returns the number of positions with `side` to move and the leading pawn on `file`.
    pub(super) fn positions(
        &self,
        material: Material,
        side: usize,
        file: usize,
    ) -> Result<u64, Defect> {
        let half = |byte: u8| byte >> (4 * side) & 0xf;
        let codes: Vec<u8> = self.codes.iter().copied().map(half).collect();
        check_codes(&codes, material)?;
        let groups = group_sizes(&codes, material);
        // The leading groups take the places that the orders name, all others the remaining ones.
        let [first, second] = self.orders.map(|order| usize::from(half(order)));
        let is_second_valid = second < groups.len() && second != first;
        if first >= groups.len() || both_have_pawns(material) && !is_second_valid {
            return Err(WRONG_ORDER);
        }
        product(&groups, material, file).ok_or(WRONG_ORDER)
    }
}

/// Returns the code of a piece type of `side`, 0 or 1.
fn code((side, piece_type): (usize, PieceType)) -> u8 {
    piece_type.index() as u8 + 1 + if side == 0 { 0 } else { SECOND_SIDE }
}

/// Checks that the codes are those of the material, equal ones together and the leading ones first.
fn check_codes(codes: &[u8], material: Material) -> Result<(), Defect> {
    let mut expected: Vec<u8> = material.pieces().map(code).collect();
    expected.sort_unstable();
    let mut sorted = codes.to_vec();
    sorted.sort_unstable();
    let runs = |codes: &[u8]| codes.chunk_by(u8::eq).map(|run| run[0]).collect::<Vec<_>>();
    let kinds = runs(codes);
    if sorted != expected || kinds.len() != runs(&expected).len() {
        return Err(Defect::Material);
    }
    let pawns = pawn_sides(material).map(|side| code((side, PieceType::Pawn)));
    let is_led = if material.pawns() != [0, 0] {
        kinds[0] == pawns[0] && (!both_have_pawns(material) || kinds[1] == pawns[1])
    } else {
        let is_king = |&kind: &u8| kind & !SECOND_SIDE == code((0, PieceType::King));
        !leads_by_kings(material) || codes.iter().take(2).all(is_king)
    };
    if is_led { Ok(()) } else { Err(WRONG_ORDER) }
}

/// Returns the sides in the order in which their pawns are numbered: the one with fewer pawns, if
/// it has any, leads.
fn pawn_sides(material: Material) -> [usize; 2] {
    let [first, second] = material.pawns();
    if second > 0 && (first == 0 || first > second) { [1, 0] } else { [0, 1] }
}

fn both_have_pawns(material: Material) -> bool {
    !material.pawns().contains(&0)
}

/// Whether the kings form the leading group, since no other piece is the only one of its kind.
fn leads_by_kings(material: Material) -> bool {
    let pieces: Vec<_> = material.pieces().collect();
    pieces.chunk_by(|one, other| one == other).filter(|run| run.len() == 1).count() == 2
}

/// Returns the sizes of the groups of pieces that are placed together, the leading ones first.
fn group_sizes(codes: &[u8], material: Material) -> Vec<usize> {
    let pawns = pawn_sides(material).map(|side| usize::from(material.pawns()[side]));
    let mut sizes = match pawns {
        [0, _] if leads_by_kings(material) => vec![2],
        [0, _] => vec![3],
        [leading, 0] => vec![leading],
        both => both.to_vec(),
    };
    let rest = &codes[sizes.iter().sum::<usize>()..];
    sizes.extend(rest.chunk_by(u8::eq).map(<[u8]>::len));
    sizes
}

/// Returns the number of positions of all groups together, or `None` on overflow.
fn product(sizes: &[usize], material: Material, file: usize) -> Option<u64> {
    let mut free = 64;
    let mut product = 1_u64;
    for (number, &size) in sizes.iter().enumerate() {
        let size = size as u64;
        let count = match number {
            0 if material.pawns() != [0, 0] => {
                SQUARES_BEHIND[file].into_iter().map(|squares| choose(squares, size - 1)).sum()
            }
            0 if leads_by_kings(material) => KINGS,
            0 => TRIPLES,
            1 if both_have_pawns(material) => choose(PAWN_SQUARES - sizes[0] as u64, size),
            _ => choose(free, size),
        };
        free -= size;
        product = product.checked_mul(count)?;
    }
    Some(product)
}

/// Returns the number of ways to choose `count` of `n`.
fn choose(n: u64, count: u64) -> u64 {
    (0..count).fold(1, |product, index| product * n.saturating_sub(index) / (index + 1))
}
