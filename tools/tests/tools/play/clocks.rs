//! Games with clocks.

use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use super::{FILE, MATE, play, replay, saved, success, tag};
use crate::common::{Folder, program, run_with_input, stderr};

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
    assert_eq!(text.matches("(you 0:59, Nunatak 0:59)").count(), 2, "{text}");
    assert_eq!(folder.read_text(FILE).matches("{ [%clk 0:00:59] }").count(), 2);
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
        let started = Instant::now();
        // Under Windows, the file cannot be read while the program holds it.
        let is_over = || match std::fs::read_to_string(folder.path(FILE)) {
            Ok(text) => tag(&text, "Result") == end.split(',').next(),
            Err(_) => cfg!(windows) && started.elapsed() > Duration::from_secs(5),
        };
        while !is_over() {
            assert!(started.elapsed() < Duration::from_secs(60), "{end}");
            thread::sleep(Duration::from_millis(20));
        }
        // The move is played in the time that the undone one had.
        input.write_all(b"undo\nfen\nresign\n").expect("a reader");
        drop(input);
        let text = success(child.wait_with_output().expect("an end"));
        assert!(text.contains(&format!("Game over: {end}\n")), "{text}");
        assert!(text.contains(&format!("\n{fen}\n")), "{text}");
        assert!(text.contains("Game over: 0-1, you resigned"), "{text}");
    }
}

#[test]
fn the_engine_plays_on_its_clock() {
    let mut command = program(&["play", "--clock", "0.02+1", "--hash", "1"]);
    let output = run_with_input(&mut command, b"e4\nd4\nNf3\nBd3\nO-O\npgn\n");
    let text = success(output);
    assert!(!text.contains("lost on time") && text.matches("Nunatak plays").count() >= 3, "{text}");
}
