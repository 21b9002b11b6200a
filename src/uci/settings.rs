//! The values of the options that the searcher does not hold itself.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::report::OutputFormat;
use crate::board::Board;
use crate::book::{Book, BookChoice, BookError};
use crate::eval::network::{Network, NetworkError};
use crate::search::{MAX_ELO, MIN_ELO};
use crate::types::Move;

/// The settings of the protocol and the game.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) format: OutputFormat,
    /// Whether positions are analysed at full strength, without contempt or book.
    pub(super) analyse_mode: bool,
    /// Whether positions are evaluated by the network instead of the hand-crafted terms.
    pub(super) uses_network: bool,
    pub(super) network: Arc<Network>,
    /// The contempt in games, in units of the evaluation.
    pub(super) game_contempt: i32,
    pub(super) book: OwnBook,
    /// `UCI_LimitStrength`: whether `limited_elo` applies instead of `skill`.
    pub(super) limits_strength: bool,
    /// `UCI_Elo`: from [`MIN_ELO`] to [`MAX_ELO`].
    pub(super) limited_elo: i32,
    /// `Skill Level`: from 0 to [`MAX_SKILL`].
    pub(super) skill: i32,
    /// The last accepted value of each option that was set, by its name in lower case.
    pub(super) accepted: HashMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            format: OutputFormat::default(),
            analyse_mode: false,
            uses_network: true,
            network: Network::embedded(),
            game_contempt: 0,
            book: OwnBook::default(),
            limits_strength: false,
            limited_elo: DEFAULT_ELO,
            skill: MAX_SKILL,
            accepted: HashMap::new(),
        }
    }
}

impl Settings {
    /// Returns the last accepted value of the option `name`, if it was set.
    pub(super) fn accepted(&self, name: &str) -> Option<&str> {
        self.accepted.get(&name.to_ascii_lowercase()).map(String::as_str)
    }

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

    /// Reads the network at `path`, or chooses the embedded one without a path. On an error, or if
    /// the network is equal, the old one is kept: some interfaces set all options before each
    /// search, and another network would empty the transposition table.
    pub(super) fn open_network(&mut self, path: Option<&Path>) -> Result<(), NetworkError> {
        let file = path.map(Network::open).transpose()?.map(Arc::new);
        let network = file.unwrap_or_else(Network::embedded);
        if network != self.network {
            self.network = network;
        }
        Ok(())
    }

    /// Returns the network if it is used.
    pub(super) fn used_network(&self) -> Option<Arc<Network>> {
        self.uses_network.then(|| Arc::clone(&self.network))
    }
}

/// The maximum of `Skill Level`, which is full strength.
pub(super) const MAX_SKILL: i32 = 20;
/// The default of `UCI_Elo`.
pub(super) const DEFAULT_ELO: i32 = 1_500;
/// The default and maximum of [`OwnBook::depth`].
pub(super) const MAX_BOOK_DEPTH: u16 = 255;

/// A book and its settings.
#[derive(Debug)]
pub(super) struct OwnBook {
    /// Whether book moves are played.
    pub(super) is_used: bool,
    /// The last move number for which book moves are played.
    pub(super) depth: u16,
    pub(super) choice: BookChoice,
    book: Option<Book<File>>,
}

impl Default for OwnBook {
    fn default() -> Self {
        Self { is_used: false, depth: MAX_BOOK_DEPTH, choice: BookChoice::default(), book: None }
    }
}

impl OwnBook {
    /// Replaces the book by the one at `path`; without a path, only closes the old one. On an error
    /// the old book is kept.
    pub(super) fn open(&mut self, path: Option<&Path>) -> Result<(), BookError> {
        self.book = path.map(Book::open).transpose()?;
        Ok(())
    }

    /// Chooses a book move for `board` and returns it with the best reply in the book. An error
    /// closes the book.
    pub(super) fn choose(&mut self, board: &Board) -> io::Result<Option<(Move, Option<Move>)>> {
        let is_wanted = self.is_used && board.fullmove_number() <= self.depth;
        let Some(mut book) = self.book.take_if(|_| is_wanted) else { return Ok(None) };
        let mut choose = |choice: BookChoice, board: &Board| -> io::Result<Option<Move>> {
            Ok(choice.choose(&book.moves(board)?))
        };
        let best = choose(self.choice, board)?;
        let reply = best.map(|best| choose(BookChoice::Best, &board.make(best))).transpose()?;
        self.book = Some(book);
        Ok(best.map(|best| (best, reply.flatten())))
    }
}

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
