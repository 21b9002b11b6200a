//! Retrograde analysis with sets of squares.
//!
//! Positions that differ only in the square of the first piece are handled together as one
//! bitboard, called a lane. There is a lane for each placement of the kings and, with four pieces,
//! of the second piece. White is the strong side.
//!
//! The analysis proceeds from the mates by the number of moves. The weak side has lost where each
//! of its moves is illegal or leads to a position won for the strong side; the strong side has won
//! where some move leads to a position lost in the current number of moves. As these numbers are
//! processed in order, the strong side's best move is the first that decides a position, and the
//! weak side's best move the last.
//!
//! Source of retrograde analysis: K. Thompson, "Retrograde Analysis of Certain Endgames", 1986.

use super::distances::Distances;
use super::endgame::{Endgame, attackers};
use super::symmetry::Kings;
use crate::attacks::{between, king_attacks};
use crate::types::{Bitboard, Color, Direction, PieceType, Rank, Square};

/// Returns the distances to mate of all positions of `endgame`, indexed by the side to move.
///
/// `conversions` are the distances of the weak side in the endgames to which a capture or promotion
/// of the strong side can lead.
pub(super) fn analyse(endgame: Endgame, conversions: &[&Distances]) -> [Distances; 2] {
    if endgame.second.is_some() {
        Analysis::<{ Square::COUNT }>::new(endgame, conversions).run()
    } else {
        Analysis::<1>::new(endgame, conversions).run()
    }
}

/// The lanes of one placement of the kings: one for each square of the second piece, or a single
/// one.
type Lanes<const LANES: usize> = [Bitboard; LANES];

/// A set of positions: lanes by [`Kings::index`].
type Positions<const LANES: usize> = Box<[Lanes<LANES>]>;

/// A retrograde analysis in progress.
struct Analysis<'a, const LANES: usize> {
    endgame: Endgame,
    conversions: &'a [&'a Distances],
    /// Undecided positions by the side to move.
    open: [Positions<LANES>; 2],
    /// Positions that the weak king cannot enter: entering is illegal, or loses.
    lost_or_illegal: Positions<LANES>,
    /// Positions that the weak side, to move, has lost in the current number of moves.
    lost: Positions<LANES>,
    /// Whether there are `lost` positions, by [`Kings::index`].
    has_lost: Box<[bool]>,
    /// Whether there were new wins in the last [`find_won`](Self::find_won), by [`Kings::index`].
    has_won: Box<[bool]>,
    distances: [Distances; 2],
}

impl<'a, const LANES: usize> Analysis<'a, LANES> {
    /// Prepares the analysis: finds the legal positions and rules out the stalemates.
    fn new(endgame: Endgame, conversions: &'a [&'a Distances]) -> Self {
        let has_pawn = endgame.has_pawn();
        let filled = |set| vec![[set; LANES]; Kings::count(has_pawn)].into();
        let mut analysis = Self {
            endgame,
            conversions,
            open: std::array::from_fn(|_| filled(Bitboard::EMPTY)),
            // Adjacent kings stay illegal.
            lost_or_illegal: filled(Bitboard::ALL),
            lost: filled(Bitboard::EMPTY),
            has_lost: vec![false; Kings::count(has_pawn)].into(),
            has_won: vec![true; Kings::count(has_pawn)].into(),
            distances: std::array::from_fn(|_| Distances::new(has_pawn, LANES)),
        };
        for kings in Kings::all(has_pawn) {
            for color in Color::ALL {
                analysis.open[color.index()][kings.index()] =
                    lanes(endgame, |second| endgame.legal(color, kings, second));
            }
            analysis.lost_or_illegal[kings.index()] = lanes(endgame, |second| {
                let is_own = second == Some(kings.weak) && endgame.is_second(Color::Black);
                if is_own { Bitboard::ALL } else { endgame.checks(Color::Black, kings, second) }
            });
        }
        for kings in Kings::all(has_pawn) {
            for (lane, without_escape) in analysis.without_escape(kings).into_iter().enumerate() {
                let checks = endgame.checks(Color::Black, kings, endgame.second_square(lane));
                analysis.open[Color::Black.index()][kings.index()][lane] &=
                    !without_escape | checks;
            }
        }
        analysis
    }

    /// Finds all wins.
    fn run(mut self) -> [Distances; 2] {
        let longest_conversion = self.conversions.iter().filter_map(|table| table.longest).max();
        let mut moves = 0;
        while self.find_lost(moves) || longest_conversion >= Some(moves) {
            self.find_won(moves);
            moves += 1;
        }
        self.distances
    }

    /// Finds the positions that the weak side, to move, has lost in the given number of moves;
    /// returns whether there are any.
    fn find_lost(&mut self, moves: usize) -> bool {
        for kings in Kings::all(self.endgame.has_pawn()) {
            self.has_lost[kings.index()] = false;
            if !self.may_be_newly_lost(kings) {
                continue;
            }
            let lost = self.without_escape(kings);
            if lost.iter().any(|set| set.is_nonempty()) {
                self.has_lost[kings.index()] = true;
                let open = &mut self.open[Color::Black.index()][kings.index()];
                open.iter_mut().zip(&lost).for_each(|(open, lost)| *open &= !*lost);
                self.lost[kings.index()] = lost;
                self.distances[Color::Black.index()].insert(kings, &lost, moves);
            }
        }
        self.has_lost.contains(&true)
    }

    /// Whether the last wins include positions to which the weak side can move with these kings.
    fn may_be_newly_lost(&self, kings: Kings) -> bool {
        let next = king_attacks(kings.weak).into_iter().map(|weak| Kings { weak, ..kings });
        next.chain([kings]).any(|kings| self.has_won[kings.index()])
    }

    /// Returns the open positions in which every move of the weak side is illegal or known to lose.
    fn without_escape(&self, kings: Kings) -> Lanes<LANES> {
        let mut without_escape = self.open[Color::Black.index()][kings.index()];
        for weak in king_attacks(kings.weak) {
            let lost_or_illegal = &self.lost_or_illegal[Kings { weak, ..kings }.index()];
            for (set, lost_or_illegal) in without_escape.iter_mut().zip(lost_or_illegal) {
                *set &= *lost_or_illegal;
            }
        }
        if let Some((Color::Black, piece)) = self.endgame.second {
            // The piece can neither capture the first piece nor move to an open position.
            let open = &self.open[Color::White.index()][kings.index()];
            let sets = without_escape.iter_mut().enumerate();
            for (lane, set) in sets.filter(|(_, set)| set.is_nonempty()) {
                let second = Square::from_index(lane as u8);
                let attacks = attackers(piece, second, kings.set());
                *set &= !attacks;
                for to in attacks {
                    if set.is_empty() {
                        break;
                    }
                    *set &= !open[to.index()] | between(second, to);
                }
            }
        }
        without_escape
    }

    /// Finds the positions in which the strong side can move to one lost in `moves`, the last
    /// number passed to [`find_lost`](Self::find_lost).
    fn find_won(&mut self, moves: usize) {
        for kings in Kings::all(self.endgame.has_pawn()) {
            let mut won = [Bitboard::EMPTY; LANES];
            self.add_king_moves(kings, &mut won);
            self.add_piece_moves(kings, &mut won);
            for losses in self.conversions {
                if self.endgame.has_pawn() {
                    let promoted =
                        lost_in(losses, kings, moves) & Bitboard::from_rank(Rank::Eighth);
                    won[0] |= promoted.shift(Direction::South);
                } else {
                    self.add_captures(kings, losses, moves, &mut won);
                }
            }
            let open = &mut self.open[Color::White.index()][kings.index()];
            let lost_or_illegal = &mut self.lost_or_illegal[kings.index()];
            for ((won, open), lost_or_illegal) in won.iter_mut().zip(open).zip(lost_or_illegal) {
                *won &= *open;
                *open &= !*won;
                *lost_or_illegal |= *won;
            }
            let has_won = won.iter().any(|set| set.is_nonempty());
            self.has_won[kings.index()] = has_won;
            if has_won {
                self.distances[Color::White.index()].insert(kings, &won, moves + 1);
            }
        }
    }

    /// Adds the positions from which the strong king moves to a lost position.
    fn add_king_moves(&self, kings: Kings, won: &mut Lanes<LANES>) {
        for strong in king_attacks(kings.strong) {
            let (next, reflection) =
                Kings::reflected([strong, kings.weak], self.endgame.has_pawn());
            if !self.has_lost[next.index()] {
                continue;
            }
            let lost = &self.lost[next.index()];
            for (lane, set) in won.iter_mut().enumerate() {
                // The remainder is 0 for the single lane of three pieces.
                let reflected = reflection.square(Square::from_index(lane as u8)).index() % LANES;
                *set |= reflection.set(lost[reflected]);
            }
        }
    }

    /// Adds the positions from which a piece of the strong side moves to a lost position.
    fn add_piece_moves(&self, kings: Kings, won: &mut Lanes<LANES>) {
        if !self.has_lost[kings.index()] {
            return;
        }
        let first = self.endgame.first;
        let lost = self.lost[kings.index()].iter().enumerate();
        for (lane, &lost) in lost.filter(|(_, lost)| lost.is_nonempty()) {
            let occupied = kings.set() | Bitboard::from_iter(self.endgame.second_square(lane));
            if first == PieceType::Pawn {
                let double_steps = lost & Bitboard::from_rank(Rank::Fourth);
                let passed = double_steps.shift(Direction::South) & !occupied;
                won[lane] |= (lost | passed).shift(Direction::South);
            } else {
                won[lane] |= lost.into_iter().fold(Bitboard::EMPTY, |from_squares, to| {
                    from_squares | attackers(first, to, occupied)
                });
            }
            if let Some((Color::White, piece)) = self.endgame.second {
                let to = Square::from_index(lane as u8);
                for from in attackers(piece, to, kings.set()) {
                    won[from.index()] |= lost & !between(from, to);
                }
            }
        }
    }

    /// Adds the positions from which the strong side captures the second piece, after which the
    /// weak side has lost in `moves` according to `losses`.
    fn add_captures(&self, kings: Kings, losses: &Distances, moves: usize, won: &mut Lanes<LANES>) {
        for second in lost_in(losses, kings, moves) {
            won[second.index()] |= attackers(self.endgame.first, second, kings.set());
        }
        for second in king_attacks(kings.strong) {
            won[second.index()] |= lost_in(losses, Kings { strong: second, ..kings }, moves);
        }
    }
}

/// Returns the squares of the only piece for which the weak side, to move, has lost in `moves`
/// according to the distances of an endgame of three pieces without a pawn.
fn lost_in(losses: &Distances, kings: Kings, moves: usize) -> Bitboard {
    let (kings, reflection) = Kings::reflected([kings.strong, kings.weak], false);
    reflection.set(losses.with(kings, 0, moves))
}

/// Returns the lanes of a placement of the kings, each as a function of the second piece's square.
fn lanes<const LANES: usize>(
    endgame: Endgame,
    lane: impl Fn(Option<Square>) -> Bitboard,
) -> Lanes<LANES> {
    std::array::from_fn(|index| lane(endgame.second_square(index)))
}
