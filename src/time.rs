//! Time management: how long a search may take.

use std::fmt;
use std::time::{Duration, Instant};

use crate::limits::{Clock, Limits};
use crate::params::{self, percent};
use crate::types::{Move, Score};

/// The time limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The time after which no new iteration starts.
    pub soft: Option<Duration>,
    /// The time after which the search is aborted.
    pub hard: Option<Duration>,
}

impl Budget {
    /// Returns the budget for `limits` at the move of the game with `move_number`, counted from 1,
    /// when each move loses `overhead` to communication.
    pub fn new(limits: &Limits, move_number: u16, overhead: Duration) -> Self {
        let move_time = limits.move_time.map(|time| time.saturating_sub(overhead));
        let Some(clock) = limits.clock else {
            return Self { soft: None, hard: move_time };
        };
        let (soft, hard) = allocate(clock, move_number, overhead);
        Self { soft: Some(soft), hard: Some(move_time.map_or(hard, |time| time.min(hard))) }
    }

    /// Whether `elapsed` has reached `factor` times the soft limit.
    fn soft_limit_reached(&self, elapsed: Duration, factor: f64) -> bool {
        let scaled = |soft: Duration| Duration::try_from_secs_f64(soft.as_secs_f64() * factor);
        // A time that is too long to be stored is no limit.
        self.soft.and_then(|soft| scaled(soft).ok()).is_some_and(|limit| elapsed >= limit)
    }
}

/// Returns the soft and the hard limit for the move with `move_number`; both are zero when no time
/// is left.
///
/// Later moves get a larger share of the clock, and a long game a reserve for its overheads: +27 ±
/// 17 Elo for these two and a lower hard limit, against the same share for all moves.
fn allocate(clock: Clock, move_number: u16, overhead: Duration) -> (Duration, Duration) {
    let max_moves = params::time_max_moves().unsigned_abs();
    let longest = clock.moves_to_go.unwrap_or(max_moves).clamp(1, max_moves);
    let moves = if clock.moves_to_go.is_some() { longest } else { expected_moves(move_number) };
    let available = clock.time_left.saturating_sub(overhead);
    // Each move but the last gains an increment and loses an overhead. If that is a loss, there is
    // a reserve for the longest game.
    let gained = clock.increment.saturating_sub(overhead).saturating_mul(moves - 1);
    let lost = overhead.saturating_sub(clock.increment).saturating_mul(longest - 1);
    let total = available.saturating_add(gained).saturating_sub(lost);
    let total = total.max(percent_of(available, params::time_min_total()));
    let max = percent_of(available, params::time_max_share());
    let soft = (total / moves).min(max);
    let hard = percent_of(soft, params::time_hard_limit()).min(max);
    (soft, hard)
}

/// Returns the number of moves to divide the clock by at the move with `move_number`, if no time
/// control lies ahead: the more have been played, the fewer are left.
fn expected_moves(move_number: u16) -> u32 {
    let fewer = i32::from(move_number) * params::time_moves_decrease() / 100;
    (params::time_max_moves() - fewer).max(params::time_min_moves()).unsigned_abs()
}

/// Returns `percent` percent of `time`.
fn percent_of(time: Duration, percent: i32) -> Duration {
    time.saturating_mul(percent.unsigned_abs()) / 100
}

impl fmt::Display for Budget {
    /// Writes both limits in milliseconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |limit: Option<Duration>| match limit {
            Some(limit) => format!("{} ms", limit.as_millis()),
            None => "none".to_owned(),
        };
        write!(f, "time limits: soft {}, hard {}", text(self.soft), text(self.hard))
    }
}

/// A stopwatch for one search, which compares the time used with a [`Budget`].
///
/// The hard limit does not apply while the engine is pondering.
#[derive(Clone, Copy, Debug)]
pub struct TimeManager {
    budget: Budget,
    started: Instant,
    /// The time at which the engine's clock started; `None` while pondering.
    clock_started: Option<Instant>,
    /// The factor of the soft limit, updated by each iteration.
    pub(crate) scale: TimeScale,
}

impl TimeManager {
    /// Starts the stopwatch. When `pondering`, the engine's clock does not run until
    /// [`TimeManager::start_clock`]. `game_score` is the score of the engine's previous move of the
    /// game, if there was one.
    pub fn start(budget: Budget, pondering: bool, game_score: Option<Score>) -> Self {
        let started = Instant::now();
        let scale = TimeScale { game_score, ..TimeScale::default() };
        Self { budget, started, clock_started: (!pondering).then_some(started), scale }
    }

    /// Whether the engine is still pondering.
    pub fn is_pondering(&self) -> bool {
        self.clock_started.is_none()
    }

    /// Ends pondering after a ponder hit: the engine's clock runs from now on.
    pub fn start_clock(&mut self) {
        self.clock_started.get_or_insert_with(Instant::now);
    }

    /// Returns the time since the search started, including the time spent pondering.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the hard limit is at least `time`.
    pub fn allows(&self, time: Duration) -> bool {
        self.budget.hard.is_none_or(|hard| hard >= time)
    }

    /// Whether the search must be aborted. Time spent pondering does not count.
    pub fn hard_limit_reached(&self) -> bool {
        let limit = self.clock_started.zip(self.budget.hard);
        limit.is_some_and(|(clock_started, hard)| clock_started.elapsed() >= hard)
    }

    /// Whether no iteration starts any more: the hard limit is reached, or the soft one. For the
    /// soft limit, time spent pondering counts, but while the engine still ponders, the caller goes
    /// on.
    pub fn ends_iterations(&self) -> bool {
        self.budget.soft_limit_reached(self.elapsed(), self.scale.factor())
            || self.hard_limit_reached()
    }

    /// Whether the game is on the clock, so that unused time is saved for later moves.
    pub fn is_on_clock(&self) -> bool {
        self.budget.soft.is_some()
    }
}

/// The factor of the soft limit for the current move, judged by the iterations so far.
///
/// Less time is needed when the best move is stable, takes most of the nodes and has not dropped in
/// score since the last iteration (+77 ± 35 Elo) or the last move of the game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TimeScale {
    best: Option<Move>,
    /// The number of consecutive iterations that have kept the best move.
    stability: i32,
    /// The scores of the last two iterations, the latest first.
    scores: [Option<Score>; 2],
    /// The score of the previous move of the game, if there was one.
    game_score: Option<Score>,
    /// The share of nodes spent on the best move, 0 to 1.
    best_share: f64,
}

impl TimeScale {
    /// Records the result of an iteration; `best_share` is the share of nodes spent on the best
    /// move, 0 to 1.
    pub(crate) fn update(&mut self, best: Option<Move>, score: Score, best_share: f64) {
        self.stability = if self.best == best { self.stability + 1 } else { 0 };
        self.best = best;
        self.scores = [Some(score), self.scores[0]];
        self.best_share = best_share;
    }

    /// Returns the factor by which to multiply the soft limit.
    fn factor(&self) -> f64 {
        let kept = self.stability.min(params::time_max_stability());
        let stability = (params::time_unstable() - params::time_stability_step() * kept).max(0);
        let others = f64::from(params::time_other_moves()) * (1.0 - self.best_share);
        let share = f64::from(params::time_best_move()) + others;
        let [now, before] = self.scores;
        let drop_since =
            |earlier: Option<Score>| earlier.zip(now).map_or(0, |(earlier, now)| earlier.0 - now.0);
        let drop = params::time_score_drop() * drop_since(before)
            + params::time_game_score_drop() * drop_since(self.game_score);
        let drop = (100 + drop / 10).clamp(params::time_min_drop(), params::time_max_drop());
        percent(stability) * share / 100.0 * percent(drop)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::types::Square;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn time_beyond_the_hard_limit_is_not_allowed() {
        for (hard, allowed) in [(None, true), (Some(80), true), (Some(79), false), (Some(0), false)]
        {
            let budget = Budget { soft: Some(MS(5)), hard: hard.map(MS) };
            assert_eq!(TimeManager::start(budget, false, None).allows(MS(80)), allowed, "{hard:?}");
        }
    }

    #[test]
    fn the_hard_limit_is_reached_in_its_time() {
        let time = TimeManager::start(Budget { soft: None, hard: Some(MS(20)) }, false, None);
        thread::sleep(MS(40));
        assert!(time.hard_limit_reached());
    }

    fn budget(time_left: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock { time_left: MS(time_left), increment: MS(increment), moves_to_go };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let budget = Budget::new(&limits, 1, MS(10));
        (budget.soft.unwrap(), budget.hard.unwrap())
    }

    #[test]
    fn limits_are_ordered_and_within_the_clock() {
        for time_left in [0, 1, 5, 11, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 1_000, 30_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (soft, hard) = budget(time_left, increment, moves_to_go);
                    assert!(soft <= hard && hard <= MS(time_left.saturating_sub(10)));
                    assert_eq!(hard.is_zero(), time_left <= 10);
                }
            }
        }
    }

    #[test]
    fn clock_lasts_for_a_long_game_at_the_hard_limit() {
        for (time, increment, period, moves) in [
            (200, 0, None, 100),
            (1_000, 0, None, 150),
            (1_000, 10, None, 400),
            (60_000, 0, None, 180),
            (30_000, 0, Some(40), 400),
        ] {
            // The worst case: each move uses its hard limit and half a millisecond to report.
            let mut time_left = MS(time);
            for played in 0..moves {
                if period.is_some_and(|period| played > 0 && played % period == 0) {
                    time_left += MS(time);
                }
                let moves_to_go = period.map(|period| period - played % period);
                let clock = Clock { time_left, increment: MS(increment), moves_to_go };
                let (_, hard) = allocate(clock, played as u16 + 1, MS(10));
                let left = time_left.checked_sub(hard + Duration::from_micros(500));
                time_left = left.expect("time is left") + MS(increment);
            }
        }
    }

    #[test]
    fn later_moves_get_a_larger_share_of_the_clock() {
        let clock = |moves_to_go| Clock { time_left: MS(60_000), increment: MS(0), moves_to_go };
        let soft = |move_number, moves_to_go| allocate(clock(moves_to_go), move_number, MS(10)).0;
        assert!(soft(1, None) < soft(20, None) && soft(20, None) < soft(40, None));
        assert_eq!(soft(200, None), soft(u16::MAX, None));
        assert_eq!(soft(1, Some(10)), soft(u16::MAX, Some(10)));
        assert_eq!(soft(1, Some(1_000)), soft(1, Some(u32::MAX)));
    }

    #[test]
    fn limits_grow_with_time_and_shrink_with_moves_to_go() {
        for (less, more) in [
            (budget(60_000, 0, None), budget(120_000, 0, None)),
            (budget(60_000, 0, None), budget(60_000, 1_000, None)),
            (budget(60_000, 0, Some(20)), budget(60_000, 0, Some(5))),
        ] {
            assert!(less.0 < more.0 && less.1 < more.1, "{less:?} {more:?}");
        }
    }

    #[test]
    fn every_move_but_the_last_gains_an_increment() {
        // Half of 9,990 + 990 ms.
        assert_eq!(budget(10_000, 1_000, Some(2)).0, MS(5_490));
        // A third of 9,990 + 2 * 990 ms.
        assert_eq!(budget(10_000, 1_000, Some(3)).0, MS(3_990));
    }

    #[test]
    fn move_time_is_used_in_full_and_not_exceeded() {
        let limits = Limits { move_time: Some(MS(500)), ..Limits::default() };
        let budget = Budget::new(&limits, 1, MS(10));
        assert_eq!(budget, Budget { soft: None, hard: Some(MS(490)) });
        assert!(!budget.soft_limit_reached(MS(490), 0.1));
        let clock = Clock { time_left: MS(600_000), ..Clock::default() };
        let both = Budget::new(&Limits { clock: Some(clock), ..limits }, 1, MS(10));
        assert_eq!(both.hard, Some(MS(490)));
        let is_on_clock = |budget| TimeManager::start(budget, false, None).is_on_clock();
        assert!(is_on_clock(both) && !is_on_clock(budget));
    }

    #[test]
    fn soft_limit_is_scaled() {
        let budget = Budget { soft: Some(MS(100)), hard: Some(MS(200)) };
        for (reached, factor) in [(100, 1.0), (150, 1.5), (50, 0.5)] {
            assert!(budget.soft_limit_reached(MS(reached), factor));
            assert!(!budget.soft_limit_reached(MS(reached - 1), factor));
        }
        assert!(!Budget::default().soft_limit_reached(MS(1_000_000), 0.1));
        let longest = Budget { soft: Some(Duration::MAX), hard: None };
        assert!(!longest.soft_limit_reached(Duration::MAX, 1.5));
    }

    #[test]
    fn stable_best_move_takes_less_time() {
        let [e4, d4] =
            [28, 27].map(|to| Some(Move::normal(Square::from_index(12), Square::from_index(to))));
        let factor = |moves: [Option<Move>; 2], score, share| {
            let mut scale = TimeScale::default();
            for (mv, score) in moves.into_iter().zip([0, score]) {
                scale.update(mv, Score(score), share);
            }
            scale.factor()
        };
        let stable = factor([e4, e4], 0, 0.9);
        assert!(stable < 1.0);
        assert!(factor([d4, e4], 0, 0.9) > stable);
        assert!(factor([e4, e4], -30, 0.9) > stable);
        assert!(factor([e4, e4], 0, 0.4) > stable);
        assert!(factor([d4, e4], -1_000, 0.0) < percent(params::time_hard_limit()));
        assert!(factor([e4, e4], 1_000, 1.0) > 0.3);
    }

    #[test]
    fn a_drop_since_the_last_iteration_or_move_takes_more_time() {
        let factor = |game_score, scores: [i32; 3]| {
            let mut scale =
                TimeScale { game_score: Some(Score(game_score)), ..TimeScale::default() };
            scores.into_iter().for_each(|score| scale.update(None, Score(score), 0.9));
            scale.factor()
        };
        let level = factor(0, [0; 3]);
        assert!(factor(30, [0; 3]) > level && factor(-30, [0; 3]) < level);
        assert!(factor(0, [30, 30, 0]) > level && factor(0, [-30, -30, 0]) < level);
        assert_eq!(factor(0, [30, 0, 0]), level);
    }

    #[test]
    fn the_gain_of_a_stable_best_move_is_limited() {
        let factor = |updates| {
            let mut scale = TimeScale::default();
            (0..updates).for_each(|_| scale.update(None, Score(0), 0.9));
            scale.factor()
        };
        let most_stable = factor(params::time_max_stability());
        let less_stable = factor(params::time_max_stability() - 1);
        assert!(most_stable > 0.3 && most_stable < less_stable && most_stable == factor(40));
    }

    #[test]
    fn the_hard_limit_does_not_apply_while_pondering() {
        let budget = Budget { soft: Some(MS(0)), hard: Some(MS(0)) };
        let mut time = TimeManager::start(budget, true, None);
        assert!(!time.hard_limit_reached() && time.ends_iterations());
        time.start_clock();
        assert!(time.hard_limit_reached() && time.ends_iterations());
        // A second ponder hit does not start the clock again.
        let started = time.clock_started;
        time.start_clock();
        assert_eq!(time.clock_started, started);
    }

    #[test]
    fn time_spent_pondering_counts_for_the_soft_limit_only() {
        let budget = Budget { soft: Some(MS(10)), hard: Some(MS(5_000)) };
        let mut time = TimeManager::start(budget, true, None);
        time.started -= MS(10_000);
        time.start_clock();
        assert!(time.ends_iterations() && !time.hard_limit_reached());
        // A time for the move begins with it.
        let mut time = TimeManager::start(Budget { soft: None, ..budget }, true, None);
        time.started -= MS(10_000);
        time.start_clock();
        assert!(!time.ends_iterations());
        time.clock_started = time.clock_started.map(|started| started - MS(5_000));
        assert!(time.ends_iterations());
    }
}
