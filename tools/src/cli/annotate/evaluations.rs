//! Evaluates the positions of a run on several threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;
use nunatak::cli::at_file;
use nunatak::game::{GameEnd, GameLine};
use nunatak::limits::Limits;
use nunatak::search::{SearchControl, Searcher};
use nunatak::types::Outcome;

use crate::annotate::{Evaluation, Journal, evaluate};
use crate::cli::error::CliError;
use crate::pgn::{PgnGame, numbered_moves};
use crate::terminal::restart_estimate;

/// A group of positions of a game, which a thread searches as a whole.
pub(super) struct Group<'a> {
    /// The number of the game.
    pub(super) number: u64,
    pub(super) game: &'a PgnGame,
    /// The numbers of moves before the positions.
    pub(super) plies: Range<usize>,
}

impl Group<'_> {
    /// Returns the rule that ends the game after `line`, its first moves. Repetitions and fifty
    /// moves end it only at its last move, and only if neither side won: elsewhere, the draw was
    /// not claimed.
    fn end(&self, line: &GameLine) -> Option<GameEnd> {
        let may_be_claimed = line.ply() == self.game.moves.len()
            && matches!(self.game.outcome, None | Some(Outcome::Draw));
        let needs_claim = |end| matches!(end, GameEnd::Repetition | GameEnd::FiftyMoves);
        line.end().filter(|&end| may_be_claimed || !needs_claim(end))
    }
}

/// The groups of a run, which the threads take one after the other, and what they share.
///
/// Each group starts as a new game with an empty transposition table, so the results do not depend
/// on which thread searches it.
pub(super) struct GroupQueue<'a> {
    pub(super) groups: Vec<Group<'a>>,
    /// The number of groups that have been taken.
    pub(super) taken: AtomicUsize,
    /// The number of the last game, for the progress bar.
    pub(super) last: u64,
    pub(super) limits: Limits,
    /// The control that stops the run.
    pub(super) control: Arc<SearchControl>,
    pub(super) journal: Mutex<Option<Journal>>,
    pub(super) bar: ProgressBar,
    /// Whether a position was searched, rather than found in the journal.
    pub(super) has_searched: AtomicBool,
}

/// The number of a group, and the evaluations of its positions.
pub(super) type Evaluated = (u64, Result<Vec<Evaluation>, CliError>);

impl GroupQueue<'_> {
    /// Evaluates groups until none is left or the run is stopped.
    pub(super) fn work(&self, mut searcher: Searcher, results: &Sender<Evaluated>) {
        // Known evaluations are passed on without a search that would notice the stop.
        while !self.control.is_stopped() {
            let number = self.taken.fetch_add(1, Ordering::Relaxed);
            let Some(group) = self.groups.get(number) else { return };
            let Some(result) = self.evaluate_group(&mut searcher, group).transpose() else {
                return;
            };
            // The receiver is gone if the run has failed.
            if results.send((number as u64, result)).is_err() {
                return;
            }
        }
    }

    /// Evaluates consecutive positions, the last first, unless an earlier run has done so; `None`
    /// if the run was stopped.
    fn evaluate_group(
        &self,
        searcher: &mut Searcher,
        group: &Group,
    ) -> Result<Option<Vec<Evaluation>>, CliError> {
        let lines = lines(group);
        let find = |line: &GameLine| {
            let recorded = || self.journal().as_ref()?.find(group.number, line.ply(), line.board());
            group.end(line).map(Evaluation::of_end).or_else(recorded)
        };
        let mut known: Vec<Option<Evaluation>> = lines.iter().map(find).collect();
        if known.iter().any(Option::is_none) {
            // To give the same result as without an interruption, a group is searched as a whole.
            if self.limits.move_time.is_none() {
                known.fill(None);
            }
            // Emptying a large table takes longer than reading a group from the journal.
            searcher.new_game();
        }
        let mut evaluations = Vec::with_capacity(lines.len());
        for (line, known) in lines.iter().zip(known).rev() {
            let found = match known {
                Some(known) => Some(known),
                None => self.evaluate(searcher, group, line)?,
            };
            let Some(found) = found else { return Ok(None) };
            evaluations.push(found);
            self.bar.inc(1);
        }
        evaluations.reverse();
        Ok(Some(evaluations))
    }

    /// Evaluates the last position of `line` and records the result; `None` if the run was stopped.
    fn evaluate(
        &self,
        searcher: &mut Searcher,
        group: &Group,
        line: &GameLine,
    ) -> Result<Option<Evaluation>, CliError> {
        if let Some(end) = group.end(line) {
            return Ok(Some(Evaluation::of_end(end)));
        }
        let number = group.number;
        self.bar.set_message(format!("game {number}/{}, {}", self.last, last_move(line)));
        if !self.has_searched.swap(true, Ordering::Relaxed) {
            // Evaluations from the journal take no time, so the estimate starts here.
            restart_estimate(&self.bar);
        }
        let found = evaluate(line, searcher, &self.limits, &self.control);
        if let (Some(found), Some(journal)) = (&found, &mut *self.journal()) {
            let path = journal.path().to_owned();
            journal.add(number, line.ply(), found).map_err(at_file(&path))?;
        }
        Ok(found)
    }

    fn journal(&self) -> MutexGuard<'_, Option<Journal>> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the game up to each position of a group.
fn lines(group: &Group) -> Vec<GameLine> {
    let Range { start, end } = group.plies;
    let mut line = GameLine::new(group.game.start);
    let mut moves = group.game.moves.iter();
    moves.by_ref().take(start).for_each(|&mv| line.play(mv));
    let mut lines = vec![line.clone()];
    for &mv in moves.take(end.saturating_sub(start + 1)) {
        line.play(mv);
        lines.push(line.clone());
    }
    lines
}

/// Describes the last move of `line`.
fn last_move(line: &GameLine) -> String {
    let (Some(before), Some(&last)) = (line.earlier().last(), line.moves().last()) else {
        return "first position".to_owned();
    };
    format!("move {}", numbered_moves(before, &[last]).join(" "))
}
