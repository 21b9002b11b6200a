//! Files that a command of UCI writes: whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Reasons why a file is not written.
#[derive(Debug, Error)]
pub(super) enum ExportError {
    #[error("the file exists; --force replaces it")]
    Exists,
    #[error("not a regular file")]
    NotAFile,
    #[error("the engine uses the file")]
    InUse,
    #[error("the file is write-protected")]
    Protected,
    #[error("a symbolic link to a missing file")]
    BrokenLink,
    #[error("{} is in the way", .0.display())]
    InTheWay(PathBuf),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes `bytes` to the file at `path`, whole or not at all; with `force`, replaces an existing
/// one, unless it is one of those `in_use`.
pub(super) fn write_file(
    path: &Path,
    bytes: &[u8],
    force: bool,
    in_use: &[PathBuf],
) -> Result<(), ExportError> {
    match fs::metadata(path) {
        Ok(existing) if !existing.is_file() => Err(ExportError::NotAFile),
        Ok(_) if !force => Err(ExportError::Exists),
        Ok(existing) if existing.permissions().readonly() => Err(ExportError::Protected),
        Ok(existing) => {
            // The old file stays until the new one is complete; a link stays a link.
            let path = fs::canonicalize(path)?;
            if in_use.iter().any(|used| fs::canonicalize(used).is_ok_and(|used| used == path)) {
                return Err(ExportError::InUse);
            }
            let new = path.with_added_extension("tmp");
            if new.symlink_metadata().is_ok() {
                return Err(ExportError::InTheWay(new));
            }
            create(&new, bytes)?;
            let replace = || {
                fs::set_permissions(&new, existing.permissions())?;
                fs::rename(&new, &path)
            };
            Ok(replace().or_else(|error| fs::remove_file(&new).and(Err(error)))?)
        }
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            Err(ExportError::BrokenLink)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(create(path, bytes)?),
        Err(error) => Err(error.into()),
    }
}

/// Creates a file with these contents, or no file.
fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.or_else(|error| fs::remove_file(path).and(Err(error)))
}
