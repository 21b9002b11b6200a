//! Games of the engine against itself, as training data.
//!
//! Each game starts with random moves and is then played at a limited number of nodes per move. A
//! game depends only on the settings, the seed and its own number: the same games result from any
//! number of threads, and whether or not a run is interrupted.

mod adjudication;
mod player;
mod run;
mod settings;

pub use adjudication::Adjudication;
pub use player::SelfplayError;
pub use run::play_games;
pub use settings::Settings;
