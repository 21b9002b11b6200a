//! The clocks of a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use nunatak::limits::Clock;
use nunatak::types::Color;

/// The longest time for the game in minutes.
const MAX_MINUTES: f64 = 1_000.0;

/// The longest increment in seconds.
const MAX_INCREMENT: f64 = 3_600.0;

/// The longest clock that is read in seconds. Increments may make it longer than the time for the
/// game.
const MAX_CLOCK: f64 = 1_000.0 * 3_600.0;

/// The least time for a game.
const LEAST_TIME: Duration = Duration::from_secs(1);

/// The time below which tenths of seconds are shown.
const SHORT: Duration = Duration::from_secs(20);

/// The time of both sides for the game, and the increment for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    time: Duration,
    increment: Duration,
}

impl FromStr for TimeControl {
    type Err = &'static str;

    /// Parses minutes and seconds such as `5+3`, or minutes only. Both times are rounded to whole
    /// seconds, as the tag `TimeControl` of PGN requires, so that a game can be continued with
    /// them.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (minutes, seconds) = time_and_increment(text, MAX_MINUTES).ok_or(
            "expected minutes for the game, above 0 and up to 1000, and seconds per move, up to 3600, \
             such as 5+3",
        )?;
        Ok(Self {
            time: Duration::from_secs_f64((60.0 * minutes).round()).max(LEAST_TIME),
            increment: Duration::from_secs_f64(seconds.round()),
        })
    }
}

/// Parses a time above 0, at most `max_time`, and the increment in seconds, if there is one.
fn time_and_increment(text: &str, max_time: f64) -> Option<(f64, f64)> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str, max| {
        text.trim().parse().ok().filter(|number: &f64| (0.0..=max).contains(number))
    };
    let time = number(time, max_time).filter(|&time| time > 0.0)?;
    Some((time, number(increment, MAX_INCREMENT)?))
}

impl fmt::Display for TimeControl {
    /// Writes seconds, like the tag `TimeControl` of PGN: `300+3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.time.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl TimeControl {
    /// Reads the tag `TimeControl` of PGN; `None` for controls with a number of moves, and others.
    /// Some programs write parts of a second.
    pub(super) fn from_tag(text: &str) -> Option<Self> {
        let (time, increment) = time_and_increment(text, 60.0 * MAX_MINUTES)?;
        let [time, increment] = [time, increment].map(Duration::from_secs_f64);
        Some(Self { time, increment })
    }

    /// Describes the control in minutes and seconds: `5:00+3`.
    pub(super) fn describe(&self) -> String {
        let seconds = self.time.as_secs();
        format!("{}:{:02}+{}", seconds / 60, seconds % 60, self.increment.as_secs_f64())
    }
}

/// The command in a comment of PGN that states the clock after a move.
const CLOCK_COMMAND: &str = "[%clk";

/// Returns the time in a comment such as `[%clk 0:04:57]`.
pub(super) fn time_in(comment: &str) -> Option<Duration> {
    let (_, rest) = comment.split_once(CLOCK_COMMAND)?;
    let rest = rest.strip_prefix(char::is_whitespace)?;
    let (time, _) = rest.split_once(']')?;
    let mut seconds = 0.0;
    for part in time.trim().split(':') {
        seconds = 60.0 * seconds + part.parse::<f64>().ok().filter(|part| *part >= 0.0)?;
    }
    (seconds <= MAX_CLOCK).then(|| Duration::from_secs_f64(seconds))
}

/// Returns the comment that states `time`, with tenths of seconds if it is short.
pub(super) fn clock_comment(time: Duration) -> String {
    let (hours, minutes) = (time.as_secs() / 3_600, time.as_secs() / 60 % 60);
    format!("{CLOCK_COMMAND} {hours}:{minutes:02}:{}]", seconds_of(time))
}

/// The clocks of both sides. Only the clock of the side to move runs.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    increment: Duration,
    /// The time left for both sides before each move, the current one last; never empty.
    times: Vec<[Duration; 2]>,
    /// The time used for the current move.
    used: Duration,
    /// The time of the mover after each move of the game that is continued, if known.
    earlier: Vec<Option<Duration>>,
}

impl Clocks {
    /// Creates the clocks of a game in which `plies` have been played.
    pub(super) fn new(control: TimeControl, plies: usize) -> Self {
        Self::continued(control, vec![None; plies], Color::White)
    }

    /// Creates the clocks of a game that `first` began, given the time of the mover after each
    /// move, if known.
    pub(super) fn continued(
        control: TimeControl,
        earlier: Vec<Option<Duration>>,
        first: Color,
    ) -> Self {
        let mut current = [control.time; 2];
        let mut times = vec![current];
        for (left, mover) in earlier.iter().zip([first, !first].into_iter().cycle()) {
            let own = mover.pick(current.each_mut());
            *own = left.unwrap_or(*own);
            times.push(current);
        }
        Self { increment: control.increment, times, used: Duration::ZERO, earlier }
    }

    /// Returns the time of the mover after each move of a game that `first` began, if known.
    pub(super) fn after_moves(&self, first: Color) -> Vec<Option<Duration>> {
        let movers = [first, !first].into_iter().cycle();
        let times = self.times.iter().skip(1).zip(movers);
        let times = times.map(|(&times, mover)| mover.pick(times));
        let later = times.map(Some).skip(self.earlier.len());
        self.earlier.iter().copied().chain(later).collect()
    }

    /// Returns the time left for `color` before the current move.
    fn before_move(&self, color: Color) -> Duration {
        self.times.last().map_or(Duration::ZERO, |&times| color.pick(times))
    }

    /// Returns the time left for `mover`, the side to move.
    pub(super) fn left(&self, mover: Color) -> Duration {
        self.before_move(mover).saturating_sub(self.used)
    }

    /// Returns the clock of `mover` for a search.
    pub(super) fn for_search(&self, mover: Color) -> Clock {
        let (time_left, increment) = (self.left(mover), self.increment);
        Clock { time_left, increment, moves_to_go: None }
    }

    /// Counts time that the side to move has used.
    pub(super) fn spend(&mut self, time: Duration) {
        self.used += time;
    }

    /// Stops the clock of `mover` after a move, adds the increment and starts the other clock.
    pub(super) fn press(&mut self, mover: Color) {
        self.times.push(Color::ALL.map(|color| {
            if color == mover { self.left(mover) + self.increment } else { self.before_move(color) }
        }));
        self.used = Duration::ZERO;
    }

    /// Sets the clocks back to the beginning of the current move. `mover`, who has lost on time,
    /// then has a second at least.
    pub(super) fn restart_move(&mut self, mover: Color) {
        self.used = Duration::ZERO;
        if let Some(times) = self.times.last_mut() {
            let own = mover.pick(times.each_mut());
            *own = (*own).max(LEAST_TIME);
        }
    }

    /// Sets the clocks back to the beginning of the last move.
    pub(super) fn undo(&mut self) {
        if self.times.len() > 1 {
            self.times.pop();
        }
        self.earlier.truncate(self.times.len() - 1);
        self.used = Duration::ZERO;
    }

    /// Describes the clocks for `player`, who is to move.
    pub(super) fn describe(&self, player: Color) -> String {
        let [own, other] = [self.left(player), self.before_move(!player)].map(shown);
        format!("you {own}, Nunatak {other}")
    }
}

/// Formats a time as minutes and seconds, a short one with tenths: `4:07`, `0:09.3`.
fn shown(time: Duration) -> String {
    format!("{}:{}", time.as_secs() / 60, seconds_of(time))
}

/// Formats the seconds of a time beyond its minutes, with tenths if it is short: `07`, `09.3`.
fn seconds_of(time: Duration) -> String {
    let seconds = time.as_secs() % 60;
    if time < SHORT {
        format!("{seconds:02}.{}", time.subsec_millis() / 100)
    } else {
        format!("{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn time_controls_are_minutes_and_seconds() {
        for (text, expected) in [
            ("5+3", Some("300+3")),
            ("5", Some("300+0")),
            ("0.5+0", Some("30+0")),
            ("1.5 + 0.25", Some("90+0")),
            ("0.01+0.5", Some("1+1")),
            ("0.001", Some("1+0")),
            ("1000+3600", Some("60000+3600")),
            ("0+3", None),
            ("-5+3", None),
            ("5+-3", None),
            ("1001+0", None),
            ("NaN", None),
            ("inf+1", None),
            ("5+3+1", None),
            ("five", None),
            ("", None),
        ] {
            let control = text.parse::<TimeControl>().ok().map(|control| control.to_string());
            assert_eq!(control.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn moves_cost_time_and_gain_the_increment() {
        let mut clocks = Clocks::new("1+2".parse().unwrap(), 0);
        clocks.spend(5 * SECOND);
        clocks.spend(5 * SECOND);
        assert_eq!(clocks.left(Color::White), 50 * SECOND);
        clocks.press(Color::White);
        clocks.spend(45 * SECOND);
        assert_eq!(clocks.describe(Color::Black), "you 0:15.0, Nunatak 0:52");
        assert_eq!(clocks.for_search(Color::Black).increment, 2 * SECOND);
        clocks.spend(16 * SECOND);
        assert_eq!(clocks.left(Color::Black), Duration::ZERO);
        clocks.restart_move(Color::Black);
        assert_eq!(clocks.left(Color::Black), 60 * SECOND);
        let control = "1".parse().unwrap();
        let mut clocks = Clocks::continued(control, vec![Some(Duration::ZERO); 2], Color::White);
        clocks.restart_move(Color::White);
        let [white, black] = Color::ALL.map(|color| clocks.left(color));
        assert_eq!((white, black), (SECOND, Duration::ZERO));
    }

    #[test]
    fn undo_restores_the_time() {
        let mut clocks = Clocks::new("1".parse().unwrap(), 2);
        clocks.spend(5 * SECOND);
        clocks.press(Color::White);
        clocks.spend(7 * SECOND);
        clocks.undo();
        assert_eq!(clocks.left(Color::White), 60 * SECOND);
        // Moves of a game that was continued can be taken back as well.
        (0..5).for_each(|_| clocks.undo());
        assert_eq!(clocks.left(Color::White), 60 * SECOND);
    }

    #[test]
    fn times_are_shown_as_on_a_clock() {
        for (milliseconds, text) in [
            (0, "0:00.0"),
            (9_349, "0:09.3"),
            (20_000, "0:20"),
            (247_900, "4:07"),
            (3_600_000, "60:00"),
        ] {
            assert_eq!(shown(Duration::from_millis(milliseconds)), text);
        }
    }

    #[test]
    fn times_in_comments_are_read_as_they_are_written() {
        for (milliseconds, comment) in [
            (9_300, "[%clk 0:00:09.3]"),
            (247_000, "[%clk 0:04:07]"),
            (5_025_000, "[%clk 1:23:45]"),
            (720_000_000, "[%clk 200:00:00]"),
        ] {
            let time = Duration::from_millis(milliseconds);
            assert_eq!(clock_comment(time), comment);
            assert_eq!(time_in(&format!("x {comment} y")), Some(time));
            assert_eq!(time_in(&comment.replace(' ', "\n")), Some(time));
        }
        for comment in ["", "[%clk", "[%clk x]", "[%clk -1:00]", "[%clk NaN]", "[%clk 1e99]"] {
            assert_eq!(time_in(comment), None, "{comment}");
        }
    }

    #[test]
    fn tags_of_time_controls_are_read() {
        for (tag, control) in [
            ("300+3", Some("5:00+3")),
            ("30", Some("0:30+0")),
            ("100+0", Some("1:40+0")),
            ("60+0.5", Some("1:00+0.5")),
            ("40/7200:3600", None),
            ("0+1", None),
            ("-", None),
        ] {
            let found = TimeControl::from_tag(tag).map(|control| control.describe());
            assert_eq!(found.as_deref(), control, "{tag}");
        }
    }

    #[test]
    fn continued_clocks_keep_what_is_known_of_earlier_moves() {
        let control = "1+2".parse().unwrap();
        let earlier = vec![Some(50 * SECOND), Some(40 * SECOND), None, None];
        let unknown = Clocks::continued(control, earlier, Color::Black);
        let left = [Color::White, Color::Black].map(|color| unknown.left(color));
        assert_eq!(left, [40 * SECOND, 50 * SECOND]);
        let mut clocks = Clocks::continued(control, vec![Some(50 * SECOND), None], Color::White);
        assert_eq!(clocks.left(Color::White), 50 * SECOND);
        clocks.spend(10 * SECOND);
        clocks.press(Color::White);
        let after = clocks.after_moves(Color::White);
        assert_eq!(after, [Some(50 * SECOND), None, Some(42 * SECOND)]);
        (0..3).for_each(|_| clocks.undo());
        clocks.press(Color::White);
        assert_eq!(clocks.after_moves(Color::White), [Some(62 * SECOND)]);
    }
}
