//! Labelling: which positions get a score, and its independence of how the run goes.

use std::io;

use nunatak::types::Outcome;
use nunatak_workshop::dataset::{Filter, Game, GameReader, Position};
use nunatak_workshop::selfplay::{LabelSettings, Settings, label_games, play_games};

use crate::common::Folder;
use crate::testing::game_of;

fn played() -> Vec<Game> {
    let mut games = Vec::new();
    let keep = |game: &Game| {
        games.push(game.clone());
        Ok(())
    };
    let settings = Settings { nodes: 60, seed: 8, ..Settings::default() };
    play_games(&settings, 0..10, 2, keep).expect("memory and threads");
    games
}

fn settings() -> LabelSettings {
    let filter = Filter { max_score: 400, ..Filter::default() };
    LabelSettings { nodes: 2_000, share: 0.25, filter, ..LabelSettings::default() }
}

fn label(settings: &LabelSettings, games: &[Game], first: usize, threads: usize) -> Vec<Game> {
    let mut labelled = Vec::new();
    let source = games[first..].iter().cloned().map(Ok);
    let keep = |game: &Game| {
        labelled.push(game.clone());
        Ok(())
    };
    label_games(settings, source, first as u64, threads, keep).expect("memory and threads");
    labelled
}

#[test]
fn a_share_of_the_kept_positions_gets_the_score_of_a_large_search() {
    let games = played();
    let labelled = label(&settings(), &games, 0, 2);
    assert_eq!(label(&settings(), &games, 4, 1), labelled[4..]);
    let (mut kept, mut scored, mut changed) = (0, 0, 0);
    for (game, new) in games.iter().zip(&labelled) {
        assert_eq!((game.start, game.outcome), (new.start, new.outcome));
        for (old, new) in game.positions().zip(new.positions()) {
            assert_eq!(old.mv, new.mv);
            let is_kept = settings().filter.keeps(&old);
            assert!(is_kept || !new.has_score(), "{}", old.board);
            kept += usize::from(is_kept);
            scored += usize::from(new.has_score());
            changed += usize::from(new.has_score() && new.score != old.score);
        }
    }
    let share = scored as f64 / kept as f64;
    assert!((0.15..0.35).contains(&share), "{scored} of {kept}");
    assert!(2 * changed > scored, "{changed} of {scored}");
    // All or none.
    let has_score = |position: &Position| position.has_score();
    let count = |share| {
        let games = label(&LabelSettings { nodes: 20, share, ..settings() }, &games, 0, 2);
        games.iter().flat_map(Game::positions).filter(has_score).count()
    };
    assert_eq!((count(0.0), count(1.0)), (0, kept));
}

#[test]
fn the_choice_of_positions_depends_on_the_number_of_the_game() {
    let games = played();
    let labelled = label(&settings(), &[&games[..], &games].concat(), 0, 2);
    let (first, second) = labelled.split_at(games.len());
    assert_ne!(first, second);
}

#[test]
fn labels_are_scores_of_their_positions_from_the_view_of_white() {
    let moves = [("f2f3", 0), ("e7e5", 0), ("g2g4", 0), ("a7a6", 0)];
    let game = game_of(&moves, Outcome::WhiteWins);
    let filter = Filter { first_ply: 0, ..Filter::default() };
    let labelled = label(&LabelSettings { share: 1.0, filter, ..settings() }, &[game], 0, 1);
    let [first, .., last] = labelled[0].moves.as_slice() else { unreachable!("four moves") };
    // At the end, Black can mate in one ply.
    assert!(first.score.abs() < 400 && last.score == -31_999, "{labelled:?}");
}

/// Writes games to the file `games.vf` of the folder.
fn write(folder: &Folder, games: &[Game]) -> io::Result<()> {
    let mut bytes = Vec::new();
    games.iter().try_for_each(|game| game.write_to(&mut bytes))?;
    folder.write("games.vf", &bytes);
    Ok(())
}

#[test]
fn an_interrupted_run_is_continued_by_the_same_settings_only() {
    let folder = Folder::new();
    write(&folder, &played()).expect("memory");
    let command = "label games.vf --nodes 60 --max-score 400 --seed 2";
    let text = folder.run(&format!("{command} --out whole.vf --threads 2")).succeed();
    assert!(text.starts_with("10 games labelled, "), "{text}");
    let whole = folder.read("whole.vf");
    let games: Result<Vec<_>, _> = GameReader::new(&*whole).collect();
    assert_eq!(games.expect("legal games").len(), 10);

    let bytes = whole.len() / 2;
    folder.write("part.vf", &whole[..bytes]);
    folder.write("part.vf.settings", folder.read("whole.vf.settings"));
    let text = folder.run(&format!("{command} --out part.vf")).succeed();
    assert!(text.starts_with("removed an incomplete game of "), "{text}");
    assert_eq!(folder.read("part.vf"), whole);
    let text = folder.run(&format!("{command} --out part.vf")).succeed();
    assert!(text.starts_with("0 games labelled, 0 positions"), "{text}");

    for (options, difference) in [
        ("--nodes 70 --max-score 400 --seed 2", "'--nodes 60', now '--nodes 70'"),
        ("--nodes 60 --max-score 500 --seed 2", "now '--max-score 500'"),
        ("--nodes 60 --max-score 400 --seed 2 --share 0.5", "now '--share 0.5'"),
        ("--nodes 60 --max-score 400 --seed 2 --keep-captures", "without '--keep-captures'"),
        ("--nodes 60 --max-score 400 --seed 2 --first-ply 20", "now '--first-ply 20'"),
        (
            "--nodes 60 --max-score 400 --seed 2 --max-difference 60",
            "without '--max-difference 60'",
        ),
        ("--nodes 60 --max-score 400", "now '--seed 0'"),
    ] {
        let error = folder.run(&format!("label games.vf --out whole.vf {options}")).fail(1);
        assert!(error.contains(difference), "{error}");
        assert_eq!(folder.read("whole.vf"), whole);
    }
    folder.run(&format!("{command} --keep-captures --out other.vf")).succeed();
    let error = folder.run(&format!("{command} --out other.vf")).fail(1);
    assert!(error.contains("made with '--keep-captures', now without; --force"), "{error}");
}

#[test]
fn only_the_same_games_are_continued() {
    let folder = Folder::new();
    let games = played();
    write(&folder, &games[..4]).expect("memory");
    folder.run("label games.vf --nodes 50 --out out.vf").succeed();
    let labelled = folder.read("out.vf");
    for (others, number) in [(&games[4..], 1), (&games[..2], 3)] {
        write(&folder, others).expect("memory");
        let error = folder.run("label games.vf --nodes 50 --out out.vf --force").fail(1);
        let expected = format!("out.vf: game {number} is not that of games.vf");
        assert!(error.contains(&expected), "{error}");
        assert_eq!(folder.read("out.vf"), labelled);
    }
    write(&folder, &games[..6]).expect("memory");
    let text = folder.run("label games.vf --nodes 50 --out out.vf").succeed();
    assert!(text.starts_with("2 games labelled, "), "{text}");
}

#[test]
fn neither_the_games_nor_other_files_are_lost() {
    let folder = Folder::new();
    write(&folder, &played()[..2]).expect("memory");
    let games = folder.read("games.vf");
    let error = folder.run("label games.vf --nodes 50 --out games.vf --force").fail(1);
    assert!(error.contains("games.vf: the file is an input of this command"), "{error}");
    assert_eq!(folder.read("games.vf"), games);
    folder.write("labels.vf.settings", &games[..]);
    let error = folder.run("label labels.vf.settings --nodes 50 --out labels.vf --force").fail(1);
    assert!(error.contains("labels.vf.settings: the file is an input"), "{error}");
    assert_eq!(folder.read("labels.vf.settings"), games);
    // A broken game ends the run after those before it.
    folder.write("cut.vf", &games[..games.len() - 6]);
    let error = folder.run("label cut.vf --nodes 50 --out labelled.vf").fail(1);
    assert!(error.contains("cut.vf: the file ends inside the game"), "{error}");
    let games: Result<Vec<_>, _> = GameReader::new(&*folder.read("labelled.vf")).collect();
    assert_eq!(games.expect("a legal game").len(), 1);
    folder.write("empty.vf", b"");
    let error = folder.run("label empty.vf --out none.vf").fail(1);
    assert!(error.contains("empty.vf: the file has no games") && !folder.has("none.vf"), "{error}");
    let error = folder.run("label missing.vf --out labelled.vf").fail(1);
    assert!(error.contains("missing.vf: "), "{error}");
}
