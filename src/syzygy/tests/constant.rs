//! Probes of tables made for the purpose, in which all positions of a part have the same value.

use tempfile::TempDir;

use super::*;
use crate::board::Material;
use crate::syzygy::table::MAGICS;

/// Returns a WDL table with pawns in which all positions have the same value for each side to move.
pub(crate) fn constant_table(name: &str, values: [u8; 2]) -> Vec<u8> {
    let [first, second] = values.map(|value| [0x80, value]);
    if name.split_once('v').is_some_and(|(white, black)| white == black) {
        table_of_parts(name, TableKind::Wdl, 2, &[&first; 4], &[])
    } else {
        table_of_parts(name, TableKind::Wdl, 3, &[&[first, second].concat()[..]; 4], &[])
    }
}

/// Returns a table with pawns and these flags and `parts`, followed by `maps`.
pub(super) fn table_of_parts(
    name: &str,
    kind: TableKind,
    flags: u8,
    parts: &[&[u8]; 4],
    maps: &[u8],
) -> Vec<u8> {
    let (first, second) = name.split_once('v').expect("two sides");
    let code = |letter: char| 1 + "PNBRQK".find(letter).expect("a piece") as u8;
    let [first, second] = [(first, 0), (second, 8)]
        .map(|(side, bit)| side.chars().map(move |piece| code(piece) + bit));
    let (mut pawns, others): (Vec<u8>, Vec<u8>) =
        first.chain(second).partition(|piece| piece & 7 == 1);
    let sides_with_pawns = name.split('v').filter(|side| side.contains('P')).count();
    // The side with fewer pawns leads.
    if pawns.iter().filter(|&&pawn| pawn == 1).count() > pawns.len() / 2 && sides_with_pawns > 1 {
        pawns.reverse();
    }
    let mut bytes = [&MAGICS[kind as usize][..], &[flags]].concat();
    for _ in parts {
        bytes.extend([0, 0x11].into_iter().take(sides_with_pawns));
        bytes.extend(pawns.iter().chain(&others).map(|piece| piece << 4 | piece));
    }
    bytes.resize(bytes.len().next_multiple_of(2), 0);
    bytes.extend(parts.concat());
    bytes.extend(maps);
    bytes.resize(bytes.len().next_multiple_of(64), 0);
    let sum = checksum(&bytes);
    bytes.extend(sum);
    bytes
}

/// The value of every position is 0. The first entries of the maps are for wins, losses, cursed
/// wins and blessed losses, in moves if the flags do not say plies.
#[test]
fn distances_are_looked_up_by_outcome() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, bytes: Vec<u8>| fs::write(folder.path().join(name), bytes);
    // Wins in plies; then losses in plies, in maps of 16 bits, which begin at an even byte.
    let parts: [&[u8]; 4] = [&[0x86, 9], &[0x9a, 9], &[0x80, 9], &[0x80, 9]];
    let mut maps = vec![2, 5, 99, 1, 6, 1, 7, 1, 8];
    maps.resize(maps.len().next_multiple_of(2), 0);
    maps.extend(
        [300, 310, 320, 330]
            .into_iter()
            .flat_map(|entry: u16| [1, entry].map(u16::to_le_bytes).concat()),
    );
    write("KPvKP.rtbz", table_of_parts("KPvKP", TableKind::Dtz, 2, &parts, &maps)).expect("a file");
    for (value, distances) in [
        (0, [-(1 + 2 * 6), -(1 + 310), -1]),
        (1, [-(101 + 2 * 8), -(101 + 2 * 330), -101]),
        (2, [0; 3]),
        (3, [101 + 2 * 7, 101 + 2 * 320, 101]),
        (4, [1 + 5, 1 + 2 * 300, 1]),
    ] {
        write("KPvKP.rtbw", constant_table("KPvKP", [value; 2])).expect("a file");
        let tables = Syzygy::open(folder.path().to_str().expect("UTF-8")).expect("tables");
        for (pawn, distance) in ["P7", "1P6", "2P5"].into_iter().zip(distances) {
            let board = board(&format!("8/3k2p1/8/8/8/8/{pawn}/3K4 w - - 0 1"));
            assert_eq!(tables.distance(&board), Some(distance), "{value} {board}");
        }
    }
}

#[test]
fn distances_of_the_other_side_are_found_by_moves() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, bytes: Vec<u8>| {
        fs::write(folder.path().join(name), bytes).expect("a file");
    };
    // The side with the rook wins, but the game is drawn without the rook.
    write("KRPvKP.rtbw", constant_table("KRPvKP", [4, 0]));
    let maps = [1, 5, 1, 6, 1, 7, 1, 8].repeat(4);
    for (side, without_rook, fen, distance) in [
        // The distances are those of the loser, who can capture or move a pawn.
        (1, 4, "8/4k1p1/5R2/8/8/8/P7/3K4 b - - 0 1", -(1 + 2 * 6)),
        // The pawn is blocked, and the rook can be lost.
        (1, 2, "8/6p1/8/1k6/8/R7/P7/3K4 w - - 0 1", 1 + 2 * 6 + 1),
        // The distances are those of the winner, whose pawn moves at once unless it is blocked.
        (0, 2, "8/8/8/6k1/2p5/8/2P5/K6R b - - 0 1", -2),
    ] {
        write("KPvKP.rtbw", constant_table("KPvKP", [without_rook; 2]));
        let part = [0x82 | side, 0];
        let bytes = table_of_parts("KRPvKP", TableKind::Dtz, 2, &[&part; 4], &maps);
        write("KRPvKP.rtbz", bytes);
        let tables = Syzygy::open(folder.path().to_str().expect("UTF-8")).expect("tables");
        assert_eq!(tables.distance(&board(fen)), Some(distance), "{fen}");
    }
}

#[test]
fn the_pawn_of_the_side_with_fewer_pawns_chooses_the_part_of_the_table() {
    let folder = TempDir::new().expect("a folder");
    let parts = [0, 1, 2, 3].map(|value| [0x80, value, 0x80, value]);
    let table =
        table_of_parts("KPPvKP", TableKind::Wdl, 3, &parts.each_ref().map(|it| &it[..]), &[]);
    fs::write(folder.path().join("KPPvKP.rtbw"), table).expect("a file");
    let tables = Syzygy::open(folder.path().to_str().expect("UTF-8")).expect("tables");
    for (black, outcome) in
        [("7p", Wdl::Loss), ("1p6", Wdl::BlessedLoss), ("5p2", Wdl::Draw), ("3p4", Wdl::CursedWin)]
    {
        for fen in [
            format!("8/{black}/8/3k4/8/3K4/PP6/8 w - - 0 1"),
            format!("8/pp6/3k4/8/3K4/8/{}/8 w - - 0 1", black.to_uppercase()),
        ] {
            assert_eq!(tables.outcome(&board(&fen)), Some(outcome), "{fen}");
        }
    }
}

/// The outcomes by their values in a table.
const OUTCOMES: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

/// Returns the outcome of `board`, whose tables have the `values` of [`constant_table`], or the
/// best that a sequence of captures makes of it.
fn best_by_captures(board: &Board, values: &[(&str, [u8; 2])]) -> Wdl {
    let sides = [board.side_to_move(), !board.side_to_move()].map(|side| Material::of(board, side));
    let value = values.iter().find_map(|(name, [first, second])| match name.split_once('v')? {
        names if names == (&*sides[0].to_string(), &*sides[1].to_string()) => Some(first),
        names if names == (&*sides[1].to_string(), &*sides[0].to_string()) => Some(second),
        _ => None,
    });
    let quiet = value.map_or_else(|| exact(board), |&value| OUTCOMES[usize::from(value)]);
    let moves = board.legal_moves();
    let captures = moves.iter().filter(|mv| board.captured_by(**mv).is_some());
    captures
        .map(|&mv| best_by_captures(&board.make(mv), values).of_opponent())
        .fold(quiet, Wdl::max)
}

#[test]
fn captures_are_searched_to_the_end() {
    let folder = TempDir::new().expect("a folder");
    for name in ["KPvK.rtbw", "KQvK.rtbw", "KRvK.rtbw", "KBvK.rtbw", "KNvK.rtbw"] {
        fs::copy(Path::new(FOLDER).join(name), folder.path().join(name)).expect("a copy");
    }
    let mut changed = 0;
    for number in 0..25 {
        let values = [
            ("KPPvKPP", [number / 5; 2]),
            ("KPPvKP", [number % 5, 4 - number % 5]),
            ("KPvKP", [number / 5; 2]),
            ("KPPvK", [4 - number / 5, number / 5]),
        ];
        for (name, values) in values {
            let path = folder.path().join(format!("{name}.rtbw"));
            fs::write(path, constant_table(name, values)).expect("a file");
        }
        let tables = Syzygy::open(folder.path().to_str().expect("UTF-8")).expect("tables");
        // Placements on 16 squares in the middle.
        for seed in 0..1_500 {
            let squares = mix(1_500 * u64::from(number) + seed)
                .to_le_bytes()
                .map(|byte| Square::from_index(18 + byte % 4 + 8 * (byte / 4 % 4)));
            let pieces: Vec<_> = "KkPPpp".chars().zip(squares).collect();
            for side in Color::ALL {
                let Some(board) = board_of(&pieces, side) else { continue };
                let expected = best_by_captures(&board, &values);
                assert_eq!(tables.outcome(&board), Some(expected), "{board}, {values:?}");
                changed += usize::from(expected != OUTCOMES[usize::from(number / 5)]);
            }
        }
    }
    assert!(changed > 100, "{changed}");
}
