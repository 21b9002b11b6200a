//! Move ordering: the best move should come first, since a cutoff saves the search of the others.
//! Each stage is generated only when it is reached, because most nodes are cut off before the last.
//!
//! With static exchange evaluation, capture history and counter moves, stages gained +49 ± 30 Elo.

use arrayvec::ArrayVec;

use super::history::{Histories, MoveContext};
use crate::board::Board;
use crate::params;
use crate::types::{MAX_MOVES, Move, MoveKind, MoveList, PieceType};

/// Score of promotions to a piece other than a queen, below every other tactical move.
const UNDERPROMOTION_SCORE: i32 = i32::MIN;
/// Added to the score of captures and promotions to a queen in check, so that they come before
/// quiet moves.
const EVASION_CAPTURE_SCORE: i32 = 1 << 20;

/// The stages, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    GenerateTactical,
    GoodTactical,
    Refutations(usize),
    GenerateQuiet,
    Quiet,
    BadTactical,
    GenerateLast,
    /// In check all moves, otherwise quiet checks.
    Last,
}

/// The moves that are picked when the side to move is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    All,
    /// The tactical moves with at least this SEE, without underpromotions other than the TT move.
    Tactical(i32),
    /// Those that lose no material in the exchange, then direct checks that lose none.
    TacticalAndChecks,
}

impl Scope {
    /// Returns the SEE threshold of good tactical moves; `None` if it depends on their scores.
    fn threshold(self) -> Option<i32> {
        match self {
            Self::All => None,
            Self::Tactical(threshold) => Some(threshold),
            Self::TacticalAndChecks => Some(0),
        }
    }
}

/// A generator of the legal moves of a node, most promising first: the TT move before any is
/// generated, tactical moves that lose little in the exchange, killers and counter move, quiet
/// moves by history, then the losing tactical moves. In check all other moves come in one stage.
pub(super) struct MovePicker {
    stage: Stage,
    tt_move: Move,
    context: MoveContext,
    scope: Scope,
    /// The moves of the current stage not yet yielded, with their scores.
    moves: ArrayVec<(Move, i32), MAX_MOVES>,
    /// Index of the one with the highest score, if it is known.
    best: Option<usize>,
    /// Tactical moves below the threshold and underpromotions, best first.
    bad: MoveList,
}

impl MovePicker {
    /// Creates a picker of the moves in `scope`. `tt_move` may be any 16 bits.
    pub(super) fn new(board: &Board, tt_move: Move, context: MoveContext, scope: Scope) -> Self {
        let is_good =
            |threshold| board.is_tactical(tt_move) && board.see_at_least(tt_move, threshold);
        let is_picked = tt_move != Move::NONE
            && board.is_legal(tt_move)
            && (board.in_check() || scope.threshold().is_none_or(is_good));
        Self {
            stage: if is_picked { Stage::TtMove } else { first_generation(board) },
            tt_move: if is_picked { tt_move } else { Move::NONE },
            context,
            scope,
            moves: ArrayVec::new(),
            best: None,
            bad: MoveList::new(),
        }
    }

    /// Skips the remaining quiet moves, except in check.
    pub(super) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Refutations(_) | Stage::GenerateQuiet | Stage::Quiet) {
            self.stage = Stage::BadTactical;
        }
    }

    /// Skips the quiet moves that give no direct check, after a quiet move that is neither the TT
    /// move nor a refutation.
    pub(super) fn skip_quiets_without_check(&mut self, board: &Board) {
        debug_assert_eq!(self.stage, Stage::Quiet);
        let gives_check = board.direct_checks();
        self.moves.retain(|(mv, _)| gives_check(*mv));
        self.best = None;
    }

    /// Returns the next move. `prefetch` is called with each move before it is returned: with
    /// tactical moves before their exchange is examined, with quiet moves one move early.
    pub(super) fn next(
        &mut self,
        board: &Board,
        histories: &Histories,
        prefetch: impl Fn(Move),
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = first_generation(board);
                    prefetch(self.tt_move);
                    return Some(self.tt_move);
                }
                Stage::GenerateTactical => {
                    let mut moves = MoveList::new();
                    board.add_tactical_moves(&mut moves);
                    self.fill(&moves, |mv| Some(tactical_score(board, histories, mv)));
                    self.stage = Stage::GoodTactical;
                }
                Stage::GoodTactical => {
                    let Some((mv, score)) = self.take_best() else {
                        self.stage = match self.scope {
                            Scope::All => Stage::Refutations(0),
                            Scope::Tactical(_) => return None,
                            Scope::TacticalAndChecks => Stage::GenerateLast,
                        };
                        continue;
                    };
                    prefetch(mv);
                    if self.is_good(board, mv, score) {
                        return Some(mv);
                    }
                    self.bad.push(mv);
                }
                Stage::Refutations(number) => match self.context.refutations.get(number) {
                    Some(&mv) => {
                        self.stage = Stage::Refutations(number + 1);
                        if self.is_new_quiet(board, mv) {
                            prefetch(mv);
                            return Some(mv);
                        }
                    }
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    let context = self.context;
                    let score = histories.quiet_scores(board, &context);
                    let mut moves = MoveList::new();
                    board.add_quiet_moves(&mut moves);
                    self.fill(&moves, |mv| (!context.is_refutation(mv)).then(|| score(mv)));
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    let is_prefetched = self.best.is_some();
                    let Some((mv, _)) = self.take_best() else {
                        self.stage = Stage::BadTactical;
                        continue;
                    };
                    if !is_prefetched {
                        prefetch(mv);
                    }
                    self.best = self.find_best();
                    if let Some(best) = self.best {
                        prefetch(self.moves[best].0);
                    }
                    return Some(mv);
                }
                Stage::BadTactical => {
                    let mv = self.bad.pop_at(0)?;
                    prefetch(mv);
                    return Some(mv);
                }
                Stage::GenerateLast => {
                    let (context, in_check) = (self.context, board.in_check());
                    let moves = if in_check { board.legal_moves() } else { board.quiet_checks() };
                    self.fill(&moves, |mv| {
                        let score = || last_score(board, histories, &context, mv);
                        (in_check || board.see_at_least(mv, 0)).then(score)
                    });
                    self.stage = Stage::Last;
                }
                Stage::Last => {
                    let (mv, _) = self.take_best()?;
                    prefetch(mv);
                    return Some(mv);
                }
            }
        }
    }

    /// Whether a tactical move belongs to the good ones. Without a fixed threshold, the higher its
    /// `score`, the more material it may lose in the exchange: +6 ± 8 Elo.
    fn is_good(&self, board: &Board, mv: Move, score: i32) -> bool {
        let threshold =
            || self.scope.threshold().unwrap_or(-score / params::good_tactical_divisor());
        score > UNDERPROMOTION_SCORE && board.see_at_least(mv, threshold())
    }

    /// Fills the empty moves of the stage with those of `moves` that have a score, without the TT
    /// move.
    fn fill(&mut self, moves: &MoveList, score: impl Fn(Move) -> Option<i32>) {
        for &mv in moves {
            if mv != self.tt_move
                && let Some(score) = score(mv)
            {
                self.moves.push((mv, score));
            }
        }
    }

    /// Removes and returns the move with the highest score, one step of a selection sort.
    fn take_best(&mut self) -> Option<(Move, i32)> {
        let best = self.best.take().or_else(|| self.find_best())?;
        Some(self.moves.swap_remove(best))
    }

    /// Returns the index of the move with the highest score, the first of several.
    fn find_best(&self) -> Option<usize> {
        let moves = self.moves.iter().enumerate().rev();
        moves.max_by_key(|(_, (_, score))| *score).map(|(index, _)| index)
    }

    fn is_new_quiet(&self, board: &Board, mv: Move) -> bool {
        mv != Move::NONE && mv != self.tt_move && board.is_legal(mv) && !board.is_tactical(mv)
    }
}

fn first_generation(board: &Board) -> Stage {
    if board.in_check() { Stage::GenerateLast } else { Stage::GenerateTactical }
}

/// Returns the value of the captured piece plus capture history.
#[inline]
fn tactical_score(board: &Board, histories: &Histories, mv: Move) -> i32 {
    if mv.kind() == MoveKind::Promotion && mv.promoted_to() != Some(PieceType::Queen) {
        return UNDERPROMOTION_SCORE;
    }
    let gain = params::capture_value_factor() * board.capture_value(mv);
    gain + histories.capture_score(board, mv)
}

/// Returns a score that orders captures first, then quiet moves by history, then underpromotions.
fn last_score(board: &Board, histories: &Histories, context: &MoveContext, mv: Move) -> i32 {
    if board.is_tactical(mv) {
        tactical_score(board, histories, mv).saturating_add(EVASION_CAPTURE_SCORE)
    } else {
        histories.quiet_score(board, mv, context)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn context([first, second]: [Move; 2]) -> MoveContext {
        MoveContext { refutations: [first, second, Move::NONE], ..MoveContext::default() }
    }

    fn picker(board: &Board, scope: Scope) -> MovePicker {
        MovePicker::new(board, Move::NONE, MoveContext::default(), scope)
    }

    /// Returns the remaining moves; each must have been prefetched before.
    fn drain(mut picker: MovePicker, board: &Board) -> Vec<String> {
        let histories = Histories::new();
        let prefetched = RefCell::new(Vec::new());
        let prefetch = |mv| prefetched.borrow_mut().push(mv);
        std::iter::from_fn(|| picker.next(board, &histories, prefetch))
            .inspect(|mv| assert!(prefetched.borrow().contains(mv), "{mv:?}"))
            .map(|mv| format!("{mv:?}"))
            .collect()
    }

    fn order(fen: &str, tt_move: &str, killers: [&str; 2]) -> Vec<String> {
        let board: Board = fen.parse().unwrap();
        let mv = |text| board.parse_move(text).unwrap_or(Move::NONE);
        drain(MovePicker::new(&board, mv(tt_move), context(killers.map(mv)), Scope::All), &board)
    }

    #[test]
    fn every_legal_move_is_yielded_once() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "4k3/8/8/8/1b6/8/3PP3/3QKB2 w - - 0 1",
        ] {
            let board: Board = fen.parse().unwrap();
            let mut legal: Vec<_> =
                board.legal_moves().iter().map(|mv| format!("{mv:?}")).collect();
            legal.sort();
            for tt_move in &legal {
                for killers in [["", ""], [&legal[0], &legal[legal.len() / 2]]] {
                    let mut moves = order(fen, tt_move, killers.map(|text| text as &str));
                    assert_eq!(&moves[0], tt_move);
                    moves.sort();
                    assert_eq!(moves, legal, "{fen} {tt_move} {killers:?}");
                }
            }
        }
    }

    #[test]
    fn tt_move_is_first_and_bad_captures_are_last() {
        // The bishop is defended by a pawn; pawn takes pawn loses nothing.
        let fen = "3rk3/8/2p3p1/3p1p1b/4P3/8/3R4/4K2R w - - 0 1";
        let moves = order(fen, "e1f1", ["d2c2", "d2b2"]);
        let position = |mv: &str| moves.iter().position(|other| other == mv).unwrap();
        let order = ["e1f1", "e4d5", "d2c2", "d2b2", "h1g1", "d2d5"].map(position);
        assert!(order.is_sorted(), "{moves:?}");
        assert!(position("e4f5") < position("d2c2") && position("d2b2") < position("h1h5"));
    }

    #[test]
    fn captures_that_lose_little_precede_quiet_moves() {
        // Bishop for knight loses 10 centipawns, and rook for knight 180.
        let fen = "4k3/2p5/1n2p3/3n4/8/8/B7/1R2K3 w - - 0 1";
        let moves = order(fen, "", ["", ""]);
        assert_eq!(moves.first().map(String::as_str), Some("a2d5"));
        assert_eq!(moves.last().map(String::as_str), Some("b1b6"));
    }

    #[test]
    fn threshold_selects_captures() {
        // The pawn on d5 is defended, the one on a5 is not.
        let board: Board = "4k3/8/4p3/p2p4/8/8/8/R2RK3 w - - 0 1".parse().unwrap();
        let tactical = |threshold| drain(picker(&board, Scope::Tactical(threshold)), &board);
        assert_eq!(tactical(0), ["a1a5"]);
        assert_eq!(tactical(100), ["a1a5"]);
        assert_eq!(tactical(101), [""; 0]);
        assert_eq!(tactical(-400), ["a1a5", "d1d5"]);
        // Safe checks follow: Re1 and Re2, but not Rf8, which loses the rook.
        let board: Board = "4k3/8/8/p7/8/8/5R2/R5K1 w - - 0 1".parse().unwrap();
        let found = drain(picker(&board, Scope::TacticalAndChecks), &board);
        assert_eq!(found, ["a1a5", "a1e1", "f2e2"]);
    }

    #[test]
    fn captures_remain_when_quiets_are_skipped() {
        let board: Board = "4k3/8/4p3/p2p4/8/8/8/R2RK3 w - - 0 1".parse().unwrap();
        let histories = Histories::new();
        let mut picker = picker(&board, Scope::All);
        let first = picker.next(&board, &histories, drop).map(|mv| format!("{mv:?}"));
        let second = picker.next(&board, &histories, drop).unwrap();
        assert_eq!(first.as_deref(), Some("a1a5"));
        assert!(!board.is_tactical(second));
        picker.skip_quiets();
        assert_eq!(drain(picker, &board), ["d1d5"]);
    }

    #[test]
    fn checks_and_captures_remain_when_other_quiets_are_skipped() {
        let board: Board = "4k3/8/4p3/p2p3N/8/8/8/R2RK3 w - - 0 1".parse().unwrap();
        let histories = Histories::new();
        // The capture that wins a pawn and one to three quiet moves.
        for yielded in 2..5 {
            let mut picker = picker(&board, Scope::All);
            let moves = |_| format!("{:?}", picker.next(&board, &histories, drop).unwrap());
            let early: Vec<_> = (0..yielded).map(moves).collect();
            picker.skip_quiets_without_check(&board);
            let mut expected = vec!["a1a5", "h5f6", "h5g7", "d1d5"];
            expected.retain(|mv| !early.iter().any(|other| other == mv));
            assert_eq!(drain(picker, &board), expected, "after {early:?}");
        }
    }

    #[test]
    fn illegal_tt_move_is_ignored() {
        let board = Board::start();
        let nonsense = Move::from_bits(0xffff);
        let mut picker = MovePicker::new(&board, nonsense, context([nonsense; 2]), Scope::All);
        let first = picker.next(&board, &Histories::new(), drop).unwrap();
        assert!(board.is_legal(first));
    }
}
