//! Iterative deepening with aspiration windows.

use std::cmp::Reverse;

use super::mate_proof::{self, MateProof, is_mate_within};
use super::mate_search::{self, Mate};
use super::node::{NonPv, Root, Window};
use super::report::SearchReport;
use super::stack::Line;
use super::worker::{Searched, Stopped, Worker};
use crate::limits::{Limits, MAX_MATE_MOVES};
use crate::params;
use crate::time::Effort;
use crate::tt::Bound;
use crate::types::{MAX_PLY, Move, Score};

impl Worker<'_> {
    /// Searches with increasing depth until a limit is reached. Returns the lines of the last
    /// iteration, best first, with the final node count and time. If that iteration was stopped,
    /// the lines of the one before fill in for those not found.
    pub(super) fn deepen(mut self) -> Vec<SearchReport> {
        let limits = &self.shared.limits;
        self.data.stack.clear_killers();
        let mut lines = vec![self.first_line()];
        if !lines[0].pv.is_empty() {
            let mut effort = Effort::new(self.shared.last_score);
            let mut mate = None;
            for depth in 1..=depth_limit(limits) {
                self.root_depth = depth;
                self.selective_depth = 0;
                let is_stopped = self.iterate(depth, &mut lines, &mut mate, &effort).is_err();
                if is_stopped {
                    self.keys.return_to_root();
                    break;
                }
                for line in &lines {
                    self.observer.report(&self.with_table_score(line));
                }
                if self.is_finished(&lines, &mut effort) {
                    break;
                }
            }
        }
        if let Some(moves @ 1..) = limits.mate.map(|moves| moves.min(MAX_MATE_MOVES)) {
            match self.prove_mate(moves, &lines[0]) {
                MateProof::Found(proof) => {
                    self.observer.report(&proof);
                    lines = vec![proof];
                }
                MateProof::RuledOut => self.observer.mate_ruled_out(moves),
                MateProof::NothingNew => {}
            }
        }
        self.publish_nodes();
        for line in &mut lines {
            let line_now = self.with_table_score(&self.recount(line));
            *line = SearchReport { selective_depth: self.selective_depth, ..line_now };
        }
        lines
    }

    /// Searches one iteration and then, if no mate is known, for a mate. If the side to move is
    /// winning and a limit by `effort` is not reached, that takes at most as many nodes as the
    /// iteration; otherwise only a mate proved in an earlier search is found. A known `mate` becomes
    /// the best of `lines` if it is better.
    fn iterate(
        &mut self,
        depth: usize,
        lines: &mut Vec<SearchReport>,
        mate: &mut Option<Mate>,
        effort: &Effort,
    ) -> Searched<()> {
        let nodes_before = self.nodes;
        let mut result = self.search_lines(depth, lines);
        let score = lines[0].score;
        if result.is_ok() && mate.is_none() && !score.is_decisive() && self.seeks_mate() {
            let nodes = match score.0 >= params::mate_search_score() && !self.is_spent(effort) {
                true => (self.nodes - nodes_before).min(mate_search::MAX_NODES),
                false => 0,
            };
            let found = self.search_mate(nodes);
            result = found.map(|found| *mate = found);
        }
        if let Some(mate) = mate {
            mate.improve(&mut lines[0]);
        }
        result
    }

    /// Returns the line to report before an iteration is finished: any legal move and the static
    /// eval, or no move and the result if the game is over.
    fn first_line(&mut self) -> SearchReport {
        let board = self.shared.board;
        let line: Line = self.root_moves.first().into_iter().collect();
        let score = if !line.is_empty() {
            self.evaluate(board)
        } else if board.in_check() {
            Score::mated_in(0)
        } else {
            self.draw_score(board)
        };
        self.report(0, score, Bound::Exact, line.to_vec())
    }

    /// Whether the search ends after the iteration that found `lines`.
    fn is_finished(&mut self, lines: &[SearchReport], effort: &mut Effort) -> bool {
        let limits = &self.shared.limits;
        let best = &lines[0];
        let best_move = best.pv.first().copied();
        let best_share = best_move.map_or(0.0, |mv| self.root_moves.node_share(mv));
        let shown_score = self.with_table_score(best).score;
        effort.update(best_move, shown_score, best_share);
        let has_mate = limits.mate.is_some_and(|moves| is_mate_within(best.score, moves));
        let is_forced = self.root_moves.is_forced() && self.time.is_on_clock();
        let is_spent = is_forced || self.is_spent(effort);
        let is_pondering = self.time.is_pondering();
        self.ends_at_ponder_hit = is_spent && is_pondering;
        has_mate || self.is_exact(lines) || is_spent && !is_pondering || self.is_stopped()
    }

    /// Whether a soft limit is reached, after which no iteration starts.
    fn is_spent(&self, effort: &Effort) -> bool {
        let soft_nodes = self.shared.limits.soft_nodes;
        self.time.soft_limit_reached(effort)
            || soft_nodes.is_some_and(|nodes| self.all_nodes() >= nodes)
    }

    /// Searches one iteration: with MultiPV, one line after the other, each excluding the first
    /// moves of the previous lines. Replaces `lines`, those of the last iteration, by the new ones,
    /// best first; if the search is stopped, old lines fill in for those not found.
    fn search_lines(&mut self, depth: usize, lines: &mut Vec<SearchReport>) -> Searched<()> {
        let multi_pv = self.shared.multi_pv.min(self.root_moves.len());
        let mut found: Vec<SearchReport> = Vec::with_capacity(multi_pv);
        let mut result = Ok(());
        self.root_moves.restore_all();
        while found.len() < multi_pv && result.is_ok() {
            let expected = lines.get(found.len()).unwrap_or(&lines[0]);
            let line;
            (line, result) = self.aspirate(depth, expected);
            if let Some(line) = line {
                line.pv.first().into_iter().for_each(|&first| self.root_moves.exclude(first));
                found.push(line);
            }
        }
        self.root_moves.restore_all();
        for line in lines.drain(..) {
            let is_new = found.iter().all(|other| other.pv.first() != line.pv.first());
            if is_new && found.len() < multi_pv {
                found.push(line);
            }
        }
        let rank = |line: &SearchReport| line.pv.first().map(|&mv| self.root_moves.rank_of(mv));
        found.sort_by_key(|line| Reverse((rank(line), line.score)));
        for (line, number) in found.iter().zip(1..) {
            lines.push(SearchReport { number, ..self.recount(line) });
        }
        result
    }

    /// Searches one line with aspiration windows around the score of the last iteration. If the
    /// search is stopped, returns the line of the best root move that has raised alpha, if any.
    fn aspirate(
        &mut self,
        depth: usize,
        last: &SearchReport,
    ) -> (Option<SearchReport>, Searched<()>) {
        let mut margin = params::aspiration_margin();
        let is_narrow = depth >= params::aspiration_depth() as usize && !last.score.is_decisive();
        let mut window = if is_narrow {
            Window { alpha: last.score - margin, beta: last.score + margin }
        } else {
            Window::FULL
        };
        let mut failed_high = None;
        let mut reduction = 0;
        loop {
            self.root_score = None;
            let reduced = depth as i32 - reduction;
            let result = self.negamax::<Root>(self.shared.board, window, reduced, false);
            let Ok(score) = result else {
                let raised = self.root_score.map(|score| self.stopped_line(depth, score));
                return (raised.or(failed_high), Err(Stopped));
            };
            margin += margin * params::aspiration_growth() / 100;
            let is_open = margin > params::aspiration_max_margin();
            let (bound, pv) = if score <= window.alpha {
                window.beta = Score((window.alpha.0 + window.beta.0) / 2);
                reduction = 0;
                window.alpha = if is_open { -Score::INFINITE } else { score - margin };
                failed_high = None;
                (Bound::Upper, last.pv.clone())
            } else if score >= window.beta {
                window.beta = if is_open { Score::INFINITE } else { score + margin };
                let max_reduction = params::aspiration_max_reduction().min(depth as i32 / 2);
                reduction = (reduction + 1).min(max_reduction);
                failed_high = Some(self.stopped_line(depth, score));
                (Bound::Lower, self.data.stack.pv(0).to_vec())
            } else {
                let pv = self.data.stack.pv(0).to_vec();
                return (Some(self.report(depth, score, Bound::Exact, pv)), Ok(()));
            };
            // With MultiPV the lines of an iteration are reported together.
            if self.shared.multi_pv == 1 {
                let report = self.report(depth, score, bound, pv);
                self.observer.report(&self.with_table_score(&report));
            }
        }
    }

    /// Returns the report of the line on the stack in an unfinished iteration. Giving mate with an
    /// incomplete line is reported as the highest evaluation, [`Score::MAX_EVAL`].
    fn stopped_line(&self, depth: usize, score: Score) -> SearchReport {
        let pv = self.data.stack.pv(0).to_vec();
        let is_complete = !score.is_mate() || Score::mate_in(pv.len()) == score;
        let score = if is_complete { score } else { score.min(Score::MAX_EVAL) };
        self.report(depth, score, Bound::Lower, pv)
    }

    /// Whether `lines` are final: mate in one, scores known from the tables, or draws by every
    /// move.
    fn is_exact(&mut self, lines: &[SearchReport]) -> bool {
        let board = self.shared.board;
        let best = lines[0].score;
        if lines.len() == 1 && best == Score::mate_in(1) {
            return true;
        }
        if lines[0].is_drawn && board.legal_moves().iter().all(|&mv| self.draws(mv)) {
            return true;
        }
        // Only draws and mates come from the endgame tables.
        let draw = self.draw_score(board);
        self.exact_score::<NonPv>(board) == Some(best)
            && lines.iter().all(|line| line.score == draw || line.score.is_mate())
    }

    /// Returns a report with the current node count and time.
    pub(super) fn report(
        &self,
        depth: usize,
        score: Score,
        bound: Bound,
        pv: Vec<Move>,
    ) -> SearchReport {
        let board = self.shared.board;
        SearchReport {
            depth,
            selective_depth: self.selective_depth,
            number: 1,
            score,
            is_drawn: score == self.draw_score(board)
                && pv.first().map_or(!board.in_check(), |&mv| self.draws(mv)),
            bound,
            nodes: self.all_nodes(),
            elapsed: self.time.elapsed(),
            hashfull: self.shared.tt.hashfull(),
            table_hits: self.shared.syzygy.hits(),
            pv,
        }
    }

    /// Returns `report` with the current node count and time.
    fn recount(&self, report: &SearchReport) -> SearchReport {
        SearchReport {
            nodes: self.all_nodes(),
            elapsed: self.time.elapsed(),
            table_hits: self.shared.syzygy.hits(),
            ..report.clone()
        }
    }
}

/// Returns the maximum iteration depth under `limits`.
fn depth_limit(limits: &Limits) -> usize {
    let mate_depth = |moves: usize| moves.saturating_mul(2).saturating_add(mate_proof::EXTRA_DEPTH);
    let depth = limits.depth.unwrap_or(MAX_PLY).min(limits.mate.map_or(MAX_PLY, mate_depth));
    depth.clamp(1, MAX_PLY - 1)
}
