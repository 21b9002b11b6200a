//! Syzygy endgame tables on disk: win, draw or loss, and the distance to the next capture or pawn
//! move.
//!
//! They are read by the library `pyrrhic-rs`, which descends from Fathom. It trusts its files: of
//! 360 that were cut, emptied or changed at random, 241 crashed the program. So every table is
//! [checked](check_file) before it is used, and the tables after captures and promotions, which the
//! library reads too, must be present. The library prints a line of its own for a file of a wrong
//! length.
//!
//! Source: R. de Man, <https://github.com/syzygy1/tb>.

#[cfg(any(target_arch = "x86_64", target_vendor = "apple"))]
mod adapter;
mod check;
mod checksum;
mod cursor;
mod defect;
mod encoding;
mod inventory;
mod kind;
#[cfg(not(any(target_arch = "x86_64", target_vendor = "apple")))]
#[path = "absent.rs"]
mod library;
#[cfg(any(target_arch = "x86_64", target_vendor = "apple"))]
mod library;
mod material;
mod outcome;
mod pairs;
mod source;
#[cfg(all(test, any(target_arch = "x86_64", target_vendor = "apple")))]
mod tests;

use std::fmt;
use std::path::Path;

use thiserror::Error;

pub use self::checksum::checksum;
pub use self::defect::Defect;
pub use self::inventory::Problem;
use self::inventory::{Inventory, Usable};
use self::library::Library;
use self::material::Material;
pub use self::outcome::{MoveValue, Outcome};
use crate::board::Board;
use crate::types::{CastlingRights, Move};

/// The largest number of pieces of a table, kings included.
pub const MAX_PIECES: u32 = material::MAX_PIECES;

/// The separator of the folders of a path.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Reasons why no tables can be used.
#[derive(Debug, Error)]
pub enum SyzygyError {
    /// No usable tables in any of the folders.
    #[error("no usable tables found in '{path}'")]
    NoTables {
        /// The path.
        path: String,
        /// The files and folders that cannot be used.
        problems: Vec<Problem>,
    },
    /// A folder whose name the library cannot read.
    #[error("'{0}': the folder must be on the current drive and its name without colons")]
    Folder(String),
    /// Other tables are open: the library reads those of one path at a time.
    #[error("tables are in use already; they must be closed first")]
    InUse,
    /// A build in which the library does not work.
    #[error("this build cannot read Syzygy tables: pyrrhic-rs does not support the system")]
    Unsupported,
}

/// The Syzygy tables of a path. Only one such set can be open in a process.
pub struct Syzygy {
    library: Library,
    inventory: Inventory,
}

impl Syzygy {
    /// Opens the tables in the folders of `path`, which are separated by [`SEPARATOR`], and checks
    /// them. Those that cannot be used are among the [`problems`](Self::problems).
    ///
    /// # Errors
    /// [`SyzygyError`] if no table can be used.
    pub fn open(path: &str) -> Result<Self, SyzygyError> {
        let inventory = take_inventory(path)?;
        if inventory.max_pieces == 0 {
            let (path, problems) = (path.to_owned(), inventory.problems);
            return Err(SyzygyError::NoTables { path, problems });
        }
        let library = Library::open(&inventory.folders).ok_or(SyzygyError::InUse)?;
        Ok(Self { library, inventory })
    }

    /// Returns the largest number of pieces of a usable table.
    pub fn max_pieces(&self) -> u32 {
        self.inventory.max_pieces
    }

    /// Returns the files and folders that cannot be used.
    pub fn problems(&self) -> &[Problem] {
        &self.inventory.problems
    }

    /// Returns the outcome of `board` as if its half-move clock were 0, or `None` if there is no
    /// table or a side may castle.
    pub fn outcome(&self, board: &Board) -> Option<Outcome> {
        if self.usable(board).wdl { self.library.outcome(board) } else { None }
    }

    /// Returns the value of each legal move of `board`, or `None` if there is no table with
    /// distances or a side may castle.
    pub fn move_values(&self, board: &Board) -> Option<Vec<(Move, MoveValue)>> {
        if self.usable(board).dtz { self.library.move_values(board) } else { None }
    }

    fn usable(&self, board: &Board) -> Usable {
        if board.castling() != CastlingRights::NONE
            || board.occupied().count() > self.inventory.max_pieces
        {
            return Usable::default();
        }
        self.inventory.usable(Material::of(board).canonical())
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
        let Inventory { wdl_count, dtz_count, max_pieces, .. } = self.inventory;
        write!(f, "{wdl_count} WDL and {dtz_count} DTZ tables found, up to {max_pieces} pieces")?;
        match self.inventory.incomplete() {
            0 => Ok(()),
            count => write!(f, "; {count} cannot be used without the tables after captures"),
        }
    }
}

/// Lists and checks the tables in the folders of `path`.
fn take_inventory(path: &str) -> Result<Inventory, SyzygyError> {
    if !Library::IS_SUPPORTED {
        return Err(SyzygyError::Unsupported);
    }
    let folders = path.split(SEPARATOR).filter(|folder| !folder.is_empty());
    let readable = |folder: &str| {
        Library::readable(folder).ok_or_else(|| SyzygyError::Folder(folder.to_owned()))
    };
    let folders = folders.map(readable).collect::<Result<Vec<_>, _>>()?;
    Ok(Inventory::new(&folders))
}

/// Checks the file at `path`; `None` if its name is not that of a table.
///
/// # Errors
/// The first [`Defect`] found.
pub fn check_file(path: &Path) -> Option<Result<(), Defect>> {
    let (material, kind) = inventory::table_of(path.file_name()?.to_str()?)?;
    Some(check::check_table(path, material, kind))
}
