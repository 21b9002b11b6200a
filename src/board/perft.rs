//! Perft: counts of move sequences, which verify the move generator.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::str::FromStr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use thiserror::Error;

use super::fen::{FenCorrection, FenError};
use super::position::Board;
use crate::limits::SearchControl;
use crate::random::mix;
use crate::text::unquoted;
use crate::tt::{AllocationError, BUCKET_SLOTS, Memory, Slot};
use crate::types::{Color, Move, Side, with_side};

/// Returns the number of leaf nodes at `depth` plies.
pub fn perft(board: &Board, depth: u8) -> u64 {
    with_side!(board.side_to_move, S => count::<S>(board, depth))
}

/// Returns the number of leaf nodes at `depth` plies from the `counts` of [`PerftCounter::divide`].
/// At depth 0 the position itself is the only leaf.
pub fn leaf_nodes(depth: u8, counts: &[(Move, u64)]) -> u64 {
    let counts = counts.iter().map(|&(_, nodes)| nodes);
    if depth == 0 { 1 } else { counts.fold(0, u64::saturating_add) }
}

/// Counts the leaf nodes for `S`, the side to move, with bulk counting at the last ply.
fn count<S: Side>(board: &Board, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_for::<S>(),
        _ => board
            .moves_for::<S>()
            .iter()
            .map(|&mv| {
                let mut child = *board;
                child.play::<S>(mv);
                count::<S::Opponent>(&child, depth - 1)
            })
            .sum(),
    }
}

/// The smallest depth at which a count is worth a lookup.
const MIN_TABLE_DEPTH: u8 = 2;

/// The smallest depth at which a count may take more than a fraction of a second.
const MIN_LONG_DEPTH: u8 = 4;

/// A counter of leaf nodes. Its counts are those of [`perft`].
#[derive(Default)]
pub struct PerftCounter {
    /// The number of threads besides that of the caller.
    helpers: usize,
    table: Option<PerftTable>,
}

impl PerftCounter {
    /// Creates a counter that uses `threads`, at least 1, and a table of `megabytes`, if any.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not enough memory for the table.
    pub fn new(threads: usize, megabytes: Option<usize>) -> Result<Self, AllocationError> {
        Ok(Self {
            helpers: threads.saturating_sub(1),
            table: megabytes.map(PerftTable::new).transpose()?,
        })
    }

    /// Returns the leaf count of each legal move, sorted by coordinate notation; at depth 0 no move
    /// is counted. Counts saturate at `u64::MAX`. Soon after `control` is told to stop,
    /// returns counts that are too small. At the beginning and after each subtree, `progress` is
    /// called with the number of subtrees done and their total number.
    pub fn divide(
        &self,
        board: &Board,
        depth: u8,
        control: &SearchControl,
        progress: impl Fn(usize, usize) + Sync,
    ) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let mut moves = board.legal_moves();
        moves.sort_by_cached_key(|mv| format!("{mv:?}"));
        let counts: Vec<_> = moves.iter().map(|&mv| (mv, AtomicU64::new(0))).collect();
        let children = counts.iter().map(|(mv, count)| (board.make(*mv), count));
        // Split after two plies: a single one would leave threads idle at the end, since one of the
        // few subtrees may be much larger than the others.
        let (parts, depth): (Vec<_>, u8) = match rest.checked_sub(1) {
            None => (children.collect(), rest),
            Some(depth) => {
                let of_replies = |(child, count): (Board, _)| {
                    let replies = child.legal_moves().into_iter();
                    replies.map(move |mv| (child.make(mv), count))
                };
                (children.flat_map(of_replies).collect(), depth)
            }
        };
        progress(0, parts.len());
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            while !control.is_stopped()
                && let Some((board, sum)) = parts.get(next.fetch_add(1, Ordering::Relaxed))
            {
                let count = self.count(board, depth, control);
                let add = |sum: u64| Some(sum.saturating_add(count));
                let _ = sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, parts.len());
            }
        };
        thread::scope(|scope| {
            for _ in 0..self.helpers.min(parts.len().saturating_sub(1)) {
                // If a thread cannot be spawned, the others do its share.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        counts.into_iter().map(|(mv, sum)| (mv, sum.into_inner())).collect()
    }

    fn count(&self, board: &Board, depth: u8, control: &SearchControl) -> u64 {
        let min_depth = if self.table.is_some() { MIN_TABLE_DEPTH } else { MIN_LONG_DEPTH };
        if depth < min_depth {
            return perft(board, depth);
        }
        if let Some(known) = self.table.as_ref().and_then(|table| table.get(board, depth)) {
            return known;
        }
        let mut sum = 0;
        for &mv in &board.legal_moves() {
            if control.is_stopped() {
                return sum;
            }
            sum = u64::saturating_add(sum, self.count(&board.make(mv), depth - 1, control));
        }
        // A stopped count is too small.
        if let Some(table) = &self.table
            && !control.is_stopped()
        {
            table.store(board, depth, sum);
        }
        sum
    }
}

/// The number of bits for the depth, below those of the count.
const DEPTH_BITS: u32 = 8;
/// The count in a slot that stands for [`u64::MAX`].
const LARGEST: u64 = u64::MAX >> DEPTH_BITS;

/// The leaf counts of positions at various depths.
///
/// A count is used only if the whole key of the position and the depth are equal. The bucket
/// depends on other keys of the position, which makes false matches rarer still. The table needs no
/// lock, for the same reasons as the transposition table.
struct PerftTable(Memory);

impl PerftTable {
    /// Creates an empty table of `megabytes`, at least 1.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not enough memory.
    fn new(megabytes: usize) -> Result<Self, AllocationError> {
        let mut memory = Memory::new(megabytes)?;
        memory.assign_pages();
        Ok(Self(memory))
    }

    /// Returns the leaf count of `board` at `depth` plies, if it is known.
    fn get(&self, board: &Board, depth: u8) -> Option<u64> {
        let slots = self.slots(board, depth);
        let mut found = slots.iter().filter_map(|slot| slot.data_of(board.key()));
        found.find(|&data| data as u8 == depth).map(count_of)
    }

    /// Stores the leaf count of `board` at `depth` plies, at least 1, if it is below [`LARGEST`] or
    /// is [`u64::MAX`], as all larger ones are. Of the counts in a bucket, the largest are kept
    /// longest, since they took the most time.
    fn store(&self, board: &Board, depth: u8, count: u64) {
        if (LARGEST..u64::MAX).contains(&count) {
            return;
        }
        let [preferred @ .., last] = self.slots(board, depth);
        let smallest = preferred.iter().min_by_key(|slot| count_of(slot.data()));
        let is_smaller = |slot: &&Slot| count_of(slot.data()) <= count;
        let slot = smallest.filter(is_smaller).unwrap_or(last);
        slot.write(board.key(), count << DEPTH_BITS | u64::from(depth));
    }

    fn slots(&self, board: &Board, depth: u8) -> &[Slot; BUCKET_SLOTS] {
        let [white, black] = Color::ALL.map(|color| board.non_pawn_key(color));
        let pieces = white.rotate_left(u64::BITS / 2) ^ black.rotate_left(u64::BITS / 4);
        let hash = mix(board.pawn_key() ^ pieces ^ u64::from(depth));
        self.0.slots(hash)
    }
}

fn count_of(data: u64) -> u64 {
    match data >> DEPTH_BITS {
        LARGEST => u64::MAX,
        count => count,
    }
}

/// A line of a perft suite, such as `FEN ;D1 20 ;D2 400`.
#[derive(Clone, Debug)]
pub struct PerftSuiteLine {
    /// The position.
    pub board: Board,
    /// The corrections of the position.
    pub corrections: Vec<FenCorrection>,
    /// Pairs of a depth and its leaf count, in the order of the line.
    pub counts: Vec<(u8, u64)>,
}

/// The error for text that is not a line of a perft suite.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PerftLineError {
    /// The position is not legal.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A count does not consist of `D`, a depth, white space and a number of nodes.
    #[error("'{0}' is not a depth and a node count such as 'D2 400'")]
    Count(String),
    /// The line has no counts.
    #[error("no node counts, expected at least one such as ';D2 400'")]
    NoCounts,
}

impl FromStr for PerftSuiteLine {
    type Err = PerftLineError;

    /// Parses a position followed by one or more counts, each after a semicolon.
    fn from_str(text: &str) -> Result<Self, PerftLineError> {
        let mut parts = text.split(';').map(str::trim);
        let (board, corrections) = Board::read_fen(&unquoted(parts.next().unwrap_or_default()))?;
        let parse_count = |part: &str| {
            let (depth, nodes) = part.strip_prefix('D')?.split_once(char::is_whitespace)?;
            Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
        };
        let counts: Vec<_> = parts
            .filter(|part| !part.is_empty())
            .map(|part| parse_count(part).ok_or_else(|| PerftLineError::Count(part.to_owned())))
            .collect::<Result<_, _>>()?;
        if counts.is_empty() {
            return Err(PerftLineError::NoCounts);
        }
        Ok(Self { board, corrections, counts })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Duration;

    use super::*;

    #[test]
    fn divide_adds_up_to_perft() {
        let board = Board::start();
        let control = SearchControl::default();
        let divide = |depth| PerftCounter::default().divide(&board, depth, &control, |_, _| {});
        let parts = divide(3);
        assert_eq!(parts.len(), 20);
        assert!(parts.is_sorted_by_key(|(mv, _)| format!("{mv:?}")));
        assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
        assert_eq!(divide(5).iter().map(|(_, nodes)| nodes).sum::<u64>(), 4_865_609);
        assert_eq!((perft(&board, 0), divide(0)), (1, Vec::new()));
    }

    #[test]
    fn a_stopped_count_ends() {
        for megabytes in [None, Some(1)] {
            let counter = PerftCounter::new(2, megabytes).unwrap();
            let control = SearchControl::default();
            let divide = |depth| counter.divide(&Board::start(), depth, &control, |_, _| {});
            // Twelve plies would take years.
            let counts = thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_millis(20));
                    control.stop();
                });
                divide(12)
            });
            assert_eq!(counts.len(), 20);
            // Now it is stopped before the first part.
            let counts = divide(5);
            assert!(counts.len() == 20 && counts.iter().all(|&(_, nodes)| nodes == 0));
        }
    }

    #[test]
    fn every_counter_divides_alike() {
        let positions = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
        ];
        let control = SearchControl::default();
        for (threads, megabytes) in [(1, None), (3, None), (1, Some(1)), (3, Some(2))] {
            let counter = PerftCounter::new(threads, megabytes).unwrap();
            for board in positions.map(|fen| fen.parse::<Board>().unwrap()) {
                for depth in 0..=4 {
                    let counts = counter.divide(&board, depth, &control, |_, _| {});
                    let below = |&mv: &Move| (mv, perft(&board.make(mv), depth - 1));
                    let mut moves = board.legal_moves();
                    moves.sort_by_cached_key(|mv| format!("{mv:?}"));
                    let expected: Vec<_> = moves.iter().filter(|_| depth > 0).map(below).collect();
                    assert_eq!(counts, expected, "{board}");
                }
            }
        }
    }

    #[test]
    fn progress_counts_the_subtrees() {
        let calls = Mutex::new(Vec::new());
        let counter = PerftCounter::new(2, None).unwrap();
        let push = |done, all| calls.lock().unwrap().push((done, all));
        counter.divide(&Board::start(), 3, &SearchControl::default(), push);
        let mut calls = calls.into_inner().unwrap();
        calls.sort_unstable();
        assert_eq!(calls, (0..=400).map(|done| (done, 400)).collect::<Vec<_>>());
    }

    #[test]
    fn a_table_without_memory_is_an_error() {
        let megabytes = usize::MAX >> 20;
        assert_eq!(PerftCounter::new(1, Some(megabytes)).err(), Some(AllocationError(megabytes)));
    }

    #[test]
    fn counts_are_found_by_position_and_depth() {
        let table = PerftTable::new(1).unwrap();
        let board = Board::start();
        assert_eq!(table.get(&board, 3), None);
        table.store(&board, 3, 8_902);
        table.store(&board, 4, 197_281);
        let next = board.make(board.legal_moves()[0]);
        assert_eq!((table.get(&board, 3), table.get(&board, 4)), (Some(8_902), Some(197_281)));
        assert_eq!((table.get(&board, 5), table.get(&next, 3)), (None, None));
        // A position without moves has no leaves; too large a count is not stored.
        table.store(&next, 2, 0);
        // Counts of 56 bits are stored, and what stands for all of more than 64.
        for (depth, count) in (3..).zip([LARGEST - 1, LARGEST, u64::MAX - 1, u64::MAX]) {
            table.store(&next, depth, count);
            let is_stored = matches!(depth, 3 | 6);
            assert_eq!(table.get(&next, depth), is_stored.then_some(count), "{depth}");
        }
        assert_eq!(table.get(&next, 2), Some(0));
    }

    #[test]
    fn suite_lines_are_parsed() {
        let line: PerftSuiteLine =
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2  66;".parse().unwrap();
        assert_eq!(line.counts, [(1, 15), (2, 66)]);
        for text in ["", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1"] {
            assert!(text.parse::<PerftSuiteLine>().is_err(), "{text}");
        }
    }

    #[test]
    fn positions_that_differ_by_one_king_find_room() {
        let table = PerftTable::new(1).unwrap();
        let kings = ["k7", "1k6", "2k5", "3k4", "4k3", "5k2", "6k1", "7k"];
        let boards = kings
            .map(|king| -> Board { format!("{king}/8/8/8/8/8/8/K6N w - - 0 1").parse().unwrap() });
        let boards = boards.map(|board| [board, board.flipped()]).concat();
        boards.iter().for_each(|board| table.store(board, 9, 1_000));
        for board in boards {
            assert_eq!(table.get(&board, 9), Some(1_000), "{board}");
        }
    }

    #[test]
    fn counts_beyond_64_bits_are_the_largest_number() {
        let board: Board = "k2b4/p1pPp3/P1P1P3/8/8/p1p1p1p1/P1P1P1P1/K7 w - - 0 1".parse().unwrap();
        let counter = PerftCounter::new(1, Some(1)).unwrap();
        let leaves = |depth| {
            let counts = counter.divide(&board, depth, &SearchControl::default(), |_, _| {});
            leaf_nodes(depth, &counts)
        };
        assert!(leaves(100) < u64::MAX);
        assert_eq!(leaves(150), u64::MAX);
        // Subtrees beyond 64 bits are counted once.
        assert_eq!(leaves(u8::MAX), u64::MAX);
    }
}
