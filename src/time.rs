//! From a clock to the time that a move may take.

use std::fmt;
use std::time::{Duration, Instant};

use crate::limits::{Clock, Limits};

/// How many more moves a game is expected to last when the clock does not say.
const EXPECTED_MOVES: u32 = 45;
/// One part in so many of the clock is shared out even when, by the overhead that is expected, nothing
/// would be left of it.
const LEAST_SHARED_PART: u32 = 4;
/// One part in so many of the clock is kept for later moves, whatever happens.
const KEPT_PART: u32 = 5;
/// How many times the soft limit the hard limit is.
const HARD_FACTOR: u32 = 5;
/// An iteration is expected to take so many times as long as the one before.
const ITERATION_GROWTH: u32 = 2;

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

    /// Whether an iteration that begins now should not, since it would probably not finish: the
    /// search has taken `elapsed`, and the last iteration `last_iteration` of it.
    pub fn is_spent(&self, elapsed: Duration, last_iteration: Duration) -> bool {
        let expected_end = elapsed.saturating_add(last_iteration.saturating_mul(ITERATION_GROWTH));
        let over = |limit: Option<Duration>, time| limit.is_some_and(|limit| time >= limit);
        // Without a soft limit the time is to be used up, finished iteration or not.
        self.soft.is_some() && (over(self.soft, elapsed) || over(self.hard, expected_end))
            || over(self.hard, elapsed)
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
#[derive(Debug)]
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

    /// Whether the search must be broken off.
    pub fn is_over(&self) -> bool {
        match (self.clock_started, self.budget.hard) {
            (Some(clock_started), Some(hard)) => clock_started.elapsed() >= hard,
            _ => false,
        }
    }

    /// Whether no further iteration should begin, when the last one took `last_iteration`. What was
    /// spent pondering counts as thought.
    pub fn is_spent(&self, last_iteration: Duration) -> bool {
        !self.is_pondering() && self.budget.is_spent(self.elapsed(), last_iteration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

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
        assert!(!budget.is_spent(MS(400), MS(300)));
        assert!(budget.is_spent(MS(490), MS(1)));
        let clock = Clock { time_left: MS(1_000), ..Clock::default() };
        let both = Budget::new(&Limits { clock: Some(clock), ..limits }, MS(10));
        assert!(both.hard.unwrap() <= MS(490));
    }

    #[test]
    fn no_iteration_begins_that_would_not_finish() {
        let budget = Budget { soft: Some(MS(100)), hard: Some(MS(200)) };
        assert!(!budget.is_spent(MS(50), MS(20)));
        assert!(budget.is_spent(MS(100), MS(1)));
        assert!(budget.is_spent(MS(90), MS(60)));
        assert!(!Budget::default().is_spent(MS(1_000_000), MS(1_000_000)));
    }

    #[test]
    fn pondering_stops_the_clock() {
        let budget = Budget { soft: Some(MS(0)), hard: Some(MS(0)) };
        let mut time = TimeManager::start(budget, true);
        assert!(!time.is_over() && !time.is_spent(MS(1)));
        time.start_clock();
        assert!(time.is_over() && time.is_spent(MS(1)));
    }
}
