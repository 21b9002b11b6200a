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
    let units = units
        + WEAK_SQUARE_UNITS * weak_squares
        + safe_checks::<S>(context, weak)
        + if has_queen { 0 } else { NO_QUEEN_UNITS };
    let index = units.clamp(0, WEIGHTS.king_danger.len() as i32 - 1);
    recorder.add::<S>(&WEIGHTS.king_danger[index as usize], 1)
}

/// Units for the checks that `S` can give from squares where nothing can take the piece, or only a
/// man that a second attacker takes back. `weak` are the squares that the enemy protects badly.
#[inline]
fn safe_checks<S: Side>(context: &Context, weak: Bitboard) -> i32 {
    let (attacker, defender) = (context.side::<S>(), context.side::<S::Opponent>());
    let safe =
        !context.board.color(S::COLOR) & (!defender.attacks | weak & attacker.double_attacks);
    let king = context.board.king(S::Opponent::COLOR);
    // The queen does not hide her king from a check: she would be lost.
    let occupied = context.occupied ^ context.men::<S::Opponent>(PieceType::Queen);
    let diagonals = bishop_attacks(king, occupied) & safe;
    let lines = rook_attacks(king, occupied) & safe;
    let no_exchange = !context.attacks_by::<S::Opponent>(PieceType::Queen);
    [
        (PieceType::Knight, knight_attacks(king) & safe),
        (PieceType::Bishop, diagonals),
        (PieceType::Rook, lines),
        (PieceType::Queen, (diagonals | lines) & no_exchange),
    ]
    .into_iter()
    .filter(|&(piece_type, squares)| context.attacks_by::<S>(piece_type).intersects(squares))
    .map(|(piece_type, _)| SAFE_CHECK_UNITS[piece_type.index()])
    .sum()
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
