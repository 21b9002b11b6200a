//! Games of the engine against itself, as training data.
//!
//! Each game starts with random moves and is then played at a limited number of nodes per move. A
//! game depends only on the settings, the seed and its own number: the same games result from any
//! number of threads, and whether or not a run is interrupted. Afterwards a share of the positions
//! can be labelled with scores of larger searches, which has the same property.

mod adjudication;
mod labeller;
mod player;
mod run;
mod settings;

pub use adjudication::Adjudication;
pub use labeller::LabelSettings;
pub use player::SelfplayError;
pub use run::{label_games, play_games};
pub use settings::Settings;
