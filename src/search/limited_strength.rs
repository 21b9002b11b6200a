//! Limited strength: play with human-like blunders.
//!
//! A search of limited strength visits few nodes. It overlooks moves of either side, anywhere in
//! the tree except in check. The harder a move is to see, the more likely it is overlooked: a quiet
//! retreat along a diagonal more often than a recapture. The search also misjudges the value of
//! pieces on certain squares. What is overlooked is the same throughout a search, as a player who
//! has missed a threat misses it in every line, unless it comes nearer or becomes a recapture; the
//! next search may see it. Misjudgements last for a game.
//!
//! The tree depends on it in three places: the moves of a node come through `Worker::next_move`,
//! which skips the overlooked ones, evaluations through `Worker::evaluate`, and a node without a
//! move ends in `Worker::score_without_moves`. Besides, `Searcher::search` hides root moves,
//! narrows the limits and switches tables off, and `Worker::seeks_mate` the search for mates. The
//! proof of `go mate` overlooks moves at the root only. Searches of limited and of full strength
//! share no tables.

use crate::board::Board;
use crate::limits::Limits;
use crate::params::{self, percent};
use crate::random::mix;
use crate::types::{Bitboard, Color, Move, MoveKind, PieceType, Square};

/// The lowest Elo of [`Searcher::set_elo`](super::Searcher::set_elo).
pub const MIN_ELO: i32 = 1_000;
/// The highest Elo of [`Searcher::set_elo`](super::Searcher::set_elo).
pub const MAX_ELO: i32 = 2_850;

/// Size in MB of the transposition table of these searches, which are small.
pub(super) const TT_MEGABYTES: usize = 2;

/// Returns a factor that falls linearly from 1 at the lowest Elo to 0 at `end`.
fn weakness(elo: i32, end: i32) -> f64 {
    f64::from(end - elo).max(0.0) / f64::from(end - MIN_ELO)
}

/// Errors in the value of each piece type on each square from the view of its side, in units of the
/// evaluation: the same for both sides, so that none is favoured for a whole game.
type EvalErrors = [[i32; Square::COUNT]; PieceType::COUNT];

fn eval_errors(elo: i32, seed: u64) -> EvalErrors {
    let max = f64::from(params::weak_eval_error()) * weakness(elo, params::weak_eval_error_end());
    let error = |index: usize| {
        let part = 2.0 * fraction(mix(seed.wrapping_add(index as u64))) - 1.0;
        (max * part).round() as i32
    };
    std::array::from_fn(|piece| std::array::from_fn(|square| error(piece * Square::COUNT + square)))
}

/// The blunders of one search.
pub(super) struct Skill {
    /// Soft node limit per line.
    nodes: u64,
    /// A move of difficulty 1 is seen with probability `exp(-blindness)`.
    blindness: f64,
    /// Seed that selects the overlooked moves.
    seed: u64,
    eval_errors: EvalErrors,
    /// The squares that the opponent's last move newly occupies; none if unknown.
    pub(super) last_to: Bitboard,
}

impl Skill {
    /// Creates the blunders of a search of `board` at `elo` in the game with this `seed`.
    /// `previous` is the position before the opponent's last move, if there was one.
    pub(super) fn new(elo: i32, seed: u64, board: &Board, previous: Option<&Board>) -> Self {
        let opponent = !board.side_to_move();
        let last_to = previous
            .map_or(Bitboard::EMPTY, |previous| board.color(opponent) & !previous.color(opponent));
        let doublings = f64::from(elo - MIN_ELO) / f64::from(params::weak_nodes_doubling());
        let exponent = percent(params::weak_blindness_exponent());
        let weakness = weakness(elo, params::weak_blindness_end());
        Self {
            nodes: (f64::from(params::weak_nodes()) * doublings.exp2()) as u64,
            blindness: f64::from(params::weak_blindness()) / 1_000.0 * weakness.powf(exponent),
            seed: mix(seed ^ board.key()),
            eval_errors: eval_errors(elo, seed),
            last_to,
        }
    }

    /// Adds the node limits of this strength for this number of `lines` to `limits`.
    pub(super) fn narrow(&self, limits: &mut Limits, lines: usize) {
        let soft = self.nodes.saturating_mul(lines as u64);
        let hard = soft.saturating_mul(params::weak_nodes_max_factor() as u64);
        limits.soft_nodes = Some(limits.soft_nodes.map_or(soft, |nodes| nodes.min(soft)));
        limits.nodes = Some(limits.nodes.map_or(hard, |nodes| nodes.min(hard)));
    }

    /// Whether the move `mv` of `board` is overlooked at `ply`. `last_to` has the to square of the
    /// previous move, if it is known.
    pub(super) fn overlooks(&self, board: &Board, mv: Move, ply: usize, last_to: Bitboard) -> bool {
        // In check every evasion is seen, so that a mate is always recognised.
        if board.in_check() {
            return false;
        }
        // A promotion is seen with all its pieces.
        let mv = match mv.promoted_to() {
            Some(_) => Move::promotion(mv.from(), mv.to(), PieceType::Queen),
            None => mv,
        };
        let piece_type = board.occupant(mv.from()).index();
        let piece = PieceType::COUNT * board.side_to_move().index() + piece_type;
        let number = mix(self.seed ^ (piece as u64) << u16::BITS ^ u64::from(mv.bits()));
        let ply = ply.min(params::weak_max_ply() as usize);
        let depth = 1.0 + percent(params::weak_ply()) * ply as f64;
        // On a nearly empty board, little is overlooked.
        let crowd = params::weak_crowd();
        let pieces = f64::from(board.occupied().count().min(crowd.unsigned_abs()));
        let crowding = (pieces / f64::from(crowd)).powi(2);
        // An exponentially distributed number: the move is seen with probability exp(−right side).
        -fraction(number).ln() < self.blindness * depth * crowding * difficulty(board, mv, last_to)
    }

    /// Returns the error of the evaluation of `board` from the view of the side to move; none
    /// against a bare king, since it would hide the small steps towards mate.
    pub(super) fn eval_error(&self, board: &Board) -> i32 {
        if board.has_any_bare_king() {
            return 0;
        }
        let sum = |color: Color| -> i32 {
            let error = |square: Square| {
                self.eval_errors[board.occupant(square).index()][square.relative_to(color).index()]
            };
            board.color(color).into_iter().map(error).sum()
        };
        sum(board.side_to_move()) - sum(!board.side_to_move())
    }
}

/// Returns the difficulty of seeing the move `mv` at the root.
fn difficulty(board: &Board, mv: Move, last_to: Bitboard) -> f64 {
    if mv.kind() == MoveKind::Castling {
        return percent(params::weak_castling());
    }
    let captured = board.captured_by(mv);
    if captured.is_some() && last_to.contains(mv.to()) {
        return percent(params::weak_recapture());
    }
    let kind = match (captured, mv.promoted_to()) {
        (_, Some(PieceType::Queen)) => params::weak_wins_rook(),
        (Some(captured), _) if board.see_at_least(mv, 1) => match captured {
            PieceType::Pawn => params::weak_wins_pawn(),
            PieceType::Knight | PieceType::Bishop => params::weak_wins_minor(),
            PieceType::Rook => params::weak_wins_rook(),
            PieceType::Queen | PieceType::King => params::weak_wins_queen(),
        },
        _ if board.gives_direct_check(mv) => params::weak_check(),
        _ => params::weak_quiet(),
    };
    percent(kind) * geometric_difficulty(board, mv)
}

/// Returns the factor of difficulty due to direction and length of the move `mv`.
fn geometric_difficulty(board: &Board, mv: Move) -> f64 {
    let us = board.side_to_move();
    let (from, to) = (mv.from().relative_to(us), mv.to().relative_to(us));
    let factors = [
        (to.rank() < from.rank(), params::weak_backward()),
        (from.file_distance(to) == from.rank_distance(to), params::weak_diagonal()),
        (board.occupant(mv.from()) == PieceType::Knight, params::weak_knight()),
    ];
    let applying = factors.into_iter().filter(|(applies, _)| *applies);
    let direction: f64 = applying.map(|(_, factor)| percent(factor)).product();
    direction * (1.0 + percent(params::weak_distance()) * f64::from(from.distance(to) - 1))
}

/// Maps a random number to a fraction above 0 and at most 1.
fn fraction(number: u64) -> f64 {
    ((number >> 11) + 1) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misjudgements_favour_no_side() {
        let board: Board =
            "r1bqkb1r/pp3ppp/2n1pn2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w kq - 0 8".parse().unwrap();
        let skill = Skill::new(MIN_ELO, 1, &board, None);
        assert_eq!(skill.eval_error(&Board::start()), 0);
        let error = skill.eval_error(&board);
        assert_ne!(error, 0);
        assert_eq!(skill.eval_error(&board.flipped()), error);
    }
}
