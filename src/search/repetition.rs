//! Repetition of positions in the game and in the tree.

use std::collections::HashSet;

use crate::board::Board;

/// The keys of all positions of the game and of the line that is searched.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyLine {
    /// The oldest position first, the position at hand last.
    keys: Vec<u64>,
    /// The index of the root of the search.
    root: usize,
    /// The index of the last position of the game that repeats an earlier one.
    last_second: Option<usize>,
}

impl KeyLine {
    /// The game so far, `earlier` positions and the `root` of the search.
    pub(super) fn new(earlier: &[u64], root: u64) -> Self {
        let keys = [earlier, &[root]].concat();
        let mut seen = HashSet::new();
        let repeating = keys.iter().enumerate().filter(|&(_, key)| !seen.insert(key));
        let last_second = repeating.map(|(index, _)| index).last();
        Self { last_second, root: earlier.len(), keys }
    }

    /// The distance of the position at hand from the root.
    #[inline]
    pub(super) fn ply(&self) -> usize {
        self.keys.len() - 1 - self.root
    }

    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    pub(super) fn pop(&mut self) {
        self.keys.pop();
    }

    /// Whether the side to move in `board`, the last position, can reach an earlier position of the
    /// tree by one move and so make a draw.
    #[inline]
    pub(super) fn can_repeat(&self, board: &Board) -> bool {
        // The other side was on move there, and one move of each side is the least to come back.
        const FIRST_DISTANCE: usize = 3;
        let last = self.keys.len() - 1;
        let reach = usize::from(board.halfmove_clock()).min(self.ply());
        (FIRST_DISTANCE..=reach)
            .step_by(2)
            .any(|distance| board.has_reversible_move_to(self.keys[last - distance]))
    }

    /// Whether the game may yet come to a position for the third time. Since the last capture or pawn
    /// move there were `halfmove_clock` half-moves.
    pub(super) fn can_occur_thrice(&self, halfmove_clock: u8) -> bool {
        let last = self.keys.len() - 1;
        self.last_second.is_some_and(|index| last - index <= halfmove_clock.into())
    }

    /// Whether the last position repeats one of the tree, or occurs for the third time in the game.
    /// Since the last capture or pawn move there were `halfmove_clock` half-moves.
    #[inline]
    pub(super) fn is_repetition(&self, halfmove_clock: u8) -> bool {
        // The same side is on move at every other position; two moves each are the least.
        const FIRST_DISTANCE: usize = 4;
        let Some((&key, earlier)) = self.keys.split_last() else { return false };
        let mut game_occurrences = 0;
        let reach = usize::from(halfmove_clock).min(earlier.len());
        for distance in (FIRST_DISTANCE..=reach).step_by(2) {
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
    fn a_return_is_seen_before_it_is_made() {
        let start: Board = "4k3/8/8/8/8/8/4P3/R3K3 w - - 9 40".parse().unwrap();
        let mut board = start;
        let mut line = KeyLine::new(&[], board.key());
        // Once the rook is back, the king may go back too, and no later.
        for (text, can_repeat) in
            [("a1a7", false), ("e8f8", false), ("a7a1", true), ("f8g8", false), ("a1b1", false)]
        {
            board = board.make(board.parse_move(text).unwrap());
            line.push(board.key());
            assert_eq!(line.can_repeat(&board), can_repeat, "{text}");
        }
    }

    #[test]
    fn the_tree_repeats_once_and_the_game_twice() {
        // A game 1 2 3 4 1, then a search from 1 that goes on to 2 3 4 1.
        let mut line = KeyLine::new(&[1, 2, 3, 4], 1);
        assert!(!line.is_repetition(100));
        line.push(2);
        assert!(!line.is_repetition(100), "the second occurrence, the first in the game");
        line.push(3);
        line.push(4);
        line.push(1);
        assert!(line.is_repetition(100), "the root occurs again");
        line.pop();
        line.push(5);
        assert!(!line.is_repetition(100));

        let mut line = KeyLine::new(&[7, 2, 3, 4, 7, 2, 3, 4], 9);
        line.push(6);
        line.push(4);
        assert!(!line.is_repetition(100), "an odd distance");
        let mut line = KeyLine::new(&[7, 2, 3, 4, 7, 2, 3], 4);
        line.push(7);
        assert!(line.is_repetition(100), "the third occurrence");
        assert!(!line.is_repetition(7), "beyond the last irreversible move");
    }
}
