//! Bishop and knight against a bare king: a won ending whose way is too long for a search.
//!
//! Retrograde analysis as of [three men](super::retrograde), with the squares of the knight looked at
//! together for each place of the kings and the bishop, and those of all bishops in one loop, which
//! the compiler turns into vector instructions. Positions with a light bishop are mirrored. The
//! number of moves to the mate is kept in binary, each digit as a set of positions.

use super::Outcome;
use super::statistics::{Statistics, board_of};
use crate::attacks::{between, bishop_attacks, king_attacks, knight_attacks};
use crate::board::Board;
use crate::types::{Bitboard, Color, Direction, PieceType, Square};

/// How many squares a dark bishop can stand on: one of every two with neighbouring indices.
const BISHOPS: usize = 32;
/// How many squares the strong king can stand on: the ranks one to four.
const KINGS: usize = 32;
/// Binary digits of the moves to a mate, of which there are at most 33.
const DIGITS: usize = 6;

/// Squares of the knight, by the square of the bishop.
type Knights = [Bitboard; BISHOPS];
/// Squares of the knight, by those of the strong king, the weak king and the bishop.
type Sets = Box<[[Knights; Square::COUNT]]>;

fn empty_sets() -> Sets {
    vec![[[Bitboard::EMPTY; BISHOPS]; Square::COUNT]; KINGS].into()
}

/// The squares of a dark bishop, each at its place in [`Knights`].
fn dark_squares() -> impl Iterator<Item = Square> {
    Bitboard::DARK_SQUARES.into_iter()
}

/// The square where `square` comes when the board is turned half round. Its colour stays.
fn rotate(square: Square) -> Square {
    Square::from_index(63 - square.index() as u8)
}

/// The place in [`Knights`] of a dark square.
fn place(bishop: Square) -> usize {
    bishop.index() / 2
}

/// The distances of all won positions in which the side with the men is to move.
pub struct BishopKnight {
    /// Where the moves to the mate have this binary digit, the lowest first. None has a digit where
    /// the position is not won.
    digits: [Sets; DIGITS],
    /// How many positions with a dark bishop and its side to move are legal.
    positions: usize,
}

impl BishopKnight {
    /// Finds all wins.
    pub fn new() -> Self {
        let mut analysis = Analysis::new();
        let legal = analysis.strong_open.as_flattened().as_flattened();
        let positions = legal.iter().map(|set| set.count() as usize).sum();
        let mut moves = 0;
        while analysis.find_lost() {
            moves += 1;
            analysis.find_won(moves);
        }
        Self { digits: analysis.digits, positions }
    }

    /// The outcome of `board`, on which must be a bishop, a knight and the kings, both men of `strong`.
    pub(super) fn outcome(&self, board: &Board, strong: Color) -> Outcome {
        if board.side_to_move() == strong {
            return match self.moves_to_mate(board, strong) {
                0 => Outcome::Draw,
                moves => Outcome::Win(2 * moves - 1),
            };
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return if board.in_check() { Outcome::Loss(0) } else { Outcome::Draw };
        }
        let mut longest = 0;
        for mv in moves {
            // A king that takes a man draws, like one that comes to where nothing is won.
            let next = board.make(mv);
            let is_won = next.color(strong) == board.color(strong);
            match if is_won { self.moves_to_mate(&next, strong) } else { 0 } {
                0 => return Outcome::Draw,
                moves => longest = longest.max(moves),
            }
        }
        Outcome::Loss(2 * longest)
    }

    /// In how many moves `strong`, whose move it is, mates. 0 if it cannot.
    fn moves_to_mate(&self, board: &Board, strong: Color) -> usize {
        let [Some(bishop), Some(knight)] =
            [PieceType::Bishop, PieceType::Knight].map(|man| board.pieces(man).first())
        else {
            return 0;
        };
        let mirror = if Bitboard::DARK_SQUARES.contains(bishop) { 0 } else { 7 };
        let rotation = if board.king(strong).index() < KINGS { 0 } else { 63 };
        let turn = |square: Square| Square::from_index(square.index() as u8 ^ mirror ^ rotation);
        let [strong_king, weak_king] = [strong, !strong].map(|color| turn(board.king(color)));
        self.moves([strong_king, weak_king], turn(bishop), turn(knight))
    }

    /// In how many moves the side with the dark bishop, whose move it is, mates. 0 if it cannot.
    fn moves(&self, kings: [Square; 2], bishop: Square, knight: Square) -> usize {
        let digits = self.sets(kings, bishop).map(|set| usize::from(set.contains(knight)));
        digits.rev().fold(0, |moves, digit| 2 * moves + digit)
    }

    /// For each digit, the lowest first, where the knight must stand.
    fn sets(
        &self,
        [strong, weak]: [Square; 2],
        bishop: Square,
    ) -> impl DoubleEndedIterator<Item = Bitboard> {
        self.digits.iter().map(move |sets| sets[strong.index()][weak.index()][place(bishop)])
    }

    /// The outcomes with a dark bishop whose side, White, is to move. Positions turned half round count
    /// once.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = Statistics { draws: self.positions, ..Statistics::default() };
        let mut longest = None;
        for kings in Square::all()
            .take(KINGS)
            .flat_map(|strong| Square::all().map(move |weak| [strong, weak]))
        {
            for bishop in dark_squares() {
                let won = self.sets(kings, bishop).fold(Bitboard::EMPTY, |won, set| won | set);
                statistics.wins += won.count() as usize;
                for knight in won {
                    let plies = 2 * self.moves(kings, bishop, knight) - 1;
                    if plies > statistics.longest {
                        statistics.longest = plies;
                        longest = Some((kings, bishop, knight));
                    }
                }
            }
        }
        statistics.draws -= statistics.wins;
        statistics.example = longest.and_then(|([strong, weak], bishop, knight)| {
            board_of(&[('K', strong), ('k', weak), ('B', bishop), ('N', knight)], Color::White)
        });
        statistics
    }
}

/// An analysis under way.
struct Analysis {
    /// All places of the kings that are not side by side: the strong, then the weak king.
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
    fn new() -> Self {
        let mut analysis = Self {
            kings: Vec::new(),
            strong_open: empty_sets(),
            weak_open: empty_sets(),
            barred: empty_sets(),
            lost: empty_sets(),
            digits: std::array::from_fn(|_| empty_sets()),
        };
        for strong in Square::all().take(KINGS) {
            for weak in Square::all() {
                let is_beside = king_attacks(strong).contains(weak);
                if strong != weak && !is_beside {
                    analysis.kings.push([strong, weak]);
                }
                analysis.barred[strong.index()][weak.index()] =
                    if is_beside { [Bitboard::ALL; BISHOPS] } else { checks(strong, weak) };
            }
        }
        for [strong, weak] in analysis.kings.clone() {
            analysis.open(strong, weak);
        }
        analysis
    }

    /// Notes which positions are legal and not stalemate.
    fn open(&mut self, strong: Square, weak: Square) {
        let kings = Bitboard::from(strong) | weak.into();
        let checks = checks(strong, weak);
        let cornered = self.cornered(strong, weak);
        for bishop in dark_squares().filter(|&bishop| !kings.contains(bishop)) {
            let legal = !(kings | bishop.into());
            let place = place(bishop);
            let stalemates = cornered[place] & !checks[place];
            self.strong_open[strong.index()][weak.index()][place] = legal & !checks[place];
            self.weak_open[strong.index()][weak.index()][place] = legal & !stalemates;
        }
    }

    /// Where the weak king has no step that is legal and not known to lose.
    fn cornered(&self, strong: Square, weak: Square) -> Knights {
        let barred = &self.barred[strong.index()];
        let mut cornered = [Bitboard::ALL; BISHOPS];
        for to in king_attacks(weak) {
            for (set, &barred) in cornered.iter_mut().zip(&barred[to.index()]) {
                *set &= barred;
            }
        }
        cornered
    }

    /// Finds what the weak side has lost, all steps of its king being barred. Tells whether there is
    /// anything new.
    fn find_lost(&mut self) -> bool {
        let mut any = Bitboard::EMPTY;
        for index in 0..self.kings.len() {
            let [strong, weak] = self.kings[index];
            let cornered = self.cornered(strong, weak);
            let open = &mut self.weak_open[strong.index()][weak.index()];
            let lost = &mut self.lost[strong.index()][weak.index()];
            for ((lost, open), cornered) in lost.iter_mut().zip(open).zip(cornered) {
                *lost = cornered & *open;
                *open &= !cornered;
                any |= *lost;
            }
        }
        any.is_nonempty()
    }

    /// Finds what the strong side wins in so many `moves`, the first of which leads to what was last
    /// found lost.
    fn find_won(&mut self, moves: usize) {
        for index in 0..self.kings.len() {
            let [strong, weak] = self.kings[index];
            let mut won = self.reaching_lost(strong, weak);
            let open = &mut self.strong_open[strong.index()][weak.index()];
            let barred = &mut self.barred[strong.index()][weak.index()];
            for ((won, open), barred) in won.iter_mut().zip(open).zip(barred) {
                *won &= *open;
                *open &= !*won;
                *barred |= *won;
            }
            for (digit, sets) in self.digits.iter_mut().enumerate() {
                if moves >> digit & 1 == 1 {
                    let known = &mut sets[strong.index()][weak.index()];
                    known.iter_mut().zip(won).for_each(|(known, won)| *known |= won);
                }
            }
        }
    }

    /// From where a move of the strong side leads to what was last found lost, legal or not.
    fn reaching_lost(&self, strong: Square, weak: Square) -> Knights {
        let lost = &self.lost[strong.index()][weak.index()];
        let mut reaching = lost.map(knight_origins);
        for to in king_attacks(strong) {
            if to.index() < KINGS {
                let lost = &self.lost[to.index()][weak.index()];
                reaching.iter_mut().zip(lost).for_each(|(set, &lost)| *set |= lost);
            } else {
                let lost = self.lost[rotate(to).index()][rotate(weak).index()].iter().rev();
                reaching
                    .iter_mut()
                    .zip(lost)
                    .for_each(|(set, lost)| set.0 |= lost.0.reverse_bits());
            }
        }
        let kings = Bitboard::from(strong) | weak.into();
        for bishop in dark_squares() {
            for to in bishop_attacks(bishop, kings) {
                reaching[place(bishop)] |= lost[place(to)] & !between(bishop, to);
            }
        }
        reaching
    }
}

/// Where bishop and knight attack the weak king on its square.
fn checks(strong: Square, weak: Square) -> Knights {
    let mut checks = [knight_attacks(weak); BISHOPS];
    for bishop in bishop_attacks(weak, strong.into()) & Bitboard::DARK_SQUARES {
        checks[place(bishop)] |= !between(bishop, weak);
    }
    checks
}

/// From where a knight moves to one of the `targets`.
fn knight_origins(targets: Bitboard) -> Bitboard {
    use Direction::{East, North, South, West};
    let twice = |direction| targets.shift(direction).shift(direction);
    let (ends, sides) = (twice(North) | twice(South), twice(East) | twice(West));
    ends.shift(East) | ends.shift(West) | sides.shift(North) | sides.shift(South)
}
