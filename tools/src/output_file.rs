//! Output files of commands; writing them never destroys other data.
//!
//! An [`OutputFile`] is checked before the work: it is not an input, exists only if it may be
//! replaced, and its folder is writable. The contents go to a temporary file in the same folder,
//! which is renamed when complete, so an error or a crash leaves the file unchanged.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::ffi::OsStr;
#[cfg(not(windows))]
use std::fs::TryLockError;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{self, Component, Path, PathBuf, Prefix, is_separator};

use dunce::canonicalize;
use nunatak::text::hidden_prefix;
use same_file::Handle;
use tempfile::{Builder, NamedTempFile, PersistError, TempPath};
use thiserror::Error;

use crate::interrupt::uninterrupted;

/// A file to be written.
#[derive(Debug)]
pub struct OutputFile {
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
pub struct OutputError {
    /// The file.
    pub path: PathBuf,
    /// The reason why it is not written.
    pub reason: OutputErrorReason,
}

impl OutputError {
    /// Creates the error of the file at `path`.
    pub fn new(path: &Path, reason: OutputErrorReason) -> Self {
        Self { path: path.to_owned(), reason }
    }
}

/// The reason why a file is not written.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum OutputErrorReason {
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
    #[error("another program is using the file")]
    InUse,
    #[error("a symbolic link to a missing file")]
    BrokenLink,
    #[error("{error}; the contents are in {}", path.display())]
    Kept { error: io::Error, path: PathBuf },
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Whether both paths are the same regular file. Others are not opened: a named pipe would wait for
/// its other end.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    one.is_file() && other.is_file() && same_file::is_same_file(one, other).unwrap_or(false)
}

impl OutputFile {
    /// Checks that the file at `path` may be written by a command that reads `inputs`. With `force`
    /// it may replace an existing file, but never an input.
    ///
    /// # Errors
    /// [`OutputError`] if the file must not be written or its folder is not writable.
    pub fn new<P: AsRef<Path>>(
        path: &Path,
        inputs: impl IntoIterator<Item = P>,
        force: bool,
    ) -> Result<Self, OutputError> {
        if inputs.into_iter().any(|input| is_same_file(path, input.as_ref())) {
            return Err(OutputError::new(path, OutputErrorReason::IsInput));
        }
        let check = || {
            let file = Self { name: path.to_owned(), path: resolve(path)?, replaces: force };
            if let Some(existing) = file.metadata()? {
                if !existing.is_file() {
                    return Err(OutputErrorReason::NotAFile);
                }
                if !force {
                    return Err(OutputErrorReason::Exists);
                }
                if existing.permissions().readonly() {
                    return Err(OutputErrorReason::Protected);
                }
                if open_claimed(&file.path)?.is_none() {
                    return Err(OutputErrorReason::InUse);
                }
            }
            uninterrupted(|| file.temporary().map(drop))?;
            Ok(file)
        };
        check().map_err(|reason| OutputError::new(path, reason))
    }

    /// Checks that this file is not one of `others`.
    ///
    /// # Errors
    /// [`OutputError`] with the reason [`OutputErrorReason::IsOutput`] if it is.
    pub fn differs_from<'a>(
        &self,
        others: impl IntoIterator<Item = &'a Self>,
    ) -> Result<(), OutputError> {
        // Windows and macOS usually do not tell upper from lower case.
        let name = |file: &Self| {
            if cfg!(any(windows, target_vendor = "apple")) {
                return PathBuf::from(file.path.to_string_lossy().to_lowercase());
            }
            file.path.clone()
        };
        if others.into_iter().any(|other| name(other) == name(self)) {
            return Err(OutputError::new(&self.name, OutputErrorReason::IsOutput));
        }
        Ok(())
    }

    /// Returns the path as given.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Writes the file; a later call replaces its contents.
    ///
    /// # Errors
    /// [`OutputError`]; the file is then unchanged.
    pub fn write(&mut self, contents: &[u8]) -> Result<(), OutputError> {
        let written = uninterrupted(|| {
            let mut file = self.temporary()?;
            file.as_file_mut().write_all(contents)?;
            self.persist(file)
        });
        self.replaces |= written.is_ok();
        written.map_err(|reason| OutputError::new(&self.name, reason))
    }

    /// Starts writing the file, which appears at its path when [finished](UnfinishedFile::finish).
    ///
    /// # Errors
    /// [`OutputError`] if a file cannot be created in the folder.
    pub fn create(self) -> Result<UnfinishedFile, OutputError> {
        let file = self.temporary().map_err(|reason| OutputError::new(&self.name, reason))?;
        let (file, path) = file.into_parts();
        Ok(UnfinishedFile { output: self, file: BufWriter::new(file), path })
    }

    /// Returns the metadata of the file if it exists.
    fn metadata(&self) -> Result<Option<Metadata>, OutputErrorReason> {
        match fs::metadata(&self.path) {
            Ok(metadata) => Ok(Some(metadata)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Creates a temporary file in the folder; dropping the returned value deletes it.
    ///
    /// It is opened and written without `tempfile`, whose errors have its path.
    fn temporary(&self) -> Result<NamedTempFile, OutputErrorReason> {
        let prefix = hidden_prefix(&self.path);
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let open =
            |path: &Path| OpenOptions::new().read(true).write(true).create_new(true).open(path);
        let file = Builder::new().prefix(&prefix).suffix(".tmp").make_in(folder, open)?;
        if let Some(existing) = self.metadata()? {
            file.as_file().set_permissions(existing.permissions())?;
        }
        Ok(file)
    }

    /// Renames a complete temporary file to the path; if that fails, keeps it under its own name.
    fn persist(&self, file: NamedTempFile) -> Result<(), OutputErrorReason> {
        file.as_file().sync_all()?;
        let persisted = if self.replaces {
            file.persist(&self.path)
        } else {
            // Another program may have created the file since it was checked.
            file.persist_noclobber(&self.path).or_else(|failed| match self.metadata() {
                // Some file systems can neither rename without replacing nor link.
                Ok(None) => failed.file.persist(&self.path),
                _ => Err(failed),
            })
        };
        match persisted {
            Ok(_) => Ok(()),
            Err(PersistError { error, file }) => Err(match file.keep() {
                Ok((_, path)) => OutputErrorReason::Kept { error, path },
                Err(_) => error.into(),
            }),
        }
    }
}

/// A file being written; if dropped before it is finished, it is deleted.
#[derive(Debug)]
pub struct UnfinishedFile {
    output: OutputFile,
    file: BufWriter<File>,
    /// The temporary path, whose file is deleted when this is dropped.
    path: TempPath,
}

impl UnfinishedFile {
    /// Returns the path of the file while it is being written.
    pub fn temporary_path(&self) -> &Path {
        &self.path
    }

    /// Completes the file and moves it to its path.
    ///
    /// # Errors
    /// [`OutputError`] if the file cannot be written or renamed.
    pub fn finish(self) -> Result<(), OutputError> {
        let Self { output, file, path } = self;
        let finished = uninterrupted(|| {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            output.persist(NamedTempFile::from_parts(file, path))
        });
        finished.map_err(|reason| OutputError::new(&output.name, reason))
    }
}

impl Write for UnfinishedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Opens or creates a file for reading and writing, and claims it for this program: by a lock,
/// under Windows by sharing it for reading only. `None` if another program has claimed it.
///
/// # Errors
/// Errors of the system.
pub fn open_claimed(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    // A lock would also keep other programs from reading.
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;

        /// Others may read, rename and delete.
        const FILE_SHARE_READ_DELETE: u32 = 1 | 4;
        const ERROR_SHARING_VIOLATION: i32 = 32;
        match options.share_mode(FILE_SHARE_READ_DELETE).open(path) {
            Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
            opened => opened.map(Some),
        }
    }
    #[cfg(not(windows))]
    {
        let file = options.open(path)?;
        // Some file systems do not support locks.
        let is_locked = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
        Ok((!is_locked).then_some(file))
    }
}

/// Whether an open `file` is the one at `path`, where another or none may be now.
///
/// # Errors
/// Errors of the file system, such as too many open files, or, under Windows, another program that
/// is deleting the file.
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Ok(found) => Ok(Handle::from_file(file.try_clone()?)? == found),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns the path without symbolic links; its last component need not exist.
fn resolve(path: &Path) -> Result<PathBuf, OutputErrorReason> {
    // A separator at the end, or a dot after it, names a folder.
    let name = path.as_os_str().as_encoded_bytes();
    let ends_in_separator = |name: &[u8]| matches!(name, [.., last] if is_separator(*last as char));
    let is_folder =
        ends_in_separator(name) || name.strip_suffix(b".").is_some_and(ends_in_separator);
    // Under Windows, this drops blanks and dots at the end of a name, and finds names of devices.
    let path = &path::absolute(path)?;
    let is_device = match path.components().next() {
        Some(Component::Prefix(prefix)) => matches!(prefix.kind(), Prefix::DeviceNS(_)),
        _ => false,
    };
    // Under Windows, a colon in a name stands for a hidden stream of another file.
    let is_stream = |name: &OsStr| cfg!(windows) && name.as_encoded_bytes().contains(&b':');
    if is_device || is_folder || path.file_name().is_some_and(is_stream) || is_open_file(path) {
        return Err(OutputErrorReason::NotAFile);
    }
    match canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        resolved => return Ok(resolved?),
    }
    if path.is_symlink() {
        return Err(OutputErrorReason::BrokenLink);
    }
    let name = path.file_name().ok_or(OutputErrorReason::NotAFile)?;
    let folder = path.parent().ok_or(OutputErrorReason::NotAFile)?;
    Ok(canonicalize(folder)?.join(name))
}

/// Whether the path stands for an open file of a process, as `/dev/stdout` does under Linux.
/// Another program may be writing to that file, which must not be replaced.
pub fn is_open_file(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| canonicalize(folder).ok());
    let link = fs::read_link(path).ok();
    [folder, link].into_iter().flatten().any(|path| path.starts_with("/proc"))
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
        let mut file = OutputFile::new(&path, NONE, false).unwrap().create().unwrap();
        file.write_all(b"abandoned").unwrap();
        assert!(!path.exists());
        drop(file);
        assert_eq!(names(&folder), [""; 0]);
        let mut file = OutputFile::new(&path, NONE, false).unwrap().create().unwrap();
        file.write_all(b"whole").unwrap();
        file.finish().unwrap();
        assert_eq!(
            (names(&folder), fs::read(&path).unwrap()),
            (vec!["new".to_owned()], b"whole".to_vec())
        );
        // A file that is written again replaces its own contents only.
        let path = folder.path().join("again");
        let mut output = OutputFile::new(&path, NONE, false).unwrap();
        for contents in ["one", "two"] {
            output.write(contents.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), contents);
        }
    }

    #[test]
    fn existing_files_are_replaced_by_force_only() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("old");
        fs::write(&path, "old").unwrap();
        let error = OutputFile::new(&path, NONE, false).unwrap_err();
        assert!(error.to_string().contains("--force"), "{error}");
        let mut output = OutputFile::new(&path, NONE, true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        for contents in ["one", "two"] {
            output.write(contents.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), contents);
        }
        assert_eq!(names(&folder), ["old"]);
    }

    #[test]
    fn a_file_created_in_the_meantime_is_kept_and_so_are_the_contents() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        let mut output = OutputFile::new(&path, NONE, false).unwrap();
        fs::write(&path, "theirs").unwrap();
        let error = output.write(b"ours").unwrap_err();
        let OutputErrorReason::Kept { path: kept, .. } = error.reason else {
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
        for name in ["", "no folder/file", "..", "/", "new/", "new/."] {
            assert!(OutputFile::new(&folder.path().join(name), NONE, true).is_err(), "{name}");
        }
        assert!(OutputFile::new(Path::new(""), NONE, true).is_err());
    }

    #[test]
    fn errors_do_not_show_the_temporary_name() {
        let folder = tempdir().unwrap();
        let gone = folder.path().join("gone");
        fs::create_dir(&gone).unwrap();
        let file = OutputFile::new(&gone.join("xx"), NONE, false).unwrap();
        fs::remove_dir(&gone).unwrap();
        let error = file.create().unwrap_err();
        let OutputErrorReason::Io(reason) = error.reason else { unreachable!("{error}") };
        assert!(reason.raw_os_error().is_some() && !reason.to_string().contains("xx"), "{reason}");
    }

    #[test]
    fn the_longest_name_of_a_file_can_be_written() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("x".repeat(255));
        let mut file = OutputFile::new(&path, NONE, false).unwrap().create().unwrap();
        file.write_all(b"whole").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read(path).unwrap(), b"whole");
    }

    #[test]
    fn an_open_file_is_told_from_another_one_at_its_path() {
        let folder = tempdir().unwrap();
        let path = |name| folder.path().join(name);
        let file = File::create(path("games")).unwrap();
        assert!(is_at(&file, &path("games")).unwrap());
        assert!(!is_at(&file, &path("missing")).unwrap());
        fs::rename(path("games"), path("old")).unwrap();
        fs::write(path("games"), "").unwrap();
        assert!(!is_at(&file, &path("games")).unwrap());
        // Under Windows, nothing is found there.
        #[cfg(unix)]
        assert!(is_at(&file, &path("old/file")).is_err());
    }

    #[test]
    fn a_file_is_claimed_by_one_program_and_read_by_others() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("games");
        let mut claimed = open_claimed(&path).unwrap().unwrap();
        claimed.write_all(b"one").unwrap();
        assert!(open_claimed(&path).unwrap().is_none());
        let error = OutputFile::new(&path, NONE, true).unwrap_err();
        assert!(matches!(error.reason, OutputErrorReason::InUse), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"one");
        drop(claimed);
        assert!(open_claimed(&path).unwrap().is_some());
    }

    #[cfg(any(windows, target_vendor = "apple"))]
    #[test]
    fn outputs_that_differ_in_case_are_the_same_file() {
        let folder = tempdir().unwrap();
        let file = |name| OutputFile::new(&folder.path().join(name), NONE, false).unwrap();
        assert!(file("Games.PGN").differs_from([&file("games.pgn")]).is_err());
        file("Games.PGN").differs_from([&file("games.svg")]).unwrap();
    }

    #[cfg(windows)]
    #[test]
    fn names_are_those_of_windows() {
        let folder = tempdir().unwrap();
        for name in ["games.pgn.", "games.pgn ", "games.pgn . ."] {
            OutputFile::new(&folder.path().join(name), NONE, true).unwrap().write(b"x").unwrap();
            assert_eq!(names(&folder), ["games.pgn"], "{name:?}");
        }
        let error = OutputFile::new(Path::new("NUL"), NONE, true).unwrap_err();
        assert!(matches!(error.reason, OutputErrorReason::NotAFile), "{error}");
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
            let error = OutputFile::new(&path(name), [path("input")], true).unwrap_err();
            assert!(matches!(error.reason, OutputErrorReason::IsInput), "{name}: {error}");
        }
        let new = OutputFile::new(&path("new"), NONE, false).unwrap();
        let same = OutputFile::new(&path("folder/new"), NONE, false).unwrap();
        assert!(same.differs_from([&new]).is_err());
        symlink(path("nowhere"), path("broken")).unwrap();
        let error = OutputFile::new(&path("broken"), NONE, true).unwrap_err();
        assert!(matches!(error.reason, OutputErrorReason::BrokenLink), "{error}");
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
        OutputFile::new(&path("link"), NONE, true).unwrap().write(b"new").unwrap();
        assert!(path("link").is_symlink());
        assert_eq!(fs::read(path("file")).unwrap(), b"new");
        assert_eq!(fs::metadata(path("file")).unwrap().permissions().mode() & 0o777, 0o640);
        fs::set_permissions(path("file"), PermissionsExt::from_mode(0o440)).unwrap();
        let error = OutputFile::new(&path("file"), NONE, true).unwrap_err();
        assert!(matches!(error.reason, OutputErrorReason::Protected), "{error}");
        for device in ["/dev/null", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            let error = OutputFile::new(Path::new(device), NONE, true).unwrap_err();
            assert!(matches!(error.reason, OutputErrorReason::NotAFile), "{device}: {error}");
        }
    }
}
