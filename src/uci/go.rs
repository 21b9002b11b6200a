//! The arguments of `go`, and the search limits that follow from them.

use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;

use super::position::parse_move;
use super::tokens::{CommandError, PERFT_DEPTH, Words, unexpected};
use crate::board::Board;
use crate::limits::{Clock, Limits};
use crate::types::{Color, Move};

/// The arguments of a search, some of which depend on the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoArguments {
    /// Whether `bestmove` must wait for `stop`.
    pub(super) infinite: bool,
    /// Whether to search on the opponent's time, until `ponderhit`.
    pub(super) ponder: bool,
    search_moves: Vec<String>,
    time: Times,
    increment: Times,
    moves_to_go: Option<u64>,
    /// The limits that do not depend on the position.
    limits: Limits,
}

/// A time for each side in milliseconds, if given, indexed by colour.
type Times = [Option<u64>; 2];

/// The keywords, separated by spaces.
const KEYWORDS: &str = "infinite ponder wtime btime winc binc movestogo movetime depth nodes mate \
                        searchmoves perft";

impl GoArguments {
    /// Parses the words after `go`. The arguments may be in any order. Unknown words are ignored,
    /// and invalid numbers count as 0, so that the search ends. Also returns the depth of a perft,
    /// which is common but not part of the protocol.
    pub(super) fn parse(words: &mut Words) -> Result<(Self, Option<u8>), CommandError> {
        let (mut go, mut perft) = (Self::default(), None);
        while let Some(word) = words.next() {
            let mut number = |min| clamped_number(words, word, min);
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                // Times may be negative after a loss on time.
                "wtime" => go.time[0] = Some(number(i64::MIN)),
                "btime" => go.time[1] = Some(number(i64::MIN)),
                "winc" => go.increment[0] = Some(number(i64::MIN)),
                "binc" => go.increment[1] = Some(number(i64::MIN)),
                "movestogo" => go.moves_to_go = Some(number(0)),
                "movetime" => go.limits.move_time = Some(milliseconds(number(0))),
                "depth" => go.limits.depth = Some(saturated(number(0))),
                "nodes" => go.limits.nodes = Some(number(0)),
                "mate" => go.limits.mate = Some(saturated(number(0))),
                "searchmoves" => {
                    let before = go.search_moves.len();
                    while let Some(mv) = words.next_unless(is_keyword) {
                        go.search_moves.push(mv.to_owned());
                    }
                    if go.search_moves.len() == before {
                        words.errors.push(unexpected(word, None, "moves"));
                    }
                }
                "perft" => perft = Some(words.number(word, PERFT_DEPTH)?),
                _ => words.ignored.push(word),
            }
        }
        Ok((go, perft))
    }

    /// Returns the limits for the side to move in `board`, and the errors in `searchmoves`.
    pub(super) fn resolve(&self, board: &Board) -> (Limits, Vec<CommandError>) {
        let (mut search_moves, mut errors) = (Vec::<Move>::new(), Vec::new());
        for text in &self.search_moves {
            match parse_move(board, text) {
                Ok(mv) => search_moves.push(mv),
                Err(error) => errors.push(error),
            }
        }
        let limits = Limits {
            search_moves,
            clock: self.clock(board.side_to_move()).filter(|_| !self.infinite),
            move_time: self.limits.move_time.filter(|_| !self.infinite),
            ..self.limits
        };
        (limits, errors)
    }

    /// Returns the clock of `color`; missing values are 0. An increment or `movestogo` without a
    /// time means an empty clock, but only if there is no other limit.
    fn clock(&self, color: Color) -> Option<Clock> {
        let has_time = self.time.iter().any(Option::is_some);
        let has_increment_or_moves =
            self.increment.iter().any(Option::is_some) || self.moves_to_go.is_some();
        let moves_to_go = self.moves_to_go.map(|moves| moves.try_into().unwrap_or(u32::MAX));
        (has_time || has_increment_or_moves && !self.has_other_limit()).then(|| Clock {
            time_left: milliseconds(color.pick(self.time).unwrap_or(0)),
            increment: milliseconds(color.pick(self.increment).unwrap_or(0)),
            moves_to_go: moves_to_go.filter(|&moves| moves > 0),
        })
    }

    /// Whether there is a limit besides the clock.
    fn has_other_limit(&self) -> bool {
        self.limits != Limits::default()
    }

    /// Whether a book move may be played: in a game, not while pondering and without `searchmoves`.
    pub(super) fn allows_book_move(&self) -> bool {
        !self.is_analysis() && !self.ponder && self.search_moves.is_empty()
    }

    /// Whether the search is for analysis, not for a game.
    pub(super) fn is_analysis(&self) -> bool {
        self.is_endless() || self.limits.mate.is_some()
    }

    /// Whether only `stop` ends the search.
    pub(super) fn is_endless(&self) -> bool {
        self.infinite || self.clock(Color::White).is_none() && !self.has_other_limit()
    }
}

/// Returns a duration, capped at a year so that sums of durations cannot overflow.
fn milliseconds(time: u64) -> Duration {
    const YEAR: u64 = 365 * 24 * 60 * 60 * 1_000;
    Duration::from_millis(time.min(YEAR))
}

/// Takes a whole number of `min` or more and clamps it to the range of `u64`. Any other text is
/// recorded as an error and counts as 0.
fn clamped_number(words: &mut Words, command: &str, min: i64) -> u64 {
    let word = words.next_unless(is_keyword);
    let number = word.unwrap_or_default().parse::<i64>();
    let expected = match number.as_ref().map_err(ParseIntError::kind) {
        Ok(&number) if number >= min => return number.max(0).unsigned_abs(),
        Err(IntErrorKind::PosOverflow) => return u64::MAX,
        Err(IntErrorKind::NegOverflow) if min < 0 => return 0,
        Ok(_) | Err(IntErrorKind::NegOverflow) => "a whole number of 0 or more",
        Err(_) if word.is_none() => "number",
        Err(_) => "a whole number",
    };
    words.errors.push(unexpected(command, word, expected));
    0
}

fn is_keyword(word: &str) -> bool {
    KEYWORDS.split(' ').any(|keyword| keyword == word)
}

fn saturated(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> GoArguments {
        go_with_errors(line).0
    }

    fn go_with_errors(line: &str) -> (GoArguments, Vec<CommandError>) {
        let mut words = Words::new(line);
        assert_eq!(words.next(), Some("go"));
        match GoArguments::parse(&mut words) {
            Ok((arguments, None)) => (arguments, words.errors),
            other => unreachable!("{line}: {other:?}"),
        }
    }

    #[test]
    fn arguments_may_be_in_any_order() {
        let a = go("go wtime 100 btime 200 winc 1 binc 2 movestogo 3 depth 4 nodes 5 mate 6");
        let b = go("go mate 6 binc 2 depth 4 btime 200 nodes 5 movestogo 3 winc 1 wtime 100");
        assert_eq!(a, b);
        let (limits, _) = a.resolve(&Board::start());
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(4), Some(5), Some(6)));
        let clock = limits.clock.unwrap();
        assert_eq!(clock.time_left.as_millis(), 100);
        assert_eq!((clock.increment.as_millis(), clock.moves_to_go), (1, Some(3)));
        let after_e4 = Board::start().make(Board::start().parse_move("e2e4").unwrap());
        let clock = a.resolve(&after_e4).0.clock.unwrap();
        assert_eq!((clock.time_left.as_millis(), clock.increment.as_millis()), (200, 2));
    }

    #[test]
    fn negative_clock_times_count_as_zero() {
        let (limits, _) = go("go wtime -250 btime -9223372036854775808").resolve(&Board::start());
        assert!(limits.clock.unwrap().time_left.is_zero());
        let (limits, _) = go("go btime 1000").resolve(&Board::start());
        assert!(limits.clock.unwrap().time_left.is_zero());
        let huge = go("go wtime 9223372036854775807").resolve(&Board::start()).0;
        assert!(!huge.clock.unwrap().time_left.is_zero());
    }

    #[test]
    fn a_clock_without_times_does_not_override_other_limits() {
        let clock = |line| go(line).resolve(&Board::start()).0.clock;
        assert_eq!(clock("go movestogo 40 depth 10"), None);
        assert_eq!(clock("go winc 0 binc 0 movetime 1000"), None);
        assert_eq!(clock("go binc 0 nodes 50000"), None);
        assert!(clock("go movestogo 40").is_some_and(|clock| clock.time_left.is_zero()));
        assert!(clock("go wtime 5000 depth 10").is_some());
    }

    #[test]
    fn an_infinite_search_has_no_limits_of_time() {
        let line = "go infinite wtime 1 btime 1 winc 1 movestogo 1 movetime 1 depth 3";
        let limits = go(line).resolve(&Board::start()).0;
        assert_eq!((limits.clock, limits.move_time, limits.depth), (None, None, Some(3)));
    }

    #[test]
    fn searchmoves_end_at_the_next_keyword() {
        let go = go("go searchmoves e2e4 a1a8 depth 3 searchmoves d2d4");
        let (limits, errors) = go.resolve(&Board::start());
        assert_eq!((limits.search_moves.len(), limits.depth), (2, Some(3)));
        assert!(errors.first().unwrap().to_string().contains("'a1a8'"));
    }

    #[test]
    fn searches_without_limits_are_endless_and_book_moves_only_for_games() {
        for (line, is_endless, allows_book_move) in [
            ("go", true, false),
            ("go infinite", true, false),
            ("go infinite depth 3", true, false),
            ("go infinite movetime 5", true, false),
            ("go ponder", true, false),
            ("go searchmoves e2e4", true, false),
            ("go ponder btime 100", false, false),
            ("go ponder wtime 100 btime 100", false, false),
            ("go mate 2", false, false),
            ("go depth 3 searchmoves e2e4", false, false),
            ("go wtime 100 btime 100", false, true),
            ("go movetime 5", false, true),
            ("go depth 3", false, true),
            ("go nodes 1", false, true),
        ] {
            let go = go(line);
            assert_eq!(go.is_endless(), is_endless, "{line}");
            assert_eq!(go.allows_book_move(), allows_book_move, "{line}");
        }
    }

    #[test]
    fn invalid_arguments_are_reported_and_numbers_count_as_zero() {
        for (line, part) in [
            ("go depth", "depth: missing number"),
            ("go depth x", "'x'"),
            ("go nodes 1.5", "'1.5'"),
            ("go wtime btime 1000", "wtime: missing"),
            ("go depth -1", "depth: '-1' is not a whole number of 0 or more"),
            ("go movetime -99999999999999999999", "'-99999999999999999999'"),
            ("go depth 3 searchmoves", "searchmoves: missing moves"),
            ("go searchmoves depth 3", "searchmoves: missing moves"),
        ] {
            let (go, errors) = go_with_errors(line);
            assert!(!go.is_endless());
            let [error] = errors.as_slice() else { unreachable!("{line}: {errors:?}") };
            assert!(error.to_string().contains(part), "{line}: {error}");
        }
        let limits = |line| {
            assert_eq!(go_with_errors(line).1, []);
            go(line).resolve(&Board::start()).0
        };
        assert_eq!(limits("go nodes 99999999999999999999").nodes, Some(u64::MAX));
        let clock = limits("go movestogo 4294967296 wtime 5").clock.unwrap();
        assert_eq!(clock.moves_to_go, Some(u32::MAX));
        assert!(limits("go wtime -99999999999999999999").clock.unwrap().time_left.is_zero());
        assert_eq!(limits("go movestogo 0 wtime 5").clock.unwrap().moves_to_go, None);
    }
}
