//! Reasons why a file is not a usable table.

use std::io;

use thiserror::Error;

use crate::text::counted;

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
    #[error("it does not begin like a table of its kind")]
    Magic,
    /// Pieces other than those of its name.
    #[error("it is a table of other pieces than its name says")]
    Material,
    /// A part that contradicts the format.
    #[error("its {0} is corrupt")]
    Corrupt(&'static str),
    /// A checksum that is not that of the contents.
    #[error("its checksum is wrong")]
    Checksum,
}
