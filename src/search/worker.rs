//! One thread's search of one position: iterative deepening, and what every node calls.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use super::correction::Corrections;
use super::history::{Histories, ManTo, previous_moves};
use super::movepick::Hints;
use super::node::{NonPv, Root, Window};
use super::params::{self, POLL_INTERVAL};
use super::pruning::Reductions;
use super::repetition::KeyLine;
use super::report::{SearchObserver, SearchReport};
use super::stack::{Line, Stack};
use super::task::{Shared, Task};
use super::weakness::Weakness;
use crate::board::Board;
use crate::eval::{CacheUse, Evaluator};
use crate::limits::Limits;
use crate::time::{Effort, TimeManager};
use crate::tt::{Bound, Entry, TranspositionTable};
use crate::types::{Color, MAX_PLY, Move, Score, ScoreKind};

/// The search was broken off; what it has not finished counts for nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The result of searching something, unless the search was broken off.
pub(super) type Searched<T = Score> = Result<T, Stopped>;

/// What one thread keeps from search to search.
pub(super) struct Memory {
    evaluator: Evaluator,
    histories: Histories,
    corrections: Corrections,
    stack: Stack,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            evaluator: Evaluator::new(),
            histories: Histories::new(),
            corrections: Corrections::new(),
            stack: Stack::new(),
        }
    }

    /// How the evaluator's memory of pawns was used.
    pub(super) fn pawn_cache_use(&self) -> CacheUse {
        self.evaluator.pawn_cache_use()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.evaluator = Evaluator::new();
        self.histories.clear();
        self.corrections.clear();
        self.stack.clear();
    }
}

/// What the static evaluation says of a node where the side to move is not in check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judgement {
    /// As the evaluator gives it.
    pub(super) raw: Score,
    /// Corrected by what the search has learned.
    pub(super) static_eval: Score,
    /// The same, or nearer to the truth by what the transposition table knows.
    pub(super) estimate: Score,
}

impl Judgement {
    /// Of a node whose corrected evaluation is at hand.
    pub(super) fn known(static_eval: Score) -> Self {
        Self { raw: static_eval, static_eval, estimate: static_eval }
    }
}

/// One thread's search of one position.
pub(super) struct Worker<'a> {
    /// 0 for the thread that keeps the time and reports.
    id: usize,
    pub(super) shared: &'a Shared<'a>,
    pub(super) table: &'a TranspositionTable,
    pub(super) reductions: &'a Reductions,
    pub(super) weakness: Option<&'a Weakness>,
    pub(super) evaluator: &'a mut Evaluator,
    pub(super) histories: &'a mut Histories,
    pub(super) corrections: &'a mut Corrections,
    pub(super) stack: &'a mut Stack,
    observer: &'a mut dyn SearchObserver,
    time: TimeManager,
    pub(super) keys: KeyLine,
    /// The moves of the root to look at, with the nodes that each has cost.
    root_moves: Vec<(Move, u64)>,
    is_root_restricted: bool,
    /// How many lines are asked for, at least 1.
    multi_pv: usize,
    /// The moves of the root that other lines of the iteration begin with.
    taken: Vec<Move>,
    root_color: Color,
    contempt: i32,
    pub(super) nodes: u64,
    node_limit: u64,
    /// The node count at which clock, signals and node limit are looked at next.
    next_poll: u64,
    /// The depth of the iteration at hand.
    pub(super) root_depth: usize,
    selective_depth: usize,
    /// The ply at which the quiescence at hand began.
    pub(super) horizon: usize,
    /// The first ply at which a null move may be tried.
    pub(super) null_moves_from: usize,
    /// Whether nothing may be left out: a mate is to be proved or ruled out.
    pub(super) is_proof: bool,
}

impl<'a> Worker<'a> {
    pub(super) fn new(
        id: usize,
        task: &Task,
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        observer: &'a mut dyn SearchObserver,
        time: TimeManager,
    ) -> Self {
        let node_limit = task.limits.nodes.unwrap_or(u64::MAX);
        Self {
            id,
            shared,
            table: shared.table,
            reductions: shared.reductions,
            weakness: shared.weakness,
            evaluator: &mut memory.evaluator,
            histories: &mut memory.histories,
            corrections: &mut memory.corrections,
            stack: &mut memory.stack,
            observer,
            time,
            keys: KeyLine::new(task.earlier_keys, task.board.key()),
            root_moves: task.root_moves.iter().map(|&mv| (mv, 0)).collect(),
            is_root_restricted: task.is_root_restricted,
            multi_pv: task.multi_pv,
            taken: Vec::new(),
            root_color: task.board.side_to_move(),
            contempt: task.contempt,
            nodes: 0,
            node_limit,
            // Even a search that is stopped at once looks at a few moves first.
            next_poll: POLL_INTERVAL.min(node_limit),
            root_depth: 0,
            selective_depth: 0,
            horizon: 0,
            null_moves_from: 0,
            is_proof: false,
        }
    }

    /// Iterative deepening. The result is the last finished iteration, its best line first, with the
    /// counts of the end.
    pub(super) fn deepen(&mut self, board: &Board, limits: &Limits) -> Vec<SearchReport> {
        // Until an iteration is finished, the first move is as good as any.
        let line: Line = self.root_moves.first().map(|&(mv, _)| mv).into_iter().collect();
        let score = match line.is_empty() {
            true if board.in_check() => Score::mated_in(0),
            true => self.draw_score(board),
            false => self.evaluate(board),
        };
        let mut lines = vec![self.report(0, score, Bound::Exact, line.to_vec())];
        if !line.is_empty() {
            let mut effort = Effort::default();
            for depth in 1..=depth_limit(limits) {
                self.root_depth = depth;
                self.selective_depth = 0;
                let Ok(finished) = self.iterate_lines(board, depth, &lines) else { break };
                lines = finished;
                lines.iter().for_each(|line| self.observer.report(line));
                let best = &lines[0];
                effort.update(best.pv.first().copied(), best.score, self.best_move_share(best));
                let found = limits.mate.is_some_and(|moves| is_mate_within(best.score, moves));
                let is_forced = self.root_moves.len() == 1 && self.time.is_on_clock();
                let is_exact = self.is_exact(board, &lines);
                let is_spent = self.time.soft_limit_reached(&effort)
                    || limits.soft_nodes.is_some_and(|nodes| self.all_nodes() >= nodes);
                if found || is_exact || is_forced || is_spent || self.is_stopped() {
                    break;
                }
            }
            let proved = limits.mate.and_then(|moves| self.prove_mate(board, moves, &lines[0]));
            if let Some(proved) = proved {
                self.observer.report(&proved);
                lines = vec![proved];
            }
        }
        self.publish_nodes();
        for line in &mut lines {
            *line = SearchReport { selective_depth: self.selective_depth, ..self.recount(line) };
        }
        lines
    }

    /// One iteration: the best line, then the best of those that begin otherwise, and so on, as many
    /// as are asked for; the best of them first. `last` are the lines of the iteration before.
    fn iterate_lines(
        &mut self,
        board: &Board,
        depth: usize,
        last: &[SearchReport],
    ) -> Searched<Vec<SearchReport>> {
        let mut lines = Vec::with_capacity(self.multi_pv);
        self.taken.clear();
        while lines.len() < self.multi_pv.min(self.root_moves.len()) {
            let expected = last.get(lines.len()).unwrap_or(&last[0]);
            let line = self.iterate(board, depth, expected)?;
            self.taken.extend(line.pv.first());
            lines.push(line);
        }
        self.taken.clear();
        lines.sort_by_key(|line| Reverse(line.score));
        for (line, number) in lines.iter_mut().zip(1..) {
            *line = SearchReport { number, ..self.recount(line) };
        }
        Ok(lines)
    }

    /// Whether no deeper iteration can tell more than these `lines`.
    fn is_exact(&mut self, board: &Board, lines: &[SearchReport]) -> bool {
        let best = lines[0].score;
        if lines.len() == 1 && best == Score::mate_in(1) {
            return true;
        }
        // Of the other lines those with any other score are not from the tables.
        let draw = self.draw_score(board);
        self.exact_score::<NonPv>(board) == Some(best)
            && lines.iter().all(|line| line.score == draw || line.score.is_mate())
    }

    /// The mate within `moves` that selective iterations, of which `last` is the last, did not see:
    /// all moves are searched, with a window in which only such mates matter. `None` if there is no
    /// such mate or the search is broken off.
    fn prove_mate(
        &mut self,
        board: &Board,
        moves: usize,
        last: &SearchReport,
    ) -> Option<SearchReport> {
        // What the tables know, the iterations have found.
        let is_known = self.exact_score::<NonPv>(board).is_some();
        if is_known || is_mate_within(last.score, moves) || self.id > 0 {
            return None;
        }
        self.is_proof = true;
        let proof = (1..=moves.min(MAX_PLY / 2)).find_map(|moves| {
            let plies = 2 * moves - 1;
            let window = Window { alpha: Score::mate_in(plies) - 1, beta: Score::INFINITE };
            match self.negamax::<Root>(board, window, plies as i32, false) {
                Ok(score) if score <= window.alpha => None,
                proved => Some(proved),
            }
        });
        self.is_proof = false;
        let score = proof?.ok()?;
        Some(self.report(last.depth, score, Bound::Exact, self.stack.pv(0).to_vec()))
    }

    /// One iteration: aspiration windows around the score of the last one.
    fn iterate(
        &mut self,
        board: &Board,
        depth: usize,
        last: &SearchReport,
    ) -> Searched<SearchReport> {
        let mut margin = params::aspiration_margin();
        let narrow = depth >= params::aspiration_depth() as usize && !last.score.is_mate();
        let mut window = match narrow {
            true => Window { alpha: last.score - margin, beta: last.score + margin },
            false => Window::FULL,
        };
        loop {
            let score = self.negamax::<Root>(board, window, depth as i32, false)?;
            margin += margin * params::aspiration_growth() / 100;
            let is_open = margin > params::aspiration_max_margin();
            let (bound, pv) = if score <= window.alpha {
                window.alpha = if is_open { -Score::INFINITE } else { score - margin };
                (Bound::Upper, last.pv.clone())
            } else if score >= window.beta {
                window.beta = if is_open { Score::INFINITE } else { score + margin };
                (Bound::Lower, self.stack.pv(0).to_vec())
            } else {
                return Ok(self.report(depth, score, Bound::Exact, self.stack.pv(0).to_vec()));
            };
            // Several lines are told together when all of them are known.
            if self.multi_pv == 1 {
                let report = self.report(depth, score, bound, pv);
                self.observer.report(&report);
            }
        }
    }

    fn report(&self, depth: usize, score: Score, bound: Bound, pv: Vec<Move>) -> SearchReport {
        SearchReport {
            depth,
            selective_depth: self.selective_depth,
            number: 1,
            score,
            bound,
            nodes: self.all_nodes(),
            elapsed: self.time.elapsed(),
            hashfull: self.table.hashfull(),
            pv,
        }
    }

    /// `report` with the counts of now.
    fn recount(&self, report: &SearchReport) -> SearchReport {
        let SearchReport { depth, selective_depth, number, score, bound, ref pv, .. } = *report;
        SearchReport { selective_depth, number, ..self.report(depth, score, bound, pv.clone()) }
    }

    /// Whether the root move `mv` is to be looked at.
    #[inline]
    pub(super) fn is_root_move(&self, mv: Move) -> bool {
        self.root_moves.iter().any(|&(allowed, _)| allowed == mv) && !self.taken.contains(&mv)
    }

    /// Whether some legal moves of the root are not looked at.
    #[inline]
    pub(super) fn is_root_partial(&self) -> bool {
        self.is_root_restricted || !self.taken.is_empty()
    }

    /// Tells the observer that the search begins to look at the root move `mv`.
    pub(super) fn announce(&mut self, depth: i32, mv: Move, number: usize) {
        self.observer.root_move(depth as usize, mv, number, self.time.elapsed());
    }

    /// Notes that the root move `mv` has cost so many `nodes` more.
    pub(super) fn count_root_nodes(&mut self, mv: Move, nodes: u64) {
        if let Some((_, sum)) = self.root_moves.iter_mut().find(|(root_move, _)| *root_move == mv) {
            *sum += nodes;
        }
    }

    /// Which part of all nodes went to the best move, 0 to 1.
    fn best_move_share(&self, best: &SearchReport) -> f64 {
        let own = self.root_moves.iter().find(|(mv, _)| best.pv.first() == Some(mv));
        own.map_or(0.0, |&(_, nodes)| nodes as f64 / self.nodes.max(1) as f64)
    }

    /// Looks at the static evaluation of the node at `ply`, and notes it on the stack. `entry` is
    /// what the transposition table knows. `None` in check.
    #[inline]
    pub(super) fn judge(
        &mut self,
        board: &Board,
        entry: Option<&Entry>,
        ply: usize,
    ) -> Option<Judgement> {
        let judged = (!board.in_check()).then(|| {
            let raw =
                entry.and_then(|entry| entry.static_eval).unwrap_or_else(|| self.evaluate(board));
            let static_eval = Score::from_eval(raw.0 + self.corrections.correction(board));
            let estimate = entry.map_or(static_eval, |entry| entry.refine(static_eval));
            Judgement { raw, static_eval, estimate }
        });
        self.stack.frame(ply).static_eval = judged.map(|judged| judged.static_eval);
        judged
    }

    /// Whether the static evaluation at `ply` is better than at the same side's earlier moves.
    #[inline]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let static_eval = |distance| self.stack.earlier(ply, distance)?.static_eval;
        let earlier = static_eval(2).or_else(|| static_eval(4));
        static_eval(0).is_some_and(|now| earlier.is_none_or(|earlier| now > earlier))
    }

    /// What the line to the node at `ply` tells about its quiet moves.
    #[inline]
    pub(super) fn hints(&mut self, ply: usize) -> Hints {
        let previous = previous_moves(self.stack, ply);
        Hints::new(self.stack.frame(ply).killers, self.histories, previous)
    }

    /// Stores in the transposition table what was found about the node at hand.
    #[inline]
    pub(super) fn remember(
        &self,
        board: &Board,
        mv: Move,
        score: Score,
        static_eval: Option<Score>,
        depth: i32,
        bound: Bound,
    ) {
        let entry = Entry {
            mv,
            score: score.relative_to_node(self.keys.ply()),
            static_eval,
            depth: depth.clamp(0, i32::from(u8::MAX)) as u8,
            bound,
        };
        self.table.store(board.key(), entry);
    }

    /// Plays the move `mv` of `board`, which leads to `next`.
    #[inline]
    pub(super) fn enter(&mut self, board: &Board, mv: Move, next: &Board) -> Searched<()> {
        let played = Some(ManTo::new(board, mv));
        self.advance(played, next)
    }

    /// Passes the turn, which leads to `next`.
    #[inline]
    pub(super) fn enter_null(&mut self, next: &Board) -> Searched<()> {
        self.advance(None, next)
    }

    #[inline]
    fn advance(&mut self, played: Option<ManTo>, next: &Board) -> Searched<()> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        self.stack.frame(self.keys.ply()).played = played;
        self.keys.push(next.key());
        self.selective_depth = self.selective_depth.max(self.keys.ply());
        Ok(())
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.keys.pop();
    }

    /// Looks at signals, clock and node limit.
    #[cold]
    fn poll(&mut self) -> Searched<()> {
        self.publish_nodes();
        if self.all_nodes() >= self.node_limit
            || self.is_stopped()
            || self.time.hard_limit_reached()
        {
            return Err(Stopped);
        }
        self.next_poll = (self.nodes + POLL_INTERVAL).min(self.node_limit);
        Ok(())
    }

    fn publish_nodes(&self) {
        self.shared.counts[self.id].publish(self.nodes);
    }

    /// The nodes of all threads; those of the others as they last published them.
    fn all_nodes(&self) -> u64 {
        let others = self.shared.counts.iter().enumerate().filter(|&(id, _)| id != self.id);
        self.nodes + others.map(|(_, count)| count.published()).sum::<u64>()
    }

    /// Whether the search was stopped; starts the clock after a ponder hit.
    fn is_stopped(&mut self) -> bool {
        if self.time.is_pondering() && !self.shared.control.is_pondering() {
            self.time.start_clock();
        }
        self.shared.control.is_stopped() || self.shared.is_over.load(Ordering::Relaxed)
    }

    /// Whether the rules draw the game here: fifty moves, material, repetition.
    #[inline]
    pub(super) fn is_draw(&self, board: &Board) -> bool {
        board.is_insufficient_material()
            || board.is_fifty_move_draw()
            || self.keys.is_repetition(board.halfmove_clock())
    }

    /// The score of a draw from the view of the side to move in `board`.
    #[inline]
    pub(super) fn draw_score(&self, board: &Board) -> Score {
        let is_own = board.side_to_move() == self.root_color;
        Score::DRAW + if is_own { -self.contempt } else { self.contempt }
    }
}

/// How many plies deeper than the mate itself selective iterations look for it.
const MATE_EXTRA_DEPTH: usize = 4;

/// The deepest iteration under `limits`.
fn depth_limit(limits: &Limits) -> usize {
    let of_mate = |moves: usize| moves.saturating_mul(2).saturating_add(MATE_EXTRA_DEPTH);
    let mate = limits.mate.map_or(MAX_PLY, of_mate);
    limits.depth.unwrap_or(MAX_PLY).min(mate).clamp(1, MAX_PLY - 1)
}

fn is_mate_within(score: Score, limit: usize) -> bool {
    matches!(score.kind(), ScoreKind::Mate(moves) if moves > 0 && moves as usize <= limit)
}
