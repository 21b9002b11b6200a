//! A running engine to talk to.

use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing that a test waits for takes so long, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) fn spawn() -> Child {
    Command::new(env!("CARGO_BIN_EXE_nunatak"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

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

    /// The number of its process.
    #[cfg(unix)]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for its end, and tells whether a signal was the cause.
    #[cfg(unix)]
    pub(crate) fn ends_by_signal(mut self) -> bool {
        let started = Instant::now();
        loop {
            match self.child.try_wait().expect("a state") {
                Some(status) => return status.signal().is_some(),
                None => assert!(started.elapsed() < PATIENCE, "the program goes on"),
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    pub(crate) fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line")
    }

    /// All lines up to the first that begins with `start`, with that one.
    pub(crate) fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// All lines of a search. Checks what must hold for each search.
    pub(crate) fn search(&mut self, go: &str) -> Vec<String> {
        self.send(go);
        let lines = self.until("bestmove");
        let best = word_after(lines.last().expect("a line"), "bestmove");
        let is_best = |line: &&String| line.contains(" multipv 1 ") && line.contains(" pv ");
        let last_pv = lines.iter().rev().find(is_best);
        assert_eq!(last_pv.map(|line| word_after(line, "pv")), Some(best), "{lines:?}");
        lines
    }

    pub(crate) fn assert_silent(&self, time: Duration) {
        let heard = self.lines.recv_timeout(time);
        assert_eq!(heard, Err(RecvTimeoutError::Timeout));
    }

    /// No `bestmove` comes while `time` passes.
    pub(crate) fn assert_no_best_move(&self, time: Duration) {
        let end = Instant::now() + time;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            assert!(!line.starts_with("bestmove"), "{line}");
        }
    }

    /// Closes the input; the program must end well and have nothing to complain of.
    pub(crate) fn finish(mut self) -> Vec<String> {
        self.input = None;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program goes on"),
            }
        }
        let errors = BufReader::new(self.child.stderr.take().expect("a pipe"));
        assert_eq!(errors.lines().map_while(Result::ok).collect::<Vec<_>>(), [""; 0]);
        assert!(self.child.wait().expect("an exit code").success());
        lines
    }
}

/// The word that follows `word` in `line`, or nothing.
pub(crate) fn word_after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split(' ').skip_while(|&other| other != word).nth(1).unwrap_or_default()
}
