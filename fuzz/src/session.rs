//! A conversation with a live engine, whose answers are checked.

use std::collections::VecDeque;
use std::io::{self, BufReader, PipeWriter, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use nunatak::board::Board;
use nunatak::types::Move;

/// The time within which the engine must answer, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(20);

/// The time in which an answer that comes too early is awaited.
const PAUSE: Duration = Duration::from_millis(1);

/// The number of lines after which their total is printed.
const REPORT: u64 = 100_000;

/// The number of lines sent in all sessions.
static LINES: AtomicU64 = AtomicU64::new(0);

/// What the answer to a `go` must be.
#[derive(Clone, Debug)]
struct Search {
    /// The position; `None` if it was refused.
    board: Option<Board>,
    /// The moves allowed by `searchmoves`; all if there are none.
    moves: Vec<Move>,
    /// Whether it must go on until `stop`, `ponderhit` or `quit`.
    is_held: bool,
}

/// A running engine and its outstanding answers.
pub struct Session {
    input: PipeWriter,
    output: Receiver<String>,
    engine: JoinHandle<()>,
    /// The position that the engine should have; `None` after one that is refused.
    pub board: Option<Board>,
    /// The searches that are not yet answered.
    searches: VecDeque<Search>,
    /// The number of `isready` that are not yet answered.
    unready: usize,
}

impl Session {
    /// Starts an engine with a small table.
    pub fn start() -> Self {
        let (reader, input) = io::pipe().expect("a pipe");
        let (sender, output) = channel();
        let lines = Lines { sender, line: Vec::new() };
        let serve = move || nunatak::uci::serve(BufReader::new(reader), lines);
        let engine = thread::spawn(move || serve().expect("memory and an output"));
        let board = Some(Board::start());
        let mut session =
            Self { input, output, engine, board, searches: VecDeque::new(), unready: 0 };
        session.send("setoption name Hash value 1");
        session
    }

    /// Sends a line that needs no answer.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(line.as_bytes());
    }

    /// Sends a line that needs no answer and may not be text.
    pub fn send_bytes(&mut self, line: &[u8]) {
        self.input.write_all(&[line, b"\n"].concat()).expect("the engine reads");
        let lines = LINES.fetch_add(1, Ordering::Relaxed) + 1;
        if lines.is_multiple_of(REPORT) {
            eprintln!("{lines} lines");
        }
    }

    /// Sends a `go` with these arguments, of which `moves` are those of `searchmoves` that are
    /// legal. An endless search must not end before [`release`](Self::release).
    pub fn go(&mut self, arguments: &str, moves: Vec<Move>, is_endless: bool) {
        self.searches.push_back(Search { board: self.board, moves, is_held: is_endless });
        self.send(&format!("go {arguments}"));
    }

    /// Sends a command that ends searches.
    pub fn release(&mut self, command: &str) {
        self.searches.iter_mut().for_each(|search| search.is_held = false);
        self.send(command);
    }

    /// Sends `isready`.
    pub fn is_ready(&mut self) {
        self.unready += 1;
        self.send("isready");
    }

    /// Sends `isready`, waits for all answers to it, and then until the engine pauses.
    pub fn wait_until_ready(&mut self) {
        self.is_ready();
        while self.unready > 0 {
            self.receive();
        }
        while let Ok(line) = self.output.recv_timeout(PAUSE) {
            self.check(&line);
        }
    }

    /// Sends `stop` and waits for the answers to all searches.
    pub fn stop(&mut self) {
        self.release("stop");
        while !self.searches.is_empty() {
            self.receive();
        }
    }

    /// Ends the engine by `quit`, and checks that it has answered everything.
    pub fn finish(mut self) {
        self.release("quit");
        loop {
            match self.output.recv_timeout(TIMEOUT) {
                Ok(line) => self.check(&line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine does not end"),
            }
        }
        assert!(self.searches.is_empty(), "no bestmove for {:?}", self.searches);
        assert_eq!(self.unready, 0, "no readyok");
        self.engine.join().expect("the engine ends");
    }

    fn receive(&mut self) {
        let line = self.output.recv_timeout(TIMEOUT);
        self.check(&line.unwrap_or_else(|error| panic!("{error}: {:?}", self.searches)));
    }

    /// Checks a line of the engine.
    fn check(&mut self, line: &str) {
        assert!(!line.contains(['\u{1b}', '\r']), "{line:?}");
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["readyok"] => self.unready = self.unready.checked_sub(1).expect("an isready"),
            ["bestmove", best, reply @ ..] => {
                let search = self.searches.pop_front().expect("a go");
                search.check_answer(best, reply);
            }
            ["info", "string", ..] => {}
            ["info", ..] => {
                let search = self.searches.front().expect("a search");
                let board = search.board.expect("a position");
                let line = words.iter().skip_while(|word| **word != "pv").skip(1);
                line.fold(board, |board, mv| play(&board, mv));
            }
            _ => {}
        }
    }
}

impl Search {
    /// Checks the words of `bestmove`.
    fn check_answer(&self, best: &str, reply: &[&str]) {
        assert!(!self.is_held, "{best} before it may end: {self:?}");
        let board = self.board.filter(Board::has_legal_move);
        let Some(board) = board else { return assert_eq!(best, "(none)", "{self:?}") };
        let mv = board.parse_move(best).unwrap_or_else(|error| panic!("{error}: {self:?}"));
        assert!(self.moves.is_empty() || self.moves.contains(&mv), "{best}: {self:?}");
        match reply {
            [] => {}
            ["ponder", reply] => drop(play(&board.make(mv), reply)),
            _ => panic!("{reply:?}"),
        }
    }
}

/// Plays a legal move.
fn play(board: &Board, mv: &str) -> Board {
    board.make(board.parse_move(mv).unwrap_or_else(|error| panic!("{error} in {board}")))
}

/// A writer that sends each whole line.
struct Lines {
    sender: Sender<String>,
    line: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.line.push(byte);
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut self.line)).expect("UTF-8");
            // The session may have failed.
            let _ = self.sender.send(line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
