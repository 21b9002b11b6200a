//! The tables in the folders of a path, and their names.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::board::{Board, Material};
use crate::types::{Color, PieceType};

/// The largest number of pieces of a table, kings included.
pub const MAX_PIECES: u32 = 7;

/// The separator of the folders of a path.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// A file or folder of the path that cannot be used.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct Problem {
    pub(super) path: PathBuf,
    pub(super) reason: String,
}

impl Problem {
    /// Returns a line for each of the first few `problems`, and one with the number of the others.
    pub fn lines(problems: &[Self]) -> impl Iterator<Item = String> {
        /// The maximum number of problems with a line of their own.
        const MAX_LINES: usize = 5;
        let others = problems.len().saturating_sub(MAX_LINES);
        let others = (others > 0).then(|| format!("{others} more that cannot be used"));
        problems.iter().take(MAX_LINES).map(Self::to_string).chain(others)
    }
}

/// The kind of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TableKind {
    /// Win, draw or loss.
    Wdl,
    /// Distance to the next capture or pawn move.
    Dtz,
}

/// The material of both sides of a table, the stronger side first: White in the table's own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Sides([Material; 2]);

impl Sides {
    /// Parses the name of a table, such as `KRPvKR`. Only names in the generator's order, the
    /// stronger side first, are accepted.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let (first, second) = name.split_once('v')?;
        let side = |letters: &str| Material::from_letters(letters.strip_prefix('K')?);
        let sides = Self::in_order([side(first)?, side(second)?]);
        let has_size = (3..=MAX_PIECES).contains(&sides.piece_count());
        (has_size && sides.to_string() == name).then_some(sides)
    }

    /// Returns the material of `board`.
    pub(super) fn of(board: &Board) -> Self {
        Self::in_order(Color::ALL.map(|color| Material::of(board, color)))
    }

    /// Puts the stronger side first: the one with more pieces, or with more valuable ones.
    fn in_order(mut sides: [Material; 2]) -> Self {
        sides.sort_unstable_by_key(|&side| Reverse((side.total(), side)));
        Self(sides)
    }

    /// Whether `color` has the pieces of the first side on `board`, which has this material.
    pub(super) fn is_first(self, board: &Board, color: Color) -> bool {
        Material::of(board, color) == self.0[0]
    }

    /// Returns the number of pieces, kings included.
    pub(super) fn piece_count(self) -> u32 {
        2 + self.0.map(Material::total).iter().sum::<u32>()
    }

    /// Whether both sides have the same pieces.
    pub(super) fn is_symmetric(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// Returns the number of pawns of the side with this index, 0 or 1.
    pub(super) fn pawns(self, side: usize) -> usize {
        self.0[side].count(PieceType::Pawn) as usize
    }

    /// Whether there are pawns.
    pub(super) fn has_pawns(self) -> bool {
        self.pawns(0) + self.pawns(1) > 0
    }

    /// Whether both sides have pawns.
    pub(super) fn both_have_pawns(self) -> bool {
        self.pawns(0) > 0 && self.pawns(1) > 0
    }

    /// Returns the side whose pawns lead: the one with fewer pawns, if it has any.
    pub(super) fn leading_side(self) -> usize {
        let [first, second] = [0, 1].map(|side| self.pawns(side));
        usize::from(second > 0 && (first == 0 || first > second))
    }

    /// Returns the number of pieces that are the only ones of their kind, kings included.
    pub(super) fn single_pieces(self) -> usize {
        let pieces: Vec<_> = self.pieces().collect();
        pieces.chunk_by(|one, other| one == other).filter(|run| run.len() == 1).count()
    }

    /// Returns the side, 0 or 1, and the type of each piece, kings included.
    pub(super) fn pieces(self) -> impl Iterator<Item = (usize, PieceType)> {
        self.0.into_iter().enumerate().flat_map(|(side, material)| {
            material.pieces().chain([PieceType::King]).map(move |piece_type| (side, piece_type))
        })
    }
}

impl fmt::Display for Sides {
    /// Writes the name of the table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.0[0], self.0[1])
    }
}

/// Returns the tables in the folders of `path`, those of few pieces first, and those of the same
/// name in the order of the folders. Folders that cannot be read are added to `problems`.
pub(super) fn tables_in(
    path: &str,
    problems: &mut Vec<Problem>,
) -> Vec<(Sides, TableKind, PathBuf)> {
    let mut tables = Vec::new();
    let mut read = HashSet::new();
    for folder in folders_of(path) {
        match fs::read_dir(folder) {
            // A folder may be named twice.
            Ok(_) if !read.insert(folder) => {}
            Ok(entries) => {
                for path in entries.flatten().map(|entry| entry.path()) {
                    tables.extend(table_of(&path).map(|(sides, kind)| (sides, kind, path)));
                }
            }
            Err(error) => {
                problems.push(Problem { path: folder.to_owned(), reason: error.to_string() });
            }
        }
    }
    tables.sort_by_key(|&(sides, kind, _)| (sides.piece_count(), sides, kind));
    tables
}

/// Returns the folders of `path`, without the blanks around each; they may be in quotation marks,
/// together or each on its own.
fn folders_of(path: &str) -> impl Iterator<Item = &Path> {
    let folders = path.split(SEPARATOR).map(|folder| folder.trim().trim_matches('"'));
    folders.filter(|folder| !folder.is_empty()).map(Path::new)
}

/// Returns the material and kind of the table with the file name of `path`, in letters of either
/// case.
pub(super) fn table_of(path: &Path) -> Option<(Sides, TableKind)> {
    let kind = match &*path.extension()?.to_str()?.to_ascii_lowercase() {
        "rtbw" => TableKind::Wdl,
        "rtbz" => TableKind::Dtz,
        _ => return None,
    };
    let name = path.file_stem()?.to_str()?.to_ascii_uppercase().replace('V', "v");
    Some((Sides::from_name(&name)?, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_may_be_quoted() {
        let separator = SEPARATOR.to_string();
        for (folders, expected) in [
            (vec!["a b", "c"], vec!["a b", "c"]),
            (vec!["", "a", "", ""], vec!["a"]),
            (vec!["\"a", "b\""], vec!["a", "b"]),
            (vec!["\"a\"", "\"b\"", "c"], vec!["a", "b", "c"]),
            (vec!["\"\""], vec![]),
            (vec!["a b ", " c", " \" d \""], vec!["a b", "c", " d "]),
        ] {
            let path = folders.join(&separator);
            assert!(folders_of(&path).eq(expected.into_iter().map(Path::new)), "{path}");
        }
        // A colon separates folders, or drives on Windows.
        let path = r"C:\tables;D:\more tables";
        let expected = if cfg!(windows) {
            vec![r"C:\tables", r"D:\more tables"]
        } else {
            vec!["C", r"\tables;D", r"\more tables"]
        };
        assert!(folders_of(path).eq(expected.into_iter().map(Path::new)));
    }

    #[test]
    fn names_of_files_are_read_in_either_case() {
        for name in ["KRPvKR.rtbw", "krpvkr.RTBW", "KRPVKR.RTBW"] {
            let table = table_of(Path::new(name)).map(|(sides, kind)| (sides.to_string(), kind));
            assert_eq!(table, Some(("KRPvKR".to_owned(), TableKind::Wdl)), "{name}");
        }
    }

    #[test]
    fn names_are_those_of_the_generator() {
        for name in ["KQvK", "KPvKP", "KRPvKR", "KQRvKBN", "KRPvKBN", "KQRBNPvK", "KRRvKRB"] {
            assert_eq!(Sides::from_name(name).map(|it| it.to_string()).as_deref(), Some(name));
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
            assert_eq!(Sides::from_name(name), None, "{name}");
        }
    }
}
