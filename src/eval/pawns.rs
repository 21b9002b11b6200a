//! What depends on pawns and kings alone, and is therefore remembered from one position to the next.

use super::king::{shelter, wing};
use super::pair::Pair;
use super::recorder::Recorder;
use super::spans::{
    backward, beside, forward, forward_fill, front_span, rank_index, table_index, whole_files,
    wing_index,
};
use super::weights::WEIGHTS;
use crate::attacks::all_pawn_attacks;
use crate::board::Board;
use crate::types::{Bitboard, Black, PieceType, Side, White};

/// What the pawns and kings of a position are worth, and what other terms ask of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PawnStructure {
    /// From White's view.
    pub(super) score: Pair,
    /// Passed pawns by colour.
    pub(super) passed: [Bitboard; 2],
    /// By colour, all squares that pawns attack now or may attack after going forward.
    pub(super) attack_spans: [Bitboard; 2],
}

/// The pawns of one side and the enemy's, with the kinds that several terms ask for.
struct Pawns {
    own: Bitboard,
    enemy: Bitboard,
    /// With no enemy pawn before them.
    unopposed: Bitboard,
    /// Behind another own pawn of the file.
    doubled: Bitboard,
    passed: Bitboard,
    /// Protected by an own pawn.
    supported: Bitboard,
}

impl PawnStructure {
    /// Judges the pawns and kings of `board`.
    pub(super) fn new<R: Recorder>(board: &Board, recorder: &mut R) -> Self {
        let white = Pawns::new::<White>(board);
        let black = Pawns::new::<Black>(board);
        Self {
            score: structure::<White, R>(board, &white, recorder)
                - structure::<Black, R>(board, &black, recorder),
            passed: [white.passed, black.passed],
            attack_spans: [attack_span::<White>(white.own), attack_span::<Black>(black.own)],
        }
    }
}

impl Pawns {
    fn new<S: Side>(board: &Board) -> Self {
        let own = board.colored_pieces(S::COLOR, PieceType::Pawn);
        let enemy = board.colored_pieces(S::Opponent::COLOR, PieceType::Pawn);
        let unopposed = own & !front_span::<S::Opponent>(enemy);
        let doubled = own & front_span::<S::Opponent>(own);
        let passed = unopposed & !doubled & !attack_span::<S::Opponent>(enemy);
        let supported = own & all_pawn_attacks(S::COLOR, own);
        Self { own, enemy, unopposed, doubled, passed, supported }
    }
}

/// What the pawns attack now or may attack after going forward.
fn attack_span<S: Side>(pawns: Bitboard) -> Bitboard {
    forward_fill::<S>(all_pawn_attacks(S::COLOR, pawns))
}

/// All terms of pawns and king of `S`.
fn structure<S: Side, R: Recorder>(board: &Board, pawns: &Pawns, recorder: &mut R) -> Pair {
    squares::<S, R>(board, recorder)
        + weak_pawns::<S, R>(pawns, recorder)
        + chains::<S, R>(pawns, recorder)
        + candidates::<S, R>(pawns, recorder)
        + passed_pawns::<S, R>(pawns, recorder)
        + shelter::<S, R>(board, recorder)
        + wing::<S, R>(board, recorder)
}

/// Material of the pawns, squares of pawns and king.
fn squares<S: Side, R: Recorder>(board: &Board, recorder: &mut R) -> Pair {
    let king = board.king(S::COLOR);
    let mut score = recorder.add::<S>(&WEIGHTS.king_squares[table_index::<S>(king)], 1);
    for square in board.colored_pieces(S::COLOR, PieceType::Pawn) {
        score += recorder.add::<S>(&WEIGHTS.material[PieceType::Pawn.index()], 1);
        score += recorder.add::<S>(&WEIGHTS.pawn_squares[wing_index::<S>(square, king)], 1);
    }
    score
}

/// Isolated, backward and doubled pawns.
fn weak_pawns<S: Side, R: Recorder>(pawns: &Pawns, recorder: &mut R) -> Pair {
    let isolated = pawns.own & !beside(whole_files::<S>(pawns.own));
    // No neighbour is level or behind to protect it, and the step forward meets an enemy pawn.
    let left_behind = pawns.own & !forward_fill::<S>(beside(pawns.own)) & !isolated;
    let guarded = all_pawn_attacks(S::Opponent::COLOR, pawns.enemy);
    let backward = left_behind & backward::<S>(guarded | pawns.enemy);
    let weak_unopposed = (isolated | backward) & pawns.unopposed;
    recorder.add::<S>(&WEIGHTS.isolated, isolated.count() as i32)
        + recorder.add::<S>(&WEIGHTS.backward, backward.count() as i32)
        + recorder.add::<S>(&WEIGHTS.weak_unopposed, weak_unopposed.count() as i32)
        + recorder.add::<S>(&WEIGHTS.doubled, pawns.doubled.count() as i32)
}

/// Pawns beside one another, pawns that protect one another, and levers.
fn chains<S: Side, R: Recorder>(pawns: &Pawns, recorder: &mut R) -> Pair {
    let phalanx = pawns.own & beside(pawns.own);
    let levers = pawns.own & all_pawn_attacks(S::Opponent::COLOR, pawns.enemy);
    by_rank::<S, R>(recorder, phalanx, &WEIGHTS.phalanx, 1)
        + by_rank::<S, R>(recorder, pawns.supported, &WEIGHTS.supported, 2)
        + by_rank::<S, R>(recorder, levers, &WEIGHTS.lever, 1)
}

/// Pawns that may become passed pawns.
fn candidates<S: Side, R: Recorder>(pawns: &Pawns, recorder: &mut R) -> Pair {
    let is_candidate = |square: &_| {
        let pawn = Bitboard::from_square(*square);
        let sentries = pawns.enemy & beside(front_span::<S>(pawn));
        let helpers = pawns.own & beside(forward_fill::<S::Opponent>(pawn));
        helpers.count() >= sentries.count()
    };
    let free = pawns.unopposed & !pawns.doubled & !pawns.passed;
    let candidates = free.into_iter().filter(is_candidate).collect();
    by_rank::<S, R>(recorder, candidates, &WEIGHTS.candidate, 1)
}

/// What passed pawns are worth without regard to the pieces.
fn passed_pawns<S: Side, R: Recorder>(pawns: &Pawns, recorder: &mut R) -> Pair {
    let passed = pawns.passed;
    // The files beside, at most one rank off.
    let near = beside(passed | forward::<S>(passed) | backward::<S>(passed));
    by_rank::<S, R>(recorder, passed, &WEIGHTS.passed, 1)
        + by_rank::<S, R>(recorder, passed & pawns.supported, &WEIGHTS.passed_protected, 2)
        + by_rank::<S, R>(recorder, passed & near, &WEIGHTS.passed_connected, 1)
}

/// Gives each man of `set` the weight of its rank; the first weight is that of the rank with the
/// index `first_rank`.
fn by_rank<S: Side, R: Recorder>(
    recorder: &mut R,
    set: Bitboard,
    weights: &'static [Pair],
    first_rank: usize,
) -> Pair {
    set.into_iter().fold(Pair::default(), |score, square| {
        score + recorder.add::<S>(&weights[rank_index::<S>(square) - first_rank], 1)
    })
}
