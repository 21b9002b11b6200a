//! The order in which moves are tried: each stage is generated only when it is reached.

use arrayvec::ArrayVec;

use super::history::{Histories, Previous};
use super::params;
use super::stack::Killers;
use crate::board::Board;
use crate::types::{MAX_MOVES, Move, MoveKind, MoveList, PieceType};

/// Order below every other capture or promotion: promotions to less than a queen.
const UNDERPROMOTION_SCORE: i32 = i32::MIN;
/// In check, captures come before all quiet moves.
const EVASION_CAPTURE_SCORE: i32 = 1 << 20;

/// The stages in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TableMove,
    GenerateTactical,
    GoodTactical,
    Refutations(usize),
    GenerateQuiet,
    Quiet,
    BadTactical,
    GenerateChecks,
    Checks,
    GenerateEvasions,
    Evasions,
}

/// Which quiet moves come after the good captures, when the side to move is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quiets {
    /// All of them, and then the captures that lose.
    All,
    /// Those that attack the hostile king and lose nothing.
    Checks,
    /// None.
    None,
}

/// What the line to a node tells about the quiet moves there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints {
    /// Quiet moves that may refute: killers and the counter move. They may be legal or not.
    refutations: [Move; 3],
    /// The moves before the node.
    pub(super) previous: Previous,
}

impl Hints {
    pub(super) fn new(killers: Killers, histories: &Histories, previous: Previous) -> Self {
        let [first, second] = killers.moves();
        let counter = histories.counter_move(&previous);
        let counter = if counter == first || counter == second { Move::NONE } else { counter };
        Self { refutations: [first, second, counter], previous }
    }

    /// Whether `mv` is a killer or the counter move.
    #[inline]
    pub(super) fn is_refutation(&self, mv: Move) -> bool {
        self.refutations.contains(&mv)
    }
}

/// Hands out the legal moves of a node, the most promising first: the table's move before any is
/// generated, captures and promotions that lose nothing, killers and counter move, quiet moves by
/// history, then the losing captures. In check all moves come in one stage.
pub(super) struct MovePicker {
    stage: Stage,
    table_move: Move,
    hints: Hints,
    /// What a capture must win to be a good one, in centipawns.
    threshold: i32,
    quiets: Quiets,
    /// The moves of the stage not yet handed out, with their scores.
    moves: ArrayVec<(Move, i32), MAX_MOVES>,
    /// Captures that lost their exchange and underpromotions, the best first.
    bad: MoveList,
    bad_handed_out: usize,
}

impl MovePicker {
    /// All moves of a node. `table_move` may be any 16 bits.
    pub(super) fn all(board: &Board, table_move: Move, hints: Hints) -> Self {
        let is_legal = table_move != Move::NONE && board.is_legal(table_move);
        let table_move = if is_legal { table_move } else { Move::NONE };
        Self::new(board, table_move, hints, 0, Quiets::All)
    }

    /// The captures and promotions that win `threshold` centipawns or more, then the `quiets` that
    /// are wanted. In check, all moves.
    pub(super) fn tactical(
        board: &Board,
        table_move: Move,
        hints: Hints,
        threshold: i32,
        quiets: Quiets,
    ) -> Self {
        let is_wanted = table_move != Move::NONE
            && board.is_legal(table_move)
            && (board.in_check()
                || board.is_tactical(table_move) && board.see_at_least(table_move, threshold));
        let table_move = if is_wanted { table_move } else { Move::NONE };
        Self::new(board, table_move, hints, threshold, quiets)
    }

    /// Written where it stays: it is too large to be moved about.
    #[inline]
    fn new(board: &Board, table_move: Move, hints: Hints, threshold: i32, quiets: Quiets) -> Self {
        Self {
            stage: match table_move {
                Move::NONE => first_generation(board),
                _ => Stage::TableMove,
            },
            table_move,
            hints,
            threshold,
            quiets,
            moves: ArrayVec::new(),
            bad: MoveList::new(),
            bad_handed_out: 0,
        }
    }

    /// No quiet move is wanted any more. In check they still come.
    pub(super) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Refutations(_) | Stage::GenerateQuiet | Stage::Quiet) {
            self.stage = Stage::BadTactical;
        }
    }

    /// The next move.
    pub(super) fn next(&mut self, board: &Board, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = first_generation(board);
                    return Some(self.table_move);
                }
                Stage::GenerateTactical => {
                    self.fill(&board.tactical_moves(), |_, mv| {
                        tactical_score(board, histories, mv)
                    });
                    self.stage = Stage::GoodTactical;
                }
                Stage::GoodTactical => match self.take_best() {
                    Some((mv, score)) => {
                        if score > UNDERPROMOTION_SCORE && board.see_at_least(mv, self.threshold) {
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    None => match self.quiets {
                        Quiets::All => self.stage = Stage::Refutations(0),
                        Quiets::Checks => self.stage = Stage::GenerateChecks,
                        Quiets::None => return None,
                    },
                },
                Stage::Refutations(number) => match self.hints.refutations.get(number) {
                    Some(&mv) => {
                        self.stage = Stage::Refutations(number + 1);
                        if self.is_new_quiet(board, mv) {
                            return Some(mv);
                        }
                    }
                    None => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.fill(&board.quiet_moves(), |hints, mv| match hints.is_refutation(mv) {
                        true => None,
                        false => Some(histories.quiet_score(board, mv, &hints.previous)),
                    });
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take_best() {
                    Some((mv, _)) => return Some(mv),
                    None => self.stage = Stage::BadTactical,
                },
                Stage::BadTactical => {
                    let mv = self.bad.get(self.bad_handed_out).copied();
                    self.bad_handed_out += 1;
                    return mv;
                }
                Stage::GenerateChecks => {
                    self.fill(&board.quiet_moves(), |hints, mv| {
                        let is_good = board.gives_direct_check(mv) && board.see_at_least(mv, 0);
                        is_good.then(|| histories.quiet_score(board, mv, &hints.previous))
                    });
                    self.stage = Stage::Checks;
                }
                Stage::Checks => return self.take_best().map(|(mv, _)| mv),
                Stage::GenerateEvasions => {
                    self.fill(&board.legal_moves(), |hints, mv| {
                        evasion_score(board, histories, &hints.previous, mv)
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => return self.take_best().map(|(mv, _)| mv),
            }
        }
    }

    /// Sets the moves of a stage: those of `moves` that `score` wants, without the table's move.
    #[inline]
    fn fill(&mut self, moves: &MoveList, score: impl Fn(&Hints, Move) -> Option<i32>) {
        self.moves.clear();
        for &mv in moves {
            if mv != self.table_move
                && let Some(score) = score(&self.hints, mv)
            {
                self.moves.push((mv, score));
            }
        }
    }

    /// A selection sort that stops where the search stops.
    #[inline]
    fn take_best(&mut self) -> Option<(Move, i32)> {
        let (best, _) = self.moves.iter().enumerate().rev().max_by_key(|(_, (_, score))| *score)?;
        Some(self.moves.swap_remove(best))
    }

    #[inline]
    fn is_new_quiet(&self, board: &Board, mv: Move) -> bool {
        mv != Move::NONE && mv != self.table_move && board.is_legal(mv) && !board.is_tactical(mv)
    }
}

fn first_generation(board: &Board) -> Stage {
    if board.in_check() { Stage::GenerateEvasions } else { Stage::GenerateTactical }
}

/// What the capture wins at once and what is known about it.
#[inline]
fn tactical_score(board: &Board, histories: &Histories, mv: Move) -> Option<i32> {
    if mv.kind() == MoveKind::Promotion && mv.promoted_to() != Some(PieceType::Queen) {
        return Some(UNDERPROMOTION_SCORE);
    }
    let gain = params::capture_value_factor() * board.capture_value(mv);
    Some(gain + histories.tactical_score(board, mv))
}

/// Captures by gain, then quiet moves by history.
#[inline]
fn evasion_score(
    board: &Board,
    histories: &Histories,
    previous: &Previous,
    mv: Move,
) -> Option<i32> {
    match board.is_tactical(mv) {
        true => tactical_score(board, histories, mv)
            .map(|score| score.saturating_add(EVASION_CAPTURE_SCORE)),
        false => Some(histories.quiet_score(board, mv, previous)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hints(killers: [Move; 2]) -> Hints {
        Hints { refutations: [killers[0], killers[1], Move::NONE], previous: [None; 3] }
    }

    fn drain(mut picker: MovePicker, board: &Board) -> Vec<String> {
        let histories = Histories::new();
        std::iter::from_fn(|| picker.next(board, &histories)).map(|mv| format!("{mv:?}")).collect()
    }

    fn order(fen: &str, table_move: &str, killers: [&str; 2]) -> Vec<String> {
        let board: Board = fen.parse().unwrap();
        let mv = |text| board.parse_move(text).unwrap_or(Move::NONE);
        drain(MovePicker::all(&board, mv(table_move), hints(killers.map(mv))), &board)
    }

    #[test]
    fn every_legal_move_comes_once() {
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
            for table_move in &legal {
                for killers in [["", ""], [&legal[0], &legal[legal.len() / 2]]] {
                    let mut moves = order(fen, table_move, killers.map(|text| text as &str));
                    assert_eq!(&moves[0], table_move);
                    moves.sort();
                    assert_eq!(moves, legal, "{fen} {table_move} {killers:?}");
                }
            }
        }
    }

    #[test]
    fn table_move_then_good_captures_then_killers_and_bad_captures_last() {
        // A pawn guards the bishop; pawns that take pawns lose nothing.
        let fen = "3rk3/8/2p3p1/3p1p1b/4P3/8/3R4/4K2R w - - 0 1";
        let moves = order(fen, "e1f1", ["d2c2", "d2b2"]);
        let position = |mv: &str| moves.iter().position(|other| other == mv).unwrap();
        let order = ["e1f1", "e4d5", "d2c2", "d2b2", "h1g1", "d2d5"].map(position);
        assert!(order.is_sorted(), "{moves:?}");
        assert!(position("e4f5") < position("d2c2") && position("d2b2") < position("h1h5"));
    }

    #[test]
    fn only_good_captures_are_tactical() {
        // The pawn on d5 is guarded, that on a5 is not.
        let board: Board = "4k3/8/4p3/p2p4/8/8/8/R2RK3 w - - 0 1".parse().unwrap();
        let with = |threshold, quiets| {
            let hints = hints([Move::NONE; 2]);
            let picker = MovePicker::tactical(&board, Move::NONE, hints, threshold, quiets);
            drain(picker, &board)
        };
        let tactical = |threshold| with(threshold, Quiets::None);
        assert_eq!(tactical(0), ["a1a5"]);
        assert_eq!(tactical(100), ["a1a5"]);
        assert_eq!(tactical(101), [""; 0]);
        assert_eq!(tactical(-400), ["a1a5", "d1d5"]);
        // Checks come after them, but not those that lose a man: Re1 and Re2 are safe, Rf8 is not.
        let board: Board = "4k3/8/8/p7/8/8/5R2/R5K1 w - - 0 1".parse().unwrap();
        let hints = hints([Move::NONE; 2]);
        let picker = MovePicker::tactical(&board, Move::NONE, hints, 0, Quiets::Checks);
        assert_eq!(drain(picker, &board), ["a1a5", "a1e1", "f2e2"]);
    }

    #[test]
    fn skipped_quiets_leave_the_captures() {
        let board: Board = "4k3/8/4p3/p2p4/8/8/8/R2RK3 w - - 0 1".parse().unwrap();
        let histories = Histories::new();
        let mut picker = MovePicker::all(&board, Move::NONE, hints([Move::NONE; 2]));
        let first = picker.next(&board, &histories).map(|mv| format!("{mv:?}"));
        let second = picker.next(&board, &histories).unwrap();
        assert_eq!(first.as_deref(), Some("a1a5"));
        assert!(!board.is_tactical(second));
        picker.skip_quiets();
        assert_eq!(drain(picker, &board), ["d1d5"]);
    }

    #[test]
    fn an_illegal_table_move_is_passed_over() {
        let board = Board::start();
        let nonsense = Move::from_bits(0xffff);
        let mut picker = MovePicker::all(&board, nonsense, hints([nonsense; 2]));
        let first = picker.next(&board, &Histories::new()).unwrap();
        assert!(board.is_legal(first));
    }
}
