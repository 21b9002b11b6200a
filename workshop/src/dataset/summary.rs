//! Statistics of recorded games.

use std::collections::{HashMap, HashSet};
use std::fmt;

use nunatak::types::Outcome;

use super::filter::Filter;
use super::game::Game;

/// Width of a histogram bin in centipawns.
const BIN_WIDTH: i32 = 100;
/// Number of bins on either side of zero; one more on each side takes all higher scores.
const BINS_PER_SIDE: i32 = 10;
/// Number of histogram bins.
const BIN_COUNT: usize = 2 * BINS_PER_SIDE as usize + 2;
/// Length of the longest histogram bar in characters.
const LONGEST_BAR: f64 = 40.0;

/// Statistics of recorded games, displayed as a report.
///
/// A summary remembers the key of every position, at some ten bytes each.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    filter: Filter,
    games: u64,
    outcomes: HashMap<Outcome, u64>,
    max_plies: usize,
    positions: u64,
    kept: u64,
    mates: u64,
    keys: HashSet<u64>,
    bins: [Bin; BIN_COUNT],
}

/// The positions with scores in one range.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    positions: u64,
    /// Sum of White's points in the games of the positions.
    points: f64,
}

impl Summary {
    /// Creates a summary without games, which counts the positions that `filter` keeps.
    pub fn new(filter: Filter) -> Self {
        Self { filter, ..Self::default() }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        self.games += 1;
        *self.outcomes.entry(game.outcome).or_default() += 1;
        self.max_plies = self.max_plies.max(game.moves.len());
        for position in game.positions() {
            self.positions += 1;
            self.kept += u64::from(self.filter.keeps(&position));
            self.keys.insert(position.board.key());
            self.mates += u64::from(position.is_mate());
            if let Some(bin) = self.bins.get_mut(bin_index(position.score.into())) {
                bin.positions += 1;
                bin.points += game.outcome.points();
            }
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the number of positions that the filter keeps.
    pub fn kept(&self) -> u64 {
        self.kept
    }

    /// Returns the number of positions that occurred before, in the same game or an earlier one.
    pub fn duplicates(&self) -> u64 {
        self.positions - self.keys.len() as u64
    }

    fn write_histogram(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "White's score      Positions           Points")?;
        let most = self.bins.iter().map(|bin| bin.positions).max().unwrap_or(0).max(1);
        for (index, &Bin { positions, points }) in self.bins.iter().enumerate() {
            let points = match positions {
                0 => "-".to_owned(),
                _ => format!("{:.3}", points / positions as f64),
            };
            let bar = "#".repeat((LONGEST_BAR * positions as f64 / most as f64).round() as usize);
            let (name, share) = (bin_name(index), percent(positions, self.positions));
            let line = format!("{name:<16} {positions:>11} {share:>5.1} % {points:>8}  {bar}");
            write!(f, "\n{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Returns the index of the bin for a score, counted from the best for Black.
fn bin_index(score: i32) -> usize {
    let clamped = score.div_euclid(BIN_WIDTH).clamp(-BINS_PER_SIDE - 1, BINS_PER_SIDE);
    (clamped + BINS_PER_SIDE + 1) as usize
}

/// Returns the range of scores in a bin.
fn bin_name(index: usize) -> String {
    const HIGH: i32 = BINS_PER_SIDE * BIN_WIDTH;
    const LOW: i32 = -HIGH;
    match (index as i32 - BINS_PER_SIDE - 1) * BIN_WIDTH {
        ..LOW => format!("below {LOW}"),
        HIGH.. => format!("from {HIGH}"),
        from => format!("{from} to {}", from + BIN_WIDTH - 1),
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| format!("{part} ({:.1} %)", percent(part, whole));
        writeln!(f, "Games:       {}", self.games)?;
        for (name, outcome) in [
            ("White won:", Outcome::WhiteWins),
            ("drawn:", Outcome::Draw),
            ("Black won:", Outcome::BlackWins),
        ] {
            let count = self.outcomes.get(&outcome).copied().unwrap_or(0);
            writeln!(f, "  {name:<11}{}", share(count, self.games))?;
        }
        let mean = self.positions as f64 / self.games.max(1) as f64;
        writeln!(f, "Plies:       {mean:.1} per game, at most {}", self.max_plies)?;
        writeln!(f, "Positions:   {}", self.positions)?;
        writeln!(f, "  kept:      {}", share(self.kept, self.positions))?;
        writeln!(f, "  duplicate: {}", share(self.duplicates(), self.positions))?;
        writeln!(f, "  mates:     {}", share(self.mates, self.positions))?;
        writeln!(f)?;
        self.write_histogram(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::game_of;

    #[test]
    fn games_positions_and_scores_are_counted() {
        let mut summary = Summary::new(Filter { first_ply: 1, ..Filter::default() });
        let shuffle = [("g1f3", 20), ("g8f6", -30), ("f3g1", 100), ("f6g8", 0), ("e2e4", 99)];
        summary.add(&game_of(&shuffle, Outcome::Draw));
        summary.add(&game_of(&[("e2e4", 31_999), ("e7e5", -31_998)], Outcome::WhiteWins));
        assert_eq!((summary.games(), summary.positions()), (2, 7));
        // The start position occurs three times; the first ply and mates are not kept.
        assert_eq!((summary.duplicates(), summary.kept()), (2, 4));
        let text = summary.to_string();
        for line in [
            "  White won: 1 (50.0 %)",
            "  mates:     2 (28.6 %)",
            "0 to 99                    3  42.9 %    0.500  ########################################",
            "-100 to -1                 1  14.3 %    0.500  #############",
            "below -1000                1  14.3 %    1.000  #############",
            "from 1000                  1  14.3 %    1.000  #############",
            "200 to 299                 0   0.0 %        -",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }

    #[test]
    fn scores_fall_into_the_right_bins() {
        for (score, index) in [
            (i32::from(i16::MIN), 0),
            (-1_001, 0),
            (-1_000, 1),
            (-1, 10),
            (0, 11),
            (99, 11),
            (100, 12),
            (999, 20),
            (1_000, 21),
            (i32::from(i16::MAX), 21),
        ] {
            assert_eq!(bin_index(score), index, "{score}");
        }
    }
}
