//! Colours, and lines of prompts.

use crate::common::{program, stdout};

#[test]
fn colours_can_be_forced_and_disabled() {
    let text = |variables: &[(&str, &str)]| {
        let mut command = program(&["analyse", "--depth", "1"]);
        let output = command.env_remove("NO_COLOR").envs(variables.iter().copied()).output();
        stdout(&output.expect("the program starts"))
    };
    let has_colours = |variables: &[_]| text(variables).contains('\u{1b}');
    assert!(has_colours(&[("CLICOLOR_FORCE", "1")]));
    assert!(!has_colours(&[]));
    assert!(!has_colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
    assert!(has_colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")]));
    assert!(text(&[("NO_COLOR", "1")]).starts_with("  +---+"));
}

#[cfg(unix)]
#[test]
fn enter_ends_an_analysis() {
    use std::fs::File;
    use std::io::Write;
    use std::process::Stdio;

    let terminal = nix::pty::openpty(None, None).expect("a terminal");
    let mut command = program(&["analyse", "--infinite", "--hash", "1"]);
    let child = command.stdin(terminal.slave).stdout(Stdio::piped()).spawn();
    let mut keyboard = File::from(terminal.master);
    keyboard.write_all(b"\n").expect("a reader");
    let output = child.expect("the program starts").wait_with_output().expect("an end");
    assert!(output.status.success() && stdout(&output).contains("Best move: "), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_game_waits_at_non_blocking_streams() {
    use std::io::{Read, Write};
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::thread;
    use std::time::Duration;

    /// More than the buffers of the sockets hold.
    const BOARDS: usize = 1_000;
    let (mut player, stream) = UnixStream::pair().expect("two sockets");
    stream.set_nonblocking(true).expect("a socket");
    let input = OwnedFd::from(stream.try_clone().expect("a socket"));
    let mut child = program(&["play", "--color", "white", "--hash", "1"])
        .stdin(input)
        .stdout(OwnedFd::from(stream))
        .spawn()
        .expect("the program starts");
    for part in ["bo", "ard\n", &"board\n".repeat(BOARDS), "resign\nquit\n"] {
        thread::sleep(Duration::from_millis(50));
        player.write_all(part.as_bytes()).expect("a reader");
    }
    let mut text = String::new();
    player.read_to_string(&mut text).expect("text");
    assert!(text.matches("a   b   c").count() > BOARDS, "{text}");
    assert!(text.contains("you resigned"), "{text}");
    assert!(child.wait().expect("an end").success());
}

#[cfg(unix)]
#[test]
fn the_end_of_the_input_ends_the_line_of_a_prompt() {
    use std::fs::File;
    use std::io::Write;
    use std::process::Stdio;

    // Ctrl-D at the first prompt, and at the one after the game.
    for (keys, end) in [
        ("\u{4}", "White to play: \nGame unfinished: end of input\n"),
        ("resign\n\u{4}", "press Enter to leave: \n"),
    ] {
        let terminal = nix::pty::openpty(None, None).expect("a terminal");
        let mut command = program(&["play", "--color", "white", "--hash", "1"]);
        let child = command.stdin(terminal.slave).stdout(Stdio::piped()).spawn();
        let mut keyboard = File::from(terminal.master);
        keyboard.write_all(keys.as_bytes()).expect("a reader");
        let output = child.expect("the program starts").wait_with_output().expect("an end");
        assert!(output.status.success() && stdout(&output).ends_with(end), "{output:?}");
    }
}
