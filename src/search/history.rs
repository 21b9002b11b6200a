//! Which quiet moves were good elsewhere in the tree.

use super::params::{HISTORY_MAX, history_bonus};
use crate::types::{Color, Move, Square};

/// Scores of quiet moves by colour, origin and target (the butterfly table), raised by cutoffs and
/// lowered for the moves that were tried before without one.
#[derive(Clone, Debug)]
pub(super) struct History(Box<[[[i16; Square::COUNT]; Square::COUNT]; 2]>);

impl History {
    pub(super) fn new() -> Self {
        Self(Box::new([[[0; Square::COUNT]; Square::COUNT]; 2]))
    }

    pub(super) fn clear(&mut self) {
        *self.0 = [[[0; Square::COUNT]; Square::COUNT]; 2];
    }

    /// Between `-HISTORY_MAX` and `HISTORY_MAX`.
    #[inline]
    pub(super) fn score(&self, color: Color, mv: Move) -> i32 {
        i32::from(self.0[color.index()][mv.from().index()][mv.to().index()])
    }

    /// Rewards `best`, which caused a cutoff at `depth`, and punishes those `tried` before it.
    pub(super) fn cutoff(&mut self, color: Color, best: Move, tried: &[Move], depth: i32) {
        let bonus = history_bonus(depth);
        self.add(color, best, bonus);
        for &mv in tried {
            self.add(color, mv, -bonus);
        }
    }

    /// Gravity: the nearer a score is to its end, the less it still moves there.
    fn add(&mut self, color: Color, mv: Move, bonus: i32) {
        let score = &mut self.0[color.index()][mv.from().index()][mv.to().index()];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_rise_and_fall_within_their_bounds() {
        let mut history = History::new();
        let mv = |to| Move::normal(Square::from_index(8), Square::from_index(to));
        for _ in 0..1_000 {
            history.cutoff(Color::White, mv(16), &[mv(24)], 20);
        }
        let (good, bad) =
            (history.score(Color::White, mv(16)), history.score(Color::White, mv(24)));
        let near_the_end = HISTORY_MAX * 9 / 10..=HISTORY_MAX;
        assert!(near_the_end.contains(&good) && near_the_end.contains(&-bad));
        assert_eq!(history.score(Color::Black, mv(16)), 0);
        history.cutoff(Color::White, mv(24), &[mv(16)], 3);
        assert!(history.score(Color::White, mv(16)) < good);
        assert!(history.score(Color::White, mv(24)) > bad);
    }
}
