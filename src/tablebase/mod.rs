//! Exact endgames against a bare king: queen, rook or pawn, and bishop with knight.
//!
//! A [`Table`] holds for every position of three men how many plies of best play lie before the
//! mate, or that there is none. These tables are made in a few milliseconds, by [`prepare`] or when
//! such a position is met for the first time. A lone bishop or knight cannot mate and needs no table.
//! [`BishopKnight`] is larger and made when it is first asked for.

mod bishop_knight;
mod retrograde;
mod statistics;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

pub use bishop_knight::BishopKnight;
pub use statistics::Statistics;

use crate::board::Board;
use crate::types::{CastlingRights, Color, Move, PieceType, Square};

/// The most plies to a mate: with bishop and knight, 33 moves of each side.
pub const MAX_PLIES: usize = 66;

/// What best play of both sides leads to, from the view of the side to move. Distances are in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move mates in so many plies, an odd number.
    Win(usize),
    /// Nobody can force mate.
    Draw,
    /// The side to move is mated in so many plies, an even number; 0 if it is mated already.
    Loss(usize),
}

/// How many men a position may have to be looked up in a search from `root`. Four only where they
/// are the bishop, the knight and the kings already: making that table takes too long for a search in which
/// it is but met.
pub fn men(root: &Board) -> u32 {
    if bishop_and_knight(root).is_some() { 4 } else { 3 }
}

/// The outcome of `board`, if it is one of these endgames and nobody may castle. The clock is not
/// looked at, nor what came before.
pub fn probe(board: &Board) -> Option<Outcome> {
    if let Some(strong) = bishop_and_knight(board) {
        return Some(BISHOP_KNIGHT.outcome(board, strong));
    }
    if board.occupied().count() != 3 || board.castling() != CastlingRights::NONE {
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
        Outcome::Win(plies) => Outcome::Loss(plies - 1),
        Outcome::Loss(plies) if plies > 0 => Outcome::Win(plies - 1),
        Outcome::Loss(_) | Outcome::Draw => return None,
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

/// The side that has bishop and knight against the bare king of the other.
fn bishop_and_knight(board: &Board) -> Option<Color> {
    let men = board.pieces(PieceType::Bishop) | board.pieces(PieceType::Knight);
    let is_pair = board.pieces(PieceType::Bishop).count() == 1
        && men.count() == 2
        && board.occupied() == men | board.pieces(PieceType::King);
    Color::ALL.into_iter().find(|&color| is_pair && men.is_subset_of(board.color(color)))
}

/// Makes the tables of three men now, so that no search has to wait for them.
pub fn prepare() {
    LazyLock::force(&TABLES);
}

static BISHOP_KNIGHT: LazyLock<BishopKnight> = LazyLock::new(BishopKnight::new);

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
        retrograde::analyse(PieceType::Queen, &[])
    }

    /// Rook against bare king.
    pub fn rook() -> Self {
        retrograde::analyse(PieceType::Rook, &[])
    }

    /// Pawn against bare king, which becomes what the other two tables hold. A bishop or knight would
    /// only draw.
    pub fn pawn(queen: &Self, rook: &Self) -> Self {
        retrograde::analyse(PieceType::Pawn, &[queen, rook])
    }

    /// The man beside the two kings.
    pub fn man(&self) -> PieceType {
        self.man
    }

    /// `None` if `position` is not legal.
    #[inline]
    fn outcome(&self, position: Position) -> Option<Outcome> {
        match (self.distances[position.index()], position.mover) {
            (ILLEGAL, _) => None,
            (DRAW, _) => Some(Outcome::Draw),
            (plies, Mover::Strong) => Some(Outcome::Win(plies.into())),
            (plies, Mover::Weak) => Some(Outcome::Loss(plies.into())),
        }
    }
}
