//! Counting on several threads, with a table of known counts.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::count::{perft, sorted_moves};
use super::table::PerftTable;
use crate::board::movegen::All;
use crate::board::position::Board;
use crate::tt::AllocationError;
use crate::types::{Move, Side, with_side};

/// The smallest depth at which a count is worth a lookup.
const MIN_TABLE_DEPTH: u8 = 2;

/// A counter of leaf nodes. Its counts are those of [`perft`].
pub struct PerftCounter {
    threads: usize,
    table: Option<PerftTable>,
}

/// A subtree to count.
struct Part {
    /// The index of the root move.
    root: usize,
    board: Board,
    /// The remaining depth in plies.
    depth: u8,
}

impl PerftCounter {
    /// Creates a counter that uses `threads`, at least 1, and a table of `megabytes`, if any.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not enough memory for the table.
    pub fn new(threads: usize, megabytes: Option<usize>) -> Result<Self, AllocationError> {
        Ok(Self { threads, table: megabytes.map(PerftTable::new).transpose()? })
    }

    /// Returns the leaf count of each legal move, sorted by coordinate notation; at depth 0 no move
    /// is counted. At the beginning and after each subtree, `progress` is called with the number of
    /// subtrees done and their total number.
    pub fn divide(
        &self,
        board: &Board,
        depth: u8,
        progress: impl Fn(usize, usize) + Sync,
    ) -> Vec<(Move, u64)> {
        let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
        let moves = sorted_moves(board);
        let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
        let parts = parts(board, &moves, rest);
        progress(0, parts.len());
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Some(sum) = counts.get(part.root) {
                    sum.fetch_add(self.count(&part.board, part.depth), Ordering::Relaxed);
                }
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, parts.len());
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.min(parts.len()) {
                // If a thread cannot be spawned, the others do its share.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        moves.iter().copied().zip(counts.into_iter().map(AtomicU64::into_inner)).collect()
    }

    fn count(&self, board: &Board, depth: u8) -> u64 {
        match &self.table {
            None => perft(board, depth),
            Some(table) => with_side!(board.side_to_move, S => count::<S>(board, depth, table)),
        }
    }
}

/// Splits the tree below `moves`, which leave `rest` plies, after two plies. A single ply would
/// leave threads idle at the end, since one of the few subtrees may be much larger than the others.
fn parts(board: &Board, moves: &[Move], rest: u8) -> Vec<Part> {
    let children = (0..).zip(moves).map(|(root, &mv)| (root, board.make(mv)));
    match rest.checked_sub(1) {
        None => children.map(|(root, board)| Part { root, board, depth: 0 }).collect(),
        Some(depth) => children
            .flat_map(|(root, child)| {
                let replies = child.legal_moves().into_iter();
                replies.map(move |mv| Part { root, board: child.make(mv), depth })
            })
            .collect(),
    }
}

/// Counts the leaf nodes for `S`, the side to move, and stores the counts in `table`.
fn count<S: Side>(board: &Board, depth: u8, table: &PerftTable) -> u64 {
    if depth < MIN_TABLE_DEPTH {
        return perft(board, depth);
    }
    table.get(board, depth).unwrap_or_else(|| {
        let mut sum = 0;
        for &mv in &board.moves_for::<S, All>() {
            let mut child = *board;
            child.play::<S>(mv);
            sum += count::<S::Opponent>(&child, depth - 1, table);
        }
        table.store(board, depth, sum);
        sum
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::board::perft::divide;

    #[test]
    fn every_counter_divides_alike() {
        let positions = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1",
        ];
        for (threads, megabytes) in [(1, None), (3, None), (1, Some(1)), (3, Some(2))] {
            let counter = PerftCounter::new(threads, megabytes).unwrap();
            for board in positions.map(|fen| fen.parse::<Board>().unwrap()) {
                for depth in 0..=4 {
                    let expected = divide(&board, depth, &AtomicBool::new(false));
                    assert_eq!(Some(counter.divide(&board, depth, |_, _| {})), expected, "{board}");
                }
            }
        }
    }

    #[test]
    fn progress_counts_the_subtrees() {
        let calls = Mutex::new(Vec::new());
        let counter = PerftCounter::new(2, None).unwrap();
        counter.divide(&Board::start(), 3, |done, all| calls.lock().unwrap().push((done, all)));
        let mut calls = calls.into_inner().unwrap();
        calls.sort_unstable();
        assert_eq!(calls, (0..=400).map(|done| (done, 400)).collect::<Vec<_>>());
    }

    #[test]
    fn a_table_without_memory_is_an_error() {
        let megabytes = usize::MAX >> 20;
        assert_eq!(PerftCounter::new(1, Some(megabytes)).err(), Some(AllocationError(megabytes)));
    }
}
