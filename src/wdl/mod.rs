//! What scores are worth: chances to win, draw and lose, and the centipawns that are shown.
//!
//! A score is in units of the evaluation, of which a hundred are about a pawn. How often it wins
//! depends on what is left on the board: the [`Model`] knows, fitted to games of the engine with
//! itself by `nunatak-workshop wdl`. Scores that are shown are normalised with it: a pawn ahead is
//! an even chance to win, whatever the weights and the material.
//!
//! Source: the idea of both is Stockfish's. The model is a proportional-odds one: P. McCullagh,
//! "Regression Models for Ordinal Data", 1980.

mod fitted;

pub use fitted::MODEL;

use std::fmt;

use crate::board::Board;
use crate::types::{PieceType, Score};

/// What a man of each type counts as material, in pawns.
const COUNTS: [u32; PieceType::ALL.len()] = [1, 3, 3, 5, 9, 0];

/// The material of both sides in the start position.
pub const MAX_MATERIAL: u32 = 78;
/// Less counts as so much: there are hardly any games to learn from, and endgame knowledge scores
/// most of what is left.
pub const MIN_MATERIAL: u32 = 8;

/// The centipawns of a pawn.
const PAWN: f64 = 100.0;

/// The coefficients of a polynomial, from the constant on.
pub type Polynomial = [f64; 4];

/// How the chances follow from score and material.
///
/// With `s` for the slope and `t` for the threshold, a score `v` wins with the chance
/// `1 / (1 + e^(t − s·v))`, loses with that of `−v` to win, and is drawn otherwise. So `t / s` is the
/// score that wins as often as not. Slope and threshold are polynomials in the part of the material
/// that is left; both must be above zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The less it is, the fewer games are drawn.
    pub threshold: Polynomial,
    /// By what a pawn ahead multiplies the odds, as logarithm.
    pub slope: Polynomial,
}

impl Model {
    /// The chances to win and to lose with `score` in units of the evaluation, each 0 to 1. The rest
    /// is drawn.
    pub fn win_and_loss(&self, score: f64, material: u32) -> [f64; 2] {
        let [threshold, slope] = self.parameters(material);
        [score, -score].map(|score| 1.0 / (1.0 + (threshold - slope * score / PAWN).exp()))
    }

    /// The score in units of the evaluation that wins as often as not.
    pub fn even_score(&self, material: u32) -> f64 {
        let [threshold, slope] = self.parameters(material);
        PAWN * threshold / slope
    }

    /// Threshold and slope.
    pub fn parameters(&self, material: u32) -> [f64; 2] {
        let powers = powers(material);
        [self.threshold, self.slope].map(|coefficients| {
            coefficients.iter().zip(powers).map(|(coefficient, power)| coefficient * power).sum()
        })
    }

    /// The source text of a file that holds the model as [`MODEL`].
    pub fn source(&self) -> String {
        let Self { threshold, slope } = self;
        format!(
            "//! The numbers of the model. `nunatak-workshop wdl` writes this file.\n\
             \n\
             use super::Model;\n\
             \n\
             /// The model of this engine with its weights.\n\
             pub const MODEL: Model = Model {{\n    \
                 threshold: {threshold:.5?},\n    \
                 slope: {slope:.5?},\n\
             }};\n"
        )
    }
}

/// What the coefficients of a polynomial are multiplied with.
pub fn powers(material: u32) -> Polynomial {
    let left = f64::from(material.clamp(MIN_MATERIAL, MAX_MATERIAL)) / f64::from(MAX_MATERIAL);
    [1.0, left, left * left, left * left * left]
}

/// The men of both sides, counted in pawns: 1, 3, 3, 5 and 9.
pub fn material(board: &Board) -> u32 {
    let count =
        |piece_type: PieceType| COUNTS[piece_type.index()] * board.pieces(piece_type).count();
    PieceType::ALL.into_iter().map(count).sum()
}

/// The chances of one side, in thousandths that add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

impl Chances {
    /// The chances of the side whose `score` it is, in a game that has come to `board`.
    pub fn new(score: Score, board: &Board) -> Self {
        let [win, loss] = match (score.is_mate(), score > Score::DRAW) {
            (true, true) => [1.0, 0.0],
            (true, false) => [0.0, 1.0],
            (false, _) => MODEL.win_and_loss(score.0.into(), material(board)),
        };
        let [win, loss] = [win, loss].map(|chance: f64| (1_000.0 * chance).round() as u32);
        Self { win, draw: 1_000_u32.saturating_sub(win + loss), loss }
    }
}

impl fmt::Display for Chances {
    /// Writes win, draw and loss as UCI does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

/// The score as it is shown: a hundred centipawns win as often as not. Mates stay what they are.
pub fn normalised(score: Score, board: &Board) -> Score {
    if score.is_mate() {
        return score;
    }
    let pawns = f64::from(score.0) / MODEL.even_score(material(board));
    Score::from_eval((PAWN * pawns).round() as i32)
}

/// White's `score` for people, as it is shown and what it lets expect.
pub fn explain(score: Score, board: &Board) -> String {
    let Chances { win, draw, loss } = Chances::new(score, board);
    let score = normalised(score, board);
    format!("Shown: {score}; of 1000 games White wins {win}, draws {draw} and loses {loss}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with all sorts of material.
    const FENS: [&str; 6] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bq1rk1/pp3ppp/2n5/3p4/3P4/2N5/PP3PPP/R2QKB1R b KQ - 0 12",
        "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 30",
        "8/5k2/8/8/8/4K3/4P3/8 w - - 0 60",
        "8/5k2/8/8/8/4K3/8/BN6 w - - 0 60",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ];

    fn boards() -> impl Iterator<Item = Board> {
        FENS.into_iter().map(|fen| fen.parse().unwrap())
    }

    fn scores() -> impl Iterator<Item = Score> {
        (-Score::MAX_EVAL.0..=Score::MAX_EVAL.0).map(Score)
    }

    #[test]
    fn material_is_counted_in_pawns() {
        let counts: Vec<_> = boards().map(|board| material(&board)).collect();
        assert_eq!(counts, [MAX_MATERIAL, 62, 16, 1, 6, 105]);
    }

    #[test]
    fn chances_add_up_mirror_and_grow_with_the_score() {
        for board in boards() {
            let mut last = Chances::new(-Score::MAX_EVAL, &board);
            for score in scores() {
                let chances = Chances::new(score, &board);
                let Chances { win, draw, loss } = chances;
                assert_eq!(win + draw + loss, 1_000, "{score} in {board}");
                assert!(win >= last.win && loss <= last.loss, "{score} in {board}");
                let mirrored = Chances { win: loss, draw, loss: win };
                assert_eq!(Chances::new(-score, &board), mirrored, "{score} in {board}");
                last = chances;
            }
        }
    }

    #[test]
    fn a_pawn_ahead_wins_as_often_as_not() {
        for board in boards() {
            for score in scores() {
                let shown = normalised(score, &board);
                assert_eq!(normalised(-score, &board), -shown);
                assert!(!shown.is_mate() && shown <= normalised(score + 1, &board));
                let win = Chances::new(score, &board).win;
                match shown.0 {
                    100 => assert!((485..=515).contains(&win), "{score}: {win} in {board}"),
                    101.. => assert!(win >= 495),
                    _ => assert!(win <= 505),
                }
            }
        }
    }

    #[test]
    fn the_model_is_sound_for_all_material() {
        for material in 0..=2 * MAX_MATERIAL {
            assert!(MODEL.parameters(material).into_iter().all(|parameter| parameter > 0.0));
            // No more than the evaluation's own pawns can be, and no less.
            assert!((30.0..400.0).contains(&MODEL.even_score(material)), "{material}");
        }
    }

    #[test]
    fn mates_are_certain() {
        for board in boards() {
            for (score, win, loss) in [
                (Score::mate_in(1), 1_000, 0),
                (Score::MATE_BOUND, 1_000, 0),
                (Score::mated_in(0), 0, 1_000),
                (-Score::MATE_BOUND, 0, 1_000),
            ] {
                assert_eq!(Chances::new(score, &board), Chances { win, draw: 0, loss });
                assert_eq!(normalised(score, &board), score);
            }
        }
    }

    #[test]
    fn the_source_is_what_the_model_writes() {
        assert_eq!(MODEL.source(), include_str!("fitted.rs"));
    }
}
