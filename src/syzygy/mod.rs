//! Syzygy endgame tables on disk: win, draw or loss, and the distance to the next capture or pawn
//! move.
//!
//! A table is a file in which numbered positions have compressed values. A probe looks up a
//! position and searches the captures that the tables leave out: a WDL table has no en passant
//! captures, and where a capture decides the outcome it may have any value that compresses well. So
//! all captures are tried first. A DTZ table has distances for one side to move only, and none
//! where a capture or pawn move wins at once.
//!
//! Source: R. de Man, <https://github.com/syzygy1/tb>.

mod checksum;
mod encoding;
mod file;
mod folders;
mod pairs;
mod placement;
mod table;
#[cfg(test)]
pub(crate) mod tests;

pub use self::checksum::checksum;
pub use self::folders::{MAX_PIECES, Problem, SEPARATOR};
pub use self::table::Wdl;

use std::collections::hash_map::Entry;
use std::fmt;
use std::path::PathBuf;

use fnv::FnvHashMap;
use thiserror::Error;

use self::folders::{Sides, TableKind, tables_in};
use self::table::{Distance, SyzygyTable};
use crate::board::{Board, FIFTY_MOVES};
use crate::types::{CastlingRights, Move, MoveKind, MoveList, PieceType};

/// The error of a path without a usable table.
#[derive(Debug, Error)]
#[error("no usable tables found in '{path}'")]
pub struct SyzygyError {
    path: String,
    /// The files and folders that cannot be used.
    pub problems: Vec<Problem>,
}

/// The Syzygy tables of a path.
pub struct Syzygy {
    /// The tables of each [`TableKind`].
    tables: [FnvHashMap<Sides, SyzygyTable>; 2],
    max_pieces: u32,
    problems: Vec<Problem>,
}

/// Returns the files of the tables in the folders of `path`, as [`Syzygy::open`] reads it, usable
/// or not.
pub fn table_files(path: &str) -> Vec<PathBuf> {
    tables_in(path, &mut Vec::new()).into_iter().map(|(_, _, file)| file).collect()
}

impl Syzygy {
    /// Opens the tables in the folders of `path`, which are separated by [`SEPARATOR`] and may be
    /// in quotation marks, and checks them. Those that cannot be used are among the
    /// [`problems`](Self::problems).
    ///
    /// # Errors
    /// [`SyzygyError`] if no table can be used.
    pub fn open(path: &str) -> Result<Self, SyzygyError> {
        let mut problems = Vec::new();
        let mut tables: [FnvHashMap<_, _>; 2] = Default::default();
        let mut max_pieces = 0;
        for (material, kind, path) in tables_in(path, &mut problems) {
            // Of several folders with a table, the first whose table is sound counts.
            let Entry::Vacant(place) = tables[kind as usize].entry(material) else {
                continue;
            };
            match SyzygyTable::open(&path, material, kind) {
                Ok(table) => {
                    place.insert(table);
                    if kind == TableKind::Wdl {
                        max_pieces = max_pieces.max(material.piece_count());
                    }
                }
                Err(defect) => {
                    problems.push(Problem { path, reason: format!("{defect}; it is not used") });
                }
            }
        }
        if max_pieces == 0 {
            return Err(SyzygyError { path: path.to_owned(), problems });
        }
        Ok(Self { tables, max_pieces, problems })
    }

    /// Returns the largest number of pieces of a WDL table.
    pub fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    /// Returns the files and folders that cannot be used.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns the outcome of `board` as if its half-move clock were 0, or `None` if a side may
    /// castle or a table is missing, that of the position itself or one after a capture.
    pub fn outcome(&self, board: &Board) -> Option<Wdl> {
        if self.may_have(board) { self.resolve(board).map(|(outcome, _)| outcome) } else { None }
    }

    /// Returns the distance of `board` with the sign of its outcome, as if its half-move clock were
    /// 0, or `None` if a side may castle or a table is missing.
    ///
    /// It is the number of plies to the next capture or pawn move with best play, 0 in a draw, -1
    /// in checkmate, and from [`MoveValue::CURSED`] on if the fifty-move rule makes the outcome a
    /// draw. It may be too small by 1 because of rounding.
    pub fn distance(&self, board: &Board) -> Option<i32> {
        if !self.may_have(board) {
            return None;
        }
        let (outcome, is_capture_best) = self.resolve(board)?;
        let zeroing = outcome.zeroing_distance();
        if outcome == Wdl::Draw || is_capture_best {
            return Some(zeroing);
        }
        let moves = board.legal_moves();
        if outcome > Wdl::Draw {
            let is_pawn = |mv: &Move| board.piece_type_on(mv.from()) == Some(PieceType::Pawn);
            for &mv in moves.iter().filter(|mv| is_pawn(mv) && board.captured_by(**mv).is_none()) {
                if self.resolve(&board.make(mv))?.0.of_opponent() == outcome {
                    return Some(zeroing);
                }
            }
        }
        let table = self.tables[TableKind::Dtz as usize].get(&Sides::of(board))?;
        match table.distance(board, outcome)? {
            Distance::Plies(plies) => Some(zeroing + zeroing.signum() * plies as i32),
            Distance::OtherSide => {
                // A loss may be best delayed by a capture or pawn move.
                let mut best = (outcome < Wdl::Draw).then_some(zeroing);
                let positions = moves.iter().map(|&mv| board.make(mv));
                for next in positions.filter(|next| next.halfmove_clock() > 0) {
                    let distance = self.distance_after(&next)?;
                    if distance.signum() == zeroing.signum() {
                        best = Some(best.map_or(distance, |best| best.min(distance)));
                    }
                }
                best
            }
        }
    }

    /// Returns the value of each legal move of `board`, or `None` if a side may castle or a table
    /// is missing.
    pub fn move_values(&self, board: &Board) -> Option<Vec<(Move, MoveValue)>> {
        if !self.may_have(board) {
            return None;
        }
        let value = |&mv: &Move| {
            let next = board.make(mv);
            let distance = if next.halfmove_clock() == 0 {
                self.resolve(&next)?.0.of_opponent().zeroing_distance()
            } else {
                self.distance_after(&next)?
            };
            Some((mv, MoveValue::new(distance, board.halfmove_clock())))
        };
        board.legal_moves().iter().map(value).collect()
    }

    /// Whether the number of pieces and the castling rights allow a probe.
    fn may_have(&self, board: &Board) -> bool {
        board.castling() == CastlingRights::NONE && board.occupied().count() <= self.max_pieces
    }
}

impl fmt::Debug for Syzygy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Syzygy").field("max_pieces", &self.max_pieces()).finish_non_exhaustive()
    }
}

impl fmt::Display for Syzygy {
    /// Writes the numbers of tables.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wdl, dtz] = self.tables.each_ref().map(FnvHashMap::len);
        write!(f, "{wdl} WDL and {dtz} DTZ tables found, up to {} pieces", self.max_pieces)
    }
}

impl Wdl {
    /// Returns the distance of a position whose best move is a capture or pawn move, with the sign
    /// of the outcome.
    fn zeroing_distance(self) -> i32 {
        const CURSED: i32 = MoveValue::CURSED as i32;
        match self {
            Self::Loss => -1,
            Self::BlessedLoss => -CURSED,
            Self::Draw => 0,
            Self::CursedWin => CURSED,
            Self::Win => 1,
        }
    }
}

/// The value of a root move, from the view of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The result under the current half-move clock.
    pub outcome: Wdl,
    /// Plies to the next capture or pawn move, this move included, with best play of both sides; 0
    /// in a draw, and from [`CURSED`](Self::CURSED) on if the fifty-move rule intervenes even with
    /// a clock of 0. It may be too small by 1 because of rounding.
    pub distance: u32,
}

impl MoveValue {
    /// The least distance of wins and losses that the fifty-move rule makes draws with any clock.
    pub const CURSED: u32 = FIFTY_MOVES as u32 + 1;

    /// Returns the value of a move with a distance that has the sign of the outcome.
    fn new(distance: i32, halfmove_clock: u8) -> Self {
        let plies = distance.unsigned_abs();
        // A capture, pawn move or mate counts even if the game might have been claimed as a draw.
        let is_in_time = plies <= 1 || plies + u32::from(halfmove_clock) < Self::CURSED;
        let outcome = match (distance.signum(), is_in_time) {
            (0, _) => Wdl::Draw,
            (1, true) => Wdl::Win,
            (1, false) => Wdl::CursedWin,
            (_, true) => Wdl::Loss,
            (_, false) => Wdl::BlessedLoss,
        };
        Self { outcome, distance: plies }
    }
}

impl Syzygy {
    /// Returns the outcome of `board`, which has no castling rights, as if its half-move clock were
    /// 0; and whether a capture is the best move, so that the table may have no distance.
    fn resolve(&self, board: &Board) -> Option<(Wdl, bool)> {
        let mut best = None;
        let mut best_en_passant = None;
        for (mv, next) in captures(board) {
            let bound = best.map_or(Wdl::Win, Wdl::of_opponent);
            let outcome = self.search_captures(&next, Wdl::Loss, bound)?.of_opponent();
            if outcome == Wdl::Win {
                return Some((outcome, true));
            }
            let best =
                if mv.kind() == MoveKind::EnPassant { &mut best_en_passant } else { &mut best };
            *best = (*best).max(Some(outcome));
        }
        let quiet = self.table_outcome(board)?;
        // Without en passant, the outcome is the better of the table's and the best capture's.
        if let Some(en_passant) = best_en_passant.filter(|_| best_en_passant > best) {
            // If all moves are en passant captures, which the table leaves out, its value is a
            // draw.
            let is_forced = || {
                let is_en_passant = |mv: &Move| mv.kind() == MoveKind::EnPassant;
                quiet == Wdl::Draw && board.legal_moves().iter().all(is_en_passant)
            };
            if en_passant > quiet || is_forced() {
                return Some((en_passant, true));
            }
        }
        match best.max(best_en_passant) {
            Some(capture) if capture >= quiet => Some((capture, capture > Wdl::Draw)),
            _ => Some((quiet, false)),
        }
    }

    /// Returns the outcome of `board`, in which no en passant capture is possible, or a bound if it
    /// is not between `alpha` and `beta`.
    fn search_captures(&self, board: &Board, mut alpha: Wdl, beta: Wdl) -> Option<Wdl> {
        for (_, next) in captures(board) {
            let outcome =
                self.search_captures(&next, beta.of_opponent(), alpha.of_opponent())?.of_opponent();
            if outcome >= beta {
                return Some(outcome);
            }
            alpha = alpha.max(outcome);
        }
        Some(self.table_outcome(board)?.max(alpha))
    }

    /// Returns the distance of a position from the view of the player of the move that led to it,
    /// neither a capture nor a pawn move, this move included.
    fn distance_after(&self, next: &Board) -> Option<i32> {
        if next.in_check() && !next.has_legal_move() {
            return Some(1);
        }
        let distance = -self.distance(next)?;
        Some(distance + distance.signum())
    }

    /// Returns the outcome of `board` in its table, captures left out.
    fn table_outcome(&self, board: &Board) -> Option<Wdl> {
        if board.occupied().count() == 2 {
            return Some(Wdl::Draw);
        }
        self.tables[TableKind::Wdl as usize].get(&Sides::of(board))?.outcome(board)
    }
}

/// Returns the captures with the positions they lead to.
fn captures(board: &Board) -> impl Iterator<Item = (Move, Board)> {
    let mut moves = MoveList::new();
    board.add_tactical_moves(&mut moves);
    moves.into_iter().filter(|&mv| board.captured_by(mv).is_some()).map(|mv| (mv, board.make(mv)))
}
