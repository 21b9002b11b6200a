//! Reasons why a file is no usable table.

use std::io;

use thiserror::Error;

use crate::text::counted;

/// The reason why a file with the name of a table cannot be used.
#[derive(Debug, Error)]
pub enum Defect {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is a folder or something else that is no file.
    #[error("it is not a file")]
    NotAFile,
    /// Its length in bytes is not that of a complete table.
    #[error("its length of {} is not that of a complete table", counted(*.0, "byte"))]
    Length(u64),
    /// It does not begin as the tables of its kind.
    #[error("it does not begin like a table of its kind")]
    Magic,
    /// Its pieces are not those of its name.
    #[error("it is a table of other pieces than its name says")]
    Material,
    /// A part of it contradicts the format.
    #[error("its {0} is corrupt")]
    Corrupt(&'static str),
    /// The checksum at its end is not that of its contents.
    #[error("its checksum is wrong")]
    Checksum,
}
