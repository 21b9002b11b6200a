//! Output files of commands; writing them never destroys other data.
//!
//! A [`Target`] is checked before the work: it is not an input, exists only if it may be replaced,
//! and its folder is writable. The contents go to a temporary file in the same folder, which is
//! renamed when complete, so an error or a crash leaves the target unchanged.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use same_file::is_same_file;
use tempfile::{Builder, NamedTempFile, PersistError, TempPath};
use thiserror::Error;

/// A file to be written.
#[derive(Debug)]
pub struct Target {
    /// The path as given, for messages.
    name: PathBuf,
    /// The path without symbolic links.
    path: PathBuf,
    /// Whether an existing file is replaced.
    replaces: bool,
}

/// The error of a file that cannot or must not be written.
#[derive(Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct TargetError {
    /// The file.
    pub path: PathBuf,
    /// The reason why it is not written.
    pub reason: TargetErrorReason,
}

/// The reason why a file is not written.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum TargetErrorReason {
    #[error("the file exists; --force replaces it")]
    Exists,
    #[error("the file is an input of this command")]
    IsInput,
    #[error("the file is another output of this command")]
    IsOutput,
    #[error("not a regular file")]
    NotAFile,
    #[error("the file is write-protected")]
    Protected,
    #[error("a symbolic link to a missing file")]
    BrokenLink,
    #[error("{error}; the contents are in {}", path.display())]
    Kept { error: io::Error, path: PathBuf },
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Target {
    /// Checks that the file at `path` may be written by a command that reads `inputs`. With `force`
    /// it may replace an existing file, but never an input.
    ///
    /// # Errors
    /// [`TargetError`] if the file must not be written or its folder is not writable.
    pub fn new<P: AsRef<Path>>(
        path: &Path,
        inputs: impl IntoIterator<Item = P>,
        force: bool,
    ) -> Result<Self, TargetError> {
        let is_input = |input: P| is_same_file(path, input).unwrap_or(false);
        if inputs.into_iter().any(is_input) {
            return Err(target_error(path, TargetErrorReason::IsInput));
        }
        let check = || {
            let target = Self { name: path.to_owned(), path: resolve(path)?, replaces: force };
            if let Some(existing) = target.metadata()? {
                if !existing.is_file() {
                    return Err(TargetErrorReason::NotAFile);
                }
                if !force {
                    return Err(TargetErrorReason::Exists);
                }
                if existing.permissions().readonly() {
                    return Err(TargetErrorReason::Protected);
                }
            }
            target.temporary()?;
            Ok(target)
        };
        check().map_err(|reason| target_error(path, reason))
    }

    /// Checks that this file is not one of `others`.
    ///
    /// # Errors
    /// [`TargetError`] with the reason [`TargetErrorReason::IsOutput`] if it is.
    pub fn differs_from<'a>(
        &self,
        others: impl IntoIterator<Item = &'a Self>,
    ) -> Result<(), TargetError> {
        match others.into_iter().any(|other| other.path == self.path) {
            true => Err(target_error(&self.name, TargetErrorReason::IsOutput)),
            false => Ok(()),
        }
    }

    /// Returns the path as given.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Writes the file; a later call replaces its contents.
    ///
    /// # Errors
    /// [`TargetError`]; the file is then unchanged.
    pub fn write(&mut self, contents: &[u8]) -> Result<(), TargetError> {
        let written = self.temporary().and_then(|mut file| {
            file.as_file_mut().write_all(contents)?;
            self.persist(file)
        });
        self.replaces |= written.is_ok();
        written.map_err(|reason| target_error(&self.name, reason))
    }

    /// Starts writing the file, which appears at its path when [finished](TargetFile::finish).
    ///
    /// # Errors
    /// [`TargetError`] if a file cannot be created in the folder.
    pub fn create(self) -> Result<TargetFile, TargetError> {
        match self.temporary() {
            Ok(file) => {
                let (file, path) = file.into_parts();
                Ok(TargetFile { target: self, file: BufWriter::new(file), path })
            }
            Err(reason) => Err(target_error(&self.name, reason)),
        }
    }

    /// Returns the metadata of the file if it exists.
    fn metadata(&self) -> Result<Option<Metadata>, TargetErrorReason> {
        match fs::metadata(&self.path) {
            Ok(metadata) => Ok(Some(metadata)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Creates a temporary file in the folder; dropping the returned value deletes it.
    ///
    /// It is opened and written without `tempfile`, whose errors have its path.
    fn temporary(&self) -> Result<NamedTempFile, TargetErrorReason> {
        let name = self.path.file_name().unwrap_or_default();
        let prefix = format!(".{}.", name.display());
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let open =
            |path: &Path| OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = Builder::new().prefix(&prefix).suffix(".tmp").make_in(folder, open)?;
        if let Some(existing) = self.metadata()? {
            file.as_file().set_permissions(existing.permissions())?;
        }
        Ok(file)
    }

    /// Renames a complete temporary file to the target; if that fails, keeps it under its own name.
    fn persist(&self, file: NamedTempFile) -> Result<(), TargetErrorReason> {
        file.as_file().sync_all()?;
        let persisted = match self.replaces {
            true => file.persist(&self.path),
            // Another program may have created the file since it was checked.
            false => file.persist_noclobber(&self.path),
        };
        match persisted {
            Ok(_) => Ok(()),
            Err(PersistError { error, file }) => Err(match file.keep() {
                Ok((_, path)) => TargetErrorReason::Kept { error, path },
                Err(_) => error.into(),
            }),
        }
    }
}

/// A file being written; if dropped before it is finished, it is deleted.
#[derive(Debug)]
pub struct TargetFile {
    target: Target,
    file: BufWriter<File>,
    /// The temporary path, whose file is deleted when this is dropped.
    path: TempPath,
}

impl TargetFile {
    /// Completes the file and moves it to its path.
    ///
    /// # Errors
    /// [`TargetError`] if the file cannot be written or renamed.
    pub fn finish(self) -> Result<(), TargetError> {
        let Self { target, file, path } = self;
        let file = file.into_inner().map_err(|error| error.into_error().into());
        let finished = file.and_then(|file| target.persist(NamedTempFile::from_parts(file, path)));
        finished.map_err(|reason| target_error(&target.name, reason))
    }
}

impl Write for TargetFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns the path without symbolic links; its last component need not exist.
fn resolve(path: &Path) -> Result<PathBuf, TargetErrorReason> {
    if is_open_file(path) {
        return Err(TargetErrorReason::NotAFile);
    }
    match fs::canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        resolved => return Ok(resolved?),
    }
    if path.is_symlink() {
        return Err(TargetErrorReason::BrokenLink);
    }
    let name = path.file_name().ok_or(TargetErrorReason::NotAFile)?;
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    Ok(fs::canonicalize(folder.unwrap_or(Path::new(".")))?.join(name))
}

/// Whether the path stands for an open file of a process, as `/dev/stdout` does under Linux. Another
/// program may be writing to that file, which must not be replaced.
fn is_open_file(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| fs::canonicalize(folder).ok());
    let link = fs::read_link(path).ok();
    [folder, link].into_iter().flatten().any(|path| path.starts_with("/proc"))
}

fn target_error(path: &Path, reason: TargetErrorReason) -> TargetError {
    TargetError { path: path.to_owned(), reason }
}

#[cfg(test)]
mod tests {
    use tempfile::{TempDir, tempdir};

    use super::*;

    const NONE: [&Path; 0] = [];

    /// Returns the names of the files in a folder.
    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().display().to_string()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_when_it_is_whole() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("new");
        let mut file = Target::new(&path, NONE, false).unwrap().create().unwrap();
        file.write_all(b"abandoned").unwrap();
        assert!(!path.exists());
        drop(file);
        assert_eq!(names(&folder), [""; 0]);
        let mut file = Target::new(&path, NONE, false).unwrap().create().unwrap();
        file.write_all(b"whole").unwrap();
        file.finish().unwrap();
        assert_eq!(
            (names(&folder), fs::read(&path).unwrap()),
            (vec!["new".to_owned()], b"whole".to_vec())
        );
    }

    #[test]
    fn existing_files_are_replaced_by_force_only() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("old");
        fs::write(&path, "old").unwrap();
        let error = Target::new(&path, NONE, false).unwrap_err();
        assert!(error.to_string().contains("--force"), "{error}");
        let mut target = Target::new(&path, NONE, true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        for contents in ["one", "two"] {
            target.write(contents.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), contents);
        }
        assert_eq!(names(&folder), ["old"]);
    }

    #[test]
    fn a_file_created_in_the_meantime_is_kept_and_so_are_the_contents() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        let mut target = Target::new(&path, NONE, false).unwrap();
        fs::write(&path, "theirs").unwrap();
        let error = target.write(b"ours").unwrap_err();
        let TargetErrorReason::Kept { path: kept, .. } = error.reason else {
            unreachable!("{error}")
        };
        assert_eq!(
            (fs::read(&path).unwrap(), fs::read(kept).unwrap()),
            (b"theirs".to_vec(), b"ours".to_vec())
        );
    }

    #[test]
    fn folders_and_missing_folders_are_refused() {
        let folder = tempdir().unwrap();
        for (name, force) in [("", true), ("no folder/file", true), ("..", true), ("/", true)] {
            assert!(Target::new(&folder.path().join(name), NONE, force).is_err(), "{name}");
        }
        assert!(Target::new(Path::new(""), NONE, true).is_err());
    }

    #[test]
    fn errors_do_not_show_the_temporary_name() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("x".repeat(255));
        let error = Target::new(&path, NONE, false).unwrap_err();
        let TargetErrorReason::Io(reason) = error.reason else { unreachable!("{error}") };
        assert!(reason.raw_os_error().is_some() && !reason.to_string().contains("xx"), "{reason}");
    }

    #[cfg(unix)]
    #[test]
    fn inputs_are_recognised_by_any_name() {
        use std::os::unix::fs::symlink;

        let folder = tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("input"), "data").unwrap();
        symlink(path("input"), path("soft")).unwrap();
        fs::hard_link(path("input"), path("hard")).unwrap();
        symlink(folder.path(), path("folder")).unwrap();
        for name in ["input", "soft", "hard", "folder/input", "./input"] {
            let error = Target::new(&path(name), [path("input")], true).unwrap_err();
            assert!(matches!(error.reason, TargetErrorReason::IsInput), "{name}: {error}");
        }
        let new = Target::new(&path("new"), NONE, false).unwrap();
        let same = Target::new(&path("folder/new"), NONE, false).unwrap();
        assert!(same.differs_from([&new]).is_err());
        symlink(path("nowhere"), path("broken")).unwrap();
        let error = Target::new(&path("broken"), NONE, true).unwrap_err();
        assert!(matches!(error.reason, TargetErrorReason::BrokenLink), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_are_respected() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "old").unwrap();
        fs::set_permissions(path("file"), PermissionsExt::from_mode(0o640)).unwrap();
        symlink(path("file"), path("link")).unwrap();
        Target::new(&path("link"), NONE, true).unwrap().write(b"new").unwrap();
        assert!(path("link").is_symlink());
        assert_eq!(fs::read(path("file")).unwrap(), b"new");
        assert_eq!(fs::metadata(path("file")).unwrap().permissions().mode() & 0o777, 0o640);
        fs::set_permissions(path("file"), PermissionsExt::from_mode(0o440)).unwrap();
        let error = Target::new(&path("file"), NONE, true).unwrap_err();
        assert!(matches!(error.reason, TargetErrorReason::Protected), "{error}");
        for device in ["/dev/null", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            let error = Target::new(Path::new(device), NONE, true).unwrap_err();
            assert!(matches!(error.reason, TargetErrorReason::NotAFile), "{device}: {error}");
        }
    }
}
