//! Terms that depend on pawns and kings alone: pawn structure, the shelter of a king and the pawn
//! storm against it. They seldom change during a search and are cached.

use super::geometry::{
    backward, beside, forward, forward_fill, front_span, inner_file, rank_index, table_index,
    whole_files, wing_index,
};
use super::pair::{NoRecorder, Pair, Recorder};
use super::weights::WEIGHTS;
use crate::attacks::all_pawn_attacks;
use crate::board::Board;
use crate::random::GOLDEN_RATIO;
use crate::types::{Bitboard, Black, Color, File, PieceType, Rank, Side, Square, White};

/// The value of the pawns and kings of a position, and the sets of squares that other terms need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PawnStructure {
    /// The sum of all pawn and king terms from White's view.
    pub(super) score: Pair,
    /// Passed pawns by colour.
    pub(super) passed: [Bitboard; 2],
    /// Squares that pawns attack now or can attack after advancing, by colour.
    pub(super) attack_spans: [Bitboard; 2],
}

/// The pawns of one side and of its opponent, and the subsets that several terms need.
struct Pawns<'a, R> {
    board: &'a Board,
    recorder: &'a R,
    own: Bitboard,
    enemy: Bitboard,
    /// Friendly pawns with no enemy pawn in front of them.
    unopposed: Bitboard,
    /// Friendly pawns behind another on the same file.
    doubled: Bitboard,
    /// Friendly passed pawns.
    passed: Bitboard,
    /// Friendly pawns that another protects.
    supported: Bitboard,
}

impl PawnStructure {
    /// Evaluates the pawns and kings of `board`.
    pub(super) fn new<R: Recorder>(board: &Board, recorder: &R) -> Self {
        let white = Pawns::new::<White>(board, recorder);
        let black = Pawns::new::<Black>(board, recorder);
        Self {
            score: structure::<White, R>(&white) - structure::<Black, R>(&black),
            passed: [white.passed, black.passed],
            attack_spans: [attack_span::<White>(white.own), attack_span::<Black>(black.own)],
        }
    }
}

impl<'a, R: Recorder> Pawns<'a, R> {
    fn new<S: Side>(board: &'a Board, recorder: &'a R) -> Self {
        let own = board.colored_pieces(S::COLOR, PieceType::Pawn);
        let enemy = board.colored_pieces(S::Opponent::COLOR, PieceType::Pawn);
        let unopposed = own & !front_span::<S::Opponent>(enemy);
        let doubled = own & front_span::<S::Opponent>(own);
        let passed = unopposed & !doubled & !attack_span::<S::Opponent>(enemy);
        let supported = own & all_pawn_attacks(S::COLOR, own);
        Self { board, recorder, own, enemy, unopposed, doubled, passed, supported }
    }

    /// Applies `weight` to each pawn of `set`.
    fn add_each<S: Side>(&self, set: Bitboard, weight: &'static Pair) -> Pair {
        self.recorder.add::<S>(weight, set.count() as i32)
    }

    /// Applies to each pawn of `set` the weight of its rank; `weights` begin with `first_rank`.
    fn add_by_rank<S: Side>(
        &self,
        set: Bitboard,
        weights: &'static [Pair],
        first_rank: Rank,
    ) -> Pair {
        set.into_iter().fold(Pair::default(), |score, square| {
            let index = rank_index::<S>(square) - first_rank.index();
            score + self.recorder.add::<S>(&weights[index], 1)
        })
    }
}

/// Returns the squares that `pawns` attack now or can attack after advancing.
fn attack_span<S: Side>(pawns: Bitboard) -> Bitboard {
    forward_fill::<S>(all_pawn_attacks(S::COLOR, pawns))
}

/// Returns all pawn and king terms of `S`.
fn structure<S: Side, R: Recorder>(pawns: &Pawns<R>) -> Pair {
    placement::<S, R>(pawns)
        + weak_pawns::<S, R>(pawns)
        + chains::<S, R>(pawns)
        + candidates::<S, R>(pawns)
        + passed_pawns::<S, R>(pawns)
        + shelter::<S, R>(pawns.board, pawns.recorder)
        + pawnless_flank::<S, R>(pawns.board, pawns.recorder)
}

/// Returns the material of the pawns and the piece-square values of pawns and king.
fn placement<S: Side, R: Recorder>(pawns: &Pawns<R>) -> Pair {
    let (king, recorder) = (pawns.board.king(S::COLOR), pawns.recorder);
    let mut score = recorder.add::<S>(&WEIGHTS.king_squares[table_index::<S>(king)], 1);
    for square in pawns.own {
        score += recorder.add::<S>(&WEIGHTS.material[PieceType::Pawn.index()], 1);
        score += recorder.add::<S>(&WEIGHTS.pawn_squares[wing_index::<S>(square, king)], 1);
    }
    score
}

/// Returns the value of isolated, backward and doubled pawns.
fn weak_pawns<S: Side, R: Recorder>(pawns: &Pawns<R>) -> Pair {
    let isolated = pawns.own & !beside(whole_files::<S>(pawns.own));
    // Backward: no neighbour is level or behind to protect it, and an enemy pawn stops its advance.
    let left_behind = pawns.own & !forward_fill::<S>(beside(pawns.own)) & !isolated;
    let guarded = all_pawn_attacks(S::Opponent::COLOR, pawns.enemy);
    let backward = left_behind & backward::<S>(guarded | pawns.enemy);
    let weak_unopposed = (isolated | backward) & pawns.unopposed;
    pawns.add_each::<S>(isolated, &WEIGHTS.isolated)
        + pawns.add_each::<S>(backward, &WEIGHTS.backward)
        + pawns.add_each::<S>(weak_unopposed, &WEIGHTS.weak_unopposed)
        + pawns.add_each::<S>(pawns.doubled, &WEIGHTS.doubled)
}

/// Returns the value of phalanxes, supported pawns and levers.
fn chains<S: Side, R: Recorder>(pawns: &Pawns<R>) -> Pair {
    let phalanx = pawns.own & beside(pawns.own);
    let levers = pawns.own & all_pawn_attacks(S::Opponent::COLOR, pawns.enemy);
    pawns.add_by_rank::<S>(phalanx, &WEIGHTS.phalanx, Rank::Second)
        + pawns.add_by_rank::<S>(pawns.supported, &WEIGHTS.supported, Rank::Third)
        + pawns.add_by_rank::<S>(levers, &WEIGHTS.lever, Rank::Second)
}

/// Returns the value of candidate passed pawns: unopposed pawns with no fewer friendly pawns to
/// help than enemy pawns to stop their advance.
fn candidates<S: Side, R: Recorder>(pawns: &Pawns<R>) -> Pair {
    let is_candidate = |square: &_| {
        let pawn = Bitboard::from_square(*square);
        let sentries = pawns.enemy & beside(front_span::<S>(pawn));
        let helpers = pawns.own & beside(forward_fill::<S::Opponent>(pawn));
        helpers.count() >= sentries.count()
    };
    let free = pawns.unopposed & !pawns.doubled & !pawns.passed;
    let candidates = free.into_iter().filter(is_candidate).collect();
    pawns.add_by_rank::<S>(candidates, &WEIGHTS.candidate, Rank::Second)
}

/// Returns the part of the value of passed pawns that does not depend on the other pieces.
fn passed_pawns<S: Side, R: Recorder>(pawns: &Pawns<R>) -> Pair {
    let passed = pawns.passed;
    let neighbours = beside(passed | forward::<S>(passed) | backward::<S>(passed));
    pawns.add_by_rank::<S>(passed, &WEIGHTS.passed, Rank::Second)
        + pawns.add_by_rank::<S>(passed & pawns.supported, &WEIGHTS.passed_protected, Rank::Third)
        + pawns.add_by_rank::<S>(passed & neighbours, &WEIGHTS.passed_connected, Rank::Second)
}

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
        let edge = file.edge_distance();
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

/// Number of cached structures: enough for a hit rate of about 80 %, small enough for the L2
/// cache.
const SLOTS: usize = 1 << 13;

/// A direct-mapped cache of pawn structures.
#[derive(Clone, Debug)]
pub(in crate::eval) struct PawnCache(Box<[(u64, PawnStructure)]>);

impl Default for PawnCache {
    fn default() -> Self {
        // A zero key marks an empty slot; it is practically impossible for a real position.
        Self(vec![(0, PawnStructure::default()); SLOTS].into())
    }
}

impl PawnCache {
    /// Returns the pawn structure of `board`, evaluating and storing it on a miss.
    pub(super) fn get(&mut self, board: &Board) -> PawnStructure {
        let key = key(board);
        let (cached_key, structure) = &mut self.0[key as usize % SLOTS];
        if *cached_key != key {
            *cached_key = key;
            *structure = PawnStructure::new(board, &NoRecorder);
        }
        *structure
    }
}

/// Returns a key of the pawns and both kings.
fn key(board: &Board) -> u64 {
    let [white, black] = Color::ALL.map(|color| board.king(color).index() as u64);
    let kings = Square::COUNT as u64 * white + black + 1;
    board.pawn_key() ^ kings.wrapping_mul(GOLDEN_RATIO).rotate_left(32)
}
