//! Tests with small tables: probing against the exact tables, and files that are broken.

mod constant;

use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;

use tempfile::TempDir;

pub(crate) use self::constant::constant_table;
use self::constant::table_of_parts;
use super::file::Defect;
use super::folders::table_of;
use super::*;
use crate::random::mix;
use crate::tablebase::tests::board_of;
use crate::tablebase::{self, ProbeResult};
use crate::types::{Color, Square};

/// The folder of the tables.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");

/// The open tables.
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
fn exact(board: &Board) -> Wdl {
    match tablebase::probe(board) {
        Some(ProbeResult::Win(_)) => Wdl::Win,
        Some(ProbeResult::Loss(_)) => Wdl::Loss,
        Some(ProbeResult::Draw) | None => Wdl::Draw,
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
        for board in three_pieces(letter, 89) {
            let values = TABLES.move_values(&board).unwrap_or_default();
            assert_eq!(values.len(), board.legal_moves().len(), "{board}");
            for (mv, value) in values {
                let next = board.make(mv);
                assert_eq!(value.outcome, exact(&next).of_opponent(), "{board}, {mv:?}");
                assert_eq!(value.distance == 0, value.outcome == Wdl::Draw);
                // Without pawns nothing but mate ends a won game.
                if !letter.eq_ignore_ascii_case(&'p')
                    && value.outcome == Wdl::Win
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
                    wins += usize::from(exact(&board) != Wdl::Draw);
                }
            }
        }
    }
    assert!(wins > 10_000, "{wins}");
}

#[test]
fn the_half_move_clock_turns_wins_into_draws() {
    // The pawn needs 15 plies to its first move.
    for (clock, outcome) in [(0, Wdl::Win), (85, Wdl::Win), (86, Wdl::CursedWin)] {
        let board = board(&format!("1k6/8/8/8/8/K5P1/8/8 w - - {clock} 80"));
        let values = TABLES.move_values(&board).expect("values");
        let slow = values.iter().filter(|(mv, value)| {
            value.outcome > Wdl::Draw
                && board.piece_type_on(mv.from()) != board.piece_type_on(Square::from_index(22))
        });
        assert!(slow.clone().count() > 0);
        assert_eq!(slow.map(|(_, value)| value.outcome).max(), Some(outcome), "{clock}");
    }
    assert_eq!(Wdl::CursedWin.under(true), Wdl::Draw);
    assert_eq!(Wdl::CursedWin.under(false), Wdl::Win);
    assert_eq!(Wdl::BlessedLoss.under(false), Wdl::Loss);
}

#[test]
fn a_win_or_loss_lasts_if_its_last_ply_is_the_hundredth_at_the_latest() {
    for (distance, clock, outcome) in [
        (15, 85, Wdl::Win),
        (15, 86, Wdl::CursedWin),
        (-15, 85, Wdl::Loss),
        (-15, 86, Wdl::BlessedLoss),
        // The game goes on although a draw might have been claimed: a capture, pawn move or mate.
        (1, 120, Wdl::Win),
        (-1, 120, Wdl::Loss),
        (2, 100, Wdl::CursedWin),
    ] {
        let value = MoveValue { outcome, distance: i32::unsigned_abs(distance) };
        assert_eq!(MoveValue::new(distance, clock), value, "{distance} {clock}");
    }
}

#[test]
fn positions_without_a_table_are_not_probed() {
    for fen in [
        // Castling rights.
        "8/8/8/8/8/8/7k/R3K3 w Q - 0 1",
        "r3k3/8/8/8/8/8/7K/8 b q - 0 1",
        // No such tables.
        "8/8/8/2k5/1p6/8/2P5/4K3 b - - 0 1",
        "8/8/7k/8/8/8/8/QQ2K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        let board = board(fen);
        assert_eq!(TABLES.outcome(&board), None, "{fen}");
        assert_eq!(TABLES.move_values(&board), None, "{fen}");
    }
    // A capture that wins needs no table of the position itself.
    let en_passant = board("8/8/8/2k5/1pP5/8/8/4K3 b - c3 0 1");
    assert_eq!(TABLES.outcome(&en_passant), Some(Wdl::Win));
    assert_eq!(TABLES.move_values(&en_passant), None);
    let without_rights = board("8/8/8/8/8/8/7k/R3K3 w - - 0 1");
    assert_eq!(TABLES.outcome(&without_rights), Some(Wdl::Win));
    // Outcomes without distances.
    let knight_and_bishop = board("8/8/4k3/8/8/8/8/BN2K3 w - - 0 1");
    assert_eq!(TABLES.outcome(&knight_and_bishop), Some(Wdl::Win));
    assert_eq!(TABLES.move_values(&knight_and_bishop), None);
    // No move.
    assert_eq!(TABLES.move_values(&board("k7/8/1Q6/8/8/8/8/7K b - - 0 1")), Some(Vec::new()));
}

#[test]
fn several_sets_of_tables_can_be_open() {
    let text = "7 WDL and 6 DTZ tables found, up to 4 pieces";
    assert_eq!(TABLES.to_string(), text);
    let other = Syzygy::open(FOLDER).expect("tables");
    assert_eq!(other.to_string(), text);
    let board = board("8/8/8/8/8/8/7k/R3K3 w - - 0 1");
    assert_eq!(other.move_values(&board), TABLES.move_values(&board));
}

#[test]
fn threads_share_the_tables() {
    let boards: Vec<_> = three_pieces('P', 97).collect();
    let probe = || boards.iter().map(|board| TABLES.distance(board)).collect::<Vec<_>>();
    let expected = probe();
    assert!(expected.iter().all(Option::is_some));
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(probe)).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), expected);
        }
    });
}

#[test]
fn distances_have_the_sign_of_the_outcome() {
    let mut longest = 0;
    for letter in ['Q', 'r', 'P', 'p', 'B'] {
        for board in three_pieces(letter, 151) {
            let distance = TABLES.distance(&board).expect("tables");
            assert_eq!(distance.cmp(&0), exact(&board).cmp(&Wdl::Draw), "{board}");
            // The best move is one ply nearer to the capture, pawn move or mate.
            let values = TABLES.move_values(&board).expect("tables");
            let best = values.iter().map(|(_, value)| match value.outcome.cmp(&Wdl::Draw) {
                Ordering::Less => -10_000 + value.distance as i32,
                Ordering::Equal => 0,
                Ordering::Greater => 10_000 - value.distance as i32,
            });
            let best = best.max().unwrap_or(if board.in_check() { -9_999 } else { 0 });
            // One of them may be too small by 1.
            let difference = best - (10_000 * distance.signum() - distance);
            assert!(difference.abs() <= 1, "{board}: {distance}, {values:?}");
            longest = longest.max(distance);
        }
    }
    assert!(longest > 25, "{longest}");
}

#[test]
fn en_passant_captures_are_searched() {
    let folder = TempDir::new().expect("a folder");
    for (name, path) in files() {
        fs::copy(path, folder.path().join(name)).expect("a copy");
    }
    let path = folder.path().to_str().expect("UTF-8");
    // The value of the table without the captures: a draw.
    fs::write(folder.path().join("KPvKP.rtbw"), constant_table("KPvKP", [2, 2])).expect("a file");
    let tables = Syzygy::open(path).expect("tables");
    assert_eq!(tables.problems().len(), 0, "{:?}", tables.problems());
    for (fen, outcome, distance) in [
        // The capture wins.
        ("8/8/8/1Pp5/8/3K4/8/7k w - c6 0 1", Wdl::Win, 1),
        ("7K/8/3k4/8/1pP5/8/8/8 b - c3 0 1", Wdl::Win, 1),
        ("8/8/8/1Pp5/8/3K4/8/7k w - - 0 1", Wdl::Draw, 0),
        // The other moves draw.
        ("8/8/8/8/kpP5/8/8/1K6 b - c3 0 1", Wdl::Draw, 0),
    ] {
        let board = board(fen);
        assert_eq!(tables.outcome(&board), Some(outcome), "{fen}");
        assert_eq!(tables.distance(&board), Some(distance), "{fen}");
    }
    // The value of a double push takes the answer into account.
    let before = board("8/2p5/8/1P6/8/3K4/8/7k b - - 0 1");
    let values = tables.move_values(&before).expect("values");
    let of_double_push = values.iter().find(|(mv, _)| mv.from().rank_distance(mv.to()) == 2);
    let (_, value) = of_double_push.expect("a double push");
    assert_eq!(*value, MoveValue { outcome: Wdl::Loss, distance: 1 });
    drop(tables);
    for (fen, after, other, outcome, distance) in [
        // The only move is a capture that loses.
        ("8/8/1p6/pP6/K7/8/k7/8 w - a6 0 1", 4, 2, Wdl::Loss, -1),
        // En passant draws, and the king's capture wins too slowly.
        ("8/1k6/8/pP6/8/4p3/4K3/8 w - a6 0 1", 1, 0, Wdl::CursedWin, 101),
        ("8/1k6/8/pP6/8/4p3/4K3/8 w - a6 0 1", 1, 3, Wdl::CursedWin, 101),
    ] {
        for (name, values) in [("KPvKP", [after; 2]), ("KPPvKP", [2, other])] {
            let path = folder.path().join(format!("{name}.rtbw"));
            fs::write(path, constant_table(name, values)).expect("a file");
        }
        let tables = Syzygy::open(path).expect("tables");
        let results = (tables.outcome(&board(fen)), tables.distance(&board(fen)));
        assert_eq!(results, (Some(outcome), Some(distance)), "{fen} {other}");
    }
}

#[test]
fn probes_that_need_a_missing_table_have_no_result() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    let copy = |name: &str| {
        fs::copy(Path::new(FOLDER).join(name), folder.path().join(name)).expect("a copy");
    };
    let results = |board: &Board| {
        let tables = Syzygy::open(path).expect("tables");
        (tables.outcome(board).is_some(), tables.move_values(board).is_some())
    };
    let quiet = board("8/8/4k3/8/8/2K5/7r/R7 w - - 0 1");
    let capture = board("8/8/4k3/8/8/2K5/8/R6r w - - 0 1");
    assert!(Syzygy::open(path).is_err());
    copy("KPvK.rtbz");
    assert!(Syzygy::open(path).is_err());
    copy("KRvKR.rtbw");
    assert_eq!([results(&quiet), results(&capture)], [(true, false), (false, false)]);
    copy("KRvKR.rtbz");
    copy("KRvK.rtbw");
    assert_eq!([results(&quiet), results(&capture)], [(true, true), (true, true)]);
    // Distances need the tables after promotions too.
    let pawn = board("8/P7/8/8/8/8/8/K1k5 w - - 0 1");
    copy("KPvK.rtbw");
    copy("KQvK.rtbw");
    copy("KBvK.rtbw");
    assert_eq!(results(&pawn), (true, false));
    copy("KNvK.rtbw");
    assert_eq!(results(&pawn), (true, true));
    fs::write(folder.path().join("KRvK.rtbw"), "broken").expect("a file");
    assert_eq!([results(&quiet), results(&capture)], [(true, false), (false, false)]);
    let tables = Syzygy::open(&format!("{path}{SEPARATOR}{SEPARATOR}missing")).expect("tables");
    assert_eq!(tables.problems().len(), 2, "{:?}", tables.problems());
    // A broken table does not hide a sound one of the same name in a later folder.
    let tables = Syzygy::open(&format!("{path}{SEPARATOR}{FOLDER}")).expect("tables");
    assert!(tables.outcome(&capture).is_some());
    assert_eq!(tables.problems().len(), 1, "{:?}", tables.problems());
    // Of two sound ones, the first is used; a folder may be named twice.
    let other = TempDir::new().expect("a folder");
    for (folder, value) in [(&folder, 0), (&other, 4)] {
        let table = constant_table("KPvKP", [value; 2]);
        fs::write(folder.path().join("KPvKP.rtbw"), table).expect("a file");
    }
    let other = other.path().to_str().expect("UTF-8");
    let pawns = board("8/3k2p1/8/8/8/8/P7/3K4 w - - 0 1");
    for (folders, outcome) in [([path, other, path], Wdl::Loss), ([other, path, path], Wdl::Win)] {
        let tables = Syzygy::open(&folders.join(&SEPARATOR.to_string())).expect("tables");
        assert_eq!(tables.outcome(&pawns), Some(outcome));
        assert_eq!(tables.problems().len(), 1, "{:?}", tables.problems());
    }
}

/// Checks the file at `path`; `None` if its name is not that of a table.
fn check_file(path: &Path) -> Option<Result<(), Defect>> {
    let (material, kind) = table_of(path)?;
    Some(SyzygyTable::open(path, material, kind).map(drop))
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
        for table in [[&bytes[..length - 16], &[0; 64]].concat(), bytes[..length - 80].to_vec()] {
            let summed = [&table[..], &checksum(&table)].concat();
            assert!(check(&name, &summed).is_err(), "{name} of another length");
        }
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
    // Flags that do not suit the material, and a value that is no outcome.
    let part: &[u8] = &[0x80, 4];
    for flags in [0, 3] {
        let bytes = table_of_parts("KPvKP", TableKind::Wdl, flags, &[part; 4], &[]);
        assert!(matches!(check("KPvKP.rtbw", &bytes), Err(Defect::Material)), "{flags}");
    }
    assert!(check("KPvKP.rtbw", &constant_table("KPvKP", [4; 2])).is_ok());
    let unknown = check("KPvKP.rtbw", &constant_table("KPvKP", [5; 2]));
    assert!(matches!(unknown, Err(Defect::Corrupt(_))), "{unknown:?}");
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("KQvK.rtbw")).expect("a folder");
    let checked = check_file(&folder.path().join("KQvK.rtbw"));
    assert!(matches!(checked, Some(Err(Defect::Io(_)))));
    assert!(check_file(&folder.path().join("KQvK.txt")).is_none());
}

#[test]
fn damage_with_the_right_checksum_does_no_harm() {
    let mut boards: Vec<_> =
        ['Q', 'p', 'r'].into_iter().flat_map(|it| three_pieces(it, 19_997)).collect();
    for pieces in ["KkRr", "KkBN"] {
        boards.extend((0..20).filter_map(|number| {
            let squares = mix(number).to_le_bytes().map(|byte| Square::from_index(byte & 63));
            let placed: Vec<_> = pieces.chars().zip(squares).collect();
            board_of(&placed, Color::White)
        }));
    }
    let changes = thread::scope(|scope| {
        let runs = ["rtbw", "rtbz"].map(|ending| scope.spawn(|| damage(ending, &boards)));
        runs.map(|run| run.join().expect("no harm"))
    });
    let accepted = changes.iter().map(|(accepted, _)| accepted).sum::<usize>();
    let rejected: Vec<String> = changes.into_iter().flat_map(|(_, defects)| defects).collect();
    // A code or a dictionary can often be changed to another one, and no value is implausible.
    let count = rejected.len();
    assert!(count > accepted / 2 && accepted > 500, "{count} rejected, {accepted} accepted");
    for part in ["order of pieces", "description", "dictionary", "code", "index"] {
        assert!(rejected.contains(&Defect::Corrupt(part).to_string()), "{part}");
    }
}

/// Changes the tables of a kind in turn, one byte at a time, and probes `boards`. Returns the
/// number of changes that were accepted, and the defects for which the others were rejected.
fn damage(ending: &str, boards: &[Board]) -> (usize, Vec<String>) {
    /// The bytes of the description of all tables that have more than one value.
    const DESCRIPTION: usize = 60;
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    for (name, path) in files() {
        fs::copy(path, folder.path().join(name)).expect("a copy");
    }
    let mut accepted = 0;
    let mut rejected = Vec::new();
    for (name, source) in files().into_iter().filter(|(name, _)| name.ends_with(ending)) {
        let bytes = fs::read(&source).expect("a table");
        if bytes.len() < 2 * DESCRIPTION {
            continue;
        }
        let sides = table_of(&source).map(|(sides, _)| sides);
        let own_boards = || boards.iter().filter(|board| Some(Sides::of(board)) == sides);
        assert!(own_boards().next().is_some(), "{name}");
        let table = &bytes[..bytes.len() - 16];
        let description =
            (4..DESCRIPTION).flat_map(|at| [0, 1, 0x7f, 0x80, 0xff].map(|byte| (at, byte)));
        let elsewhere = (DESCRIPTION..table.len()).step_by(97).map(|at| (at, 0xff));
        for (at, byte) in description.chain(elsewhere) {
            let mut changed = table.to_vec();
            if changed[at] == byte {
                continue;
            }
            changed[at] = byte;
            let sum = checksum(&changed);
            changed.extend(sum);
            fs::write(folder.path().join(&name), &changed).expect("a file");
            if let Err(defect) = check_file(&folder.path().join(&name)).expect("a name") {
                rejected.push(defect.to_string());
                continue;
            }
            accepted += 1;
            let tables = Syzygy::open(path).expect("the other tables");
            for board in own_boards() {
                tables.outcome(board);
                tables.move_values(board);
            }
        }
        fs::copy(source, folder.path().join(name)).expect("a copy");
    }
    (accepted, rejected)
}
