//! Stages and epochs, the divisions of a training run.

use std::fmt;

/// The two stages of a run, each with a learning rate that falls from the first to the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Imitation of the hand-crafted evaluation on random successors of game positions.
    Distillation,
    /// Training on the positions of the games.
    Games,
}

impl Stage {
    /// Both stages, in order.
    pub(super) const ALL: [Self; 2] = [Self::Distillation, Self::Games];
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Distillation => "distillation",
            Self::Games => "games",
        })
    }
}

/// A finished part of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// The stage that the epoch belongs to.
    pub stage: Stage,
    /// The number of the epoch within the stage, from 1.
    pub number: usize,
    /// The mean of the losses of its steps, each measured before the step changes the weights.
    pub training: f64,
    /// The mean loss over the validation positions after its last step.
    pub validation: f64,
}
