//! The material of a table, and the materials after captures and promotions.

use std::fmt;

use crate::board::Board;
use crate::types::{Color, PieceType};

/// The largest number of pieces in a table, kings included.
pub(super) const MAX_PIECES: u32 = 7;

/// The types other than the king, in the order in which names of tables list them.
const NAMED: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// The number of pieces of each type in [`NAMED`].
type Counts = [u8; NAMED.len()];

/// The pieces of both sides besides their kings; the first side is White in the table's own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Material([Counts; 2]);

impl Material {
    /// Parses the name of a table, such as `KRPvKR`. Only names in the generator's order, the
    /// stronger side first, are accepted.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let material = Self([counts(first)?, counts(second)?]);
        let is_named_so = material.to_string() == name && material == material.canonical();
        (is_named_so && (3..=MAX_PIECES).contains(&material.piece_count())).then_some(material)
    }

    /// Returns the material of `board`, with White as the first side.
    #[inline]
    pub(super) fn of(board: &Board) -> Self {
        let count = |color, piece_type| board.colored_pieces(color, piece_type).count() as u8;
        Self([Color::White, Color::Black].map(|color| NAMED.map(|named| count(color, named))))
    }

    /// Returns the material with the sides in the order of the table's name.
    pub(super) fn canonical(self) -> Self {
        let Self([first, second]) = self;
        let strength = |counts: Counts| (counts.iter().sum::<u8>(), counts);
        if strength(first) >= strength(second) { self } else { Self([second, first]) }
    }

    /// Returns the number of pieces, kings included.
    pub(super) fn piece_count(self) -> u32 {
        2 + self.0.iter().flatten().map(|&count| u32::from(count)).sum::<u32>()
    }

    /// Whether both sides have the same pieces.
    pub(super) fn is_symmetric(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// Whether there are only kings.
    pub(super) fn is_bare(self) -> bool {
        self.piece_count() == 2
    }

    /// Returns the number of pawns of each side.
    pub(super) fn pawns(self) -> [u8; 2] {
        self.0.map(|counts| counts[NAMED.len() - 1])
    }

    /// Returns the side, 0 or 1, and the type of each piece, kings included.
    pub(super) fn pieces(self) -> impl Iterator<Item = (usize, PieceType)> {
        self.0.into_iter().enumerate().flat_map(|(side, counts)| {
            let others = NAMED.into_iter().zip(counts);
            others
                .chain([(PieceType::King, 1)])
                .flat_map(move |(named, count)| (0..count).map(move |_| (side, named)))
        })
    }

    /// Returns the materials after a capture, promoting or not.
    pub(super) fn captures(self) -> Vec<Self> {
        let mut after = Vec::new();
        for taken in self.removals(0).into_iter().chain(self.removals(1)) {
            after.push(taken);
            after.extend(taken.promotions());
        }
        after
    }

    /// Returns the materials after a promotion without a capture.
    pub(super) fn promotions(self) -> Vec<Self> {
        let pawn = NAMED.len() - 1;
        let sides = [0, 1].into_iter().filter(|&side| self.0[side][pawn] > 0);
        let promote = |side: usize, to: usize| {
            let mut after = self;
            after.0[side][pawn] -= 1;
            after.0[side][to] += 1;
            after
        };
        sides.flat_map(|side| (0..pawn).map(move |to| promote(side, to))).collect()
    }

    /// Returns the materials after `side` has lost a piece.
    fn removals(self, side: usize) -> Vec<Self> {
        let present = (0..NAMED.len()).filter(|&index| self.0[side][index] > 0);
        let remove = |index: usize| {
            let mut after = self;
            after.0[side][index] -= 1;
            after
        };
        present.map(remove).collect()
    }
}

/// Counts the pieces of one side of a name, such as `KRP`.
fn counts(side: &str) -> Option<Counts> {
    let mut counts = Counts::default();
    for letter in side.strip_prefix('K')?.chars() {
        let index = NAMED.iter().position(|named| named.letter().to_ascii_uppercase() == letter)?;
        counts[index] = counts[index].checked_add(1)?;
    }
    Some(counts)
}

impl fmt::Display for Material {
    /// Writes the name of the table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (side, start) in self.0.iter().zip(["K", "vK"]) {
            f.write_str(start)?;
            for (named, &count) in NAMED.iter().zip(side) {
                let letter = named.letter().to_ascii_uppercase();
                (0..count).try_for_each(|_| write!(f, "{letter}"))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_generator() {
        for name in ["KQvK", "KPvKP", "KRPvKR", "KQRvKBN", "KRPvKBN", "KQRBNPvK", "KRRvKRB"] {
            assert_eq!(Material::from_name(name).map(|it| it.to_string()).as_deref(), Some(name));
        }
        let others = [
            "KvK",
            "KvKQ",
            "KPRvKR",
            "KRvKQ",
            "KBNvKRP",
            "KBvKNN",
            "QvK",
            "KXvK",
            "KQQQQQQvK",
            "kqvk",
        ];
        for name in others.into_iter().chain(["", "v", "KQ", "KRBvKRR", "KQvKv"]) {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn captures_and_promotions_lead_to_other_tables() {
        let names = |materials: Vec<Material>| -> Vec<String> {
            materials.into_iter().map(|it| it.canonical().to_string()).collect()
        };
        let material = Material::from_name("KRvKP").expect("a name");
        assert_eq!(names(material.promotions()), ["KQvKR", "KRvKR", "KRvKB", "KRvKN"]);
        let after = ["KPvK", "KQvK", "KRvK", "KBvK", "KNvK", "KRvK"];
        assert_eq!(names(material.captures()), after);
    }
}
