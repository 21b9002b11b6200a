//! Adjudication: ending games whose result is clear.

use std::ops::RangeInclusive;

use clap::Args;
use nunatak::text::whole_number;
use nunatak::types::{Color, Outcome};

/// Conditions on scores under which a game is adjudicated.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// Minimum score for a win, in units of the evaluation
    #[arg(long, value_name = "UNITS", default_value_t = Adjudication::default().win_score)]
    #[arg(value_parser = whole_number::<i32>(1..=i32::MAX.into()))]
    pub win_score: i32,
    /// Number of consecutive plies with such a score for a win
    #[arg(long, value_name = "N", default_value_t = Adjudication::default().win_plies)]
    #[arg(value_parser = whole_number::<usize>(0..))]
    pub win_plies: usize,
    /// Maximum score of either side for a draw, in units of the evaluation
    #[arg(long, value_name = "UNITS", default_value_t = Adjudication::default().draw_score)]
    #[arg(value_parser = whole_number::<i32>(0..=i32::MAX.into()))]
    pub draw_score: i32,
    /// Number of consecutive plies with such a score for a draw
    #[arg(long, value_name = "N", default_value_t = Adjudication::default().draw_plies)]
    #[arg(value_parser = whole_number::<usize>(0..))]
    pub draw_plies: usize,
    /// First ply of the game at which a draw can be adjudicated
    #[arg(long, value_name = "N", default_value_t = Adjudication::default().draw_from)]
    #[arg(value_parser = whole_number::<usize>(0..))]
    pub draw_from: usize,
}

impl Adjudication {
    /// Returns the conditions as arguments of the command, one a line.
    pub(super) fn lines(&self) -> Vec<String> {
        let Self { win_score, win_plies, draw_score, draw_plies, draw_from } = self;
        vec![
            format!("--win-score {win_score}"),
            format!("--win-plies {win_plies}"),
            format!("--draw-score {draw_score}"),
            format!("--draw-plies {draw_plies}"),
            format!("--draw-from {draw_from}"),
        ]
    }
}

impl Default for Adjudication {
    fn default() -> Self {
        Self { win_score: 2_500, win_plies: 4, draw_score: 10, draw_plies: 12, draw_from: 70 }
    }
}

/// The adjudicator of one game.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// Consecutive plies with a winning score, by colour of the winner.
    winning_plies: [usize; 2],
    /// Consecutive plies with a drawish score.
    drawish_plies: usize,
}

impl Adjudicator {
    pub(super) fn new(rules: Adjudication) -> Self {
        Self { rules, winning_plies: [0; 2], drawish_plies: 0 }
    }

    /// Records the score at a ply of the game, from White's view. Returns the result once the game
    /// is adjudicated.
    pub(super) fn record(&mut self, ply: usize, score: i32) -> Option<Outcome> {
        let Adjudication { win_score, win_plies, draw_score, draw_plies, draw_from } = self.rules;
        let count = |consecutive: usize, range: RangeInclusive<i32>| {
            if range.contains(&score) { consecutive + 1 } else { 0 }
        };
        self.drawish_plies = count(self.drawish_plies, -draw_score..=draw_score);
        let [white, black] = self.winning_plies;
        self.winning_plies =
            [count(white, win_score..=i32::MAX), count(black, i32::MIN..=-win_score)];
        let has_won = |color: &Color| self.winning_plies[color.index()] >= win_plies.max(1);
        let winner = Color::ALL.into_iter().find(has_won);
        let is_draw = ply >= draw_from && self.drawish_plies >= draw_plies.max(1);
        winner.map(Outcome::win_of).or(is_draw.then_some(Outcome::Draw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ply at which a game with these scores is adjudicated, and its result.
    fn adjudicate(scores: &[i32], first_ply: usize) -> Option<(usize, Outcome)> {
        let mut adjudicator = Adjudicator::new(Adjudication::default());
        (first_ply..)
            .zip(scores)
            .find_map(|(ply, &score)| Some((ply, adjudicator.record(ply, score)?)))
    }

    #[test]
    fn a_win_takes_four_consecutive_plies() {
        assert_eq!(adjudicate(&[2_500; 3], 20), None);
        assert_eq!(adjudicate(&[2_500; 4], 20), Some((23, Outcome::WhiteWins)));
        assert_eq!(adjudicate(&[-2_500; 4], 20), Some((23, Outcome::BlackWins)));
        assert_eq!(adjudicate(&[-2_499; 4], 20), None);
        let interrupted = [3_000, 3_000, 3_000, 2_499, 3_000, 3_000, 3_000, 3_000];
        assert_eq!(adjudicate(&interrupted, 20), Some((27, Outcome::WhiteWins)));
        // The two sides disagree about who is winning.
        assert_eq!(adjudicate(&[3_000, -3_000, 3_000, -3_000, 3_000], 20), None);
    }

    #[test]
    fn a_draw_takes_twelve_consecutive_plies_late_in_the_game() {
        assert_eq!(adjudicate(&[10, -10].repeat(6), 70), Some((81, Outcome::Draw)));
        assert_eq!(adjudicate(&[0; 40], 40), Some((70, Outcome::Draw)));
        assert_eq!(adjudicate(&[0; 11], 90), None);
        let interrupted = [[0; 11].as_slice(), &[11], &[0; 11]].concat();
        assert_eq!(adjudicate(&interrupted, 90), None);
    }

    #[test]
    fn a_result_takes_one_ply_at_least() {
        let rules =
            Adjudication { win_plies: 0, draw_plies: 0, draw_from: 0, ..Adjudication::default() };
        assert_eq!(Adjudicator::new(rules).record(0, 100), None);
        assert_eq!(Adjudicator::new(rules).record(0, 2_500), Some(Outcome::WhiteWins));
        assert_eq!(Adjudicator::new(rules).record(0, 0), Some(Outcome::Draw));
    }
}
