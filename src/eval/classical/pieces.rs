//! Terms of knights, bishops, rooks and queens: material, piece-square tables, mobility and
//! placement.

use super::context::Context;
use super::geometry::{
    CENTRE, CENTRE_FILES, backward, forward, front_span, rank, same_color, wing_index,
};
use super::pair::{Pair, Recorder};
use super::weights::WEIGHTS;
use crate::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use crate::types::{Bitboard, File, PieceType, Rank, Side, Square};

/// The highest mobility at which a rook counts as trapped by its king.
const TRAPPED_MOBILITY: u32 = 3;

/// The number of pawns in the start position.
const ALL_PAWNS: i32 = 16;

/// Returns all terms of the non-pawn pieces of `S` and adds their attacks to the context.
pub(super) fn pieces<S: Side, R: Recorder>(context: &mut Context<R>) -> Pair {
    knights::<S, R>(context)
        + bishops::<S, R>(context)
        + rooks::<S, R>(context)
        + queens::<S, R>(context)
        + minors::<S, R>(context)
        + by_missing_pawns::<S, R>(context)
}

/// Returns the terms common to knights, bishops, rooks and queens: material, piece-square value
/// and mobility.
fn piece<S: Side, R: Recorder>(
    context: &mut Context<R>,
    piece_type: PieceType,
    square: Square,
    attacks: Bitboard,
) -> Pair {
    let (squares, mobility_weights): (_, &'static [Pair]) = match piece_type {
        PieceType::Knight => (&WEIGHTS.knight_squares, &WEIGHTS.knight_mobility),
        PieceType::Bishop => (&WEIGHTS.bishop_squares, &WEIGHTS.bishop_mobility),
        PieceType::Rook => (&WEIGHTS.rook_squares, &WEIGHTS.rook_mobility),
        _ => (&WEIGHTS.queen_squares, &WEIGHTS.queen_mobility),
    };
    context.add_attacks::<S>(piece_type, attacks);
    let mobility = (attacks & context.side::<S>().mobility_area).count();
    let king = context.board.king(S::COLOR);
    context.add::<S>(&WEIGHTS.material[piece_type.index()], 1)
        + context.add::<S>(&squares[wing_index::<S>(square, king)], 1)
        + context.add::<S>(&mobility_weights[mobility as usize], 1)
}

/// Returns the squares on the fourth to sixth ranks that friendly pawns protect and enemy pawns can
/// never attack.
fn outposts<S: Side, R: Recorder>(context: &Context<R>) -> Bitboard {
    (rank::<S>(Rank::Fourth) | rank::<S>(Rank::Fifth) | rank::<S>(Rank::Sixth))
        & context.attacks_by::<S>(PieceType::Pawn)
        & !context.pawns.attack_spans[S::Opponent::COLOR.index()]
}

/// Returns the terms of knights, with outposts held and in reach.
fn knights<S: Side, R: Recorder>(context: &mut Context<R>) -> Pair {
    let mut score = Pair::default();
    let outposts = outposts::<S, R>(context);
    for square in context.pieces::<S>(PieceType::Knight) {
        let attacks = knight_attacks(square);
        score += piece::<S, R>(context, PieceType::Knight, square, attacks);
        if outposts.contains(square) {
            score += context.add::<S>(&WEIGHTS.knight_outpost, 1);
        } else if (attacks & outposts & !context.board.color(S::COLOR)).is_nonempty() {
            score += context.add::<S>(&WEIGHTS.knight_outpost_reach, 1);
        }
    }
    score
}

/// Returns the terms of bishops: pair, outposts, long diagonals, and pawns on their colour.
fn bishops<S: Side, R: Recorder>(context: &mut Context<R>) -> Pair {
    let mut score = Pair::default();
    let bishops = context.pieces::<S>(PieceType::Bishop);
    if bishops.has_many() {
        score += context.add::<S>(&WEIGHTS.bishop_pair, 1);
    }
    let pawns = context.pieces::<S>(PieceType::Pawn);
    let blocked = pawns & CENTRE_FILES & backward::<S>(context.occupied);
    let outposts = outposts::<S, R>(context);
    let transparent = context.pieces::<S>(PieceType::Queen);
    for square in bishops {
        let attacks = bishop_attacks(square, context.occupied ^ transparent);
        score += piece::<S, R>(context, PieceType::Bishop, square, attacks);
        let color = same_color(square);
        score += context.add::<S>(&WEIGHTS.bad_bishop, (pawns & color).count() as i32);
        score += context.add::<S>(&WEIGHTS.bad_bishop_blocked, (blocked & color).count() as i32);
        if outposts.contains(square) {
            score += context.add::<S>(&WEIGHTS.bishop_outpost, 1);
        }
        let targets = bishop_attacks(square, Bitboard::EMPTY)
            & context.pieces::<S::Opponent>(PieceType::Pawn);
        score += context.add::<S>(&WEIGHTS.bishop_against_pawns, targets.count() as i32);
        let all_pawns = context.board.pieces(PieceType::Pawn);
        if (bishop_attacks(square, all_pawns) & CENTRE).has_many() {
            score += context.add::<S>(&WEIGHTS.long_diagonal, 1);
        }
    }
    score
}

/// Returns the terms of rooks: files, the seventh rank, passed pawns, and rooks trapped by their
/// king.
fn rooks<S: Side, R: Recorder>(context: &mut Context<R>) -> Pair {
    let mut score = Pair::default();
    let own_pawns = context.pieces::<S>(PieceType::Pawn);
    let enemy_pawns = context.pieces::<S::Opponent>(PieceType::Pawn);
    let transparent = context.pieces::<S>(PieceType::Rook) | context.pieces::<S>(PieceType::Queen);
    for square in context.pieces::<S>(PieceType::Rook) {
        let attacks = rook_attacks(square, context.occupied ^ transparent);
        score += piece::<S, R>(context, PieceType::Rook, square, attacks);
        let file = Bitboard::from_file(square.file());
        if !file.intersects(own_pawns) {
            let is_open = !file.intersects(enemy_pawns);
            let weight =
                if is_open { &WEIGHTS.rook_open_file } else { &WEIGHTS.rook_half_open_file };
            score += context.add::<S>(weight, 1);
        } else if is_trapped::<S, R>(context, square, attacks) {
            let can_castle = context.board.castling().rooks_of(S::COLOR).is_nonempty();
            score += context.add::<S>(&WEIGHTS.rook_trapped, if can_castle { 1 } else { 2 });
        }
        let [own_passed, enemy_passed] =
            [S::COLOR, S::Opponent::COLOR].map(|color| context.pawns.passed[color.index()]);
        if front_span::<S>(square.into()).intersects(own_passed) {
            score += context.add::<S>(&WEIGHTS.rook_behind_own_passer, 1);
        }
        if front_span::<S::Opponent>(square.into()).intersects(enemy_passed) {
            score += context.add::<S>(&WEIGHTS.rook_behind_enemy_passer, 1);
        }
    }
    let seventh = rank::<S>(Rank::Seventh);
    let targets = seventh & enemy_pawns
        | rank::<S>(Rank::Eighth) & context.pieces::<S::Opponent>(PieceType::King);
    if targets.is_nonempty() {
        let count = (context.pieces::<S>(PieceType::Rook) & seventh).count() as i32;
        score += context.add::<S>(&WEIGHTS.rook_on_seventh, count);
    }
    score
}

/// Whether `rook`, of low mobility, is trapped between the edge and its king on the first rank.
fn is_trapped<S: Side, R: Recorder>(context: &Context<R>, rook: Square, attacks: Bitboard) -> bool {
    let king = context.board.king(S::COLOR);
    let first_rank = rank::<S>(Rank::First);
    let king_is_on_queen_side = king.file() < File::E;
    first_rank.contains(king)
        && first_rank.contains(rook)
        && (rook.file() < king.file()) == king_is_on_queen_side
        && (attacks & context.side::<S>().mobility_area).count() <= TRAPPED_MOBILITY
}

/// Returns the terms of queens, with a penalty for a relative pin or a discovered attack.
fn queens<S: Side, R: Recorder>(context: &mut Context<R>) -> Pair {
    let mut score = Pair::default();
    let enemy_bishops = context.pieces::<S::Opponent>(PieceType::Bishop);
    let enemy_rooks = context.pieces::<S::Opponent>(PieceType::Rook);
    for square in context.pieces::<S>(PieceType::Queen) {
        let attacks =
            bishop_attacks(square, context.occupied) | rook_attacks(square, context.occupied);
        score += piece::<S, R>(context, PieceType::Queen, square, attacks);
        if context.count_masked_sliders(square, enemy_bishops, enemy_rooks) > 0 {
            score += context.add::<S>(&WEIGHTS.weak_queen, 1);
        }
    }
    score
}

/// Returns the adjustment of material values to the number of pawns that have left the board.
fn by_missing_pawns<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let missing = ALL_PAWNS - context.board.pieces(PieceType::Pawn).count() as i32;
    let weights = PieceType::PROMOTIONS.into_iter().zip(&WEIGHTS.piece_by_missing_pawns);
    weights.fold(Pair::default(), |score, (piece_type, weight)| {
        let count = context.pieces::<S>(piece_type).count() as i32;
        score + context.add::<S>(weight, count * missing)
    })
}

/// Returns the terms of minor pieces as a group: pawns in front of them, distance from their king,
/// and control of the centre.
fn minors<S: Side, R: Recorder>(context: &Context<R>) -> Pair {
    let king = context.board.king(S::COLOR);
    let king_distances = |piece_type| -> i32 {
        context.pieces::<S>(piece_type).into_iter().map(|square| square.distance(king)).sum()
    };
    let [knight, bishop] = &WEIGHTS.minor_king_distance;
    let minors = context.pieces::<S>(PieceType::Knight) | context.pieces::<S>(PieceType::Bishop);
    let in_front = forward::<S>(minors) & context.board.pieces(PieceType::Pawn);
    let control = CENTRE
        & (context.attacks_by::<S>(PieceType::Pawn)
            | context.attacks_by::<S>(PieceType::Knight)
            | context.attacks_by::<S>(PieceType::Bishop));
    context.add::<S>(&WEIGHTS.minor_behind_pawn, in_front.count() as i32)
        + context.add::<S>(&WEIGHTS.centre_control, control.count() as i32)
        + context.add::<S>(knight, king_distances(PieceType::Knight))
        + context.add::<S>(bishop, king_distances(PieceType::Bishop))
}
