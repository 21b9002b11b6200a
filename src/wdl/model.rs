//! The model of the chances to win, draw and lose.

/// The material of both sides in the start position, in pawns.
pub const MAX_MATERIAL: u32 = 78;

/// The material, in pawns, below which all positions are treated alike: there are hardly any games
/// to fit, and most of what is left are known endgames.
pub const MIN_MATERIAL: u32 = 8;

/// A pawn in centipawns.
pub(super) const PAWN: f64 = 100.0;

/// The coefficients of a polynomial of third degree, constant term first.
pub type Polynomial = [f64; 4];

/// A proportional-odds model of the result of a game, given a score and the material on the board.
///
/// With slope `s` and threshold `t`, a score of `v` pawns wins with probability
/// `1 / (1 + e^(t − s·v))`, loses with the probability that `−v` wins, and draws otherwise, so a
/// score of `t / s` wins with a probability of one half. Slope and threshold are polynomials in the
/// fraction of the material that is left; both must be positive.
///
/// Source: P. McCullagh, "Regression Models for Ordinal Data", 1980.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The polynomial of the threshold; the larger it is, the more games are drawn.
    pub threshold: Polynomial,
    /// The polynomial of the slope, the increase of the log-odds per pawn.
    pub slope: Polynomial,
}

impl Model {
    /// Returns the probabilities, 0 to 1, to win and to lose with `score` in internal units.
    pub fn win_and_loss(&self, score: f64, material: u32) -> [f64; 2] {
        let [threshold, slope] = self.parameters(material);
        [score, -score].map(|score| 1.0 / (1.0 + (threshold - slope * score / PAWN).exp()))
    }

    /// Returns the score in internal units that wins with a probability of one half.
    pub fn even_score(&self, material: u32) -> f64 {
        let [threshold, slope] = self.parameters(material);
        PAWN * threshold / slope
    }

    /// Returns threshold and slope for `material` in pawns.
    pub fn parameters(&self, material: u32) -> [f64; 2] {
        let powers = powers(material);
        [self.threshold, self.slope].map(|coefficients| {
            coefficients.iter().zip(powers).map(|(coefficient, power)| coefficient * power).sum()
        })
    }
}

/// Returns the powers 0 to 3 of the fraction of the material that is left, given in pawns.
pub fn powers(material: u32) -> Polynomial {
    let left = f64::from(material.clamp(MIN_MATERIAL, MAX_MATERIAL)) / f64::from(MAX_MATERIAL);
    [1.0, left, left * left, left * left * left]
}
