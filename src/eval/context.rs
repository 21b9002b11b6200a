//! What the terms of one evaluation share: the board, its pawn structure and all attacks.

use super::king::Assault;
use super::pawns::PawnStructure;
use super::spans::{backward, forward, rank};
use crate::attacks::{all_pawn_attacks, between, bishop_attacks, king_attacks, rook_attacks};
use crate::board::Board;
use crate::types::{Bitboard, Black, File, PieceType, Rank, Side, Square, White};

/// A position with what has been found out about it so far.
pub(super) struct Context<'a> {
    pub(super) board: &'a Board,
    pub(super) pawns: &'a PawnStructure,
    pub(super) occupied: Bitboard,
    sides: [SideContext; 2],
}

/// What is known of one side. The attacks of its pieces are added as their terms are.
#[derive(Clone, Copy, Default)]
pub(super) struct SideContext {
    /// What the men of each type attack. Sliders see through own men that move alike.
    pub(super) attacks_by: [Bitboard; PieceType::COUNT],
    /// What any man attacks.
    pub(super) attacks: Bitboard,
    /// What two men or more attack.
    pub(super) double_attacks: Bitboard,
    /// Where moves count for mobility: neither the own king nor idle pawns, nor squares that
    /// enemy pawns attack.
    pub(super) mobility_area: Bitboard,
    /// The squares around the own king, and one rank further on.
    pub(super) king_zone: Bitboard,
    /// The attack on the enemy king.
    pub(super) assault: Assault,
}

impl<'a> Context<'a> {
    pub(super) fn new(board: &'a Board, pawns: &'a PawnStructure) -> Self {
        let sides = [SideContext::new::<White>(board), SideContext::new::<Black>(board)];
        let mut context = Self { board, pawns, occupied: board.occupied(), sides };
        context.limit_mobility::<White>();
        context.limit_mobility::<Black>();
        context
    }

    /// What is known of `S`.
    #[inline]
    pub(super) fn side<S: Side>(&self) -> &SideContext {
        &self.sides[S::COLOR.index()]
    }

    /// The men of `S` of a type.
    #[inline]
    pub(super) fn men<S: Side>(&self, piece_type: PieceType) -> Bitboard {
        self.board.colored_pieces(S::COLOR, piece_type)
    }

    /// What the men of `S` of a type attack.
    #[inline]
    pub(super) fn attacks_by<S: Side>(&self, piece_type: PieceType) -> Bitboard {
        self.side::<S>().attacks_by[piece_type.index()]
    }

    /// How many of the sliders would attack `target` if it were not for one man between.
    #[inline]
    pub(super) fn masked_attacks(
        &self,
        target: Square,
        diagonal_sliders: Bitboard,
        straight_sliders: Bitboard,
    ) -> u32 {
        let sliders = bishop_attacks(target, Bitboard::EMPTY) & diagonal_sliders
            | rook_attacks(target, Bitboard::EMPTY) & straight_sliders;
        let is_masked = |slider: &Square| {
            let men = between(target, *slider) & self.occupied;
            men.is_nonempty() && !men.has_many()
        };
        sliders.into_iter().filter(is_masked).count() as u32
    }

    /// Notes what one piece of `S` attacks.
    #[inline]
    pub(super) fn add_attacks<S: Side>(&mut self, piece_type: PieceType, attacks: Bitboard) {
        let zone = self.side::<S::Opponent>().king_zone;
        let side = &mut self.sides[S::COLOR.index()];
        side.attacks_by[piece_type.index()] |= attacks;
        side.double_attacks |= side.attacks & attacks;
        side.attacks |= attacks;
        if attacks.intersects(zone) {
            side.assault.add(piece_type);
        }
    }

    #[inline]
    fn limit_mobility<S: Side>(&mut self) {
        let pawns = self.men::<S>(PieceType::Pawn);
        let low = rank::<S>(Rank::Second) | rank::<S>(Rank::Third);
        let idle = pawns & (low | backward::<S>(self.occupied));
        let enemy_pawns = self.attacks_by::<S::Opponent>(PieceType::Pawn);
        self.sides[S::COLOR.index()].mobility_area =
            !(idle | self.men::<S>(PieceType::King) | enemy_pawns);
    }
}

impl SideContext {
    #[inline]
    fn new<S: Side>(board: &Board) -> Self {
        let king = king_attacks(board.king(S::COLOR));
        let pawns = board.colored_pieces(S::COLOR, PieceType::Pawn);
        let pawn_attacks = all_pawn_attacks(S::COLOR, pawns);
        let ahead = S::COLOR.forward();
        let double_pawns = pawns.shift(ahead.and_east()) & pawns.shift(ahead.and_west());
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

/// The squares around a king that attackers aim at. A king on the edge is taken for one beside it.
#[inline]
fn king_zone<S: Side>(king: Square) -> Bitboard {
    let file = king.file().index().clamp(1, 6);
    let centre = Square::new(File::ALL[file], king.rank());
    let around = king_attacks(centre) | centre.into();
    around | forward::<S>(around)
}
