//! What a set of recorded games consists of.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::filter::Filter;
use super::game::Game;
use nunatak::types::{Outcome, Score};

/// The width of a range of scores in the histogram, in centipawns.
const WIDTH: i32 = 100;
/// Scores of so many widths and more for either side share a range.
const REACH: i32 = 10;
/// How many ranges there are.
const RANGES: usize = 2 * REACH as usize + 2;
/// The longest bar of the histogram, in characters.
const LONGEST_BAR: f64 = 40.0;

/// Counts over recorded games. Displays as text for people.
///
/// It remembers the key of every position, some ten bytes each.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    filter: Filter,
    games: u64,
    outcomes: HashMap<Outcome, u64>,
    longest: usize,
    positions: u64,
    kept: u64,
    mates: u64,
    keys: HashSet<u64>,
    ranges: [Range; RANGES],
}

/// The positions whose scores lie in one range.
#[derive(Clone, Copy, Debug, Default)]
struct Range {
    positions: u64,
    /// White's points in their games.
    points: f64,
}

impl Summary {
    /// Of no games yet; `filter` says which positions are counted as kept.
    pub fn new(filter: Filter) -> Self {
        Self { filter, ..Self::default() }
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        self.games += 1;
        *self.outcomes.entry(game.outcome).or_default() += 1;
        self.longest = self.longest.max(game.moves.len());
        for position in game.positions() {
            self.positions += 1;
            self.kept += u64::from(self.filter.keeps(&position));
            self.keys.insert(position.board.key());
            let score = i32::from(position.score);
            self.mates += u64::from(Score(score).is_mate());
            if let Some(range) = self.ranges.get_mut(range_of(score)) {
                range.positions += 1;
                range.points += game.outcome.points();
            }
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How many positions the filter keeps.
    pub fn kept(&self) -> u64 {
        self.kept
    }

    /// How many positions occurred before, in the same game or another.
    pub fn duplicates(&self) -> u64 {
        self.positions - self.keys.len() as u64
    }
}

/// The index of a score's range, from the best for Black to the best for White.
fn range_of(score: i32) -> usize {
    let clamped = score.div_euclid(WIDTH).clamp(-REACH - 1, REACH);
    (clamped + REACH + 1) as usize
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| format!("{part} ({:.1} %)", percent(part, whole));
        writeln!(f, "Games:      {}", self.games)?;
        for (name, outcome) in [
            ("White won:", Outcome::WhiteWins),
            ("Drawn:", Outcome::Draw),
            ("Black won:", Outcome::BlackWins),
        ] {
            let count = self.outcomes.get(&outcome).copied().unwrap_or(0);
            writeln!(f, "  {name:<10}{}", share(count, self.games))?;
        }
        let mean = self.positions as f64 / self.games.max(1) as f64;
        writeln!(f, "Plies:      {mean:.1} a game, {} at most", self.longest)?;
        writeln!(f, "Positions:  {}", self.positions)?;
        writeln!(f, "  kept:     {}", share(self.kept, self.positions))?;
        writeln!(f, "  repeated: {}", share(self.duplicates(), self.positions))?;
        writeln!(f, "  mates:    {}", share(self.mates, self.positions))?;
        writeln!(f)?;
        write!(f, "Score for White    Positions           Points")?;
        let most = self.ranges.iter().map(|range| range.positions).max().unwrap_or(0).max(1);
        for (index, range) in self.ranges.iter().enumerate() {
            let from = (index as i32 - REACH - 1) * WIDTH;
            let name = match from {
                _ if from < -REACH * WIDTH => format!("below {}", -REACH * WIDTH),
                _ if from >= REACH * WIDTH => format!("from {from}"),
                _ => format!("{from} to {}", from + WIDTH - 1),
            };
            let Range { positions, points } = *range;
            let points = match positions {
                0 => "-".to_owned(),
                _ => format!("{:.3}", points / positions as f64),
            };
            let bar = "#".repeat((LONGEST_BAR * positions as f64 / most as f64).round() as usize);
            let share = percent(positions, self.positions);
            let line = format!("{name:<16} {positions:>11} {share:>5.1} % {points:>8}  {bar}");
            write!(f, "\n{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::ScoredMove;
    use nunatak::board::Board;

    /// A game of moves in coordinates, with their scores.
    fn game(moves: &[(&str, i16)], outcome: Outcome) -> Game {
        let start = Board::start();
        let mut board = start;
        let play = |&(text, score): &(&str, i16)| {
            let mv = board.parse_move(text).unwrap();
            board = board.make(mv);
            ScoredMove { mv, score }
        };
        Game { start, moves: moves.iter().map(play).collect(), outcome }
    }

    #[test]
    fn games_positions_and_scores_are_counted() {
        let mut summary = Summary::new(Filter { first_ply: 1, ..Filter::default() });
        let shuffle = [("g1f3", 20), ("g8f6", -30), ("f3g1", 100), ("f6g8", 0), ("e2e4", 99)];
        summary.add(&game(&shuffle, Outcome::Draw));
        summary.add(&game(&[("e2e4", 31_999), ("e7e5", -31_998)], Outcome::WhiteWins));
        assert_eq!((summary.games(), summary.positions()), (2, 7));
        // The start position twice more; the first ply and mates are not kept.
        assert_eq!((summary.duplicates(), summary.kept()), (2, 4));
        let text = summary.to_string();
        for line in [
            "  White won:1 (50.0 %)",
            "  mates:    2 (28.6 %)",
            "0 to 99                    3  42.9 %    0.500  ########################################",
            "-100 to -1                 1  14.3 %    0.500  #############",
            "from 1000                  1  14.3 %    1.000  #############",
            "200 to 299                 0   0.0 %        -",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }

    #[test]
    fn every_score_has_its_range() {
        for (score, range) in [
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
            assert_eq!(range_of(score), range, "{score}");
        }
    }
}
