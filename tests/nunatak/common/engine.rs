//! A conversation with a running engine.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::{TIMEOUT, program, wait_until, word_after};

/// Starts the engine with pipes for its input and output.
pub(crate) fn spawn() -> Child {
    program(&[])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Waits for the end of a process.
pub(crate) fn wait(child: &mut Child) -> ExitStatus {
    let mut status = None;
    wait_until(|| {
        status = child.try_wait().expect("a state");
        status.is_some()
    });
    status.expect("an end")
}

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    pub(crate) fn start() -> Self {
        let mut child = spawn();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    /// Returns the process ID.
    #[cfg(unix)]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the end of the process and returns whether it was ended by a signal.
    #[cfg(unix)]
    pub(crate) fn ends_by_signal(mut self) -> bool {
        wait(&mut self.child).signal().is_some()
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Sends one or more lines in one write.
    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sets an option.
    pub(crate) fn set_option(&mut self, name: &str, value: impl Display) {
        self.send(&format!("setoption name {name} value {value}"));
    }

    /// Waits for the next line.
    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(TIMEOUT).expect("a line")
    }

    /// Waits for a line that begins with `start`; returns it after the lines before it.
    pub(crate) fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Returns the lines of a search; checks that the best move begins the last principal
    /// variation.
    pub(crate) fn search(&mut self, go: &str) -> Vec<String> {
        self.send(go);
        let lines = self.until("bestmove");
        let best = word_after(lines.last().expect("a line"), "bestmove");
        let is_best = |line: &&String| line.contains(" multipv 1 ") && line.contains(" pv ");
        let last_pv = lines.iter().rev().find(is_best);
        assert_eq!(last_pv.map(|line| word_after(line, "pv")), Some(best), "{lines:?}");
        lines
    }

    /// Returns the lines of a search from the position `fen`, with the checks of
    /// [`Engine::search`].
    pub(crate) fn search_position(&mut self, fen: &str, go: &str) -> Vec<String> {
        self.send(&format!("position fen {fen}"));
        self.search(go)
    }

    /// Returns the best move of a search.
    pub(crate) fn best_move(&mut self, go: &str) -> String {
        let lines = self.search(go);
        word_after(lines.last().expect("a line"), "bestmove").to_owned()
    }

    /// Sends lines that end a search, and waits for its best move.
    pub(crate) fn end_search(&mut self, text: &str) {
        self.send(text);
        self.until("bestmove");
    }

    /// Sends `isready` and waits for the answer.
    pub(crate) fn ready(&mut self) {
        self.send("isready");
        self.until("readyok");
    }

    /// Checks that no line comes for `time`.
    pub(crate) fn assert_silent(&self, time: Duration) {
        let received = self.lines.recv_timeout(time);
        assert_eq!(received, Err(RecvTimeoutError::Timeout));
    }

    /// Sends lines and checks that the next line of the engine begins with `start`.
    pub(crate) fn assert_answer(&mut self, text: &str, start: &str) {
        self.send(text);
        let answer = self.line();
        assert!(answer.starts_with(start), "{text}: {answer}");
    }

    /// Sends lines and checks that they are not answered.
    pub(crate) fn assert_unanswered(&mut self, text: &str) {
        self.send(text);
        self.assert_silent(Duration::from_millis(200));
    }

    /// Returns the FEN of the current position.
    pub(crate) fn shown_fen(&mut self) -> String {
        self.send("d");
        let lines = self.until("Legal moves");
        let fen = lines.iter().find_map(|line| line.strip_prefix("FEN: "));
        fen.expect("a FEN").to_owned()
    }

    /// Checks that no `bestmove` comes for `time`.
    pub(crate) fn assert_no_best_move(&self, time: Duration) {
        let end = Instant::now() + time;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            assert!(!line.starts_with("bestmove"), "{line}");
        }
    }

    /// Closes the input and returns the remaining lines; checks that the program succeeds without
    /// error messages.
    pub(crate) fn finish(mut self) -> Vec<String> {
        self.input = None;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program does not end"),
            }
        }
        let errors = BufReader::new(self.child.stderr.take().expect("a pipe"));
        assert_eq!(errors.lines().map_while(Result::ok).collect::<Vec<_>>(), [""; 0]);
        assert!(self.child.wait().expect("an exit code").success());
        lines
    }
}
