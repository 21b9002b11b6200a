//! The trainer of networks: distillation from the hand-crafted evaluation, then recorded games.
//!
//! Positions are read once into a [`Store`], in temporary files if they do not fit in memory.
//! Epochs of gradient descent with AdamW follow, those of the games each over all positions in
//! random order; the result does not depend on the number of threads.

mod batch;
mod checkpoint;
mod distillation;
mod epoch;
mod error;
mod features;
mod loader;
mod network;
mod objective;
mod optimiser;
mod options;
mod parameters;
mod plot;
mod quantised;
mod random;
mod sample;
mod schedule;
mod store;
#[cfg(test)]
mod tests;
mod trained;
mod trainer;

pub use checkpoint::{check_options, resumed_unit};
pub use epoch::{Epoch, Stage};
pub use error::TrainError;
pub use loader::{Loader, LookAhead, TrainingData};
pub use options::TrainerOptions;
pub use plot::loss_curves;
pub use quantised::QuantisationError;
pub use sample::Sample;
pub use schedule::Course;
pub use store::{Capacity, Store};
pub use trained::Trained;
pub use trainer::Trainer;
