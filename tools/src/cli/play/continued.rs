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
    /// Returns the side that the engine did not play; White if it played both or neither.
    pub(super) fn player(&self) -> Color {
        self.opponent().unwrap_or(Color::White)
    }

    /// Returns the side of the engine's opponent; `None` if the engine played both or neither.
    fn opponent(&self) -> Option<Color> {
        match Color::ALL.map(|color| self.name(color).is_some_and(is_engine)) {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the name of the player, who may have changed to the side `player`, if it is known.
    pub(super) fn player_name(&self, player: Color) -> Option<&str> {
        self.name(self.opponent().unwrap_or(player))
    }

    /// Returns the name of a side, if it is known.
    pub(super) fn name(&self, color: Color) -> Option<&str> {
        self.game.tag(color.name()).filter(|name| !name.is_empty() && *name != "?")
    }

    /// Returns the Elo to which the engine was limited.
    pub(super) fn elo(&self) -> Option<i32> {
        self.level()?.parse().ok().filter(|elo| (MIN_ELO..=MAX_ELO).contains(elo))
    }

    /// Returns the level that [`elo`](Self::elo) cannot take.
    pub(super) fn other_level(&self) -> Option<&str> {
        self.level().filter(|level| !["", "?", "-"].contains(level) && self.elo().is_none())
    }

    /// Returns the level at which the engine played, by its name or else by the tag of its Elo.
    fn level(&self) -> Option<&str> {
        let engine = !self.player();
        let name = self.name(engine).filter(|name| is_engine(name))?;
        let level = name.split_once(LEVEL).and_then(|(_, level)| level.strip_suffix(" Elo"));
        level.or_else(|| self.game.tag(&format!("{}Elo", engine.name())))
    }

    /// Returns the time control, if it has no number of moves.
    pub(super) fn time_control(&self) -> Option<TimeControl> {
        self.game.tag("TimeControl").and_then(TimeControl::from_tag)
    }

    /// Returns the tag of a time control that [`time_control`](Self::time_control) does not read.
    pub(super) fn other_time_control(&self) -> Option<&str> {
        let tag = self.game.tag("TimeControl").filter(|tag| !["", "?", "-"].contains(tag))?;
        TimeControl::from_tag(tag).is_none().then_some(tag)
    }

    /// Returns the time of the mover after each move, if a comment states it.
    pub(super) fn times(&self) -> Vec<Option<Duration>> {
        let time = |ply| self.game.annotations.comments(ply).find_map(time_in);
        (0..self.game.moves.len()).map(time).collect()
    }
}

/// Whether `name` is one that the engine plays under: its own, with a version or a level.
fn is_engine(name: &str) -> bool {
    let Some((start, rest)) = name.split_at_checked(ENGINE_NAME.len()) else { return false };
    let is_version = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    start.eq_ignore_ascii_case(ENGINE_NAME)
        && (rest.is_empty()
            || rest.starts_with(LEVEL)
            || rest.strip_prefix(' ').is_some_and(is_version))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::PgnReader;

    fn continued(white: &str, black: &str) -> Continued {
        let text = format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *");
        let game = PgnReader::annotated(text.as_bytes()).next().unwrap().unwrap();
        Continued { number: 1, game }
    }

    #[test]
    fn the_player_keeps_side_and_name() {
        for (white, black, player) in [
            ("Nunatak 0.1.0 at 1500 Elo", "Bob", Color::Black),
            ("Ann", "nunatak", Color::White),
            ("Nunatak 0.1.0", "Nunatak fan", Color::Black),
            ("Nunatakk", "Nunatak at 2000 Elo", Color::White),
            ("Nunatak 0.1.0", "Nunatak 0.2.0", Color::White),
            ("Ann", "Bob", Color::White),
        ] {
            assert_eq!(continued(white, black).player(), player, "{white} {black}");
        }
        let game = continued("Nunatak 0.1.0 at 1500 Elo", "Bob");
        assert_eq!(Color::ALL.map(|color| game.player_name(color)), [Some("Bob"); 2]);
        let game = continued("Ann", "Bob");
        assert_eq!(Color::ALL.map(|color| game.player_name(color)), [Some("Ann"), Some("Bob")]);
    }
}
