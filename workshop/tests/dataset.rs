//! Recorded games: against viriformat, an independent library, and with damage.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cozy_chess as cozy;
use nunatak::board::{Board, PACKED_BYTES};
use nunatak::types::Outcome;
use nunatak_workshop::dataset::{
    Filter, Game, GameError, GameReader, Position, ScoredMove, Shuffler,
};
use proptest::prelude::*;
use viriformat::dataformat as viri;

const MAX_PLIES: usize = 150;
/// All games of Chess960 begin from one of so many positions.
const START_POSITIONS: u32 = 960;

/// A random game of Chess960, some of them with nothing but their start.
fn game() -> impl Strategy<Value = Game> {
    let choices = prop::collection::vec((any::<usize>(), any::<i16>()), 0..MAX_PLIES);
    (0..START_POSITIONS, 0..MAX_PLIES, choices, 0..Outcome::ALL.len()).prop_map(
        |(start, skipped, choices, outcome)| {
            let fen = format!("{:#}", cozy::Board::chess960_startpos(start));
            let mut board: Board = fen.parse().expect("a legal position");
            let mut game = Game { start: board, moves: Vec::new(), outcome: Outcome::ALL[outcome] };
            for (ply, (choice, score)) in choices.into_iter().enumerate() {
                let moves = board.legal_moves();
                let Some(&mv) = moves.get(choice % moves.len().max(1)) else { break };
                board = board.make(mv);
                match ply < skipped {
                    true => game.start = board,
                    false => game.moves.push(ScoredMove { mv, score }),
                }
            }
            game
        },
    )
}

fn bytes(games: &[Game]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for game in games {
        game.write_to(&mut bytes).expect("memory does not fail");
    }
    bytes
}

/// Placement, side to move, and clocks.
fn plain_fields(fen: &str) -> Vec<String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    [0, 1, 4, 5].map(|index| fields[index].to_owned()).to_vec()
}

proptest! {
    #[test]
    fn games_are_read_back(games in prop::collection::vec(game(), 0..5)) {
        let bytes = bytes(&games);
        let sum: u64 = games.iter().map(Game::byte_count).sum();
        prop_assert_eq!(sum, bytes.len() as u64);
        let mut reader = GameReader::new(&*bytes);
        let read: Result<Vec<Game>, _> = reader.by_ref().collect();
        prop_assert_eq!(read.expect("games"), games);
        prop_assert_eq!(reader.offset(), sum);
    }

    #[test]
    fn viriformat_reads_and_writes_the_same(game in game()) {
        let bytes = bytes(std::slice::from_ref(&game));
        let theirs = viri::Game::deserialise_from(&mut Cursor::new(&bytes), Vec::new())
            .expect("a game");
        let mut copy = Vec::new();
        theirs.serialise_into(&mut copy).expect("memory does not fail");
        prop_assert_eq!(&copy, &bytes);

        let start = theirs.initial_position().to_marlinformat(0, game.outcome as u8, 0);
        prop_assert_eq!(&start.as_bytes()[..], &bytes[..32]);
        let mut ours = game.positions();
        theirs.visit_positions(|board, score| {
            let position = ours.next().expect("as many positions");
            assert_eq!(score, i32::from(position.score));
            let fen = position.board.to_string();
            assert_eq!(plain_fields(&board.to_string()), plain_fields(&fen));
        });
        prop_assert!(ours.next().is_none());
    }

    #[test]
    fn a_file_that_was_cut_keeps_its_whole_games(
        games in prop::collection::vec(game(), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let bytes = bytes(&games);
        let length = cut.index(bytes.len());
        let mut ends = vec![0];
        for game in &games {
            ends.push(ends[ends.len() - 1] + game.byte_count());
        }
        let whole = ends.iter().rposition(|&end| end <= length as u64).expect("the first is 0");
        let mut reader = GameReader::new(&bytes[..length]);
        for game in &games[..whole] {
            prop_assert_eq!(&reader.next().expect("a game").expect("a whole one"), game);
        }
        prop_assert_eq!(reader.offset(), ends[whole]);
        match reader.next() {
            None => prop_assert_eq!(ends[whole], length as u64),
            Some(Err(GameError::Truncated { offset })) => prop_assert_eq!(offset, ends[whole]),
            other => prop_assert!(false, "{other:?}"),
        }
        prop_assert!(reader.next().is_none());
    }

    #[test]
    fn shuffled_games_are_the_same_in_another_order(
        games in prop::collection::vec(game(), 0..8),
        memory in 1_u64..4_000,
        seed: u64,
    ) {
        let total = games.iter().map(Game::byte_count).sum();
        let shuffle = |seed| {
            let mut shuffler = Shuffler::new(total, memory, seed).expect("temporary files");
            games.iter().try_for_each(|game| shuffler.add(game)).expect("temporary files");
            let mut out = Vec::new();
            shuffler.write_to(&mut out).expect("temporary files");
            out
        };
        let sorted = |games: &[Game]| {
            let mut games: Vec<_> = games.iter().map(|game| bytes(std::slice::from_ref(game))).collect();
            games.sort();
            games
        };
        let shuffled: Result<Vec<Game>, _> = GameReader::new(&*shuffle(seed)).collect();
        prop_assert_eq!(sorted(&shuffled.expect("games")), sorted(&games));
        prop_assert_eq!(shuffle(seed), shuffle(seed));
    }

    #[test]
    fn damaged_bytes_do_no_harm(game in game(), index in any::<prop::sample::Index>(), byte: u8) {
        let mut bytes = bytes(&[game.clone(), game]);
        let index = index.index(bytes.len());
        bytes[index] = byte;
        for game in GameReader::new(&*bytes).map_while(Result::ok) {
            for position in game.positions() {
                prop_assert!(position.board.is_legal(position.mv));
            }
        }
    }

    #[test]
    fn any_bytes_are_a_legal_position_or_none(bytes: [u8; PACKED_BYTES]) {
        if let Ok(board) = Board::from_packed(&bytes) {
            prop_assert_eq!(Board::from_packed(&board.to_packed()).expect("legal"), board);
        }
    }
}

/// A file of the test's own that holds self-play games of the program.
fn played(name: &str, seed: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    let file = path.to_str().expect("a path in UTF-8");
    let output = nunatak(&[
        "selfplay",
        "--games",
        "4",
        "--nodes",
        "40",
        "--threads",
        "2",
        "--seed",
        seed,
        "--out",
        file,
    ]);
    assert!(output.status.success());
    path
}

fn nunatak(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_nunatak-workshop"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// The games of a file, in their binary form.
fn games_of(path: &Path) -> Vec<Vec<u8>> {
    let games = GameReader::open(path).expect("a file");
    games.map(|game| bytes(&[game.expect("a game")])).collect()
}

#[test]
fn files_are_merged_shuffled_and_exported() {
    let inputs = [played("first.bin", "1"), played("second.bin", "2")];
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let outputs = ["merged.bin", "shuffled.bin", "positions.epd"].map(|name| folder.join(name));
    let [merged, shuffled, epd] = &outputs;
    let run = |option: &str, out: &Path| {
        let _ = fs::remove_file(out);
        let paths = [&inputs[0], &inputs[1], out].map(|path| path.to_str().expect("UTF-8"));
        let [first, second, out] = paths;
        let output = nunatak(&["dataset", first, second, option, out]);
        assert!(output.status.success(), "{output:?}");
        let again = nunatak(&["dataset", first, option, out]);
        assert!(!again.status.success(), "an existing file is not overwritten");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(run("--merge", merged), "8 games written\n");
    let in_order = [games_of(&inputs[0]), games_of(&inputs[1])].concat();
    assert_eq!(games_of(merged), in_order);

    assert_eq!(run("--shuffle", shuffled), "8 games written\n");
    let mixed = games_of(shuffled);
    assert_ne!(mixed, in_order);
    let sorted = |mut games: Vec<Vec<u8>>| {
        games.sort();
        games
    };
    assert_eq!(sorted(mixed), sorted(in_order));

    let text = run("--epd", epd);
    let filter = Filter::default();
    let expected: usize = inputs
        .iter()
        .flat_map(|path| GameReader::open(path).expect("a file"))
        .map(|game| game.expect("a game").positions().filter(|p| filter.keeps(p)).count())
        .sum();
    assert_eq!(text, format!("{expected} positions written\n"));
    let lines = fs::read_to_string(epd).expect("a file");
    assert_eq!(lines.lines().count(), expected);
    for line in lines.lines() {
        let (fields, opcodes) = line.split_once(" c9 ").expect("a result");
        assert!(fields.parse::<Board>().is_ok(), "{line}");
        let (result, score) = opcodes.split_once("; ce ").expect("a score");
        assert!(["\"1-0\"", "\"0-1\"", "\"1/2-1/2\""].contains(&result), "{line}");
        assert!(score.trim_end_matches(';').parse::<i16>().is_ok(), "{line}");
    }
    for path in inputs.iter().chain(&outputs) {
        fs::remove_file(path).expect("a file");
    }
}

#[test]
fn the_filter_keeps_what_is_quiet() {
    let filter = Filter { first_ply: 0, max_score: 500 };
    for (fen, mv, score, expected) in [
        ("4k3/8/8/3p4/8/8/4R3/4K3 b - - 0 1", "e8f8", 0, false), // in check
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", 0, false), // a pawn can be won
        ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", 0, true), // it is protected
        ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, false), // a capture is played
        ("8/P7/8/8/4k3/8/8/4K3 w - - 0 1", "e1e2", 0, false),    // a promotion wins
        ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", -500, true),
        ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e1e2", 501, false),
    ] {
        let board: Board = fen.parse().expect("a legal position");
        let mv = board.parse_move(mv).expect("legal");
        assert_eq!(filter.keeps(&Position { board, mv, score }), expected, "{fen} {mv:?} {score}");
    }
    // The first position of ply 16, and the last before it.
    for (fields, expected) in [("w - - 0 9", true), ("b - - 0 8", false)] {
        let board: Board = format!("4k3/8/8/8/8/8/4P3/4K3 {fields}").parse().expect("legal");
        let mv = board.legal_moves()[0];
        assert_eq!(Filter::default().keeps(&Position { board, mv, score: 0 }), expected);
    }
}

#[test]
fn what_is_wrong_is_named() {
    let start = Board::start();
    let mv = start.parse_move("e2e4").expect("legal");
    let game =
        Game { start, moves: vec![ScoredMove { mv, score: 31 }], outcome: Outcome::WhiteWins };
    let good = bytes(&[game]);
    assert_eq!(good.len(), 40);
    for (index, byte, complaint) in [
        (2, 0xff, "at byte 0 begins with no legal position: 40 squares are occupied"),
        (24, 0x28, "no pawn can just have made a double push over a6"),
        (24, 0x7f, "en passant square 127, expected 0 to 63"),
        (25, 200, "half-move clock 200, expected at most 150"),
        (8, 0x17, "unknown piece code 7, expected 0 to 6"),
        // A rook that may castle in place of the knight on b1: two on one side of the king.
        (8, 0x66, "cannot castle"),
        (30, 3, "has the result 3, expected 0 to 2"),
        (33, 0, "move 1 of the game at byte 0, e2a1, is not legal"),
    ] {
        let mut bad = good.clone();
        bad[index] = byte;
        let error = GameReader::new(&*bad).next().expect("something").expect_err(complaint);
        assert!(error.to_string().contains(complaint), "{error}");
    }
}
