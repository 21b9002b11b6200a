//! The arguments of `go`, and the limits that they set.

use std::num::IntErrorKind;
use std::time::Duration;

use super::command::{Command, CommandError, Words, value};
use crate::board::{Board, MoveError};
use crate::limits::{Clock, Limits};
use crate::types::{Color, Move};

/// Milliseconds of each side, as far as they were given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Times {
    white: Option<u64>,
    black: Option<u64>,
}

impl Times {
    fn of(self, color: Color) -> Option<u64> {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    fn is_empty(self) -> bool {
        self.white.is_none() && self.black.is_none()
    }
}

/// The arguments of `go`, of which some depend on the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoText {
    /// Whether the answer must wait for `stop`.
    pub(super) infinite: bool,
    /// Whether the opponent has yet to play the expected move.
    pub(super) ponder: bool,
    search_moves: Vec<String>,
    time: Times,
    increment: Times,
    moves_to_go: Option<u32>,
    move_time: Option<u64>,
    depth: Option<usize>,
    nodes: Option<u64>,
    mate: Option<usize>,
    /// What could not be read. It counts as 0: better a search that ends than one that does not.
    pub(super) errors: Vec<CommandError>,
}

impl GoText {
    /// The limits for the side to move in `board`, and what is wrong with `searchmoves`.
    pub(super) fn resolve(&self, board: &Board) -> (Limits, Vec<MoveError>) {
        let (mut search_moves, mut errors) = (Vec::<Move>::new(), Vec::new());
        for text in &self.search_moves {
            match board.parse_move(text) {
                Ok(mv) => search_moves.push(mv),
                Err(error) => errors.push(error),
            }
        }
        let limits = Limits {
            search_moves,
            clock: self.clock(board.side_to_move()).filter(|_| !self.infinite),
            move_time: self.move_time.map(milliseconds).filter(|_| !self.infinite),
            depth: self.depth,
            nodes: self.nodes,
            soft_nodes: None,
            mate: self.mate,
        };
        (limits, errors)
    }

    /// The clock of `color`. What is missing of it counts as nothing: an increment or a number of
    /// moves alone makes an empty clock, but only where no other limit ends the search.
    fn clock(&self, color: Color) -> Option<Clock> {
        let time_given = !self.time.is_empty();
        let part_given = !self.increment.is_empty() || self.moves_to_go.is_some();
        (time_given || part_given && !self.has_other_limit()).then(|| Clock {
            time_left: milliseconds(self.time.of(color).unwrap_or(0)),
            increment: milliseconds(self.increment.of(color).unwrap_or(0)),
            moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
        })
    }

    fn has_other_limit(&self) -> bool {
        self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
    }

    /// Whether any good move will do, so that a book may answer: nobody wants to see a search, and
    /// the position is on the board and not only expected.
    pub(super) fn wants_any_move(&self) -> bool {
        !self.is_analysis() && !self.ponder && self.search_moves.is_empty()
    }

    /// Whether the answer is to be as good as can be, and not a move in a game.
    pub(super) fn is_analysis(&self) -> bool {
        self.is_endless() || self.mate.is_some()
    }

    /// Whether nothing but a signal from outside ends the search.
    pub(super) fn is_endless(&self) -> bool {
        self.infinite || self.clock(Color::White).is_none() && !self.has_other_limit()
    }
}

/// A time of at most a year, so that sums cannot overflow.
fn milliseconds(time: u64) -> Duration {
    const YEAR: u64 = 365 * 24 * 60 * 60 * 1_000;
    Duration::from_millis(time.min(YEAR))
}

/// The arguments of `go`, in any order. Unknown words are passed over.
pub(super) fn parse(words: &mut Words) -> Result<Command, CommandError> {
    let mut go = GoText::default();
    while let Some(word) = words.next() {
        let mut number = |name| {
            clamped_number(words, name).unwrap_or_else(|error| {
                go.errors.push(error);
                0
            })
        };
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "wtime" => go.time.white = Some(number("wtime")),
            "btime" => go.time.black = Some(number("btime")),
            "winc" => go.increment.white = Some(number("winc")),
            "binc" => go.increment.black = Some(number("binc")),
            "movestogo" => {
                go.moves_to_go = Some(number("movestogo").try_into().unwrap_or(u32::MAX))
            }
            "movetime" => go.move_time = Some(number("movetime")),
            "depth" => go.depth = Some(number("depth").try_into().unwrap_or(usize::MAX)),
            "nodes" => go.nodes = Some(number("nodes")),
            "mate" => go.mate = Some(number("mate").try_into().unwrap_or(usize::MAX)),
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !is_go_word(word)) {
                    go.search_moves.push(mv.to_owned());
                }
            }
            // Not of the protocol, but known from other engines.
            "perft" => return Ok(Command::Divide(value(words, "perft")?)),
            _ => {}
        }
    }
    Ok(Command::Go(go))
}

/// The whole number that follows a word of `go`. Clocks fall below zero and may have any size, so
/// one that does not fit counts as the nearest that does.
fn clamped_number(words: &mut Words, command: &'static str) -> Result<u64, CommandError> {
    let word = words
        .next_if(|word| !is_go_word(word))
        .ok_or(CommandError::Missing { command, what: "number" })?;
    match word.parse::<i64>().map_err(|error| *error.kind()) {
        Ok(number) => Ok(number.max(0).unsigned_abs()),
        Err(IntErrorKind::PosOverflow) => Ok(u64::MAX),
        Err(IntErrorKind::NegOverflow) => Ok(0),
        Err(_) => Err(CommandError::BadValue {
            command,
            value: word.to_owned(),
            expected: "a whole number",
        }),
    }
}

fn is_go_word(word: &str) -> bool {
    matches!(
        word,
        "infinite"
            | "ponder"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "movetime"
            | "depth"
            | "nodes"
            | "mate"
            | "searchmoves"
            | "perft"
    )
}

#[cfg(test)]
mod tests {
    use super::super::command;
    use super::*;

    fn go(line: &str) -> GoText {
        match command::parse(line) {
            Ok(Some(Command::Go(go))) => go,
            other => unreachable!("{line}: {other:?}"),
        }
    }

    #[test]
    fn go_takes_its_arguments_in_any_order() {
        let a = go("go wtime 100 btime 200 winc 1 binc 2 movestogo 3 depth 4 nodes 5 mate 6");
        let b = go("go mate 6 binc 2 depth 4 btime 200 nodes 5 movestogo 3 winc 1 wtime 100");
        assert_eq!(a, b);
        let (limits, _) = a.resolve(&Board::start());
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(4), Some(5), Some(6)));
        let clock = limits.clock.unwrap();
        assert_eq!(clock.time_left.as_millis(), 100);
        assert_eq!((clock.increment.as_millis(), clock.moves_to_go), (1, Some(3)));
        let after_e4 = Board::start().make(Board::start().parse_move("e2e4").unwrap());
        assert_eq!(a.resolve(&after_e4).0.clock.unwrap().time_left.as_millis(), 200);
    }

    #[test]
    fn clocks_below_zero_are_empty() {
        let (limits, _) = go("go wtime -250 btime -9223372036854775808").resolve(&Board::start());
        assert!(limits.clock.unwrap().time_left.is_zero());
        let (limits, _) = go("go btime 1000").resolve(&Board::start());
        assert!(limits.clock.unwrap().time_left.is_zero());
        let huge = go("go wtime 9223372036854775807").resolve(&Board::start()).0;
        assert!(!huge.clock.unwrap().time_left.is_zero());
    }

    #[test]
    fn half_a_clock_does_not_overrule_other_limits() {
        let clock = |line| go(line).resolve(&Board::start()).0.clock;
        assert_eq!(clock("go movestogo 40 depth 10"), None);
        assert_eq!(clock("go winc 0 binc 0 movetime 1000"), None);
        assert_eq!(clock("go binc 0 nodes 50000"), None);
        assert!(clock("go movestogo 40").is_some_and(|clock| clock.time_left.is_zero()));
        assert!(clock("go wtime 5000 depth 10").is_some());
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let go = go("go searchmoves e2e4 a1a8 d2d4 depth 3");
        let (limits, errors) = go.resolve(&Board::start());
        assert_eq!((limits.search_moves.len(), limits.depth), (2, Some(3)));
        assert!(errors.first().unwrap().to_string().contains("'a1a8'"));
    }

    #[test]
    fn only_what_has_no_limit_is_endless() {
        for (line, endless) in [
            ("go", true),
            ("go infinite", true),
            ("go infinite depth 3", true),
            ("go ponder", true),
            ("go searchmoves e2e4", true),
            ("go wtime 100 btime 100", false),
            ("go ponder btime 100", false),
            ("go movetime 5", false),
            ("go mate 2", false),
            ("go nodes 1", false),
        ] {
            assert_eq!(go(line).is_endless(), endless, "{line}");
        }
    }

    #[test]
    fn a_book_may_answer_only_in_a_game() {
        for (line, may) in [
            ("go wtime 100 btime 100", true),
            ("go movetime 5", true),
            ("go depth 3", true),
            ("go", false),
            ("go infinite movetime 5", false),
            ("go ponder wtime 100 btime 100", false),
            ("go mate 2", false),
            ("go depth 3 searchmoves e2e4", false),
        ] {
            assert_eq!(go(line).wants_any_move(), may, "{line}");
        }
    }

    #[test]
    fn what_go_cannot_read_is_named_and_counts_as_nothing() {
        for (line, part) in [
            ("go depth", "depth: missing number"),
            ("go depth x", "'x'"),
            ("go nodes 1.5", "'1.5'"),
            ("go wtime btime 1000", "wtime: missing"),
        ] {
            let go = go(line);
            assert!(!go.is_endless());
            let [error] = go.errors.as_slice() else { unreachable!("{line}: {go:?}") };
            assert!(error.to_string().contains(part), "{line}: {error}");
        }
        let limits = |line| {
            assert_eq!(go(line).errors, []);
            go(line).resolve(&Board::start()).0
        };
        assert_eq!(limits("go depth -1").depth, Some(0));
        assert_eq!(limits("go nodes 99999999999999999999").nodes, Some(u64::MAX));
        let clock = limits("go movestogo 4294967296 wtime 5").clock.unwrap();
        assert_eq!(clock.moves_to_go, Some(u32::MAX));
        assert_eq!(limits("go movestogo -1 wtime 5").clock.unwrap().moves_to_go, None);
    }
}
