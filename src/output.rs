//! Output files that never destroy data.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;

use thiserror::Error;

/// Reasons why a file is not written.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The file exists and shall not be replaced.
    #[error("the file exists; --force replaces it")]
    Exists,
    /// A folder or a device.
    #[error("not a regular file")]
    NotAFile,
    /// The command reads the file, or writes it for another purpose.
    #[error("the command also uses this file as {}", .0.display())]
    InUse(PathBuf),
    /// An error of the file system.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// An output file that has been found to be writable.
///
/// It is written to a temporary file beside it, which is renamed when it is complete. Until then an
/// existing file keeps its contents, whatever happens.
#[derive(Clone, Debug)]
pub struct Output {
    /// The path, with symbolic links resolved if the file exists.
    path: PathBuf,
    may_replace: bool,
}

impl Output {
    /// Checks before the work that a file can be written at `path`, whose folder must exist. The
    /// command also uses the files `in_use`, which need not exist. An existing file is accepted only if
    /// it `may_replace` it.
    ///
    /// # Errors
    /// [`OutputError`].
    pub fn new<'a>(
        path: &Path,
        in_use: impl IntoIterator<Item = &'a Path>,
        may_replace: bool,
    ) -> Result<Self, OutputError> {
        let resolved = resolve(path)?;
        for other in in_use {
            if resolve(other).is_ok_and(|other| other == resolved) {
                return Err(OutputError::InUse(other.to_owned()));
            }
        }
        match fs::symlink_metadata(&resolved) {
            Ok(_) if !may_replace => return Err(OutputError::Exists),
            Ok(metadata) if !metadata.is_file() => return Err(OutputError::NotAFile),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            Ok(_) | Err(_) => {}
        }
        let output = Self { path: resolved, may_replace };
        let (temporary, _) = output.create_temporary()?;
        fs::remove_file(temporary)?;
        Ok(output)
    }

    /// Writes the file with the function `fill`.
    ///
    /// # Errors
    /// [`OutputError`]; the file is then as it was before.
    pub fn write(
        &self,
        fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), OutputError> {
        let (temporary, file) = self.create_temporary()?;
        let written = write_synced(file, fill)
            .map_err(OutputError::from)
            .and_then(|()| self.take_over(&temporary));
        if written.is_err() {
            // The first error says more than one of the clean-up.
            let _ = fs::remove_file(&temporary);
        }
        written
    }

    /// Renames the complete file.
    fn take_over(&self, temporary: &Path) -> Result<(), OutputError> {
        if let Ok(existing) = fs::symlink_metadata(&self.path) {
            if !self.may_replace {
                return Err(OutputError::Exists);
            }
            fs::set_permissions(temporary, existing.permissions())?;
        }
        Ok(fs::rename(temporary, &self.path)?)
    }

    /// Creates a file beside the output; the process ID keeps it apart from those of other programs.
    fn create_temporary(&self) -> io::Result<(PathBuf, File)> {
        let path = self.path.with_added_extension(format!("{}.tmp", process::id()));
        let file = File::create_new(&path)?;
        Ok((path, file))
    }
}

/// Writes `file` with the function `fill` and waits until it is stored, since a renamed file whose
/// contents are not may be empty after a power failure.
fn write_synced(
    file: File,
    fill: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut writer = BufWriter::new(file);
    fill(&mut writer)?;
    writer.flush()?;
    writer.get_ref().sync_all()
}

/// Returns the absolute path without symbolic links of a file that may not exist yet.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let name = path.file_name().ok_or(error)?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            Ok(fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(name))
        }
        resolved => resolved,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use tempfile::TempDir;

    use super::*;

    /// The files of a folder and their contents.
    fn contents(folder: &TempDir) -> BTreeMap<String, String> {
        let entries = fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
        let text = |path: PathBuf| fs::read_to_string(path).unwrap();
        entries
            .map(|entry| (entry.file_name().into_string().unwrap(), text(entry.path())))
            .collect()
    }

    fn write(output: &Output, text: &str) -> Result<(), OutputError> {
        output.write(|file| file.write_all(text.as_bytes()))
    }

    fn files<const N: usize>(files: [(&str, &str); N]) -> BTreeMap<String, String> {
        files.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    #[test]
    fn a_file_is_replaced_only_when_it_is_whole() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("ä b.txt");
        let output = Output::new(&path, [], false).unwrap();
        assert_eq!(contents(&folder), files([]));
        write(&output, "old").unwrap();
        assert!(matches!(Output::new(&path, [], false), Err(OutputError::Exists)));
        assert!(matches!(write(&output, "new"), Err(OutputError::Exists)));
        let replacing = Output::new(&path, [], true).unwrap();
        let failed = replacing.write(|file| {
            file.write_all(b"half")?;
            Err(io::Error::other("disk full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "disk full");
        assert_eq!(contents(&folder), files([("ä b.txt", "old")]));
        write(&replacing, "new").unwrap();
        assert_eq!(contents(&folder), files([("ä b.txt", "new")]));
    }

    #[test]
    fn places_that_cannot_be_written_are_found_before_the_work() {
        let folder = TempDir::new().unwrap();
        let error = |path: &Path| Output::new(path, [], true).unwrap_err();
        assert!(matches!(error(folder.path()), OutputError::NotAFile));
        assert!(matches!(error(&folder.path().join("none/file")), OutputError::Io(_)));
        assert!(matches!(error(Path::new("")), OutputError::Io(_)));
        let path = folder.path().join("file");
        fs::write(&path, "").unwrap();
        assert!(matches!(error(&path.join("below")), OutputError::Io(_)));
    }

    #[test]
    fn files_in_use_are_never_written() {
        let folder = TempDir::new().unwrap();
        let [input, other] = ["input", "other"].map(|name| folder.path().join(name));
        fs::write(&input, "data").unwrap();
        let is_in_use = |path: &Path, used: &Path| {
            matches!(Output::new(path, [used], true), Err(OutputError::InUse(_)))
        };
        let dotted = folder.path().join(".").join("input");
        assert!(is_in_use(&input, &input) && is_in_use(&dotted, &input));
        // Two outputs that do not exist yet.
        assert!(is_in_use(&other, &folder.path().join("./other")) && !is_in_use(&other, &input));
    }

    #[cfg(unix)]
    #[test]
    fn symbolic_links_are_followed() {
        use std::os::unix::fs::symlink;

        let folder = TempDir::new().unwrap();
        let [input, link, dangling] =
            ["input", "link", "dangling"].map(|name| folder.path().join(name));
        fs::write(&input, "data").unwrap();
        symlink("input", &link).unwrap();
        symlink("nowhere", &dangling).unwrap();
        for (path, used) in [(&link, &input), (&input, &link)] {
            let error = Output::new(path, [used.as_path()], true).unwrap_err();
            assert!(matches!(error, OutputError::InUse(_)));
        }
        assert!(matches!(Output::new(&link, [], false), Err(OutputError::Exists)));
        assert!(matches!(Output::new(&dangling, [], false), Err(OutputError::Exists)));
        assert!(matches!(Output::new(&dangling, [], true), Err(OutputError::NotAFile)));
        write(&Output::new(&link, [], true).unwrap(), "new").unwrap();
        assert_eq!(fs::read_to_string(&input).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
