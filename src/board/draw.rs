//! Draws by the position alone, and by repetition.

use std::collections::HashSet;

use super::cuckoo;
use super::position::Board;
use crate::attacks::between;
use crate::types::{Bitboard, PieceType};

/// The half-move clock at which the fifty-move rule draws the game, unless the last move gave mate.
pub(crate) const FIFTY_MOVES: u8 = 100;

impl Board {
    /// Whether the side to move has no legal move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && !self.has_legal_move()
    }

    /// Whether the game is drawn by the fifty-move rule. Checkmate on the last move takes
    /// precedence.
    pub fn is_fifty_move_draw(&self) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES && (!self.in_check() || self.has_legal_move())
    }

    /// Whether the game is drawn by insufficient material or the fifty-move rule.
    pub fn is_drawn_by_rule(&self) -> bool {
        self.is_insufficient_material() || self.is_fifty_move_draw()
    }

    /// Whether a mate within `plies` comes before the fifty-move rule draws, even if no move resets
    /// the clock.
    pub(crate) fn allows_mate_within(&self, plies: usize) -> bool {
        plies + usize::from(self.halfmove_clock()) <= FIFTY_MOVES.into()
    }

    /// Whether the side to move has a reversible move of a non-pawn piece to the position with
    /// `key`.
    ///
    /// The keys must match and the squares between be empty; pins and checks are ignored.
    fn has_reversible_move_to(&self, key: u64) -> bool {
        cuckoo::squares_of(self.key() ^ key).is_some_and(|[a, b]| {
            let ends = Bitboard::from(a) | b.into();
            ends.intersects(self.color(self.side_to_move()))
                && !between(a, b).intersects(self.occupied())
        })
    }

    /// Whether neither side can be mated by any sequence of legal moves for lack of material: bare
    /// kings, a single minor piece, or only bishops on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        let mating_material = self.pieces(PieceType::Pawn)
            | self.pieces(PieceType::Rook)
            | self.pieces(PieceType::Queen);
        if mating_material.is_nonempty() {
            return false;
        }
        let bishops = self.pieces(PieceType::Bishop);
        let knights = self.pieces(PieceType::Knight);
        if knights.is_empty() {
            return !bishops.has_both_colors();
        }
        bishops.is_empty() && !knights.has_many()
    }
}

/// The smallest number of plies after which a position can recur.
const FIRST_DISTANCE: usize = 4;

/// Returns the distances, in plies, of the earlier occurrences of the position with `key`, the
/// latest first. `earlier` are the keys of the positions before it, oldest first. None is further
/// away than the last irreversible move, by the `halfmove_clock` of the position.
fn repetitions(earlier: &[u64], key: u64, halfmove_clock: u8) -> impl Iterator<Item = usize> {
    let reach = usize::from(halfmove_clock).min(earlier.len());
    // The same side was to move, so the distance is even.
    let distances = (FIRST_DISTANCE..=reach).step_by(2);
    distances.filter(move |distance| earlier[earlier.len() - distance] == key)
}

/// Whether `board`, after positions with the keys `earlier`, oldest first, occurs for the third
/// time.
pub(crate) fn is_threefold(earlier: &[u64], board: &Board) -> bool {
    repetitions(earlier, board.key(), board.halfmove_clock()).count() >= 2
}

/// The keys of all positions of the game and of the current line of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyHistory {
    /// Oldest position first, current position last.
    keys: Vec<u64>,
    /// Index of the root.
    root: usize,
    /// Index of the last game position, root included, that repeats an earlier one.
    last_repeated: Option<usize>,
    /// Indices of the positions after a null move; no repetition reaches back beyond them.
    nulls: Vec<usize>,
}

impl KeyHistory {
    /// Creates the history from the keys of the `earlier` positions, oldest first, and of the
    /// `root`.
    pub(crate) fn new(earlier: impl IntoIterator<Item = u64>, root: u64) -> Self {
        let keys: Vec<u64> = earlier.into_iter().chain([root]).collect();
        let mut seen = HashSet::new();
        let repeating = keys.iter().enumerate().filter(|&(_, key)| !seen.insert(key));
        let last_repeated = repeating.map(|(index, _)| index).last();
        Self { last_repeated, root: keys.len() - 1, keys, nulls: Vec::new() }
    }

    /// Returns the distance of the current position from the root.
    pub(crate) fn ply(&self) -> usize {
        self.keys.len() - 1 - self.root
    }

    pub(crate) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Pushes the key of the position after a null move.
    pub(crate) fn push_null(&mut self, key: u64) {
        self.nulls.push(self.keys.len());
        self.keys.push(key);
    }

    pub(crate) fn pop(&mut self) {
        self.keys.pop();
        if self.nulls.last() == Some(&self.keys.len()) {
            self.nulls.pop();
        }
    }

    /// Removes the positions of the tree, those of an aborted search.
    pub(crate) fn return_to_root(&mut self) {
        self.keys.truncate(self.root + 1);
        self.nulls.clear();
    }

    /// Whether the side to move in `board`, the current position, can repeat a position of the tree
    /// with one move.
    pub(crate) fn can_repeat(&self, board: &Board) -> bool {
        let last = self.keys.len() - 1;
        let first = self.nulls.last().copied().unwrap_or(0);
        let reach = usize::from(board.halfmove_clock()).min(last - first).min(self.ply());
        // Before the move, the distance is one ply less.
        (FIRST_DISTANCE - 1..=reach)
            .step_by(2)
            .any(|distance| board.has_reversible_move_to(self.keys[last - distance]))
    }

    /// Whether a position that has occurred twice in the game can still occur a third time, given
    /// the `halfmove_clock` of the current position.
    pub(crate) fn threefold_is_possible(&self, halfmove_clock: u8) -> bool {
        let last = self.keys.len() - 1;
        self.last_repeated.is_some_and(|index| last - index <= halfmove_clock.into())
    }

    /// Returns the keys of the game's positions, the root last.
    pub(crate) fn up_to_root(&self) -> &[u64] {
        &self.keys[..=self.root]
    }

    /// Returns the distances of the earlier occurrences of the current position, with this
    /// `halfmove_clock`, since the last null move.
    fn repetitions(&self, halfmove_clock: u8) -> impl Iterator<Item = usize> {
        let first = self.nulls.last().copied().unwrap_or(0);
        let (&key, earlier) = self.keys[first..].split_last().unwrap_or((&0, &[]));
        repetitions(earlier, key, halfmove_clock)
    }

    /// Whether the current position, with this `halfmove_clock`, repeats a position of the tree or
    /// occurs for the third time in the game.
    #[inline]
    pub(crate) fn is_repetition(&self, halfmove_clock: u8) -> bool {
        let mut occurs_in_game = false;
        self.repetitions(halfmove_clock).any(|distance| {
            let is_draw = distance <= self.ply() || occurs_in_game;
            occurs_in_game = true;
            is_draw
        })
    }

    /// Whether the current position, with this `halfmove_clock`, has occurred twice in the game,
    /// whatever its occurrences in the tree.
    pub(crate) fn is_threefold_in_game(&self, halfmove_clock: u8) -> bool {
        let in_game = self.repetitions(halfmove_clock).filter(|&distance| distance >= self.ply());
        in_game.count() >= 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insufficient_material_is_detected() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4K3 w - - 0 1", true),
            // Both bishops are on dark squares.
            ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
            // Bishops of both square colours: a helpmate in the corner is possible.
            ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", false),
        ] {
            assert_eq!(fen.parse::<Board>().unwrap().is_insufficient_material(), expected, "{fen}");
        }
    }

    #[test]
    fn checkmate_takes_precedence_over_the_fifty_move_rule() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w - - 99 90", false),
            ("4k3/8/8/8/8/8/8/4K2R w - - 100 90", true),
            ("R3k3/8/4K3/8/8/8/8/8 b - - 100 90", false),
            ("R3k3/8/3K4/8/8/8/8/8 b - - 100 90", true),
        ] {
            assert_eq!(fen.parse::<Board>().unwrap().is_fifty_move_draw(), expected, "{fen}");
        }
    }

    #[test]
    fn a_repetition_is_detected_one_ply_early() {
        let start: Board = "4k3/8/8/8/8/8/4P3/R3K3 w - - 9 40".parse().unwrap();
        let mut board = start;
        let mut line = KeyHistory::new([], board.key());
        // With the rook back on a1, only the king's return repeats the position.
        for (text, can_repeat) in
            [("a1a7", false), ("e8f8", false), ("a7a1", true), ("f8g8", false), ("a1b1", false)]
        {
            board = board.make(board.parse_move(text).unwrap());
            line.push(board.key());
            assert_eq!(line.can_repeat(&board), can_repeat, "{text}");
        }
    }

    #[test]
    fn one_move_back_into_the_game_is_no_repetition() {
        let mut board: Board = "4k3/8/8/8/8/8/4P3/R3K3 w - - 9 40".parse().unwrap();
        let mut earlier = Vec::new();
        for text in ["a1a7", "e8f8", "a7a1"] {
            earlier.push(board.key());
            board = board.make(board.parse_move(text).unwrap());
        }
        assert!(!KeyHistory::new(earlier.clone(), board.key()).can_repeat(&board));
        let mut line = KeyHistory::new([], earlier[0]);
        earlier[1..].iter().chain([&board.key()]).for_each(|&key| line.push(key));
        assert!(line.can_repeat(&board), "the same moves in the tree");
    }

    #[test]
    fn a_position_before_an_irreversible_move_cannot_occur_a_third_time() {
        // The second occurrence of 7 is two plies before the root.
        let line = KeyHistory::new([7, 1, 2, 3, 7, 8], 9);
        assert!(line.threefold_is_possible(2) && !line.threefold_is_possible(1));
        assert!(!KeyHistory::new([7, 1, 2, 3, 4, 8], 9).threefold_is_possible(100));
    }

    #[test]
    fn no_repetition_reaches_back_beyond_a_null_move() {
        let mut line = KeyHistory::new([], 1);
        for key in [2, 3, 4] {
            line.push(key);
        }
        line.push_null(1);
        assert!(!line.is_repetition(100), "the null move itself separates the positions");
        for key in [2, 3, 4] {
            line.push(key);
        }
        assert!(!line.is_repetition(100));
        line.push(1);
        assert!(line.is_repetition(100), "a repetition since the null move");
        (0..5).for_each(|_| line.pop());
        line.push(1);
        assert!(line.is_repetition(100), "the null move is taken back");
    }

    #[test]
    fn repetitions_are_counted_since_the_last_irreversible_move() {
        let distances = |earlier: &[u64], clock| repetitions(earlier, 7, clock).collect::<Vec<_>>();
        let earlier = [7, 1, 2, 3, 7, 4, 5, 6];
        assert_eq!(distances(&earlier, 100), [4, 8], "the latest first");
        assert_eq!(distances(&earlier, 7), [4]);
        assert_eq!(distances(&earlier, 3), [0; 0]);
        assert_eq!(distances(&[7, 1, 7, 2, 7], 100), [0; 0], "odd distances");
        assert_eq!(distances(&[], 100), [0; 0]);
    }

    #[test]
    fn a_threefold_repetition_in_the_game_needs_two_occurrences_before_the_tree() {
        let mut line = KeyHistory::new([7, 1, 2, 3, 7, 4, 5], 6);
        line.push(7);
        assert!(line.is_threefold_in_game(100) && !line.is_threefold_in_game(7));
        // Two occurrences in the tree do not count, the root does.
        let mut line = KeyHistory::new([1, 2, 3], 7);
        for key in [4, 5, 6, 7, 4, 5, 6, 7] {
            line.push(key);
        }
        assert!(line.is_repetition(100) && !line.is_threefold_in_game(100));
        let mut line = KeyHistory::new([7, 1, 2, 3], 7);
        for key in [4, 5, 6, 7] {
            line.push(key);
        }
        assert!(line.is_threefold_in_game(100));
    }

    #[test]
    fn one_repetition_counts_in_the_tree_and_two_in_the_game() {
        // The game is 1 2 3 4 1; the search continues with 2 3 4 1.
        let mut line = KeyHistory::new([1, 2, 3, 4], 1);
        assert!(!line.is_repetition(100));
        line.push(2);
        assert!(!line.is_repetition(100), "second occurrence, the first before the root");
        line.push(3);
        line.push(4);
        line.push(1);
        assert!(line.is_repetition(100), "the root is repeated");
        line.pop();
        line.push(5);
        assert!(!line.is_repetition(100));

        let mut line = KeyHistory::new([7, 2, 3, 4, 7, 2, 3, 4], 9);
        line.push(6);
        line.push(4);
        assert!(!line.is_repetition(100), "an odd distance");
        let mut line = KeyHistory::new([7, 2, 3, 4, 7, 2, 3], 4);
        line.push(7);
        assert!(line.is_repetition(100), "the third occurrence");
        assert!(!line.is_repetition(7), "beyond the last irreversible move");
    }
}
