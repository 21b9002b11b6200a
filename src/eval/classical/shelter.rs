//! The pawns in front of a king: its shelter, and the storm of the opponent's pawns.

use super::geometry::{edge_distance, inner_file};
use super::pair::Pair;
use super::recorder::Recorder;
use super::spans::{forward_fill, rank_index};
use super::weights::WEIGHTS;
use crate::board::Board;
use crate::types::{Bitboard, File, PieceType, Rank, Side, Square};

/// Returns the value of the pawns in front of or beside the king of `S`, on its file and the
/// adjacent ones; a king on the edge counts as one file further in.
pub(super) fn shelter<S: Side, R: Recorder>(board: &Board, recorder: &R) -> Pair {
    let king = board.king(S::COLOR);
    let in_front = forward_fill::<S>(Bitboard::from_rank(king.rank()));
    let pawns = board.pieces(PieceType::Pawn) & in_front;
    let is_opposite = on_opposite_wings(king, board.king(S::Opponent::COLOR));
    let centre = inner_file(king.file()).index();
    let mut score = Pair::default();
    for file in &File::ALL[centre - 1..=centre + 1] {
        let pawns = pawns & Bitboard::from_file(*file);
        let own = nearest_rank::<S>(pawns & board.color(S::COLOR));
        let enemy = nearest_rank::<S>(pawns & board.color(S::Opponent::COLOR));
        let edge = edge_distance(*file);
        score += recorder.add::<S>(&WEIGHTS.shelter[edge][own], 1);
        let is_blocked = own > 0 && enemy == own + 1;
        let storm = if is_blocked {
            &WEIGHTS.storm_blocked[enemy - Rank::Third.index()]
        } else {
            &WEIGHTS.storm[edge][enemy]
        };
        score += recorder.add::<S>(storm, 1);
        if is_opposite {
            score += recorder.add::<S>(&WEIGHTS.storm_opposite[enemy], 1);
        }
    }
    score
}

/// Returns the value of a king without a pawn of either colour on its flank.
#[inline]
pub(super) fn pawnless_flank<S: Side, R: Recorder>(board: &Board, recorder: &R) -> Pair {
    let flank = flank(board.king(S::COLOR).file());
    let is_pawnless = !flank.intersects(board.pieces(PieceType::Pawn));
    recorder.add::<S>(&WEIGHTS.pawnless_flank, i32::from(is_pawnless))
}

/// Returns the flank of a king on `file`: three files for a king on the edge, else four.
fn flank(file: File) -> Bitboard {
    let files = match file {
        File::A => &File::ALL[0..3],
        File::B | File::C => &File::ALL[0..4],
        File::D | File::E => &File::ALL[2..6],
        File::F | File::G => &File::ALL[4..8],
        File::H => &File::ALL[5..8],
    };
    files.iter().fold(Bitboard::EMPTY, |set, file| set | Bitboard::from_file(*file))
}

/// Whether one king is on the files a to c and the other on f to h.
fn on_opposite_wings(a: Square, b: Square) -> bool {
    let (left, right) = (a.file().min(b.file()), a.file().max(b.file()));
    left <= File::C && right >= File::F
}

/// Returns the rank index, relative to `S`, of the pawn nearest to its first rank; 0 without pawns.
fn nearest_rank<S: Side>(pawns: Bitboard) -> usize {
    pawns.into_iter().map(rank_index::<S>).min().unwrap_or(0)
}
