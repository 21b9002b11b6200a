//! The sum of all terms of a position, and its interpolation by the game phase.

use super::context::Context;
use super::geometry::{CENTRE_FILES, front_span, rank};
use super::king_danger::king_danger;
use super::pair::{Pair, Recorder};
use super::passed_pawns::passed_pawns;
use super::pawns::PawnStructure;
use super::pieces::pieces;
use super::scale::{FULL_SCALE, scale_factor};
use super::threats::threats;
use super::weights::WEIGHTS;
use crate::board::Board;
use crate::types::{Black, PieceType, Rank, Side, White};

/// Sums all terms of `board`, whose pawn structure is `pawns`.
pub(super) fn sum<R: Recorder>(board: &Board, pawns: &PawnStructure, recorder: &R) -> TaperedSum {
    let mut context = Context::new(board, pawns, recorder);
    let mut sum = pawns.score;
    // The pieces come first because the other terms need the attacks of both sides.
    sum += pieces::<White, R>(&mut context);
    sum = sum - pieces::<Black, R>(&mut context);
    sum += interactions::<White, R>(&context);
    sum = sum - interactions::<Black, R>(&context);
    TaperedSum { sum, phase: phase(board), scale: scale_factor(board, sum.endgame()) }
}

/// Sums all terms of `board`, known endgame or not, with a `recorder` of the weights.
pub fn record_terms(board: &Board, recorder: &impl Recorder) -> TaperedSum {
    sum(board, &PawnStructure::new(board, recorder), recorder)
}

/// Returns the terms of `S` that depend on the attacks of both sides, and the tempo.
fn interactions<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let is_on_move = context.board.side_to_move() == S::COLOR;
    king_danger::<S, R>(context)
        + passed_pawns::<S, R>(context)
        + threats::<S, R>(context)
        + space::<S, R>(context)
        + context.add::<S>(&WEIGHTS.tempo, i32::from(is_on_move))
}

/// Returns the value of the squares on the second to fourth ranks of the files c to f that have no
/// friendly pawn and are not attacked by enemy pawns. Squares behind a friendly pawn that no enemy
/// piece attacks count twice.
pub(super) fn space<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let pawns = context.pieces::<S>(PieceType::Pawn);
    let own_area = rank::<S>(Rank::Second) | rank::<S>(Rank::Third) | rank::<S>(Rank::Fourth);
    let pawn_attacks = context.attacks_by::<S::Opponent>(PieceType::Pawn);
    let safe = own_area & CENTRE_FILES & !pawns & !pawn_attacks;
    let behind = safe & front_span::<S::Opponent>(pawns) & !context.side::<S::Opponent>().attacks;
    context.add::<S>(&WEIGHTS.space, (safe.count() + behind.count()) as i32)
}

/// The sum of all terms from White's view, with the factors that turn it into a score.
#[derive(Clone, Copy, Debug)]
pub struct TaperedSum {
    /// The sum of all terms.
    pub sum: Pair,
    /// The game phase, 0 to 24.
    pub phase: i32,
    /// The [scale factor](scale_factor) of the endgame value.
    pub scale: i32,
}

impl TaperedSum {
    /// The sum of both [factors](Self::factors) of an unscaled position.
    pub const UNIT: i32 = FULL_PHASE * FULL_SCALE;

    /// Returns the score in units from White's view.
    pub fn total(self) -> i32 {
        let [middlegame, endgame] = self.factors();
        (self.sum.middlegame() * middlegame + self.sum.endgame() * endgame) / Self::UNIT
    }

    /// Returns the factors of the middlegame and the endgame value, in parts of [`Self::UNIT`].
    pub fn factors(self) -> [i32; 2] {
        [self.phase * self.middlegame_scale(), (FULL_PHASE - self.phase) * self.scale]
    }

    /// Returns the scale factor of the middlegame value.
    ///
    /// It approaches the endgame's scale factor as material leaves the board: with few pieces left,
    /// the middlegame value of an unwinnable endgame means nothing.
    pub(super) fn middlegame_scale(self) -> i32 {
        FULL_SCALE - (FULL_SCALE - self.scale) * (FULL_PHASE - self.phase) / FULL_PHASE
    }
}

/// Contribution of a piece to the phase, by type.
const PHASE: [i32; PieceType::COUNT] = [0, 1, 1, 2, 4, 0];

/// The phase of the start position, a pure middlegame. Kings and pawns alone have phase 0, a pure
/// endgame.
pub(super) const FULL_PHASE: i32 = 24;

/// Returns the game phase, from 0 (endgame) to [`FULL_PHASE`] (middlegame).
pub(super) fn phase(board: &Board) -> i32 {
    let contribution =
        |piece_type: PieceType| PHASE[piece_type.index()] * board.pieces(piece_type).count() as i32;
    PieceType::ALL.into_iter().map(contribution).sum::<i32>().min(FULL_PHASE)
}

/// Scales `units` by the game phase: unchanged in the opening, zero in the endgame, linear in
/// between.
pub fn fade_with_material(board: &Board, units: i32) -> i32 {
    /// The highest phase with factor 0.
    const ENDGAME: i32 = 8;
    /// The lowest phase with factor 1.
    const OPENING: i32 = 20;
    let phase = phase(board).clamp(ENDGAME, OPENING);
    units * (phase - ENDGAME) / (OPENING - ENDGAME)
}
