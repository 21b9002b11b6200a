//! The meaning of scores: chances to win, draw and lose, and normalised centipawns.
//!
//! The search works in internal units of about a centipawn. Their relation to the result of a game
//! depends on the material that is left and is described by a [`Model`], fitted to the
//! engine's own games. Displayed scores are normalised with it so that +100 centipawns mean an even
//! chance to win, whatever the weights and the material.
//!
//! Source: Stockfish's win rate model and normalisation of scores.

mod fitted;
mod model;

pub use fitted::MODEL;
pub use model::{MAX_MATERIAL, MIN_MATERIAL, Model, Polynomial, powers};

use std::fmt;

use self::model::PAWN;
use crate::board::Board;
use crate::types::{Color, PieceType, Score};

/// The sum of the chances of a position, per mille.
const PER_MILLE: u32 = 1_000;

/// Returns the material of both sides in pawns, with piece values of 1, 3, 3, 5 and 9.
pub fn material(board: &Board) -> u32 {
    let value = |piece_type: PieceType| piece_type.points() * board.pieces(piece_type).count();
    PieceType::ALL.into_iter().map(value).sum()
}

/// The chances of one side, per mille. They add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// The chance to win.
    pub win: u32,
    /// The chance to draw.
    pub draw: u32,
    /// The chance to lose.
    pub loss: u32,
}

impl Chances {
    /// The chances of a draw by rule.
    pub const DRAW: Self = Self { win: 0, draw: PER_MILLE, loss: 0 };

    /// The chances of a certain win.
    pub const WIN: Self = Self { win: PER_MILLE, draw: 0, loss: 0 };

    /// Returns the chances of the other side.
    pub fn of_opponent(self) -> Self {
        Self { win: self.loss, draw: self.draw, loss: self.win }
    }

    /// Returns the chances of `side` in `board`, where it has the score `score`. A bare king has no
    /// chance to win.
    pub fn new(score: Score, board: &Board, side: Color) -> Self {
        if score.is_decisive() {
            return if score > Score::DRAW { Self::WIN } else { Self::WIN.of_opponent() };
        }
        let [win, loss] = MODEL.win_and_loss(score.0.into(), material(board));
        let [win, loss] = [(side, win), (!side, loss)].map(|(side, chance)| {
            let is_possible = !board.has_bare_king(side);
            if is_possible { (f64::from(PER_MILLE) * chance).round() as u32 } else { 0 }
        });
        Self { win, draw: PER_MILLE.saturating_sub(win + loss), loss }
    }
}

impl fmt::Display for Chances {
    /// Writes win, draw and loss as in UCI: `530 340 130`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

/// Returns the score as it is displayed: +100 centipawns mean an even chance to win. Scores of
/// proven wins are unchanged.
pub fn normalised(score: Score, board: &Board) -> Score {
    if score.is_decisive() {
        return score;
    }
    let pawns = f64::from(score.0) / MODEL.even_score(material(board));
    Score::from_eval((PAWN * pawns).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions with various material.
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
    fn chances_add_up_are_symmetric_and_grow_with_the_score() {
        for board in boards() {
            let mut last = Chances::new(-Score::MAX_EVAL, &board, Color::White);
            for score in scores() {
                let chances = Chances::new(score, &board, Color::White);
                let Chances { win, draw, loss } = chances;
                assert_eq!(win + draw + loss, 1_000, "{score} in {board}");
                assert!(win >= last.win && loss <= last.loss, "{score} in {board}");
                let mirrored = Chances { win: loss, draw, loss: win };
                assert_eq!(
                    Chances::new(-score, &board, Color::Black),
                    mirrored,
                    "{score} in {board}"
                );
                last = chances;
            }
        }
    }

    #[test]
    fn a_bare_king_cannot_win() {
        let board: Board = "8/8/4k3/8/8/3NK3/5N2/8 w - - 0 1".parse().unwrap();
        for score in scores() {
            assert_eq!(Chances::new(score, &board, Color::White).loss, 0, "{score}");
            assert_eq!(Chances::new(score, &board, Color::Black).win, 0, "{score}");
        }
    }

    #[test]
    fn one_normalised_pawn_is_an_even_chance_to_win() {
        for board in boards() {
            let even_score = MODEL.even_score(material(&board));
            for score in scores() {
                let shown = normalised(score, &board);
                // The nearest centipawn, but for scores too large to be shown.
                let exact = PAWN * f64::from(score.0) / even_score;
                let is_near = (exact - f64::from(shown.0)).abs() <= 0.5;
                assert!(is_near || shown.0.abs() == Score::MAX_EVAL.0, "{score}: {shown}");
                assert_eq!(normalised(-score, &board), -shown);
                assert!(!shown.is_mate() && shown <= normalised(score + 1, &board));
                let win = Chances::new(score, &board, Color::White).win;
                match shown.0 {
                    100 => assert!((485..=515).contains(&win), "{score}: {win} in {board}"),
                    101.. => assert!(win >= 495),
                    _ => assert!(win <= 505),
                }
            }
        }
    }

    #[test]
    fn the_model_is_plausible_for_all_material() {
        for material in 0..=2 * MAX_MATERIAL {
            assert!(MODEL.parameters(material).into_iter().all(|parameter| parameter > 0.0));
            assert!((30.0..400.0).contains(&MODEL.even_score(material)), "{material}");
        }
        // The fit has hardly any games with less material, and none with more.
        assert_eq!(powers(0), powers(MIN_MATERIAL));
        assert_eq!(powers(2 * MAX_MATERIAL), [1.0; 4]);
    }

    #[test]
    fn mate_scores_have_certain_results() {
        for board in boards() {
            for (score, win, loss) in [
                (Score::mate_in(1), 1_000, 0),
                (Score::MATE_BOUND, 1_000, 0),
                (Score::mated_in(0), 0, 1_000),
                (-Score::MATE_BOUND, 0, 1_000),
            ] {
                assert_eq!(
                    Chances::new(score, &board, Color::White),
                    Chances { win, draw: 0, loss }
                );
                assert_eq!(normalised(score, &board), score);
            }
        }
    }
}
