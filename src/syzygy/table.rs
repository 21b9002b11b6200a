//! A table: the description of its parts, and their values.
//!
//! A file is checked when it is opened: its name, length, first bytes and pieces, and that the
//! description of each part is consistent and fits the length. The index is checked too, up to 64
//! MB, and the checksum up to 1 MB. Whatever else is damaged in a file, a probe stays within it and
//! ends, with a wrong value or none, unless another program shortens the file meanwhile.

use std::path::Path;

use super::encoding::{Encoding, part_of};
use super::file::{Cursor, Defect, TableFile};
use super::folders::{Sides, TableKind};
use super::pairs::Pairs;
use super::placement::PAWN_FILES;
use crate::board::Board;
use crate::types::Color;

/// The first bytes of a table of each [`TableKind`].
pub(super) const MAGICS: [[u8; 4]; 2] = [[0x71, 0xe8, 0x23, 0x5d], [0xd7, 0x66, 0x0c, 0xa5]];

/// The number of maps of a part: for wins, losses, cursed wins and blessed losses.
const MAPS: usize = 4;

/// The result of best play, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// The side to move loses, but the fifty-move rule makes it a draw.
    BlessedLoss,
    /// The game is drawn.
    Draw,
    /// The side to move wins, but the fifty-move rule makes it a draw.
    CursedWin,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// All outcomes by their values in a WDL table, the worst first, in the order of declaration.
    const ALL: [Self; 5] = [Self::Loss, Self::BlessedLoss, Self::Draw, Self::CursedWin, Self::Win];

    /// Returns the outcome from the view of the other side.
    pub fn of_opponent(self) -> Self {
        Self::ALL[Self::ALL.len() - 1 - self as usize]
    }

    /// Returns [`Wdl::Win`], [`Wdl::Draw`] or [`Wdl::Loss`] with or without the
    /// fifty-move rule.
    pub fn under(self, fifty_move_rule: bool) -> Self {
        match self {
            Self::CursedWin | Self::BlessedLoss if fifty_move_rule => Self::Draw,
            Self::CursedWin => Self::Win,
            Self::BlessedLoss => Self::Loss,
            certain => certain,
        }
    }
}

/// An open table.
pub(super) struct SyzygyTable {
    file: TableFile,
    material: Sides,
    /// One part for each file of the leading pawn, if there are pawns, and for each of them one for
    /// each side to move, if these are separate.
    parts: Vec<Part>,
    /// The number of separate sides to move, 1 or 2.
    sides: usize,
}

/// A part of a table.
struct Part {
    encoding: Encoding,
    pairs: Pairs,
    flags: u8,
    /// The distances by value in DTZ tables with maps.
    maps: Option<[Vec<u16>; MAPS]>,
}

/// A distance from a DTZ table.
pub(super) enum Distance {
    /// The number of plies before the next capture or pawn move, or one less.
    Plies(u32),
    /// The table has the distances with the other side to move.
    OtherSide,
}

impl SyzygyTable {
    /// Opens the table at `path`, which by its name is of this material and kind, and checks it.
    pub(super) fn open(path: &Path, material: Sides, kind: TableKind) -> Result<Self, Defect> {
        /// The flag of a table: the sides to move have separate parts.
        const SPLIT: u8 = 1;
        /// The flag of a table: there are pawns.
        const HAS_PAWNS: u8 = 2;
        let file = TableFile::open(path)?;
        let mut cursor = Cursor::new(&file);
        if cursor.array()? != MAGICS[kind as usize] {
            return Err(Defect::Magic);
        }
        let [flags] = cursor.array()?;
        let is_split = kind == TableKind::Wdl && !material.is_symmetric();
        if (flags & HAS_PAWNS != 0) != material.has_pawns()
            || kind == TableKind::Wdl && (flags & SPLIT != 0) != is_split
        {
            return Err(Defect::Material);
        }
        let files = if material.has_pawns() { PAWN_FILES } else { 1 };
        let sides = if is_split { 2 } else { 1 };
        let mut encodings = Vec::new();
        for file in 0..files {
            encodings.extend(Encoding::read(&mut cursor, material, file, sides)?);
        }
        cursor.align(2);
        let mut parts = Vec::new();
        for encoding in encodings {
            parts.push(Part::read(&mut cursor, encoding, kind)?);
        }
        if kind == TableKind::Dtz {
            for part in &mut parts {
                part.maps = read_maps(&mut cursor, part.flags)?;
            }
            cursor.align(2);
        }
        let mut pairs: Vec<_> = parts.iter_mut().map(|part| &mut part.pairs).collect();
        Pairs::locate(&mut pairs, &mut cursor)?;
        cursor.finish()?;
        parts.iter().try_for_each(|part| part.pairs.check_index(&file))?;
        file.expect_probes();
        Ok(Self { file, material, parts, sides })
    }

    /// Returns the outcome in a WDL table of `board`, which has its material, captures left out.
    pub(super) fn outcome(&self, board: &Board) -> Option<Wdl> {
        let (first, side) = self.view(board);
        let part = self.part(board, first, side % self.sides)?;
        let value = part.pairs.value(&self.file, part.encoding.index(board, first)?)?;
        Wdl::ALL.get(usize::from(value)).copied()
    }

    /// Returns the distance in a DTZ table of `board`, which has its material and this outcome, not
    /// a draw.
    pub(super) fn distance(&self, board: &Board, outcome: Wdl) -> Option<Distance> {
        /// The flag of a part: the side to move is the second one.
        const SECOND_SIDE: u8 = 1;
        /// The flags of a part: the distances of wins or losses are in plies, not in moves.
        const WINS_IN_PLIES: u8 = 4;
        const LOSSES_IN_PLIES: u8 = 8;
        let (first, side) = self.view(board);
        let part = self.part(board, first, 0)?;
        if !self.material.is_symmetric() && usize::from(part.flags & SECOND_SIDE) != side {
            return Some(Distance::OtherSide);
        }
        let value = part.pairs.value(&self.file, part.encoding.index(board, first)?)?;
        let (map, in_plies) = match outcome {
            Wdl::Win => (0, part.flags & WINS_IN_PLIES != 0),
            Wdl::Loss => (1, part.flags & LOSSES_IN_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
            Wdl::Draw => return None,
        };
        let distance = match &part.maps {
            Some(maps) => *maps[map].get(usize::from(value))?,
            None => value,
        };
        Some(Distance::Plies(u32::from(distance) * if in_plies { 1 } else { 2 }))
    }

    /// Returns the colour of the first side of the table on `board`, and the side to move, 0 or 1.
    fn view(&self, board: &Board) -> (Color, usize) {
        let mover = board.side_to_move();
        if self.material.is_first(board, mover) { (mover, 0) } else { (!mover, 1) }
    }

    /// Returns the part with the position of `board`, in which `first` is the first side.
    fn part(&self, board: &Board, first: Color, side: usize) -> Option<&Part> {
        let file = if self.material.has_pawns() {
            part_of(board, if self.material.leading_side() == 0 { first } else { !first })
        } else {
            0
        };
        self.parts.get(file * self.sides + side)
    }
}

impl Part {
    /// Reads the description of the values of a part.
    fn read(cursor: &mut Cursor<'_>, encoding: Encoding, kind: TableKind) -> Result<Self, Defect> {
        let (mut pairs, flags, max_value) = Pairs::read(cursor, encoding.positions)?;
        match kind {
            TableKind::Wdl if usize::from(max_value) >= Wdl::ALL.len() => {
                return Err(Defect::Corrupt("range of values"));
            }
            TableKind::Dtz if matches!(pairs, Pairs::Constant(_)) => pairs = Pairs::Constant(0),
            _ => {}
        }
        Ok(Self { encoding, pairs, flags, maps: None })
    }
}

/// Reads the maps of a part of a DTZ table with these flags, if it has them.
fn read_maps(cursor: &mut Cursor<'_>, flags: u8) -> Result<Option<[Vec<u16>; MAPS]>, Defect> {
    /// The flag of a part: its values are looked up in maps.
    const MAPPED: u8 = 2;
    /// The flag of a part: the entries of its maps have 16 bits instead of 8.
    const WIDE: u8 = 16;
    if flags & MAPPED == 0 {
        return Ok(None);
    }
    let mut maps: [Vec<u16>; MAPS] = Default::default();
    if flags & WIDE != 0 {
        cursor.align(2);
    }
    for map in &mut maps {
        *map = if flags & WIDE != 0 {
            let length = u16::from_le_bytes(cursor.array()?);
            let bytes = cursor.bytes(2 * u64::from(length))?;
            bytes.as_chunks().0.iter().copied().map(u16::from_le_bytes).collect()
        } else {
            let [length] = cursor.array()?;
            cursor.bytes(length.into())?.into_iter().map(u16::from).collect()
        };
    }
    Ok(Some(maps))
}
