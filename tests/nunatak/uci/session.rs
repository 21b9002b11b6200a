//! The engine on a single thread, which reads its input during a search.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Cursor, ErrorKind, Read, Write};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use nunatak::uci::Session;

/// Instead of a line: none follows.
const END: &str = "end";

/// Lines that arrive one after the other; `None` is a moment at which none is waiting, as is the
/// end.
#[derive(Clone, Default)]
struct Arrivals(Rc<RefCell<VecDeque<Option<&'static str>>>>);

impl Read for Arrivals {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(line) = self.0.borrow_mut().pop_front().flatten() else { return Ok(0) };
        if line == END {
            return Err(ErrorKind::BrokenPipe.into());
        }
        let text = format!("{line}\n");
        buffer[..text.len()].copy_from_slice(text.as_bytes());
        Ok(text.len())
    }
}

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session with its input and output.
struct Talk {
    arrivals: Arrivals,
    written: Written,
    session: Session<BufReader<Arrivals>>,
}

impl Talk {
    fn start() -> Self {
        let (arrivals, written) = (Arrivals::default(), Written::default());
        let input = BufReader::new(arrivals.clone());
        let session = Session::new(input, written.clone()).expect("memory for a table");
        Self { arrivals, written, session }
    }

    /// Runs the session with `lines` to come. Returns whether it goes on, and the first words of
    /// what it answered, but for `info`.
    fn run(&mut self, lines: &[Option<&'static str>]) -> (bool, Vec<String>) {
        self.arrivals.0.borrow_mut().extend(lines);
        let goes_on = self.session.run();
        let mut written = self.written.0.lock().expect("no panic");
        let text = String::from_utf8(written.split_off(0)).expect("text");
        let words = text.lines().filter_map(|line| line.split(' ').next());
        (goes_on, words.filter(|&word| word != "info").map(str::to_owned).collect())
    }
}

fn answers(goes_on: bool, words: &[&str]) -> (bool, Vec<String>) {
    (goes_on, words.iter().map(|&word| word.to_owned()).collect())
}

#[test]
fn waiting_lines_are_executed_in_order() {
    let mut talk = Talk::start();
    assert_eq!(talk.run(&[]), answers(true, &[]));
    let lines = [Some("isready"), Some("go depth 2"), Some("isready"), Some("go depth 1")];
    // The second `isready` arrives when a search is waiting, and is answered at once.
    let words = ["readyok", "readyok", "bestmove", "bestmove"];
    assert_eq!(talk.run(&lines), answers(true, &words));
}

#[test]
fn lines_that_arrive_during_a_search_concern_it_or_follow_it() {
    let mut talk = Talk::start();
    let lines = [Some("go infinite"), None, None, Some("isready"), None, Some("go depth 1"), None];
    // `stop` is meant for all searches before it.
    let lines = [&lines[..], &[None, Some("stop")]].concat();
    assert_eq!(talk.run(&lines), answers(true, &["readyok", "bestmove", "bestmove"]));
    assert_eq!(talk.run(&[Some("isready")]), answers(true, &["readyok"]));
}

#[test]
fn a_finished_search_waits_for_its_signal_without_blocking() {
    let mut talk = Talk::start();
    for (go, signal) in [
        ("go infinite depth 1", "stop"),
        ("go ponder depth 1", "ponderhit"),
        ("go ponder depth 1", "stop"),
    ] {
        assert_eq!(talk.run(&[Some(go)]), answers(true, &[]), "{go}");
        assert_eq!(talk.run(&[Some("isready")]), answers(true, &["readyok"]), "{go}");
        // The next search must wait.
        assert_eq!(talk.run(&[Some("go depth 1")]), answers(true, &[]), "{go}");
        let both = answers(true, &["bestmove", "bestmove"]);
        assert_eq!(talk.run(&[Some(signal)]), both, "{go} {signal}");
    }
}

#[test]
fn a_session_remembers_a_refusal() {
    let mut talk = Talk::start();
    talk.run(&[Some("isready"), Some("go depth 1")]);
    assert!(!talk.session.has_refused());
    talk.run(&[Some("setoption name Hash value 0"), Some("isready")]);
    assert!(talk.session.has_refused());
}

#[test]
fn a_line_that_is_too_long_is_a_refusal() {
    // After a position that was not read, no move is right.
    for (start, sets_up) in [
        ("isready", false),
        ("position startpos moves", true),
        ("junk position startpos", true),
        ("setoption name position", false),
    ] {
        let blanks = " ".repeat(100);
        let line = format!("{blanks}{start} {}", "e2e4 ".repeat(300_000));
        let input = Cursor::new(line + "\ngo depth 1");
        let written = Written::default();
        let mut session = Session::new(input, written.clone()).expect("memory for a table");
        session.run();
        assert!(session.has_refused());
        let text = String::from_utf8(written.0.lock().expect("no panic").clone()).expect("text");
        assert!(text.contains("was skipped") && text.contains("\nbestmove "), "{text}");
        assert_eq!(text.contains("bestmove (none)"), sets_up, "{text}");
    }
}

#[test]
fn a_closed_output_ends_a_session() {
    let arrivals = Arrivals::default();
    arrivals.0.borrow_mut().push_back(Some("isready"));
    let (reader, writer) = io::pipe().expect("a pipe");
    drop(reader);
    let mut session = Session::new(BufReader::new(arrivals), writer).expect("memory for a table");
    assert!(!session.run());
}

#[test]
fn quit_ends_a_session_and_its_search() {
    let mut talk = Talk::start();
    let lines = [Some("go infinite"), None, None, Some("quit"), Some("isready")];
    assert_eq!(talk.run(&lines), answers(false, &["bestmove"]));
    assert_eq!(Talk::start().run(&[Some("quit")]), answers(false, &[]));
}

#[test]
fn the_end_of_all_input_ends_a_session_and_endless_searches() {
    let lines = ["go infinite", "go depth 3", "go ponder depth 3", "perft 1", END].map(Some);
    let words = ["bestmove", "bestmove", "bestmove", "20"];
    assert_eq!(Talk::start().run(&lines), answers(false, &words));
    let mut talk = Talk::start();
    assert_eq!(talk.run(&[Some("go infinite depth 1")]), answers(true, &[]));
    assert_eq!(talk.run(&[Some(END)]), answers(false, &["bestmove"]));
}
