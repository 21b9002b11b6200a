//! Games of the engine against itself, to learn from.
//!
//! Each game begins with random moves and goes on under a limit of nodes. It depends on nothing but
//! the settings, the seed and its own number: the same games come out however many threads play
//! them, and whether or not the run was interrupted in between.

mod adjudication;
mod play;

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use thiserror::Error;

pub use adjudication::Adjudication;

use self::play::Player;
use crate::dataset::Game;
use nunatak::limits::STACK_BYTES;
use nunatak::search::SearchControl;
use nunatak::tt::AllocationError;

/// How games are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// From which all random numbers come.
    pub seed: u64,
    /// After so many nodes a search begins no further iteration.
    pub nodes: u64,
    /// After so many nodes a search is broken off.
    pub max_nodes: u64,
    /// How many random plies a game begins with, or one more: so that both sides come to move first.
    pub random_plies: usize,
    /// Openings with a higher score for either side, in centipawns, are not played.
    pub max_opening_score: i32,
    /// When games are ended early; `None` if each is played until the rules end it.
    pub adjudication: Option<Adjudication>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            nodes: 5_000,
            max_nodes: 100_000,
            random_plies: 8,
            max_opening_score: 500,
            adjudication: Some(Adjudication::default()),
        }
    }
}

/// Why games could not be played.
#[derive(Debug, Error)]
pub enum SelfplayError {
    /// There is not enough memory for the searches.
    #[error(transparent)]
    Allocation(#[from] AllocationError),
    /// The system would not start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A game could not be kept.
    #[error(transparent)]
    Io(io::Error),
}

/// Plays the games with the numbers `games` in `threads` threads, at least one, and hands them to
/// `keep` in the order of their numbers.
///
/// # Errors
/// [`SelfplayError`]; the games kept so far are whole.
pub fn play_games(
    settings: &Settings,
    games: Range<u64>,
    threads: usize,
    mut keep: impl FnMut(&Game) -> io::Result<()>,
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
                    let game = (number < games.end).then(|| player.play(number, control)).flatten();
                    let Some(game) = game else { break };
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
        let mut waiting = BTreeMap::new();
        let mut next_kept = games.start;
        for (number, game) in receiver {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&next_kept) {
                next_kept += 1;
                if let Err(error) = keep(&game) {
                    control.stop();
                    return Err(SelfplayError::Io(error));
                }
            }
        }
        Ok(())
    })
}
