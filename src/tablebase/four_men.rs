//! Endgames of four men whose wins are too long for a search to see.
//!
//! Retrograde analysis as of [three men](super::three_men): for each place of the kings and one of
//! the men, all squares of the other man are looked at together. All places of the first man are
//! gone through in one loop, which the compiler turns into vector instructions. Without pawns the
//! board can be turned so that the strong king stands on a1 to d4. The number of moves to the mate is
//! kept in binary, each digit as a set of positions.

use super::men::Men;
use super::origins::{attackers, origins};
use super::{Mover, Position, ProbeResult, TABLES, Table};
use crate::attacks::{between, king_attacks};
use crate::board::Board;
use crate::types::{Bitboard, Color, PieceType, Square};

/// How many squares the strong king can stand on: a1 to d4.
const QUARTER: usize = 16;
/// Binary digits of the moves to a mate, of which there are at most 40.
const DIGITS: usize = 6;

/// Squares of the second man, by the square of the first.
type Seconds = [Bitboard; Square::COUNT];
/// Squares of the second man, by those of the strong king, the weak king and the first man.
type Sets = Box<[[Seconds; Square::COUNT]]>;

/// Squares of the first man when the second is taken, by those of the strong and the weak king.
type Alone = Box<[[Bitboard; Square::COUNT]]>;

fn empty_sets() -> Sets {
    vec![[[Bitboard::EMPTY; Square::COUNT]; Square::COUNT]; QUARTER].into()
}

/// A turn of the board that brings a king to the quarter of a1: what changes in the index of every
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn(u8);

impl Turn {
    fn of(king: Square) -> Self {
        let files = if king.index() % 8 < 4 { 0 } else { 7 };
        let ranks = if king.index() < 32 { 0 } else { 56 };
        Self(files | ranks)
    }

    fn square(self, square: Square) -> Square {
        Square::from_index(square.index() as u8 ^ self.0)
    }

    fn set(self, set: Bitboard) -> Bitboard {
        Bitboard(match self.0 {
            0 => set.0,
            7 => set.0.reverse_bits().swap_bytes(),
            56 => set.0.swap_bytes(),
            _ => set.0.reverse_bits(),
        })
    }
}

/// The place in [`Sets`] of a strong king in the quarter of a1.
fn quarter_index(king: Square) -> usize {
    king.index() / 8 * 4 + king.index() % 8
}

/// The distances of all positions of an endgame in which the strong side is to move and wins.
pub struct FourMen {
    pub(super) men: Men,
    /// Where the moves to the mate have this binary digit, the lowest first. None has a digit where
    /// the strong side does not win.
    digits: [Sets; DIGITS],
    /// How many positions with the strong side to move are legal.
    pub(super) positions: usize,
}

impl FourMen {
    /// Finds all wins.
    pub fn new(men: Men) -> Self {
        let mut analysis = Analysis::new(men);
        let legal = analysis.strong_open.as_flattened().as_flattened();
        let positions = legal.iter().map(|set| set.count() as usize).sum();
        let mut moves = 0;
        while analysis.find_lost() || moves < analysis.alone.len() {
            analysis.find_won(moves);
            moves += 1;
        }
        Self { men, digits: analysis.digits, positions }
    }

    /// What `board` leads to if the strong side wins, or if nobody can. `None` if the men are others,
    /// or the weak side has one too and is neither lost nor stalemated: then it may win.
    pub fn outcome(&self, board: &Board) -> Option<ProbeResult> {
        let strong = self.men.strong_side(board)?;
        let draw = (!self.men.is_second_weak).then_some(ProbeResult::Draw);
        if board.side_to_move() == strong {
            return self
                .moves_to_mate(board, strong)
                .map(|moves| ProbeResult::Win(2 * moves - 1))
                .or(draw);
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return Some(if board.in_check() { ProbeResult::Loss(0) } else { ProbeResult::Draw });
        }
        // If a move escapes, there is no longest defence.
        let defence = |mv| self.moves_to_mate(&board.make(mv), strong);
        let longest = moves
            .into_iter()
            .map(defence)
            .try_fold(0, |longest, moves| moves.map(|moves| longest.max(moves)));
        longest.map(|moves| ProbeResult::Loss(2 * moves)).or(draw)
    }

    /// In how many moves `strong`, whose move it is, mates with all men on the board.
    fn moves_to_mate(&self, board: &Board, strong: Color) -> Option<usize> {
        let [first, second] = self.men.squares(board, strong)?;
        let turn = Turn::of(board.king(strong));
        let [strong, weak] = [strong, !strong].map(|color| turn.square(board.king(color)));
        self.moves([strong, weak], turn.square(first), turn.square(second))
    }

    /// The same for squares of the kings, the strong one's in the quarter of a1, and of the men.
    pub(super) fn moves(&self, kings: [Square; 2], first: Square, second: Square) -> Option<usize> {
        let digits = self.sets(kings, first).map(|set| usize::from(set.contains(second)));
        let moves = digits.rev().fold(0, |moves, digit| 2 * moves + digit);
        (moves > 0).then_some(moves)
    }

    /// For each digit, the lowest first, where the second man must stand.
    pub(super) fn sets(
        &self,
        [strong, weak]: [Square; 2],
        first: Square,
    ) -> impl DoubleEndedIterator<Item = Bitboard> {
        self.digits.iter().map(move |sets| sets[quarter_index(strong)][weak.index()][first.index()])
    }
}

/// The squares of two kings that are not side by side, the strong one's in the quarter of a1.
pub(super) fn places_of_kings() -> impl Iterator<Item = [Square; 2]> {
    let in_quarter = Square::all().filter(|&king| Turn::of(king) == Turn(0));
    in_quarter.flat_map(|strong| {
        let apart = !(king_attacks(strong) | strong.into());
        apart.into_iter().map(move |weak| [strong, weak])
    })
}

/// An analysis under way.
struct Analysis {
    men: Men,
    /// For each number of moves, where the first man wins alone when the weak side is to move: its
    /// squares by those of the strong and the weak king.
    alone: Vec<Alone>,
    kings: Vec<[Square; 2]>,
    /// Where nothing is decided yet with the strong side to move.
    strong_open: Sets,
    /// Where nothing is decided yet with the weak side to move.
    weak_open: Sets,
    /// What keeps the weak king from going to a square: the step is illegal, or loses.
    barred: Sets,
    /// Where the weak side, to move, has lost in the number of moves at hand.
    lost: Sets,
    digits: [Sets; DIGITS],
}

impl Analysis {
    fn new(men: Men) -> Self {
        // What is left when the first man takes the second.
        let alone = match men.first {
            PieceType::Queen => Some(&TABLES.queen),
            PieceType::Rook => Some(&TABLES.rook),
            _ => None,
        };
        let mut analysis = Self {
            men,
            alone: alone.map(lost_by_moves).unwrap_or_default(),
            kings: places_of_kings().collect(),
            strong_open: empty_sets(),
            weak_open: empty_sets(),
            // Kings do not come side by side.
            barred: vec![[[Bitboard::ALL; Square::COUNT]; Square::COUNT]; QUARTER].into(),
            lost: empty_sets(),
            digits: std::array::from_fn(|_| empty_sets()),
        };
        for [strong, weak] in places_of_kings() {
            let mut barred = checks(men, strong, weak);
            if men.is_second_weak {
                barred.iter_mut().for_each(|set| *set |= weak.into());
            }
            analysis.barred[quarter_index(strong)][weak.index()] = barred;
        }
        for [strong, weak] in places_of_kings() {
            analysis.open(strong, weak);
        }
        analysis
    }

    /// Notes which positions are legal and not stalemate.
    fn open(&mut self, strong: Square, weak: Square) {
        let kings = Bitboard::from(strong) | weak.into();
        let checks = checks(self.men, strong, weak);
        for first in !kings {
            let others = kings | first.into();
            let attacked = self.men.second_attackers(strong, others, true);
            self.strong_open[quarter_index(strong)][weak.index()][first.index()] =
                !others & !checks[first.index()];
            self.weak_open[quarter_index(strong)][weak.index()][first.index()] =
                !others & !attacked;
        }
        let cornered = self.cornered(strong, weak);
        let open = &mut self.weak_open[quarter_index(strong)][weak.index()];
        for ((open, cornered), checks) in open.iter_mut().zip(cornered).zip(checks) {
            *open &= !cornered | checks;
        }
    }

    /// Where every move of the weak side is illegal or known to lose, as far as that is open.
    fn cornered(&self, strong: Square, weak: Square) -> Seconds {
        let barred = &self.barred[quarter_index(strong)];
        let mut cornered = self.weak_open[quarter_index(strong)][weak.index()];
        for to in king_attacks(weak) {
            for (set, &barred) in cornered.iter_mut().zip(&barred[to.index()]) {
                *set &= barred;
            }
        }
        if self.men.is_second_weak {
            for (first, set) in
                Square::all().zip(&mut cornered).filter(|(_, set)| set.is_nonempty())
            {
                // What saves is a legal position that is not known to be lost, or to take the first
                // man, without whom there is no mate.
                let kept = self.strong_open[quarter_index(strong)][weak.index()][first.index()];
                let others = Bitboard::from(strong) | weak.into() | first.into();
                *set &= !origins(self.men.second, kept | first.into(), others);
            }
        }
        cornered
    }

    /// Finds what the weak side has lost. Tells whether there is anything new.
    fn find_lost(&mut self) -> bool {
        let mut any = Bitboard::EMPTY;
        for index in 0..self.kings.len() {
            let [strong, weak] = self.kings[index];
            let lost = self.cornered(strong, weak);
            let open = &mut self.weak_open[quarter_index(strong)][weak.index()];
            for (open, lost) in open.iter_mut().zip(lost) {
                *open &= !lost;
                any |= lost;
            }
            self.lost[quarter_index(strong)][weak.index()] = lost;
        }
        any.is_nonempty()
    }

    /// Finds what the strong side wins by a move to what is lost in so many `moves`, the last found.
    fn find_won(&mut self, moves: usize) {
        for index in 0..self.kings.len() {
            let [strong, weak] = self.kings[index];
            let mut won = self.reaching_lost(strong, weak);
            if let Some(lost) = self.alone.get(moves) {
                self.add_captures([strong, weak], lost, &mut won);
            }
            let open = &mut self.strong_open[quarter_index(strong)][weak.index()];
            let barred = &mut self.barred[quarter_index(strong)][weak.index()];
            for ((won, open), barred) in won.iter_mut().zip(open).zip(barred) {
                *won &= *open;
                *open &= !*won;
                *barred |= *won;
            }
            for (digit, sets) in self.digits.iter_mut().enumerate() {
                if (moves + 1) >> digit & 1 == 1 {
                    let known = &mut sets[quarter_index(strong)][weak.index()];
                    known.iter_mut().zip(won).for_each(|(known, won)| *known |= won);
                }
            }
        }
    }

    /// From where a move of the strong side leads to what was last found lost, legal or not.
    fn reaching_lost(&self, strong: Square, weak: Square) -> Seconds {
        let mut reaching = [Bitboard::EMPTY; Square::COUNT];
        for to in king_attacks(strong) {
            let turn = Turn::of(to);
            let lost = &self.lost[quarter_index(turn.square(to))][turn.square(weak).index()];
            for (first, set) in Square::all().zip(&mut reaching) {
                *set |= turn.set(lost[turn.square(first).index()]);
            }
        }
        let kings = Bitboard::from(strong) | weak.into();
        for (to, &lost) in Square::all().zip(&self.lost[quarter_index(strong)][weak.index()]) {
            if lost.is_empty() {
                continue;
            }
            for first in attackers(self.men.first, to, kings) {
                reaching[first.index()] |= lost & !between(first, to);
            }
            if !self.men.is_second_weak {
                reaching[to.index()] |= origins(self.men.second, lost, kings | to.into());
            }
        }
        reaching
    }

    /// Adds from where the second man is taken on its square and the weak side has `lost` then.
    fn add_captures(&self, [strong, weak]: [Square; 2], lost: &Alone, won: &mut Seconds) {
        let kings = Bitboard::from(strong) | weak.into();
        for second in lost[strong.index()][weak.index()] {
            for first in attackers(self.men.first, second, kings) {
                won[first.index()] |= second.into();
            }
        }
        for second in king_attacks(strong) {
            for first in lost[second.index()][weak.index()] {
                won[first.index()] |= second.into();
            }
        }
    }
}

/// For each number of moves, where the weak side, to move, has lost.
fn lost_by_moves(table: &Table) -> Vec<Alone> {
    let mut sets: Vec<Alone> = Vec::new();
    for position in Position::all(Mover::Weak) {
        let Some(ProbeResult::Loss(plies)) = table.outcome(position) else { continue };
        let moves = plies / 2;
        while sets.len() <= moves {
            sets.push(vec![[Bitboard::EMPTY; Square::COUNT]; Square::COUNT].into());
        }
        let kings = [position.strong_king, position.weak_king].map(Square::index);
        sets[moves][kings[0]][kings[1]] |= position.man.into();
    }
    sets
}

/// Where the weak king on its square is attacked.
fn checks(men: Men, strong: Square, weak: Square) -> Seconds {
    let lines = attackers(men.first, weak, strong.into());
    std::array::from_fn(|first| {
        let first = Square::from_index(first as u8);
        let by_first = if lines.contains(first) { !between(first, weak) } else { Bitboard::EMPTY };
        let others = Bitboard::from(strong) | first.into();
        by_first | men.second_attackers(weak, others, false)
    })
}
