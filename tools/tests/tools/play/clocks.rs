//! Games with clocks.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{FILE, MATE, play, replay, saved, success, tag};
use crate::common::{Folder, program, run_with_input, stderr, wait_until};

#[test]
fn clocks_are_shown_and_recorded() {
    let folder = Folder::new();
    let text = saved(&folder, &["--clock", "5+3"], "e4\nquit\n");
    assert!(text.contains("Move 1, White to play (you 5:00, Nunatak 5:00): "), "{text}");
    assert!(text.contains("Move 2, White to play (you 5:0") && text.contains("Nunatak 5:0"));
    assert_eq!(tag(&folder.read_text(FILE), "TimeControl"), Some("300+3"));
    assert_eq!(folder.read_text(FILE).matches("{ [%clk 0:05:0").count(), 2);
    replay(&folder.read_text(FILE));
    // Both sides use some time, which undone moves give back.
    let text = saved(&folder, &["--clock", "1"], "e4\nundo\nd4\nquit\n");
    assert_eq!(text.matches("(you 1:00, Nunatak 1:00)").count(), 2, "{text}");
    for used in ["(you 0:5", ", Nunatak 0:5"] {
        assert_eq!(text.matches(used).count(), 2, "{text}");
    }
    assert_eq!(folder.read_text(FILE).matches("{ [%clk 0:00:5").count(), 2);
    for clock in ["0", "x", "5+3+1", "-1+0"] {
        let output = play(&["--clock", clock], "");
        assert!(!output.status.success() && stderr(&output).contains("such as 5+3"), "{output:?}");
    }
}

#[test]
fn a_player_whose_time_runs_out_loses_unless_the_engine_cannot_win() {
    for (fen, end) in [
        (MATE, "0-1, you lost on time"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "1/2-1/2, time ran out, but a bare king cannot win"),
    ] {
        let folder = Folder::new();
        // A second, the least.
        let arguments = ["play", "--clock", "0.01", "--pgn", FILE, "--hash", "1", "--fen", fen];
        let mut command = folder.program(&arguments);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.spawn().expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        wait_until(|| {
            let text = std::fs::read_to_string(folder.path(FILE));
            text.is_ok_and(|text| {
                tag(&text, "Result") == end.split(',').next()
                    && tag(&text, "Termination") == Some("time forfeit")
            })
        });
        // The move is played in the time that the undone one had.
        input.write_all(b"undo\nfen\nresign\n").expect("a reader");
        drop(input);
        let text = success(child.wait_with_output().expect("an end"));
        assert!(text.contains(&format!("Game over: {end}\n")), "{text}");
        assert!(text.contains(&format!("\n{fen}\n")), "{text}");
        assert!(text.contains("Game over: 0-1, you resigned"), "{text}");
        assert_eq!(tag(&folder.read_text(FILE), "Termination"), None);
    }
}

#[test]
fn after_a_loss_on_time_the_engine_has_a_second_to_play_on() {
    let folder = Folder::new();
    let tags = "[White \"Ann\"]\n[Black \"Nunatak\"]\n[TimeControl \"60+0\"]\n\n";
    folder.write(FILE, format!("{tags}1. e4 {{ [%clk 0:01:00] }} e5 {{ [%clk 0:00:00] }} *\n"));
    let arguments = ["play", "--pgn", FILE, "--game", "1", "--hash", "1", "--depth", "1"];
    let input = b"Nf3\nundo\nresign\n";
    let text = success(run_with_input(&mut folder.program(&arguments), input));
    assert!(text.contains("Game over: 1-0, Nunatak lost on time\n"), "{text}");
    assert!(text.contains("Nunatak plays 2...") && text.contains("you resigned"), "{text}");
}

#[test]
fn the_engine_plays_on_its_clock() {
    let mut command = program(&["play", "--clock", "0.1+0", "--hash", "1"]);
    let output = run_with_input(&mut command, b"a3\nb3\nc3\nd3\ne3\nf3\ng3\nh3\npgn\n");
    let text = success(output);
    // With a second for each move, it would lose.
    assert!(!text.contains("lost on time"), "{text}");
    assert!(text.matches("Nunatak plays").count() > 5, "{text}");
}

#[test]
fn the_engine_has_the_time_of_its_own_clock() {
    // A player with much time is to have no effect.
    for (left, end) in [
        ("0:00:05", "\nGame unfinished: abandoned\n"),
        ("0:00:00", "\nGame over: 1-0, Nunatak lost on time\n"),
    ] {
        let folder = Folder::new();
        let clocks = ["0:09:00", left, "0:08:00"].map(|time| format!("{{ [%clk {time}] }}"));
        let [first, own, last] = clocks;
        let game = format!("1. e4 {first} e5 {own} 2. Nf3 {last} *\n");
        let tags = "[White \"Ann\"]\n[Black \"Nunatak\"]\n[TimeControl \"6000+0\"]\n\n";
        folder.write(FILE, tags.to_owned() + &game);
        let arguments = ["play", "--pgn", FILE, "--game", "1", "--hash", "1"];
        let text = success(run_with_input(&mut folder.program(&arguments), b"quit\n"));
        assert!(text.contains(end), "{text}");
    }
}

#[test]
fn clocks_of_a_game_that_black_began_are_continued() {
    let folder = Folder::new();
    let tags = "[White \"Nunatak\"]\n[Black \"Ann\"]\n[TimeControl \"600+0\"]\n\
                [FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n";
    let moves = "1... e5 { [%clk 0:08:00] } 2. Nf3 { [%clk 0:09:10] }";
    folder.write(FILE, format!("{tags}{moves} *\n\n"));
    let text = saved(&folder, &["--game", "1"], "Nc6\nquit\n");
    assert!(text.contains("you 8:00, Nunatak 9:10"), "{text}");
    let text = folder.read_text(FILE);
    let (_, added) = text.rsplit_once("]\n\n").expect("tags");
    let words = added.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.starts_with(&format!("{moves} 2... Nc6 {{ [%clk 0:0")), "{words}");
    // Black has used some time, and so has White, who had more.
    let times: Vec<&str> = words.split("[%clk 0:").skip(3).map(|rest| &rest[..2]).collect();
    assert_eq!(times, ["07", "09"], "{words}");
}

#[test]
fn a_player_without_time_is_not_waited_for() {
    let folder = Folder::new();
    let tags = "[White \"Ann\"]\n[Black \"Nunatak\"]\n[TimeControl \"6000+0\"]\n\n";
    let moves = "1. e4 { [%clk 0:00:00] } e5 { [%clk 0:00:30] } *\n\n";
    folder.write(FILE, tags.to_owned() + moves);
    let mut command = folder.program(&["play", "--pgn", FILE, "--game", "1", "--hash", "1"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
    // The input stays open for the time that the engine has.
    let started = Instant::now();
    let input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    while !text.contains("Game over") {
        assert_ne!(output.read_line(&mut text).expect("UTF-8"), 0, "{text}");
    }
    assert!(text.ends_with("\nGame over: 0-1, you lost on time\n"), "{text}");
    assert!(started.elapsed() < Duration::from_secs(30));
    drop(input);
    assert!(child.wait().expect("an end").success());
}
