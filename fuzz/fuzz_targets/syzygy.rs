//! Reads bytes as a Syzygy table, checks it, and probes it if it passes.

#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use nunatak::board::Board;
use nunatak::syzygy::{Syzygy, checksum};

/// The folder of sound tables.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/syzygy");

/// The tables that are replaced by the input; its first byte chooses one.
const NAMES: [&str; 7] =
    ["KRvKR.rtbw", "KRvKR.rtbz", "KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KQvK.rtbz", "KBNvK.rtbw"];

/// The alignment of a table in bytes.
const ALIGNMENT: usize = 64;

/// The values of all moves, which take most of the time, are probed in every 50th position.
const MOVES_STEP: usize = 50;

/// A folder with copies of the sound tables.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("nunatak-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a writable folder");
    restore(&folder);
    folder
});

/// Positions of all materials in [`NAMES`], with the pieces on many squares.
static POSITIONS: LazyLock<Vec<Board>> = LazyLock::new(|| {
    let patterns = ["KRkr", "KPk", "KQk", "KBNk", "kqK", "kbnK"];
    let mut seed = 1_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize
    };
    let mut boards = Vec::new();
    while boards.len() < 2_000 {
        let mut squares = [b'1'; 64];
        let pattern = patterns[next() % patterns.len()];
        for letter in pattern.bytes() {
            squares[next() % 64] = letter;
        }
        let ranks: Vec<_> = squares.chunks(8).map(|rank| String::from_utf8_lossy(rank)).collect();
        let side = ["w", "b"][next() % 2];
        boards.extend(format!("{} {side} - - 0 1", ranks.join("/")).parse::<Board>());
    }
    boards
});

/// Opens the tables of [`FOLDER`], of which all but one are sound.
fn open() -> Syzygy {
    Syzygy::open(FOLDER.to_str().expect("UTF-8")).expect("tables")
}

fn restore(folder: &Path) {
    for entry in fs::read_dir(TABLES).expect("tables").flatten() {
        fs::copy(entry.path(), folder.join(entry.file_name())).expect("a copy");
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((choice, table)) = input.split_first() else { return };
    let name = NAMES[usize::from(*choice) % NAMES.len()];
    let path = FOLDER.join(name);
    fs::write(&path, table).expect("a file");
    // The checksum would reject nearly every input, so the right one is appended.
    let mut sealed = table.to_vec();
    sealed.resize(table.len().next_multiple_of(ALIGNMENT), 0);
    if !open().problems().is_empty() {
        let sum = checksum(&sealed);
        sealed.extend(sum);
        fs::write(&path, &sealed).expect("a file");
    }
    let tables = open();
    if tables.problems().is_empty() {
        for board in POSITIONS.iter() {
            let _ = (tables.outcome(board), tables.distance(board));
        }
        for board in POSITIONS.iter().step_by(MOVES_STEP) {
            let values = tables.move_values(board).unwrap_or_default();
            assert!(values.iter().all(|(mv, _)| board.is_legal(*mv)));
        }
    }
    drop(tables);
    fs::copy(Path::new(TABLES).join(name), &path).expect("a copy");
});
