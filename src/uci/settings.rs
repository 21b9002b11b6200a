//! The values of the options.

use std::collections::HashMap;

use super::network_choice::NetworkChoice;
use super::opponent::Opponent;
use super::own_book::OwnBook;
use super::report::OutputFormat;
use super::strength::Strength;
use super::syzygy_choice::SyzygyChoice;

/// The settings of the protocol and the game.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) format: OutputFormat,
    /// Whether positions are analysed at full strength, without contempt or book.
    pub(super) analyse_mode: bool,
    /// The opponent, if known.
    pub(super) opponent: Option<Opponent>,
    pub(super) network: NetworkChoice,
    /// The contempt in games, in units of the evaluation.
    pub(super) game_contempt: i32,
    pub(super) book: OwnBook,
    pub(super) strength: Strength,
    pub(super) syzygy: SyzygyChoice,
    /// The last accepted value of each option that was set, by its name in lower case.
    pub(super) accepted: HashMap<String, String>,
}

impl Settings {
    /// Returns the contempt in units of the evaluation, 0 in analysis.
    pub(super) fn contempt(&self) -> i32 {
        if self.analyse_mode { 0 } else { self.game_contempt }
    }

    /// Returns the Elo to which the strength is limited; `None` at full strength.
    pub(super) fn elo(&self) -> Option<i32> {
        self.strength.limit().filter(|_| !self.analyse_mode)
    }
}
