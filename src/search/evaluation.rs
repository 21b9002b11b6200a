//! The value of a node without a search: draws by rule, exact endgames, the maximum ply, nodes
//! without moves, and the static evaluation, which is corrected by history, refined by the TT and
//! compared with earlier plies.

use std::slice;

use super::node::{Evals, Node};
use super::worker::{Worker, tt_key};
use crate::board::{Board, is_threefold};
use crate::tablebase::{self, ProbeResult};
use crate::tt::Entry;
use crate::types::{Color, MAX_PLY, Move, PieceType, Score};

/// The number of plies by which the mate must be nearer to be worth another unit of the evaluation
/// where the fifty-move rule draws before it.
const PLIES_PER_UNIT: i32 = 4;

impl Worker<'_> {
    /// Returns the score of the current node, `board`, if it needs no search: of a draw or an exact
    /// endgame, or, at the maximum ply, the static eval. If the node `is_pv`, the line to a known
    /// mate becomes the PV.
    #[inline]
    pub(super) fn terminal_score(&mut self, board: &Board, is_pv: bool) -> Option<Score> {
        if self.is_draw(board) {
            return Some(self.draw_score(board));
        }
        let exact = self.tablebase_score(board);
        if is_pv && exact.is_some_and(Score::is_mate) {
            let line = tablebase::best_line(board).take(tablebase::MAX_PLIES);
            self.data.stack.lines[self.keys.ply()] = line.collect();
        }
        if exact.is_none() && self.keys.ply() >= MAX_PLY - 1 {
            return Some(self.evaluate(board));
        }
        exact
    }

    /// Returns the score of `node` if it has no move to search: checkmate or stalemate. If the
    /// strength limit hid every move, it is the static eval.
    #[cold]
    pub(super) fn score_without_moves(&self, board: &Board, node: &Node, alpha: Score) -> Score {
        if board.in_check() {
            Score::mated_in(node.ply)
        } else if self.context.skill.is_some() && board.has_legal_move() {
            node.evals.map_or(alpha, |evals| evals.refined)
        } else {
            self.draw_score(board)
        }
    }

    /// Whether the current node is drawn by insufficient material, the fifty-move rule, repetition
    /// or, after a root move, stalemate. Quiescence overlooks that, but it must not be played for a
    /// win even at depth 1.
    fn is_draw(&self, board: &Board) -> bool {
        board.is_drawn_by_rule()
            || self.keys.is_repetition(board.halfmove_clock())
            || self.keys.ply() == 1 && board.is_stalemate()
    }

    /// Whether the root move `mv` draws by rule or by the endgame tables, whatever follows.
    pub(super) fn root_move_draws(&self, mv: Move) -> bool {
        let next = self.context.board.make(mv);
        next.is_drawn_by_rule()
            || next.is_stalemate()
            || is_threefold(self.keys.up_to_root(), &next)
            || next.occupied().count() <= self.context.tablebase_pieces
                && tablebase::probe(&next) == Some(ProbeResult::Draw)
    }

    /// Returns the score of a draw for the side to move in `board`, contempt included.
    pub(super) fn draw_score(&self, board: &Board) -> Score {
        let is_root_side = board.side_to_move() == self.context.board.side_to_move();
        let contempt = self.context.contempt;
        Score::DRAW + if is_root_side { -contempt } else { contempt }
    }

    /// Returns the score of the current node, `board`, from the endgame tables; `None` where the
    /// fifty-move rule or a repetition may intervene before the mate, and nearly a draw where the
    /// rule is certain to.
    pub(super) fn tablebase_score(&self, board: &Board) -> Option<Score> {
        let is_covered = board.occupied().count() <= self.context.tablebase_pieces;
        if is_covered { self.probe_tablebase(board) } else { None }
    }

    #[cold]
    fn probe_tablebase(&self, board: &Board) -> Option<Score> {
        let result = tablebase::probe(board)?;
        let Some((winner, plies)) = forced_mate(board, result) else {
            return Some(self.draw_score(board));
        };
        let is_attacker = board.side_to_move() == winner;
        if is_too_late(board, winner, plies) {
            // Slightly better than a draw for the winner, the more the nearer the mate: it goes on
            // trying, since the opponent may err.
            let hope = (tablebase::MAX_PLIES - plies) as i32 / PLIES_PER_UNIT;
            return Some(self.draw_score(board) + if is_attacker { hope } else { -hope });
        }
        let to_mate = self.keys.ply() + plies;
        let score = if is_attacker { Score::mate_in(to_mate) } else { Score::mated_in(to_mate) };
        let is_certain = board.allows_mate_within(plies)
            && (plies <= self.context.repeated_mates[winner.index()]
                || !self.keys.threefold_is_possible(board.halfmove_clock()));
        is_certain.then_some(score)
    }

    /// Returns the static evaluation of `board`, without corrections. Limited strength adds its
    /// errors.
    #[inline]
    pub(super) fn evaluate(&mut self, board: &Board) -> Score {
        let score = self.data.evaluator.evaluate(board);
        match &self.context.skill {
            Some(skill) => Score::from_eval(score.0 + skill.eval_error(board)),
            None => score,
        }
    }

    /// Evaluates the current node, unless the `raw` static evaluation is known, and keeps the
    /// result on the stack and, if there is no TT `entry`, in the TT. Returns `None` in check,
    /// where a static evaluation means little.
    pub(super) fn evals(
        &mut self,
        board: &Board,
        entry: Option<&Entry>,
        raw: Option<Score>,
        was_pv: bool,
    ) -> Option<Evals> {
        let evals = (!board.in_check()).then(|| {
            let raw = raw.unwrap_or_else(|| self.evaluate(board));
            if entry.is_none() {
                self.context.tt.store(tt_key(board), Entry::unsearched(Some(raw), was_pv));
            }
            let correction = self.data.correction_history.correction(board);
            let corrected = Score::from_eval(raw.0 + correction);
            let refined = entry.map_or(corrected, |entry| entry.refine(corrected));
            Evals { raw, corrected, refined }
        });
        self.data.stack.frames[self.keys.ply()].corrected_eval = evals.map(|evals| evals.corrected);
        evals
    }

    /// Whether the static eval at `ply` is higher than two plies earlier, or four if the side was
    /// in check then; also if there is no earlier one. False in check. An improving side is more
    /// likely to fail high, so margins are smaller and late moves are searched deeper.
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let eval = |distance| self.data.stack.earlier(ply, distance)?.corrected_eval;
        let earlier = eval(2).or_else(|| eval(4));
        eval(0).is_some_and(|now| earlier.is_none_or(|earlier| now > earlier))
    }

    /// Returns by how much the move played at `ply` raised the static eval for the side that played
    /// it; `None` if the side to move is in check before or after it.
    pub(super) fn eval_gain(&self, ply: usize) -> Option<i32> {
        let eval = |ply: usize| self.data.stack.frames[ply].corrected_eval;
        Some(-eval(ply + 1)?.0 - eval(ply)?.0)
    }
}

/// Returns, for each winner, the shortest mate in plies among the positions that may still occur a
/// third time, by the endgame tables of up to `pieces` pieces; `usize::MAX` if there is none. Since
/// every move comes nearer to mate, a line that starts no further from it than that meets none of
/// these positions.
pub(super) fn repeated_mates(root: &Board, earlier: &[Board], pieces: u32) -> [usize; 2] {
    let mut nearest = [usize::MAX; 2];
    if root.occupied().count() > pieces {
        // Only captures lead into the tables, and after a capture nothing is repeated.
        return nearest;
    }
    let reach = usize::from(root.halfmove_clock()).min(earlier.len());
    let reachable = [&earlier[earlier.len() - reach..], slice::from_ref(root)].concat();
    for (index, board) in reachable.iter().enumerate() {
        let is_repeated = reachable[..index].iter().any(|other| other.key() == board.key());
        let result = if is_repeated { tablebase::probe(board) } else { None };
        if let Some((winner, plies)) = result.and_then(|result| forced_mate(board, result)) {
            let nearest = &mut nearest[winner.index()];
            *nearest = plies.min(*nearest);
        }
    }
    nearest
}

/// Whether the endgame tables of up to `pieces` pieces suffice to play `board`: the mate, in a
/// drawn position the longest one that a mistake may allow, comes before the fifty-move rule and
/// before any position with [`repeated_mates`] can occur for the third time.
pub(super) fn is_solved(board: &Board, pieces: u32, repeated_mates: [usize; 2]) -> bool {
    if board.occupied().count() > pieces {
        return false;
    }
    let Some(result) = tablebase::probe(board) else { return false };
    let (plies, nearest) = match forced_mate(board, result) {
        Some((winner, plies)) => (plies, repeated_mates[winner.index()]),
        None => (tablebase::MAX_PLIES, repeated_mates[0].min(repeated_mates[1])),
    };
    board.allows_mate_within(plies) && plies <= nearest
}

/// Whether the fifty-move rule draws before the `winner` of `board` can mate, in `plies` at best:
/// no move resets the clock if the winner has no pawn and the opponent a bare king, except the
/// capture of a piece, which draws too. Checkmate comes before the draw, and the first move of a
/// root past fifty moves may give it.
fn is_too_late(board: &Board, winner: Color, plies: usize) -> bool {
    plies > 1
        && !board.allows_mate_within(plies)
        && board.has_bare_king(!winner)
        && board.pieces(PieceType::Pawn).is_empty()
}

/// Returns the winner of `board` by the `result` of the endgame tables and the plies to mate;
/// `None` for a draw.
fn forced_mate(board: &Board, result: ProbeResult) -> Option<(Color, usize)> {
    match result {
        ProbeResult::Win(plies) => Some((board.side_to_move(), plies)),
        ProbeResult::Loss(plies) => Some((!board.side_to_move(), plies)),
        ProbeResult::Draw => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_solved_if_neither_fifty_moves_nor_a_repetition_may_come_before_the_mate() {
        const UNREPEATED: [usize; 2] = [usize::MAX; 2];
        // White mates within 31 plies.
        let rook = "8/8/8/8/8/2k5/1R6/K7 w - - 69 99";
        let drawn = "8/8/8/4k3/8/4K3/4P3/8 w - - 20 60";
        for (fen, pieces, repeated_mates, expected) in [
            (rook, 3, UNREPEATED, true),
            (rook, 2, UNREPEATED, false),
            ("8/8/8/8/8/2k5/1R6/K7 w - - 70 99", 3, UNREPEATED, false),
            (rook, 3, [31, 0], true),
            (rook, 3, [30, usize::MAX], false),
            // A lost side may move to a position that occurs for the third time.
            ("8/8/8/3k4/8/8/R7/1K6 b - - 0 1", 3, [0, usize::MAX], false),
            ("8/8/8/3k4/8/8/R7/1K6 b - - 0 1", 3, [usize::MAX, 0], true),
            ("8/8/4k3/8/8/8/8/BN2K3 w - - 0 1", 4, UNREPEATED, true),
            (drawn, 3, UNREPEATED, true),
            // White may win after a mistake, but then a mate in 10 plies may come again.
            (drawn, 3, [10, usize::MAX], false),
            (drawn, 3, [usize::MAX, 10], false),
            ("8/8/8/4k3/8/4K3/4P3/8 w - - 21 60", 3, UNREPEATED, false),
            ("8/8/8/3nk3/8/4K3/4PP2/8 w - - 0 60", 5, UNREPEATED, false),
        ] {
            let board: Board = fen.parse().unwrap();
            assert_eq!(is_solved(&board, pieces, repeated_mates), expected, "{fen}");
        }
    }
}
