//! The safety of kings: pawns before them, and the attack of the pieces.

use super::context::Context;
use super::pair::Pair;
use super::recorder::Recorder;
use super::spans::{edge_distance, forward_fill, rank_index};
use super::weights::WEIGHTS;
use crate::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::board::Board;
use crate::types::{Bitboard, Color, File, PieceType, Rank, Side, Square};

/// Units of danger by type of the piece that attacks squares near the king.
const ATTACKER_UNITS: [i32; PieceType::COUNT] = [0, 4, 2, 3, 6, 0];
/// For each square near the king that the enemy attacks and at best king or queen protects.
const WEAK_SQUARE_UNITS: i32 = 2;
/// For a type of piece that can give check without being taken.
const SAFE_CHECK_UNITS: [i32; PieceType::COUNT] = [0, 9, 4, 7, 9, 0];
/// The same, if the piece can be taken: a check still costs time.
const UNSAFE_CHECK_UNITS: [i32; PieceType::COUNT] = [0, 1, 2, 2, 0, 0];
/// For a man that alone stands between the king and an attacking piece.
const PIN_UNITS: i32 = 2;
/// For a knight that stands near its king. A bishop there makes no difference.
const KNIGHT_DEFENDER_UNITS: i32 = -1;
/// When the attacker has no queen.
const NO_QUEEN_UNITS: i32 = -10;

/// An attack on a king: how many pieces take part, and what they add to its danger.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Assault {
    attackers: u32,
    units: i32,
}

impl Assault {
    /// Adds a piece that attacks the king's zone.
    #[inline]
    pub(super) fn add(&mut self, piece_type: PieceType) {
        self.attackers += 1;
        self.units += ATTACKER_UNITS[piece_type.index()];
    }
}

/// The attack of `S` on the enemy king: units of danger, looked up in a table that grows ever
/// steeper. One piece without the queen's help is no attack.
///
/// Source: chessprogramming.org, King Safety, "Attack Units".
#[inline]
pub(super) fn assault<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let Assault { attackers, units } = context.side::<S>().assault;
    let has_queen = context.men::<S>(PieceType::Queen).is_nonempty();
    if attackers + u32::from(has_queen) < 2 {
        return Pair::default();
    }
    let (attacker, defender) = (context.side::<S>(), context.side::<S::Opponent>());
    let late = context.attacks_by::<S::Opponent>(PieceType::King)
        | context.attacks_by::<S::Opponent>(PieceType::Queen);
    let weak = attacker.attacks & !defender.double_attacks & (!defender.attacks | late);
    let weak_squares = (weak & defender.king_zone).count() as i32;
    let knights = context.men::<S::Opponent>(PieceType::Knight) & defender.king_zone;
    let units = units
        + WEAK_SQUARE_UNITS * weak_squares
        + checks::<S>(context, weak)
        + PIN_UNITS * pins::<S>(context)
        + KNIGHT_DEFENDER_UNITS * knights.count() as i32
        + if has_queen { 0 } else { NO_QUEEN_UNITS };
    let index = units.clamp(0, WEIGHTS.king_danger.len() as i32 - 1);
    recorder.add::<S>(&WEIGHTS.king_danger[index as usize], 1)
}

/// Units for the checks that `S` can give. Those are safe from squares where nothing can take the
/// piece, or only a man that a second attacker takes back. `weak` are the squares that the enemy
/// protects badly.
#[inline]
fn checks<S: Side>(context: &Context, weak: Bitboard) -> i32 {
    let (attacker, defender) = (context.side::<S>(), context.side::<S::Opponent>());
    let safe = !defender.attacks | weak & attacker.double_attacks;
    let king = context.board.king(S::Opponent::COLOR);
    // The queen does not hide her king from a check: she would be lost.
    let occupied = context.occupied ^ context.men::<S::Opponent>(PieceType::Queen);
    let free = !context.board.color(S::COLOR);
    let diagonals = bishop_attacks(king, occupied) & free;
    let lines = rook_attacks(king, occupied) & free;
    let no_exchange = !context.attacks_by::<S::Opponent>(PieceType::Queen);
    [
        (PieceType::Knight, knight_attacks(king) & free),
        (PieceType::Bishop, diagonals),
        (PieceType::Rook, lines),
        (PieceType::Queen, (diagonals | lines) & no_exchange),
    ]
    .into_iter()
    .map(|(piece_type, squares)| {
        let checks = context.attacks_by::<S>(piece_type) & squares;
        match (checks.intersects(safe), checks.is_nonempty()) {
            (true, _) => SAFE_CHECK_UNITS[piece_type.index()],
            (_, true) => UNSAFE_CHECK_UNITS[piece_type.index()],
            _ => 0,
        }
    })
    .sum()
}

/// How many men stand alone between the enemy king and a piece of `S` that attacks along the line.
#[inline]
fn pins<S: Side>(context: &Context) -> i32 {
    let king = context.board.king(S::Opponent::COLOR);
    let queens = context.men::<S>(PieceType::Queen);
    let bishops = context.men::<S>(PieceType::Bishop);
    let rooks = context.men::<S>(PieceType::Rook);
    context.masked_attacks(king, bishops | queens, rooks | queens) as i32
}

/// The pawns before the king of `S` on its file and the two beside: own ones are its shelter, enemy
/// ones a storm.
pub(super) fn shelter<S: Side, R: Recorder>(board: &Board, recorder: &mut R) -> Pair {
    let king = board.king(S::COLOR);
    let pawns = board.pieces(PieceType::Pawn) & forward_fill::<S>(Bitboard::from_rank(king.rank()));
    let is_opposite = on_opposite_wings(king, board.king(S::Opponent::COLOR));
    let centre = king.file().index().clamp(1, 6);
    let mut score = Pair::default();
    for file in &File::ALL[centre - 1..=centre + 1] {
        let pawns = pawns & Bitboard::from_file(*file);
        let own = nearest_rank::<S>(pawns & board.color(S::COLOR));
        let enemy = nearest_rank::<S>(pawns & board.color(S::Opponent::COLOR));
        let edge = edge_distance(*file);
        score += recorder.add::<S>(&WEIGHTS.shelter[edge][own], 1);
        let is_blocked = own > 0 && enemy == own + 1;
        let storm = match is_blocked {
            true => &WEIGHTS.storm_blocked[enemy - Rank::Third.index()],
            false => &WEIGHTS.storm[edge][enemy],
        };
        score += recorder.add::<S>(storm, 1);
        if is_opposite {
            score += recorder.add::<S>(&WEIGHTS.storm_opposite[enemy], 1);
        }
    }
    score
}

/// A king that has no pawn of either colour on its wing.
#[inline]
pub(super) fn wing<S: Side, R: Recorder>(board: &Board, recorder: &mut R) -> Pair {
    let files = wing_files(board.king(S::COLOR).file());
    let is_bare = !files.intersects(board.pieces(PieceType::Pawn));
    recorder.add::<S>(&WEIGHTS.bare_wing, i32::from(is_bare))
}

/// The files of the wing where a king on `file` stands.
fn wing_files(file: File) -> Bitboard {
    let files = match file {
        File::A => &File::ALL[0..3],
        File::B | File::C => &File::ALL[0..4],
        File::D | File::E => &File::ALL[2..6],
        File::F | File::G => &File::ALL[4..8],
        File::H => &File::ALL[5..8],
    };
    files.iter().fold(Bitboard::EMPTY, |set, file| set | Bitboard::from_file(*file))
}

/// Whether one king stands on the files a to c and the other on f to h.
fn on_opposite_wings(a: Square, b: Square) -> bool {
    let (left, right) = (a.file().min(b.file()), a.file().max(b.file()));
    left <= File::C && right >= File::F
}

/// The index of the rank, as `S` counts it, of the pawn nearest to its first rank; 0 without pawns.
fn nearest_rank<S: Side>(pawns: Bitboard) -> usize {
    let nearest = match S::COLOR {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    nearest.map_or(0, rank_index::<S>)
}
