//! Syzygy endgame tables on disk: win, draw or loss, and the distance to the next capture or pawn
//! move.
//!
//! A table is a file in which numbered positions have compressed values. A probe looks up a
//! position and searches the captures that the tables leave out.
//!
//! Source: R. de Man, <https://github.com/syzygy1/tb>.

mod checksum;
mod encoding;
mod file;
mod folders;
mod pairs;
mod probe;
mod table;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io;
use std::path::Path;

use fnv::FnvHashMap;
use thiserror::Error;

pub use self::checksum::checksum;
pub use self::folders::Problem;
use self::folders::{Kind, TableKey, table_of, tables_in};
pub use self::probe::{MoveValue, Outcome};
use self::table::Table;
use crate::board::Board;
use crate::text::counted;
use crate::types::{CastlingRights, Move};

/// The largest number of pieces of a table, kings included.
pub const MAX_PIECES: u32 = 7;

/// The separator of the folders of a path.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// The error of a path without a usable table.
#[derive(Debug, Error)]
#[error("no usable tables found in '{path}'")]
pub struct SyzygyError {
    path: String,
    /// The files and folders that cannot be used.
    pub problems: Vec<Problem>,
}

/// The reason why a file with the name of a table cannot be used.
#[derive(Debug, Error)]
pub enum Defect {
    /// A file that cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A folder, or something else that is not a regular file.
    #[error("it is not a file")]
    NotAFile,
    /// A length in bytes that is not that of a complete table.
    #[error("its length of {} is not that of a complete table", counted(*.0, "byte"))]
    Length(u64),
    /// A magic number other than that of tables of its kind.
    #[error("wrong magic number")]
    Magic,
    /// Pieces other than those of its name.
    #[error("contents do not match the file name")]
    Material,
    /// A part that contradicts the format.
    #[error("its {0} is corrupt")]
    Corrupt(&'static str),
    /// A checksum that is not that of the contents.
    #[error("its checksum is wrong")]
    Checksum,
}

/// The tables of a material.
#[derive(Default)]
struct Tables {
    wdl: Option<Table>,
    dtz: Option<Table>,
}

/// The Syzygy tables of a path.
pub struct Syzygy {
    tables: FnvHashMap<TableKey, Tables>,
    max_pieces: u32,
    problems: Vec<Problem>,
}

impl Syzygy {
    /// Opens the tables in the folders of `path`, which are separated by [`SEPARATOR`] and may be
    /// in quotation marks, and checks them. Those that cannot be used are among the
    /// [`problems`](Self::problems).
    ///
    /// # Errors
    /// [`SyzygyError`] if no table can be used.
    pub fn open(path: &str) -> Result<Self, SyzygyError> {
        let mut problems = Vec::new();
        let mut tables: FnvHashMap<TableKey, Tables> = FnvHashMap::default();
        let mut max_pieces = 0;
        for (material, kind, path) in tables_in(path, &mut problems) {
            let table = match Table::open(&path, material, kind) {
                Ok(table) => table,
                Err(defect) => {
                    problems.push(Problem::Table { path, defect });
                    continue;
                }
            };
            let of_material = tables.entry(material.key()).or_default();
            match kind {
                Kind::Wdl => {
                    of_material.wdl = Some(table);
                    max_pieces = max_pieces.max(material.piece_count());
                }
                Kind::Dtz => of_material.dtz = Some(table),
            }
        }
        if max_pieces == 0 {
            return Err(SyzygyError { path: path.to_owned(), problems });
        }
        Ok(Self { tables, max_pieces, problems })
    }

    /// Returns the largest number of pieces of a WDL table.
    pub fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    /// Returns the files and folders that cannot be used.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns the outcome of `board` as if its half-move clock were 0, or `None` if a side may
    /// castle or a table is missing, that of the position itself or one after a capture.
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        if self.may_have(board) { self.resolve(board).map(|(outcome, _)| outcome) } else { None }
    }

    /// Returns the distance of `board` with the sign of its outcome, as if its half-move clock were
    /// 0, or `None` if a side may castle or a table is missing.
    ///
    /// It is the number of plies to the next capture or pawn move with best play, 0 in a draw, -1
    /// in checkmate, and from [`MoveValue::CURSED`] on if the fifty-move rule makes the outcome a
    /// draw. It may be too small by 1 because of rounding.
    pub fn distance(&self, board: &Board) -> Option<i32> {
        if self.may_have(board) { self.signed_distance(board) } else { None }
    }

    /// Returns the value of each legal move of `board`, or `None` if a side may castle or a table
    /// is missing.
    pub fn move_values(&self, board: &Board) -> Option<Vec<(Move, MoveValue)>> {
        if self.may_have(board) { self.values(board) } else { None }
    }

    /// Whether the number of pieces and the castling rights allow a probe.
    fn may_have(&self, board: &Board) -> bool {
        board.castling() == CastlingRights::NONE && board.occupied().count() <= self.max_pieces
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("max_pieces", &self.max_pieces()).finish_non_exhaustive()
    }
}

impl fmt::Display for Syzygy {
    /// Writes the numbers of tables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |has: fn(&Tables) -> bool| self.tables.values().filter(|it| has(it)).count();
        let [wdl, dtz] = [count(|it| it.wdl.is_some()), count(|it| it.dtz.is_some())];
        write!(f, "{wdl} WDL and {dtz} DTZ tables found, up to {} pieces", self.max_pieces)
    }
}

/// Checks the file at `path`; `None` if its name is not that of a table.
///
/// # Errors
/// The first [`Defect`] found.
pub fn check_file(path: &Path) -> Option<Result<(), Defect>> {
    let (material, kind) = table_of(path)?;
    Some(Table::open(path, material, kind).map(drop))
}
