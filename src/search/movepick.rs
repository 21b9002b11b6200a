//! The order in which moves are tried.

use arrayvec::ArrayVec;

use super::history::History;
use super::params::HISTORY_MAX;
use super::stack::Killers;
use crate::board::Board;
use crate::types::{MAX_MOVES, Move, MoveKind, MoveList, PieceType};

/// Above all history scores: killers, and above them the captures.
const KILLER_SCORE: i32 = HISTORY_MAX + 1;
const TACTICAL_SCORE: i32 = KILLER_SCORE + 2;
/// Below all history scores: promotions to less than a queen.
const UNDERPROMOTION_SCORE: i32 = -HISTORY_MAX - 1;

/// Hands out the legal moves of a node, the most promising first: the table's move before any is
/// generated, captures by victim and attacker, killers, then quiet moves by history.
pub(super) struct MovePicker {
    table_move: Move,
    stage: Stage,
    /// The moves not yet handed out, with their scores.
    moves: ArrayVec<(Move, i32), MAX_MOVES>,
}

enum Stage {
    TableMove,
    Generate,
    Rest,
}

impl MovePicker {
    /// All moves of a node. `table_move` may be any 16 bits.
    pub(super) fn all(board: &Board, table_move: Move) -> Self {
        let legal = table_move != Move::NONE && board.is_legal(table_move);
        Self {
            table_move: if legal { table_move } else { Move::NONE },
            stage: if legal { Stage::TableMove } else { Stage::Generate },
            moves: ArrayVec::new(),
        }
    }

    /// The captures and promotions alone.
    pub(super) fn tactical(board: &Board) -> Self {
        let moves = board.tactical_moves();
        let scored = moves.into_iter().map(|mv| (mv, tactical_score(board, mv))).collect();
        Self { table_move: Move::NONE, stage: Stage::Rest, moves: scored }
    }

    /// The next move.
    pub(super) fn next(
        &mut self,
        board: &Board,
        killers: &Killers,
        history: &History,
    ) -> Option<Move> {
        match self.stage {
            Stage::TableMove => {
                self.stage = Stage::Generate;
                return Some(self.table_move);
            }
            Stage::Generate => {
                self.stage = Stage::Rest;
                self.generate(board, killers, history);
            }
            Stage::Rest => {}
        }
        // A selection sort that stops where the search stops.
        let (best, _) = self.moves.iter().enumerate().rev().max_by_key(|(_, (_, score))| *score)?;
        Some(self.moves.swap_remove(best).0)
    }

    fn generate(&mut self, board: &Board, killers: &Killers, history: &History) {
        let remaining = |moves: MoveList| moves.into_iter().filter(|&mv| mv != self.table_move);
        let tactical = remaining(board.tactical_moves()).map(|mv| (mv, tactical_score(board, mv)));
        let quiet = remaining(board.quiet_moves()).map(|mv| {
            let score = match killers.position(mv) {
                Some(age) => KILLER_SCORE + 1 - age as i32,
                None => history.score(board.side_to_move(), mv),
            };
            (mv, score)
        });
        self.moves = tactical.chain(quiet).collect();
    }
}

/// Whether `mv` is a capture or promotion.
#[inline]
pub(super) fn is_tactical(board: &Board, mv: Move) -> bool {
    match mv.kind() {
        MoveKind::Normal => board.piece_type_on(mv.to()).is_some(),
        MoveKind::Promotion | MoveKind::EnPassant => true,
        MoveKind::Castling => false,
    }
}

/// The most valuable victim first, and of its attackers the least valuable.
fn tactical_score(board: &Board, mv: Move) -> i32 {
    let rank = |piece_type: PieceType| piece_type.index() as i32;
    let promotion = match mv.promoted_to() {
        None => 0,
        Some(PieceType::Queen) => rank(PieceType::Queen),
        Some(_) => return UNDERPROMOTION_SCORE,
    };
    // The victim of an en-passant capture is a pawn, and stands elsewhere.
    let victim = board.piece_type_on(mv.to()).map_or(0, rank) + promotion;
    let attacker = board.piece_type_on(mv.from()).map_or(0, rank);
    TACTICAL_SCORE + PieceType::COUNT as i32 * (victim + 1) - attacker
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(fen: &str, table_move: &str, killers: &[&str]) -> Vec<String> {
        let board: Board = fen.parse().unwrap();
        let table_move = board.parse_move(table_move).unwrap_or(Move::NONE);
        let mut slots = Killers::default();
        for killer in killers.iter().rev() {
            slots.add(board.parse_move(killer).unwrap());
        }
        let history = History::new();
        let mut picker = MovePicker::all(&board, table_move);
        let mut moves = Vec::new();
        while let Some(mv) = picker.next(&board, &slots, &history) {
            moves.push(format!("{mv:?}"));
        }
        moves
    }

    #[test]
    fn every_legal_move_comes_once() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        ] {
            let board: Board = fen.parse().unwrap();
            for table_move in board.legal_moves() {
                let mut moves = order(fen, &format!("{table_move:?}"), &[]);
                assert_eq!(moves[0], format!("{table_move:?}"));
                moves.sort();
                let mut legal: Vec<_> =
                    board.legal_moves().iter().map(|mv| format!("{mv:?}")).collect();
                legal.sort();
                assert_eq!(moves, legal);
            }
        }
    }

    #[test]
    fn table_move_then_captures_then_killers() {
        let fen = "3rk3/8/8/3q1p2/4P3/8/3R4/4K3 w - - 0 1";
        let moves = order(fen, "e1e2", &["d2c2", "d2b2"]);
        assert_eq!(moves[..6], ["e1e2", "e4d5", "d2d5", "e4f5", "d2c2", "d2b2"]);
    }

    #[test]
    fn an_illegal_table_move_is_passed_over() {
        let board = Board::start();
        let nonsense = Move::from_bits(0xffff);
        let mut picker = MovePicker::all(&board, nonsense);
        let first = picker.next(&board, &Killers::default(), &History::new()).unwrap();
        assert!(board.is_legal(first));
    }
}
