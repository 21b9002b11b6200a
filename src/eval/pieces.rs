//! Knights, bishops, rooks and queens: material, squares, mobility, and where they stand well.

use super::context::Context;
use super::pair::Pair;
use super::recorder::Recorder;
use super::spans::{
    CENTRE, CENTRE_FILES, backward, forward, front_span, rank, same_color, wing_index,
};
use super::weights::WEIGHTS;
use crate::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::types::{Bitboard, File, PieceType, Rank, Side, Square};

/// A rook that may go to no more squares than this is shut in.
const SHUT_IN_MOBILITY: u32 = 3;

/// The weights of one type of piece.
struct Kind {
    piece_type: PieceType,
    material: &'static Pair,
    squares: &'static [Pair; Square::COUNT],
    mobility: &'static [Pair],
}

static KNIGHT: Kind = Kind {
    piece_type: PieceType::Knight,
    material: &WEIGHTS.material[PieceType::Knight.index()],
    squares: &WEIGHTS.knight_squares,
    mobility: &WEIGHTS.knight_mobility,
};

static BISHOP: Kind = Kind {
    piece_type: PieceType::Bishop,
    material: &WEIGHTS.material[PieceType::Bishop.index()],
    squares: &WEIGHTS.bishop_squares,
    mobility: &WEIGHTS.bishop_mobility,
};

static ROOK: Kind = Kind {
    piece_type: PieceType::Rook,
    material: &WEIGHTS.material[PieceType::Rook.index()],
    squares: &WEIGHTS.rook_squares,
    mobility: &WEIGHTS.rook_mobility,
};

static QUEEN: Kind = Kind {
    piece_type: PieceType::Queen,
    material: &WEIGHTS.material[PieceType::Queen.index()],
    squares: &WEIGHTS.queen_squares,
    mobility: &WEIGHTS.queen_mobility,
};

/// All terms of the pieces of `S`; notes their attacks.
#[inline]
pub(super) fn pieces<S: Side, R: Recorder>(context: &mut Context, recorder: &mut R) -> Pair {
    knights::<S, R>(context, recorder)
        + bishops::<S, R>(context, recorder)
        + rooks::<S, R>(context, recorder)
        + queens::<S, R>(context, recorder)
        + minors::<S, R>(context, recorder)
        + by_lost_pawns::<S, R>(context, recorder)
}

/// What every piece has: material, square, mobility.
#[inline]
fn piece<S: Side, R: Recorder>(
    context: &mut Context,
    recorder: &mut R,
    kind: &'static Kind,
    square: Square,
    attacks: Bitboard,
) -> Pair {
    context.add_attacks::<S>(kind.piece_type, attacks);
    let mobility = (attacks & context.side::<S>().mobility_area).count();
    let king = context.board.king(S::COLOR);
    recorder.add::<S>(kind.material, 1)
        + recorder.add::<S>(&kind.squares[wing_index::<S>(square, king)], 1)
        + recorder.add::<S>(&kind.mobility[mobility as usize], 1)
}

/// Squares on the ranks four to six that own pawns protect and enemy pawns can never attack.
#[inline]
fn outposts<S: Side>(context: &Context) -> Bitboard {
    (rank::<S>(Rank::Fourth) | rank::<S>(Rank::Fifth) | rank::<S>(Rank::Sixth))
        & context.attacks_by::<S>(PieceType::Pawn)
        & !context.pawns.attack_spans[S::Opponent::COLOR.index()]
}

/// Knights, on outposts and near them.
#[inline]
fn knights<S: Side, R: Recorder>(context: &mut Context, recorder: &mut R) -> Pair {
    let mut score = Pair::default();
    let outposts = outposts::<S>(context);
    for square in context.men::<S>(PieceType::Knight) {
        let attacks = knight_attacks(square);
        score += piece::<S, R>(context, recorder, &KNIGHT, square, attacks);
        if outposts.contains(square) {
            score += recorder.add::<S>(&WEIGHTS.knight_outpost, 1);
        } else if (attacks & outposts & !context.board.color(S::COLOR)).is_nonempty() {
            score += recorder.add::<S>(&WEIGHTS.knight_outpost_reach, 1);
        }
    }
    score
}

/// Bishops: the pair, outposts, long diagonals, and those hemmed in by own pawns.
#[inline]
fn bishops<S: Side, R: Recorder>(context: &mut Context, recorder: &mut R) -> Pair {
    let mut score = Pair::default();
    let bishops = context.men::<S>(PieceType::Bishop);
    if bishops.has_many() {
        score += recorder.add::<S>(&WEIGHTS.bishop_pair, 1);
    }
    let pawns = context.men::<S>(PieceType::Pawn);
    let blocked = pawns & CENTRE_FILES & backward::<S>(context.occupied);
    let outposts = outposts::<S>(context);
    let transparent = context.men::<S>(PieceType::Queen);
    for square in bishops {
        let attacks = bishop_attacks(square, context.occupied ^ transparent);
        score += piece::<S, R>(context, recorder, &BISHOP, square, attacks);
        let color = same_color(square);
        score += recorder.add::<S>(&WEIGHTS.bad_bishop, (pawns & color).count() as i32);
        score += recorder.add::<S>(&WEIGHTS.bad_bishop_blocked, (blocked & color).count() as i32);
        if outposts.contains(square) {
            score += recorder.add::<S>(&WEIGHTS.bishop_outpost, 1);
        }
        let targets =
            bishop_attacks(square, Bitboard::EMPTY) & context.men::<S::Opponent>(PieceType::Pawn);
        score += recorder.add::<S>(&WEIGHTS.bishop_against_pawns, targets.count() as i32);
        let all_pawns = context.board.pieces(PieceType::Pawn);
        if (bishop_attacks(square, all_pawns) & CENTRE).has_many() {
            score += recorder.add::<S>(&WEIGHTS.long_diagonal, 1);
        }
    }
    score
}

/// Rooks: open files, the seventh rank, passed pawns, and those shut in by their king.
#[inline]
fn rooks<S: Side, R: Recorder>(context: &mut Context, recorder: &mut R) -> Pair {
    let mut score = Pair::default();
    let own_pawns = context.men::<S>(PieceType::Pawn);
    let enemy_pawns = context.men::<S::Opponent>(PieceType::Pawn);
    let transparent = context.men::<S>(PieceType::Rook) | context.men::<S>(PieceType::Queen);
    for square in context.men::<S>(PieceType::Rook) {
        let attacks = rook_attacks(square, context.occupied ^ transparent);
        score += piece::<S, R>(context, recorder, &ROOK, square, attacks);
        let file = Bitboard::from_file(square.file());
        if !file.intersects(own_pawns) {
            let open = !file.intersects(enemy_pawns);
            let weight = if open { &WEIGHTS.rook_open_file } else { &WEIGHTS.rook_half_open_file };
            score += recorder.add::<S>(weight, 1);
        } else if is_shut_in::<S>(context, square, attacks) {
            let can_castle = context.board.castling().rooks_of(S::COLOR).is_nonempty();
            score += recorder.add::<S>(&WEIGHTS.rook_trapped, if can_castle { 1 } else { 2 });
        }
        let [own_passed, enemy_passed] = passed::<S>(context);
        if front_span::<S>(square.into()).intersects(own_passed) {
            score += recorder.add::<S>(&WEIGHTS.rook_behind_own_passer, 1);
        }
        if front_span::<S::Opponent>(square.into()).intersects(enemy_passed) {
            score += recorder.add::<S>(&WEIGHTS.rook_behind_enemy_passer, 1);
        }
    }
    let seventh = rank::<S>(Rank::Seventh);
    let targets = seventh & enemy_pawns
        | rank::<S>(Rank::Eighth) & context.men::<S::Opponent>(PieceType::King);
    if targets.is_nonempty() {
        let count = (context.men::<S>(PieceType::Rook) & seventh).count() as i32;
        score += recorder.add::<S>(&WEIGHTS.rook_on_seventh, count);
    }
    score
}

/// The passed pawns of `S` and of its opponent.
#[inline]
fn passed<S: Side>(context: &Context) -> [Bitboard; 2] {
    [S::COLOR, S::Opponent::COLOR].map(|color| context.pawns.passed[color.index()])
}

/// Whether the own king on its first rank keeps a rook of little mobility in the corner.
#[inline]
fn is_shut_in<S: Side>(context: &Context, rook: Square, attacks: Bitboard) -> bool {
    let king = context.board.king(S::COLOR);
    let first_rank = rank::<S>(Rank::First);
    let king_is_on_queen_side = king.file() < File::E;
    first_rank.contains(king)
        && first_rank.contains(rook)
        && (rook.file() < king.file()) == king_is_on_queen_side
        && (attacks & context.side::<S>().mobility_area).count() <= SHUT_IN_MOBILITY
}

/// Queens, and those in line with a lesser slider.
#[inline]
fn queens<S: Side, R: Recorder>(context: &mut Context, recorder: &mut R) -> Pair {
    let mut score = Pair::default();
    let enemy_bishops = context.men::<S::Opponent>(PieceType::Bishop);
    let enemy_rooks = context.men::<S::Opponent>(PieceType::Rook);
    for square in context.men::<S>(PieceType::Queen) {
        let attacks =
            bishop_attacks(square, context.occupied) | rook_attacks(square, context.occupied);
        score += piece::<S, R>(context, recorder, &QUEEN, square, attacks);
        if context.masked_attacks(square, enemy_bishops, enemy_rooks) > 0 {
            score += recorder.add::<S>(&WEIGHTS.queen_in_line, 1);
        }
    }
    score
}

/// What the pieces lose or gain with each pawn that has left the board.
#[inline]
fn by_lost_pawns<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let lost = 16 - context.board.pieces(PieceType::Pawn).count() as i32;
    let pieces = &PieceType::ALL[PieceType::Knight.index()..=PieceType::Queen.index()];
    pieces.iter().zip(&WEIGHTS.piece_by_lost_pawns).fold(
        Pair::default(),
        |score, (piece, weight)| {
            let count = context.men::<S>(*piece).count() as i32;
            score + recorder.add::<S>(weight, count * lost)
        },
    )
}

/// Minor pieces sheltered by pawns and near their king, and control of the centre.
#[inline]
fn minors<S: Side, R: Recorder>(context: &Context, recorder: &mut R) -> Pair {
    let king = context.board.king(S::COLOR);
    let steps = |piece_type| -> i32 {
        context.men::<S>(piece_type).into_iter().map(|square| square.distance(king)).sum()
    };
    let [knight, bishop] = &WEIGHTS.minor_king_distance;
    let minors = context.men::<S>(PieceType::Knight) | context.men::<S>(PieceType::Bishop);
    let before = forward::<S>(minors) & context.board.pieces(PieceType::Pawn);
    let control = CENTRE
        & (context.attacks_by::<S>(PieceType::Pawn)
            | context.attacks_by::<S>(PieceType::Knight)
            | context.attacks_by::<S>(PieceType::Bishop));
    recorder.add::<S>(&WEIGHTS.minor_behind_pawn, before.count() as i32)
        + recorder.add::<S>(&WEIGHTS.centre_control, control.count() as i32)
        + recorder.add::<S>(knight, steps(PieceType::Knight))
        + recorder.add::<S>(bishop, steps(PieceType::Bishop))
}
