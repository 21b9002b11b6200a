//! Counts of recorded games and their positions.

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
