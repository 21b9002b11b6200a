//! Files that a command of UCI writes: whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::text::hidden_prefix;

/// Writes `bytes` to the file at `path`, whole or not at all; with `force`, replaces an existing
/// one, unless it is one of those `in_use`, the logs among them.
pub(super) fn write_file(
    path: &Path,
    bytes: &[u8],
    force: bool,
    in_use: &[PathBuf],
) -> io::Result<()> {
    let refused = |reason| Err(io::Error::other(reason));
    match fs::metadata(path) {
        Ok(existing) if !existing.is_file() => refused("not a regular file"),
        Ok(_) if !force => refused("the file exists; --force replaces it"),
        Ok(existing) if existing.permissions().readonly() => refused("the file is write-protected"),
        Ok(existing) => {
            // A link stays a link.
            let path = fs::canonicalize(path)?;
            if in_use.iter().any(|used| fs::canonicalize(used).is_ok_and(|used| used == path)) {
                return refused("the engine uses the file or has logged to it");
            }
            // Renaming takes no permission to write to the old file.
            OpenOptions::new().write(true).open(&path)?;
            write_and_place(&path, bytes, |new| {
                fs::set_permissions(new, existing.permissions())?;
                fs::rename(new, &path)
            })
        }
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            refused("a symbolic link to a missing file")
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            write_and_place(path, bytes, |new| match fs::hard_link(new, path) {
                Ok(()) => {
                    // The file is complete, whatever becomes of its other name.
                    let _ = fs::remove_file(new);
                    Ok(())
                }
                // Some file systems have no links. A file that was created meanwhile is kept.
                Err(_) if path.symlink_metadata().is_err() => fs::rename(new, path),
                Err(error) => Err(error),
            })
        }
        Err(error) => Err(error),
    }
}

/// Writes `bytes` to a new file beside `path`, and lets `place` put that in its place; if anything
/// fails, the new file is deleted.
fn write_and_place(
    path: &Path,
    bytes: &[u8],
    place: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let (new, mut file) = create_beside(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| place(&new));
    written.inspect_err(|_| _ = fs::remove_file(&new))
}

/// Creates a file in the folder of `path`, under a name that no file has.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let prefix = hidden_prefix(path);
    let mut number = 0;
    loop {
        let new = path.with_file_name(format!("{prefix}{number}.tmp"));
        match OpenOptions::new().write(true).create_new(true).open(&new) {
            // A program that was killed has left it, or another one is writing it.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            created => return Ok((new, created?)),
        }
    }
}
