//! `nunatak-tools play`.

mod arguments;
mod clock;
mod command;
mod continued;
mod engine;
mod input;
mod pgn_file;
mod record;
mod session;

use std::io::Write;
use std::process::ExitCode;

use nunatak::search::{MAX_ELO, MIN_ELO};
use nunatak::text::Printable;

pub(super) use self::arguments::PlayArguments;
use self::continued::Continued;
use self::input::Input;
use self::pgn_file::PgnFile;
use self::record::{Record, roster};
use self::session::Session;
use super::error::CliError;

/// Plays a game. The exit code is 1 if it cannot be saved or the input cannot be read, or else 130
/// if Ctrl-C ended it.
pub(super) fn run(out: &mut impl Write, arguments: &PlayArguments) -> Result<ExitCode, CliError> {
    let mut random = arguments.random();
    let number = arguments.chess960_number(&mut random);
    let continued = arguments.continued()?;
    let continued = continued.as_ref();
    let player = arguments.player(continued, &mut random);
    let player_name = arguments.name(continued, player);
    let game = arguments.line(continued, number)?;
    let engine = arguments.engine(continued, random)?;
    let time_control = arguments.time_control(continued);
    let clocks = arguments.clocks(continued, &game);
    let file = arguments.pgn.as_deref().map(PgnFile::open).transpose()?;
    let mut notes = Vec::new();
    if let Some(continued) = continued {
        let level = match (engine.elo, continued.other_level()) {
            (Some(elo), _) => format!("{elo} Elo"),
            (None, Some(level)) => {
                format!("full strength, since '{level}' is not an Elo from {MIN_ELO} to {MAX_ELO}")
            }
            (None, None) => "full strength".to_owned(),
        };
        let clocks = match (&clocks, time_control) {
            (Some(clocks), Some(control)) => {
                format!("clocks {}: {}", control.describe(), clocks.describe(player))
            }
            _ => match continued.other_time_control() {
                Some(tag) => format!("no clocks, since the time control '{tag}' is not supported"),
                None => "no clocks".to_owned(),
            },
        };
        let Continued { number, game } = continued;
        let end = game.outcome.map(|outcome| format!(", which ended {},", outcome.text()));
        let note = format!(
            "Game {number}{} is continued: {player_name} plays {}, Nunatak at {level}, {clocks}.",
            end.unwrap_or_default(),
            player.name()
        );
        notes.push(Printable(note).to_string());
    }
    if let Some(elo) = engine.elo {
        notes.push(format!("Nunatak plays at {elo} Elo; its hints are at full strength."));
    }
    let name = player.name();
    notes.push(format!("You play {name}. Enter a move such as Nf3 or g1f3, or help."));
    if let Some(number) = number {
        notes.push(format!("This is Chess960 start position {number}."));
    }
    if let Some(file) = file.as_ref().filter(|file| file.has_games() && continued.is_none()) {
        let path = Printable(file.path().display());
        notes.push(format!(
            "A new game is appended to {path}; --game N continues one of its games."
        ));
    }
    let time_control = time_control.map(|control| control.to_string());
    let roster = roster(player, player_name, engine.name(), time_control);
    let input = Input::start(&engine.control).map_err(CliError::Thread)?;
    let session = Session {
        out,
        player,
        bottom: player,
        clocks,
        record: Record::new(roster, &game, continued.is_some(), file),
        game,
        engine,
        ending: None,
        promotions: Vec::new(),
        input,
        width: arguments.width,
    };
    session.run(&notes)
}
