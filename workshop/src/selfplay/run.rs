//! Plays games in several threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::{io, thread};

use nunatak::search::{STACK_BYTES, SearchControl};

use super::player::{Player, SelfplayError};
use super::settings::Settings;
use crate::dataset::Game;

/// Plays the games with the numbers `games` in `threads` threads, at least one, and passes them to
/// `keep` in the order of their numbers.
///
/// # Errors
/// [`SelfplayError`]; the games before it have been kept.
pub fn play_games(
    settings: &Settings,
    games: Range<u64>,
    threads: usize,
    keep: impl FnMut(&Game) -> io::Result<()>,
) -> Result<(), SelfplayError> {
    let players: Result<Vec<_>, _> = (0..threads.max(1)).map(|_| Player::new(*settings)).collect();
    let control = SearchControl::default();
    let next_number = AtomicU64::new(games.start);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for mut player in players? {
            let (control, next_number, sender) = (&control, &next_number, sender.clone());
            let play = move || {
                loop {
                    let number = next_number.fetch_add(1, Ordering::Relaxed);
                    if number >= games.end {
                        break;
                    }
                    let Some(game) = player.play(number, control).transpose() else { break };
                    if sender.send((number, game)).is_err() {
                        break;
                    }
                }
            };
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            if let Err(error) = builder.spawn_scoped(scope, play) {
                control.stop();
                return Err(SelfplayError::Thread(error));
            }
        }
        drop(sender);
        keep_in_order(receiver, games.start, keep).inspect_err(|_| control.stop())
    })
}

/// Passes the received games to `keep` in the order of their numbers, the first of which is `next`,
/// up to the first error.
fn keep_in_order(
    receiver: mpsc::Receiver<(u64, Result<Game, SelfplayError>)>,
    mut next: u64,
    mut keep: impl FnMut(&Game) -> io::Result<()>,
) -> Result<(), SelfplayError> {
    let mut waiting = BTreeMap::new();
    for (number, game) in receiver {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&next) {
            next += 1;
            keep(&game?).map_err(SelfplayError::Io)?;
        }
    }
    Ok(())
}
