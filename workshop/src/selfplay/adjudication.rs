//! When a game need not be played to its end.

use std::ops::RangeInclusive;

use nunatak::types::{Color, Outcome};

/// The scores at which a game is taken for decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A side wins at so many centipawns, …
    pub win_score: i32,
    /// … for so many plies running.
    pub win_plies: usize,
    /// A draw is a score of no more than so many centipawns for either side, …
    pub draw_score: i32,
    /// … for so many plies running, …
    pub draw_plies: usize,
    /// … not before this ply of the game.
    pub draw_from: usize,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self { win_score: 2_500, win_plies: 4, draw_score: 10, draw_plies: 12, draw_from: 70 }
    }
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// How many plies running each side was winning.
    winning: [usize; 2],
    /// How many plies running it looked drawn.
    level: usize,
}

impl Adjudicator {
    pub(super) fn new(rules: Adjudication) -> Self {
        Self { rules, winning: [0; 2], level: 0 }
    }

    /// Notes the score of ply `ply` of the game from White's view. Returns the result if the game
    /// is decided.
    pub(super) fn note(&mut self, ply: usize, score: i32) -> Option<Outcome> {
        let Adjudication { win_score, win_plies, draw_score, draw_plies, draw_from } = self.rules;
        let count = |running: usize, range: RangeInclusive<i32>| {
            if range.contains(&score) { running + 1 } else { 0 }
        };
        self.level = count(self.level, -draw_score..=draw_score);
        let [white, black] = self.winning;
        self.winning = [count(white, win_score..=i32::MAX), count(black, i32::MIN..=-win_score)];
        let winner =
            Color::ALL.into_iter().find(|color| self.winning[color.index()] >= win_plies.max(1));
        let is_draw = ply >= draw_from && self.level >= draw_plies.max(1);
        winner.map(Outcome::win_of).or(is_draw.then_some(Outcome::Draw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(scores: &[i32], first_ply: usize) -> Option<(usize, Outcome)> {
        let mut adjudicator = Adjudicator::new(Adjudication::default());
        (first_ply..)
            .zip(scores)
            .find_map(|(ply, &score)| Some((ply, adjudicator.note(ply, score)?)))
    }

    #[test]
    fn a_win_must_last_four_plies() {
        assert_eq!(judge(&[2_500; 3], 20), None);
        assert_eq!(judge(&[2_500; 4], 20), Some((23, Outcome::WhiteWins)));
        assert_eq!(judge(&[-2_600; 4], 20), Some((23, Outcome::BlackWins)));
        let interrupted = [3_000, 3_000, 3_000, 2_499, 3_000, 3_000, 3_000, 3_000];
        assert_eq!(judge(&interrupted, 20), Some((27, Outcome::WhiteWins)));
        // Two sides that both think to win decide nothing.
        assert_eq!(judge(&[3_000, -3_000, 3_000, -3_000, 3_000], 20), None);
    }

    #[test]
    fn a_draw_must_be_late_and_last_twelve_plies() {
        assert_eq!(judge(&[10, -10].repeat(6), 70), Some((81, Outcome::Draw)));
        assert_eq!(judge(&[0; 40], 40), Some((70, Outcome::Draw)));
        assert_eq!(judge(&[0; 11], 90), None);
        let interrupted = [[0; 11].as_slice(), &[11], &[0; 11]].concat();
        assert_eq!(judge(&interrupted, 90), None);
    }
}
