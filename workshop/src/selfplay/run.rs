//! Plays and labels games in several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::{io, thread};

use nunatak::search::{STACK_BYTES, SearchControl};
use nunatak_tools::ordered::in_order;

use super::labeller::{LabelSettings, Labeller};
use super::player::{Player, SelfplayError};
use super::settings::Settings;
use crate::dataset::{Game, GameError};

/// A game with its number, or the error that ends the run there.
type Numbered = (u64, Result<Game, SelfplayError>);

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
    let next_number = AtomicU64::new(games.start);
    let players = (0..threads.max(1)).map(|_| {
        let (mut player, end, next_number) = (Player::new(*settings)?, games.end, &next_number);
        Ok(move |control: &SearchControl| {
            let number = next_number.fetch_add(1, Ordering::Relaxed);
            let game = if number < end { player.play(number, control).transpose() } else { None };
            Some((number, game?))
        })
    });
    run(players.collect::<Result<_, SelfplayError>>()?, games.start, keep)
}

/// Labels the games of `source`, the first of which has the number `first`, in `threads` threads,
/// at least one, and passes them to `keep` in order.
///
/// # Errors
/// [`SelfplayError`]; the games before it have been kept.
pub fn label_games(
    settings: &LabelSettings,
    source: impl Iterator<Item = Result<Game, GameError>> + Send,
    first: u64,
    threads: usize,
    keep: impl FnMut(&Game) -> io::Result<()>,
) -> Result<(), SelfplayError> {
    let source = Mutex::new((first..).zip(source));
    let labellers = (0..threads.max(1)).map(|_| {
        let (mut labeller, source) = (Labeller::new(*settings)?, &source);
        Ok(move |control: &SearchControl| {
            let next = source.lock().unwrap_or_else(PoisonError::into_inner).next();
            let (number, game) = next?;
            let labelled = match game {
                Ok(game) => Ok(labeller.label(game, number, control)?),
                Err(error) => Err(SelfplayError::Source(error)),
            };
            Some((number, labelled))
        })
    });
    run(labellers.collect::<Result<_, SelfplayError>>()?, first, keep)
}

/// Runs each of the `workers` in a thread of its own until it has no more games, and passes the
/// games to `keep` in the order of their numbers, the first of which is `first`.
fn run<W>(
    workers: Vec<W>,
    first: u64,
    mut keep: impl FnMut(&Game) -> io::Result<()>,
) -> Result<(), SelfplayError>
where
    W: FnMut(&SearchControl) -> Option<Numbered> + Send,
{
    let control = SearchControl::default();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for mut worker in workers {
            let (control, sender) = (&control, sender.clone());
            let work = move || {
                while let Some(numbered) = worker(control) {
                    if sender.send(numbered).is_err() {
                        break;
                    }
                }
            };
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            if let Err(error) = builder.spawn_scoped(scope, work) {
                control.stop();
                return Err(SelfplayError::Thread(error));
            }
        }
        drop(sender);
        let kept =
            in_order(receiver, first).try_for_each(|game| keep(&game?).map_err(SelfplayError::Io));
        kept.inspect_err(|_| control.stop())
    })
}
