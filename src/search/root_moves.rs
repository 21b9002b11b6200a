//! The root moves: what the search has found out about each, and their order.

use std::cmp::Reverse;

use crate::board::Board;
use crate::syzygy::Wdl;
use crate::tt::Bound;
use crate::types::{Move, Score};

/// The value of a root move in the Syzygy tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SyzygyValue {
    /// The rank, higher is better: of the moves not yet found in an iteration, only those of the
    /// highest rank are searched; the proof of `go mate` tries all. 0 for a draw, 1 for a win that
    /// a repetition may spoil, otherwise within ±10,000 by distance, or ±2 by outcome alone.
    pub(super) rank: i32,
    /// The result under the rules in force; `None` if the fifty-move rule may spoil it.
    pub(super) outcome: Option<Wdl>,
}

/// A line from the root.
#[derive(Clone, Debug)]
pub(super) struct RootLine {
    /// Depth of the iteration that found it; 0 for none.
    pub(super) depth: usize,
    /// The greatest distance of a node from the root, in plies, in that iteration.
    pub(super) selective_depth: usize,
    /// The score as the search found it, without that of the Syzygy tables.
    pub(super) score: Score,
    pub(super) bound: Bound,
    /// The moves; none if the line is not known.
    pub(super) pv: Vec<Move>,
}

impl RootLine {
    /// The line of a move that was never the best.
    pub(super) const UNKNOWN: Self = Self {
        depth: 0,
        selective_depth: 0,
        score: Score(-Score::INFINITE.0),
        bound: Bound::Upper,
        pv: Vec::new(),
    };

    /// Whether this line to a mate is shorter than one with `score`, or `score` is no proven win or
    /// loss.
    pub(super) fn improves_on(&self, score: Score) -> bool {
        let is_shorter =
            if self.score > Score::DRAW { self.score > score } else { self.score < score };
        is_shorter || !score.is_decisive()
    }

    /// Whether this line of a stopped iteration, whose score is a lower bound, replaces the `last`
    /// one. It does not if that is exact and has the same move and score, or is an exact mate
    /// that comes no later, or if this is a proven loss with no higher score.
    pub(super) fn replaces(&self, last: &Self) -> bool {
        let is_exact = last.bound == Bound::Exact;
        let is_same = self.score == last.score && self.pv.first() == last.pv.first();
        let is_no_higher = self.score <= last.score;
        let is_mate_known = is_exact && last.score >= Score::MATE_BOUND && is_no_higher;
        let is_loss = self.score <= -Score::PROVEN && is_no_higher;
        !(is_exact && is_same || is_mate_known || is_loss)
    }
}

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The last line found that begins with the move.
    pub(super) line: RootLine,
    /// Nodes spent on the move in searches for the first line.
    nodes: u64,
    /// The value in the Syzygy tables, known for all moves or for none.
    pub(super) syzygy_value: Option<SyzygyValue>,
}

impl RootMove {
    /// Returns the rank by the Syzygy tables, 0 without them.
    fn rank(&self) -> i32 {
        self.syzygy_value.map_or(0, |value| value.rank)
    }
}

/// The root moves to search. Those found to be the best of an iteration come first; moves of higher
/// rank precede those of lower rank, except for the move of a mate that `go mate` has proved.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    moves: Vec<RootMove>,
    /// The number of lines found so far in the current iteration, by the first moves.
    found: usize,
    /// Whether the limits exclude some legal moves.
    is_restricted: bool,
}

impl RootMoves {
    /// Creates the list of the legal moves of `board` among `allowed`, or of all if there are none.
    pub(super) fn new(board: &Board, allowed: &[Move]) -> Self {
        let root_move = |mv| RootMove { mv, line: RootLine::UNKNOWN, nodes: 0, syzygy_value: None };
        let moves = board.legal_moves().into_iter().map(root_move).collect();
        let mut legal = Self { moves, found: 0, is_restricted: false };
        legal.retain(|mv| allowed.contains(&mv));
        legal
    }

    /// Ranks the moves by `values`, which include all of them. The moves not searched are no
    /// better, so the result remains the score of the position.
    pub(super) fn rank(&mut self, values: &[(Move, SyzygyValue)]) {
        for root_move in &mut self.moves {
            let value = values.iter().find(|(mv, _)| *mv == root_move.mv);
            root_move.syzygy_value = value.map(|&(_, value)| value);
        }
        self.moves.sort_by_key(|root_move| Reverse(root_move.rank()));
    }

    /// Keeps the moves for which `is_kept` holds; all of them if it holds for none.
    pub(super) fn retain(&mut self, is_kept: impl Fn(Move) -> bool) {
        if self.moves.iter().any(|root_move| is_kept(root_move.mv)) {
            let before = self.len();
            self.moves.retain(|root_move| is_kept(root_move.mv));
            self.is_restricted |= self.len() < before;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the moves, best first.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().map(|root_move| root_move.mv)
    }

    /// Returns the best move, or any before the first iteration; `None` if there is no legal move.
    pub(super) fn best(&self) -> Option<&RootMove> {
        self.moves.first()
    }

    /// Returns the known lines among the first `multi_pv`, best first, those of earlier iterations
    /// last.
    pub(super) fn lines(&self, multi_pv: usize) -> impl Iterator<Item = &RootLine> {
        let lines = self.moves.iter().take(multi_pv).map(|root_move| &root_move.line);
        lines.take_while(|line| !line.pv.is_empty())
    }

    /// Whether only one move is worth searching.
    pub(super) fn is_forced(&self) -> bool {
        let rank = self.best().map_or(0, RootMove::rank);
        self.moves.iter().filter(|root_move| root_move.rank() == rank).count() == 1
    }

    /// Returns the root move `mv`.
    pub(super) fn get(&self, mv: Move) -> Option<&RootMove> {
        self.moves.iter().find(|root_move| root_move.mv == mv)
    }

    /// Whether no line of the current iteration is found yet.
    pub(super) fn is_first_line(&self) -> bool {
        self.found == 0
    }

    /// Returns the move expected to be the best of those not yet found.
    pub(super) fn expected(&self) -> Option<&RootMove> {
        self.moves.get(self.found)
    }

    /// Returns the move expected to be the best of those not yet found, or [`Move::NONE`] if none
    /// of them has a line yet.
    pub(super) fn expected_move(&self) -> Move {
        let known = self.expected().filter(|expected| !expected.line.pv.is_empty());
        known.map_or(Move::NONE, |expected| expected.mv)
    }

    /// Whether `mv` is to be searched for the next line: it is not yet found, and none of those has
    /// a higher rank.
    pub(super) fn is_candidate(&self, mv: Move) -> bool {
        let rank = self.expected().map_or(0, RootMove::rank);
        let rest = self.moves.iter().skip(self.found);
        rest.take_while(|root_move| root_move.rank() == rank).any(|root_move| root_move.mv == mv)
    }

    /// Whether some legal moves are excluded, so that the result is not the score of the position.
    pub(super) fn is_partial(&self) -> bool {
        self.is_restricted || self.found > 0
    }

    /// Adds `line` to those found in the current iteration.
    pub(super) fn add_found(&mut self, line: RootLine) {
        self.place(line, self.found);
        self.found += 1;
    }

    /// Ends the iteration: sorts the moves found by rank and score. If the iteration was stopped,
    /// the lines of earlier ones follow, even with a higher score: scores of different depths are
    /// not compared.
    pub(super) fn end_iteration(&mut self) {
        self.moves[..self.found]
            .sort_by_key(|root_move| Reverse((root_move.rank(), root_move.line.score)));
        self.found = 0;
    }

    /// Makes `line` the best one.
    pub(super) fn set_best(&mut self, line: RootLine) {
        self.place(line, 0);
    }

    /// Stores `line` in the root move that it begins with, and moves that root move up to `index`.
    fn place(&mut self, line: RootLine, index: usize) {
        let first = line.pv.first();
        let position = self.moves.iter().position(|root_move| Some(&root_move.mv) == first);
        if let Some(position) = position.filter(|&position| position >= index) {
            self.moves[position].line = line;
            self.moves[index..=position].rotate_right(1);
        }
    }

    /// Adds `nodes` to the count of `mv` in a search for the first line. Searches for further lines
    /// leave out its move and would distort the shares.
    pub(super) fn add_nodes(&mut self, mv: Move, nodes: u64) {
        if self.is_first_line()
            && let Some(root_move) = self.moves.iter_mut().find(|root_move| root_move.mv == mv)
        {
            root_move.nodes += nodes;
        }
    }

    /// Returns the share of the nodes of all moves that were spent on the best one, 0 to 1.
    pub(super) fn best_node_share(&self) -> f64 {
        let all: u64 = self.moves.iter().map(|root_move| root_move.nodes).sum();
        self.best().map_or(0, |best| best.nodes) as f64 / all.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves<const N: usize>(texts: [&str; N]) -> [Move; N] {
        texts.map(|text| Board::start().parse_move(text).unwrap())
    }

    fn line(mv: Move, score: i32) -> RootLine {
        let (score, bound, pv) = (Score(score), Bound::Exact, vec![mv]);
        RootLine { depth: 1, score, bound, pv, ..RootLine::UNKNOWN }
    }

    fn lines(moves: &RootMoves, multi_pv: usize) -> Vec<(Move, i32)> {
        moves.lines(multi_pv).map(|line| (line.pv[0], line.score.0)).collect()
    }

    #[test]
    fn a_mate_improves_on_a_longer_one_or_an_evaluation() {
        let improves = |score, other| RootLine { score, ..RootLine::UNKNOWN }.improves_on(other);
        for (shorter, longer) in [(3, 5), (4, 6)] {
            let scores = if shorter % 2 == 1 { Score::mate_in } else { Score::mated_in };
            assert!(improves(scores(shorter), scores(longer)));
            assert!(!improves(scores(longer), scores(shorter)));
            assert!(!improves(scores(shorter), scores(shorter)));
            assert!(improves(scores(longer), Score(900)) && improves(scores(longer), Score(-900)));
        }
    }

    #[test]
    fn only_allowed_moves_are_searched() {
        let board = Board::start();
        let [e4, d4] = moves(["e2e4", "d2d4"]);
        let mut moves = RootMoves::new(&board, &[e4]);
        assert!(moves.is_candidate(e4) && !moves.is_candidate(d4) && moves.is_partial());
        moves = RootMoves::new(&board, &[]);
        assert!(moves.is_candidate(d4) && moves.len() == 20 && !moves.is_partial());
        moves = RootMoves::new(&board, &board.legal_moves());
        assert!(moves.len() == 20 && !moves.is_partial(), "all moves are allowed");
        moves = RootMoves::new(&board, &[Move::NONE]);
        assert!(moves.len() == 20 && !moves.is_partial(), "no legal move is allowed");
        moves.retain(|mv| mv == Move::NONE);
        assert!(moves.len() == 20 && !moves.is_partial(), "no move is kept");
        moves.retain(|mv| mv != d4);
        assert!(moves.len() == 19 && !moves.is_candidate(d4) && moves.is_partial());
    }

    #[test]
    fn a_found_move_is_searched_again_in_the_next_iteration() {
        let [e4] = moves(["e2e4"]);
        let mut moves = RootMoves::new(&Board::start(), &[]);
        moves.add_found(line(e4, 20));
        assert!(!moves.is_candidate(e4) && moves.is_partial());
        moves.end_iteration();
        assert!(moves.is_candidate(e4) && !moves.is_partial());
    }

    #[test]
    fn lines_are_sorted_and_earlier_ones_fill_in_after_a_stop() {
        let [e4, d4, c4, b4] = moves(["e2e4", "d2d4", "c2c4", "b2b4"]);
        let mut moves = RootMoves::new(&Board::start(), &[]);
        assert_eq!(lines(&moves, 3), []);
        for (mv, score) in [(d4, 10), (e4, 20), (c4, 10)] {
            moves.add_found(line(mv, score));
        }
        moves.end_iteration();
        assert_eq!(lines(&moves, 3), [(e4, 20), (d4, 10), (c4, 10)]);
        // The next iteration finds one line before it is stopped.
        moves.add_found(line(b4, 15));
        assert_eq!(moves.expected().map(|best| best.mv), Some(e4));
        moves.end_iteration();
        assert_eq!(lines(&moves, 3), [(b4, 15), (e4, 20), (d4, 10)], "the deepest first");
        moves.set_best(line(c4, 30));
        assert_eq!(lines(&moves, 3), [(c4, 30), (b4, 15), (e4, 20)]);
    }

    #[test]
    fn a_stopped_iteration_may_say_less_than_the_last_one() {
        let [e4, d4] = moves(["e2e4", "d2d4"]);
        let bound = |mv, score| RootLine { bound: Bound::Lower, ..line(mv, score) };
        let mate = |plies| Score::mate_in(plies).0;
        let loss = |plies| Score::mated_in(plies).0;
        for (stopped, last, expected) in [
            (bound(e4, 20), line(e4, 10), true),
            (bound(e4, 10), line(e4, 20), true),
            (bound(e4, 20), line(e4, 20), false),
            (bound(d4, 20), line(e4, 20), true),
            (bound(d4, mate(7)), line(e4, mate(5)), false),
            (bound(d4, mate(5)), line(e4, mate(5)), false),
            (bound(d4, mate(5)), line(e4, mate(7)), true),
            (bound(d4, mate(7)), bound(e4, mate(5)), true),
            (bound(e4, loss(6)), line(e4, -900), false),
            (bound(e4, loss(6)), line(e4, loss(8)), false),
            (bound(e4, loss(6)), line(e4, loss(4)), true),
            (bound(e4, loss(6)), RootLine::UNKNOWN, true),
        ] {
            assert_eq!(stopped.replaces(&last), expected, "{stopped:?} after {last:?}");
        }
    }

    #[test]
    fn nodes_of_all_iterations_are_shared_by_the_moves() {
        let [e4, d4] = moves(["e2e4", "d2d4"]);
        let mut moves = RootMoves::new(&Board::start(), &[]);
        assert_eq!(moves.best_node_share(), 0.0);
        for (mv, nodes) in [(e4, 2), (d4, 2), (e4, 4)] {
            moves.add_nodes(mv, nodes);
        }
        let mut share = |mv| {
            moves.set_best(line(mv, 0));
            moves.best_node_share()
        };
        assert_eq!([e4, d4].map(&mut share), [0.75, 0.25]);
        // The second line leaves out the best move.
        moves.add_found(line(e4, 0));
        moves.add_nodes(d4, 92);
        assert_eq!(moves.best_node_share(), 0.75);
    }

    #[test]
    fn moves_of_lower_rank_are_searched_when_no_others_are_left() {
        let [e4, d4, c4] = moves(["e2e4", "d2d4", "c2c4"]);
        let mut moves = RootMoves::new(&Board::start(), &[c4, d4, e4]);
        let value = |rank| SyzygyValue { rank, outcome: Some(Wdl::Draw) };
        moves.rank(&[(c4, value(1)), (d4, value(1)), (e4, value(2))]);
        assert_eq!(moves.best().map(|best| best.mv), Some(e4));
        assert!(moves.is_candidate(e4) && !moves.is_candidate(d4) && moves.is_forced());
        moves.add_found(line(e4, 0));
        assert!(!moves.is_candidate(e4) && moves.is_candidate(d4) && moves.is_candidate(c4));
        moves.add_found(line(d4, 50));
        moves.end_iteration();
        assert_eq!(lines(&moves, 2), [(e4, 0), (d4, 50)], "rank precedes score");
        assert!(moves.is_candidate(e4) && !moves.is_candidate(c4));
    }
}
