//! Recorded games: reading and writing, against the library viriformat and with damage.

use std::io::Cursor;
use std::{env, slice};

use cozy_chess as cozy;
use nunatak::board::Board;
use nunatak::types::Outcome;
use nunatak_workshop::dataset::{
    Game, GameError, GameReader, PACKED_BYTES, ScoredMove, Shuffler, pack, unpack,
};
use proptest::prelude::*;
use viriformat::dataformat as viri;

use crate::common::records;
use crate::testing::game_of;

const MAX_PLIES: usize = 150;
/// Number of start positions of Chess960.
const START_POSITIONS: u32 = 960;

/// Random games of Chess960, some of them without moves. The first moves may be cut off, so that
/// games start from all kinds of positions.
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
                if ply < skipped {
                    game.start = board;
                } else {
                    game.moves.push(ScoredMove { mv, score });
                }
            }
            game
        },
    )
}

fn read(bytes: &[u8]) -> Vec<Game> {
    GameReader::new(bytes).map(|game| game.expect("a valid game")).collect()
}

/// Returns the fields of a FEN that both libraries write alike: all but castling and en passant.
fn common_fields(fen: &str) -> Vec<String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    [0, 1, 4, 5].map(|index| fields[index].to_owned()).to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn games_are_read_back_unchanged(games in prop::collection::vec(game(), 0..5)) {
        let bytes = records(&games);
        let size: u64 = games.iter().map(Game::byte_count).sum();
        prop_assert_eq!(size, bytes.len() as u64);
        let mut reader = GameReader::new(&*bytes);
        let read: Result<Vec<Game>, _> = reader.by_ref().collect();
        prop_assert_eq!(read.expect("valid games"), games);
        prop_assert_eq!(reader.offset(), size);
    }

    #[test]
    fn viriformat_reads_and_writes_the_same_bytes(game in game()) {
        let bytes = records(slice::from_ref(&game));
        let theirs = viri::Game::deserialise_from(&mut Cursor::new(&bytes), Vec::new())
            .expect("a valid game");
        let mut copy = Vec::new();
        theirs.serialise_into(&mut copy).expect("writing to memory");
        prop_assert_eq!(&copy, &bytes);

        let start = theirs.initial_position().to_marlinformat(0, game.outcome as u8, 0);
        prop_assert_eq!(&start.as_bytes()[..], &bytes[..32]);
        let mut ours = game.positions();
        theirs.visit_positions(|board, score| {
            let position = ours.next().expect("the same number of positions");
            assert_eq!(score, i32::from(position.score));
            let fen = position.board.to_string();
            assert_eq!(common_fields(&board.to_string()), common_fields(&fen));
        });
        prop_assert!(ours.next().is_none());
    }

    #[test]
    fn complete_games_of_a_truncated_file_are_read(
        games in prop::collection::vec(game(), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let bytes = records(&games);
        let length = cut.index(bytes.len());
        let mut ends = vec![0];
        for game in &games {
            ends.push(ends[ends.len() - 1] + game.byte_count());
        }
        let complete = ends.iter().rposition(|&end| end <= length as u64).expect("the first is 0");
        let mut reader = GameReader::new(&bytes[..length]);
        for game in &games[..complete] {
            prop_assert_eq!(&reader.next().expect("a game").expect("a valid game"), game);
        }
        prop_assert_eq!(reader.offset(), ends[complete]);
        match reader.next() {
            None => prop_assert_eq!(ends[complete], length as u64),
            Some(Err(GameError::Truncated { offset })) => prop_assert_eq!(offset, ends[complete]),
            other => prop_assert!(false, "{other:?}"),
        }
        prop_assert!(reader.next().is_none());
    }

    #[test]
    fn shuffling_keeps_every_game(
        games in prop::collection::vec(game(), 0..8),
        memory in 1_u64..4_000,
        seed: u64,
    ) {
        let total = games.iter().map(Game::byte_count).sum();
        let shuffle = |seed| {
            let mut shuffler =
                Shuffler::new(total, memory, &env::temp_dir(), seed).expect("temporary files");
            games.iter().try_for_each(|game| shuffler.add(game)).expect("temporary files");
            let mut out = Vec::new();
            shuffler.write_to(&mut out).expect("temporary files");
            out
        };
        let sorted = |games: &[Game]| {
            let mut records: Vec<_> = games.iter().map(|game| records([game])).collect();
            records.sort();
            records
        };
        prop_assert_eq!(sorted(&read(&shuffle(seed))), sorted(&games));
        prop_assert_eq!(shuffle(seed), shuffle(seed));
    }

    #[test]
    fn games_read_from_damaged_bytes_are_legal(
        game in game(),
        index in any::<prop::sample::Index>(),
        byte: u8,
    ) {
        let mut bytes = records(&[game.clone(), game]);
        let index = index.index(bytes.len());
        bytes[index] = byte;
        for game in GameReader::new(&*bytes).map_while(Result::ok) {
            for position in game.positions() {
                prop_assert!(position.board.is_legal(position.mv));
            }
        }
    }

    #[test]
    fn damaged_positions_unpack_to_a_legal_one_or_an_error(
        game in game(),
        changes in prop::collection::vec((0..PACKED_BYTES, any::<u8>()), 0..3),
    ) {
        let mut bytes = pack(&game.start);
        for &(index, byte) in &changes {
            bytes[index] = byte;
        }
        match unpack(&bytes) {
            Ok(board) => prop_assert_eq!(board.to_string().parse::<Board>().expect("legal"), board),
            Err(_) => prop_assert!(!changes.is_empty()),
        }
    }
}

/// Returns the message for a game of one move with one byte changed.
fn error_message(index: usize, byte: u8) -> String {
    let mut bytes = records([&game_of(&[("e2e4", 31)], Outcome::WhiteWins)]);
    assert_eq!(bytes.len(), 40);
    bytes[index] = byte;
    let error = GameReader::new(&*bytes).next().expect("an item").expect_err("an invalid game");
    error.to_string()
}

#[test]
fn errors_name_what_is_wrong() {
    let prefix = "the game at byte 0 ";
    let message = error_message(30, 3);
    let hint = "; perhaps the file does not hold games in viriformat";
    assert_eq!(message, format!("{prefix}has the result 3, expected 0, 1 or 2{hint}"));
    let game = game_of(&[("e2e4", 31)], Outcome::WhiteWins);
    for index in [8, 30] {
        let mut bytes = records([&game, &game]);
        bytes[40 + index] = 0x17;
        let error = GameReader::new(&*bytes).nth(1).expect("an item").expect_err("an invalid game");
        let message = error.to_string();
        assert!(message.starts_with("the game at byte 40 ") && !message.ends_with(hint), "{error}");
    }
    let message = error_message(33, 0);
    assert!(message.starts_with("move 1 of the game at byte 0, e2a1, is illegal in "), "{message}");

    for (index, byte, part) in [
        (2, 0xff, "squares are occupied"),
        (24, 0x28, "invalid en passant square a6"),
        (24, 0x7f, "en passant square 127"),
        (25, 200, "half-move clock 200"),
        (8, 0x17, "unknown piece code 7"),
        (8, 0x66, "the rook on b1 cannot castle"),
    ] {
        let message = error_message(index, byte);
        let reason = message.strip_prefix("the game at byte 0 starts from an illegal position: ");
        assert!(reason.is_some_and(|reason| reason.contains(part)), "{message}");
    }
}
