//! Exact endgames: queen, rook or pawn against a bare king, and some of four men.
//!
//! A [`Table`] holds for every position of three men how many plies of best play lie before the
//! mate, or that there is none. These tables are made in a few milliseconds, by [`prepare`] or when
//! such a position is met for the first time. A lone bishop or knight cannot mate and needs no table.
//! Those of [`FourMen`] take longer and are made when they are first asked for.

mod four_men;
mod men;
mod origins;
mod statistics;
#[cfg(test)]
mod tests;
mod three_men;

use std::sync::{LazyLock, OnceLock};

pub use four_men::FourMen;
pub use men::Men;
#[cfg(test)]
pub(crate) use men::board_of;
pub use statistics::{Statistics, Wins};

use crate::board::Board;
use crate::types::{CastlingRights, Color, Move, PieceType, Square};

/// The most plies to a mate: with rook against knight, 40 moves of each side.
pub const MAX_PLIES: usize = 80;

/// What best play of both sides leads to, from the view of the side to move. Distances are in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeResult {
    /// The side to move mates in so many plies, an odd number.
    Win(usize),
    /// Nobody can force mate.
    Draw,
    /// The side to move is mated in so many plies, an even number; 0 if it is mated already.
    Loss(usize),
}

/// Positions of so many men and fewer can be looked up in a search from `root`: 3, or 4 if `root` has
/// just the men of a table of four that is made already, or that the search `may_make`. To make it
/// where such men are but met on the way would hold up the search.
pub fn known_pieces(root: &Board, may_make: bool) -> u32 {
    let may_probe = |place: usize| may_make || FOUR_MEN[place].get().is_some();
    if Men::place_of(root).is_some_and(may_probe) { 4 } else { 3 }
}

/// The outcome of `board`, if it is one of these endgames, nobody may castle, and it is not one of
/// four men in which the weaker side draws or wins with a man of its own. The clock is not looked at,
/// nor what came before.
pub fn probe(board: &Board) -> Option<ProbeResult> {
    if board.castling() != CastlingRights::NONE {
        return None;
    }
    if let Some(place) = Men::place_of(board) {
        return FOUR_MEN[place].get_or_init(|| FourMen::new(Men::ALL[place])).outcome(board);
    }
    if board.occupied().count() != 3 {
        return None;
    }
    let square = (board.occupied() & !board.pieces(PieceType::King)).first()?;
    let table = match board.piece_type_on(square)? {
        PieceType::Pawn => &TABLES.pawn,
        PieceType::Rook => &TABLES.rook,
        PieceType::Queen => &TABLES.queen,
        PieceType::Knight | PieceType::Bishop | PieceType::King => return None,
    };
    let strong =
        if board.color(Color::White).contains(square) { Color::White } else { Color::Black };
    table.outcome(Position {
        strong_king: board.king(strong).relative_to(strong),
        weak_king: board.king(!strong).relative_to(strong),
        man: square.relative_to(strong),
        mover: if board.side_to_move() == strong { Mover::Strong } else { Mover::Weak },
    })
}

/// A move of `board` that mates soonest or is mated latest. `None` if the outcome is a draw, mate on
/// the board or not known.
pub fn best_move(board: &Board) -> Option<Move> {
    let next = match probe(board)? {
        ProbeResult::Win(plies) => ProbeResult::Loss(plies - 1),
        ProbeResult::Loss(plies) if plies > 0 => ProbeResult::Win(plies - 1),
        ProbeResult::Loss(_) | ProbeResult::Draw => return None,
    };
    board.legal_moves().into_iter().find(|&mv| probe(&board.make(mv)) == Some(next))
}

/// Best moves of both sides from `board` on to the mate, each after those before it. Empty if there
/// is no [`best_move`].
pub fn best_line(board: &Board) -> impl Iterator<Item = Move> {
    let mut board = *board;
    std::iter::from_fn(move || {
        let mv = best_move(&board)?;
        board = board.make(mv);
        Some(mv)
    })
}

/// Makes the tables of three men now, so that no search has to wait for them.
pub fn prepare() {
    LazyLock::force(&TABLES);
}

/// Those of [`Men::ALL`], each when it is first asked for.
static FOUR_MEN: [OnceLock<FourMen>; Men::ALL.len()] = [const { OnceLock::new() }; Men::ALL.len()];

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let (queen, rook) = (Table::queen(), Table::rook());
    Tables { pawn: Table::pawn(&queen, &rook), rook, queen }
});

struct Tables {
    pawn: Table,
    rook: Table,
    queen: Table,
}

/// Which side is to move: the one with the man or the one with the bare king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Mover {
    Strong,
    Weak,
}

/// A position of a table, turned so that the side with the man is White.
#[derive(Clone, Copy, Debug)]
struct Position {
    strong_king: Square,
    weak_king: Square,
    man: Square,
    mover: Mover,
}

impl Position {
    /// How many positions a table has, legal or not.
    const COUNT: usize = 2 * 64 * 64 * 64;

    #[inline]
    fn index(self) -> usize {
        let kings =
            (self.mover as usize * 64 + self.strong_king.index()) * 64 + self.weak_king.index();
        kings * 64 + self.man.index()
    }
}

/// In place of a distance: no legal position.
const ILLEGAL: u8 = u8::MAX;
/// In place of a distance: no mate.
const DRAW: u8 = u8::MAX - 1;

/// The outcomes of all positions of one man and two kings.
pub struct Table {
    man: PieceType,
    /// Plies to the mate, [`DRAW`] or [`ILLEGAL`], by [`Position::index`].
    distances: Box<[u8]>,
}

impl Table {
    /// Queen against bare king.
    pub fn queen() -> Self {
        three_men::analyse(PieceType::Queen, &[])
    }

    /// Rook against bare king.
    pub fn rook() -> Self {
        three_men::analyse(PieceType::Rook, &[])
    }

    /// Pawn against bare king, which becomes what the other two tables hold. A bishop or knight would
    /// only draw.
    pub fn pawn(queen: &Self, rook: &Self) -> Self {
        three_men::analyse(PieceType::Pawn, &[queen, rook])
    }

    /// The letters of all men.
    pub fn name(&self) -> String {
        format!("K{}K", self.man.letter().to_ascii_uppercase())
    }

    /// `None` if `position` is not legal.
    #[inline]
    fn outcome(&self, position: Position) -> Option<ProbeResult> {
        match (self.distances[position.index()], position.mover) {
            (ILLEGAL, _) => None,
            (DRAW, _) => Some(ProbeResult::Draw),
            (plies, Mover::Strong) => Some(ProbeResult::Win(plies.into())),
            (plies, Mover::Weak) => Some(ProbeResult::Loss(plies.into())),
        }
    }
}
