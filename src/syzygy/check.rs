//! Checks that a file is a table that the library can read.
//!
//! The library trusts its files: a wrong index or code word makes it read outside the file, which
//! crashes the program. So everything that decides where it reads is checked first: the description
//! of the table, and, up to [`MAX_INDEXED`] bytes, the index and the last blocks. Of larger tables,
//! with six pieces or more, only the description and the length are checked, since their indices
//! amount to gigabytes.

use std::path::Path;

use super::cursor::Cursor;
use super::defect::Defect;
use super::encoding::Encoding;
use super::kind::Kind;
use super::material::Material;
use super::pairs::Pairs;
use super::source::Source;

/// Size of the largest file whose index is checked; no table of five pieces is larger.
const MAX_INDEXED: u64 = 64 << 20;

/// Alignment of the blocks of data.
const BLOCK_ALIGNMENT: u64 = 64;

/// Number of parts of a table with pawns, one for each file of the leading pawn.
const PAWN_FILES: usize = 4;

/// The largest value in a WDL table.
const MAX_WDL: u16 = 4;

/// Table flag: the sides to move have separate parts.
const SPLIT: u8 = 1;
/// Table flag: there are pawns.
const HAS_PAWNS: u8 = 2;

/// Flag of a part of a DTZ table: its values are looked up in maps.
const MAPPED: u8 = 2;
/// Flag of a part of a DTZ table: the entries of its maps have 16 bits instead of 8.
const WIDE: u8 = 16;

/// Number of maps of a part: for wins, losses, cursed wins and blessed losses.
const MAPS: usize = 4;

/// Checks the table at `path`, which by its name is of this material and kind.
///
/// # Errors
/// The first [`Defect`] found.
pub(super) fn check_table(path: &Path, material: Material, kind: Kind) -> Result<(), Defect> {
    let mut source = Source::open(path)?;
    let mut cursor = Cursor::new(&mut source);
    if cursor.array()? != kind.magic() {
        return Err(Defect::Magic);
    }
    let mut parts = read_parts(&mut cursor, material, kind)?;
    if kind == Kind::Dtz {
        check_maps(&mut cursor, &parts)?;
    }
    for part in &mut parts {
        part.index_at = cursor.skip(part.index_bytes())?;
    }
    for part in &mut parts {
        part.sizes_at = cursor.skip(part.sizes_bytes())?;
    }
    for part in &mut parts {
        cursor.align(BLOCK_ALIGNMENT);
        part.data_at = cursor.skip(part.data_bytes())?;
    }
    cursor.align(BLOCK_ALIGNMENT);
    if cursor.checksum_end() != source.length() {
        return Err(Defect::Length(source.length()));
    }
    if source.length() <= MAX_INDEXED {
        parts.iter().try_for_each(|part| part.check_index(&mut source))?;
    }
    Ok(())
}

/// Reads the descriptions of the parts: one for each file of the leading pawn and, in a WDL table
/// of two different sides, for each side to move.
fn read_parts(
    cursor: &mut Cursor<'_>,
    material: Material,
    kind: Kind,
) -> Result<Vec<Pairs>, Defect> {
    let [flags] = cursor.array()?;
    let has_pawns = material.pawns() != [0, 0];
    let is_split = kind == Kind::Wdl && !material.is_symmetric();
    if (flags & HAS_PAWNS != 0) != has_pawns
        || kind == Kind::Wdl && (flags & SPLIT != 0) != is_split
    {
        return Err(Defect::Material);
    }
    let files = if has_pawns { PAWN_FILES } else { 1 };
    let sides = if is_split { 2 } else { 1 };
    let mut sizes = Vec::new();
    for file in 0..files {
        let encoding = Encoding::read(cursor, material)?;
        for side in 0..sides {
            sizes.push(encoding.positions(material, side, file)?);
        }
    }
    cursor.align(2);
    let max_value = if kind == Kind::Wdl { MAX_WDL } else { u16::MAX };
    sizes.into_iter().map(|positions| Pairs::read(cursor, positions, max_value)).collect()
}

/// Reads the maps of a DTZ table, and checks that every value is looked up inside the file.
fn check_maps(cursor: &mut Cursor<'_>, parts: &[Pairs]) -> Result<(), Defect> {
    for part in parts.iter().filter(|part| part.flags & MAPPED != 0) {
        let width = if part.flags & WIDE == 0 { 1 } else { 2 };
        cursor.align(width);
        for _ in 0..MAPS {
            let length = match width {
                1 => u64::from(u8::from_le_bytes(cursor.array()?)),
                _ => u64::from(u16::from_le_bytes(cursor.array()?)),
            };
            let map = cursor.skip(width * length)?;
            if !cursor.is_mapped(map + width * u64::from(part.max_value() + 1)) {
                return Err(Defect::Corrupt("distance map"));
            }
        }
    }
    cursor.align(2);
    Ok(())
}
