//! From a clock to the time that a move may take.

use std::fmt;
use std::time::{Duration, Instant};

use crate::limits::{Clock, Limits};
use crate::types::{Move, Score};

/// How many more moves a game is expected to last when the clock does not say.
const EXPECTED_MOVES: u32 = 45;
/// One part in so many of the clock is shared out even when, by the overhead that is expected, nothing
/// would be left of it.
const LEAST_SHARED_PART: u32 = 4;
/// One part in so many of the clock is kept for later moves, whatever happens.
const KEPT_PART: u32 = 5;
/// How many times the soft limit the hard limit is.
const HARD_FACTOR: u32 = 5;

/// Each iteration that keeps the best move saves so much of the soft limit, …
const STABILITY_STEP: f64 = 0.06;
/// … but not more than so many, …
const MAX_STABILITY: u32 = 8;
/// … from this part of it.
const UNSTABLE_FACTOR: f64 = 1.3;
/// The part of the soft limit when all nodes went to the best move, …
const CLEAR_FACTOR: f64 = 0.55;
/// … and what is added when none did.
const UNCLEAR_FACTOR: f64 = 1.9;
/// What each centipawn adds by which the score fell.
const DROP_STEP: f64 = 0.01;
/// The range of what a falling score changes.
const DROP_FACTORS: (f64, f64) = (0.85, 1.5);

/// How long a move may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// After this no new iteration begins.
    pub soft: Option<Duration>,
    /// After this the search is broken off.
    pub hard: Option<Duration>,
}

impl Budget {
    /// The budget under `limits`, when each move loses `overhead` between engine and interface.
    pub fn new(limits: &Limits, overhead: Duration) -> Self {
        let move_time = limits.move_time.map(|time| time.saturating_sub(overhead));
        let Some(clock) = limits.clock else {
            return Self { soft: None, hard: move_time };
        };
        let (soft, hard) = share(clock, overhead);
        Self { soft: Some(soft), hard: Some(move_time.map_or(hard, |time| time.min(hard))) }
    }

    /// Whether no further iteration should begin when the search has taken `elapsed` and its move
    /// deserves `factor` times the soft limit.
    pub fn is_spent(&self, elapsed: Duration, factor: f64) -> bool {
        let over = |limit: Option<Duration>| limit.is_some_and(|limit| elapsed >= limit);
        // Without a soft limit the time is to be used up, finished iteration or not.
        over(self.soft.map(|soft| soft.mul_f64(factor))) || over(self.hard)
    }
}

/// Soft and hard limit under a clock. With an empty clock both are zero: move at once.
fn share(clock: Clock, overhead: Duration) -> (Duration, Duration) {
    let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
    let available = clock.time_left.saturating_sub(overhead);
    // What these moves bring and lose before the last of them.
    let gained = clock.increment.saturating_mul(moves - 1);
    let lost = overhead.saturating_mul(moves - 1);
    let total = available.saturating_add(gained).saturating_sub(lost);
    let total = total.max(available / LEAST_SHARED_PART);
    let max = available - available / KEPT_PART;
    let soft = (total / moves).min(max);
    let hard = soft.saturating_mul(HARD_FACTOR).min(max);
    (soft, hard)
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |limit: Option<Duration>| match limit {
            Some(limit) => format!("{} ms", limit.as_millis()),
            None => "none".to_owned(),
        };
        write!(f, "time limits: soft {}, hard {}", text(self.soft), text(self.hard))
    }
}

/// Measures the time of one search against its budget. While pondering, nothing is over.
#[derive(Clone, Copy, Debug)]
pub struct TimeManager {
    budget: Budget,
    started: Instant,
    /// When the own clock began to run: `None` while pondering.
    clock_started: Option<Instant>,
}

impl TimeManager {
    /// Begins to measure. With `pondering`, the own clock stands still until
    /// [`TimeManager::start_clock`].
    pub fn start(budget: Budget, pondering: bool) -> Self {
        let started = Instant::now();
        Self { budget, started, clock_started: (!pondering).then_some(started) }
    }

    /// Whether the own clock stands still.
    pub fn is_pondering(&self) -> bool {
        self.clock_started.is_none()
    }

    /// The opponent has played the expected move: the own clock runs from now.
    pub fn start_clock(&mut self) {
        self.clock_started.get_or_insert_with(Instant::now);
    }

    /// The time since the search began, with what was spent pondering.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether the search may take so long.
    pub fn allows(&self, time: Duration) -> bool {
        self.budget.hard.is_none_or(|hard| hard >= time)
    }

    /// Whether the search must be broken off.
    pub fn is_over(&self) -> bool {
        match (self.clock_started, self.budget.hard) {
            (Some(clock_started), Some(hard)) => clock_started.elapsed() >= hard,
            _ => false,
        }
    }

    /// Whether no further iteration should begin. What was spent pondering counts as thought.
    pub fn is_spent(&self, effort: &Effort) -> bool {
        !self.is_pondering() && self.budget.is_spent(self.elapsed(), effort.factor())
    }

    /// Whether the time comes from a clock on which later moves depend.
    pub fn is_on_clock(&self) -> bool {
        !self.is_pondering() && self.budget.soft.is_some()
    }

    /// The same clock without limits.
    pub fn unlimited(&self) -> Self {
        Self { budget: Budget::default(), ..*self }
    }
}

/// How settled a search is: a move that stays best, takes most of the nodes and does not fall needs
/// less time than another.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    best: Option<Move>,
    /// How many iterations have kept the best move.
    stability: u32,
    /// The score of the last iteration but one and of the last.
    scores: [Score; 2],
    /// Which part of the nodes went to the best move.
    best_share: f64,
}

impl Effort {
    /// Notes the result of an iteration. `best_share` is the part of all nodes that went to the best
    /// move, 0 to 1.
    pub fn note(&mut self, best: Option<Move>, score: Score, best_share: f64) {
        self.stability = if self.best == best { self.stability + 1 } else { 0 };
        self.best = best;
        self.scores = [self.scores[1], score];
        self.best_share = best_share;
    }

    /// By what the soft limit is multiplied.
    pub fn factor(&self) -> f64 {
        let stability =
            UNSTABLE_FACTOR - STABILITY_STEP * f64::from(self.stability.min(MAX_STABILITY));
        let share = CLEAR_FACTOR + UNCLEAR_FACTOR * (1.0 - self.best_share);
        let drop = 1.0 + DROP_STEP * f64::from(self.scores[0].0 - self.scores[1].0);
        stability * share * drop.clamp(DROP_FACTORS.0, DROP_FACTORS.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn what_takes_longer_than_the_hard_limit_is_not_allowed() {
        for (hard, allowed) in [(None, true), (Some(80), true), (Some(79), false), (Some(0), false)]
        {
            let budget = Budget { soft: Some(MS(5)), hard: hard.map(MS) };
            assert_eq!(TimeManager::start(budget, false).allows(MS(80)), allowed, "{hard:?}");
        }
    }

    fn budget(time_left: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock { time_left: MS(time_left), increment: MS(increment), moves_to_go };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let budget = Budget::new(&limits, MS(10));
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
    fn a_clock_played_down_lasts_for_a_long_game() {
        for (time, increment, period, moves) in [
            (200, 0, None, 100),
            (1_000, 0, None, 150),
            (1_000, 10, None, 400),
            (60_000, 0, None, 180),
            (30_000, 0, Some(40), 400),
        ] {
            // The worst case: each move takes its hard limit and half a millisecond to say so.
            let mut time_left = MS(time);
            for played in 0..moves {
                if period.is_some_and(|period| played > 0 && played % period == 0) {
                    time_left += MS(time);
                }
                let moves_to_go = period.map(|period| period - played % period);
                let clock = Clock { time_left, increment: MS(increment), moves_to_go };
                let (_, hard) = share(clock, MS(10));
                let left = time_left.checked_sub(hard + Duration::from_micros(500));
                time_left = left.expect("time is left") + MS(increment);
            }
        }
    }

    #[test]
    fn more_time_or_fewer_moves_give_more() {
        assert!(budget(60_000, 0, None) < budget(120_000, 0, None));
        assert!(budget(60_000, 0, None) < budget(60_000, 1_000, None));
        assert!(budget(60_000, 0, Some(20)) < budget(60_000, 0, Some(5)));
    }

    #[test]
    fn a_move_time_is_used_up_and_not_exceeded() {
        let limits = Limits { move_time: Some(MS(500)), ..Limits::default() };
        let budget = Budget::new(&limits, MS(10));
        assert_eq!(budget, Budget { soft: None, hard: Some(MS(490)) });
        assert!(!budget.is_spent(MS(489), 0.1));
        assert!(budget.is_spent(MS(490), 2.0));
        let clock = Clock { time_left: MS(1_000), ..Clock::default() };
        let both = Budget::new(&Limits { clock: Some(clock), ..limits }, MS(10));
        assert!(both.hard.unwrap() <= MS(490));
    }

    #[test]
    fn the_soft_limit_is_stretched_up_to_the_hard_one() {
        let budget = Budget { soft: Some(MS(100)), hard: Some(MS(200)) };
        assert!(!budget.is_spent(MS(99), 1.0) && budget.is_spent(MS(100), 1.0));
        assert!(!budget.is_spent(MS(140), 1.5) && budget.is_spent(MS(50), 0.5));
        assert!(!budget.is_spent(MS(199), 10.0) && budget.is_spent(MS(200), 10.0));
        assert!(!Budget::default().is_spent(MS(1_000_000), 0.1));
    }

    #[test]
    fn a_settled_search_takes_less_time() {
        let [e4, d4] =
            [28, 27].map(|to| Some(Move::normal(Square::from_index(12), Square::from_index(to))));
        let factor = |moves: [Option<Move>; 2], score, share| {
            let mut effort = Effort::default();
            for (mv, score) in moves.into_iter().zip([0, score]) {
                effort.note(mv, Score(score), share);
            }
            effort.factor()
        };
        let settled = factor([e4, e4], 0, 0.9);
        assert!(settled < 1.0);
        assert!(factor([d4, e4], 0, 0.9) > settled);
        assert!(factor([e4, e4], -30, 0.9) > settled);
        assert!(factor([e4, e4], 0, 0.4) > settled);
        assert!(factor([d4, e4], -1_000, 0.0) < f64::from(HARD_FACTOR));
        assert!(factor([e4, e4], 1_000, 1.0) > 0.3);
    }

    #[test]
    fn pondering_stops_the_clock() {
        let budget = Budget { soft: Some(MS(0)), hard: Some(MS(0)) };
        let mut time = TimeManager::start(budget, true);
        let effort = Effort::default();
        assert!(!time.is_over() && !time.is_spent(&effort) && !time.is_on_clock());
        time.start_clock();
        assert!(time.is_over() && time.is_spent(&effort) && time.is_on_clock());
    }
}
