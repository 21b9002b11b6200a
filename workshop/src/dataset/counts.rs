//! Counts of positions and results, and their distribution by score.

use std::fmt;

use nunatak::types::Outcome;

use super::game::Position;
use super::results::ResultsByScore;

/// Numbers of games and positions by outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outcomes([u64; Outcome::ALL.len()]);

impl Outcomes {
    pub(super) fn add(&mut self, outcome: Outcome) {
        let Self([black, draw, white]) = self;
        *match outcome {
            Outcome::BlackWins => black,
            Outcome::Draw => draw,
            Outcome::WhiteWins => white,
        } += 1;
    }

    pub(super) fn append(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum += count);
    }

    pub(super) fn total(self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the numbers of White's wins, of draws and of Black's wins.
    pub(super) fn white_first(self) -> [u64; Outcome::ALL.len()] {
        let Self([black, draw, white]) = self;
        [white, draw, black]
    }
}

impl fmt::Display for Outcomes {
    /// Writes the percentages of White's wins, of draws and of Black's wins, in columns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for count in self.white_first() {
            write!(f, "{:>10.1} %", percent(count, self.total()))?;
        }
        Ok(())
    }
}

/// Counts of the games of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) games: Outcomes,
    pub(super) positions: u64,
    /// The number of positions that occurred before, in the same game or an earlier one.
    pub(super) duplicates: u64,
    /// The number of positions that the filter keeps.
    pub(super) kept: u64,
    pub(super) mates: u64,
    /// The number of positions without a score.
    pub(super) unscored: u64,
    /// The results of the kept positions.
    pub(super) results: ResultsByScore,
}

impl Counts {
    /// Adds a position of a game; `is_new` unless it occurred before.
    pub(super) fn add(
        &mut self,
        position: &Position,
        outcome: Outcome,
        is_new: bool,
        is_kept: bool,
    ) {
        self.positions += 1;
        self.duplicates += u64::from(!is_new);
        self.mates += u64::from(position.is_mate());
        self.unscored += u64::from(!position.has_score());
        if is_kept {
            self.kept += 1;
            self.results.add(position.score, outcome);
        }
    }

    /// Adds the counts of another file.
    pub(super) fn append(&mut self, other: &Self) {
        self.games.append(other.games);
        self.positions += other.positions;
        self.duplicates += other.duplicates;
        self.kept += other.kept;
        self.mates += other.mates;
        self.unscored += other.unscored;
        self.results.append(&other.results);
    }

    /// Returns the K fitted to the kept positions as text.
    pub(super) fn k(&self) -> String {
        self.results.fit().map_or_else(|| "none".to_owned(), |k| format!("{k:.1}"))
    }
}

/// Returns a part of a whole in percent.
pub(super) fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Width of a bin in units of the evaluation.
const BIN_WIDTH: i32 = 100;
/// Number of bins on either side of zero; one more on each side takes all higher scores.
const BINS_PER_SIDE: i32 = 10;
/// Number of bins.
const BIN_COUNT: usize = 2 * BINS_PER_SIDE as usize + 2;
/// Length of the longest bar in characters.
const LONGEST_BAR: f64 = 40.0;

/// The positions and results for each range of scores, displayed as a table with bars.
#[derive(Clone, Debug, Default)]
pub(super) struct Histogram {
    bins: [Bin; BIN_COUNT],
}

/// The positions with scores in one range.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    positions: u64,
    /// Sum of White's points in the games of the positions.
    points: f64,
}

impl Histogram {
    /// Adds a position with its score from White's view.
    pub(super) fn add(&mut self, score: i16, outcome: Outcome) {
        if let Some(bin) = self.bins.get_mut(bin_index(score.into())) {
            bin.positions += 1;
            bin.points += outcome.points();
        }
    }
}

impl fmt::Display for Histogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "White's score      Positions           Points")?;
        let counts = self.bins.iter().map(|bin| bin.positions);
        let (most, all) = (counts.clone().max().unwrap_or(0).max(1), counts.sum());
        for (index, &Bin { positions, points }) in self.bins.iter().enumerate() {
            let points = match positions {
                0 => "-".to_owned(),
                _ => format!("{:.3}", points / positions as f64),
            };
            let bar = "#".repeat((LONGEST_BAR * positions as f64 / most as f64).round() as usize);
            let (name, share) = (bin_name(index), percent(positions, all));
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

#[cfg(test)]
mod tests {
    use super::*;

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
