//! Statistics of recorded games.

use std::collections::HashSet;
use std::fmt;

use nunatak::eval::network::{BUCKETS, bucket, pieces_of_bucket};

use super::counts::{Counts, Histogram, Outcomes, percent};
use super::filter::Filter;
use super::game::Game;

/// Statistics of recorded games, displayed as a report.
///
/// A summary remembers the key of every position, at some thirty bytes each.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    filter: Filter,
    /// The names of the files and the counts of their games.
    files: Vec<(String, Counts)>,
    max_plies: usize,
    keys: HashSet<u64>,
    /// The keys of the positions that the filter keeps.
    kept_keys: HashSet<u64>,
    /// Counts by number of pieces, in the groups that are output buckets of the network.
    groups: [PieceGroup; BUCKETS],
    scores: Histogram,
}

/// The positions with similar numbers of pieces.
#[derive(Clone, Copy, Debug, Default)]
struct PieceGroup {
    outcomes: Outcomes,
    kept: u64,
}

impl Summary {
    /// Creates a summary without games, which counts the positions that `filter` keeps.
    pub fn new(filter: Filter) -> Self {
        Self { filter, ..Self::default() }
    }

    /// Begins the games of a file.
    pub fn begin_file(&mut self, name: String) {
        self.files.push((name, Counts::default()));
    }

    /// Adds a game.
    pub fn add(&mut self, game: &Game) {
        if self.files.is_empty() {
            self.begin_file(String::new());
        }
        let Some((_, counts)) = self.files.last_mut() else { return };
        let outcome = game.outcome;
        counts.games.add(outcome);
        self.max_plies = self.max_plies.max(game.moves.len());
        for position in game.positions() {
            let key = position.board.key();
            let is_new = self.keys.insert(key);
            let is_kept = self.filter.keeps(&position);
            counts.add(&position, outcome, is_new, is_kept);
            if let Some(group) = self.groups.get_mut(bucket(&position.board)) {
                group.outcomes.add(outcome);
                group.kept += u64::from(is_kept);
            }
            if is_kept {
                self.kept_keys.insert(key);
            }
            if position.has_score() {
                self.scores.add(position.score, outcome);
            }
        }
    }

    /// Returns the number of positions that the filter keeps.
    pub fn kept(&self) -> u64 {
        self.total().kept
    }

    /// Returns the number of kept positions that were kept before.
    pub fn kept_duplicates(&self) -> u64 {
        self.kept() - self.kept_keys.len() as u64
    }

    /// Returns the counts of all files.
    fn total(&self) -> Counts {
        let mut total = Counts::default();
        self.files.iter().for_each(|(_, counts)| total.append(counts));
        total
    }

    fn write_counts(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| format!("{part} ({:.1} %)", percent(part, whole));
        let total = self.total();
        let (games, positions) = (total.games.total(), total.positions);
        writeln!(f, "Games:       {games}")?;
        let names = ["White won:", "drawn:", "Black won:"];
        for (name, count) in names.iter().zip(total.games.white_first()) {
            writeln!(f, "  {name:<11}{}", share(count, games))?;
        }
        let mean = positions as f64 / games.max(1) as f64;
        writeln!(f, "Plies:       {mean:.1} per game, at most {}", self.max_plies)?;
        writeln!(f, "Positions:   {positions}")?;
        writeln!(f, "  duplicate: {}", share(total.duplicates, positions))?;
        writeln!(f, "  mates:     {}", share(total.mates, positions))?;
        writeln!(f, "  unscored:  {}", share(total.unscored, positions))?;
        writeln!(f, "  kept:      {}", share(total.kept, positions))?;
        writeln!(f, "Kept:        {}", total.kept)?;
        writeln!(f, "  duplicate: {}", share(self.kept_duplicates(), total.kept))?;
        writeln!(f, "  K:         {}", total.k())
    }

    /// Writes a line for each file, so that files unlike the others stand out.
    fn write_files(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\n    Games  Positions  Duplicate    Kept   White won       Drawn   Black won       K"
        )?;
        for (name, counts) in &self.files {
            let &Counts { games, positions, duplicates, kept, .. } = counts;
            let [duplicate, kept] = [duplicates, kept].map(|part| percent(part, positions));
            write!(f, "{:>9} {positions:>10} {duplicate:>8.1} % {kept:>5.1} %", games.total())?;
            writeln!(f, "{games} {:>7}  {name}", counts.k())?;
        }
        Ok(())
    }

    fn write_groups(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nPieces     Positions    Kept   White won       Drawn   Black won")?;
        for (index, &PieceGroup { outcomes, kept }) in self.groups.iter().enumerate().rev() {
            let positions = outcomes.total();
            let (low, high) = pieces_of_bucket(index);
            let (name, share) = (format!("{low} to {high}"), percent(kept, positions));
            writeln!(f, "{name:<8} {positions:>11} {share:>5.1} %{outcomes}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_counts(f)?;
        if self.files.len() > 1 {
            self.write_files(f)?;
        }
        self.write_groups(f)?;
        write!(f, "\n{}", self.scores)
    }
}

#[cfg(test)]
mod tests {
    use nunatak::types::Outcome;

    use super::*;
    use crate::dataset::NO_SCORE;
    use crate::testing::game_of;

    /// Asserts that the summary has all of these lines.
    fn assert_contains(summary: &Summary, lines: &[&str]) {
        let text = summary.to_string();
        for line in lines {
            assert!(text.lines().any(|found| found == *line), "{line}\n{text}");
        }
    }

    #[test]
    fn games_positions_and_scores_are_counted() {
        let mut summary = Summary::new(Filter { first_ply: 1, ..Filter::default() });
        let shuffle = [("g1f3", 20), ("g8f6", -30), ("f3g1", 100), ("f6g8", 0), ("e2e4", 99)];
        summary.add(&game_of(&shuffle, Outcome::Draw));
        summary.add(&game_of(&[("e2e4", 31_999), ("e7e5", -31_998)], Outcome::WhiteWins));
        // The start position occurs three times; the first ply and mates are not kept.
        let lines = [
            "Games:       2",
            "Positions:   7",
            "  duplicate: 2 (28.6 %)",
            "  White won: 1 (50.0 %)",
            "  mates:     2 (28.6 %)",
            "  unscored:  0 (0.0 %)",
            "  kept:      4 (57.1 %)",
            "30 to 32           7  57.1 %      28.6 %      71.4 %       0.0 %",
            "0 to 99                    3  42.9 %    0.500  ########################################",
            "-100 to -1                 1  14.3 %    0.500  #############",
            "below -1000                1  14.3 %    1.000  #############",
            "from 1000                  1  14.3 %    1.000  #############",
            "200 to 299                 0   0.0 %        -",
        ];
        assert_contains(&summary, &lines);
    }

    #[test]
    fn files_are_compared() {
        let mut summary = Summary::new(Filter { first_ply: 0, ..Filter::default() });
        let moves = [("g1f3", 50), ("g8f6", -30), ("f3g1", NO_SCORE)];
        for name in ["a.vf", "b.vf"] {
            summary.begin_file(name.to_owned());
            summary.add(&game_of(&moves, Outcome::WhiteWins));
            summary.add(&game_of(&moves, Outcome::BlackWins));
        }
        assert_eq!((summary.kept(), summary.kept_duplicates()), (8, 6));
        let lines = [
            "  unscored:  4 (33.3 %)",
            "  duplicate: 6 (75.0 %)",
            "        2          6     50.0 %  66.7 %      50.0 %       0.0 %      50.0 %    none  a.vf",
            "        2          6    100.0 %  66.7 %      50.0 %       0.0 %      50.0 %    none  b.vf",
        ];
        assert_contains(&summary, &lines);
    }
}
