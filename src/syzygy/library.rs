//! Probing with the library `pyrrhic-rs`.

use std::env;

use pyrrhic_rs::{DtzProbeValue, TBError, TableBases, WdlProbeResult};

use super::adapter::{Attacks, promotion};
use super::outcome::{MoveValue, Outcome};
use crate::board::Board;
use crate::types::{Color, Move, PieceType, Square};

/// The separator of folders that the library expects on every system.
const SEPARATOR: &str = ":";

/// The open tables.
pub(super) struct Library(TableBases<Attacks>);

/// The pieces of a position in the library's format.
struct Pieces {
    white: u64,
    black: u64,
    /// From pawns to kings.
    types: [u64; PieceType::COUNT],
    /// The en passant square, or 0.
    en_passant: u32,
    is_white: bool,
}

impl Pieces {
    fn of(board: &Board) -> Self {
        Self {
            white: board.color(Color::White).0,
            black: board.color(Color::Black).0,
            types: PieceType::ALL.map(|piece_type| board.pieces(piece_type).0),
            en_passant: board.en_passant().map_or(0, |square| square.index() as u32),
            is_white: board.side_to_move() == Color::White,
        }
    }
}

impl Library {
    /// Whether the library works in this build.
    pub(super) const IS_SUPPORTED: bool = true;

    /// Opens the tables in `folders`; `None` if others are open in this process.
    pub(super) fn open(folders: &[String]) -> Option<Self> {
        TableBases::new(folders.join(SEPARATOR)).ok().map(Self)
    }

    /// Returns a name under which the library can read `folder`: one without a colon.
    pub(super) fn readable(folder: &str) -> Option<String> {
        let current = env::current_dir().unwrap_or_default();
        let folder = without_drive(folder, &current.to_string_lossy());
        (!folder.contains([':', '\0'])).then(|| folder.to_owned())
    }

    /// Returns the outcome of `board`, which has no castling rights, as if its half-move clock were
    /// 0.
    pub(super) fn outcome(&self, board: &Board) -> Option<Outcome> {
        let Pieces { white, black, types, en_passant, is_white } = Pieces::of(board);
        let [pawns, knights, bishops, rooks, queens, kings] = types;
        let result = self.0.probe_wdl(
            white, black, kings, queens, rooks, bishops, knights, pawns, en_passant, is_white,
        );
        result.ok().map(translated)
    }

    /// Returns the values of all legal moves of `board`, which has no castling rights.
    pub(super) fn move_values(&self, board: &Board) -> Option<Vec<(Move, MoveValue)>> {
        let Pieces { white, black, types, en_passant, is_white } = Pieces::of(board);
        let [pawns, knights, bishops, rooks, queens, kings] = types;
        let clock = board.halfmove_clock().into();
        let result = self.0.probe_root(
            white, black, kings, queens, rooks, bishops, knights, pawns, clock, en_passant,
            is_white,
        );
        let result =
            result.inspect_err(|error| debug_assert_ne!(*error, TBError::NotSingleton)).ok()?;
        let legal = board.legal_moves();
        let find = |value: &DtzProbeValue| {
            let DtzProbeValue::DtzResult(value) = value else { return None };
            let [from, to] = [value.from_square, value.to_square].map(Square::from_index);
            let is_same = |mv: &&Move| {
                mv.from() == from && mv.to() == to && mv.promoted_to() == promotion(value.promotion)
            };
            let &mv = legal.iter().find(is_same)?;
            let next = board.make(mv);
            // The library overlooks that a double push of its own can be captured en passant.
            let value = match next.en_passant() {
                Some(_) => value_of_zeroing(self.outcome(&next)?.of_opponent()),
                None => MoveValue { outcome: translated(value.wdl), distance: value.dtz.into() },
            };
            Some((mv, value))
        };
        let values: Vec<_> = result.moves[..result.num_moves].iter().filter_map(find).collect();
        (values.len() == legal.len()).then_some(values)
    }
}

/// Returns the value of a capture or pawn move that leads to `outcome`.
fn value_of_zeroing(outcome: Outcome) -> MoveValue {
    let distance = match outcome {
        Outcome::Win | Outcome::Loss => 1,
        Outcome::CursedWin | Outcome::BlessedLoss => MoveValue::CURSED,
        Outcome::Draw => 0,
    };
    MoveValue { outcome, distance }
}

/// Returns `folder` without its drive if that is the drive of the `current` folder.
fn without_drive<'a>(folder: &'a str, current: &str) -> &'a str {
    match (folder.split_once(':'), current.split_once(':')) {
        (Some((drive, path)), Some((current, _)))
            if drive.eq_ignore_ascii_case(current) && path.starts_with(['\\', '/']) =>
        {
            path
        }
        _ => folder,
    }
}

fn translated(result: WdlProbeResult) -> Outcome {
    match result {
        WdlProbeResult::Loss => Outcome::Loss,
        WdlProbeResult::BlessedLoss => Outcome::BlessedLoss,
        WdlProbeResult::Draw => Outcome::Draw,
        WdlProbeResult::CursedWin => Outcome::CursedWin,
        WdlProbeResult::Win => Outcome::Win,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_current_drive_is_left_out() {
        for (folder, current, expected) in [
            (r"C:\tables", r"c:\games", r"\tables"),
            ("C:/tables", r"C:\", "/tables"),
            (r"D:\tables", r"C:\games", r"D:\tables"),
            ("C:tables", r"C:\games", "C:tables"),
            ("/tables", "/games", "/tables"),
        ] {
            assert_eq!(without_drive(folder, current), expected);
        }
        assert_eq!(Library::readable("/a:b"), None);
        assert_eq!(Library::readable("a b/ü").as_deref(), Some("a b/ü"));
    }
}
