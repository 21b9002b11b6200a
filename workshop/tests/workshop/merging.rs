//! `nunatak-workshop dataset`.

use nunatak::board::Board;
use nunatak::types::Outcome;
use nunatak_workshop::dataset::{Filter, GameReader};

use crate::common::{Folder, records};
use crate::testing::game_of;

/// The records of the games in a file.
fn games_of(folder: &Folder, name: &str) -> Vec<Vec<u8>> {
    let games = GameReader::open(&folder.path(name)).expect("a file");
    games.map(|game| records([&game.expect("a valid game")])).collect()
}

fn sorted(mut games: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    games.sort();
    games
}

/// A folder with two files of four games each, `1.vf` and `2.vf`.
fn two_files() -> Folder {
    let folder = Folder::new();
    for seed in [1, 2] {
        let options = format!("--nodes 40 --threads 2 --seed {seed} --out {seed}.vf");
        folder.run(&format!("selfplay --games 4 {options}")).succeed();
    }
    folder
}

#[test]
fn files_are_merged_and_shuffled() {
    let folder = two_files();
    let text = folder.run("dataset 1.vf 2.vf --merge merged.vf").succeed();
    assert_eq!(text, "8 games written\n");
    let merged = [games_of(&folder, "1.vf"), games_of(&folder, "2.vf")].concat();
    assert_eq!(games_of(&folder, "merged.vf"), merged);

    let text = folder.run("dataset 1.vf 2.vf --shuffle shuffled.vf").succeed();
    assert_eq!(text, "8 games written\n");
    let shuffled = games_of(&folder, "shuffled.vf");
    assert_ne!(shuffled, merged);
    assert_eq!(sorted(shuffled), sorted(merged));
}

#[test]
fn kept_positions_are_exported() {
    let folder = two_files();
    let text = folder.run("dataset 1.vf 2.vf --epd positions.epd").succeed();
    let filter = Filter::default();
    let expected: usize = ["1.vf", "2.vf"]
        .into_iter()
        .flat_map(|name| GameReader::open(&folder.path(name)).expect("a file"))
        .map(|game| game.expect("a valid game").positions().filter(|it| filter.keeps(it)).count())
        .sum();
    assert_eq!(text, format!("{expected} positions written\n"));
    let lines = folder.read_text("positions.epd");
    assert_eq!(lines.lines().count(), expected);
    for line in lines.lines() {
        let (fields, opcodes) = line.split_once(" c9 ").expect("a result");
        assert!(fields.parse::<Board>().is_ok(), "{line}");
        let (result, score) = opcodes.split_once("; ce ").expect("a score");
        assert!(["\"1-0\"", "\"0-1\"", "\"1/2-1/2\""].contains(&result), "{line}");
        assert!(score.trim_end_matches(';').parse::<i16>().is_ok(), "{line}");
    }
}

#[test]
fn exported_positions_have_the_result_and_the_score_for_the_side_to_move() {
    let folder = Folder::new();
    let games = [Outcome::WhiteWins, Outcome::BlackWins]
        .map(|outcome| game_of(&[("g1f3", 30), ("g8f6", 40)], outcome));
    folder.write("games.vf", records(&games));
    folder.run("dataset games.vf --first-ply 0 --epd positions.epd").succeed();
    let expected = "\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c9 \"1-0\"; ce 30;\n\
        rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - c9 \"1-0\"; ce -40;\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c9 \"0-1\"; ce 30;\n\
        rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - c9 \"0-1\"; ce -40;\n";
    assert_eq!(folder.read_text("positions.epd"), expected);
}

#[test]
fn files_without_games_or_kept_positions_are_an_error() {
    let folder = Folder::new();
    folder.write("empty.vf", b"");
    assert_eq!(folder.run("dataset --merge new.vf").code, Some(2));
    folder.run("selfplay --games 1 --nodes 40 --out 1.vf").succeed();
    for files in ["empty.vf", "1.vf empty.vf"] {
        for options in ["", " --merge new.vf", " --shuffle new.vf", " --epd new.epd"] {
            let error = folder.run(&format!("dataset {files}{options}")).fail(1);
            assert_eq!(error, "error: empty.vf: the file has no games\n", "{files}{options}");
        }
    }
    let error = folder.run("dataset 1.vf --first-ply 10000 --epd new.epd").fail(1);
    assert_eq!(error, "error: there are no positions to write: the filter keeps none\n");
    assert!(!folder.has("new.vf") && !folder.has("new.epd"));
}

#[test]
fn options_without_effect_are_refused() {
    let folder = two_files();
    for options in [
        "--merge new.vf --first-ply 20",
        "--shuffle new.vf --max-score 900",
        "--merge new.vf --keep-captures",
        "--merge new.vf --seed 1",
        "--epd new.epd --memory 10",
        "--seed 1",
        "--seed 1 --first-ply 0",
        "--memory 10 --keep-captures",
    ] {
        assert_eq!(folder.run(&format!("dataset 1.vf 2.vf {options}")).code, Some(2), "{options}");
    }
    assert!(!folder.has("new.vf") && !folder.has("new.epd"));
    folder.run("dataset 1.vf 2.vf --shuffle new.vf --seed 1 --memory 10").succeed();
}

#[test]
fn the_seed_determines_the_order() {
    let folder = two_files();
    let shuffled = |seed| {
        let new = format!("dataset 1.vf 2.vf --shuffle new.vf --force --seed {seed}");
        folder.run(&new).succeed();
        folder.read("new.vf")
    };
    assert_eq!(shuffled(1), shuffled(1));
    assert_ne!(shuffled(1), shuffled(2));
}
