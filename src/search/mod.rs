//! Finding the best move: iterative deepening over a principal variation search.

mod control;
mod correction;
mod early;
mod exact;
mod history;
mod movepick;
mod negamax;
mod node;
mod params;
mod pruning;
mod quiescence;
mod repetition;
mod report;
mod stack;
mod task;
mod weakness;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

pub use control::SearchControl;
#[cfg(feature = "tune")]
pub use params::{Parameter, parameters, set_parameter};
pub use report::{SearchObserver, SearchReport, SearchResult, Silent};
pub use weakness::{MAX_ELO, MIN_ELO};

use self::pruning::Reductions;
use self::task::{NodeCount, Shared, Task};
use self::weakness::{Weakened, Weakness};
use self::worker::{Memory, Worker};
use crate::board::Board;
use crate::eval::{self, CacheUse};
use crate::limits::Limits;
use crate::tablebase;
use crate::time::{Budget, TimeManager};
use crate::tt::{AllocationError, TranspositionTable};
use crate::types::Move;

/// The default of [`Searcher::set_move_overhead`].
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(10);

/// The most threads of [`Searcher::set_threads`].
pub const MAX_THREADS: usize = 256;

/// A search that may not take so long makes no table of four men, of which the slowest takes 70 ms.
const TIME_FOR_TABLE: Duration = Duration::from_millis(80);

/// The stack size of a thread that searches, in bytes: enough for the deepest line.
pub const STACK_BYTES: usize = 16 << 20;

/// Searches positions, and keeps what it learns from one search to the next.
pub struct Searcher {
    table: TranspositionTable,
    /// One for each thread, at least one.
    memories: Vec<Memory>,
    contempt: i32,
    move_overhead: Duration,
    multi_pv: usize,
    /// The playing strength, if it is limited.
    elo: Option<i32>,
    /// What weakened searches keep, once it was limited.
    weakened: Option<Weakened>,
}

impl Searcher {
    /// A searcher of one thread with a transposition table of `megabytes`, at least 1.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not so much memory.
    pub fn new(megabytes: usize) -> Result<Self, AllocationError> {
        Ok(Self {
            table: TranspositionTable::new(megabytes)?,
            memories: vec![Memory::new()],
            contempt: 0,
            move_overhead: DEFAULT_MOVE_OVERHEAD,
            multi_pv: 1,
            elo: None,
            weakened: None,
        })
    }

    /// Forgets all earlier searches: the next one does not depend on them, but that tables of endgames
    /// once made are at hand.
    pub fn new_game(&mut self) {
        self.clear_table();
        self.memories.iter_mut().for_each(Memory::clear);
        if let Some(weakened) = &mut self.weakened {
            weakened.new_game();
        }
    }

    /// Empties the transposition table.
    pub fn clear_table(&mut self) {
        self.table.clear();
    }

    /// Replaces the transposition table by an empty one of `megabytes`, at least 1.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not so much memory; the old table stays as it is.
    pub fn resize_table(&mut self, megabytes: usize) -> Result<(), AllocationError> {
        self.table = TranspositionTable::new(megabytes)?;
        Ok(())
    }

    /// Sets how many threads search together, 1 to [`MAX_THREADS`]. With one thread a search to a
    /// depth or number of nodes always takes the same course.
    pub fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.clamp(1, MAX_THREADS), Memory::new);
    }

    /// Sets by how many units of the evaluation the side to move in the root would rather not have a
    /// draw in the opening. Negative values seek it. It fades with the material and is nothing in an
    /// endgame.
    pub fn set_contempt(&mut self, units: i32) {
        self.contempt = units;
    }

    /// Sets the time that each move loses between engine and interface.
    pub fn set_move_overhead(&mut self, overhead: Duration) {
        self.move_overhead = overhead;
    }

    /// Sets how many lines a search looks for, at least 1, each with another first move.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.multi_pv = lines.max(1);
    }

    /// Limits the playing strength to so many Elo, [`MIN_ELO`] to [`MAX_ELO`], or ends the limit.
    /// Searches below full strength use one thread and a small table of their own.
    ///
    /// # Errors
    /// [`AllocationError`] if there is no memory for that table; strength stays unlimited.
    pub fn set_elo(&mut self, elo: Option<i32>) -> Result<(), AllocationError> {
        self.elo = None;
        if let (Some(_), None) = (elo, &self.weakened) {
            self.weakened = Some(Weakened::new()?);
        }
        self.elo = elo.map(|elo| elo.clamp(MIN_ELO, MAX_ELO));
        Ok(())
    }

    /// Sets what decides the mistakes of the game at hand, if strength is or was limited. Without it
    /// each game has others.
    pub fn set_seed(&mut self, seed: u64) {
        if let Some(weakened) = &mut self.weakened {
            weakened.set_seed(seed);
        }
    }

    /// How the pawn caches of all threads were used since the last new game.
    pub fn pawn_cache_use(&self) -> CacheUse {
        self.memories.iter().map(Memory::pawn_cache_use).sum()
    }

    /// The time that a search under `limits` may take.
    pub fn budget(&self, limits: &Limits) -> Budget {
        Budget::new(limits, self.move_overhead)
    }

    /// Searches `board` until a limit is reached or `control` stops it.
    ///
    /// `earlier_keys` are those of the game's positions before `board`, the oldest first. Moves of
    /// [`Limits::search_moves`] that are not legal are passed over.
    pub fn search(
        &mut self,
        board: &Board,
        earlier_keys: &[u64],
        limits: &Limits,
        control: &SearchControl,
        observer: &mut dyn SearchObserver,
    ) -> SearchResult {
        let time = TimeManager::start(self.budget(limits), control.is_pondering());
        let root_moves = root_moves(board, limits);
        let mut task = Task {
            board,
            earlier_keys,
            limits,
            is_root_restricted: root_moves.len() < board.legal_moves().len(),
            root_moves: &root_moves,
            multi_pv: self.multi_pv,
            contempt: eval::fade_with_material(board, self.contempt),
        };
        let (Some(elo), Some(weakened)) = (self.elo, &mut self.weakened) else {
            let means =
                Means { table: &self.table, memories: &mut self.memories, weakness: None, time };
            return means.search(&task, control, observer);
        };
        let weakness = weakened.begin(elo, board, earlier_keys);
        let (limits, seen) = (weakness.limits(&task), weakness.seen(&task));
        (task.limits, task.root_moves) = (&limits, &seen);
        let (table, memories) = (&weakened.table, std::slice::from_mut(&mut weakened.memory));
        let result = Means { table, memories, weakness: Some(&weakness), time }
            .search(&task, control, observer);
        weakened.note(board, result.best);
        result
    }
}

/// What a search has at its disposal.
struct Means<'a> {
    table: &'a TranspositionTable,
    /// One for each thread, at least one.
    memories: &'a mut [Memory],
    weakness: Option<&'a Weakness>,
    time: TimeManager,
}

impl Means<'_> {
    fn search(
        self,
        task: &Task,
        control: &SearchControl,
        observer: &mut dyn SearchObserver,
    ) -> SearchResult {
        let Means { table, memories, weakness, time } = self;
        table.start_search();
        let counts: Vec<_> = memories.iter().map(|_| NodeCount::default()).collect();
        let shared = Shared {
            table,
            control,
            reductions: &Reductions::new(),
            counts: &counts,
            weakness,
            // A weakened player knows no endgame by heart.
            known_pieces: match weakness {
                Some(_) => 0,
                None => tablebase::known_pieces(task.board, time.allows(TIME_FOR_TABLE)),
            },
            is_over: AtomicBool::new(false),
        };
        let mut lines = run(task, &shared, memories, observer, time);
        // The last word are the lines to which the move belongs, after whatever was broken off.
        lines.iter().for_each(|line| observer.report(line));
        let report = lines.swap_remove(0);
        let reply = || expected_reply(table, task.board, &report.pv);
        SearchResult {
            best: report.pv.first().copied(),
            ponder: report.pv.get(1).copied().or_else(reply),
            report,
        }
    }
}

/// What the table holds to be the best reply to a line of one move.
fn expected_reply(table: &TranspositionTable, board: &Board, pv: &[Move]) -> Option<Move> {
    let next = board.make(*pv.first()?);
    let reply = table.probe(next.key())?.mv;
    next.is_legal(reply).then_some(reply)
}

/// Searches with one thread for each memory: all of them the same position, each in its own order,
/// with what they find in the shared table (Lazy SMP). The first decides when it is over. Returns its
/// lines, the best first, at least one.
fn run(
    task: &Task,
    shared: &Shared,
    memories: &mut [Memory],
    observer: &mut dyn SearchObserver,
    time: TimeManager,
) -> Vec<SearchReport> {
    let Some((first, helpers)) = memories.split_first_mut() else {
        unreachable!("a searcher has at least one thread")
    };
    thread::scope(|scope| {
        let help = |(id, memory)| {
            let name = format!("search {id}");
            let thread = thread::Builder::new().name(name).stack_size(STACK_BYTES);
            let time = time.unlimited();
            let search = move || {
                Worker::new(id, task, shared, memory, &mut Silent, time)
                    .deepen(task.board, task.limits)
            };
            // Where the system has no thread left, fewer search.
            thread.spawn_scoped(scope, search).ok()
        };
        let helpers: Vec<_> = (1..).zip(helpers).filter_map(help).collect();
        let mut lines =
            Worker::new(0, task, shared, first, observer, time).deepen(task.board, task.limits);
        shared.is_over.store(true, Ordering::Relaxed);
        let others: Vec<_> = helpers.into_iter().filter_map(|helper| helper.join().ok()).collect();
        // Among several lines the best is one of them.
        if task.multi_pv == 1 {
            let others: Vec<_> = others.into_iter().flatten().collect();
            lines[0] = vote(lines[0].clone(), &others);
        }
        lines
    })
}

/// The report that most of the threads stand behind: each votes for its move with its depth and
/// with how much better than the worst its score is. Of those that chose the move with the most
/// votes the deepest is taken. The counts stay those of the `first` thread, which keeps them.
fn vote(first: SearchReport, others: &[SearchReport]) -> SearchReport {
    /// What a vote counts for beside the score, in centipawns.
    const BASE: i32 = 20;
    let worst = others.iter().fold(first.score, |worst, other| worst.min(other.score));
    let votes = |mv: Option<&Move>| -> i64 {
        let same = others.iter().chain([&first]).filter(|report| report.pv.first() == mv);
        same.map(|report| i64::from(report.score.0 - worst.0 + BASE) * report.depth as i64).sum()
    };
    let strength = |report: &SearchReport| (votes(report.pv.first()), report.depth, report.score);
    let best = others
        .iter()
        .fold(&first, |best, other| if strength(other) > strength(best) { other } else { best });
    let SearchReport { nodes, elapsed, hashfull, .. } = first;
    SearchReport { nodes, elapsed, hashfull, ..best.clone() }
}

/// The legal moves that `limits` allows in the root; all if it allows none of them.
fn root_moves(board: &Board, limits: &Limits) -> Vec<Move> {
    let legal = board.legal_moves();
    let allowed: Vec<Move> =
        legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
    if allowed.is_empty() { legal.to_vec() } else { allowed }
}
