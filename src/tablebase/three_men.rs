//! Retrograde analysis of three men with sets of squares.
//!
//! With the kings on their squares, all squares of the man are looked at together as a bitboard.
//! From the mates on, ply by ply: the weak side has lost where every step of its king is illegal or
//! leads to a won position; the strong side has won where some move leads to a position lost in just
//! so many plies. Because the plies are taken in order, what decides a position first is the best
//! move of the strong side, and what decides it last the best of the weak.

use super::origins::{attackers, origins};
use super::{DRAW, ILLEGAL, Mover, Position, Table};
use crate::attacks::king_attacks;
use crate::types::{Bitboard, Direction, PieceType, Rank, Square};

/// Squares of the man, by the squares of the strong and of the weak king.
type Sets = Box<[[Bitboard; Square::COUNT]]>;

fn empty_sets() -> Sets {
    vec![[Bitboard::EMPTY; Square::COUNT]; Square::COUNT].into()
}

/// Analyses all positions of `man`, which if it is a pawn can become a man of the `promoted` tables.
pub(super) fn analyse(man: PieceType, promoted: &[&Table]) -> Table {
    let mut analysis = Analysis::new(man, promoted);
    let longest_promotion = promoted.iter().map(|table| table.longest()).max().unwrap_or(0);
    for plies in (0..DRAW).step_by(2) {
        let is_new = analysis.find_lost(plies) | analysis.find_won(plies + 1);
        if !is_new && plies >= longest_promotion {
            break;
        }
    }
    Table { man, distances: analysis.distances }
}

/// An analysis under way.
struct Analysis<'a> {
    man: PieceType,
    promoted: &'a [&'a Table],
    /// All places of the kings that are not side by side: the strong, then the weak king.
    kings: Vec<[Square; 2]>,
    /// Where nothing is decided yet with the strong side to move.
    strong_open: Sets,
    /// Where nothing is decided yet with the weak side to move.
    weak_open: Sets,
    /// What keeps the weak king from going to a square: the step is illegal, or loses.
    barred: Sets,
    /// Where the weak side, to move, has lost in the number of plies at hand.
    lost: Sets,
    distances: Box<[u8]>,
}

impl<'a> Analysis<'a> {
    fn new(man: PieceType, promoted: &'a [&'a Table]) -> Self {
        let mut analysis = Self {
            man,
            promoted,
            kings: Vec::new(),
            strong_open: empty_sets(),
            weak_open: empty_sets(),
            barred: empty_sets(),
            lost: empty_sets(),
            distances: vec![ILLEGAL; Position::COUNT].into(),
        };
        for strong in Square::all() {
            for weak in Square::all() {
                let is_beside = king_attacks(strong).contains(weak);
                if strong != weak && !is_beside {
                    analysis.kings.push([strong, weak]);
                }
                analysis.barred[strong.index()][weak.index()] =
                    if is_beside { Bitboard::ALL } else { attackers(man, weak, strong.into()) };
            }
        }
        for [strong, weak] in analysis.kings.clone() {
            analysis.open(strong, weak);
        }
        analysis
    }

    /// Notes which positions are legal, and of these which may still be decided: all but stalemates.
    fn open(&mut self, strong: Square, weak: Square) {
        let legal = home(self.man) & !(Bitboard::from(strong) | weak.into());
        let checks = attackers(self.man, weak, strong.into());
        let stalemates = self.cornered(strong, weak) & !checks;
        self.strong_open[strong.index()][weak.index()] = legal & !checks;
        self.weak_open[strong.index()][weak.index()] = legal & !stalemates;
        self.note([strong, weak], legal & !checks, Mover::Strong, DRAW);
        self.note([strong, weak], legal, Mover::Weak, DRAW);
    }

    /// Where the weak king has no step that is legal and not known to lose.
    fn cornered(&self, strong: Square, weak: Square) -> Bitboard {
        let barred = &self.barred[strong.index()];
        king_attacks(weak).into_iter().fold(Bitboard::ALL, |set, to| set & barred[to.index()])
    }

    /// Finds what the weak side has lost in `plies`. Tells whether there is anything.
    fn find_lost(&mut self, plies: u8) -> bool {
        let mut is_any = false;
        for index in 0..self.kings.len() {
            let [strong, weak] = self.kings[index];
            let lost = self.cornered(strong, weak) & self.weak_open[strong.index()][weak.index()];
            self.weak_open[strong.index()][weak.index()] &= !lost;
            self.lost[strong.index()][weak.index()] = lost;
            self.note([strong, weak], lost, Mover::Weak, plies);
            is_any |= lost.is_nonempty();
        }
        is_any
    }

    /// Finds what the strong side wins in `plies`, by moves to what was last found lost. Tells whether
    /// there is anything.
    fn find_won(&mut self, plies: u8) -> bool {
        let mut is_any = false;
        for index in 0..self.kings.len() {
            let [strong, weak] = self.kings[index];
            let open = self.strong_open[strong.index()][weak.index()];
            if open.is_empty() {
                continue;
            }
            let occupied = Bitboard::from(strong) | weak.into();
            let lost = self.lost[strong.index()][weak.index()];
            let by_king = king_attacks(strong)
                .into_iter()
                .fold(Bitboard::EMPTY, |set, to| set | self.lost[to.index()][weak.index()]);
            let by_man = origins(self.man, lost, occupied);
            let won = open & (by_king | by_man | self.promoting([strong, weak], open, plies - 1));
            self.strong_open[strong.index()][weak.index()] &= !won;
            self.barred[strong.index()][weak.index()] |= won;
            self.note([strong, weak], won, Mover::Strong, plies);
            is_any |= won.is_nonempty();
        }
        is_any
    }

    /// From which of the `open` squares a pawn becomes a man that mates `plies` later.
    fn promoting(
        &self,
        [strong_king, weak_king]: [Square; 2],
        open: Bitboard,
        plies: u8,
    ) -> Bitboard {
        if self.promoted.is_empty() {
            return Bitboard::EMPTY;
        }
        let occupied = Bitboard::from(strong_king) | weak_king.into();
        let last_rank = Bitboard::from_rank(Rank::Eighth);
        let wins = |&man: &Square| {
            let position = Position { strong_king, weak_king, man, mover: Mover::Weak };
            self.promoted.iter().any(|table| table.distances[position.index()] == plies)
        };
        let targets = open.shift(Direction::North) & last_rank & !occupied;
        targets.into_iter().filter(wins).collect::<Bitboard>().shift(Direction::South)
    }

    fn note(
        &mut self,
        [strong_king, weak_king]: [Square; 2],
        men: Bitboard,
        mover: Mover,
        value: u8,
    ) {
        for man in men {
            let position = Position { strong_king, weak_king, man, mover };
            self.distances[position.index()] = value;
        }
    }
}

impl Table {
    /// The most plies to a mate.
    fn longest(&self) -> u8 {
        self.distances.iter().copied().filter(|&distance| distance < DRAW).max().unwrap_or(0)
    }
}

/// Where `man` may stand.
fn home(man: PieceType) -> Bitboard {
    match man {
        PieceType::Pawn => !(Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Eighth)),
        _ => Bitboard::ALL,
    }
}
