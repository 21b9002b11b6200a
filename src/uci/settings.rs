//! The values of the options that the searcher does not hold itself.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use crate::board::Board;
use crate::book::{Book, best_move, random_move};
use crate::eval::network::Network;
use crate::search::{MAX_ELO, MIN_ELO};
use crate::types::Move;

/// The settings of the protocol and the game.
#[derive(Debug)]
pub(super) struct Settings {
    /// Whether castling is written as king takes rook.
    pub(super) chess960: bool,
    /// Whether scores are reported with win, draw and loss chances.
    pub(super) show_wdl: bool,
    /// Whether positions are analysed at full strength, without contempt or book.
    pub(super) analyse_mode: bool,
    /// Whether positions are evaluated by the network instead of the hand-crafted terms.
    pub(super) uses_network: bool,
    pub(super) network: Arc<Network>,
    /// The contempt in games, in units of the evaluation.
    pub(super) game_contempt: i32,
    pub(super) book: Option<Book>,
    /// Whether book moves are played.
    pub(super) own_book: bool,
    /// The last move number for which book moves are played.
    pub(super) book_depth: u16,
    /// Whether the best book move is played instead of a random one.
    pub(super) best_book_move: bool,
    /// `UCI_LimitStrength`: whether `limited_elo` applies instead of `skill`.
    pub(super) limits_strength: bool,
    /// `UCI_Elo`: from [`MIN_ELO`] to [`MAX_ELO`].
    pub(super) limited_elo: i32,
    /// `Skill Level`: from 0 to [`MAX_SKILL`].
    pub(super) skill: i32,
    /// The last accepted value of each option that was set, by its name.
    pub(super) accepted: HashMap<&'static str, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            chess960: false,
            show_wdl: false,
            analyse_mode: false,
            uses_network: true,
            network: Network::embedded(),
            game_contempt: 0,
            book: None,
            own_book: false,
            book_depth: MAX_BOOK_DEPTH,
            best_book_move: false,
            limits_strength: false,
            limited_elo: DEFAULT_ELO,
            skill: MAX_SKILL,
            accepted: HashMap::new(),
        }
    }
}

impl Settings {
    /// Returns the contempt in units of the evaluation, 0 in analysis.
    pub(super) fn contempt(&self) -> i32 {
        if self.analyse_mode { 0 } else { self.game_contempt }
    }

    /// Returns the Elo to which the strength is limited; `None` at full strength, as in analysis.
    /// Skill levels below the maximum are equal steps from [`MIN_ELO`] to [`MAX_ELO`].
    pub(super) fn elo(&self) -> Option<i32> {
        let skill_elo = MIN_ELO + (MAX_ELO - MIN_ELO) * self.skill / (MAX_SKILL - 1);
        let skill_limit = (self.skill < MAX_SKILL).then_some(skill_elo);
        let limit = if self.limits_strength { Some(self.limited_elo) } else { skill_limit };
        limit.filter(|_| !self.analyse_mode)
    }

    /// Returns the network if it is used.
    pub(super) fn used_network(&self) -> Option<Arc<Network>> {
        self.uses_network.then(|| Arc::clone(&self.network))
    }

    /// Chooses a book move for `board` and returns it with the best reply in the book; `None` in
    /// analysis. An error closes the book.
    pub(super) fn book_move(&mut self, board: &Board) -> io::Result<Option<(Move, Option<Move>)>> {
        let is_early = board.fullmove_number() <= self.book_depth;
        let is_wanted = self.own_book && is_early && !self.analyse_mode;
        let Some(mut book) = self.book.take_if(|_| is_wanted) else { return Ok(None) };
        let moves = book.moves(board)?;
        let random = || random_move(&moves, &mut rand::rng());
        let chosen = if self.best_book_move { best_move(&moves) } else { random() };
        let replies = chosen.map(|mv| book.moves(&board.make(mv))).transpose()?;
        self.book = Some(book);
        Ok(chosen.map(|mv| (mv, replies.and_then(|replies| best_move(&replies)))))
    }
}

/// The maximum of `Skill Level`, which is full strength.
pub(super) const MAX_SKILL: i32 = 20;
/// The default of `UCI_Elo`.
pub(super) const DEFAULT_ELO: i32 = 1_500;
/// The default and maximum of [`Settings::book_depth`].
pub(super) const MAX_BOOK_DEPTH: u16 = 255;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_levels_span_the_elo_range_and_uci_elo_takes_precedence() {
        let level = |skill| Settings { skill, ..Settings::default() }.elo();
        assert_eq!([0, MAX_SKILL - 1, MAX_SKILL].map(level), [Some(MIN_ELO), Some(MAX_ELO), None]);
        assert!((1..MAX_SKILL).all(|skill| level(skill - 1) < level(skill)));
        let both =
            Settings { limits_strength: true, limited_elo: 1_234, skill: 0, ..Settings::default() };
        assert_eq!(both.elo(), Some(1_234));
    }
}
