//! A histogram of scores.

use std::fmt;

use nunatak::types::Outcome;

use super::counts::percent;

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
