//! Iterative deepening: iterations of increasing depth, each with aspiration windows, until a limit
//! is reached.

use super::go_mate::{self, is_mate_within};
use super::mate_search;
use super::node::{PV, Window};
use super::report::SearchReport;
use super::root_moves::{RootLine, RootMove};
use super::syzygy;
use super::worker::{POLL_INTERVAL, Searched, Stopped, Worker};
use crate::limits::{Limits, MAX_MATE_MOVES};
use crate::params;
use crate::tablebase;
use crate::tt::Bound;
use crate::types::{MAX_PLY, Move, Score};

/// The depth at which an only move is played, in plies: enough for a reliable score, which the time
/// of the next move depends on.
const FORCED_MOVE_DEPTH: usize = 8;

impl Worker<'_> {
    /// Searches with increasing depth until a limit is reached. Returns the lines of the last
    /// iteration, best first, with the final node count and time. If that iteration was stopped,
    /// the lines of the one before fill in for those not found.
    pub(super) fn deepen(mut self) -> Vec<SearchReport> {
        let limits = &self.context.limits;
        for frame in &mut self.data.stack.frames {
            frame.killers = [Move::NONE; 2];
        }
        let clock = self.context.board.halfmove_clock();
        self.data.proofs.begin(clock, self.keys.threefold_is_possible(clock));
        if self.set_first_line() {
            for depth in 1..=depth_limit(limits) {
                self.root_depth = depth;
                self.selective_depth = 0;
                if self.iterate().is_err() {
                    self.keys.return_to_root();
                    break;
                }
                let reports = self.send_reports();
                if self.is_finished(&reports) {
                    break;
                }
            }
        }
        if let Some(moves @ 1..) = limits.mate {
            self.prove_mate(moves.min(MAX_MATE_MOVES));
        }
        // This publishes the final node count as well.
        self.reports()
    }

    /// Sets the line to report before an iteration is finished: that of the exact tables, or the
    /// first root move and the static eval. Returns whether there is a legal move.
    fn set_first_line(&mut self) -> bool {
        let Some(&RootMove { mv, .. }) = self.root_moves.best() else { return false };
        let exact = self.exact_line();
        let (score, pv) = exact.unwrap_or_else(|| (self.evaluate(self.context.board), vec![mv]));
        self.root_moves.set_best(RootLine { score, bound: Bound::Exact, pv, ..RootLine::UNKNOWN });
        true
    }

    /// Returns the score of the root by the exact tables and its best line, or a move that keeps
    /// the draw; `None` if Syzygy tables rank the moves, or if some are left out, since the result
    /// may be that of others.
    fn exact_line(&self) -> Option<(Score, Vec<Move>)> {
        let is_ranked = self.root_moves.best()?.syzygy_value.is_some();
        if is_ranked || self.root_moves.is_partial() {
            return None;
        }
        let board = self.context.board;
        let score = self.tablebase_score(board)?;
        let mut pv: Vec<_> = tablebase::best_line(board).collect();
        // The fifty-move rule ends the game before a mate that is too late.
        if !score.is_mate() {
            pv.truncate(1);
        }
        if pv.is_empty() {
            pv.extend(self.root_moves.moves().find(|&mv| self.root_move_draws(mv)));
        }
        (!pv.is_empty()).then_some((score, pv))
    }

    /// Searches one iteration and then, unless that has proved a win or a loss, for a mate.
    /// If a side is winning and a limit by time or nodes is not reached, that takes at most as many
    /// nodes as the iteration; otherwise only a mate proved in an earlier search is found. A known
    /// mate becomes the best line if it is shorter, or if the iteration has seen none.
    fn iterate(&mut self) -> Searched<()> {
        let nodes_before = self.nodes;
        let mut result = self.search_lines();
        let score = self.root_moves.best().map_or(-Score::INFINITE, |best| best.line.score);
        if result.is_ok() && self.mate.is_none() && !score.is_decisive() && self.seeks_mate() {
            let side = self.context.board.side_to_move();
            // Knowing the mate does not help the lost side, so it is not sought on the clock.
            let is_for_opponent = score < Score::DRAW && !self.time.is_on_clock();
            let (attacker, advantage) =
                if is_for_opponent { (!side, -score.0) } else { (side, score.0) };
            let is_late = self.is_late() && !self.time.is_pondering();
            let may_spend = !is_late && !self.has_enough_nodes();
            let max_nodes = (self.nodes - nodes_before).min(mate_search::MAX_NODES);
            let is_sought = advantage >= params::mate_search_score() && may_spend;
            let nodes = if is_sought { max_nodes } else { 0 };
            result = self.search_mate(attacker, nodes);
        }
        if let (Some(mate), Some(best)) = (&self.mate, self.root_moves.best())
            && mate.improves_on(best.line.score)
        {
            let RootLine { depth, selective_depth, .. } = best.line;
            self.root_moves.set_best(RootLine { depth, selective_depth, ..mate.clone() });
        }
        result
    }

    /// Whether the search ends after the iteration with these `reports`.
    fn is_finished(&mut self, reports: &[SearchReport]) -> bool {
        let limits = &self.context.limits;
        let best = &reports[0];
        let best_share = self.root_moves.best_node_share();
        self.time.scale.update(best.pv.first().copied(), best.score, best_share);
        let has_mate = limits.mate.is_some_and(|moves| is_mate_within(best.score, moves));
        let is_forced = self.root_moves.is_forced()
            && self.root_depth >= FORCED_MOVE_DEPTH
            && self.time.is_on_clock();
        // The other threads search until the first has finished.
        let decides = self.id == 0;
        self.ends_on_clock = decides && (is_forced || self.is_late());
        let has_enough_nodes = decides && self.has_enough_nodes();
        has_mate || self.is_settled(reports) || has_enough_nodes || self.check_signals()
    }

    /// Whether no iteration starts any more by the limits of time. They count from the first poll
    /// on, after about a millisecond: without any time left, an iteration of depth 1 alone would
    /// find bad moves.
    fn is_late(&self) -> bool {
        self.nodes >= POLL_INTERVAL && self.time.ends_iterations()
    }

    /// Whether the soft limit of nodes is reached, after which no iteration starts.
    fn has_enough_nodes(&self) -> bool {
        self.context.limits.soft_nodes.is_some_and(|nodes| self.all_nodes() >= nodes)
    }

    /// Whether the `reports` are final: mate in one, scores known from the tables, or draws by
    /// every move.
    fn is_settled(&self, reports: &[SearchReport]) -> bool {
        let board = self.context.board;
        let best = reports[0].score;
        if reports.len() == 1 && best == Score::mate_in(1) {
            return true;
        }
        if reports[0].is_drawn && self.root_moves.moves().all(|mv| self.root_move_draws(mv)) {
            return true;
        }
        // Only draws and mates come from the endgame tables, but not every score of a draw does.
        let is_known = self.tablebase_score(board) == Some(best);
        let is_exact = |report: &SearchReport| {
            report.score.is_mate() || report.pv.first().is_some_and(|&mv| self.root_move_draws(mv))
        };
        is_known && reports.iter().all(is_exact)
    }

    /// Searches one iteration: with MultiPV, one line after the other, each without the first moves
    /// of the previous lines.
    fn search_lines(&mut self) -> Searched<()> {
        let lines = self.context.multi_pv.min(self.root_moves.len());
        let result = (0..lines).try_for_each(|_| self.aspirate());
        self.root_moves.end_iteration();
        result
    }

    /// Searches one line with aspiration windows. If the search is stopped, keeps the line of the
    /// best root move that has raised alpha, or else that of the last fail high, if it replaces the
    /// line of the last iteration.
    ///
    /// The score rarely differs much from that of the last iteration, and a narrow window around it
    /// cuts off more. If the score lies outside, the window grows on that side until it is open.
    fn aspirate(&mut self) -> Searched<()> {
        let depth = self.root_depth as i32;
        let last = self.root_moves.expected().map_or(RootLine::UNKNOWN, |last| last.line.clone());
        let mut margin = params::aspiration_margin();
        let is_narrow = depth >= params::aspiration_depth() && !last.score.is_decisive();
        let mut window = if is_narrow {
            Window { alpha: last.score - margin, beta: last.score + margin }
        } else {
            Window::FULL
        };
        let mut failed_high = None;
        let mut reduction = 0;
        loop {
            self.root_score = None;
            let reduced = depth - reduction;
            let result = self.negamax::<PV>(self.context.board, window, reduced, false);
            let Ok(score) = result else {
                let raised = self.root_score.map(|score| self.line_on_stack(score, Bound::Lower));
                let found = raised.or(failed_high).filter(|line| line.replaces(&last));
                found.into_iter().for_each(|line| self.root_moves.add_found(line));
                return Err(Stopped);
            };
            margin += margin * params::aspiration_growth() / 100;
            let is_open = margin > params::aspiration_max_margin();
            let line = if score <= window.alpha {
                // The true score is probably not far below, so beta comes down to the middle:
                // +14 ± 11 Elo.
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                reduction = 0;
                window.alpha = if is_open { -Score::INFINITE } else { score - margin };
                failed_high = None;
                RootLine { pv: last.pv.clone(), ..self.line_on_stack(score, Bound::Upper) }
            } else if score >= window.beta {
                window.beta = if is_open { Score::INFINITE } else { score + margin };
                // The move is probably good enough to be played, so a shallower search may confirm
                // it: +23 ± 14 Elo.
                let max_reduction = params::aspiration_max_reduction().min(depth / 2);
                reduction = (reduction + 1).min(max_reduction);
                failed_high.insert(self.line_on_stack(score, Bound::Lower)).clone()
            } else {
                self.root_moves.add_found(self.line_on_stack(score, Bound::Exact));
                return Ok(());
            };
            // With MultiPV the lines of an iteration are reported together.
            if self.context.multi_pv == 1 {
                self.observer.report(&self.report_of(&line, 1));
            }
        }
    }

    /// Returns the line of the last search of the root, with its `score`.
    fn line_on_stack(&self, score: Score, bound: Bound) -> RootLine {
        let (depth, selective_depth) = (self.root_depth, self.selective_depth);
        RootLine { depth, selective_depth, score, bound, pv: self.data.stack.lines[0].to_vec() }
    }

    /// Sends reports of the best lines to the observer, and returns them.
    pub(super) fn send_reports(&mut self) -> Vec<SearchReport> {
        let reports = self.reports();
        reports.iter().for_each(|report| self.observer.report(report));
        reports
    }

    /// Returns one report for each line that is searched, best first; if the game is over, one
    /// without moves.
    fn reports(&self) -> Vec<SearchReport> {
        if self.root_moves.len() == 0 {
            let board = self.context.board;
            let is_mate = board.in_check();
            let score = if is_mate { Score::mated_in(0) } else { self.draw_score(board) };
            let line = RootLine { score, bound: Bound::Exact, ..RootLine::UNKNOWN };
            return vec![self.report_of(&line, 1)];
        }
        let lines = self.root_moves.lines(self.context.multi_pv).zip(1..);
        let reports: Vec<_> = lines.map(|(line, number)| self.report_of(line, number)).collect();
        // Other threads search meanwhile, but the lines belong together.
        reports.iter().map(|report| report.clone().with_totals_of(&reports[0])).collect()
    }

    /// Returns the report of `line` with the current node count and time. If its first move is
    /// in the Syzygy tables, the score is theirs.
    fn report_of(&self, line: &RootLine, number: usize) -> SearchReport {
        let RootLine { depth, selective_depth, score, bound, .. } = *line;
        let board = self.context.board;
        let draw = self.draw_score(board);
        let mut report = SearchReport {
            depth,
            // Mates by proof and by the endgame tables are longer than what was searched.
            selective_depth: selective_depth.max(line.pv.len()),
            number,
            score,
            is_drawn: false,
            bound,
            nodes: self.all_nodes(),
            elapsed: self.time.elapsed(),
            hashfull: self.context.tt.hashfull(),
            syzygy_hits: self.context.syzygy.hits.get(),
            pv: line.pv.clone(),
        };
        let first = line.pv.first().copied();
        let value = first.and_then(|mv| self.root_moves.get(mv)?.syzygy_value);
        if let Some(outcome) = value.and_then(|value| value.outcome) {
            if let Some(known) = syzygy::score_of_outcome(outcome, score, draw) {
                (report.score, report.bound) = (known, Bound::Exact);
                report.is_drawn = !known.is_decisive();
            }
        } else if score == draw {
            report.is_drawn = first.map_or(!board.in_check(), |mv| self.root_move_draws(mv));
        }
        report
    }
}

/// Returns the maximum iteration depth under `limits`.
fn depth_limit(limits: &Limits) -> usize {
    let mate_depth = |moves: usize| moves.saturating_mul(2).saturating_add(go_mate::EXTRA_DEPTH);
    let depth = limits.depth.unwrap_or(MAX_PLY).min(limits.mate.map_or(MAX_PLY, mate_depth));
    depth.clamp(1, MAX_PLY - 1)
}
