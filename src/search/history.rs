//! History heuristics: how well moves did elsewhere in the tree, for ordering, reductions and
//! pruning.
//!
//! Continuation history gained +40 ± 27 Elo, the split of butterfly history by threats +44 ± 17.
//!
//! Sources: J. Schaeffer, "The history heuristic", 1983; J. Uiterwijk, "The countermove
//! heuristic", 1992.

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::params;
use crate::types::{Bitboard, Color, Move, PieceType, Square};

/// The largest absolute value of a history score.
const HISTORY_MAX: i32 = 16_384;

/// A coloured piece and the square it moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    /// Number of different values.
    pub(super) const COUNT: usize = 2 * PieceType::COUNT * Square::COUNT;

    /// Returns the piece and to square of the legal move `mv` of `board`. Castling is the king's
    /// move to the square of its rook.
    pub(super) fn new(board: &Board, mv: Move) -> Self {
        let piece_type = board.piece_type_on(mv.from()).map_or(0, PieceType::index);
        let piece = PieceType::COUNT * board.side_to_move().index() + piece_type;
        Self((piece * Square::COUNT + mv.to().index()) as u16)
    }

    /// Returns the colour of the piece.
    pub(super) fn color(self) -> Color {
        if self.index() < Self::COUNT / 2 { Color::White } else { Color::Black }
    }

    /// Returns the square the piece moved to.
    pub(super) fn to(self) -> Square {
        Square::from_index((self.index() % Square::COUNT) as u8)
    }

    /// Returns an index below [`Self::COUNT`].
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Scores indexed by [`PieceTo`].
type HistoryRow = [i16; PieceTo::COUNT];

/// The scores where there is no earlier move: after a null move and near the root.
static EMPTY_ROW: HistoryRow = [0; PieceTo::COUNT];

/// The distances, in plies, of the earlier moves that the histories look at.
pub(super) const PREVIOUS_DISTANCES: [usize; 3] = [1, 2, 4];

/// The part of a node that the scores and the order of its quiet moves depend on: earlier moves,
/// threats and refutations.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveContext {
    /// The moves at the [`PREVIOUS_DISTANCES`]; `None` for null moves and before the root.
    pub(super) previous: [Option<PieceTo>; PREVIOUS_DISTANCES.len()],
    /// [`Frame::threats`](super::node::Frame::threats).
    pub(super) threats: Bitboard,
    /// Killers and counter move; they may be illegal here.
    pub(super) refutations: [Move; 3],
}

impl MoveContext {
    /// Whether `mv` is a killer or the counter move.
    pub(super) fn is_refutation(&self, mv: Move) -> bool {
        self.refutations.contains(&mv)
    }
}

/// Maximum number of moves of each kind, quiet and tactical, that receive a malus at a node.
const MAX_TRIED: usize = 64;

/// The moves of a node that did not cause a cutoff, quiet and tactical ones.
pub(super) type Tried = [ArrayVec<Move, MAX_TRIED>; 2];

/// The history tables of one thread. A cutoff raises the score of its move and lowers those of
/// moves searched before it, a fail low raises that of the move before, and a quiet move is also
/// judged by its gain in static eval. Scores lie between `-HISTORY_MAX` and `HISTORY_MAX`.
#[derive(Clone, Debug)]
pub(super) struct Histories {
    /// Scores of quiet moves by colour, whether the from and the to square are attacked, from
    /// square and to square.
    butterfly: Box<[[[[i16; Square::COUNT]; Square::COUNT]; 4]; 2]>,
    /// Scores of quiet moves by the [`PieceTo`] of an earlier move and of the move itself.
    continuation: Box<[HistoryRow]>,
    /// Scores of tactical moves by [`PieceTo`] and captured piece.
    capture: Box<[[i16; PieceType::COUNT]; PieceTo::COUNT]>,
    /// Counter moves: the quiet move that last refuted a [`PieceTo`].
    counter: Box<[Move; PieceTo::COUNT]>,
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            butterfly: Box::new([[[[0; Square::COUNT]; Square::COUNT]; 4]; 2]),
            continuation: vec![[0; PieceTo::COUNT]; PieceTo::COUNT].into(),
            capture: Box::new([[0; PieceType::COUNT]; PieceTo::COUNT]),
            counter: Box::new([Move::NONE; PieceTo::COUNT]),
        }
    }

    /// Adds the counter move to the refutations of `context`, which has only killers.
    pub(super) fn add_counter(&self, context: &mut MoveContext) {
        let counter = context.previous[0].map_or(Move::NONE, |last| self.counter[last.index()]);
        if !context.is_refutation(counter) {
            context.refutations[2] = counter;
        }
    }

    /// Returns the sum of the scores of the quiet move `mv` in `context`.
    pub(super) fn quiet_score(&self, board: &Board, mv: Move, context: &MoveContext) -> i32 {
        self.quiet_scores(board, context)(mv)
    }

    /// Returns a function of quiet moves that returns the sum of their scores in `context`.
    pub(super) fn quiet_scores(
        &self,
        board: &Board,
        context: &MoveContext,
    ) -> impl Fn(Move) -> i32 {
        let butterfly = &self.butterfly[board.side_to_move().index()];
        let row = |earlier: PieceTo| &self.continuation[earlier.index()];
        let [first, second, fourth] =
            context.previous.map(|earlier| earlier.map_or(&EMPTY_ROW, row));
        move |mv| {
            let [from, to] = [mv.from(), mv.to()].map(Square::index);
            let piece_to = PieceTo::new(board, mv).index();
            i32::from(butterfly[threat_index(mv, context)][from][to])
                + i32::from(first[piece_to])
                + i32::from(second[piece_to])
                + i32::from(fourth[piece_to])
        }
    }

    /// Returns the capture history of the tactical move `mv`.
    pub(super) fn capture_score(&self, board: &Board, mv: Move) -> i32 {
        i32::from(self.capture[PieceTo::new(board, mv).index()][captured_index(board, mv)])
    }

    /// Rewards the move `best`, which caused a cutoff at `depth`, and punishes those tried before
    /// it; quiet ones only if it is quiet too. Their malus decreases in their order, since later
    /// ones were less expected to cause a cutoff: +11 ± 11 Elo.
    pub(super) fn update(
        &mut self,
        board: &Board,
        best: Move,
        [quiet, tactical]: &Tried,
        context: &MoveContext,
        depth: i32,
    ) {
        if board.is_tactical(best) {
            self.add_tactical(board, best, bonus(depth));
        } else {
            if let Some(last) = context.previous[0] {
                self.counter[last.index()] = best;
            }
            self.add_quiet(best, PieceTo::new(board, best), context, bonus(depth));
            let first = params::history_malus_first();
            let percentages = (0..).map(|index| first - params::history_malus_decrease() * index);
            for (&mv, percent) in quiet.iter().zip(percentages) {
                let malus = malus(depth) * percent.max(params::history_malus_last()) / 100;
                self.add_quiet(mv, PieceTo::new(board, mv), context, -malus);
            }
        }
        for &mv in tactical {
            self.add_tactical(board, mv, -malus(depth));
        }
    }

    /// Changes the scores in `context` of the quiet move `mv` of `piece_to`.
    pub(super) fn add_quiet(
        &mut self,
        mv: Move,
        piece_to: PieceTo,
        context: &MoveContext,
        change: i32,
    ) {
        let by_threat = &mut self.butterfly[piece_to.color().index()];
        let butterfly = &mut by_threat[threat_index(mv, context)];
        add(&mut butterfly[mv.from().index()][mv.to().index()], change, HISTORY_MAX);
        for earlier in context.previous.iter().flatten() {
            let row = &mut self.continuation[earlier.index()];
            add(&mut row[piece_to.index()], change, HISTORY_MAX);
        }
    }

    fn add_tactical(&mut self, board: &Board, mv: Move, change: i32) {
        let scores = &mut self.capture[PieceTo::new(board, mv).index()];
        add(&mut scores[captured_index(board, mv)], change, HISTORY_MAX);
    }
}

/// Returns the index of the captured piece; promotions without capture use that of the king.
fn captured_index(board: &Board, mv: Move) -> usize {
    board.captured_by(mv).unwrap_or(PieceType::King).index()
}

/// Returns the index, 0 to 3, of the butterfly table of `mv`: whether its squares are attacked.
fn threat_index(mv: Move, context: &MoveContext) -> usize {
    let is_attacked = |square| usize::from(context.threats.contains(square));
    2 * is_attacked(mv.from()) + is_attacked(mv.to())
}

/// Returns the bonus of a move that causes a cutoff at `depth`.
fn bonus(depth: i32) -> i32 {
    let bonus = params::history_bonus_slope() * depth + params::history_bonus_base();
    bonus.clamp(0, params::history_max_bonus())
}

/// Returns the malus of a move searched before a cutoff at `depth`: 300 a ply instead of 220 gained
/// +23 ± 13 Elo; tuning raised it further.
fn malus(depth: i32) -> i32 {
    let malus = params::history_malus_slope() * depth + params::history_malus_base();
    malus.clamp(0, params::history_max_malus())
}

/// Returns the bonus of a quiet move after which no move raised alpha in a search to `depth` plies,
/// so it was good: +22 ± 14 Elo.
pub(super) fn fail_low_bonus(depth: i32) -> i32 {
    bonus(depth) * params::history_fail_low_share() / 100
}

/// Returns the bonus or malus of a quiet move by its `gain` in static eval for the side that played
/// it: +27 ± 8 Elo.
///
/// Source: the engine Stockfish.
pub(super) fn eval_gain_bonus(gain: i32) -> i32 {
    let max = params::history_max_eval_gain();
    (gain * params::history_eval_gain()).clamp(-max, max)
}

/// Adds `change` to a score with gravity: the closer the score is to `max` or its negative, the
/// smaller the change in that direction.
pub(super) fn add(score: &mut i16, change: i32, max: i32) {
    let old = i32::from(*score);
    let change = change.clamp(-max, max);
    *score = (old + change - old * change.abs() / max) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_their_bounds() {
        let mut histories = Histories::new();
        let board = Board::start();
        let [good, bad] = ["e2e4", "d2d4"].map(|text| board.parse_move(text).unwrap());
        let played = |text| PieceTo::new(&board, board.parse_move(text).unwrap());
        let previous = [Some(played("a2a3")), None, Some(played("g1f3"))];
        let context = MoveContext { previous, ..MoveContext::default() };
        let quiet = |mv| [ArrayVec::from_iter([mv]), ArrayVec::new()];
        for _ in 0..1_000 {
            histories.update(&board, good, &quiet(bad), &context, 20);
        }
        let score = |histories: &Histories, mv| histories.quiet_score(&board, mv, &context);
        let near_the_bound = 3 * HISTORY_MAX * 9 / 10..=3 * HISTORY_MAX;
        let (high, low) = (score(&histories, good), score(&histories, bad));
        assert!(near_the_bound.contains(&high) && near_the_bound.contains(&-low));
        let mut with_counter = context;
        histories.add_counter(&mut with_counter);
        assert_eq!(with_counter.refutations, [Move::NONE, Move::NONE, good]);
        // After other moves only the butterfly score remains.
        let mut elsewhere = MoveContext::default();
        let butterfly = histories.quiet_score(&board, good, &elsewhere);
        assert!(butterfly <= HISTORY_MAX && butterfly > HISTORY_MAX * 9 / 10);
        // Not even that if the to square is attacked.
        elsewhere.threats = good.to().into();
        assert_eq!(histories.quiet_score(&board, good, &elsewhere), 0);
        histories.update(&board, bad, &quiet(good), &context, 3);
        assert!(score(&histories, good) < high && score(&histories, bad) > low);
    }

    #[test]
    fn a_raised_eval_is_a_bonus_wherever_the_threats_are_the_same() {
        let mut histories = Histories::new();
        let board = Board::start();
        let mv = board.parse_move("e2e4").unwrap();
        let piece_to = PieceTo::new(&board, mv);
        let score = |histories: &Histories, threats| {
            let previous = [Some(piece_to); 3];
            let context = MoveContext { previous, threats, ..MoveContext::default() };
            histories.quiet_score(&board, mv, &context)
        };
        let attacked = Bitboard::from(mv.to());
        let gained_in = MoveContext { threats: attacked, ..MoveContext::default() };
        let add_gain = |histories: &mut Histories, gain| {
            histories.add_quiet(mv, piece_to, &gained_in, eval_gain_bonus(gain));
        };
        add_gain(&mut histories, 10);
        let raised = score(&histories, attacked);
        assert!(raised > 0 && score(&histories, Bitboard::EMPTY) == 0);
        add_gain(&mut histories, 1_000);
        let high = score(&histories, attacked);
        assert!(high > raised && high <= raised + params::history_max_eval_gain());
        add_gain(&mut histories, -1_000);
        assert!(score(&histories, attacked) < raised);
    }

    #[test]
    fn capture_history_is_indexed_by_piece_square_and_victim() {
        let mut histories = Histories::new();
        let board: Board = "4k3/8/2p5/3p4/2P1P3/8/8/4K3 w - - 0 1".parse().unwrap();
        let [left, right, king] =
            ["c4d5", "e4d5", "e1e2"].map(|text| board.parse_move(text).unwrap());
        let context = MoveContext::default();
        histories.update(&board, left, &Tried::default(), &context, 5);
        let raised = histories.capture_score(&board, left);
        assert!(raised > 0);
        assert_eq!(histories.capture_score(&board, right), raised, "same piece, square and victim");
        histories.update(
            &board,
            king,
            &[ArrayVec::new(), ArrayVec::from_iter([left])],
            &context,
            20,
        );
        assert!(histories.capture_score(&board, left) < 0);
    }
}
