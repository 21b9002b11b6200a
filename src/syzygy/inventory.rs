//! The tables in the folders of a path, and which of them can be probed.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::check::check_table;
use super::defect::Defect;
use super::kind::Kind;
use super::material::Material;

/// A file or folder of the path that cannot be used.
#[derive(Debug, Error)]
pub enum Problem {
    /// A folder cannot be read.
    #[error("{}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why it cannot be read.
        error: io::Error,
    },
    /// A table cannot be used.
    #[error("{}: {defect}; it is not used", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// The defect.
        defect: Defect,
    },
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

/// The uses of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Usable {
    /// Whether wins, draws and losses can be probed.
    pub(super) wdl: bool,
    /// Whether distances can be probed too.
    pub(super) dtz: bool,
}

/// The tables of a material, each absent, sound or broken.
#[derive(Default)]
struct Found {
    wdl: Option<bool>,
    dtz: Option<bool>,
}

/// The tables found in the folders of a path.
#[derive(Default)]
pub(super) struct Inventory {
    usable: HashMap<Material, Usable>,
    /// The folders that can be read.
    pub(super) folders: Vec<String>,
    /// The number of sound WDL tables.
    pub(super) wdl_count: usize,
    /// The number of sound DTZ tables.
    pub(super) dtz_count: usize,
    /// The largest number of pieces of a usable table, 0 without one.
    pub(super) max_pieces: u32,
    pub(super) problems: Vec<Problem>,
}

impl Inventory {
    /// Lists and checks the tables in `folders`. Of several files with the same name, the library
    /// reads that in the first folder.
    pub(super) fn new(folders: &[String]) -> Self {
        let mut inventory = Self::default();
        let mut found: HashMap<Material, Found> = HashMap::new();
        for (name, path) in inventory.list(folders) {
            let Some((material, kind)) = table_of(&name) else { continue };
            let checked = check_table(&path, material, kind);
            let state = found.entry(material).or_default();
            let (state, count) = match kind {
                Kind::Wdl => (&mut state.wdl, &mut inventory.wdl_count),
                Kind::Dtz => (&mut state.dtz, &mut inventory.dtz_count),
            };
            *state = Some(checked.is_ok());
            match checked {
                Ok(()) => *count += 1,
                Err(defect) => inventory.problems.push(Problem::Table { path, defect }),
            }
        }
        inventory.usable = usable(&found);
        let pieces = inventory.usable.keys().map(|material| material.piece_count());
        inventory.max_pieces = pieces.max().unwrap_or(0);
        inventory
    }

    /// Returns the number of sound WDL tables that cannot be used because tables after captures are
    /// missing or broken.
    pub(super) fn incomplete(&self) -> usize {
        self.wdl_count - self.usable.len()
    }

    /// Returns the uses of the table of `material`, whose sides are in the order of its name.
    pub(super) fn usable(&self, material: Material) -> Usable {
        self.usable.get(&material).copied().unwrap_or_default()
    }

    /// Returns the first file of each name in `folders`, and notes folders that cannot be read.
    fn list(&mut self, folders: &[String]) -> BTreeMap<String, PathBuf> {
        let mut files = BTreeMap::new();
        for folder in folders.iter().map(Path::new) {
            match tables_in(folder) {
                Ok(tables) => {
                    self.folders.push(folder.display().to_string());
                    for (name, path) in tables {
                        files.entry(name).or_insert(path);
                    }
                }
                Err(error) => {
                    self.problems.push(Problem::Folder { path: folder.to_owned(), error });
                }
            }
        }
        files
    }
}

/// Returns the names and paths of the tables in `folder`.
///
/// The library opens all of them, and opening a named pipe would block. So a pipe or a device with
/// the name of a table is an error.
fn tables_in(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut tables = Vec::new();
    for entry in fs::read_dir(folder)?.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        if table_of(&name).is_none() {
            continue;
        }
        let path = entry.path();
        if path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
            let message = format!("the folder is not used, since {name} in it is not a file");
            return Err(io::Error::other(message));
        }
        tables.push((name, path));
    }
    Ok(tables)
}

/// Returns the material and kind of the table with this file name.
pub(super) fn table_of(name: &str) -> Option<(Material, Kind)> {
    let path = Path::new(name);
    let extension = path.extension().and_then(OsStr::to_str)?;
    let kind = Kind::ALL.into_iter().find(|kind| kind.extension() == extension)?;
    let material = Material::from_name(path.file_stem().and_then(OsStr::to_str)?)?;
    Some((material, kind))
}

/// Returns what the tables can be used for. The library also reads those after captures and
/// promotions, so they must all be present and sound.
fn usable(found: &HashMap<Material, Found>) -> HashMap<Material, Usable> {
    let mut known = HashMap::new();
    let mut usable = HashMap::new();
    for (&material, files) in found {
        let wdl = is_complete(material, found, &mut known);
        let promotions = material.promotions().into_iter();
        let dtz = wdl
            && files.dtz == Some(true)
            && promotions.map(Material::canonical).all(|it| is_complete(it, found, &mut known));
        if wdl {
            usable.insert(material, Usable { wdl, dtz });
        }
    }
    usable
}

/// Whether the WDL tables of `material` and of all materials after captures are present and sound.
/// The answers so far are kept in `known`.
fn is_complete(
    material: Material,
    found: &HashMap<Material, Found>,
    known: &mut HashMap<Material, bool>,
) -> bool {
    if material.is_bare() {
        return true;
    }
    if let Some(&is_complete) = known.get(&material) {
        return is_complete;
    }
    let is_sound = found.get(&material).is_some_and(|files| files.wdl == Some(true));
    let captures = material.captures().into_iter().map(Material::canonical);
    let complete = is_sound && captures.into_iter().all(|after| is_complete(after, found, known));
    known.insert(material, complete);
    complete
}
