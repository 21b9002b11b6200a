//! Legal moves, handed out in groups.
//!
//! Every group is masked by the check mask (capture the checker or step in between) and by the pin
//! lines, so that no move has to be made to find out whether it is legal.

use super::Board;
use crate::attacks::{
    Slider, all_pawn_attacks, between, bishop_attacks, empty_board_attacks, king_attacks,
    knight_attacks, line, pawn_attacks, rook_attacks, slider_attacks,
};
use crate::types::{
    Bitboard, Move, MoveKind, MoveList, PieceType, Rank, Side, Square, Wing, with_side,
};

/// Receives legal moves in groups, each move once.
pub trait MoveSink {
    /// The man on `from` may go to each of `targets`. A queen comes in two groups.
    fn targets(&mut self, from: Square, targets: Bitboard);

    /// A pawn may come to each of `targets` by a step of `offset` in square index.
    fn pawn_targets(&mut self, targets: Bitboard, offset: i8);

    /// A pawn may come to each of `targets` by a step of `offset` and promote there, to four men.
    fn promotions(&mut self, targets: Bitboard, offset: i8);

    /// An en-passant capture or castling.
    fn special(&mut self, mv: Move);
}

impl MoveSink for MoveList {
    #[inline]
    fn targets(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::normal(from, to));
        }
    }

    #[inline]
    fn pawn_targets(&mut self, targets: Bitboard, offset: i8) {
        for to in targets {
            self.push(Move::normal(to.offset(-offset), to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, offset: i8) {
        for to in targets {
            for piece in [PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop] {
                self.push(Move::promotion(to.offset(-offset), to, piece));
            }
        }
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without writing them.
struct MoveCounter(u64);

impl MoveSink for MoveCounter {
    #[inline]
    fn targets(&mut self, _from: Square, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn pawn_targets(&mut self, targets: Bitboard, _offset: i8) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _offset: i8) {
        self.0 += 4 * u64::from(targets.count());
    }

    #[inline]
    fn special(&mut self, _mv: Move) {
        self.0 += 1;
    }
}

/// Which of the legal moves to generate.
pub(super) trait Subset {
    /// Captures, en passant and all promotions.
    const TACTICAL: bool;
    /// All other moves.
    const QUIET: bool;

    #[inline]
    fn targets(own: Bitboard, hostile: Bitboard) -> Bitboard {
        match (Self::TACTICAL, Self::QUIET) {
            (true, false) => hostile,
            (false, true) => !(own | hostile),
            _ => !own,
        }
    }
}

pub(super) struct All;
struct Tactical;
struct Quiet;

impl Subset for All {
    const TACTICAL: bool = true;
    const QUIET: bool = true;
}

impl Subset for Tactical {
    const TACTICAL: bool = true;
    const QUIET: bool = false;
}

impl Subset for Quiet {
    const TACTICAL: bool = false;
    const QUIET: bool = true;
}

impl Board {
    /// Hands every legal move to `sink`.
    pub fn generate(&self, sink: &mut impl MoveSink) {
        with_side!(self.side_to_move, S => self.generate_for::<S, All>(sink));
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> MoveList {
        with_side!(self.side_to_move, S => self.moves_for::<S, All>())
    }

    /// The legal captures, en-passant captures and promotions.
    pub fn tactical_moves(&self) -> MoveList {
        with_side!(self.side_to_move, S => self.moves_for::<S, Tactical>())
    }

    /// The legal moves that are not among [`Board::tactical_moves`].
    pub fn quiet_moves(&self) -> MoveList {
        with_side!(self.side_to_move, S => self.moves_for::<S, Quiet>())
    }

    /// Whether the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        with_side!(self.side_to_move, S => self.count_for::<S>()) != 0
    }

    #[inline]
    pub(super) fn moves_for<S: Side, Wanted: Subset>(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_for::<S, Wanted>(&mut moves);
        moves
    }

    #[inline]
    pub(super) fn count_for<S: Side>(&self) -> u64 {
        let mut counter = MoveCounter(0);
        self.generate_for::<S, All>(&mut counter);
        counter.0
    }

    /// Whether `mv`, which may be any 16 bits, is a legal move.
    pub fn is_legal(&self, mv: Move) -> bool {
        with_side!(self.side_to_move, S => self.is_legal_for::<S>(mv))
    }

    fn is_legal_for<S: Side>(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece_type) = self.piece_type_on(from) else {
            return false;
        };
        if !self.color(S::COLOR).contains(from) {
            return false;
        }
        match mv.kind() {
            MoveKind::Castling => {
                mv == Move::castling(self.king(S::COLOR), to) && self.may_castle::<S>(to)
            }
            MoveKind::EnPassant => {
                mv == Move::en_passant(from, to)
                    && self.en_passant() == Some(to)
                    && self.en_passant_capturers::<S>(to).contains(from)
            }
            MoveKind::Normal | MoveKind::Promotion => {
                let promotes = piece_type == PieceType::Pawn && last_rank::<S>().contains(to);
                if promotes != mv.promoted_to().is_some()
                    || !promotes && mv != Move::normal(from, to)
                {
                    return false;
                }
                self.targets_of::<S>(piece_type, from).contains(to)
            }
        }
    }

    /// Where the man of `S` on `from` may go by ordinary moves.
    fn targets_of<S: Side>(&self, piece_type: PieceType, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let not_own = !self.color(S::COLOR);
        let reached = match piece_type {
            PieceType::King => return self.safe_king_targets::<S>(king_attacks(from) & not_own),
            PieceType::Pawn => self.single_pawn_targets::<S>(from),
            PieceType::Knight => knight_attacks(from),
            PieceType::Bishop => bishop_attacks(from, occupied),
            PieceType::Rook => rook_attacks(from, occupied),
            PieceType::Queen => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
        };
        let pin_line = match self.pinned.contains(from) {
            true => line(self.king(S::COLOR), from),
            false => Bitboard::ALL,
        };
        reached & not_own & pin_line & self.check_mask::<S>()
    }

    #[inline]
    fn generate_for<S: Side, Wanted: Subset>(&self, sink: &mut impl MoveSink) {
        let king = self.king(S::COLOR);
        let own = self.color(S::COLOR);
        let wanted = Wanted::targets(own, self.color(S::Opponent::COLOR));
        if !self.checkers.has_many() {
            let mask = self.check_mask::<S>();
            self.generate_pawns::<S, Wanted>(mask, sink);
            self.generate_pieces::<S>(wanted & mask, sink);
        }
        let steps = king_attacks(king) & wanted;
        let castlings = if Wanted::QUIET { self.castling_paths::<S>() } else { Bitboard::EMPTY };
        if (steps | castlings).is_empty() {
            return;
        }
        // Steps and castling paths are looked at together: to see the attacks costs the most.
        let safe = self.safe_king_targets::<S>(steps | castlings);
        sink.targets(king, steps & safe);
        if castlings.intersects(safe) {
            for rook in self.castling.rooks_of(S::COLOR) {
                if self.castling_path::<S>(rook).is_some_and(|path| path.is_subset_of(safe)) {
                    sink.special(Move::castling(king, rook));
                }
            }
        }
    }

    /// Where men other than the king may go: anywhere, or where they end the one check.
    #[inline]
    fn check_mask<S: Side>(&self) -> Bitboard {
        match self.checkers.first() {
            None => Bitboard::ALL,
            Some(_) if self.checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => between(self.king(S::COLOR), checker) | self.checkers,
        }
    }

    /// Knights, bishops, rooks and queens.
    #[inline]
    fn generate_pieces<S: Side>(&self, targets: Bitboard, sink: &mut impl MoveSink) {
        let occupied = self.occupied();
        let own = self.color(S::COLOR);
        let free = own & !self.pinned;
        for from in self.pieces(PieceType::Knight) & free {
            sink.targets(from, knight_attacks(from) & targets);
        }
        for slider in [Slider::Bishop, Slider::Rook] {
            for from in self.sliders(slider) & free {
                sink.targets(from, slider_attacks(slider, from, occupied) & targets);
            }
        }
        if self.pinned.is_empty() {
            return;
        }
        let king = self.king(S::COLOR);
        for slider in [Slider::Bishop, Slider::Rook] {
            for from in self.sliders(slider) & self.pinned {
                let pinned_targets = targets & line(king, from);
                sink.targets(from, slider_attacks(slider, from, occupied) & pinned_targets);
            }
        }
    }

    #[inline]
    fn generate_pawns<S: Side, Wanted: Subset>(&self, mask: Bitboard, sink: &mut impl MoveSink) {
        let forward = S::COLOR.forward();
        let empty = !self.occupied();
        let hostile = self.color(S::Opponent::COLOR);
        let pawns = self.colored_pieces(S::COLOR, PieceType::Pawn);
        let free = pawns & !self.pinned;

        let last_rank = last_rank::<S>();
        let steps = free.shift(forward) & empty;
        let captures = [forward.and_west(), forward.and_east()]
            .map(|direction| (free.shift(direction) & hostile & mask, direction.offset()));
        if Wanted::QUIET {
            sink.pawn_targets(steps & mask & !last_rank, forward.offset());
            let third = Bitboard::from_rank(Rank::Third.relative_to(S::COLOR));
            let double_steps = (steps & third).shift(forward) & empty & mask;
            sink.pawn_targets(double_steps, 2 * forward.offset());
        }
        if Wanted::TACTICAL {
            for (targets, offset) in captures {
                sink.pawn_targets(targets & !last_rank, offset);
            }
            if free.intersects(Bitboard::from_rank(Rank::Seventh.relative_to(S::COLOR))) {
                sink.promotions(steps & mask & last_rank, forward.offset());
                for (targets, offset) in captures {
                    sink.promotions(targets & last_rank, offset);
                }
            }
            if let Some(target) = self.en_passant() {
                for from in self.en_passant_capturers::<S>(target) {
                    sink.special(Move::en_passant(from, target));
                }
            }
        }
        if (pawns & self.pinned).is_nonempty() {
            self.generate_pinned_pawns::<S, Wanted>(mask, sink);
        }
    }

    /// Pinned pawns one by one, apart from the common path.
    #[cold]
    fn generate_pinned_pawns<S: Side, Wanted: Subset>(
        &self,
        mask: Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let king = self.king(S::COLOR);
        for from in self.colored_pieces(S::COLOR, PieceType::Pawn) & self.pinned {
            let targets = self.single_pawn_targets::<S>(from) & mask & line(king, from);
            if Wanted::QUIET {
                sink.targets(from, targets & !last_rank::<S>() & !self.occupied());
            }
            if Wanted::TACTICAL {
                sink.targets(from, targets & !last_rank::<S>() & self.occupied());
                for to in targets & last_rank::<S>() {
                    let offset = to.index() as i8 - from.index() as i8;
                    sink.promotions(to.into(), offset);
                }
            }
        }
    }

    /// Where the pawn on `from` may step or capture, but for en passant, pins and checks.
    fn single_pawn_targets<S: Side>(&self, from: Square) -> Bitboard {
        let forward = S::COLOR.forward();
        let empty = !self.occupied();
        let third = Bitboard::from_rank(Rank::Third.relative_to(S::COLOR));
        let step = Bitboard::from(from).shift(forward) & empty;
        let double_step = (step & third).shift(forward) & empty;
        let captures = pawn_attacks(S::COLOR, from) & self.color(S::Opponent::COLOR);
        step | double_step | captures
    }

    /// Those of `targets` on which the king of `S` would not be attacked.
    #[inline]
    fn safe_king_targets<S: Side>(&self, targets: Bitboard) -> Bitboard {
        let hostile = self.color(S::Opponent::COLOR);
        let hostile_pawns = self.colored_pieces(S::Opponent::COLOR, PieceType::Pawn);
        let mut safe = targets
            & !all_pawn_attacks(S::Opponent::COLOR, hostile_pawns)
            & !king_attacks(self.king(S::Opponent::COLOR));
        for knight in self.pieces(PieceType::Knight) & hostile {
            safe &= !knight_attacks(knight);
        }
        if safe.is_empty() {
            return safe;
        }
        // A slider sees through the square that the king leaves.
        let occupied = self.occupied() ^ self.king(S::COLOR).into();
        for slider in [Slider::Bishop, Slider::Rook] {
            for from in self.sliders(slider) & hostile {
                if safe.intersects(empty_board_attacks(slider, from)) {
                    safe &= !slider_attacks(slider, from, occupied);
                }
            }
        }
        safe
    }

    /// All squares over which the king of `S` may castle unless they are attacked.
    #[inline]
    fn castling_paths<S: Side>(&self) -> Bitboard {
        let rooks = self.castling.rooks_of(S::COLOR);
        if rooks.is_empty() || self.in_check() {
            return Bitboard::EMPTY;
        }
        let paths = rooks.into_iter().filter_map(|rook| self.castling_path::<S>(rook));
        paths.fold(Bitboard::EMPTY, |all, path| all | path)
    }

    /// The squares over which the king of `S` would castle with `rook`, if no man is in the way.
    #[inline]
    fn castling_path<S: Side>(&self, rook: Square) -> Option<Bitboard> {
        let king = self.king(S::COLOR);
        let wing = Wing::of(king, rook);
        let (king_to, rook_to) = (wing.king_to(S::COLOR), wing.rook_to(S::COLOR));
        let king_path = between(king, king_to) | king_to.into();
        let rook_path = between(rook, rook_to) | rook_to.into();
        let others = self.occupied() & !(Bitboard::from(king) | rook.into());
        // In Chess960 the rook may shield its king from a slider behind it, which is a pin.
        let is_open = !(king_path | rook_path).intersects(others) && !self.pinned.contains(rook);
        is_open.then_some(king_path)
    }

    /// Whether `S` may castle with the rook on `rook`.
    fn may_castle<S: Side>(&self, rook: Square) -> bool {
        self.castling.rooks_of(S::COLOR).contains(rook)
            && !self.in_check()
            && self
                .castling_path::<S>(rook)
                .is_some_and(|path| path.is_subset_of(self.safe_king_targets::<S>(path)))
    }
}

#[inline]
fn last_rank<S: Side>() -> Bitboard {
    Bitboard::from_rank(Rank::Eighth.relative_to(S::COLOR))
}
