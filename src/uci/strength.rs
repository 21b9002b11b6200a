//! How strong the engine is to play.

use crate::search::{MAX_ELO, MIN_ELO};

/// The `Skill Level` of full strength.
pub(super) const MAX_SKILL: i32 = 20;
/// The default of `UCI_Elo`.
pub(super) const DEFAULT_ELO: i32 = 1_500;

/// What the options say of it.
#[derive(Debug)]
pub(super) struct Strength {
    /// Whether `elo` counts, and not `skill`.
    pub(super) is_limited: bool,
    /// [`MIN_ELO`] to [`MAX_ELO`].
    pub(super) elo: i32,
    /// 0 to [`MAX_SKILL`].
    pub(super) skill: i32,
}

impl Default for Strength {
    fn default() -> Self {
        Self { is_limited: false, elo: DEFAULT_ELO, skill: MAX_SKILL }
    }
}

impl Strength {
    /// The Elo to play at; `None` at full strength. The skill levels below the last are even steps
    /// from the lowest Elo to the highest.
    pub(super) fn limit(&self) -> Option<i32> {
        let of_skill = MIN_ELO + (MAX_ELO - MIN_ELO) * self.skill / (MAX_SKILL - 1);
        match self.is_limited {
            true => Some(self.elo),
            false => (self.skill < MAX_SKILL).then_some(of_skill),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_levels_span_the_range_and_elo_goes_before() {
        let level = |skill| Strength { skill, ..Strength::default() }.limit();
        assert_eq!([0, MAX_SKILL - 1, MAX_SKILL].map(level), [Some(MIN_ELO), Some(MAX_ELO), None]);
        assert!((1..MAX_SKILL).all(|skill| level(skill - 1) < level(skill)));
        let both = Strength { is_limited: true, elo: 1_234, skill: 0 };
        assert_eq!(both.limit(), Some(1_234));
    }
}
