//! Interpolation between the middlegame and the endgame value of a position.

use super::pair::Pair;
use super::scale::FULL_SCALE;
use crate::eval::phase::FULL_PHASE;

/// The sum of all terms from White's view, with the factors that turn it into a score.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaperedSum {
    /// The sum of all terms.
    pub(super) sum: Pair,
    /// The game phase, 0 to [`FULL_PHASE`].
    pub(super) phase: i32,
    /// The scale factor of the endgame value, 0 to [`FULL_SCALE`].
    pub(super) scale: i32,
}

impl TaperedSum {
    /// The sum of both [factors](Self::factors) of an unscaled position.
    pub(super) const UNIT: i32 = FULL_PHASE * FULL_SCALE;

    /// Returns the score in units from White's view.
    #[inline]
    pub(super) fn total(self) -> i32 {
        let [middlegame, endgame] = self.factors();
        (self.sum.middlegame() * middlegame + self.sum.endgame() * endgame) / Self::UNIT
    }

    /// Returns the factors of the middlegame and the endgame value, in parts of [`Self::UNIT`].
    #[inline]
    pub(super) fn factors(self) -> [i32; 2] {
        [self.phase * self.middlegame_scale(), (FULL_PHASE - self.phase) * self.scale]
    }

    /// Returns the scale factor of the middlegame value, 0 to [`FULL_SCALE`].
    ///
    /// It approaches the endgame's scale factor as material leaves the board: with few pieces left,
    /// the middlegame value of an unwinnable endgame means nothing.
    #[inline]
    pub(super) fn middlegame_scale(self) -> i32 {
        FULL_SCALE - (FULL_SCALE - self.scale) * (FULL_PHASE - self.phase) / FULL_PHASE
    }
}
