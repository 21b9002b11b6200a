//! Judges the moves of games.
//!
//! Each position of a game is searched. A move is judged by its loss of winning chances, with
//! the formulas and thresholds of [lichess](https://github.com/lichess-org/lila), and the game is
//! written with evaluations, judgements and better lines. Evaluations go to a [`Journal`], from
//! which a run that was interrupted continues.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod accuracy;
mod book_moves;
mod evaluation;
mod journal;
mod judged_game;
mod judgement;
mod notes;
mod old_judgements;
mod openings;
mod plot;
mod value;

pub use accuracy::accuracy;
pub use book_moves::book_moves;
pub use evaluation::{Evaluation, GROUP, Line, evaluate};
pub use journal::{Journal, JournalError, fingerprint};
pub use judged_game::JudgedGame;
pub use judgement::Judgement;
pub use notes::has_evaluation;
pub use plot::{MAX_PLOTTED, plot};
pub use value::Value;
