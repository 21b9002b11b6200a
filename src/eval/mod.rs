//! The static evaluation of a position.
//!
//! [`Evaluator`] is the one seam between the search and whatever judges a position. Here it adds
//! up terms, each a pair of a middlegame and an endgame value, and interpolates between the two by
//! the men that are left. Few men are judged by what is known of their endgame.
//!
//! A term is a function of one side, generic over the side and over a recorder. In play nobody
//! records; for the tuner [`Coefficients`] keep how often each of the [`Weights`] was given.

mod cache;
mod coefficients;
mod context;
mod endgame;
mod king;
mod layout;
pub mod network;
mod pair;
mod passers;
mod pawns;
mod pieces;
mod recorder;
mod scale;
mod space;
mod spans;
#[cfg(test)]
mod tests;
mod threats;
mod trace;
mod weights;

pub use cache::CacheUse;
pub use coefficients::Coefficients;
pub use layout::Group;
pub use pair::Pair;
pub use trace::Trace;
pub use weights::{GROUPS, WEIGHTS, Weights};

use self::cache::PawnCache;
use self::context::Context;
use self::pawns::PawnStructure;
use self::recorder::{NoTrace, Recorder};
use self::scale::FULL_SCALE;
use crate::board::Board;
use crate::types::{Black, Color, PieceType, Score, Side, White};

/// What a man of each type adds to the phase.
const PHASE: [i32; PieceType::COUNT] = [0, 1, 1, 2, 4, 0];
/// The phase of the start position: all middlegame. Bare kings and pawns are all endgame.
const FULL_PHASE: i32 = 24;

/// Evaluates positions. Each search thread owns one, with what it remembers of pawns.
#[derive(Clone, Debug, Default)]
pub struct Evaluator {
    pawns: PawnCache,
}

impl Evaluator {
    /// An evaluator that remembers nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The score of `board` from the view of the side to move.
    #[inline]
    pub fn evaluate(&mut self, board: &Board) -> Score {
        evaluate_with(board, || self.pawns.get(board))
    }

    /// How the memory of pawns was used so far.
    pub fn pawn_cache_use(&self) -> CacheUse {
        self.pawns.usage()
    }
}

/// The score of `board` from the view of the side to move, without any memory.
pub fn evaluate_afresh(board: &Board) -> Score {
    evaluate_with(board, || PawnStructure::new(board, &mut NoTrace))
}

#[inline]
fn evaluate_with(board: &Board, pawns: impl FnOnce() -> PawnStructure) -> Score {
    let white = match endgame::value(board) {
        Some(value) => value,
        None => assess(board, &pawns(), &mut NoTrace).total(),
    };
    Score::from_eval(if board.side_to_move() == Color::White { white } else { -white })
}

/// The sum of all terms from White's view, and how it becomes a score.
#[derive(Clone, Copy, Debug)]
struct Assessment {
    sum: Pair,
    phase: i32,
    scale: i32,
}

impl Assessment {
    /// What the two factors add up to where nothing is scaled down.
    const UNIT: i32 = FULL_PHASE * FULL_SCALE;

    /// The score in centipawns from White's view.
    #[inline]
    fn total(self) -> i32 {
        let [middlegame, endgame] = self.factors();
        (self.sum.middlegame() * middlegame + self.sum.endgame() * endgame) / Self::UNIT
    }

    /// What the middlegame and the endgame half are multiplied by, in parts of [`Self::UNIT`].
    #[inline]
    fn factors(self) -> [i32; 2] {
        [self.phase * self.middlegame_scale(), (FULL_PHASE - self.phase) * self.scale]
    }

    /// The factor on the middlegame half. The nearer the endgame, the more of the scale it has: where
    /// there is no hope in the endgame, what is left of a middlegame gives none.
    #[inline]
    fn middlegame_scale(self) -> i32 {
        FULL_SCALE - (FULL_SCALE - self.scale) * (FULL_PHASE - self.phase) / FULL_PHASE
    }
}

/// Adds up all terms.
#[inline]
fn assess<R: Recorder>(board: &Board, pawns: &PawnStructure, recorder: &mut R) -> Assessment {
    let mut context = Context::new(board, pawns);
    let mut sum = pawns.score;
    // All pieces first: the other terms ask for the attacks of both sides.
    sum += pieces::pieces::<White, R>(&mut context, recorder);
    sum = sum - pieces::pieces::<Black, R>(&mut context, recorder);
    sum += relations::<White, R>(&context, recorder);
    sum = sum - relations::<Black, R>(&context, recorder);
    Assessment { sum, phase: phase(board), scale: scale::factor(board, sum.endgame()) }
}

/// The terms of `S` that rest on the attacks of both sides.
#[inline]
fn relations<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    king::assault::<S, R>(context, recorder)
        + passers::passers::<S, R>(context, recorder)
        + threats::threats::<S, R>(context, recorder)
        + space::space::<S, R>(context, recorder)
        + tempo::<S, R>(context, recorder)
}

/// The right to move.
#[inline]
fn tempo<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let is_on_move = context.board.side_to_move() == S::COLOR;
    recorder.add::<S>(&WEIGHTS.tempo, i32::from(is_on_move))
}

/// What is left of `centipawns` by the game phase: all in the opening, half in a middlegame, nothing
/// in an endgame.
pub fn fade_with_material(board: &Board, centipawns: i32) -> i32 {
    /// From here down it is an endgame, …
    const ENDGAME: i32 = 8;
    /// … and from here up the opening.
    const OPENING: i32 = 20;
    let phase = phase(board).clamp(ENDGAME, OPENING);
    centipawns * (phase - ENDGAME) / (OPENING - ENDGAME)
}

/// How much of the middlegame is left, 0 to [`FULL_PHASE`].
#[inline]
fn phase(board: &Board) -> i32 {
    let weigh =
        |piece_type: PieceType| PHASE[piece_type.index()] * board.pieces(piece_type).count() as i32;
    PieceType::ALL.into_iter().map(weigh).sum::<i32>().min(FULL_PHASE)
}
