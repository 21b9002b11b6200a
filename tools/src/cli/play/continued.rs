//! The game of a file that is continued.

use std::time::Duration;

use nunatak::search::{MAX_ELO, MIN_ELO};
use nunatak::types::Color;

use super::clock::{TimeControl, time_in};
use super::engine::{ENGINE_NAME, LEVEL};
use crate::pgn::PgnGame;

/// A game with its number in the file. What its tags and comments say applies unless arguments say
/// otherwise.
pub(super) struct Continued {
    pub(super) number: usize,
    pub(super) game: PgnGame,
}

impl Continued {
    /// Returns the side that the engine did not play; White if it played neither.
    pub(super) fn player(&self) -> Color {
        let is_engine = |color| {
            let start = self.name(color).and_then(|name| name.get(..ENGINE_NAME.len()));
            start.is_some_and(|start| start.eq_ignore_ascii_case(ENGINE_NAME))
        };
        let [white, black] = Color::ALL.map(is_engine);
        if white && !black { Color::Black } else { Color::White }
    }

    /// Returns the name of a side, if it is known.
    pub(super) fn name(&self, color: Color) -> Option<&str> {
        self.game.tag(color.name()).filter(|name| !name.is_empty() && *name != "?")
    }

    /// Returns the Elo to which the engine was limited, by its name or else by the tag of its Elo.
    pub(super) fn elo(&self) -> Option<i32> {
        let engine = !self.player();
        let level = self.name(engine).and_then(|name| Some(name.split_once(LEVEL)?.1));
        let tag = || self.game.tag(&format!("{}Elo", engine.name()));
        let elo = level.or_else(tag)?.split(' ').next()?.parse().ok()?;
        (MIN_ELO..=MAX_ELO).contains(&elo).then_some(elo)
    }

    /// Returns the time control, if it has no number of moves.
    pub(super) fn time_control(&self) -> Option<TimeControl> {
        self.game.tag("TimeControl").and_then(TimeControl::from_tag)
    }

    /// Returns the time of the mover after each move, if a comment states it.
    pub(super) fn times(&self) -> Vec<Option<Duration>> {
        let time = |ply| self.game.annotations.as_ref()?.comments(ply).find_map(time_in);
        (0..self.game.moves.len()).map(time).collect()
    }
}
