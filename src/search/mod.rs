//! The search: iterative deepening over a principal variation search.

mod correction_history;
mod evaluation;
mod extensions;
mod go_mate;
mod history;
mod iterative_deepening;
mod limited_strength;
mod mate_search;
mod move_picker;
mod negamax;
mod node;
mod proof_table;
mod prune_move;
mod prune_node;
mod quiescence;
mod reductions;
mod report;
mod root_moves;
mod syzygy;
#[cfg(test)]
mod tests;
mod worker;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

pub use limited_strength::{MAX_ELO, MIN_ELO};
pub use report::{LastReports, SearchObserver, SearchReport, SearchResult, Silent, Throughput};
pub use syzygy::{DEFAULT_PROBE_DEPTH, SyzygySettings};

use self::evaluation::{is_solved, repeated_mates};
use self::limited_strength::Skill;
use self::reductions::Reductions;
use self::root_moves::RootMoves;
use self::syzygy::Prober;
use self::worker::{SearchContext, ThreadData, Worker, tt_key};
use crate::board::{Board, KeyHistory};
use crate::eval;
use crate::eval::network::Network;
use crate::limits::Limits;
pub use crate::limits::SearchControl;
use crate::memory::{PaddedCounter, has_room};
use crate::params;
use crate::tablebase;
use crate::time::{Budget, TimeManager};
use crate::tt::{AllocationError, Bound, TranspositionTable};
use crate::types::{Move, Score};

/// The stack size of a search thread in bytes: enough for the deepest line.
pub const STACK_BYTES: usize = 16 << 20;

/// The default move overhead; see [`Searcher::move_overhead`].
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(10);

/// The maximum number of threads for [`Searcher::set_threads`]; WebAssembly has one alone.
pub const MAX_THREADS: usize = if cfg!(target_family = "wasm") { 1 } else { 256 };

/// The largest magnitude for [`Searcher::set_contempt`].
pub const MAX_CONTEMPT: i32 = 100;

/// Memory that a thread needs, in bytes: its stack, 3 MB for its tables, and a reserve for its
/// searches.
const THREAD_BYTES: usize = STACK_BYTES + (4 << 20);

/// Minimum hard limit of a search that waits for a four-piece table to be generated, which takes 15
/// to 70 ms on an idle machine and cannot be stopped.
const TIME_FOR_TABLE: Duration = Duration::from_millis(500);

/// A searcher with the state that persists between searches.
pub struct Searcher {
    tt: TranspositionTable,
    /// One element per thread, at least one.
    threads: Vec<ThreadData>,
    /// The network that evaluates positions; `None` for the hand-crafted evaluation.
    network: Option<Arc<Network>>,
    syzygy: SyzygySettings,
    /// The base late move reductions, rebuilt for each game since a tuner may change parameters.
    reductions: Box<Reductions>,
    /// The key of the position and the score of the last search at full strength, if there was one
    /// that did not end while pondering.
    last_score: Option<(u64, Score)>,
    contempt: i32,
    /// The time that each move loses to communication with the interface.
    pub move_overhead: Duration,
    /// The number of lines to search, each with a different first move; 0 counts as 1.
    pub multi_pv: usize,
    /// The Elo of limited strength; `None` for full strength.
    elo: Option<i32>,
    /// Seed of the blunders and misjudgements of limited strength in the current game, a random
    /// number at its beginning.
    pub seed: u64,
    /// The transposition table and the thread of limited strength, created when the strength is
    /// first limited.
    skill_memory: Option<(TranspositionTable, ThreadData)>,
}

impl Searcher {
    /// Creates a searcher with one thread, the embedded network, and a transposition table of
    /// `megabytes`, at least 1.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Self, AllocationError> {
        let network = Some(Network::embedded());
        let mut tt = TranspositionTable::new(megabytes)?;
        tt.assign_pages();
        Ok(Self {
            tt,
            threads: vec![ThreadData::new(network.clone())],
            network,
            syzygy: SyzygySettings::default(),
            reductions: Reductions::new(),
            last_score: None,
            contempt: 0,
            move_overhead: DEFAULT_MOVE_OVERHEAD,
            multi_pv: 1,
            elo: None,
            seed: rand::random(),
            skill_memory: None,
        })
    }

    /// Forgets all earlier searches and begins another game. Generated endgame tables remain.
    pub fn new_game(&mut self) {
        self.forget();
        self.seed = rand::random();
    }

    /// Forgets all earlier searches. At limited strength, the misjudgements of the game remain.
    pub fn forget(&mut self) {
        self.tt.clear();
        self.reductions = Reductions::new();
        self.last_score = None;
        self.threads.fill_with(|| ThreadData::new(self.network.clone()));
        if let Some((_, thread)) = &mut self.skill_memory {
            *thread = ThreadData::new(None);
        }
    }

    /// Replaces the transposition table by an empty one of `megabytes`, at least 1, unless it has
    /// that size: some interfaces set all options before each search.
    ///
    /// # Errors
    /// [`AllocationError`] if there is not enough memory; the old table remains.
    pub fn resize_tt(&mut self, megabytes: usize) -> Result<(), AllocationError> {
        if megabytes.max(1) == self.tt.megabytes() {
            return Ok(());
        }
        self.tt = TranspositionTable::new(megabytes)?;
        // Not before the old table is freed.
        self.tt.assign_pages();
        Ok(())
    }

    /// Sets the number of threads, 1 to [`MAX_THREADS`], fewer if the memory is short, and returns
    /// it. At full strength and with one thread, a search limited by depth or nodes is
    /// deterministic.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        let present = self.threads.len();
        let fits = |&threads: &usize| {
            has_room(threads.saturating_sub(present).saturating_mul(THREAD_BYTES))
        };
        let fitting = (1..=threads.clamp(1, MAX_THREADS)).rev().find(fits).unwrap_or(1);
        self.threads.resize_with(fitting, || ThreadData::new(self.network.clone()));
        fitting
    }

    /// Sets the network that evaluates positions; without one the evaluation is hand-crafted. A
    /// change forgets all earlier searches, whose scores are not comparable. Searches of limited
    /// strength always use the hand-crafted evaluation.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        let address = |network: &Option<Arc<Network>>| network.as_ref().map(Arc::as_ptr);
        if address(&network) == address(&self.network) {
            return;
        }
        self.tt.clear();
        self.last_score = None;
        self.threads.fill_with(|| ThreadData::new(network.clone()));
        self.network = network;
    }

    /// Returns the Syzygy tables and how they are used.
    pub fn syzygy(&self) -> &SyzygySettings {
        &self.syzygy
    }

    /// Sets the Syzygy tables and how they are used. Changing the tables, the fifty-move rule or
    /// the limit of pieces empties the transposition table. Searches of limited strength use no
    /// tables.
    pub fn set_syzygy(&mut self, settings: SyzygySettings) {
        let address = |settings: &SyzygySettings| settings.tables.as_ref().map(Arc::as_ptr);
        if address(&self.syzygy) != address(&settings)
            || self.syzygy.fifty_move_rule != settings.fifty_move_rule
            || self.syzygy.probe_limit != settings.probe_limit
        {
            self.tt.clear();
        }
        self.syzygy = settings;
    }

    /// Sets the penalty of a draw for the side to move at the root, in units of the evaluation;
    /// negative values seek draws. Values beyond ±[`MAX_CONTEMPT`] count as that. The penalty fades
    /// with the material and vanishes in endgames. A change empties the transposition table, whose
    /// scores hold the old penalty.
    pub fn set_contempt(&mut self, units: i32) {
        let units = units.clamp(-MAX_CONTEMPT, MAX_CONTEMPT);
        if self.contempt != units {
            self.tt.clear();
        }
        self.contempt = units;
    }

    /// Limits the strength to `elo`, [`MIN_ELO`] to [`MAX_ELO`], or restores full strength.
    /// Searches of limited strength use one thread and a small table of their own.
    ///
    /// # Errors
    /// [`AllocationError`] if there is no memory for that table and the tables of a thread; the
    /// strength is then unlimited.
    pub fn set_elo(&mut self, elo: Option<i32>) -> Result<(), AllocationError> {
        self.elo = None;
        if let (Some(_), None) = (elo, &self.skill_memory) {
            let tt = TranspositionTable::new(limited_strength::TT_MEGABYTES)?;
            if !has_room(THREAD_BYTES - STACK_BYTES) {
                return Err(AllocationError(limited_strength::TT_MEGABYTES));
            }
            // The blunders are calibrated with the hand-crafted evaluation.
            self.skill_memory = Some((tt, ThreadData::new(None)));
        }
        self.elo = elo.map(|elo| elo.clamp(MIN_ELO, MAX_ELO));
        Ok(())
    }

    /// Returns the time budget of a search of `board` under `limits`.
    pub fn budget(&self, board: &Board, limits: &Limits) -> Budget {
        Budget::new(limits, board.fullmove_number(), self.move_overhead)
    }

    /// Searches `board` until a limit is reached or `control` stops it.
    ///
    /// `earlier` are the positions of the game before `board`, oldest first. Illegal moves among
    /// [`Limits::search_moves`] are ignored.
    pub fn search(
        &mut self,
        board: &Board,
        earlier: &[Board],
        limits: &Limits,
        control: &SearchControl,
        observer: &mut dyn SearchObserver,
    ) -> SearchResult {
        let (budget, last_score) = (self.budget(board, limits), self.last_score_in(earlier));
        let time = TimeManager::start(budget, control.is_pondering(), last_score);
        let keys = KeyHistory::new(earlier.iter().map(Board::key), board.key());
        let multi_pv = self.multi_pv.max(1);
        let mut limits = limits.clone();
        let mut root_moves = RootMoves::new(board, &limits.search_moves);
        let mut skill = None;
        let (mut tt, mut threads) = (&self.tt, self.threads.as_mut_slice());
        if let (Some(elo), Some((skill_tt, thread))) = (self.elo, &mut self.skill_memory) {
            // Earlier searches overlooked other moves, so their entries are dropped.
            skill_tt.clear();
            (tt, threads) = (skill_tt, slice::from_mut(thread));
            let limited = Skill::new(elo, self.seed, board, earlier.last());
            root_moves.retain(|mv| !limited.overlooks(board, mv, 0, limited.last_to));
            limited.narrow(&mut limits, multi_pv.min(root_moves.len()));
            skill = Some(limited);
        }
        // Limited strength plays without endgame tables.
        let uses_tables = skill.is_none();
        let max_pieces = || tablebase::max_pieces(board, time.allows(TIME_FOR_TABLE));
        let tablebase_pieces = if uses_tables { max_pieces() } else { 0 };
        let mut syzygy = Prober::new(&self.syzygy, uses_tables);
        let repeated_mates = repeated_mates(board, earlier, tablebase_pieces);
        // If only the best move is wanted and the exact tables solve the root, Syzygy tables need
        // not rank the moves.
        let wants_best_only = multi_pv == 1 && !root_moves.is_partial();
        if !wants_best_only || !is_solved(board, tablebase_pieces, repeated_mates) {
            syzygy.rank_root(board, &keys, &mut root_moves);
        }
        let context = SearchContext {
            board,
            repeated_mates,
            keys,
            limits,
            root_moves,
            multi_pv,
            contempt: eval::fade_with_material(board, self.contempt),
            time,
            control,
            tt,
            reductions: &self.reductions,
            skill,
            tablebase_pieces,
            syzygy,
            node_counts: threads.iter().map(|_| PaddedCounter::default()).collect(),
            is_over: AtomicBool::new(false),
        };
        tt.start_search();
        let mut reports = run(&context, threads, observer);
        // The final node count and time; after an aborted iteration or a vote, also other lines.
        reports.iter().for_each(|report| observer.report(report));
        let report = reports.swap_remove(0);
        let best = report.pv.first().copied();
        let reply = || expected_reply(tt, &board.make(best?));
        let ponder = report.pv.get(1).copied().or_else(reply);
        if self.elo.is_none() && !control.is_pondering() {
            self.last_score = Some((board.key(), report.score));
        }
        SearchResult { best, ponder, report }
    }

    /// Returns the score of the last search, if it was for the side to move now, in the game with
    /// these `earlier` positions.
    fn last_score_in(&self, earlier: &[Board]) -> Option<Score> {
        let mut same_side = earlier.iter().rev().skip(1).step_by(2);
        let (key, score) = self.last_score?;
        same_side.any(|board| board.key() == key).then_some(score)
    }
}

/// Returns the TT move of `board`.
fn expected_reply(tt: &TranspositionTable, board: &Board) -> Option<Move> {
    let reply = tt.probe(tt_key(board))?.mv;
    board.is_legal(reply).then_some(reply)
}

/// Searches with one thread per element of `threads` (Lazy SMP) until the first has finished: every
/// thread searches the same position and shares the transposition table. There is at least one
/// thread; only the first reports to `observer`. Returns the reports of the first thread's lines,
/// best first, at least one; of a single line, the report that wins the [`vote`] of the threads,
/// unless the depth is limited or the first thread has found a mate.
fn run(
    context: &SearchContext,
    threads: &mut [ThreadData],
    observer: &mut dyn SearchObserver,
) -> Vec<SearchReport> {
    let Some((first, helpers)) = threads.split_first_mut() else {
        unreachable!("a searcher has at least one thread")
    };
    thread::scope(|scope| {
        let spawn = |(id, data)| {
            let name = format!("search {id}");
            let thread = thread::Builder::new().name(name).stack_size(STACK_BYTES);
            let search = move || Worker::new(id, context, data, &mut Silent).deepen();
            // If a thread cannot be spawned, the search runs with fewer.
            thread.spawn_scoped(scope, search).ok()
        };
        let helpers: Vec<_> = (1..).zip(helpers).filter_map(spawn).collect();
        // The helpers end even if the observer panics, so that the panic reaches the caller. The
        // programs of a release abort on a panic; this is for users of the library.
        let search = || Worker::new(0, context, first, observer).deepen();
        let result = catch_unwind(AssertUnwindSafe(search));
        context.is_over.store(true, Ordering::Relaxed);
        let mut reports = result.unwrap_or_else(|panic| resume_unwind(panic));
        let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
        let others: Vec<_> = others.flatten().collect();
        // With MultiPV the best line of a helper may be among these already. If the depth is
        // limited, helpers may not have reached it. A mate needs no vote: helpers have no
        // proof-number search, and may not have seen it.
        let is_certain = reports[0].bound == Bound::Exact || reports[0].score > Score::DRAW;
        let has_mate = reports[0].score.is_mate() && is_certain;
        if context.multi_pv == 1 && context.limits.depth.is_none() && !has_mate {
            reports[0] = vote(reports[0].clone(), &others);
        }
        reports.iter_mut().for_each(|report| report.nodes = context.nodes());
        reports
    })
}

/// Returns the deepest report of the move with the most votes: the threads search differently, so a
/// move that several prefer is more reliable. The weight of a vote is its depth times (score −
/// worst score + base). The totals stay those of the `first` thread.
///
/// Source: the engine Stockfish.
fn vote(first: SearchReport, others: &[SearchReport]) -> SearchReport {
    // Before its first iteration, a thread knows the static evaluation only.
    let others = others.iter().filter(|other| other.depth > 0).rev();
    let reports: Vec<_> = others.chain([&first]).collect();
    let worst = reports.iter().map(|report| report.score).min().unwrap_or(first.score);
    let weight = |report: &SearchReport| {
        i64::from(report.score.0 - worst.0 + params::vote_base()) * report.depth as i64
    };
    let votes = |mv: Option<&Move>| -> i64 {
        reports.iter().filter(|report| report.pv.first() == mv).map(|report| weight(report)).sum()
    };
    let strength = |report: &SearchReport| (votes(report.pv.first()), report.depth, report.score);
    // Of equal reports, that of the first thread counts, or of the first helper.
    let best = reports.iter().copied().max_by_key(|report| strength(report)).unwrap_or(&first);
    best.clone().with_totals_of(&first)
}
