//! The playing strength of the engine.

use crate::search::{MAX_ELO, MIN_ELO};

/// The options that limit the strength.
#[derive(Debug)]
pub(super) struct Strength {
    /// `UCI_LimitStrength`: whether `elo` applies instead of `skill`.
    pub(super) is_limited: bool,
    /// `UCI_Elo`: from [`MIN_ELO`] to [`MAX_ELO`].
    pub(super) elo: i32,
    /// `Skill Level`: from 0 to [`Self::MAX_SKILL`].
    pub(super) skill: i32,
}

impl Default for Strength {
    fn default() -> Self {
        Self { is_limited: false, elo: Self::DEFAULT_ELO, skill: Self::MAX_SKILL }
    }
}

impl Strength {
    /// The maximum of `Skill Level`, which is full strength.
    pub(super) const MAX_SKILL: i32 = 20;
    /// The default of `UCI_Elo`.
    pub(super) const DEFAULT_ELO: i32 = 1_500;

    /// Returns the Elo of the engine; `None` at full strength. Skill levels below the maximum are
    /// equal steps from [`MIN_ELO`] to [`MAX_ELO`].
    pub(super) fn limit(&self) -> Option<i32> {
        if self.is_limited {
            return Some(self.elo);
        }
        let skill_elo = MIN_ELO + (MAX_ELO - MIN_ELO) * self.skill / (Self::MAX_SKILL - 1);
        (self.skill < Self::MAX_SKILL).then_some(skill_elo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX_SKILL: i32 = Strength::MAX_SKILL;

    #[test]
    fn skill_levels_span_the_elo_range_and_uci_elo_takes_precedence() {
        let level = |skill| Strength { skill, ..Strength::default() }.limit();
        assert_eq!([0, MAX_SKILL - 1, MAX_SKILL].map(level), [Some(MIN_ELO), Some(MAX_ELO), None]);
        assert!((1..MAX_SKILL).all(|skill| level(skill - 1) < level(skill)));
        let both = Strength { is_limited: true, elo: 1_234, skill: 0 };
        assert_eq!(both.limit(), Some(1_234));
    }
}
