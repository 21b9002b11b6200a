//! Detection of repetitions in the game and in the tree.

use std::collections::HashSet;

use crate::board::Board;

/// The keys of all positions of the game and of the current line.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyStack {
    /// Oldest position first, current position last.
    keys: Vec<u64>,
    /// Index of the root.
    root: usize,
    /// Index of the last game position, root included, that repeats an earlier one.
    last_repeated: Option<usize>,
    /// Indices of the positions after a null move; no repetition reaches back beyond them.
    nulls: Vec<usize>,
}

impl KeyStack {
    /// Creates the stack from the keys of the `earlier` positions, oldest first, and of the `root`.
    pub(super) fn new(earlier: &[u64], root: u64) -> Self {
        let keys = [earlier, &[root]].concat();
        let mut seen = HashSet::new();
        let repeating = keys.iter().enumerate().filter(|&(_, key)| !seen.insert(key));
        let last_repeated = repeating.map(|(index, _)| index).last();
        Self { last_repeated, root: earlier.len(), keys, nulls: Vec::new() }
    }

    /// Returns the distance of the current position from the root.
    #[inline]
    pub(super) fn ply(&self) -> usize {
        self.keys.len() - 1 - self.root
    }

    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Pushes the key of the position after a null move.
    pub(super) fn push_null(&mut self, key: u64) {
        self.nulls.push(self.keys.len());
        self.keys.push(key);
    }

    pub(super) fn pop(&mut self) {
        self.keys.pop();
        if self.nulls.last() == Some(&self.keys.len()) {
            self.nulls.pop();
        }
    }

    /// Removes the positions of the tree, those of an aborted search.
    pub(super) fn return_to_root(&mut self) {
        self.keys.truncate(self.root + 1);
        self.nulls.clear();
    }

    /// Returns the number of plies that a repetition can reach back.
    #[inline]
    fn reach(&self, halfmove_clock: u8) -> usize {
        let first = self.nulls.last().copied().unwrap_or(0);
        usize::from(halfmove_clock).min(self.keys.len() - 1 - first)
    }

    /// Whether the side to move in `board`, the current position, can repeat a position of the tree
    /// with one move.
    #[inline]
    pub(super) fn can_repeat(&self, board: &Board) -> bool {
        // The opponent was to move in the repeated position, at least three plies ago.
        const FIRST_DISTANCE: usize = 3;
        let last = self.keys.len() - 1;
        let reach = self.reach(board.halfmove_clock()).min(self.ply());
        (FIRST_DISTANCE..=reach)
            .step_by(2)
            .any(|distance| board.has_reversible_move_to(self.keys[last - distance]))
    }

    /// Whether a position that has occurred twice in the game can still occur a third time, given
    /// the `halfmove_clock` of the current position.
    pub(super) fn threefold_is_possible(&self, halfmove_clock: u8) -> bool {
        let last = self.keys.len() - 1;
        self.last_repeated.is_some_and(|index| last - index <= halfmove_clock.into())
    }

    /// Whether the current position, with this `halfmove_clock`, repeats a position of the tree or
    /// occurs for the third time in the game.
    #[inline]
    pub(super) fn is_repetition(&self, halfmove_clock: u8) -> bool {
        // The same side was to move in the repeated position, at least four plies ago.
        const FIRST_DISTANCE: usize = 4;
        let Some((&key, earlier)) = self.keys.split_last() else { return false };
        let mut game_occurrences = 0;
        for distance in (FIRST_DISTANCE..=self.reach(halfmove_clock)).step_by(2) {
            let index = earlier.len() - distance;
            if earlier[index] == key {
                game_occurrences += 1;
                if index >= self.root || game_occurrences == 2 {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repetition_is_detected_one_ply_early() {
        let start: Board = "4k3/8/8/8/8/8/4P3/R3K3 w - - 9 40".parse().unwrap();
        let mut board = start;
        let mut line = KeyStack::new(&[], board.key());
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
    fn no_repetition_reaches_back_beyond_a_null_move() {
        let mut line = KeyStack::new(&[], 1);
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
    fn one_repetition_counts_in_the_tree_and_two_in_the_game() {
        // The game is 1 2 3 4 1; the search continues with 2 3 4 1.
        let mut line = KeyStack::new(&[1, 2, 3, 4], 1);
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

        let mut line = KeyStack::new(&[7, 2, 3, 4, 7, 2, 3, 4], 9);
        line.push(6);
        line.push(4);
        assert!(!line.is_repetition(100), "an odd distance");
        let mut line = KeyStack::new(&[7, 2, 3, 4, 7, 2, 3], 4);
        line.push(7);
        assert!(line.is_repetition(100), "the third occurrence");
        assert!(!line.is_repetition(7), "beyond the last irreversible move");
    }
}
