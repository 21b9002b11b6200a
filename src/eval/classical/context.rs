//! The data that the terms of one evaluation share: board, pawn structure, attacks, king zones and
//! recorder.

use super::geometry::{backward, forward, inner_file, rank};
use super::pair::{Pair, Recorder};
use super::pawns::PawnStructure;
use crate::attacks::{all_pawn_attacks, between, bishop_attacks, king_attacks, rook_attacks};
use crate::board::Board;
use crate::types::{Bitboard, Black, PieceType, Rank, Side, Square, White};

/// A position under evaluation, with the data that its terms share.
pub(super) struct Context<'a, R> {
    pub(super) board: &'a Board,
    pub(super) pawns: &'a PawnStructure,
    pub(super) occupied: Bitboard,
    recorder: &'a R,
    sides: [SideContext; 2],
}

/// The shared data of one side, to which the terms of the pieces add their attacks.
#[derive(Clone, Copy, Default)]
pub(super) struct SideContext {
    /// Attacked squares by type of the attacker. Bishops see through friendly queens, rooks through
    /// friendly rooks and queens.
    pub(super) attacks_by: [Bitboard; PieceType::COUNT],
    /// Squares attacked by any piece.
    pub(super) attacks: Bitboard,
    /// Squares attacked by two pieces or more.
    pub(super) double_attacks: Bitboard,
    /// Squares that count for mobility: all but those of the king, of pawns that are blocked or on
    /// the second or third rank, and those that the opponent's pawns attack.
    pub(super) mobility_area: Bitboard,
    /// The zone around the king, without squares that two friendly pawns protect.
    pub(super) king_zone: Bitboard,
    /// The number of pieces that attack the opponent's king zone.
    pub(super) zone_attackers: u32,
    /// The sum of the danger units of these pieces.
    pub(super) zone_units: i32,
}

impl<'a, R: Recorder> Context<'a, R> {
    /// Collects the attacks of kings and pawns, the king zones and the mobility areas.
    pub(super) fn new(board: &'a Board, pawns: &'a PawnStructure, recorder: &'a R) -> Self {
        let sides = [SideContext::new::<White>(board), SideContext::new::<Black>(board)];
        let mut context = Self { board, pawns, occupied: board.occupied(), recorder, sides };
        context.set_mobility_area::<White>();
        context.set_mobility_area::<Black>();
        context
    }

    /// Applies `weight` to `S` `count` times: records it and returns the product.
    pub(super) fn add<S: Side>(&self, weight: &'static Pair, count: i32) -> Pair {
        self.recorder.add::<S>(weight, count)
    }

    /// Returns the shared data of `S`.
    pub(super) fn side<S: Side>(&self) -> &SideContext {
        &self.sides[S::COLOR.index()]
    }

    /// Returns the pieces of `S` of one type.
    pub(super) fn pieces<S: Side>(&self, piece_type: PieceType) -> Bitboard {
        self.board.colored_pieces(S::COLOR, piece_type)
    }

    /// Returns the squares attacked by the pieces of `S` of one type.
    pub(super) fn attacks_by<S: Side>(&self, piece_type: PieceType) -> Bitboard {
        self.side::<S>().attacks_by[piece_type.index()]
    }

    /// Returns the number of sliders that have exactly one piece between themselves and `target`.
    pub(super) fn count_masked_sliders(
        &self,
        target: Square,
        diagonal_sliders: Bitboard,
        straight_sliders: Bitboard,
    ) -> u32 {
        let sliders = bishop_attacks(target, Bitboard::EMPTY) & diagonal_sliders
            | rook_attacks(target, Bitboard::EMPTY) & straight_sliders;
        let is_masked = |slider: &Square| {
            let blockers = between(target, *slider) & self.occupied;
            blockers.is_nonempty() && !blockers.has_many()
        };
        sliders.into_iter().filter(is_masked).count() as u32
    }

    /// Adds the attacks of one piece of `S`.
    pub(super) fn add_attacks<S: Side>(&mut self, piece_type: PieceType, attacks: Bitboard) {
        let zone = self.side::<S::Opponent>().king_zone;
        let side = &mut self.sides[S::COLOR.index()];
        side.attacks_by[piece_type.index()] |= attacks;
        side.double_attacks |= side.attacks & attacks;
        side.attacks |= attacks;
        if attacks.intersects(zone) {
            side.zone_attackers += 1;
            side.zone_units += ATTACKER_UNITS[piece_type.index()];
        }
    }

    fn set_mobility_area<S: Side>(&mut self) {
        let low_ranks = rank::<S>(Rank::Second) | rank::<S>(Rank::Third);
        let blocked = backward::<S>(self.occupied);
        let idle_pawns = self.pieces::<S>(PieceType::Pawn) & (low_ranks | blocked);
        let pawn_attacks = self.attacks_by::<S::Opponent>(PieceType::Pawn);
        self.sides[S::COLOR.index()].mobility_area =
            !(idle_pawns | self.pieces::<S>(PieceType::King) | pawn_attacks);
    }
}

impl SideContext {
    /// Collects the attacks of king and pawns, and the king zone.
    fn new<S: Side>(board: &Board) -> Self {
        let king = king_attacks(board.king(S::COLOR));
        let pawns = board.colored_pieces(S::COLOR, PieceType::Pawn);
        let pawn_attacks = all_pawn_attacks(S::COLOR, pawns);
        let forward = S::COLOR.forward();
        let double_pawns = pawns.shift(forward.and_east()) & pawns.shift(forward.and_west());
        let mut side = Self {
            attacks: king | pawn_attacks,
            double_attacks: double_pawns | king & pawn_attacks,
            king_zone: king_zone::<S>(board.king(S::COLOR)) & !double_pawns,
            ..Self::default()
        };
        side.attacks_by[PieceType::Pawn.index()] = pawn_attacks;
        side.attacks_by[PieceType::King.index()] = king;
        side
    }
}

/// Danger units of a piece that attacks the king zone, by type.
const ATTACKER_UNITS: [i32; PieceType::COUNT] = [0, 4, 2, 3, 6, 0];

/// Returns the king's square, its neighbours, and the three squares in front of these. The zone of
/// a king on the a- or h-file is that of a king on the b- or g-file.
pub(super) fn king_zone<S: Side>(king: Square) -> Bitboard {
    let centre = Square::new(inner_file(king.file()), king.rank());
    let neighbours = king_attacks(centre) | centre.into();
    neighbours | forward::<S>(neighbours)
}
