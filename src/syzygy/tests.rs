//! Tests with small tables: probing against the exact tables, and files that are broken.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;

use super::*;
use crate::mix::mix;
use crate::tablebase::{self, ProbeResult, board_of};
use crate::types::{Color, Square};

/// The folder of the tables.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");

/// Only one set of tables can be open in a process.
static TABLES: LazyLock<Syzygy> = LazyLock::new(|| Syzygy::open(FOLDER).expect("tables"));

/// Returns the tables of the folder with their names.
fn files() -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(FOLDER).expect("a folder").map(|entry| entry.expect("an entry"));
    let named = entries.map(|entry| (entry.file_name().display().to_string(), entry.path()));
    named.filter(|(name, _)| name.contains(".rtb")).collect()
}

/// Returns every `step`-th of the legal positions with the kings and another piece, with both sides
/// to move.
fn three_pieces(letter: char, step: usize) -> impl Iterator<Item = Board> {
    let squares = || Square::all();
    let placements =
        squares().flat_map(move |a| squares().flat_map(move |b| squares().map(move |c| [a, b, c])));
    placements.step_by(step).flat_map(move |[king, other, piece]| {
        let pieces = [('K', king), ('k', other), (letter, piece)];
        Color::ALL.into_iter().filter_map(move |side| board_of(&pieces, side))
    })
}

/// Returns the outcome by the exact tables.
fn exact(board: &Board) -> Outcome {
    match tablebase::probe(board) {
        Some(ProbeResult::Win(_)) => Outcome::Win,
        Some(ProbeResult::Loss(_)) => Outcome::Loss,
        Some(ProbeResult::Draw) | None => Outcome::Draw,
    }
}

fn board(fen: &str) -> Board {
    fen.parse().expect("a legal position")
}

#[test]
fn outcomes_of_three_pieces_equal_those_of_the_exact_tables() {
    let steps = [('P', 1), ('p', 5), ('Q', 3), ('q', 7), ('R', 7), ('r', 7), ('B', 29), ('n', 29)];
    for (letter, step) in steps {
        let mut positions = 0;
        for board in three_pieces(letter, step) {
            assert_eq!(TABLES.outcome(&board), Some(exact(&board)), "{board}");
            positions += step;
        }
        assert!(positions > 300_000, "{letter}: {positions}");
    }
}

#[test]
fn values_of_moves_agree_with_the_exact_tables() {
    for letter in ['Q', 'r', 'P', 'p'] {
        for board in three_pieces(letter, 31) {
            let values = TABLES.move_values(&board).unwrap_or_default();
            assert_eq!(values.len(), board.legal_moves().len(), "{board}");
            for (mv, value) in values {
                let next = board.make(mv);
                assert_eq!(value.outcome, exact(&next).of_opponent(), "{board}, {mv:?}");
                assert_eq!(value.distance == 0, value.outcome == Outcome::Draw);
                // Without pawns nothing but mate ends a won game.
                if !letter.eq_ignore_ascii_case(&'p')
                    && value.outcome == Outcome::Win
                    && let Some(ProbeResult::Loss(plies)) = tablebase::probe(&next)
                {
                    let missing = plies + 1 - value.distance as usize;
                    assert!(missing <= 1, "{board}, {mv:?}: {value:?}, mate in {plies}");
                }
            }
        }
    }
}

#[test]
fn outcomes_of_four_pieces_equal_those_of_the_exact_table() {
    let knights = Square::all().step_by(5);
    let kings = || Square::all();
    let mut wins = 0;
    for knight in knights {
        for [king, other] in kings().flat_map(|king| kings().map(move |other| [king, other])) {
            let bishop = Square::from_index(mix((64 * king.index() + other.index()) as u64) as u8);
            for (own, their) in [('B', 'N'), ('b', 'n')] {
                let (strong, weak) = if own == 'B' { ('K', 'k') } else { ('k', 'K') };
                let pieces = [(strong, king), (weak, other), (own, bishop), (their, knight)];
                for side in Color::ALL {
                    let Some(board) = board_of(&pieces, side) else { continue };
                    assert_eq!(TABLES.outcome(&board), Some(exact(&board)), "{board}");
                    wins += usize::from(exact(&board) != Outcome::Draw);
                }
            }
        }
    }
    assert!(wins > 10_000, "{wins}");
}

#[test]
fn the_half_move_clock_turns_wins_into_draws() {
    // The pawn needs 15 plies to its first move.
    for (clock, outcome) in [(0, Outcome::Win), (84, Outcome::Win), (87, Outcome::CursedWin)] {
        let board = board(&format!("1k6/8/8/8/8/K5P1/8/8 w - - {clock} 80"));
        let values = TABLES.move_values(&board).expect("values");
        let slow = values.iter().filter(|(mv, value)| {
            value.outcome > Outcome::Draw
                && board.piece_type_on(mv.from()) != board.piece_type_on(Square::from_index(22))
        });
        assert!(slow.clone().count() > 0);
        assert_eq!(slow.map(|(_, value)| value.outcome).max(), Some(outcome), "{clock}");
    }
    assert_eq!(Outcome::CursedWin.under(true), Outcome::Draw);
    assert_eq!(Outcome::CursedWin.under(false), Outcome::Win);
    assert_eq!(Outcome::BlessedLoss.under(false), Outcome::Loss);
}

#[test]
fn positions_without_a_table_are_not_probed() {
    for fen in [
        // Castling rights.
        "8/8/8/8/8/8/7k/R3K3 w Q - 0 1",
        "r3k3/8/8/8/8/8/7K/8 b q - 0 1",
        // No such tables, one of them with an en passant capture.
        "8/8/8/2k5/1pP5/8/8/4K3 b - c3 0 1",
        "8/8/7k/8/8/8/8/QQ2K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        let board = board(fen);
        assert_eq!(TABLES.outcome(&board), None, "{fen}");
        assert_eq!(TABLES.move_values(&board), None, "{fen}");
    }
    let without_rights = board("8/8/8/8/8/8/7k/R3K3 w - - 0 1");
    assert_eq!(TABLES.outcome(&without_rights), Some(Outcome::Win));
    // Outcomes without distances.
    let knight_and_bishop = board("8/8/4k3/8/8/8/8/BN2K3 w - - 0 1");
    assert_eq!(TABLES.outcome(&knight_and_bishop), Some(Outcome::Win));
    assert_eq!(TABLES.move_values(&knight_and_bishop), None);
    // No move.
    assert_eq!(TABLES.move_values(&board("k7/8/1Q6/8/8/8/8/7K b - - 0 1")), Some(Vec::new()));
}

#[test]
fn tables_are_counted() {
    let text = "7 WDL and 6 DTZ tables found, up to 4 pieces";
    assert_eq!(TABLES.to_string(), text);
    assert!(matches!(Syzygy::open(FOLDER), Err(SyzygyError::InUse)));
}

#[test]
fn tables_need_those_after_captures_and_promotions() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    let counts = |names: &[&str]| {
        for name in names {
            fs::copy(Path::new(FOLDER).join(name), folder.path().join(name)).expect("a copy");
        }
        let found = Inventory::new(&[path, "", path].map(str::to_owned));
        assert_eq!(found.problems.len(), 1, "the folder without a name");
        let usable = |name| found.usable(Material::from_name(name).expect("a name"));
        let [rooks, pawn] = [usable("KRvKR"), usable("KPvK")];
        (found.max_pieces, found.incomplete(), [rooks.wdl, rooks.dtz, pawn.wdl, pawn.dtz])
    };
    assert_eq!(counts(&["KRvKR.rtbw", "KRvKR.rtbz"]), (0, 1, [false; 4]));
    assert_eq!(counts(&["KRvK.rtbw"]), (4, 0, [true, true, false, false]));
    let pawn = ["KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbw", "KBvK.rtbw"];
    assert_eq!(counts(&pawn), (4, 0, [true, true, true, false]));
    assert_eq!(counts(&["KNvK.rtbw"]), (4, 0, [true; 4]));
    fs::write(folder.path().join("KRvK.rtbw"), "broken").expect("a file");
    let found = Inventory::new(&[path.to_owned()]);
    assert_eq!((found.max_pieces, found.problems.len(), found.incomplete()), (3, 1, 1));
}

/// Returns the result of the check of `bytes` as the file `name`.
fn check(name: &str, bytes: &[u8]) -> Result<(), Defect> {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join(name);
    fs::write(&path, bytes).expect("a file");
    check_file(&path).expect("the name of a table")
}

#[test]
fn sound_tables_pass_and_others_do_not() {
    for (name, path) in files() {
        let bytes = fs::read(&path).expect("a table");
        assert!(check(&name, &bytes).is_ok(), "{name}");
        let length = bytes.len();
        for cut in [0, 1, 63, 64, length / 2, length - 64, length - 16, length - 1] {
            assert!(check(&name, &bytes[..cut]).is_err(), "{name} cut to {cut}");
        }
        let longer = [&bytes[..], &[0; 64]].concat();
        assert!(check(&name, &longer).is_err(), "{name} longer");
        for index in (0..length).step_by(length / 40) {
            let mut changed = bytes.clone();
            changed[index] ^= 0x10;
            assert!(check(&name, &changed).is_err(), "{name} changed at {index}");
        }
        let (stem, extension) = name.split_once('.').expect("an extension");
        let kind = if extension == "rtbw" { "rtbz" } else { "rtbw" };
        assert!(matches!(check(&format!("{stem}.{kind}"), &bytes), Err(Defect::Magic)));
        let other = if stem == "KQvK" { "KRvK" } else { "KQvK" };
        let other = check(&format!("{other}.{extension}"), &bytes);
        assert!(matches!(other, Err(Defect::Material)), "{name}: {other:?}");
    }
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("KQvK.rtbw")).expect("a folder");
    let checked = check_file(&folder.path().join("KQvK.rtbw"));
    assert!(matches!(checked, Some(Err(Defect::NotAFile))));
    assert!(check_file(&folder.path().join("KQvK.txt")).is_none());
}

#[test]
fn wrong_descriptions_with_the_right_checksum_are_found() {
    /// Bytes of the description of all tables that have more than one value.
    const DESCRIPTION: usize = 60;
    let [mut accepted, mut rejected] = [0, 0];
    for (name, path) in files() {
        let bytes = fs::read(&path).expect("a table");
        if bytes.len() < 2 * DESCRIPTION {
            continue;
        }
        for index in 4..DESCRIPTION {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut changed = bytes[..bytes.len() - 16].to_vec();
                if changed[index] == value {
                    continue;
                }
                changed[index] = value;
                let sum = checksum(&changed);
                changed.extend(sum);
                match check(&name, &changed) {
                    Ok(()) => accepted += 1,
                    Err(_) => rejected += 1,
                }
            }
        }
    }
    // A code or a dictionary can often be changed to another one that is as safe.
    assert!(rejected > 2 * accepted, "{rejected} rejected, {accepted} accepted");
}
