//! Parallel search (Lazy SMP): every thread searches the same position and shares the
//! transposition table.

use std::sync::atomic::Ordering;
use std::thread;

use super::report::{SearchObserver, SearchReport, SearchResult, Silent};
use super::worker::{SearchContext, ThreadData, Worker};
use crate::board::Board;
use crate::params;
use crate::tt::TranspositionTable;
use crate::types::{Move, Score};

/// The stack size of a search thread in bytes: enough for the deepest line.
pub const STACK_BYTES: usize = 16 << 20;

/// Searches with one thread per element of `threads`, of which there is at least one. Only the
/// first reports to `observer` while the search runs.
pub(super) fn search(
    context: &SearchContext,
    threads: &mut [ThreadData],
    observer: &mut dyn SearchObserver,
) -> SearchResult {
    let mut lines = run(context, threads, observer);
    // The final node count and time; after an aborted iteration or a vote, also other lines.
    lines.iter().for_each(|line| observer.report(line));
    let report = lines.swap_remove(0);
    let reply = || expected_reply(context.tt, context.board, &report.pv);
    SearchResult {
        best: report.pv.first().copied(),
        ponder: report.pv.get(1).copied().or_else(reply),
        report,
    }
}

/// Returns the TT move of the position after the first move of `pv`.
fn expected_reply(tt: &TranspositionTable, board: &Board, pv: &[Move]) -> Option<Move> {
    let next = board.make(*pv.first()?);
    let reply = tt.probe(next.key())?.mv;
    next.is_legal(reply).then_some(reply)
}

/// Runs the threads until the first has finished. Returns the lines found, best first,
/// at least one; without MultiPV the line of the best thread.
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
        let mut lines = Worker::new(0, context, first, observer).deepen();
        context.is_over.store(true, Ordering::Relaxed);
        let others: Vec<_> = helpers.into_iter().filter_map(|helper| helper.join().ok()).collect();
        // With MultiPV the best line of another thread may already be among the lines. A mate needs
        // no vote: a deeper line of the same move may not reach it.
        if context.multi_pv == 1 && lines[0].score < Score::MATE_BOUND {
            let others: Vec<_> = others.into_iter().flatten().collect();
            lines[0] = vote(lines[0].clone(), &others);
        }
        lines
    })
}

/// Returns the deepest report of the move with the most votes: the threads search differently, so a
/// move that several prefer is more reliable. The weight of a vote is its depth times (score −
/// worst score + base). The node count and time stay those of the `first` thread.
///
/// Source: the engine Stockfish.
fn vote(first: SearchReport, others: &[SearchReport]) -> SearchReport {
    let worst = others.iter().fold(first.score, |worst, other| worst.min(other.score));
    let weight = |report: &SearchReport| {
        i64::from(report.score.0 - worst.0 + params::vote_base()) * report.depth as i64
    };
    let votes = |mv: Option<&Move>| -> i64 {
        others.iter().chain([&first]).filter(|other| other.pv.first() == mv).map(weight).sum()
    };
    let strength = |report: &SearchReport| (votes(report.pv.first()), report.depth, report.score);
    let best = others
        .iter()
        .fold(&first, |best, other| if strength(other) > strength(best) { other } else { best });
    let SearchReport { nodes, elapsed, hashfull, table_hits, .. } = first;
    SearchReport { nodes, elapsed, hashfull, table_hits, ..best.clone() }
}
